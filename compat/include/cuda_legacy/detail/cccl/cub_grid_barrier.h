// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's barrier for all blocks of a grid. All blocks must be on the device at the same time, as before. A normal launch
// does not check this; a cooperative launch does.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_GRID_BARRIER_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_GRID_BARRIER_H

#include <cub/config.cuh>
#include <cub/version.cuh>

#if CUB_VERSION >= 300000 && !defined(CUDA_LEGACY_NO_CCCL_NAMES)

    #include <cstddef>

    #include <cuda_runtime_api.h>

CUB_NAMESPACE_BEGIN

// The part that a kernel takes by value.
class GridBarrier {
public:
    GridBarrier() = default;

    #if defined(__CUDACC__)

    // Waits for all blocks; for one-dimensional blocks and grids. After the barrier, all threads read what any thread
    // wrote before it.
    __device__ void Sync() const
    {
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            volatile SyncFlag* const __round = __d_sync + 1;
            const SyncFlag __seen = *__round;
            __threadfence(); // reads the round before this block is counted
            if (atomicAdd(__d_sync, 1u) == gridDim.x - 1) {
                *__d_sync = 0;
                __threadfence();
                *__round = __seen + 1;
            } else {
                while (*__round == __seen)
                    __threadfence_block();
            }
            __threadfence();
        }
        __syncthreads();
    }

    #endif

protected:
    using SyncFlag = unsigned int;
    SyncFlag* __d_sync = nullptr; // the number of blocks that have arrived, and the number of the round
};

// The owner of the barrier's memory. A copy that is passed to a kernel is only the barrier.
class GridBarrierLifetime : public GridBarrier {
public:
    GridBarrierLifetime() = default;
    virtual ~GridBarrierLifetime() { HostReset(); }

    // Frees the memory.
    cudaError_t HostReset()
    {
        const cudaError_t error = __d_sync ? cudaFree(__d_sync) : cudaSuccess;
        __d_sync = nullptr;
        __sync_bytes = 0;
        return error;
    }

    // Prepares a launch of a grid with this number of blocks.
    cudaError_t Setup(int __sweep_grid_size)
    {
        (void)__sweep_grid_size;
        if (__d_sync) return cudaSuccess;
        void* memory = nullptr;
        cudaError_t error = cudaMalloc(&memory, 2 * sizeof(SyncFlag));
        if (error == cudaSuccess) error = cudaMemset(memory, 0, 2 * sizeof(SyncFlag));
        if (error != cudaSuccess) {
            cudaFree(memory);
            return error;
        }
        __d_sync = static_cast<SyncFlag*>(memory);
        __sync_bytes = 2 * sizeof(SyncFlag);
        return cudaSuccess;
    }

protected:
    std::size_t __sync_bytes = 0;
};

CUB_NAMESPACE_END

#endif

#endif
