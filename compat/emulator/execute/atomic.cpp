// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atom and red. Lanes act in lane order; other host threads may run other blocks of the grid.
#include "check/access.h"
#include "execute/memory_access.h"
#include "isa/integers.h"
#include "machine/block.h"
#include "machine/block_gate.h"
#include "machine/cluster.h"
#include "machine/float_value.h"

namespace cuda_emulator {

namespace {

template <class T>
struct op_add {
    static T f(T a, T b, T) { return T(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b)); }
};
template <class T>
struct op_min {
    static T f(T a, T b, T) { return a < b ? a : b; }
};
template <class T>
struct op_max {
    static T f(T a, T b, T) { return a > b ? a : b; }
};
template <class T>
struct op_and {
    static T f(T a, T b, T) { return a & b; }
};
template <class T>
struct op_or {
    static T f(T a, T b, T) { return a | b; }
};
template <class T>
struct op_xor {
    static T f(T a, T b, T) { return a ^ b; }
};
template <class T>
struct op_exch {
    static T f(T, T b, T) { return b; }
};
template <class T>
struct op_cas {
    static T f(T a, T b, T c) { return a == b ? c : a; }
};
template <class T>
struct op_inc {
    static T f(T a, T b, T) { return a >= b ? 0 : a + 1; }
};
template <class T>
struct op_dec {
    static T f(T a, T b, T) { return a == 0 || a > b ? b : a - 1; }
};
template <bool Ftz>
struct op_add_f32 {
    static u32 f(u32 a, u32 b, u32)
    {
        auto value = [](u32 v) { return Ftz ? flush(bits_as<float>(v)) : bits_as<float>(v); };
        const float r = canonical(value(a) + value(b));
        return bits_as<u32>(Ftz ? flush(r) : r);
    }
};
struct op_add_f64 {
    static u64 f(u64 a, u64 b, u64) { return bits_as<u64>(bits_as<double>(a) + bits_as<double>(b)); }
};
template <class F>
struct op_add_small {
    static u16 f(u16 a, u16 b, u16) { return F::from(double(F::value(a)) + F::value(b)); }
};
// A NaN loses against a number; +0 is greater than -0.
template <class F, bool Max>
struct op_extreme_small {
    static u16 f(u16 a, u16 b, u16)
    {
        const float x = F::value(a), y = F::value(b);
        if (x != x || y != y) return x == x ? a : y == y ? b : 0x7fff;
        if (x == y) return bool(a & 0x8000) == Max ? b : a;
        return (x < y) == Max ? b : a;
    }
};
// The same on both halves.
template <class Op>
struct op_pair {
    static u32 f(u32 a, u32 b, u32)
    {
        return Op::f(u16(a), u16(b), 0) | u32(Op::f(u16(a >> 16), u16(b >> 16), 0)) << 16;
    }
};

// Replaces the value at p by f(old), atomically with respect to other host threads. Returns old.
template <class T, class F>
T exchange(T* p, F f)
{
    if constexpr (sizeof(T) == 16) {
        T seen = *p;
        for (;;) {
            const T old = seen;
            seen = __sync_val_compare_and_swap(p, old, f(old));
            if (seen == old) return old;
        }
    } else {
        T old = __atomic_load_n(p, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(p, &old, f(old), true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
        return old;
    }
}

template <class T, class Op>
void atomic(warp& w, const instruction& i, u32 m)
{
    alignas(64) u64 at[warp_size];
    addresses_of(w, i, at);
    if (w.checks) check_access(w, i, m, at, sizeof(T), true);
    const T* b = slot<T>(w, i.operands[2]);
    const T* c = i.operands[3] == no_operand ? b : slot<T>(w, i.operands[3]);
    T unused[warp_size];
    T* d = i.operands[1] == no_operand ? unused : slot<T>(w, i.operands[1]);
    if (w.grid->gate && static_cast<window>(i.detail & 7) != window::shared)
        w.grid->gate->wait_for_turn_of(w.owner->first_of_turn);
    if (w.exclusive && i.scope != memory_scope::system) {
        each_lane(m, [&](int l) {
            T* p = reinterpret_cast<T*>(at[l]);
            const T old = *p;
            *p = Op::f(old, b[l], c[l]);
            d[l] = old;
        });
    } else {
        each_lane(m, [&](int l) {
            d[l] = exchange(reinterpret_cast<T*>(at[l]), [&](T old) { return Op::f(old, b[l], c[l]); });
        });
    }
}

// A 32-bit float add flushes subnormal numbers in global memory, but not in shared memory.
void atomic_add_f32(warp& w, const instruction& i, u32 m)
{
    if (static_cast<window>(i.detail & 7) == window::shared) return atomic<u32, op_add_f32<false>>(w, i, m);
    alignas(64) u64 at[warp_size];
    addresses_of(w, i, at);
    u32 in_shared = 0;
    for (int l = 0; l < warp_size; ++l)
        in_shared |= u32(in_cluster(w, at[l])) << l;
    if (m & in_shared) atomic<u32, op_add_f32<false>>(w, i, m & in_shared);
    if (m & ~in_shared) atomic<u32, op_add_f32<true>>(w, i, m & ~in_shared);
}

template <template <class> class Op>
handler signed_or_not(ptx::type t)
{
    switch (t) {
    case ptx::type::u32:
        return atomic<u32, Op<u32>>;
    case ptx::type::s32:
        return atomic<i32, Op<i32>>;
    case ptx::type::u64:
        return atomic<u64, Op<u64>>;
    case ptx::type::s64:
        return atomic<i64, Op<i64>>;
    default:
        return nullptr;
    }
}
template <template <class> class Op>
handler bits(ptx::type t)
{
    if (t == ptx::type::b32) return atomic<u32, Op<u32>>;
    return t == ptx::type::b64 ? atomic<u64, Op<u64>> : nullptr;
}

// The small formats: `Op` on one value, and on both halves of a pair.
template <template <class> class Op>
handler of_small(ptx::type t)
{
    switch (t) {
    case ptx::type::f16:
        return atomic<u16, Op<half_format>>;
    case ptx::type::bf16:
        return atomic<u16, Op<bfloat_format>>;
    case ptx::type::f16x2:
        return atomic<u32, op_pair<Op<half_format>>>;
    case ptx::type::bf16x2:
        return atomic<u32, op_pair<Op<bfloat_format>>>;
    default:
        return nullptr;
    }
}
template <class F>
using op_min_small = op_extreme_small<F, false>;
template <class F>
using op_max_small = op_extreme_small<F, true>;

} // namespace

void check_vector_alignment(warp& w, const instruction& i, u32 m)
{
    if (!w.checks) return;
    alignas(64) u64 at[warp_size];
    addresses_of(w, i, at);
    check_access(w, i, m, at, i.operands[1], true);
}

handler find_atomic(const std::string& operation, ptx::type t, bool of_vector)
{
    if (of_vector) {
        if (operation == "add") return t == ptx::type::f32 ? atomic_add_f32 : of_small<op_add_small>(t);
        if (operation == "min") return of_small<op_min_small>(t);
        return operation == "max" ? of_small<op_max_small>(t) : nullptr;
    }
    if (operation == "add") {
        if (t == ptx::type::s64) return nullptr;
        if (t == ptx::type::f32) return atomic_add_f32;
        if (t == ptx::type::f64) return atomic<u64, op_add_f64>;
        const handler small = of_small<op_add_small>(t);
        return small ? small : signed_or_not<op_add>(t);
    }
    if (operation == "add.noftz" && t == ptx::type::f32) return atomic<u32, op_add_f32<false>>;
    if (operation == "min") return signed_or_not<op_min>(t);
    if (operation == "max") return signed_or_not<op_max>(t);
    if (operation == "and") return bits<op_and>(t);
    if (operation == "or") return bits<op_or>(t);
    if (operation == "xor") return bits<op_xor>(t);
    if (operation == "exch") return t == ptx::type::b128 ? atomic<u128, op_exch<u128>> : bits<op_exch>(t);
    if (operation == "cas") {
        if (t == ptx::type::b16) return atomic<u16, op_cas<u16>>;
        return t == ptx::type::b128 ? atomic<u128, op_cas<u128>> : bits<op_cas>(t);
    }
    if (operation == "inc" && t == ptx::type::u32) return atomic<u32, op_inc<u32>>;
    if (operation == "dec" && t == ptx::type::u32) return atomic<u32, op_dec<u32>>;
    return nullptr;
}

} // namespace cuda_emulator
