/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The result codes of cuFFT that CUDA 13.0 removed from cufft.h. Today's cuFFT returns none of them.
//!
//! The source may include cufft.h before or after this header, or not at all.
//!
//! Now: the codes that the comment of each name gives.
#ifndef CUDA_LEGACY_CUFFT_CODES_H
#define CUDA_LEGACY_CUFFT_CODES_H

#include <cuda_runtime_api.h>

#if CUDART_VERSION >= 13000
    #define CUFFT_INCOMPLETE_PARAMETER_LIST ((cufftResult)0xA) //!< a call lacked parameters. Now: CUFFT_INVALID_VALUE
    #define CUFFT_PARSE_ERROR                                                                                          \
        ((cufftResult)0xC) //!< code made at run time was wrong. Now: CUFFT_NVRTC_FAILURE and others
    #define CUFFT_LICENSE_ERROR ((cufftResult)0xF) //!< was never used after CUDA 6.5
#endif

#endif
