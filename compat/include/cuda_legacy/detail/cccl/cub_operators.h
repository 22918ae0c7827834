// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's function objects. They are the types that CUDA 12.9 made of them, which CUB's own tuning knows.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_OPERATORS_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_OPERATORS_H

#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/type_traits>

CUB_NAMESPACE_BEGIN

using Equality = ::cuda::std::equal_to<>;
using Inequality = ::cuda::std::not_equal_to<>;
using Sum = ::cuda::std::plus<>;
using Difference = ::cuda::std::minus<>;
using Division = ::cuda::std::divides<>;
using Max = ::cuda::maximum<>;
using Min = ::cuda::minimum<>;

// The value that is larger; of equal ones the first.
template <typename T, typename U>
_CCCL_HOST_DEVICE constexpr inline auto max(const T& t, const U& u) -> ::cuda::std::common_type_t<T, U>
{
    return u > t ? u : t;
}

// The value that is smaller; of equal ones the first.
template <typename T, typename U>
_CCCL_HOST_DEVICE constexpr inline auto min(const T& t, const U& u) -> ::cuda::std::common_type_t<T, U>
{
    return u < t ? u : t;
}

template <typename T>
_CCCL_HOST_DEVICE inline void Swap(T& a, T& b)
{
    T was = a;
    a = b;
    b = was;
}

CUB_NAMESPACE_END

#endif
