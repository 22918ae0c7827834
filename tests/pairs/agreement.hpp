// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How two results are compared: bit for bit.
#pragma once

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace pairs {

//! The outcome of a comparison: whether it holds, and in words what holds or differs.
struct agreement {
    bool holds;
    std::string words;
};

template <class T>
std::string in_words(const T& value)
{
    std::ostringstream text;
    text.precision(9);
    text << value;
    return text.str();
}

//! Compares bit for bit: even two zeros with different signs differ. The text has the first difference.
template <class T>
agreement identical(const std::vector<T>& one, const std::vector<T>& other)
{
    if (one.size() != other.size()) return {false, in_words(one.size()) + " elements and " + in_words(other.size())};
    for (std::size_t i = 0; i < one.size(); i++)
        if (std::memcmp(&one[i], &other[i], sizeof(T)) != 0)
            return {false, "element " + in_words(i) + ": " + in_words(one[i]) + " and " + in_words(other[i])};
    return {true, "identical"};
}

template <class T>
agreement identical(const T& one, const T& other)
{
    if (std::memcmp(&one, &other, sizeof(T)) == 0) return {true, "identical"};
    return {false, in_words(one) + " and " + in_words(other)};
}

//! Describes a vector in a line: the number of elements, the first and the last.
template <class T>
std::string summary(const std::vector<T>& values)
{
    if (values.empty()) return "nothing";
    if (values.size() == 1) return in_words(values[0]);
    return in_words(values.front()) + " .. " + in_words(values.back());
}

} // namespace pairs
