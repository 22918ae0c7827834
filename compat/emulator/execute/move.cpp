// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packing of vectors, address windows, createpolicy, and the width conversions that the decoder inserts.
#include "execute/lane_handler.h"
#include "isa/integers.h"
#include "isa/lane/cache_policy.h"
#include "isa/lane/convert.h"
#include "isa/lane/logic.h"
#include "isa/rows.h"
#include "machine/cluster.h"
#include "machine/launch.h"

#include <cstring>

namespace cuda_emulator {

namespace {

// mov with a vector where the table has no lane function: values of 128 bits, and two bytes of a register that may be
// one of the results. Parts have `Bits` bits each. Bytes are held in 16-bit registers.
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
template <class Part>
void pack(warp& w, const instruction& i, u32 m)
{
    constexpr int parts = 16 / sizeof(Part);
    alignas(64) u128 r[warp_size] = {};
    for (int k = 0; k < parts; ++k) {
        const Part* a = slot<Part>(w, i.operands[1 + k]);
        for (int l = 0; l < warp_size; ++l)
            r[l] |= u128(a[l]) << (8 * sizeof(Part) * k);
    }
    const u128* c = r;
    for_lanes(slot<u128>(w, i.operands[0]), m, [=](int l) { return c[l]; });
}

// The address of an object in the frame of the running activation.
void frame_address(warp& w, const instruction& i, u32 m)
{
    const u64 at = w.current->stack_offset + u64(i.immediate);
    for_lanes(slot<u64>(w, i.operands[0]), m, [=](int) { return at; });
}

// cvta for windows that differ between blocks or lanes: 1 shared, 2 local, 3 kernel parameters.
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

// isspacep: the same windows, 4 for shared memory of the cluster, and 0 for any other. As on the hardware, a window is
// wider than the block's part of it. So the address behind an array is one of shared memory, too. The parameter window
// is part of global memory (PTX ISA, isspacep).
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

template <handler Run>
void add_pieces(form_table& t, const char* name, const char* operands)
{
    t.add(name, Run, operands).roles = operand_roles::bits;
}

} // namespace

void add_move_forms(form_table& t)
{
#include "isa/move.def"
    add_pieces<unpack<u16, u16, 8>>(t, "=unpack.8.16", "hh:h");
    add_pieces<unpack<u32, u128>>(t, "=unpack.32.128", "rrrr:q");
    add_pieces<unpack<u64, u128>>(t, "=unpack.64.128", "dd:q");
    add_pieces<pack<u32>>(t, "=pack.32.128", "q:rrrr");
    add_pieces<pack<u64>>(t, "=pack.64.128", "q:dd");
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
