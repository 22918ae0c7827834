// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mov, selp, slct, packing of vectors, and the width changes that the decoder puts in.
#include "execute/lane_operations.h"
#include "machine/cluster.h"
#include "machine/float_value.h"
#include "machine/integers.h"
#include "machine/launch.h"

#include <cstring>

namespace cuda_emulator {

namespace {

template <class D, class A>
struct op_convert {
    static D f(A a) { return static_cast<D>(a); }
};

void move_predicate(warp& w, const instruction& i, u32 m)
{
    write_predicate(slot<u32>(w, i.operands[0]), m, *slot<u32>(w, i.operands[1]));
}

template <class T>
void selp(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[1]);
    const T* b = slot<T>(w, i.operands[2]);
    const u32 p = *slot<u32>(w, i.operands[3]);
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int l) { return p >> l & 1 ? a[l] : b[l]; });
}

template <class T, class C, bool Ftz>
struct op_slct {
    static T f(T a, T b, C c)
    {
        // -0 counts as not below zero, and a NaN takes b.
        if constexpr (Ftz) c = flush(c);
        return c >= 0 ? a : b;
    }
};

template <class T>
void add_slct(form_table& t, const std::string& type, char c)
{
    const std::string operands{c, ':', c, c};
    t.add("slct." + type + ".s32", ternary<T, T, T, std::int32_t, op_slct<T, std::int32_t, false>>, operands + 'r');
    t.add("slct." + type + ".f32", ternary<T, T, T, float, op_slct<T, float, false>>, operands + 'f');
    t.add("slct.ftz." + type + ".f32", ternary<T, T, T, float, op_slct<T, float, true>>, operands + 'f');
}

// mov.b32 {h, h} <-> r and its like: pieces of so many bits of one wider value. Bytes sit in 16-bit registers.
template <class Part, class Whole, int Bits = 8 * sizeof(Part)>
void unpack(warp& w, const instruction& i, u32 m)
{
    constexpr int parts = 8 * sizeof(Whole) / Bits;
    const Whole* a = slot<Whole>(w, i.operands[parts]);
    alignas(64) Whole copy[warp_size];
    std::memcpy(copy, a, sizeof copy);
    const Whole* c = copy;
    constexpr Part mask = Part(~u64{0} >> (64 - Bits));
    for (int k = 0; k < parts; ++k) {
        if (i.operands[k] == no_operand) continue;
        for_lanes(slot<Part>(w, i.operands[k]), m, [=](int l) { return Part(Part(c[l] >> (Bits * k)) & mask); });
    }
}
template <class Part, class Whole, int Bits = 8 * sizeof(Part)>
void pack(warp& w, const instruction& i, u32 m)
{
    constexpr int parts = 8 * sizeof(Whole) / Bits;
    constexpr Part mask = Part(~u64{0} >> (64 - Bits));
    if constexpr (parts == 2) {
        const Part *const low = slot<Part>(w, i.operands[1]), *const high = slot<Part>(w, i.operands[2]);
        for_lanes(slot<Whole>(w, i.operands[0]), m,
                  [=](int l) { return Whole(Whole(Part(low[l] & mask)) | Whole(Part(high[l] & mask)) << Bits); });
        return;
    }
    alignas(64) Whole r[warp_size] = {};
    for (int k = 0; k < parts; ++k) {
        const Part* a = slot<Part>(w, i.operands[1 + k]);
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            r[l] |= Whole(Part(a[l] & mask)) << (Bits * k);
    }
    const Whole* c = r;
    for_lanes(slot<Whole>(w, i.operands[0]), m, [=](int l) { return c[l]; });
}

// The address of something in the frame of the running activation.
void frame_address(warp& w, const instruction& i, u32 m)
{
    const u64 at = w.current->stack_offset + u64(i.immediate);
    for_lanes(slot<u64>(w, i.operands[0]), m, [=](int) { return at; });
}

// cvta of the windows that are not the same for all: 1 shared, 2 local, 3 parameters of the kernel.
template <int Window, bool ToWindow>
void convert_address(warp& w, const instruction& i, u32 m)
{
    const u64* a = slot<u64>(w, i.operands[1]);
    u64 base = 0, step = 0;
    if (Window == 1) base = reinterpret_cast<u64>(w.shared) - w.shared_begin;
    if (Window == 2) {
        base = reinterpret_cast<u64>(w.stack);
        step = w.stack_stride;
    }
    if (Window == 3) base = reinterpret_cast<u64>(w.grid->parameter_base);
    for_lanes(slot<u64>(w, i.operands[0]), m,
              [=](int l) { return ToWindow ? a[l] - (base + step * l) : a[l] + (base + step * l); });
}

// isspacep: the same windows, 4 for shared memory of all the cluster, and 0 for everything else. As on the hardware a
// window is wider than what the block has of it: the address behind an array is one of shared memory, too. The window
// of parameters is a part of global memory (PTX ISA, isspacep).
template <int Window>
void is_in_window(warp& w, const instruction& i, u32 m)
{
    const u64* a = slot<u64>(w, i.operands[1]);
    u32 r = 0;
    const u64 own = reinterpret_cast<u64>(w.shared), parameters = reinterpret_cast<u64>(w.grid->parameter_base);
    const address_window &shared = address_window::shared(), &local = address_window::local();
    for (int l = 0; l < warp_size; ++l) {
        const bool is_local = local.holds(a[l]);
        const bool is_parameter = a[l] - parameters < w.grid->code->parameter_bytes;
        const bool is = Window == 1   ? a[l] - own < cluster_stride
                        : Window == 2 ? is_local
                        : Window == 3 ? is_parameter
                        : Window == 4 ? in_cluster(w, a[l])
                                      : !shared.holds(a[l]) && !is_local;
        r |= u32(is) << l;
    }
    write_predicate(slot<u32>(w, i.operands[0]), m, r);
}

} // namespace

