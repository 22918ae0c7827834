/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! CUDA_LEGACY_VERSION: the version of these headers as one decimal number, like CUDART_VERSION for CUDA.
//!
//! The number is 1000 * major + 10 * minor + patch: version 0.1.0 is 10, and version 1.2.3 is 1023. It works in `#if`,
//! in C as well:
//!
//!     #if defined(CUDA_LEGACY_VERSION) && CUDA_LEGACY_VERSION >= 10
//!
//! CMake's find_package has the same version. CHANGELOG.md lists the changes of each version.
#ifndef CUDA_LEGACY_VERSION_H
#define CUDA_LEGACY_VERSION_H

//! 1000 * major + 10 * minor + patch.
#define CUDA_LEGACY_VERSION 10

#endif
