// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's fancy iterators, made of the parts that Thrust gives for that.
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

// As the originals: for every system, by value.
template <typename Derived, typename Value, typename Difference>
using facade =
    THRUST_NS_QUALIFIER::iterator_facade<Derived, Value, THRUST_NS_QUALIFIER::any_system_tag,
                                         THRUST_NS_QUALIFIER::random_access_traversal_tag, Value, Difference>;

} // namespace cuda_legacy_detail

// The values from `first` on.
template <typename ValueType, typename OffsetT = ::cuda::std::ptrdiff_t>
class CountingInputIterator
    : public cuda_legacy_detail::facade<CountingInputIterator<ValueType, OffsetT>, ValueType, OffsetT> {
public:
    _CCCL_HOST_DEVICE CountingInputIterator(const ValueType& first)
        : value(first)
    {
    }

private:
    friend class THRUST_NS_QUALIFIER::iterator_core_access;
    _CCCL_HOST_DEVICE ValueType dereference() const { return value; }
    _CCCL_HOST_DEVICE bool equal(const CountingInputIterator& other) const { return value == other.value; }
    _CCCL_HOST_DEVICE void increment() { ++value; }
    _CCCL_HOST_DEVICE void decrement() { --value; }
    _CCCL_HOST_DEVICE void advance(OffsetT n) { value = static_cast<ValueType>(value + static_cast<ValueType>(n)); }
    _CCCL_HOST_DEVICE OffsetT distance_to(const CountingInputIterator& other) const
    {
        return static_cast<OffsetT>(other.value) - static_cast<OffsetT>(value);
    }

    ValueType value;
};

// One value, everywhere.
template <typename ValueType, typename OffsetT = ::cuda::std::ptrdiff_t>
class ConstantInputIterator
    : public cuda_legacy_detail::facade<ConstantInputIterator<ValueType, OffsetT>, ValueType, OffsetT> {
public:
    _CCCL_HOST_DEVICE ConstantInputIterator(const ValueType& value, OffsetT offset = 0)
        : value(value)
        , at(offset)
    {
    }

private:
    friend class THRUST_NS_QUALIFIER::iterator_core_access;
    _CCCL_HOST_DEVICE ValueType dereference() const { return value; }
    _CCCL_HOST_DEVICE bool equal(const ConstantInputIterator& other) const
    {
        return at == other.at && value == other.value;
    }
    _CCCL_HOST_DEVICE void increment() { ++at; }
    _CCCL_HOST_DEVICE void decrement() { --at; }
    _CCCL_HOST_DEVICE void advance(OffsetT n) { at += n; }
    _CCCL_HOST_DEVICE OffsetT distance_to(const ConstantInputIterator& other) const { return other.at - at; }

    ValueType value;
    OffsetT at;
};

// conversion(input[i]) for each position i.
template <typename ValueType, typename ConversionOp, typename InputIteratorT, typename OffsetT = ::cuda::std::ptrdiff_t>
class TransformInputIterator
    : public cuda_legacy_detail::facade<TransformInputIterator<ValueType, ConversionOp, InputIteratorT, OffsetT>,
                                        ValueType, OffsetT> {
public:
    _CCCL_HOST_DEVICE TransformInputIterator(InputIteratorT input, ConversionOp conversion)
        : conversion(conversion)
        , input(input)
    {
    }

private:
    friend class THRUST_NS_QUALIFIER::iterator_core_access;
    _CCCL_EXEC_CHECK_DISABLE
    _CCCL_HOST_DEVICE ValueType dereference() const { return conversion(*input); }
    _CCCL_HOST_DEVICE bool equal(const TransformInputIterator& other) const { return input == other.input; }
    _CCCL_HOST_DEVICE void increment() { ++input; }
    _CCCL_HOST_DEVICE void decrement() { --input; }
    _CCCL_HOST_DEVICE void advance(OffsetT n) { input += n; }
    _CCCL_HOST_DEVICE OffsetT distance_to(const TransformInputIterator& other) const
    {
        return static_cast<OffsetT>(other.input - input);
    }

    ConversionOp conversion;
    InputIteratorT input;
};

// What is written there is dropped.
template <typename OffsetT = ::cuda::std::ptrdiff_t>
using DiscardOutputIterator = THRUST_NS_QUALIFIER::discard_iterator<>;

CUB_NAMESPACE_END

#endif

#endif
