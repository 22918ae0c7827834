// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's iterator through a texture reference, which CUB 2 removed. Here it is CUB's iterator through a texture object.
//
// All copies of the original shared one reference. Here a copy keeps the memory that was bound when the copy was made.
// So a program must bind the iterator before it passes a copy to a kernel.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_TEXTURE_ITERATOR_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_TEXTURE_ITERATOR_H

#include <cub/config.cuh>
#include <cub/version.cuh>

#if CUB_VERSION >= 200000 && !defined(CUDA_LEGACY_NO_CCCL_NAMES)

    #include <cstddef>

    #include <cub/iterator/tex_obj_input_iterator.cuh>

CUB_NAMESPACE_BEGIN

template <typename _Tp, int _UniqueId, typename _OffsetT = std::ptrdiff_t>
struct TexRefInputIterator : TexObjInputIterator<_Tp, _OffsetT> {
    using base = TexObjInputIterator<_Tp, _OffsetT>;
    TexRefInputIterator() = default;
    __host__ __device__ TexRefInputIterator(const base& __moved)
        : base(__moved)
    {
    }

    // A texture has a largest size. More bytes, such as the default, mean that size.
    template <typename _Qualified>
    cudaError_t BindTexture(_Qualified* ptr, std::size_t bytes = static_cast<std::size_t>(-1), std::size_t offset = 0)
    {
        using __word = typename UnitWord<_Tp>::TextureWord;
        const cudaChannelFormatDesc __description = cudaCreateChannelDesc<__word>();
        int device = 0;
        std::size_t __words = 0;
        cudaError_t error = cudaGetDevice(&device);
        if (error == cudaSuccess) error = cudaDeviceGetTexture1DLinearMaxWidth(&__words, &__description, device);
        if (error != cudaSuccess) return error;
        const std::size_t __most = __words * sizeof(__word);
        return base::BindTexture(ptr, bytes < __most ? bytes : __most, offset);
    }
};

CUB_NAMESPACE_END

#endif

#endif