void add_move_forms(form_table& t)
{
    for (const char* b : {"b16", "u16", "s16"})
        add_unary<u16, u16, op_convert<u16, u16>>(t, (std::string("mov.") + b).c_str());
    for (const char* b : {"b32", "u32", "s32"})
        add_unary<u32, u32, op_convert<u32, u32>>(t, (std::string("mov.") + b).c_str());
    for (const char* b : {"b64", "u64", "s64"})
        add_unary<u64, u64, op_convert<u64, u64>>(t, (std::string("mov.") + b).c_str());
    t.add("mov.f32", unary<u32, u32, op_convert<u32, u32>>, "f:f");
    t.add("mov.f64", unary<u64, u64, op_convert<u64, u64>>, "F:F");
    t.add("mov.b128", unary<u128, u128, op_convert<u128, u128>>, "q:q");
    t.add("mov.pred", move_predicate, "p:p");

    for (const char* b : {"b16", "u16", "s16"})
        t.add(std::string("selp.") + b, selp<u16>, "h:hhp");
    for (const char* b : {"b32", "u32", "s32"})
        t.add(std::string("selp.") + b, selp<u32>, "r:rrp");
    for (const char* b : {"b64", "u64", "s64"})
        t.add(std::string("selp.") + b, selp<u64>, "d:ddp");
    t.add("selp.f32", selp<u32>, "f:ffp");
    t.add("selp.f64", selp<u64>, "F:FFp");

    for (const char* b : {"b16", "u16", "s16"})
        add_slct<u16>(t, b, 'h');
    for (const char* b : {"b32", "u32", "s32"})
        add_slct<u32>(t, b, 'r');
    for (const char* b : {"b64", "u64", "s64"})
        add_slct<u64>(t, b, 'd');
    add_slct<u32>(t, "f32", 'f');
    add_slct<u64>(t, "f64", 'F');

    // Names that no PTX has: the decoder asks for them.
    t.add("=narrow.16.32", unary<u16, u32, op_convert<u16, u32>>, "h:r");
    t.add("=narrow.16.64", unary<u16, u64, op_convert<u16, u64>>, "h:d");
    t.add("=narrow.32.64", unary<u32, u64, op_convert<u32, u64>>, "r:d");
    t.add("=widen.u.32.16", unary<u32, u16, op_convert<u32, u16>>, "r:h");
    t.add("=widen.u.64.16", unary<u64, u16, op_convert<u64, u16>>, "d:h");
    t.add("=widen.u.64.32", unary<u64, u32, op_convert<u64, u32>>, "d:r");
    t.add("=widen.s.32.16", unary<u32, std::int16_t, op_convert<u32, std::int16_t>>, "r:h");
    t.add("=widen.s.64.16", unary<u64, std::int16_t, op_convert<u64, std::int16_t>>, "d:h");
    t.add("=widen.s.64.32", unary<u64, std::int32_t, op_convert<u64, std::int32_t>>, "d:r");
    t.add("=unpack.8.16", unpack<u16, u16, 8>, "hh:h");
    t.add("=unpack.8.32", unpack<u16, u32, 8>, "hhhh:r");
    t.add("=unpack.16.32", unpack<u16, u32>, "hh:r");
    t.add("=unpack.16.64", unpack<u16, u64>, "hhhh:d");
    t.add("=unpack.32.64", unpack<u32, u64>, "rr:d");
    t.add("=unpack.32.128", unpack<u32, u128>, "rrrr:q");
    t.add("=unpack.64.128", unpack<u64, u128>, "dd:q");
    t.add("=pack.8.16", pack<u16, u16, 8>, "h:hh");
    t.add("=pack.8.32", pack<u16, u32, 8>, "r:hhhh");
    t.add("=pack.16.32", pack<u16, u32>, "r:hh");
    t.add("=pack.16.64", pack<u16, u64>, "d:hhhh");
    t.add("=pack.32.64", pack<u32, u64>, "d:rr");
    t.add("=pack.32.128", pack<u32, u128>, "q:rrrr");
    t.add("=pack.64.128", pack<u64, u128>, "q:dd");
    t.add("=frame", frame_address, "d:");
    t.add("=cvta.shared", convert_address<1, false>, "d:d");
    t.add("=cvta.local", convert_address<2, false>, "d:d");
    t.add("=cvta.param", convert_address<3, false>, "d:d");
    t.add("=cvta.to.shared", convert_address<1, true>, "d:d");
    t.add("=cvta.to.local", convert_address<2, true>, "d:d");
    t.add("=cvta.to.param", convert_address<3, true>, "d:d");
    t.add("isspacep.global", is_in_window<0>, "p:d");
    t.add("isspacep.const", is_in_window<0>, "p:d");
    t.add("isspacep.shared", is_in_window<1>, "p:d");
    t.add("isspacep.shared::cta", is_in_window<1>, "p:d");
    t.add("isspacep.shared::cluster", is_in_window<4>, "p:d");
    t.add("isspacep.local", is_in_window<2>, "p:d");
    t.add("isspacep.param", is_in_window<3>, "p:d");
    t.add("isspacep.param::entry", is_in_window<3>, "p:d");
}

} // namespace cuda_emulator
