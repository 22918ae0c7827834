// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thrust::cuda::experimental::pinned_allocator: allocates page-locked memory of the host, and gives plain pointers.
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

template <typename _Tp>
class pinned_allocator {
public:
    using value_type = _Tp;
    using pointer = _Tp*;
    using const_pointer = const _Tp*;
    using reference = _Tp&;
    using const_reference = const _Tp&;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    template <typename _Up>
    struct rebind {
        using __other = pinned_allocator<_Up>;
    };

    pinned_allocator() = default;
    template <typename _Up>
    __host__ __device__ pinned_allocator(const pinned_allocator<_Up>&)
    {
    }

    __host__ pointer allocate(size_type count, const_pointer = nullptr)
    {
        if (count > max_size()) throw std::bad_alloc();
        pointer memory = nullptr;
        if (cudaMallocHost(reinterpret_cast<void**>(&memory), count * sizeof(_Tp)) != cudaSuccess)
            throw std::bad_alloc();
        return memory;
    }
    __host__ void deallocate(pointer memory, size_type) { cudaFreeHost(memory); }
    size_type max_size() const { return static_cast<size_type>(-1) / sizeof(_Tp); }
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
