// expect: "texture" has already been declared in the current scope
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int texture = 3;
