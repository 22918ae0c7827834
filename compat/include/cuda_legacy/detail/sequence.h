// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values in a row, as much of std::vector as these headers need: <vector> costs every source of a program as much as a
// third of nvcc's time for an empty one.
#ifndef CUDA_LEGACY_DETAIL_SEQUENCE_H
#define CUDA_LEGACY_DETAIL_SEQUENCE_H

#include <cstddef>

namespace cuda_legacy {
namespace detail {

template <class T>
class sequence {
public:
    sequence() = default;
    sequence(const sequence& other) { append(other); }
    sequence& operator=(const sequence& other)
    {
        if (this != &other) {
            size_ = 0;
            append(other);
        }
        return *this;
    }
    ~sequence() { delete[] values_; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* begin() { return values_; }
    T* end() { return values_ + size_; }
    const T* begin() const { return values_; }
    const T* end() const { return values_ + size_; }
    T& front() { return values_[0]; }
    T& back() { return values_[size_ - 1]; }
    T& operator[](std::size_t i) { return values_[i]; }
    const T& operator[](std::size_t i) const { return values_[i]; }

    // `value` may be one of the sequence's own.
    void push_back(const T& value)
    {
        const T copy = value;
        make_room(size_ + 1);
        values_[size_++] = copy;
    }

    void resize(std::size_t size)
    {
        make_room(size);
        for (std::size_t i = size_; i < size; ++i)
            values_[i] = T();
        size_ = size;
    }

    void erase(T* at)
    {
        for (T* next = at + 1; next != end(); ++at, ++next)
            *at = *next;
        --size_;
    }

private:
    void append(const sequence& other)
    {
        make_room(size_ + other.size_);
        for (const T& value : other)
            values_[size_++] = value;
    }

    void make_room(std::size_t size)
    {
        if (size <= room_) return;
        const std::size_t room = size < 2 * room_ ? 2 * room_ : size;
        T* const values = new T[room]();
        for (std::size_t i = 0; i < size_; ++i)
            values[i] = values_[i];
        delete[] values_;
        values_ = values;
        room_ = room;
    }

    T* values_ = nullptr;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
};

} // namespace detail
} // namespace cuda_legacy

#endif
