// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CCCL 3.0 removed from Thrust, and of thrust::detail what programs took for granted, in Thrust's own namespace.
// Included by thrust/detail/config.h, once Thrust's macros are there.
#ifndef CUDA_LEGACY_DETAIL_CCCL_THRUST_NAMES_H
#define CUDA_LEGACY_DETAIL_CCCL_THRUST_NAMES_H

#include <thrust/version.h>

#if THRUST_VERSION >= 300000 && !defined(CUDA_LEGACY_NO_CCCL_NAMES)

    #include <cuda/std/type_traits>
    #include <cuda/std/utility>

THRUST_NAMESPACE_BEGIN

// Bases for function objects, for the names of their types.
template <typename Argument, typename Result>
struct unary_function {
    using argument_type = Argument;
    using result_type = Result;
};

template <typename Argument1, typename Argument2, typename Result>
struct binary_function {
    using first_argument_type = Argument1;
    using second_argument_type = Argument2;
    using result_type = Result;
};

// Returns its argument, as a T; identity<> whatever its type.
template <typename T = void>
struct identity {
    using argument_type = T;
    using result_type = T;
    _CCCL_HOST_DEVICE constexpr const T& operator()(const T& value) const { return value; }
    _CCCL_HOST_DEVICE constexpr T&& operator()(T&& value) const { return ::cuda::std::move(value); }
};

template <>
struct identity<void> {
    using is_transparent = void;
    template <typename T>
    _CCCL_HOST_DEVICE constexpr T&& operator()(T&& value) const
    {
        return ::cuda::std::forward<T>(value);
    }
};

// The opposite of a predicate.
template <typename Predicate>
struct unary_negate {
    _CCCL_HOST_DEVICE explicit unary_negate(Predicate predicate)
        : predicate(predicate)
    {
    }
    template <typename T>
    _CCCL_HOST_DEVICE bool operator()(const T& value)
    {
        return !predicate(value);
    }
    Predicate predicate;
};

template <typename Predicate>
struct binary_negate {
    _CCCL_HOST_DEVICE explicit binary_negate(Predicate predicate)
        : predicate(predicate)
    {
    }
    template <typename T, typename U>
    _CCCL_HOST_DEVICE bool operator()(const T& t, const U& u)
    {
        return !predicate(t, u);
    }
    Predicate predicate;
};

template <typename Predicate>
_CCCL_HOST_DEVICE inline unary_negate<Predicate> not1(const Predicate& predicate)
{
    return unary_negate<Predicate>(predicate);
}

template <typename Predicate>
_CCCL_HOST_DEVICE inline binary_negate<Predicate> not2(const Predicate& predicate)
{
    return binary_negate<Predicate>(predicate);
}

template <typename... Ts>
using void_t = ::cuda::std::void_t<Ts...>;
template <typename T>
using remove_cvref = ::cuda::std::remove_cvref<T>;
template <typename T>
using remove_cvref_t = ::cuda::std::remove_cvref_t<T>;

namespace detail {

// Private ever, and used: they left with Thrust 2.
template <bool Condition, typename T = void>
using enable_if = ::cuda::std::enable_if<Condition, T>;
template <bool Condition, typename Then, typename Else>
using conditional = ::cuda::std::conditional<Condition, Then, Else>;
template <typename T, typename U>
using is_same = ::cuda::std::is_same<T, U>;
template <typename From, typename To>
using is_convertible = ::cuda::std::is_convertible<From, To>;
template <typename From, typename To, typename T = void>
using enable_if_convertible = ::cuda::std::enable_if<::cuda::std::is_convertible<From, To>::value, T>;
template <typename T>
using is_pointer = ::cuda::std::is_pointer<T>;
template <typename T>
using is_integral = ::cuda::std::is_integral<T>;
template <typename T>
using is_arithmetic = ::cuda::std::is_arithmetic<T>;
template <typename T>
using remove_reference = ::cuda::std::remove_reference<T>;
template <typename T>
using remove_const = ::cuda::std::remove_const<T>;
template <typename T>
using remove_cv = ::cuda::std::remove_cv<T>;
template <typename... Conditions>
using or_ = ::cuda::std::disjunction<Conditions...>;
template <typename... Conditions>
using and_ = ::cuda::std::conjunction<Conditions...>;

} // namespace detail

THRUST_NAMESPACE_END

#endif

#endif
