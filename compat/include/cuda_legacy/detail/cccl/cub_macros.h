// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's arithmetic macros.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_MACROS_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_MACROS_H

#ifndef CUB_MAX
    #define CUB_MAX(__a, __b) (((__b) > (__a)) ? (__b) : (__a))
#endif
#ifndef CUB_MIN
    #define CUB_MIN(__a, __b) (((__b) < (__a)) ? (__b) : (__a))
#endif
#ifndef CUB_QUOTIENT_FLOOR
    #define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#endif
#ifndef CUB_QUOTIENT_CEILING
    #define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#endif
#ifndef CUB_ROUND_UP_NEAREST
    #define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
#endif
#ifndef CUB_ROUND_DOWN_NEAREST
    #define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))
#endif

#endif
