/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! sdkHelper.h of the CUDA SDK 4.1, which became helper_functions.h. Its programs define checkCudaErrors and the choice
//! of a device themselves. So this header includes no part of helper_cuda.h. The folder compat/include/shims is on the
//! include path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_SDKHELPER_H
#define CUDA_LEGACY_SHIMS_SDKHELPER_H

#if !defined(SDK_HELPER_H) && !defined(_SDK_HELPER_H_)
    #define SDK_HELPER_H
    #define _SDK_HELPER_H_

    #include <helper_functions.h>

#endif

#endif
