/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's drvapi_error_string.h: the names of the driver's errors. The folder compat/include/shims is on the
//! include path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_DRVAPI_ERROR_STRING_H
    #define CUDA_LEGACY_SHIMS_DRVAPI_ERROR_STRING_H

    #if !defined(_DRVAPI_ERROR_STRING_H_) && !defined(COMMON_DRVAPI_ERROR_STRING_H_)
        #define _DRVAPI_ERROR_STRING_H_
        #define COMMON_DRVAPI_ERROR_STRING_H_

        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        #include <cuda.h>

//! Gives the name of an error, such as CUDA_ERROR_NOT_FOUND.
static inline const char* getCudaDrvErrorString(CUresult __error_id)
{
    const char* name = NULL;
    return cuGetErrorName(__error_id, &name) == CUDA_SUCCESS && name ? name : "CUDA_ERROR not found!";
}

    #endif

#endif
