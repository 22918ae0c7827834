// Holds an instruction against a host function over all combinations of samples.
#pragma once

#include "form_runner.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <sstream>
#include <type_traits>

template <class T>
constexpr char type_letter()
{
    if constexpr (std::is_same_v<T, bool>) return 'p';
    if constexpr (std::is_same_v<T, float>) return 'f';
    if constexpr (std::is_same_v<T, double>) return 'F';
    if constexpr (sizeof(T) <= 2) return 'h';
    return sizeof(T) == 4 ? 'r' : 'd';
}
template <class T>
std::vector<std::uint64_t> sample_bits()
{
    std::vector<std::uint64_t> v;
    if constexpr (std::is_same_v<T, bool>) {
        v = {0, 1};
    } else {
        for (T x : form_runner::samples<T>())
            v.push_back(form_runner::bits(x));
    }
    return v;
}

//! Two NaNs of a 32-bit result must be the canonical one; of a 64-bit result any NaN will do.
template <class D>
bool same_value(std::uint64_t got, D expected)
{
    if constexpr (std::is_same_v<D, float>) {
        if (std::isnan(expected)) return got == 0x7fffffffu;
    }
    if constexpr (std::is_same_v<D, double>) {
        if (std::isnan(expected)) return std::isnan(form_runner::value<double>(got));
    }
    return got == form_runner::bits(expected);
}

template <class D, class... A, class F>
void check_form(const std::string& instruction, F expected)
{
    const auto columns = form_runner::combinations({sample_bits<A>()...});
    std::string text = instruction + " $d";
    for (std::size_t k = 0; k < sizeof...(A); ++k)
        text += std::string(", $") + "abce"[k]; // $d is the result
    const std::string types = {type_letter<D>(), type_letter<A>()...};
    const auto got = form_runner::run(text + ";", types, columns);
    int wrong = 0;
    for (std::size_t n = 0; n < got.size(); ++n) {
        std::size_t k = 0;
        // Braces fix the order of evaluation.
        auto arguments = std::tuple<A...>{form_runner::value<A>(columns[k++][n])...};
        const D want = static_cast<D>(std::apply(expected, arguments));
        if (same_value<D>(got[n], want)) continue;
        if (++wrong > 3) continue;
        std::ostringstream s;
        s << instruction << std::hex;
        for (const auto& c : columns)
            s << " 0x" << c[n];
        s << ": got 0x" << got[n] << ", want 0x" << form_runner::bits(want);
        BOOST_ERROR(s.str());
    }
    BOOST_CHECK_MESSAGE(wrong == 0, instruction << ": " << wrong << " of " << got.size() << " wrong");
}
