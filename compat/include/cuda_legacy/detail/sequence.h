// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values in a row, as much of std::vector as these headers need: <vector> costs every source of a program as much as a
// third of nvcc's time for an empty one.
#ifndef CUDA_LEGACY_DETAIL_SEQUENCE_H
#define CUDA_LEGACY_DETAIL_SEQUENCE_H

#include <cstddef>

namespace cuda_legacy {
namespace __detail {

template <class _Tp>
class __sequence {
public:
    __sequence() = default;
    __sequence(const __sequence& __other) { append(__other); }
    __sequence& operator=(const __sequence& __other)
    {
        if (this != &__other) {
            __size_ = 0;
            append(__other);
        }
        return *this;
    }
    ~__sequence() { delete[] __values_; }

    std::size_t size() const { return __size_; }
    bool __empty() const { return __size_ == 0; }
    _Tp* begin() { return __values_; }
    _Tp* end() { return __values_ + __size_; }
    const _Tp* begin() const { return __values_; }
    const _Tp* end() const { return __values_ + __size_; }
    _Tp& __front() { return __values_[0]; }
    _Tp& __back() { return __values_[__size_ - 1]; }
    _Tp& operator[](std::size_t __i) { return __values_[__i]; }
    const _Tp& operator[](std::size_t __i) const { return __values_[__i]; }

    // `value` may be an element of this sequence.
    void push_back(const _Tp& value)
    {
        const _Tp copy = value;
        make_room(__size_ + 1);
        __values_[__size_++] = copy;
    }

    void __resize(std::size_t size)
    {
        make_room(size);
        for (std::size_t __i = __size_; __i < size; ++__i)
            __values_[__i] = _Tp();
        __size_ = size;
    }

    void __erase(_Tp* __at)
    {
        for (_Tp* __next = __at + 1; __next != end(); ++__at, ++__next)
            *__at = *__next;
        --__size_;
    }

private:
    void append(const __sequence& __other)
    {
        make_room(__size_ + __other.__size_);
        for (const _Tp& value : __other)
            __values_[__size_++] = value;
    }

    void make_room(std::size_t size)
    {
        if (size <= __room_) return;
        const std::size_t __room = size < 2 * __room_ ? 2 * __room_ : size;
        _Tp* const __values = new _Tp[__room]();
        for (std::size_t __i = 0; __i < __size_; ++__i)
            __values[__i] = __values_[__i];
        delete[] __values_;
        __values_ = __values;
        __room_ = __room;
    }

    _Tp* __values_ = nullptr;
    std::size_t __size_ = 0;
    std::size_t __room_ = 0;
};

} // namespace __detail
} // namespace cuda_legacy

#endif
