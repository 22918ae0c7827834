// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the array of structures and the structure of arrays: two numbers for each element. 10 is added to
// the first, and 20 to the second.
#pragma once

#include <cstddef>
#include <random>
#include <stdexcept>
#include <vector>

#include "../agreement.hpp"

namespace pairs {

struct two_arrays {
    std::vector<float> x, y;

    auto members() const { return std::tie(x, y); }

    //! Makes data like the documents' initialInnerStruct: multiples of 0.01 below 2.56.
    static two_arrays make(std::size_t size, unsigned seed)
    {
        two_arrays in{std::vector<float>(size), std::vector<float>(size)};
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> byte{0, 255};
        for (std::size_t i = 0; i < size; i++) {
            in.x[i] = byte(random) / 100.0f;
            in.y[i] = byte(random) / 100.0f;
        }
        return in;
    }

    two_arrays increased() const
    {
        two_arrays out = *this;
        for (float& one : out.x)
            one += 10.f;
        for (float& one : out.y)
            one += 20.f;
        return out;
    }
};

inline agreement identical(const two_arrays& one, const two_arrays& other)
{
    const agreement first = identical(one.x, other.x);
    return first.holds ? identical(one.y, other.y) : first;
}

//! The legacy sides also copy back the result of their kernel `warmup`. Throws if that differs.
inline void check_warm_up(const two_arrays& warm, const two_arrays& out)
{
    if (const agreement same = identical(warm, out); !same.holds)
        throw std::runtime_error{"legacy: the warm-up's result is another one: " + same.words};
}

} // namespace pairs
