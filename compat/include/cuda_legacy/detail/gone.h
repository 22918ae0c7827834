// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that cannot be restored: a call is a compile error with a message. A source may have the name in code that
// is never compiled or never instantiated.
#ifndef CUDA_LEGACY_DETAIL_GONE_H
#define CUDA_LEGACY_DETAIL_GONE_H

#include "language.h"

#ifdef CUDA_LEGACY_DETAIL_CXX11
    #define CUDA_LEGACY_DETAIL_GONE(type, name, message)                                                               \
        template <class... _Arguments>                                                                                 \
        inline type name(_Arguments...)                                                                                \
        {                                                                                                              \
            static_assert(sizeof...(_Arguments) > 1000, message);                                                      \
            return type();                                                                                             \
        }
#elif defined(__GNUC__)
    #ifdef __cplusplus
        #define CUDA_LEGACY_DETAIL_ANY_ARGUMENTS ...
    #else
        #define CUDA_LEGACY_DETAIL_ANY_ARGUMENTS
    #endif
    #define CUDA_LEGACY_DETAIL_GONE(type, name, message)                                                               \
        __attribute__((error(message))) type name(CUDA_LEGACY_DETAIL_ANY_ARGUMENTS);
#else
    #define CUDA_LEGACY_DETAIL_GONE(type, name, message)
#endif

#endif
