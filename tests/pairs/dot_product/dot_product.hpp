// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the dot products: their input, and the bounds of their sums' errors.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "../pair.hpp"
#include "../rounding.hpp"

namespace pairs {

template <class T>
struct two_vectors {
    std::vector<T> a, b;
};

//! All members except the slug, the sides and their orders of summation. The elements of make() are small integers:
//! every partial sum, in any order, is an integer that T holds. So the sides have to agree bit for bit.
template <class T>
struct scalar_product {
    using element = T;
    using input = two_vectors<T>;
    using result = T;

    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 4 * sizeof(T); // two vectors, and copies of both
    static constexpr int warmups = 0;

    //! The longest vector of the modern side.
    static std::size_t longest_modern() { return std::numeric_limits<std::size_t>::max(); }

    static input make(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        const thinned_integers scale = thinned_integers::of<T>(size);
        std::uniform_int_distribution<int> magnitude{1, scale.largest}, sign{0, 1};
        const auto integer = [&] { return static_cast<T>(sign(random) ? magnitude(random) : -magnitude(random)); };

        input in{std::vector<T>(size), std::vector<T>(size)};
        for (T& x : in.a)
            x = integer();
        std::uniform_int_distribution<std::size_t> which{0, scale.step - 1};
        for (std::size_t i = 0; i < size; i += scale.step)
            in.b[std::min(i + which(random), size - 1)] = integer();
        return in;
    }

    //! Reals between -1 and 1, whose sums are rounded.
    static input make_reals(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        std::uniform_real_distribution<T> real{-1, 1};
        input in{std::vector<T>(size), std::vector<T>(size)};
        for (T& x : in.a)
            x = real(random);
        for (T& x : in.b)
            x = real(random);
        return in;
    }

    //! Gives the sum in long double, and the sum of the products' magnitudes, which scales the bound of the error.
    static long_sum exact(const input& in)
    {
        long_sum sum;
        for (std::size_t i = 0; i < in.a.size(); i++)
            sum.add(static_cast<long double>(in.a[i]) * in.b[i]);
        return sum;
    }

    static result reference(const input& in) { return static_cast<T>(exact(in).value); }
    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& sum) { return in_words(sum); }
};

//! A pair whose sides also report the kernel's time. `Pair` names its slug, and the multiple that its legacy side
//! needs.
template <class Pair, class T>
struct timed_scalar_product : scalar_product<T> {
    using typename scalar_product<T>::input;
    using typename scalar_product<T>::result;

    static constexpr std::size_t legacy_multiple = 1; // fewer elements are padded with zeros

    static result legacy(const input& in)
    {
        if (in.a.size() % Pair::legacy_multiple == 0) return legacy_as_it_is(in);
        input padded = in;
        const std::size_t size =
            (in.a.size() + Pair::legacy_multiple - 1) / Pair::legacy_multiple * Pair::legacy_multiple;
        padded.a.resize(size);
        padded.b.resize(size);
        return legacy_as_it_is(padded);
    }

    //! The entry of a modern stage.
    using timed_entry = entry<void(std::size_t, const T*, const T*, T*, float*)>;
    static result timed(const char* stage, const timed_entry& call, const input& in)
    {
        T sum = -1;
        float milliseconds = -1;
        call(in.a.size(), in.a.data(), in.b.data(), &sum, &milliseconds);
        check_time(stage, milliseconds);
        return sum;
    }

    static result modern(const input& in)
    {
        static const entry<T(const std::vector<T>&, const std::vector<T>&, float*)> call{"modern", Pair::slug};
        float milliseconds = -1;
        const T sum = call(in.a, in.b, &milliseconds);
        check_time("modern", milliseconds);
        return sum;
    }

private:
    static result legacy_as_it_is(const input& in)
    {
        static const entry<cudaError_t(int, const T*, const T*, T*, float*)> call{"legacy", Pair::slug};
        T sum = -1;
        float milliseconds = -1;
        check_returned("legacy", call(static_cast<int>(in.a.size()), in.a.data(), in.b.data(), &sum, &milliseconds));
        check_time("legacy", milliseconds);
        return sum;
    }
};

} // namespace pairs
