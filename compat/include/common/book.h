// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! What `#include "../common/book.h"` finds where compat/include/shims is on the include path: a program's own
//! common/book.h where there is one further back on the path, and else the shim. That name is the path's `..`, so it
//! stands beside shims/.
#if defined(__GNUC__)
    #pragma GCC system_header // for #include_next
    #if defined(__has_include_next)
        #if __has_include_next(<common/book.h>)
            #include_next <common/book.h>
            #define CUDA_LEGACY_DETAIL_BOOK_FOUND
        #endif
    #endif
#endif
#if !defined(CUDA_LEGACY_DETAIL_BOOK_FOUND)
    #include "../shims/book.h"
#endif
