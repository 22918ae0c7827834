// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A number made of the bits of a result. So the results of two runs can be compared without storing them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <vector>

namespace pairs {

//! FNV-1a over numbers, and over containers, tuples and structures of them. A structure names its members in
//! `auto members() const { return std::tie(...); }`.
class fingerprint {
public:
    template <class T>
    void add(const T& value)
    {
        if constexpr (std::is_arithmetic_v<T>) {
            unsigned char bytes[sizeof(T)];
            std::memcpy(bytes, &value, sizeof(T));
            for (const unsigned char byte : bytes)
                value_ = (value_ ^ byte) * 1099511628211u;
        } else if constexpr (is_range<T>::value) {
            add(static_cast<std::uint64_t>(std::size(value)));
            for (const auto& one : value)
                add<typename T::value_type>(one);
        } else if constexpr (is_tuple<T>::value) {
            std::apply([this](const auto&... one) { (add(one), ...); }, value);
        } else {
            add(value.members());
        }
    }

    std::uint64_t value() const { return value_; }

private:
    template <class T, class = void>
    struct is_range : std::false_type {
    };
    template <class T>
    struct is_range<T, std::void_t<decltype(std::begin(std::declval<const T&>()))>> : std::true_type {
    };
    template <class T, class = void>
    struct is_tuple : std::false_type {
    };
    template <class T>
    struct is_tuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {
    };

    std::uint64_t value_ = 14695981039346656037u;
};

} // namespace pairs
