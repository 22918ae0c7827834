// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the pairs on matrix products: matrices, the product on the CPU, and the comparison.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <type_traits>

#include "../pair.hpp"
#include "../rounding.hpp"

namespace pairs {

//! Two matrices, stored by rows: m has rows x width elements, and n has width x columns.
template <class T>
struct factors {
    std::size_t rows, width, columns;
    bool whole_numbers; //!< every partial sum is exact, so results are equal bit for bit
    std::vector<T> m, n;
};

//! All members except the slug and the legacy side, which `Pair` has.
template <class Pair, class T>
struct product {
    using input = factors<T>;
    using result = std::vector<T>;

    static constexpr std::size_t default_size = 256 * 256;           // elements of the product
    static constexpr std::size_t bytes_per_element = 12 * sizeof(T); // both factors, their padded copies, results
    static constexpr int warmups = 0;

    //! Square matrices of at most `size` elements, whole numbers from -9 to 9.
    static input make(std::size_t size, unsigned seed)
    {
        const auto width = static_cast<std::size_t>(std::sqrt(static_cast<double>(size)));
        return make(width, width, width, seed);
    }

    static input make(std::size_t rows, std::size_t width, std::size_t columns, unsigned seed)
    {
        input in{rows, width, columns, true, std::vector<T>(rows * width), std::vector<T>(width * columns)};
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> digit{-9, 9};
        for (auto* matrix : {&in.m, &in.n})
            for (T& x : *matrix)
                x = static_cast<T>(digit(random));
        return in;
    }

    static input make_real(std::size_t rows, std::size_t width, std::size_t columns, unsigned seed)
    {
        input in = make(rows, width, columns, seed);
        in.whole_numbers = false;
        std::mt19937 random{seed};
        std::uniform_real_distribution<T> any{-1, 1};
        for (auto* matrix : {&in.m, &in.n})
            for (T& x : *matrix)
                x = any(random);
        return in;
    }

    static result modern(const input& in) { return Pair::modern_stage("modern", in); }
    static result fast(const input& in) { return Pair::modern_stage("fast", in); }

    static result reference(const input& in) { return rounded(multiplied(in, in.m, in.n)); }

    static agreement compare(const input& in, const result& one, const result& other)
    {
        if (in.whole_numbers) return identical(one, other);
        if (one.size() != other.size()) return identical(one, other);
        // sum |m| |n| scales the bound. The reference has roundings of its own, as many in a longer type.
        auto m = in.m, n = in.n;
        for (auto* matrix : {&m, &n})
            for (T& x : *matrix)
                x = std::abs(x);
        const auto exact = multiplied(in, in.m, in.n), magnitude = multiplied(in, m, n);
        const auto allowed = static_cast<wide>(gamma_bound<T>(in.width) + gamma_bound<wide>(2 * in.width));
        for (std::size_t i = 0; i < exact.size(); i++)
            for (const T value : {one[i], other[i]})
                if (!(std::abs(value - exact[i]) <= allowed * magnitude[i]))
                    return {false, "element " + in_words(i) + ": " + in_words(value) + " instead of " +
                                       in_words(static_cast<double>(exact[i])) + " +- " +
                                       in_words(static_cast<double>(allowed * magnitude[i]))};
        return {true, "within bounds"};
    }

    static std::string show(const result& out) { return pairs::summary(out); }

protected:
    //! Calls `call(m, n, p, width)`, which multiplies square matrices. Zeros extend others to squares.
    template <class Call>
    static result of_squares(const input& in, const Call& call)
    {
        if (in.m.empty() || in.n.empty()) {
            call(nullptr, nullptr, nullptr, 0);
            return result(in.rows * in.columns);
        }
        const std::size_t width = std::max({in.rows, in.width, in.columns});
        result p(width * width, -1);
        if (in.rows == width && in.width == width && in.columns == width) { // they may be large
            call(in.m.data(), in.n.data(), p.data(), static_cast<int>(width));
            return p;
        }
        const result m = resized(in.m, in.width, width, width), n = resized(in.n, in.columns, width, width);
        call(m.data(), n.data(), p.data(), static_cast<int>(width));
        return resized(p, width, in.rows, in.columns);
    }

    //! Gives the entry function of a stage, which is looked up once.
    template <class Function>
    static const entry<Function>& entry_of(const char* stage)
    {
        static std::map<std::string, entry<Function>> entries;
        return entries.try_emplace(stage, stage, Pair::slug).first->second;
    }

    //! Extends a matrix of rows x columns with zeros, or cuts it to its first rows and columns.
    static std::vector<T> resized(const std::vector<T>& from, std::size_t columns, std::size_t new_rows,
                                  std::size_t new_columns)
    {
        std::vector<T> to(new_rows * new_columns);
        for (std::size_t i = 0; i < new_rows; i++)
            for (std::size_t j = 0; j < std::min(columns, new_columns); j++)
                if (i * columns + j < from.size()) to[i * new_columns + j] = from[i * columns + j];
        return to;
    }

    static std::size_t rounded_up(std::size_t value, std::size_t multiple)
    {
        return (value + multiple - 1) / multiple * multiple;
    }

private:
    using wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

    static std::vector<wide> multiplied(const input& in, const std::vector<T>& m, const std::vector<T>& n)
    {
        std::vector<wide> out(in.rows * in.columns);
        for (std::size_t i = 0; i < in.rows; i++)
            for (std::size_t k = 0; k < in.width; k++) {
                const wide factor = m[i * in.width + k];
                for (std::size_t j = 0; j < in.columns; j++)
                    out[i * in.columns + j] += factor * n[k * in.columns + j];
            }
        return out;
    }

    static result rounded(const std::vector<wide>& from)
    {
        result to(from.size());
        for (std::size_t i = 0; i < from.size(); i++)
            to[i] = static_cast<T>(from[i]);
        return to;
    }
};

} // namespace pairs
