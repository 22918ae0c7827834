// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma: the fragments' layout is not specified, so that a test stores both matrices in memory, loads, multiplies, and
// stores again; every shape, type and layout, in shared memory, with strides given and not.
#include <boost/test/unit_test.hpp>

#include "matrix.hpp"

using namespace opcode_test;

namespace {

struct shape_of_product {
    int m, n, k;
    std::string name() const { return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k); }
};

// Where a matrix lies in memory: by rows or by columns, `stride` elements from one to the next.
struct stored {
    int rows, columns;
    matrix_type type;
    bool by_columns;
    int padding; // elements
    int stride() const { return (by_columns ? rows : columns) + padding; }
    int lines() const { return by_columns ? columns : rows; }
    int words() const { return lines() * stride() * type.bits / 32; }
    int words_per_thread() const { return (words() + 31) / 32; }
    const char* layout() const { return by_columns ? "col" : "row"; }
    int place(int i, int j) const { return by_columns ? j * stride() + i : i * stride() + j; }
};

std::string registers(const char* prefix, int count)
{
    std::string s = "{";
    for (int k = 0; k < count; ++k)
        s += (k ? ", %" : "%") + std::string(prefix) + std::to_string(k);
    return s + "}";
}

void add_product(suite& forms, const shape_of_product& p, const std::string& operation, const matrix_type& ta,
                 const matrix_type& tb, const matrix_type& tc, const matrix_type& td, bool a_by_columns,
                 bool b_by_columns, int architecture, const rule& how, const std::string& rounding = "",
                 const std::string& modifier = "")
{
    const bool c_by_columns = a_by_columns, padded = b_by_columns; // all of both
    const int padding = padded;
    const stored a{p.m, p.k, ta, a_by_columns, padding * (ta.bits == 64 ? 2 : 128 / ta.bits)};
    const stored b{p.k, p.n, tb, b_by_columns, a.padding};
    const stored c{p.m, p.n, tc, c_by_columns, padding * 8}, d{p.m, p.n, td, !c_by_columns, padding * 8};
    auto count = [&](const stored& s, bool accumulator) { // registers of the fragment
        if (!accumulator && s.type.bits == 16 && s.type.f.mantissa_bits == 10) return 8;
        return s.rows * s.columns / 32 / std::max(1, 32 / s.type.bits);
    };
    const bool same = std::string(ta.name) == "f16";
    const std::string types = same ? std::string(".") + td.name + "." + tc.name
                                   : std::string(".") + td.name + "." + ta.name + "." + tb.name + "." + tc.name;
    form x;
    const std::string mma = "wmma.mma" + operation + ".sync.aligned." + a.layout() + "." + b.layout() + "." + p.name() +
                            rounding + types + modifier;
    x.name = mma + " to " + d.layout() + (padding ? " with strides" : "");
    // Each thread brings some words of each matrix, and takes some of the result.
    std::string s = "{ .shared .align 32 .b8 matrices[32768]; .reg .b32 %t, %w, %p<5>; ";
    const char* const names[] = {"a", "b", "c", "d"};
    int first = 0, offset = 0;
    std::string loads;
    std::vector<int> begins;
    const int warp_bytes = 8192;
    s += "mov.u32 %t, %laneid; mov.u32 %w, %tid.x; shr.u32 %w, %w, 5; mul.lo.u32 %w, %w, " +
         std::to_string(warp_bytes) + "; mov.u32 %p4, matrices; add.u32 %w, %w, %p4;\n    ";
    for (const stored* m : {&a, &b, &c, &d}) {
        const bool accumulator = m == &c || m == &d;
        const int n = int(m == &a ? 0 : m == &b ? 1 : m == &c ? 2 : 3);
        const std::string reg = "%p" + std::to_string(n);
        s += "add.u32 " + reg + ", %w, " + std::to_string(offset) + "; ";
        s += std::string(".reg .") +
             (m->type.bits == 64                                             ? "f64"
              : m->type.bits == 32 && m->type.f.exponent_bits && accumulator ? "f32"
                                                                             : "b32") +
             " %f" + names[n] + "<8>; ";
        offset += (m->words() * 4 + 255) / 256 * 256;
        begins.push_back(first);
        s += "mad.lo.u32 %p4, %t, " + std::to_string(4 * m->words_per_thread()) + ", " + reg + ";\n    ";
        for (int k = 0; k < m->words_per_thread(); ++k)
            s += "st.shared.b32 [%p4+" + std::to_string(4 * k) + "], " +
                 (m == &d ? "0" : "%s" + std::to_string(first++)) + "; ";
        if (m == &d) continue;
        const std::string stride = padding ? ", " + std::to_string(m->stride()) : "";
        loads += std::string("wmma.load.") + names[n] + ".sync.aligned." + m->layout() + "." + p.name() + ".shared." +
                 m->type.name + " " + registers((std::string("f") + names[n]).c_str(), count(*m, accumulator)) + ", [" +
                 reg + "]" + stride + ";\n    ";
        x.sources.insert(x.sources.end(), std::size_t(m->words_per_thread()), kind::u32);
    }
    s += "bar.sync 0;\n    " + loads + mma + " " + registers("fd", count(d, true)) + ", " +
         registers("fa", count(a, false)) + ", " + registers("fb", count(b, false)) + ", " +
         registers("fc", count(c, true)) + ";\n    wmma.store.d.sync.aligned." + d.layout() + "." + p.name() +
         ".shared." + td.name + " [%p3], " + registers("fd", count(d, true)) +
         (padding ? ", " + std::to_string(d.stride()) : "") + "; bar.sync 0; mad.lo.u32 %p4, %t, " +
         std::to_string(4 * d.words_per_thread()) + ", %p3;\n    ";
    for (int k = 0; k < d.words_per_thread(); ++k)
        s += "ld.shared.b32 %d" + std::to_string(k) + ", [%p4+" + std::to_string(4 * k) + "]; ";
    x.text = s + "}";
    x.results.assign(std::size_t(d.words_per_thread()), kind::u32);
    auto read = [](const row* in, int first_word, const stored& m) {
        matrix v(m.rows, m.columns);
        for (int i = 0; i < m.rows; ++i)
            for (int j = 0; j < m.columns; ++j)
                for (int bit = 0; bit < m.type.bits; bit += 32) {
                    const int at = m.place(i, j) * m.type.bits + bit, word = at / 32;
                    const u64 w = in[word / m.words_per_thread()][first_word + word % m.words_per_thread()];
                    v(i, j) |= low_bits(w >> at % 32, std::min(32, m.type.bits)) << bit;
                }
        return v;
    };
    x.expected_block = per_warp([=](const row* in, row* out) {
        const matrix r =
            multiplied(read(in, begins[0], a), read(in, begins[1], b), read(in, begins[2], c), ta, tb, tc, td, how);
        for (int i = 0; i < p.m; ++i)
            for (int j = 0; j < p.n; ++j)
                for (int bit = 0; bit < td.bits; bit += 32) {
                    const int at = d.place(i, j) * td.bits + bit, word = at / 32;
                    out[word / d.words_per_thread()][word % d.words_per_thread()] |= (r(i, j) >> bit & 0xffffffff)
                                                                                     << at % 32;
                }
    });
    x.architecture = architecture;
    x.random = 0;
    generator g(u64(p.m) << 20 | u64(p.k) << 8 | u64(ta.bits));
    for (int thread = 0; thread < 128; ++thread) {
        row r;
        for (const stored* m : {&a, &b, &c})
            for (int k = 0; k < m->words_per_thread(); ++k) {
                const bool accumulator = m == &c, is_float = m->type.f.exponent_bits;
                if (m->type.bits < 64) {
                    r.push_back(random_register(m->type, accumulator, is_float, g));
                } else { // both halves of numbers that are no NaN
                    u64 v = m->type.f.infinity();
                    while (m->type.f.magnitude(v) >= m->type.f.infinity())
                        v = random_element(m->type, accumulator, false, g);
                    r.push_back(k % 2 ? v >> 32 : v & 0xffffffff);
                }
            }
        x.tuples.push_back(r);
    }
    forms.forms.push_back(x);
}

