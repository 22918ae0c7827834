// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setp and set: comparisons, and their combination with a predicate.
#include "execute/lane_operations.h"
#include "machine/float_value.h"
#include "machine/integers.h"
#include "machine/warp.h"

namespace cuda_emulator {

namespace {

// Of two numbers, or of two vectors of them.
struct cmp_eq {
    template <class T>
    static auto f(T a, T b)
    {
        return a == b;
    }
};
struct cmp_ne {
    template <class T>
    static auto f(T a, T b)
    {
        return a < b || a > b;
    }
};
struct cmp_lt {
    template <class T>
    static auto f(T a, T b)
    {
        return a < b;
    }
};
struct cmp_le {
    template <class T>
    static auto f(T a, T b)
    {
        return a <= b;
    }
};
struct cmp_gt {
    template <class T>
    static auto f(T a, T b)
    {
        return a > b;
    }
};
struct cmp_ge {
    template <class T>
    static auto f(T a, T b)
    {
        return a >= b;
    }
};
// Unordered: true when either is a NaN.
struct cmp_equ {
    template <class T>
    static auto f(T a, T b)
    {
        return !(a < b || a > b);
    }
};
struct cmp_neu {
    template <class T>
    static auto f(T a, T b)
    {
        return !(a == b);
    }
};
struct cmp_ltu {
    template <class T>
    static auto f(T a, T b)
    {
        return !(a >= b);
    }
};
struct cmp_leu {
    template <class T>
    static auto f(T a, T b)
    {
        return !(a > b);
    }
};
struct cmp_gtu {
    template <class T>
    static auto f(T a, T b)
    {
        return !(a <= b);
    }
};
struct cmp_geu {
    template <class T>
    static auto f(T a, T b)
    {
        return !(a < b);
    }
};
struct cmp_num {
    template <class T>
    static auto f(T a, T b)
    {
        return a == a && b == b;
    }
};
struct cmp_nan {
    template <class T>
    static auto f(T a, T b)
    {
        return a != a || b != b;
    }
};

// How the bits of a register become a value to compare.
template <class T>
struct plain {
    static constexpr bool is_small = false;
    using storage = T;
    static T get(T v) { return v; }
};
struct flushed {
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
        // The mask straight from the comparison of vectors: bytes would have to be packed first.
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

// Pairs of halves: p from the low, q from the high.
template <class F, bool Ftz, class Cmp>
void setp_pair(warp& w, const instruction& i, u32 m)
{
    u32 low, high;
    compare_pair<F, Ftz, Cmp>(w, i, 2, low, high);
    const u32 c = i.detail ? *slot<u32>(w, i.operands[4]) : 0;
    write_predicate(slot<u32>(w, i.operands[0]), m, combine(i.detail, low, c));
    write_predicate(slot<u32>(w, i.operands[1]), m, combine(i.detail, high, c));
}

// What set writes for true, by the upper bits of `detail`.
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

template <class Read, class Cmp>
void add_one(form_table& t, const std::string& cmp, const std::string& ftz, const std::string& type, char c)
{
    for (std::uint8_t op = bool_none; op <= bool_xor; ++op) {
        const std::string head = cmp + combinations[op] + ftz;
        const std::string tail = op ? "p" : "";
        t.add("setp." + head + "." + type, setp<Read, Cmp>, std::string("pp:") + c + c + tail, op);
        const std::string sources = std::string(":") + c + c + tail;
        auto with = [op](std::uint8_t truth) { return std::uint8_t(op | truth); };
        t.add("set." + head + ".u32." + type, set<u32, Read, Cmp>, "r" + sources, with(true_integer));
        t.add("set." + head + ".s32." + type, set<u32, Read, Cmp>, "r" + sources, with(true_integer));
        if constexpr (Read::is_small) {
            t.add("set." + head + ".u16." + type, set<u16, Read, Cmp>, "h" + sources, with(true_short));
            t.add("set." + head + ".s16." + type, set<u16, Read, Cmp>, "h" + sources, with(true_short));
            if (type == "f16")
                t.add("set." + head + ".f16." + type, set<u16, Read, Cmp>, "h" + sources, with(true_half));
            if (ftz.empty())
                t.add("set." + head + ".bf16." + type, set<u16, Read, Cmp>, "h" + sources, with(true_bfloat));
        } else {
            t.add("set." + head + ".f32." + type, set<u32, Read, Cmp>, "f" + sources, with(true_float));
        }
    }
}
template <class F, bool Ftz, class Cmp>
void add_pair(form_table& t, const std::string& cmp, const std::string& type)
{
    for (std::uint8_t op = bool_none; op <= bool_xor; ++op) {
        const std::string head = cmp + combinations[op] + (Ftz ? ".ftz" : "");
        const std::string tail = op ? "p" : "";
        t.add("setp." + head + "." + type, setp_pair<F, Ftz, Cmp>, "pp:rr" + tail, op);
        const std::uint8_t one = std::is_same_v<F, half_format> ? true_half : true_bfloat;
        t.add("set." + head + "." + type + "." + type, set_pair<F, Ftz, Cmp>, "r:rr" + tail, std::uint8_t(op | one));
        t.add("set." + head + ".u32." + type, set_pair<F, Ftz, Cmp>, "r:rr" + tail, std::uint8_t(op | true_short));
        t.add("set." + head + ".s32." + type, set_pair<F, Ftz, Cmp>, "r:rr" + tail, std::uint8_t(op | true_short));
    }
}

template <class T>
void add_integer(form_table& t, const std::string& type)
{
    using R = plain<T>;
    const char c = letter<T>();
    add_one<R, cmp_eq>(t, "eq", "", type, c);
    add_one<R, cmp_ne>(t, "ne", "", type, c);
    if (type[0] == 'b') return;
    add_one<R, cmp_lt>(t, "lt", "", type, c);
    add_one<R, cmp_le>(t, "le", "", type, c);
    add_one<R, cmp_gt>(t, "gt", "", type, c);
    add_one<R, cmp_ge>(t, "ge", "", type, c);
    if (std::is_signed_v<T>) return;
    add_one<R, cmp_lt>(t, "lo", "", type, c);
    add_one<R, cmp_le>(t, "ls", "", type, c);
    add_one<R, cmp_gt>(t, "hi", "", type, c);
    add_one<R, cmp_ge>(t, "hs", "", type, c);
}

// Applies `add` to every comparison of floating-point numbers.
template <class Add>
void each_float_comparison(Add add)
{
    add(cmp_eq{}, "eq");
    add(cmp_ne{}, "ne");
    add(cmp_lt{}, "lt");
    add(cmp_le{}, "le");
    add(cmp_gt{}, "gt");
    add(cmp_ge{}, "ge");
    add(cmp_equ{}, "equ");
    add(cmp_neu{}, "neu");
    add(cmp_ltu{}, "ltu");
    add(cmp_leu{}, "leu");
    add(cmp_gtu{}, "gtu");
    add(cmp_geu{}, "geu");
    add(cmp_num{}, "num");
    add(cmp_nan{}, "nan");
}

} // namespace

void add_compare_forms(form_table& t)
{
    for (const char* type : {"u16", "b16"})
        add_integer<u16>(t, type);
    add_integer<i16>(t, "s16");
    for (const char* type : {"u32", "b32"})
        add_integer<u32>(t, type);
    add_integer<i32>(t, "s32");
    for (const char* type : {"u64", "b64"})
        add_integer<u64>(t, type);
    add_integer<i64>(t, "s64");
    each_float_comparison([&](auto cmp, const char* name) {
        using C = decltype(cmp);
        add_one<plain<float>, C>(t, name, "", "f32", 'f');
        add_one<flushed, C>(t, name, ".ftz", "f32", 'f');
        add_one<plain<double>, C>(t, name, "", "f64", 'F');
        add_one<small<half_format, false>, C>(t, name, "", "f16", 'e');
        add_one<small<half_format, true>, C>(t, name, ".ftz", "f16", 'e');
        add_one<small<bfloat_format, false>, C>(t, name, "", "bf16", 'e');
        add_pair<half_format, false, C>(t, name, "f16x2");
        add_pair<half_format, true, C>(t, name, "f16x2");
        add_pair<bfloat_format, false, C>(t, name, "bf16x2");
    });
}

} // namespace cuda_emulator
