// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! book.h by the name that the programs of "CUDA by Example" have for it, from the folder above theirs.
#include "../book.h"
