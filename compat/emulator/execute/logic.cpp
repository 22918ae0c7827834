// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logic, moves and selection: forms that are functions of one lane, and forms that work on whole masks.
#include "isa/lane/logic.h"
#include "execute/lane_handler.h"
#include "isa/rows.h"

namespace cuda_emulator {

namespace {

// All lanes share the table, so it is read once. `first` is the index of the first source.
void lop3_into(warp& w, const instruction& i, u32 m, int first)
{
    const u32* a = slot<u32>(w, i.operands[first]);
    const u32* b = slot<u32>(w, i.operands[first + 1]);
    const u32* c = slot<u32>(w, i.operands[first + 2]);
    const u32 table = *slot<u32>(w, i.operands[first + 3]);
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int l) { return lane::look_up(a[l], b[l], c[l], table); });
}

void lop3(warp& w, const instruction& i, u32 m) { lop3_into(w, i, m, 1); }
// d|p: p is whether d is nonzero, combined with a predicate.
template <u32 (*Combine)(u32, u32)>
void lop3_predicate(warp& w, const instruction& i, u32 m)
{
    lop3_into(w, i, m, 2);
    const u32* d = slot<u32>(w, i.operands[0]);
    const u32 some = mask_of([=](int l) { return d[l] != 0; });
    write_predicate(slot<u32>(w, i.operands[1]), m, Combine(some, *slot<u32>(w, i.operands[6])));
}

// Predicates are masks, so one operation serves all lanes.
template <u32 (*Operation)(u32)>
void mask_unary(warp& w, const instruction& i, u32 m)
{
    write_predicate(slot<u32>(w, i.operands[0]), m, Operation(*slot<u32>(w, i.operands[1])));
}
template <u32 (*Operation)(u32, u32)>
void mask_binary(warp& w, const instruction& i, u32 m)
{
    write_predicate(slot<u32>(w, i.operands[0]), m,
                    Operation(*slot<u32>(w, i.operands[1]), *slot<u32>(w, i.operands[2])));
}

void add_mask(form_table& t, const char* name, handler run, int operands, const char* function, operand_roles roles,
              affine_rule affine = affine_rule::none)
{
    form& f = t.add(name, run, operands == 1 ? "p:p" : "p:pp");
    f.roles = roles;
    f.lane = t.keep({function, "mask", {"mask", "mask"}, operands, affine, translated_as::vectors, false});
}

} // namespace

#define MASK_1(name, roles, affine, function)                                                                          \
    add_mask(t, name, mask_unary<lane::function>, 1, #function, operand_roles::roles, affine_rule::affine);
#define MASK_2(name, roles, function)                                                                                  \
    add_mask(t, name, mask_binary<lane::function>, 2, #function, operand_roles::roles);

void add_logic_forms(form_table& t)
{
#include "isa/logic.def"
    add_lane_row(t, "lop3.b32", lop3, letters<&lane::look_up>(), "look_up", columns::bits_1,
                 described<decltype(&lane::look_up)>::value, false);
    t.add("lop3.or.b32", lop3_predicate<lane::bit_or<u32>>, "rp:rrrrp").choosers = 1;
    t.add("lop3.and.b32", lop3_predicate<lane::bit_and<u32>>, "rp:rrrrp").choosers = 1;
}

} // namespace cuda_emulator
