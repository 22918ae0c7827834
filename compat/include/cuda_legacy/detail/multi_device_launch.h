// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One cooperative launch on several devices, and a barrier for all of them: CUDA 13.0 removed both, and no call of
// today waits across devices in a kernel. The types are here, so that the error is at the call and names the note.
#ifndef CUDA_LEGACY_DETAIL_MULTI_DEVICE_LAUNCH_H
#define CUDA_LEGACY_DETAIL_MULTI_DEVICE_LAUNCH_H

#include <stddef.h>

#include <cuda_runtime_api.h>

#include "gone.h"

#if CUDART_VERSION >= 13000

struct cudaLaunchParams {
    void* func;
    dim3 gridDim;
    dim3 blockDim;
    void** args;
    size_t sharedMem;
    cudaStream_t stream;
};
    #define cudaCooperativeLaunchMultiDeviceNoPreSync 0x01
    #define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02

CUDA_LEGACY_DETAIL_GONE(cudaError_t, cudaLaunchCooperativeKernelMultiDevice,
                        "cudaLaunchCooperativeKernelMultiDevice is gone with CUDA 13.0: launch on each device, see "
                        "migration-notes/device_synchronisation.md of cuda_legacy")

    #if defined(__cplusplus) && defined(__CUDACC__)

namespace cuda_legacy {
namespace __detail {

template <class _Nothing = void>
__host__ __device__ constexpr int __scope_of_all_grids()
{
    static_assert(sizeof(_Nothing*) == 0, "cudaCGScopeMultiGrid is gone with CUDA 13.0: see "
                                          "migration-notes/device_synchronisation.md of cuda_legacy");
    return 2;
}

} // namespace __detail
} // namespace cuda_legacy

        #define cudaCGScopeMultiGrid (static_cast<cudaCGScope>(cuda_legacy::__detail::__scope_of_all_grids<>()))

namespace cooperative_groups {

        #define CUDA_LEGACY_DETAIL_NO_MULTI_GRID(type, name, value)                                                    \
            template <class _Nothing = void>                                                                           \
            __device__ type name() const                                                                               \
            {                                                                                                          \
                static_assert(sizeof(_Nothing*) == 0, "multi_grid_group is gone with CUDA 13.0: see "                  \
                                                      "migration-notes/device_synchronisation.md of cuda_legacy");     \
                return value;                                                                                          \
            }

struct multi_grid_group {
    template <class... _Arguments>
    __device__ multi_grid_group(_Arguments...)
    {
        static_assert(sizeof...(_Arguments) > 1000, "multi_grid_group is gone with CUDA 13.0: see "
                                                    "migration-notes/device_synchronisation.md of cuda_legacy");
    }
    CUDA_LEGACY_DETAIL_NO_MULTI_GRID(void, sync, void())
    CUDA_LEGACY_DETAIL_NO_MULTI_GRID(bool, is_valid, false)
    CUDA_LEGACY_DETAIL_NO_MULTI_GRID(unsigned int, grid_rank, 0)
    CUDA_LEGACY_DETAIL_NO_MULTI_GRID(unsigned int, num_grids, 0)
    CUDA_LEGACY_DETAIL_NO_MULTI_GRID(unsigned long long, thread_rank, 0)
    CUDA_LEGACY_DETAIL_NO_MULTI_GRID(unsigned long long, num_threads, 0)
    CUDA_LEGACY_DETAIL_NO_MULTI_GRID(unsigned long long, size, 0)
};

        #undef CUDA_LEGACY_DETAIL_NO_MULTI_GRID

template <class _Nothing = void>
__device__ multi_grid_group this_multi_grid()
{
    static_assert(sizeof(_Nothing*) == 0,
                  "this_multi_grid is gone with CUDA 13.0: no kernel waits for other devices, see "
                  "migration-notes/device_synchronisation.md of cuda_legacy");
    return multi_grid_group();
}

} // namespace cooperative_groups

    #endif

#endif

#endif
