// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All areas except the driver API, which driver_areas.h has. In CUDA sources cuda_legacy.h includes them at once. In
// host sources they come with the first header of the runtime that the program includes.
#ifndef CUDA_LEGACY_DETAIL_AREAS_H
#define CUDA_LEGACY_DETAIL_AREAS_H

#include "language.h"

// These macros must come before the toolkit's headers, unless nvcc has read the headers already.
#include "../deprecated_names.h"

// This area comes first: cudaThreadExit is a device reset, and a reset ends bindings.
#ifdef CUDA_LEGACY_DETAIL_CXX11
    #include "../surface_binding.h"
    #include "../surface_reference.h"
    #include "../texture_binding.h"
    #include "../texture_reference.h"
#else
    #include "array_lifetime.h"
#endif

#include "../array_copy.h"
#include "../compiler_version.h"
#include "../cufft_codes.h"
#include "../device_properties.h"
#include "../execution_control.h"
#include "../graph_calls.h"
#include "../memory_prefetch.h"
#include "../pointer_attributes.h"
#include "../profiler_control.h"
#include "../symbol_names.h"
#include "../thread_management.h"
#include "../versioned_names.h"

#if defined(__cplusplus) && defined(__CUDACC__)
    #include "../atomic_functions.h"
    #include "../device_functions.h"
    #include "../surface_access.h"
    #include "../surface_keyword.h"
    #include "../texture_fetch.h"
    #include "../texture_keyword.h"
    #include "../warp_functions.h"
#endif

#endif
