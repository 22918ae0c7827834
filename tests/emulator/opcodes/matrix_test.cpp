// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma with every shape and type, and ldmatrix, stmatrix, movmatrix. wmma has a file of its own.
//
// Products of integers, and of small whole numbers in floating point, are exact. PTX computes others "with at least
// single precision": each of the k additions may lose a last place of the sum's bound, in any order. f64 is a chain of
// fused multiply-adds.
#include <boost/test/unit_test.hpp>

#include "matrix.hpp"

using namespace opcode_test;

namespace {

struct at {
    int row, column;
};
using layout = at (*)(int i, int g, int t); // of element i; group and thread in it, as PTX ISA's formulas have them

struct product {
    int m, n, k;
    layout a, b;
};

// The accumulator of 8 rows, and of 16.
at c8(int i, int g, int t) { return {g, t * 2 + i}; }
at c16(int i, int g, int t) { return {i < 2 ? g : g + 8, t * 2 + (i & 1)}; }

const product of_16_bits[] = {
    {16, 8, 8,
     [](int i, int g, int t) {
         return at{i < 2 ? g : g + 8, t * 2 + (i & 1)};
     },
     [](int i, int g, int t) {
         return at{t * 2 + i, g};
     }},
    {16, 8, 16,
     [](int i, int g, int t) {
         return at{i < 2 || (4 <= i && i < 6) ? g : g + 8, i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8};
     },
     [](int i, int g, int t) {
         return at{i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g};
     }}};
const product of_tf32[] = {{16, 8, 4,
                            [](int i, int g, int t) {
                                return at{i == 0 ? g : g + 8, t};
                            },
                            [](int, int g, int t) {
                                return at{t, g};
                            }},
                           {16, 8, 8,
                            [](int i, int g, int t) {
                                return at{i == 0 || i == 2 ? g : g + 8, i == 0 || i == 1 ? t : t + 4};
                            },
                            [](int i, int g, int t) {
                                return at{i == 0 ? t : t + 4, g};
                            }}};
const product of_f64[] = {{8, 8, 4,
                           [](int, int g, int t) {
                               return at{g, t};
                           },
                           [](int, int g, int t) {
                               return at{t, g};
                           }},
                          {16, 8, 4,
                           [](int i, int g, int t) {
                               return at{i == 0 ? g : g + 8, t};
                           },
                           [](int, int g, int t) {
                               return at{t, g};
                           }},
                          {16, 8, 8,
                           [](int i, int g, int t) {
                               return at{i == 0 || i == 2 ? g : g + 8, i == 0 || i == 1 ? t : t + 4};
                           },
                           [](int i, int g, int t) {
                               return at{i == 0 ? t : t + 4, g};
                           }},
                          {16, 8, 16,
                           [](int i, int g, int t) {
                               return at{i % 2 == 0 ? g : g + 8, (i % 2 == 0 ? i * 2 : i * 2 - 2) + t};
                           },
                           [](int i, int g, int t) {
                               return at{t + i * 4, g};
                           }}};
const product of_8_bits[] = {
    {8, 8, 16,
     [](int i, int g, int t) {
         return at{g, t * 4 + i};
     },
     [](int i, int g, int t) {
         return at{t * 4 + i, g};
     }},
    {16, 8, 16,
     [](int i, int g, int t) {
         return at{i < 4 ? g : g + 8, t * 4 + (i & 3)};
     },
     [](int i, int g, int t) {
         return at{t * 4 + i, g};
     }},
    {16, 8, 32,
     [](int i, int g, int t) {
         return at{i < 4 || (8 <= i && i < 12) ? g : g + 8, i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16};
     },
     [](int i, int g, int t) {
         return at{i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, g};
     }}};
const product of_4_bits[] = {
    {8, 8, 32,
     [](int i, int g, int t) {
         return at{g, t * 8 + i};
     },
     [](int i, int g, int t) {
         return at{t * 8 + i, g};
     }},
    {16, 8, 32,
     [](int i, int g, int t) {
         return at{i < 8 ? g : g + 8, t * 8 + (i & 7)};
     },
     [](int i, int g, int t) {
         return at{t * 8 + i, g};
     }},
    {16, 8, 64,
     [](int i, int g, int t) {
         return at{i < 8 || (16 <= i && i < 24) ? g : g + 8, i < 16 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32};
     },
     [](int i, int g, int t) {
         return at{i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, g};
     }}};
const product of_1_bit[] = {
    {8, 8, 128,
     [](int i, int g, int t) {
         return at{g, t * 32 + i};
     },
     [](int i, int g, int t) {
         return at{t * 32 + i, g};
     }},
    {16, 8, 128,
     [](int i, int g, int t) {
         return at{i < 32 ? g : g + 8, t * 32 + (i & 31)};
     },
     [](int i, int g, int t) {
         return at{t * 32 + i, g};
     }},
    {16, 8, 256,
     [](int i, int g, int t) {
         return at{i < 32 || (64 <= i && i < 96) ? g : g + 8, i < 64 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128};
     },
     [](int i, int g, int t) {
         return at{i < 32 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128, g};
     }}};

// How a matrix lies in the registers of a warp.
struct fragment {
    int rows, columns;
    matrix_type type;
    layout where;
    int elements() const { return rows * columns / 32; }
    int per_register() const { return std::max(1, 32 / type.bits); }
    int registers() const { return elements() / per_register(); }
    // The rows of registers begin at `first`.
    matrix gather(const row* in, int first) const
    {
        matrix v(rows, columns);
        for (int lane = 0; lane < 32; ++lane)
            for (int i = 0; i < elements(); ++i) {
                const at p = where(i, lane >> 2, lane % 4);
                const u64 reg = in[lane][first + i / per_register()];
                v(p.row, p.column) = low_bits(reg >> type.bits * (i % per_register()), type.bits);
            }
        return v;
    }
    void scatter(const matrix& v, row* out) const
    {
        for (int lane = 0; lane < 32; ++lane)
            for (int i = 0; i < elements(); ++i) {
                const at p = where(i, lane >> 2, lane % 4);
                out[lane][i / per_register()] |= v(p.row, p.column) << type.bits * (i % per_register());
            }
    }
    std::vector<operand> operands() const
    {
        return std::vector<operand>(registers(), type.bits == 64 ? kind::f64 : kind::u32);
    }
};

std::string list(char prefix, int first, int count)
{
    std::string s = "{";
    for (int k = 0; k < count; ++k)
        s += (k ? ", %" : "%") + std::string(1, prefix) + std::to_string(first + k);
    return s + "}";
}

void add_product(suite& forms, const product& p, const std::string& before_types, const std::string& after_types,
                 const matrix_type& ta, const matrix_type& tb, const matrix_type& tc, const matrix_type& td,
                 int architecture, const rule& how)
{
    const fragment a{p.m, p.k, ta, p.a}, b{p.k, p.n, tb, p.b};
    const fragment c{p.m, p.n, tc, p.m == 8 ? c8 : c16}, d{p.m, p.n, td, c.where};
    const std::string shape = "m" + std::to_string(p.m) + "n" + std::to_string(p.n) + "k" + std::to_string(p.k);
    form x;
    x.name = "mma.sync.aligned." + shape + ".row.col" + before_types + "." + td.name + "." + ta.name + "." + tb.name +
             "." + tc.name + after_types;
    x.results = d.operands();
    for (const fragment* f : {&a, &b, &c})
        for (const operand& o : f->operands())
            x.sources.push_back(o);
    const int first_b = a.registers(), first_c = first_b + b.registers();
    x.text = x.name + " " + list('d', 0, d.registers()) + ", " + list('s', 0, a.registers()) + ", " +
             list('s', first_b, b.registers()) + ", " + list('s', first_c, c.registers()) + ";";
    x.expected_block = per_warp([=](const row* in, row* out) {
        d.scatter(multiplied(a.gather(in, 0), b.gather(in, first_b), c.gather(in, first_c), ta, tb, tc, td, how), out);
    });
    x.architecture = architecture;
    for (bool whole : {false, true}) {
        if (whole) x.name += " of whole numbers";
        x.accepts = whole ? nullptr : tolerance(td, p.k);
        x.tuples.clear();
        generator g(u64(p.m) << 20 | u64(p.k) << 8 | u64(ta.bits));
        for (int thread = 0; thread < 16 * 32; ++thread) {
            row r;
            for (const fragment* f : {&a, &b, &c})
                for (int k = 0; k < f->registers(); ++k)
                    r.push_back(random_register(f->type, f == &c, whole, g));
            x.tuples.push_back(r);
        }
        forms.forms.push_back(x);
    }
}

} // namespace

