// Runs one PTX instruction on many operands: builds a kernel around it, decodes and executes it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace form_runner {

//! The kernel's text between loads and stores, e.g. "add.s32 $d, $a, $b;". `$d` and `$a`, `$b`, `$c`, `$e` become
//! registers of the letters in `types`: d first. Letters: h r d (16, 32, 64 bits), f F (floats), p (predicate, as 0 or
//! 1). Operands and results are their bits. Throws what decoding and execution throw.
std::vector<std::uint64_t> run(const std::string& text, const std::string& types,
                               const std::vector<std::vector<std::uint64_t>>& operands);

//! Runs a whole PTX module's kernel "k" with one pointer parameter to `data`; blocks of `threads`.
void run_module(const std::string& ptx, void* data, unsigned blocks, unsigned threads, bool checks = false);

template <class T>
std::uint64_t bits(T v)
{
    std::uint64_t b = 0;
    std::memcpy(&b, &v, sizeof v);
    return b;
}
template <class T>
T value(std::uint64_t b)
{
    T v;
    std::memcpy(&v, &b, sizeof v);
    return v;
}

//! Edge values of a type, then random ones: deterministic.
template <class T>
std::vector<T> samples();

//! Every pair or triple of a thinned list, as columns.
std::vector<std::vector<std::uint64_t>> combinations(const std::vector<std::vector<std::uint64_t>>& lists,
                                                     std::size_t most = 20000);

} // namespace form_runner
