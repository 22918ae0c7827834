// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The length is part of the legacy file's type. This file is compiled after that file, and the test passes if it
// compiles.
static_assert(sizeof(InnerArray) == 2 * sizeof(float[LEN]), "InnerArray is not two arrays of LEN");
