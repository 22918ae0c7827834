// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Brings back what CUDA removed, for sources that are not to be changed:
//!
//!     nvcc -I compat/include -include cuda_legacy.h old.cu
//!
//! Every area is a header of its own below cuda_legacy/, and can be included alone. Texture and surface references have
//! two back ends; cuda_legacy/texture_reference.h says which is chosen, and why. With CUDA_LEGACY_OBJECT_REFERENCES
//! this header adds the two macros that old declarations need then, `texture` and `surface`; see
//! cuda_legacy/texture_keyword.h for their limits.
//!
//! Works in CUDA sources (nvcc, C++14 and later), in host C++ and in host C; the last two get what the original
//! runtime API gave them. Tested with CUDA 13.0; compiled with 12.0 to 13.5, and by clang (tests/toolkits).
//!
//! New code does not need any of this: read the folder modern/ and the notes in migration-notes/.
#ifndef CUDA_LEGACY_H
#define CUDA_LEGACY_H

#include "cuda_legacy/version.h"

// Before the toolkit's headers, where nvcc has not read them already.
#include "cuda_legacy/deprecated_names.h"

// First, because cudaThreadExit is a device reset, and bindings end with one.
#ifdef __cplusplus
    #include "cuda_legacy/surface_binding.h"
    #include "cuda_legacy/surface_reference.h"
    #include "cuda_legacy/texture_binding.h"
    #include "cuda_legacy/texture_reference.h"
#else
    #include "cuda_legacy/detail/array_lifetime.h"
#endif

#include "cuda_legacy/array_copy.h"
#include "cuda_legacy/compiler_version.h"
#include "cuda_legacy/cufft_codes.h"
#include "cuda_legacy/device_properties.h"
#include "cuda_legacy/driver_calls.h"
#include "cuda_legacy/driver_names.h"
#include "cuda_legacy/execution_control.h"
#include "cuda_legacy/graph_calls.h"
#include "cuda_legacy/memory_prefetch.h"
#include "cuda_legacy/pointer_attributes.h"
#include "cuda_legacy/profiler_control.h"
#include "cuda_legacy/symbol_names.h"
#include "cuda_legacy/thread_management.h"
#include "cuda_legacy/versioned_names.h"

#if defined(__cplusplus) && defined(__CUDACC__)
    #include "cuda_legacy/atomic_functions.h"
    #include "cuda_legacy/device_functions.h"
    #include "cuda_legacy/surface_access.h"
    #include "cuda_legacy/surface_keyword.h"
    #include "cuda_legacy/texture_fetch.h"
    #include "cuda_legacy/texture_keyword.h"
    #include "cuda_legacy/warp_functions.h"
#endif

#endif
