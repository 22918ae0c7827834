// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extended-precision integer arithmetic: add.cc, addc, sub.cc, subc, mad.cc, madc. The carry is a mask of the warp.
//
// All instructions share one carry. The hardware computes a subtraction as a + ~b + 1. So its carry is set if there is
// no borrow, and subc subtracts one more if it is clear. nvcc relies on this: it reads the carry of subc.cc by addc.
#include "execute/lane_handler.h"
#include "isa/integers.h"

namespace cuda_emulator {

namespace {

template <class T>
void set_carry(warp& w, const instruction&, u32 mask, u32 value)
{
    w.carry = (w.carry & ~mask) | (value & mask);
}

template <class T, bool In, bool Out, bool Subtract>
void add_with_carry(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[1]);
    const T* b = slot<T>(w, i.operands[2]);
    const u32 in = In ? w.carry : Subtract ? all_lanes : 0;
    T result[warp_size];
    u32 out = 0;
    for (int l = 0; l < warp_size; ++l) {
        const T c = in >> l & 1;
        const T r = T(a[l] + (Subtract ? T(~b[l]) : b[l]) + c);
        out |= u32(r < a[l] || (c && r == a[l])) << l;
        result[l] = r;
    }
    if (Out) set_carry<T>(w, i, m, out);
    const T* r = result;
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int l) { return r[l]; });
}

template <class T>
inline T high(T a, T b, bool is_signed)
{
    if constexpr (sizeof(T) == 4) {
        return is_signed ? T((std::int64_t(std::int32_t(a)) * std::int32_t(b)) >> 32) : T((u64(a) * b) >> 32);
    } else {
        return is_signed ? T((__int128(std::int64_t(a)) * std::int64_t(b)) >> 64) : T((u128(a) * b) >> 64);
    }
}

template <class T, bool High, bool Signed, bool In, bool Out>
void mad_with_carry(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[1]);
    const T* b = slot<T>(w, i.operands[2]);
    const T* c = slot<T>(w, i.operands[3]);
    const u32 in = In ? w.carry : 0;
    T result[warp_size];
    u32 out = 0;
    for (int l = 0; l < warp_size; ++l) {
        const T product = High ? high<T>(a[l], b[l], Signed) : T(a[l] * b[l]);
        const T carry_in = in >> l & 1;
        const T r = T(product + c[l] + carry_in);
        out |= u32(r < product || (carry_in && r == product)) << l;
        result[l] = r;
    }
    if (Out) set_carry<T>(w, i, m, out);
    const T* r = result;
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int l) { return r[l]; });
}

template <class T, bool Signed>
void add_all(form_table& t, const std::string& type)
{
    // The letters of the result, and of two or three operands.
    constexpr char two[] = {letter<T>(), ':', letter<T>(), letter<T>(), 0};
    constexpr char three[] = {letter<T>(), ':', letter<T>(), letter<T>(), letter<T>(), 0};
    t.add("add.cc." + type, add_with_carry<T, false, true, false>, two);
    t.add("addc." + type, add_with_carry<T, true, false, false>, two);
    t.add("addc.cc." + type, add_with_carry<T, true, true, false>, two);
    t.add("sub.cc." + type, add_with_carry<T, false, true, true>, two);
    t.add("subc." + type, add_with_carry<T, true, false, true>, two);
    t.add("subc.cc." + type, add_with_carry<T, true, true, true>, two);
    t.add("mad.lo.cc." + type, mad_with_carry<T, false, Signed, false, true>, three);
    t.add("mad.hi.cc." + type, mad_with_carry<T, true, Signed, false, true>, three);
    t.add("madc.lo." + type, mad_with_carry<T, false, Signed, true, false>, three);
    t.add("madc.hi." + type, mad_with_carry<T, true, Signed, true, false>, three);
    t.add("madc.lo.cc." + type, mad_with_carry<T, false, Signed, true, true>, three);
    t.add("madc.hi.cc." + type, mad_with_carry<T, true, Signed, true, true>, three);
}

} // namespace

void add_wide_integer_forms(form_table& t)
{
    add_all<u32, false>(t, "u32");
    add_all<u32, true>(t, "s32");
    add_all<u64, false>(t, "u64");
    add_all<u64, true>(t, "s64");
}

} // namespace cuda_emulator
