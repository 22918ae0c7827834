// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The header is inside of Thrust, and gone: include the public header of the names that the program uses.
// note: cccl_3.md
// needs: thrust/version.h
#include <thrust/detail/backend/cuda/arch.h>
