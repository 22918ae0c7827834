/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "nppdefs.h"
