// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thrust::cuda::experimental::pinned_allocator: page-locked memory of the host, through plain pointers.
#ifndef CUDA_LEGACY_DETAIL_CCCL_THRUST_PINNED_ALLOCATOR_H
#define CUDA_LEGACY_DETAIL_CCCL_THRUST_PINNED_ALLOCATOR_H

#include <cstddef>
#include <new>

#include <cuda_runtime_api.h>
#include <thrust/detail/config.h>
#include <thrust/system/cuda/memory.h>

THRUST_NAMESPACE_BEGIN

namespace system {
namespace cuda {
namespace experimental {

template <typename T>
class pinned_allocator {
public:
    using value_type = T;
    using pointer = T*;
    using const_pointer = const T*;
    using reference = T&;
    using const_reference = const T&;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    template <typename U>
    struct rebind {
        using other = pinned_allocator<U>;
    };

    pinned_allocator() = default;
    template <typename U>
    __host__ __device__ pinned_allocator(const pinned_allocator<U>&)
    {
    }

    __host__ pointer allocate(size_type count, const_pointer = nullptr)
    {
        if (count > max_size()) throw std::bad_alloc();
        pointer memory = nullptr;
        if (cudaMallocHost(reinterpret_cast<void**>(&memory), count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
        return memory;
    }
    __host__ void deallocate(pointer memory, size_type) { cudaFreeHost(memory); }
    size_type max_size() const { return static_cast<size_type>(-1) / sizeof(T); }
    __host__ __device__ bool operator==(const pinned_allocator&) const { return true; }
    __host__ __device__ bool operator!=(const pinned_allocator&) const { return false; }
};

} // namespace experimental
} // namespace cuda
} // namespace system

namespace cuda {
namespace experimental {
using system::cuda::experimental::pinned_allocator;
} // namespace experimental
} // namespace cuda

THRUST_NAMESPACE_END

#endif