OPCODE_FORMS(matrix_products_of_floats)
{
    for (const product& p : of_16_bits) {
        const int sm = p.k == 8 ? 75 : 80;
        add_product(forms, p, "", "", f16_element, f16_element, f32_element, f32_element, sm, {});
        add_product(forms, p, "", "", f16_element, f16_element, f16_element, f16_element, sm, {});
        add_product(forms, p, "", "", bf16_element, bf16_element, f32_element, f32_element, 80, {});
    }
    for (const product& p : of_tf32)
        add_product(forms, p, "", "", tf32_element, tf32_element, f32_element, f32_element, 80, {});
    for (const product& p : of_f64)
        for (auto& [name, m] : {std::pair<const char*, mode>{"", mode::nearest},
                                {".rn", mode::nearest},
                                {".rz", mode::zero},
                                {".rm", mode::down},
                                {".rp", mode::up}}) {
            rule how;
            how.m = m;
            add_product(forms, p, name, "", f64_element, f64_element, f64_element, f64_element, p.m == 8 ? 80 : 90,
                        how);
        }
    for (const matrix_type& a : {e4m3_element, e5m2_element})
        for (const matrix_type& b : {e4m3_element, e5m2_element})
            for (const product* p : {&of_8_bits[1], &of_8_bits[2]}) {
                add_product(forms, *p, "", "", a, b, f32_element, f32_element, 89, {});
                add_product(forms, *p, "", "", a, b, f16_element, f16_element, 89, {});
            }
}

