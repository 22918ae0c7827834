/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_inline_bankchecker.h. The folder compat/include/shims is on the include path only on request,
//! and last on it.
#ifndef CUDA_LEGACY_SHIMS_CUTIL_INLINE_BANKCHECKER_H
    #define CUDA_LEGACY_SHIMS_CUTIL_INLINE_BANKCHECKER_H

    #if !defined(_CUTIL_INLINE_BANKCHECKER_H_)
        #define _CUTIL_INLINE_BANKCHECKER_H_

        //! Gives the element. Device emulation looked for bank conflicts here.
        #define cutilBankChecker(array, __index) array[__index]

    #endif

#endif
