// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's templates on types and constants.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_TRAITS_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_TRAITS_H

#include <cuda/std/limits>
#include <cuda/std/type_traits>

CUB_NAMESPACE_BEGIN

// A constant as a type, to choose between overloads.
template <int Value>
struct Int2Type : ::cuda::std::integral_constant<int, Value> {
    enum { VALUE = Value };
};

// An array that can be returned and assigned.
template <typename T, int Count>
struct ArrayWrapper {
    T array[Count];
};

template <typename T>
struct FpLimits {
    static _CCCL_HOST_DEVICE T Max() { return ::cuda::std::numeric_limits<T>::max(); }
    static _CCCL_HOST_DEVICE T Lowest() { return ::cuda::std::numeric_limits<T>::lowest(); }
};

// The five below left with CUB 2, and what they were replaced by is older than that.
template <bool Condition, typename Then, typename Else>
struct If {
    using Type = ::cuda::std::conditional_t<Condition, Then, Else>;
};

template <typename Left, typename Right>
struct Equals {
    enum { VALUE = ::cuda::std::is_same<Left, Right>::value, NEGATE = !VALUE };
};

template <typename T>
struct IsPointer {
    enum { VALUE = ::cuda::std::is_pointer<T>::value };
};

template <typename T>
struct RemoveQualifiers {
    using Type = ::cuda::std::remove_cv_t<T>;
};

template <bool Condition, typename T = void>
struct EnableIf {
    using Type = ::cuda::std::enable_if_t<Condition, T>;
};

CUB_NAMESPACE_END

#endif
