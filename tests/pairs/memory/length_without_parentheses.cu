// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kept defect: LEN has no parentheses, so an operator next to it applies only to a part of it. This file is compiled
// after the legacy file, and the test passes if it compiles.
static_assert(LEN == 1048576, "alone it is 2^20");
static_assert(LEN - 1 == 1 << 19, "LEN is in parentheses: 2^20 - 1");
static_assert(2 + LEN == 3 << 20, "LEN is in parentheses: 2^20 + 2");
