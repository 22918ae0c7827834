// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setp and set: comparisons, and their combination with a predicate.
#include "isa/lane/compare.h"
#include "execute/lane_handler.h"
#include "isa/integers.h"
#include "machine/float_value.h"
#include "machine/warp.h"

namespace cuda_emulator {

namespace {

// Converts the bits of a register to a comparable value.
template <class T>
struct plain {
    static constexpr bool is_small = false;
    using storage = T;
    static T get(T v) { return v; }
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

// Not inlined: setp and every form of set share it.
template <class Read, class Cmp>
[[gnu::noinline]] u32 compare(warp& w, const instruction& i, int first)
{
    using T = typename Read::storage;
    const T* a = slot<T>(w, i.operands[first]);
    const T* b = slot<T>(w, i.operands[first + 1]);
#if defined(__AVX2__)
    if constexpr (std::is_same_v<Read, plain<T>> && sizeof(T) >= 4) {
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
    return mask_of([=](int l) { return Cmp::f(Read::get(a[l]), Read::get(b[l])); });
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

template <class F, bool Ftz, class Cmp>
[[gnu::noinline]] void compare_pair(warp& w, const instruction& i, int first, u32& low, u32& high)
{
    using Read = small<F, Ftz>;
    const u32* a = slot<u32>(w, i.operands[first]);
    const u32* b = slot<u32>(w, i.operands[first + 1]);
    low = mask_of([=](int l) { return Cmp::f(Read::get(u16(a[l])), Read::get(u16(b[l]))); });
    high = mask_of([=](int l) { return Cmp::f(Read::get(u16(a[l] >> 16)), Read::get(u16(b[l] >> 16))); });
}

// Pairs of halves: p from the low half, q from the high half.
template <class F, bool Ftz, class Cmp>
void setp_pair(warp& w, const instruction& i, u32 m)
{
    u32 low, high;
    compare_pair<F, Ftz, Cmp>(w, i, 2, low, high);
    const u32 c = i.detail ? *slot<u32>(w, i.operands[4]) : 0;
    write_predicate(slot<u32>(w, i.operands[0]), m, combine(i.detail, low, c));
    write_predicate(slot<u32>(w, i.operands[1]), m, combine(i.detail, high, c));
}

// Values that set writes for true, by the upper bits of `detail`.
constexpr u32 true_values[] = {0xffffffffu, 0x3f800000u, 0x3c00u, 0x3f80u, 0xffffu};
enum : std::uint8_t { true_integer = 0, true_float = 4, true_half = 8, true_bfloat = 12, true_short = 16 };

template <class D>
void write_truth(warp& w, const instruction& i, u32 m, u32 t)
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
template <class F, bool Ftz, class Cmp>
void set_pair(warp& w, const instruction& i, u32 m)
{
    u32 low, high;
    compare_pair<F, Ftz, Cmp>(w, i, 1, low, high);
    if (i.detail & 3) {
        const u32 c = *slot<u32>(w, i.operands[3]);
        low = combine(i.detail & 3, low, c);
        high = combine(i.detail & 3, high, c);
    }
    const u32 value = true_values[i.detail >> 2];
    for_lanes(slot<u32>(w, i.operands[0]), m,
              [=](int l) { return (low >> l & 1 ? value : 0u) | (high >> l & 1 ? value << 16 : 0u); });
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

// The lane function of setp, and of set with this C++ type of result and this value for true.
template <class T>
const lane_function* truth_mask(form_table& t, const comparison& c)
{
    const char* const type = lane_type<T>();
    return t.keep({t.keep(c.function + "::f"), "mask", {type, type}, 2, c.affine, translated_as::vectors, false});
}
template <class T, class D>
const lane_function* truth_value(form_table& t, const comparison& c, std::uint8_t truth)
{
    const char *const type = lane_type<T>(), *const result = lane_type<D>();
    const std::string name = std::string("truth<") + result + ", " + std::to_string(true_values[truth >> 2]) +
                             "u, lane::" + c.function + ">::f";
    return t.keep({t.keep(name), result, {type, type}, 2, affine_rule::none, translated_as::vectors, false});
}

// Adds setp and set for one comparison and type, alone and combined with a predicate.
template <class Read, class Cmp>
void add_one(form_table& t, const comparison& c)
{
    for (std::uint8_t op = bool_none; op <= bool_xor; ++op) {
        const std::string head = c.name + combinations[op] + c.ftz;
        const std::string sources = std::string(":") + c.letter + c.letter + (op ? "p" : "");
        form& f = t.add("setp." + head + "." + c.type, setp<Read, Cmp>, "pp" + sources, op);
        f.roles = combined_roles[op];
        using T = typename Read::storage;
        if (op == bool_none) f.lane = truth_mask<T>(t, c);
        auto add = [&](const char* result, char letter, auto of, std::uint8_t truth) {
            using D = decltype(of);
            form& s = t.add("set." + head + "." + result + "." + c.type, set<D, Read, Cmp>, letter + sources,
                            std::uint8_t(op | truth));
            if (op == bool_none) s.lane = truth_value<T, D>(t, c, truth);
        };
        add("u32", 'r', u32{}, true_integer);
        add("s32", 'r', u32{}, true_integer);
        if constexpr (Read::is_small) {
            add("u16", 'h', u16{}, true_short);
            add("s16", 'h', u16{}, true_short);
            if (c.type == "f16") add("f16", 'h', u16{}, true_half);
            if (c.ftz.empty()) add("bf16", 'h', u16{}, true_bfloat);
        } else {
            add("f32", 'f', u32{}, true_float);
        }
    }
}
template <class F, bool Ftz, class Cmp>
void add_pair(form_table& t, const std::string& cmp, const std::string& type, const std::string& function)
{
    for (std::uint8_t op = bool_none; op <= bool_xor; ++op) {
        const std::string head = cmp + combinations[op] + (Ftz ? ".ftz" : "");
        const std::string tail = op ? "p" : "";
        form& both = t.add("setp." + head + "." + type, setp_pair<F, Ftz, Cmp>, "pp:rr" + tail, op);
        both.roles = combined_roles[op];
        if (op == bool_none) {
            const auto of_half = [&](const char* half) { return "of_half<" + (half + (", lane::" + function)) + ">"; };
            const comparison low{cmp, "", type, 'r', of_half("0"), affine_rule::none};
            const comparison high{cmp, "", type, 'r', of_half("1"), affine_rule::none};
            both.lane = truth_mask<u32>(t, low);
            both.second_lane = truth_mask<u32>(t, high);
        }
        auto add = [&](const std::string& result, std::uint8_t truth) {
            form& s = t.add("set." + head + "." + result + "." + type, set_pair<F, Ftz, Cmp>, "r:rr" + tail,
                            std::uint8_t(op | truth));
            if (op != bool_none) return;
            const std::string name =
                "truth_pair<" + std::to_string(true_values[truth >> 2]) + "u, lane::" + function + ">::f";
            s.lane = t.keep({t.keep(name), "u32", {"u32", "u32"}, 2, affine_rule::none, translated_as::vectors, false});
        };
        add(type, std::is_same_v<F, half_format> ? true_half : true_bfloat);
        add("u32", true_short);
        add("s32", true_short);
    }
}
// A comparison of f16 or bf16 numbers, and of their pairs.
template <class F, bool Ftz, class Cmp>
void add_small(form_table& t, const char* name, const std::string& type, const std::string& function)
{
    const std::string all = "small_comparison<lane::" + type + "_format, lane::mode::" + (Ftz ? "ftz" : "none") +
                            ", lane::" + function + ">";
    add_one<small<F, Ftz>, Cmp>(t, {name, Ftz ? ".ftz" : "", type, 'e', all, affine_rule::none});
    add_pair<F, Ftz, Cmp>(t, name, type + "x2", all);
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
