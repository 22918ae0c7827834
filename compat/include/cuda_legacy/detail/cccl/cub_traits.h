// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's templates for types and constants.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_TRAITS_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_TRAITS_H

#include <cuda/std/limits>
#include <cuda/std/type_traits>

CUB_NAMESPACE_BEGIN

// A constant as a type, to choose between overloads.
template <int _Value>
struct Int2Type : ::cuda::std::integral_constant<int, _Value> {
    enum { VALUE = _Value };
};

// An array that can be returned and assigned.
template <typename _Tp, int _Count>
struct ArrayWrapper {
    _Tp array[_Count];
};

template <typename _Tp>
struct FpLimits {
    static _CCCL_HOST_DEVICE _Tp Max() { return ::cuda::std::numeric_limits<_Tp>::max(); }
    static _CCCL_HOST_DEVICE _Tp Lowest() { return ::cuda::std::numeric_limits<_Tp>::lowest(); }
};

// CUB 2 removed the five templates below. Their replacements are older than CUB 2.
template <bool _Condition, typename _Then, typename Else>
struct If {
    using Type = ::cuda::std::conditional_t<_Condition, _Then, Else>;
};

template <typename _Left, typename _Right>
struct Equals {
    enum { VALUE = ::cuda::std::is_same<_Left, _Right>::value, NEGATE = !VALUE };
};

template <typename _Tp>
struct IsPointer {
    enum { VALUE = ::cuda::std::is_pointer<_Tp>::value };
};

template <typename _Tp>
struct RemoveQualifiers {
    using Type = ::cuda::std::remove_cv_t<_Tp>;
};

template <bool _Condition, typename _Tp = void>
struct EnableIf {
    using Type = ::cuda::std::enable_if_t<_Condition, _Tp>;
};

CUB_NAMESPACE_END

#endif
