// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The length is part of the legacy file's type. Compiled behind that file; to compile is to pass.
static_assert(sizeof(InnerArray) == 2 * sizeof(float[LEN]), "InnerArray is not two arrays of LEN");
