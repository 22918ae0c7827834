/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_inline.h (CUDA 2.3 to 4): cutil.h, and its checks as functions for the runtime and for the
//! driver. The folder compat/include/shims is on the include path only on request, and last on it. Note:
//! migration-notes/sample_helpers.md.
#ifndef CUDA_LEGACY_SHIMS_CUTIL_INLINE_H
#define CUDA_LEGACY_SHIMS_CUTIL_INLINE_H

#if !defined(_CUTIL_INLINE_H_)
    #define _CUTIL_INLINE_H_

    #include <cuda.h>

    // Angle brackets: a program's own copy comes first.
    #include <cutil.h>
    #include <cutil_inline_bankchecker.h>
    #include <cutil_inline_drvapi.h>
    #include <cutil_inline_runtime.h>

#endif

#endif