OPCODE_FORMS(matrix_products_of_integers)
{
    for (bool saturates : {false, true}) {
        rule how;
        how.saturates = saturates;
        const std::string sat = saturates ? ".satfinite" : "";
        for (const matrix_type& a : {s8_element, u8_element})
            for (const matrix_type& b : {s8_element, u8_element})
                for (const product& p : of_8_bits)
                    add_product(forms, p, sat, "", a, b, s32_element, s32_element, p.m == 8 ? 75 : 80, how);
        for (const matrix_type& a : {s4_element, u4_element})
            for (const matrix_type& b : {s4_element, u4_element})
                for (const product& p : of_4_bits)
                    add_product(forms, p, sat, "", a, b, s32_element, s32_element, p.m == 8 ? 75 : 80, how);
    }
    for (const product& p : of_1_bit)
        for (bool conjunction : {false, true}) {
            rule how;
            how.conjunction = conjunction;
            add_product(forms, p, "", conjunction ? ".and.popc" : ".xor.popc", b1_element, b1_element, s32_element,
                        s32_element, p.m == 8 && !conjunction ? 75 : 80, how);
        }
}

// Matrices of 8 by 8 elements of 16 bits: each lane of eight has the address of a row; each gets two neighbours of a
// row, or of a column with .trans.
OPCODE_FORMS(matrix_rows)
{
    const std::string begin =
        "{ .shared .align 16 .b8 block_bytes[2048]; .reg .b32 %t, %p, %q; mov.u32 %t, %tid.x; mov.u32 %p, block_bytes; "
        "mad.lo.u32 %p, %t, 16, %p; xor.b32 %t, %t, 5; mov.u32 %q, block_bytes; mad.lo.u32 %q, %t, 16, %q;\n    ";
    for (int count : {1, 2, 4})
        for (bool transposes : {false, true}) {
            const std::string x = ".x" + std::to_string(count), trans = transposes ? ".trans" : "";
            for (const std::string space : {".shared", ".shared::cta", ""}) {
                // The row of a lane is what lane ^ 5 wrote: rows in another order.
                const std::string load = "ldmatrix.sync.aligned.m8n8" + x + trans + space + ".b16";
                const std::string generic =
                    space.empty() ? ".reg .b64 %w; cvt.u64.u32 %w, %q; cvta.shared.u64 %w, %w; " : "";
                forms
                    .add_block(load, std::vector<operand>(count, kind::u32), {kind::u64, kind::u64},
                               begin + generic + "st.shared.v2.b64 [%p], {%s0, %s1}; bar.sync 0; " + load + " " +
                                   list('d', 0, count) + ", [" + (space.empty() ? "%w" : "%q") + "]; }",
                               per_warp([=](const row* in, row* out) {
                                   auto element = [&](int matrix, int i, int j) {
                                       return in[(8 * matrix + i) ^ 5][j / 4] >> 16 * (j % 4) & 0xffff;
                                   };
                                   for (int lane = 0; lane < 32; ++lane)
                                       for (int k = 0; k < count; ++k)
                                           for (int e = 0; e < 2; ++e) {
                                               const int i = lane / 4, j = lane % 4 * 2 + e;
                                               out[lane][k] |= (transposes ? element(k, j, i) : element(k, i, j))
                                                               << 16 * e;
                                           }
                               }))
                    .needs(space == ".shared::cta" ? 90 : 75);
            }
            const std::string store = "stmatrix.sync.aligned.m8n8" + x + trans + ".shared.b16";
            forms
                .add_block(store, {kind::u64, kind::u64}, std::vector<operand>(count, kind::u32),
                           begin + "st.shared.v2.b64 [%p], {7, 8}; bar.sync 0; " + store + " [%q], " +
                               list('s', 0, count) + "; bar.sync 0; ld.shared.v2.b64 {%d0, %d1}, [%p]; }",
                           per_warp([=](const row* in, row* out) {
                               for (int lane = 0; lane < 32; ++lane) {
                                   const int place = lane ^ 5, matrix = place / 8, i = place % 8;
                                   out[lane] = {7, 8};
                                   if (matrix >= count) continue;
                                   out[lane] = {0, 0};
                                   for (int j = 0; j < 8; ++j) {
                                       const int r = transposes ? j : i, c = transposes ? i : j;
                                       const u64 v = in[r * 4 + c / 2][matrix] >> 16 * (c % 2) & 0xffff;
                                       out[lane][j / 4] |= v << 16 * (j % 4);
                                   }
                               }
                           }))
                .needs(90);
        }
    forms.add_block("movmatrix.sync.aligned.m8n8.trans.b16", {kind::u32}, {kind::u32},
                    "movmatrix.sync.aligned.m8n8.trans.b16 %d0, %s0;", per_warp([](const row* in, row* out) {
                        for (int lane = 0; lane < 32; ++lane)
                            for (int e = 0; e < 2; ++e) {
                                const int i = lane % 4 * 2 + e, j = lane / 4; // transposed
                                out[lane][0] |= (in[i * 4 + j / 2][0] >> 16 * (j % 2) & 0xffff) << 16 * e;
                            }
                    }));
}
