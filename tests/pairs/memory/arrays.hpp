// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that the pairs of this folder share: random ones, and arrays that are reversed in tiles.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

namespace pairs {

//! Reverses each group of `tile` elements, and a shorter last group, too.
template <class T>
std::vector<T> reversed_in_tiles(std::vector<T> values, std::size_t tile)
{
    for (std::size_t begin = 0; begin < values.size(); begin += tile)
        std::reverse(values.begin() + begin, values.begin() + std::min(begin + tile, values.size()));
    return values;
}

inline std::vector<float> random_floats(std::size_t size, std::mt19937& random)
{
    std::uniform_real_distribution<float> any{-1000, 1000};
    std::vector<float> values(size);
    for (float& x : values)
        x = any(random);
    return values;
}

inline std::vector<int> random_ints(std::size_t size, std::mt19937& random)
{
    std::vector<int> values(size);
    for (int& x : values)
        x = static_cast<int>(random());
    return values;
}

} // namespace pairs
