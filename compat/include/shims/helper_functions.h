/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_functions.h: the command line, timers, images and comparisons in one header. C++. The
//! folder compat/include/shims is on the include path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_HELPER_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_HELPER_FUNCTIONS_H

// The guards of the original in its versions: where a program has both, the first one counts.
#if !defined(COMMON_HELPER_FUNCTIONS_H_) && !defined(HELPER_FUNCTIONS_H)
    #define COMMON_HELPER_FUNCTIONS_H_
    #define HELPER_FUNCTIONS_H

    #if defined(__cplusplus)

        #include <assert.h>
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>

        #include <algorithm>
        #include <fstream>
        #include <iostream>
        #include <string>
        #include <vector>

        // Angle brackets: a program's own copies come first.
        #include <exception.h>
        #include <helper_image.h>
        #include <helper_string.h>
        #include <helper_timer.h>

    #endif

#endif

#endif
