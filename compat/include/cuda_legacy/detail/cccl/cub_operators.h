// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's function objects. They are the same types as in CUDA 12.9, because CUB's tuning recognises these types.
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

// Gives the larger value, and the first of equal ones.
template <typename _Tp, typename _Up>
_CCCL_HOST_DEVICE constexpr inline auto max(const _Tp& __t, const _Up& u) -> ::cuda::std::common_type_t<_Tp, _Up>
{
    return u > __t ? u : __t;
}

// Gives the smaller value, and the first of equal ones.
template <typename _Tp, typename _Up>
_CCCL_HOST_DEVICE constexpr inline auto min(const _Tp& __t, const _Up& u) -> ::cuda::std::common_type_t<_Tp, _Up>
{
    return u < __t ? u : __t;
}

template <typename _Tp>
_CCCL_HOST_DEVICE inline void Swap(_Tp& __a, _Tp& __b)
{
    _Tp __was = __a;
    __a = __b;
    __b = __was;
}

CUB_NAMESPACE_END

#endif
