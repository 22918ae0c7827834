// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that CCCL 3.0 removed from Thrust, and names of thrust::detail that programs used. They are in Thrust's own
// namespace. thrust/detail/config.h includes this file after Thrust's macros.
#ifndef CUDA_LEGACY_DETAIL_CCCL_THRUST_NAMES_H
#define CUDA_LEGACY_DETAIL_CCCL_THRUST_NAMES_H

#include <thrust/version.h>

#if THRUST_VERSION >= 300000 && !defined(CUDA_LEGACY_NO_CCCL_NAMES)

    #include <cuda/std/type_traits>
    #include <cuda/std/utility>

THRUST_NAMESPACE_BEGIN

// Bases for function objects. They name the types of the arguments and the result.
template <typename _Argument, typename _Result>
struct unary_function {
    using argument_type = _Argument;
    using result_type = _Result;
};

template <typename _Argument1, typename _Argument2, typename _Result>
struct binary_function {
    using first_argument_type = _Argument1;
    using second_argument_type = _Argument2;
    using result_type = _Result;
};

// Returns its argument as a T. identity<> keeps the type of the argument.
template <typename _Tp = void>
struct identity {
    using argument_type = _Tp;
    using result_type = _Tp;
    _CCCL_HOST_DEVICE constexpr const _Tp& operator()(const _Tp& value) const { return value; }
    _CCCL_HOST_DEVICE constexpr _Tp&& operator()(_Tp&& value) const { return ::cuda::std::move(value); }
};

template <>
struct identity<void> {
    using is_transparent = void;
    template <typename _Tp>
    _CCCL_HOST_DEVICE constexpr _Tp&& operator()(_Tp&& value) const
    {
        return ::cuda::std::forward<_Tp>(value);
    }
};

// Negates a predicate.
template <typename _Predicate>
struct unary_negate {
    _CCCL_HOST_DEVICE explicit unary_negate(_Predicate __predicate)
        : __predicate(__predicate)
    {
    }
    template <typename _Tp>
    _CCCL_HOST_DEVICE bool operator()(const _Tp& value)
    {
        return !__predicate(value);
    }
    _Predicate __predicate;
};

template <typename _Predicate>
struct binary_negate {
    _CCCL_HOST_DEVICE explicit binary_negate(_Predicate __predicate)
        : __predicate(__predicate)
    {
    }
    template <typename _Tp, typename _Up>
    _CCCL_HOST_DEVICE bool operator()(const _Tp& __t, const _Up& u)
    {
        return !__predicate(__t, u);
    }
    _Predicate __predicate;
};

template <typename _Predicate>
_CCCL_HOST_DEVICE inline unary_negate<_Predicate> not1(const _Predicate& __predicate)
{
    return unary_negate<_Predicate>(__predicate);
}

template <typename _Predicate>
_CCCL_HOST_DEVICE inline binary_negate<_Predicate> not2(const _Predicate& __predicate)
{
    return binary_negate<_Predicate>(__predicate);
}

template <typename... _Ts>
using void_t = ::cuda::std::void_t<_Ts...>;
template <typename _Tp>
using remove_cvref = ::cuda::std::remove_cvref<_Tp>;
template <typename _Tp>
using remove_cvref_t = ::cuda::std::remove_cvref_t<_Tp>;

namespace detail {

// Thrust 2 removed these names. They were private, but programs used them.
template <bool _Condition, typename _Tp = void>
using enable_if = ::cuda::std::enable_if<_Condition, _Tp>;
template <bool _Condition, typename _Then, typename Else>
using conditional = ::cuda::std::conditional<_Condition, _Then, Else>;
template <typename _Tp, typename _Up>
using is_same = ::cuda::std::is_same<_Tp, _Up>;
template <typename _From, typename _To>
using is_convertible = ::cuda::std::is_convertible<_From, _To>;
template <typename _From, typename _To, typename _Tp = void>
using enable_if_convertible = ::cuda::std::enable_if<::cuda::std::is_convertible<_From, _To>::value, _Tp>;
template <typename _Tp>
using is_pointer = ::cuda::std::is_pointer<_Tp>;
template <typename _Tp>
using is_integral = ::cuda::std::is_integral<_Tp>;
template <typename _Tp>
using is_arithmetic = ::cuda::std::is_arithmetic<_Tp>;
template <typename _Tp>
using remove_reference = ::cuda::std::remove_reference<_Tp>;
template <typename _Tp>
using remove_const = ::cuda::std::remove_const<_Tp>;
template <typename _Tp>
using remove_cv = ::cuda::std::remove_cv<_Tp>;
template <typename... _Conditions>
using or_ = ::cuda::std::disjunction<_Conditions...>;
template <typename... _Conditions>
using and_ = ::cuda::std::conjunction<_Conditions...>;

} // namespace detail

THRUST_NAMESPACE_END

#endif

#endif
