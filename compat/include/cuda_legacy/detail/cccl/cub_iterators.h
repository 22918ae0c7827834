// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's fancy iterators, built from Thrust's iterator_facade.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_ITERATORS_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_ITERATORS_H

#include <cub/config.cuh>

#if CUB_VERSION >= 300000 && !defined(CUDA_LEGACY_NO_CCCL_NAMES)

    #include <cuda/std/cstddef>

    #include <thrust/iterator/discard_iterator.h>
    #include <thrust/iterator/iterator_categories.h>
    #include <thrust/iterator/iterator_facade.h>

CUB_NAMESPACE_BEGIN

namespace cuda_legacy_detail {

// The base of the iterators. As in the originals, it holds for every system and returns values.
template <typename _Derived, typename _Value, typename _Difference>
using __facade =
    THRUST_NS_QUALIFIER::iterator_facade<_Derived, _Value, THRUST_NS_QUALIFIER::any_system_tag,
                                         THRUST_NS_QUALIFIER::random_access_traversal_tag, _Value, _Difference>;

} // namespace cuda_legacy_detail

// Counts from `first` on.
template <typename ValueType, typename _OffsetT = ::cuda::std::ptrdiff_t>
class CountingInputIterator
    : public cuda_legacy_detail::__facade<CountingInputIterator<ValueType, _OffsetT>, ValueType, _OffsetT> {
public:
    _CCCL_HOST_DEVICE CountingInputIterator(const ValueType& first)
        : value(first)
    {
    }

private:
    friend class THRUST_NS_QUALIFIER::iterator_core_access;
    _CCCL_HOST_DEVICE ValueType dereference() const { return value; }
    _CCCL_HOST_DEVICE bool equal(const CountingInputIterator& __other) const { return value == __other.value; }
    _CCCL_HOST_DEVICE void increment() { ++value; }
    _CCCL_HOST_DEVICE void decrement() { --value; }
    _CCCL_HOST_DEVICE void advance(_OffsetT __n)
    {
        value = static_cast<ValueType>(value + static_cast<ValueType>(__n));
    }
    _CCCL_HOST_DEVICE _OffsetT distance_to(const CountingInputIterator& __other) const
    {
        return static_cast<_OffsetT>(__other.value) - static_cast<_OffsetT>(value);
    }

    ValueType value;
};

// Gives the same value at each position.
template <typename ValueType, typename _OffsetT = ::cuda::std::ptrdiff_t>
class ConstantInputIterator
    : public cuda_legacy_detail::__facade<ConstantInputIterator<ValueType, _OffsetT>, ValueType, _OffsetT> {
public:
    _CCCL_HOST_DEVICE ConstantInputIterator(const ValueType& value, _OffsetT offset = 0)
        : value(value)
        , __at(offset)
    {
    }

private:
    friend class THRUST_NS_QUALIFIER::iterator_core_access;
    _CCCL_HOST_DEVICE ValueType dereference() const { return value; }
    _CCCL_HOST_DEVICE bool equal(const ConstantInputIterator& __other) const
    {
        return __at == __other.__at && value == __other.value;
    }
    _CCCL_HOST_DEVICE void increment() { ++__at; }
    _CCCL_HOST_DEVICE void decrement() { --__at; }
    _CCCL_HOST_DEVICE void advance(_OffsetT __n) { __at += __n; }
    _CCCL_HOST_DEVICE _OffsetT distance_to(const ConstantInputIterator& __other) const { return __other.__at - __at; }

    ValueType value;
    _OffsetT __at;
};

// Gives conversion(input[i]) at position i.
template <typename ValueType, typename _ConversionOp, typename _InputIteratorT,
          typename _OffsetT = ::cuda::std::ptrdiff_t>
class TransformInputIterator
    : public cuda_legacy_detail::__facade<TransformInputIterator<ValueType, _ConversionOp, _InputIteratorT, _OffsetT>,
                                          ValueType, _OffsetT> {
public:
    _CCCL_HOST_DEVICE TransformInputIterator(_InputIteratorT __input, _ConversionOp __conversion)
        : __conversion(__conversion)
        , __input(__input)
    {
    }

private:
    friend class THRUST_NS_QUALIFIER::iterator_core_access;
    _CCCL_EXEC_CHECK_DISABLE
    _CCCL_HOST_DEVICE ValueType dereference() const { return __conversion(*__input); }
    _CCCL_HOST_DEVICE bool equal(const TransformInputIterator& __other) const { return __input == __other.__input; }
    _CCCL_HOST_DEVICE void increment() { ++__input; }
    _CCCL_HOST_DEVICE void decrement() { --__input; }
    _CCCL_HOST_DEVICE void advance(_OffsetT __n) { __input += __n; }
    _CCCL_HOST_DEVICE _OffsetT distance_to(const TransformInputIterator& __other) const
    {
        return static_cast<_OffsetT>(__other.__input - __input);
    }

    _ConversionOp __conversion;
    _InputIteratorT __input;
};

// Drops the values that are written to it.
template <typename _OffsetT = ::cuda::std::ptrdiff_t>
using DiscardOutputIterator = THRUST_NS_QUALIFIER::discard_iterator<>;

CUB_NAMESPACE_END

#endif

#endif
