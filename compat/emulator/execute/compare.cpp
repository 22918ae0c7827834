// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setp and set: comparisons, and their combination with a predicate.
#include "isa/lane/compare.h"
#include "execute/lane_handler.h"
#include "isa/integers.h"
#include "machine/float_value.h"
#include "machine/warp.h"

namespace cuda_emulator {

namespace {

// How a register is read before it is compared.
template <class T>
struct plain {
    static constexpr bool is_small = false;
    using storage = T;
};
struct flushing {
    static constexpr bool is_small = false;
    using storage = float;
    static float get(float v) { return flush(v); }
};
template <class F, bool Ftz>
struct small {
    static constexpr bool is_small = true;
    using storage = u16;
    static float get(u16 b) { return F::value(Ftz && (b & F::exponent) == 0 ? u16(b & 0x8000) : b); }
};

// The lanes in which the comparison holds. Not inlined: setp and every form of set share it, for all that is read as T.
template <class T, class Cmp>
[[gnu::noinline]] u32 compare_values(const T* a, const T* b)
{
#if defined(__AVX2__)
    if constexpr (sizeof(T) >= 4) {
        // Takes the mask from the vector comparison directly, which saves packing of bytes.
        constexpr int lanes = 32 / sizeof(T);
        using numbers [[gnu::vector_size(32), gnu::aligned(4), gnu::may_alias]] = T;
        u32 mask = 0;
    #pragma GCC unroll 8
        for (int l = 0; l < warp_size; l += lanes) {
            const auto holds =
                Cmp::f(*reinterpret_cast<const numbers*>(a + l), *reinterpret_cast<const numbers*>(b + l));
            if constexpr (sizeof(T) == 4) {
                mask |= static_cast<u32>(_mm256_movemask_ps(reinterpret_cast<__m256>(holds))) << l;
            } else {
                mask |= static_cast<u32>(_mm256_movemask_pd(reinterpret_cast<__m256d>(holds))) << l;
            }
        }
        return mask;
    }
#endif
    return mask_of([=](int l) { return Cmp::f(a[l], b[l]); });
}

// Reads a register of all lanes as floats. `Half` is 1 for the upper half of a pair.
template <class Read, int Half, class T>
[[gnu::noinline]] void read_floats(const T* from, float* to)
{
    for (int l = 0; l < warp_size; ++l)
        if constexpr (Half == 0) {
            to[l] = Read::get(static_cast<typename Read::storage>(from[l]));
        } else {
            to[l] = Read::get(static_cast<typename Read::storage>(from[l] >> 16));
        }
}

template <class Read, class Cmp>
u32 compare(warp& w, const instruction& i, int first)
{
    using T = typename Read::storage;
    const T* const a = slot<T>(w, i.operands[first]);
    const T* const b = slot<T>(w, i.operands[first + 1]);
    if constexpr (std::is_same_v<Read, plain<T>>) {
        return compare_values<T, Cmp>(a, b);
    } else {
        float x[warp_size], y[warp_size];
        read_floats<Read, 0>(a, x);
        read_floats<Read, 0>(b, y);
        return compare_values<float, Cmp>(x, y);
    }
}

enum : std::uint8_t { bool_none, bool_and, bool_or, bool_xor };

inline u32 combine(std::uint8_t op, u32 t, u32 c)
{
    switch (op) {
    case bool_and:
        return t & c;
    case bool_or:
        return t | c;
    case bool_xor:
        return t ^ c;
    default:
        return t;
    }
}

// p = cmp(a, b) op c;  q = !cmp(a, b) op c
template <class Read, class Cmp>
void setp(warp& w, const instruction& i, u32 m)
{
    const u32 t = compare<Read, Cmp>(w, i, 2);
    if (i.detail == bool_none) {
        write_predicate(slot<u32>(w, i.operands[0]), m, t);
        write_predicate(slot<u32>(w, i.operands[1]), m, ~t);
        return;
    }
    const u32 c = *slot<u32>(w, i.operands[4]);
    write_predicate(slot<u32>(w, i.operands[0]), m, combine(i.detail, t, c));
    write_predicate(slot<u32>(w, i.operands[1]), m, combine(i.detail, ~t, c));
}

template <class F, bool Ftz, class Cmp, int Half>
u32 compare_half(warp& w, const instruction& i, int first)
{
    using Read = small<F, Ftz>;
    float x[warp_size], y[warp_size];
    read_floats<Read, Half>(slot<u32>(w, i.operands[first]), x);
    read_floats<Read, Half>(slot<u32>(w, i.operands[first + 1]), y);
    return compare_values<float, Cmp>(x, y);
}

// Pairs of halves: p from the low half, q from the high half.
template <class F, bool Ftz, class Cmp>
void setp_pair(warp& w, const instruction& i, u32 m)
{
    const u32 low = compare_half<F, Ftz, Cmp, 0>(w, i, 2), high = compare_half<F, Ftz, Cmp, 1>(w, i, 2);
    const u32 c = i.detail ? *slot<u32>(w, i.operands[4]) : 0;
    write_predicate(slot<u32>(w, i.operands[0]), m, combine(i.detail, low, c));
    write_predicate(slot<u32>(w, i.operands[1]), m, combine(i.detail, high, c));
}

// Values that set writes for true, by the upper bits of `detail`.
constexpr u32 true_values[] = {0xffffffffu, 0x3f800000u, 0x3c00u, 0x3f80u, 0xffffu};
enum : std::uint8_t { true_integer = 0, true_float = 4, true_half = 8, true_bfloat = 12, true_short = 16 };

// Not inlined, as compare_values: the forms of set are many, and rare.
template <class D>
[[gnu::noinline]] void write_truth(warp& w, const instruction& i, u32 m, u32 t)
{
    if (i.detail & 3) t = combine(i.detail & 3, t, *slot<u32>(w, i.operands[3]));
    const D value = D(true_values[i.detail >> 2]);
    for_lanes(slot<D>(w, i.operands[0]), m, [=](int l) { return t >> l & 1 ? value : D(0); });
}
template <class D, class Read, class Cmp>
void set(warp& w, const instruction& i, u32 m)
{
    write_truth<D>(w, i, m, compare<Read, Cmp>(w, i, 1));
}
[[gnu::noinline]] void write_truth_of_pair(warp& w, const instruction& i, u32 m, u32 low, u32 high)
{
    if (i.detail & 3) {
        const u32 c = *slot<u32>(w, i.operands[3]);
        low = combine(i.detail & 3, low, c);
        high = combine(i.detail & 3, high, c);
    }
    const u32 value = true_values[i.detail >> 2];
    for_lanes(slot<u32>(w, i.operands[0]), m,
              [=](int l) { return (low >> l & 1 ? value : 0u) | (high >> l & 1 ? value << 16 : 0u); });
}
template <class F, bool Ftz, class Cmp>
void set_pair(warp& w, const instruction& i, u32 m)
{
    const u32 low = compare_half<F, Ftz, Cmp, 0>(w, i, 1);
    write_truth_of_pair(w, i, m, low, compare_half<F, Ftz, Cmp, 1>(w, i, 1));
}

constexpr const char* combinations[] = {"", ".and", ".or", ".xor"};
constexpr operand_roles combined_roles[] = {operand_roles::computation, operand_roles::compare_and,
                                            operand_roles::compare_or, operand_roles::computation};

//! A comparison for one type: its PTX name and its lane function.
struct comparison {
    std::string name, ftz, type; // "lt", ".ftz", "f32"
    char letter;
    std::string function; // of isa/lane, a struct whose `f` compares
    affine_rule affine;
};

//! The handlers of a comparison, and the C++ type of its operands in translated code.
struct comparison_handlers {
    const char* type;
    handler setp, set;  // set with 32 bits of result, or with a pair of halves
    handler set_half{}; // and with 16 bits: only for small floats
};

// The lane function of setp, and of set with this C++ type of result and this value for true.
const lane_function* truth_mask(form_table& t, const comparison& c, const char* type)
{
    return t.keep({t.keep(c.function + "::f"), "mask", {type, type}, 2, c.affine, translated_as::vectors, false});
}
const lane_function* truth_value(form_table& t, const comparison& c, const char* type, const std::string& name,
                                 const char* result, std::uint8_t truth)
{
    const std::string call = name + std::to_string(true_values[truth >> 2]) + "u, lane::" + c.function + ">::f";
    return t.keep({t.keep(call), result, {type, type}, 2, affine_rule::none, translated_as::vectors, false});
}

// Adds setp and set for one comparison and type, alone and combined with a predicate.
void add_forms(form_table& t, const comparison& c, const comparison_handlers& h)
{
    for (std::uint8_t op = bool_none; op <= bool_xor; ++op) {
        const std::string head = c.name + combinations[op] + c.ftz;
        const std::string sources = std::string(":") + c.letter + c.letter + (op ? "p" : "");
        form& f = t.add("setp." + head + "." + c.type, h.setp, "pp" + sources, op);
        f.roles = combined_roles[op];
        if (op == bool_none) f.lane = truth_mask(t, c, h.type);
        const auto add = [&](const char* result, char letter, handler run, std::uint8_t truth) {
            form& s =
                t.add("set." + head + "." + result + "." + c.type, run, letter + sources, std::uint8_t(op | truth));
            const char* const type = letter == 'h' ? "u16" : "u32";
            if (op == bool_none) s.lane = truth_value(t, c, h.type, "truth<" + std::string(type) + ", ", type, truth);
        };
        add("u32", 'r', h.set, true_integer);
        add("s32", 'r', h.set, true_integer);
        if (h.set_half) {
            add("u16", 'h', h.set_half, true_short);
            add("s16", 'h', h.set_half, true_short);
            if (c.type == "f16") add("f16", 'h', h.set_half, true_half);
            if (c.ftz.empty()) add("bf16", 'h', h.set_half, true_bfloat);
        } else {
            add("f32", 'f', h.set, true_float);
        }
    }
}
// The same for a pair of f16 or bf16 numbers.
void add_forms_of_pair(form_table& t, const comparison& c, const comparison_handlers& h)
{
    for (std::uint8_t op = bool_none; op <= bool_xor; ++op) {
        const std::string head = c.name + combinations[op] + c.ftz, tail = op ? "p" : "", type = c.type + "x2";
        form& both = t.add("setp." + head + "." + type, h.setp, "pp:rr" + tail, op);
        both.roles = combined_roles[op];
        if (op == bool_none) {
            const auto of_half = [&](const char* half) {
                comparison one = c;
                one.function = "of_half<" + (half + (", lane::" + c.function)) + ">";
                return truth_mask(t, one, h.type);
            };
            both.lane = of_half("0");
            both.second_lane = of_half("1");
        }
        const auto add = [&](const std::string& result, std::uint8_t truth) {
            form& s = t.add("set." + head + "." + result + "." + type, h.set, "r:rr" + tail, std::uint8_t(op | truth));
            if (op == bool_none) s.lane = truth_value(t, c, h.type, "truth_pair<", "u32", truth);
        };
        add(type, c.type == "f16" ? true_half : true_bfloat);
        add("u32", true_short);
        add("s32", true_short);
    }
}

template <class Read, class Cmp>
void add_one(form_table& t, const comparison& c)
{
    comparison_handlers h{lane_type<typename Read::storage>(), setp<Read, Cmp>, set<u32, Read, Cmp>};
    if constexpr (Read::is_small) h.set_half = set<u16, Read, Cmp>;
    add_forms(t, c, h);
}
// A comparison of f16 or bf16 numbers, and of their pairs.
template <class F, bool Ftz, class Cmp>
void add_small(form_table& t, const char* name, const std::string& type, const std::string& function)
{
    const std::string all = "small_comparison<lane::" + type + "_format, lane::mode::" + (Ftz ? "ftz" : "none") +
                            ", lane::" + function + ">";
    const comparison c{name, Ftz ? ".ftz" : "", type, 'e', all, affine_rule::none};
    add_one<small<F, Ftz>, Cmp>(t, c);
    add_forms_of_pair(t, c, {lane_type<u32>(), setp_pair<F, Ftz, Cmp>, set_pair<F, Ftz, Cmp>});
}

template <class T, class Cmp>
void add_integers(form_table& t, std::initializer_list<const char*> types, const char* name, const char* function,
                  affine_rule affine)
{
    for (const char* type : types)
        add_one<plain<T>, Cmp>(t, {name, "", type, letter<T>(), function, affine});
}
template <class Cmp>
void add_bits(form_table& t, const char* name, const char* function, affine_rule affine)
{
    add_integers<u16, Cmp>(t, {"u16", "b16"}, name, function, affine);
    add_integers<i16, Cmp>(t, {"s16"}, name, function, affine);
    add_integers<u32, Cmp>(t, {"u32", "b32"}, name, function, affine);
    add_integers<i32, Cmp>(t, {"s32"}, name, function, affine);
    add_integers<u64, Cmp>(t, {"u64", "b64"}, name, function, affine);
    add_integers<i64, Cmp>(t, {"s64"}, name, function, affine);
}
// `of_unsigned` is the second PTX name of the comparison, for unsigned numbers.
template <class Cmp>
void add_order(form_table& t, const char* name, const char* of_unsigned, const char* function)
{
    for (const char* n : {name, of_unsigned}) {
        add_integers<u16, Cmp>(t, {"u16"}, n, function, affine_rule::order);
        add_integers<u32, Cmp>(t, {"u32"}, n, function, affine_rule::order);
        add_integers<u64, Cmp>(t, {"u64"}, n, function, affine_rule::order);
    }
    add_integers<i16, Cmp>(t, {"s16"}, name, function, affine_rule::order);
    add_integers<i32, Cmp>(t, {"s32"}, name, function, affine_rule::order);
    add_integers<i64, Cmp>(t, {"s64"}, name, function, affine_rule::order);
}
template <class Cmp>
void add_floats(form_table& t, const char* name, const char* function, const char* flushed)
{
    constexpr affine_rule none = affine_rule::none;
    add_one<plain<float>, Cmp>(t, {name, "", "f32", 'f', function, none});
    add_one<flushing, Cmp>(t, {name, ".ftz", "f32", 'f', flushed, none});
    add_one<plain<double>, Cmp>(t, {name, "", "f64", 'F', function, none});
    add_small<half_format, false, Cmp>(t, name, "f16", function);
    add_small<half_format, true, Cmp>(t, name, "f16", function);
    add_small<bfloat_format, false, Cmp>(t, name, "bf16", function);
}

} // namespace

#define COMPARE_BITS(name, affine, function) add_bits<lane::function>(t, name, #function, affine_rule::affine);
#define COMPARE_ORDER(name, of_unsigned, function) add_order<lane::function>(t, name, of_unsigned, #function);
#define COMPARE_FLOATS(name, function) add_floats<lane::function>(t, name, #function, "flushed<lane::" #function ">");

void add_compare_forms(form_table& t)
{
#include "isa/compare.def"
}

} // namespace cuda_emulator
