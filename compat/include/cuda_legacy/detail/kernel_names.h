// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that are named by a string, as CUDA let strings name them until 4.x, by their mangled names: refused.
#ifndef CUDA_LEGACY_DETAIL_KERNEL_NAMES_H
#define CUDA_LEGACY_DETAIL_KERNEL_NAMES_H

#include <cstddef>

#include <cuda_runtime_api.h>

// What such a call would return. The compiler tells it where the toolkit's template, which takes a string as well,
// makes the call ambiguous; where that is not there, the assertion fails.
namespace cuda_legacy {
using no_kernel_is_found_by_its_name_see_migration_notes_constant_memory_symbols_md = cudaError_t;
} // namespace cuda_legacy

template <std::size_t N>
inline cuda_legacy::no_kernel_is_found_by_its_name_see_migration_notes_constant_memory_symbols_md
cudaFuncGetAttributes(cudaFuncAttributes*, const char (&)[N])
{
    static_assert(N == 0,
                  "cuda_legacy: no kernel is found by its name: see migration-notes/constant_memory_symbols.md");
    return cudaErrorInvalidDeviceFunction;
}

template <std::size_t N>
inline cuda_legacy::no_kernel_is_found_by_its_name_see_migration_notes_constant_memory_symbols_md
cudaFuncSetCacheConfig(const char (&)[N], enum cudaFuncCache)
{
    static_assert(N == 0,
                  "cuda_legacy: no kernel is found by its name: see migration-notes/constant_memory_symbols.md");
    return cudaErrorInvalidDeviceFunction;
}

#endif