// Layouts of A and B: `any`, or A by rows and B by columns only.
void add_layouts(suite& forms, const shape_of_product& p, const std::string& operation, const matrix_type& ta,
                 const matrix_type& tb, const matrix_type& tc, const matrix_type& td, bool any, int architecture,
                 const rule& how = {}, const std::string& rounding = "", const std::string& modifier = "")
{
    for (bool a_by_columns : {false, true})
        for (bool b_by_columns : {false, true})
            if (any || (!a_by_columns && b_by_columns))
                add_product(forms, p, operation, ta, tb, tc, td, a_by_columns, b_by_columns, architecture, how,
                            rounding, modifier);
}

const shape_of_product large[] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};

} // namespace

OPCODE_FORMS(wmma_of_floats)
{
    for (const shape_of_product& p : large) {
        for (const matrix_type& c : {f16_element, f32_element})
            for (const matrix_type& d : {f16_element, f32_element})
                add_layouts(forms, p, "", f16_element, f16_element, c, d, true, 75);
        add_layouts(forms, p, "", bf16_element, bf16_element, f32_element, f32_element, true, 80);
    }
    add_layouts(forms, {16, 16, 8}, "", tf32_element, tf32_element, f32_element, f32_element, true, 80);
    for (auto& [name, m] : {std::pair<const char*, mode>{"", mode::nearest},
                            {".rn", mode::nearest},
                            {".rz", mode::zero},
                            {".rm", mode::down},
                            {".rp", mode::up}}) {
        rule how;
        how.m = m;
        add_layouts(forms, {8, 8, 4}, "", f64_element, f64_element, f64_element, f64_element, true, 80, how, name);
    }
}

OPCODE_FORMS(wmma_of_integers)
{
    for (bool saturates : {false, true}) {
        rule how;
        how.saturates = saturates;
        const std::string sat = saturates ? ".satfinite" : "";
        for (const matrix_type& t : {s8_element, u8_element})
            for (const shape_of_product& p : large)
                add_layouts(forms, p, "", t, t, s32_element, s32_element, true, 75, how, "", sat);
        for (const matrix_type& t : {s4_element, u4_element})
            add_layouts(forms, {8, 8, 32}, "", t, t, s32_element, s32_element, false, 75, how, "", sat);
    }
    for (bool conjunction : {false, true}) {
        rule how;
        how.conjunction = conjunction;
        add_layouts(forms, {8, 8, 128}, conjunction ? ".and.popc" : ".xor.popc", b1_element, b1_element, s32_element,
                    s32_element, false, conjunction ? 80 : 75, how);
    }
}
