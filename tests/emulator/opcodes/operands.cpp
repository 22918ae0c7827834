// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edge values and random operands by type.
#include "harness.hpp"

#include <algorithm>
#include <random>

namespace opcode_test {

int bits_of(kind k)
{
    switch (k) {
    case kind::pred:
        return 1;
    case kind::s8:
    case kind::u8:
        return 8;
    case kind::s16:
    case kind::u16:
    case kind::f16:
    case kind::bf16:
        return 16;
    case kind::s32:
    case kind::u32:
    case kind::f32:
    case kind::f16x2:
    case kind::bf16x2:
        return 32;
    default:
        return 64;
    }
}

namespace {

using generator = std::mt19937_64;

u64 low(int bits, u64 v) { return bits >= 64 ? v : v & ((u64{1} << bits) - 1); }

std::vector<u64> integer_edges(int bits)
{
    const u64 top = u64{1} << (bits - 1);
    std::vector<u64> v = {0,
                          1,
                          2,
                          3,
                          31,
                          32,
                          33,
                          0x55,
                          0x7f,
                          0x80,
                          0xff,
                          low(bits, ~u64{0}),
                          low(bits, ~u64{1}),
                          top,
                          top - 1,
                          top + 1,
                          low(bits, 0x5555555555555555),
                          low(bits, 0xaaaaaaaaaaaaaaaa)};
    if (bits > 8) v.insert(v.end(), {0x100, 0x7fff, 0x8000, 0xffff, low(bits, 0xffffffffffffff80)});
    if (bits > 16) v.insert(v.end(), {0x10000, 0xffffff, 0x800000, 0x01234567, low(bits, 0xffffffffffff8000)});
    if (bits > 32)
        v.insert(v.end(), {0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0xffffffff80000000, 0x0123456789abcdef});
    return v;
}

// Zeros, subnormals, the smallest and largest normal numbers, one and its neighbours, numbers at the limits of the
// integer types, infinities, quiet and signalling NaN with payloads: all of both signs.
std::vector<u64> float_edges(int exponent_bits, int mantissa_bits)
{
    const u64 one_exponent = (u64{1} << (exponent_bits - 1)) - 1, mantissa = (u64{1} << mantissa_bits) - 1;
    const u64 all = (u64{1} << exponent_bits) - 1;
    auto make = [&](u64 e, u64 m) { return e << mantissa_bits | m; };
    std::vector<u64> v = {0,
                          1,
                          mantissa >> 1,
                          mantissa,
                          make(1, 0),
                          make(1, 1),
                          make(all - 1, mantissa),
                          make(all - 1, 0),
                          make(all, 0),
                          make(all, 1),
                          make(all, mantissa),
                          make(all, (mantissa >> 1) + 1),
                          make(all, ((mantissa >> 1) + 1) | 5),
                          make(one_exponent, 0),
                          make(one_exponent, 1),
                          make(one_exponent - 1, mantissa),
                          make(one_exponent - 1, 0),
                          make(one_exponent, mantissa / 2 + 1),
                          make(one_exponent + 1, mantissa / 4 + 1),
                          make(one_exponent + 1, 0)};
    for (int n : {7, 8, 15, 16, 31, 32, 63, 64})
        if (one_exponent + n < all) {
            v.push_back(make(one_exponent + n, 0));
            v.push_back(make(one_exponent + n - 1, mantissa));
        }
    const std::size_t n = v.size();
    const u64 sign = u64{1} << (exponent_bits + mantissa_bits);
    for (std::size_t k = 0; k < n; ++k)
        v.push_back(v[k] | sign);
    return v;
}

std::vector<u64> make_edges(kind k)
{
    switch (k) {
    case kind::pred:
        return {0, 1};
    case kind::f16:
        return float_edges(5, 10);
    case kind::bf16:
        return float_edges(8, 7);
    case kind::f32:
        return float_edges(8, 23);
    case kind::f64:
        return float_edges(11, 52);
    case kind::f16x2:
    case kind::bf16x2: {
        const auto half = k == kind::f16x2 ? float_edges(5, 10) : float_edges(8, 7);
        std::vector<u64> v;
        for (std::size_t i = 0; i < half.size(); ++i)
            v.push_back(half[i] << 16 | half[(7 * i + 3) % half.size()]);
        return v;
    }
    default:
        return integer_edges(bits_of(k));
    }
}

const std::vector<u64>& edges(kind k)
{
    static std::vector<u64> tables[int(kind::f64) + 1];
    auto& t = tables[int(k)];
    if (t.empty()) t = make_edges(k);
    return t;
}

// Any bits; or a float of moderate size, so that arithmetic is more than overflow; or an integer of any magnitude.
u64 random_value(kind k, generator& g)
{
    const u64 any = low(bits_of(k), g());
    auto moderate = [&](int exponent_bits, int mantissa_bits) {
        const u64 one = (u64{1} << (exponent_bits - 1)) - 1;
        const u64 spread = std::min<u64>(16, one - 1);
        const u64 e = one - spread / 2 + g() % spread;
        return (g() & 1) << (exponent_bits + mantissa_bits) | e << mantissa_bits | low(mantissa_bits, g());
    };
    if (g() % 3 == 0) return any;
    switch (k) {
    case kind::f16:
        return moderate(5, 10);
    case kind::bf16:
        return moderate(8, 7);
    case kind::f32:
        return moderate(8, 23);
    case kind::f64:
        return moderate(11, 52);
    case kind::f16x2:
        return moderate(5, 10) << 16 | moderate(5, 10);
    case kind::bf16x2:
        return moderate(8, 7) << 16 | moderate(8, 7);
    case kind::pred:
        return any;
    default: {
        const int n = 1 + int(g() % u64(bits_of(k)));
        const u64 v = low(n, g());
        return low(bits_of(k), g() & 1 ? v : 0 - v);
    }
    }
}

} // namespace

std::vector<row> operands_of(const form& f)
{
    const std::size_t n = f.sources.size();
    std::uint64_t seed = 0x2545f4914f6cdd1d;
    for (char c : f.name)
        seed = seed * 1099511628211u + static_cast<unsigned char>(c);
    generator g(seed);
    std::vector<row> rows = f.tuples;
    if (rows.empty() && n > 0) {
        std::vector<const std::vector<u64>*> lists;
        std::size_t product = 1;
        for (std::size_t k = 0; k < n; ++k) {
            const bool chosen = k < f.choices.size() && !f.choices[k].empty();
            lists.push_back(chosen ? &f.choices[k] : &edges(f.sources[k].type));
            product = std::min<std::size_t>(product * lists.back()->size(), 1 << 20);
        }
        const std::size_t most = 3584;
        if (product <= most) { // every combination
            for (std::size_t i = 0; i < product; ++i) {
                row r(n);
                std::size_t at = i;
                for (std::size_t k = 0; k < n; ++k) {
                    r[k] = (*lists[k])[at % lists[k]->size()];
                    at /= lists[k]->size();
                }
                rows.push_back(r);
            }
        } else {
            for (std::size_t i = 0; i < most; ++i) {
                row r(n);
                for (std::size_t k = 0; k < n; ++k)
                    r[k] = (*lists[k])[g() % lists[k]->size()];
                rows.push_back(r);
            }
        }
        for (unsigned i = 0; i < f.random; ++i) {
            row r(n);
            for (std::size_t k = 0; k < n; ++k) {
                const bool chosen = k < f.choices.size() && !f.choices[k].empty();
                r[k] = chosen ? (*lists[k])[g() % lists[k]->size()] : random_value(f.sources[k].type, g);
                // Close to another operand: cancellation, ties, equality.
                if (k > 0 && f.sources[k].type == f.sources[k - 1].type && !chosen) {
                    const int bits = bits_of(f.sources[k].type);
                    if (g() % 4 == 0) r[k] = low(bits, r[k - 1] + g() % 3 - 1);
                    if (g() % 8 == 0) r[k] = r[k - 1] ^ u64 { 1 } << (bits - 1);
                }
            }
            rows.push_back(r);
        }
    }
    rows.insert(rows.end(), f.more.begin(), f.more.end());
    if (rows.empty()) rows.push_back(row(n, 0));
    if (f.grid.x) {
        const row last = rows.back();
        rows.resize(std::size_t{f.grid.volume()} * f.block.volume(), last);
    } else {
        const std::size_t b = f.block.volume();
        const row last = rows.back();
        rows.resize((rows.size() + b - 1) / b * b, last);
    }
    // Noise above the type in a wider register.
    for (row& r : rows)
        for (std::size_t k = 0; k < n; ++k)
            if (const int bits = bits_of(f.sources[k].type); f.sources[k].register_bits > bits)
                r[k] = low(f.sources[k].register_bits, low(bits, r[k]) | (g() | u64{1} << bits) << bits);
    return rows;
}

std::vector<row> expected_of(const form& f, const std::vector<row>& in)
{
    const std::size_t results = f.results.size();
    std::vector<row> out(in.size(), row(results, 0));
    if (f.expected_block) {
        const std::size_t b = f.block.volume();
        for (std::size_t first = 0; first < in.size(); first += b) {
            std::vector<row> i(in.begin() + first, in.begin() + first + b), o(b, row(results, 0));
            f.expected_block(i, o, unsigned(first / b));
            std::copy(o.begin(), o.end(), out.begin() + first);
        }
    } else {
        for (std::size_t k = 0; k < in.size(); ++k)
            f.expected(in[k].data(), out[k].data());
    }
    for (row& r : out)
        for (std::size_t k = 0; k < results; ++k)
            r[k] = f.results[k].type == kind::pred ? r[k] & 1 : low(f.results[k].register_bits, r[k]);
    return out;
}

block_function per_warp(std::function<void(const row* in, row* out)> f)
{
    return [f](const std::vector<row>& in, std::vector<row>& out, unsigned) {
        for (std::size_t k = 0; k + 32 <= in.size(); k += 32)
            f(&in[k], &out[k]);
    };
}

} // namespace opcode_test
