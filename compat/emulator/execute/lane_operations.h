// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers made from a function of one lane: unary, binary and ternary operations.
#pragma once

#include "execute/forms.h"
#include "machine/lanes.h"
#include "machine/warp.h"

namespace cuda_emulator {

template <class D, class A, class Op>
void unary(warp& w, const instruction& i, std::uint32_t m)
{
    const A* a = slot<A>(w, i.operands[1]);
    for_lanes(slot<D>(w, i.operands[0]), m, [=](int l) { return Op::f(a[l]); });
}

template <class D, class A, class B, class Op>
void binary(warp& w, const instruction& i, std::uint32_t m)
{
    const A* a = slot<A>(w, i.operands[1]);
    const B* b = slot<B>(w, i.operands[2]);
    for_lanes(slot<D>(w, i.operands[0]), m, [=](int l) { return Op::f(a[l], b[l]); });
}

template <class D, class A, class B, class C, class Op>
void ternary(warp& w, const instruction& i, std::uint32_t m)
{
    const A* a = slot<A>(w, i.operands[1]);
    const B* b = slot<B>(w, i.operands[2]);
    const C* c = slot<C>(w, i.operands[3]);
    for_lanes(slot<D>(w, i.operands[0]), m, [=](int l) { return Op::f(a[l], b[l], c[l]); });
}

template <class D, class A, class Op>
void add_unary(form_table& t, const char* name)
{
    t.add(name, unary<D, A, Op>, {letter<D>(), ':', letter<A>()});
}
template <class D, class A, class B, class Op>
void add_binary(form_table& t, const char* name)
{
    t.add(name, binary<D, A, B, Op>, {letter<D>(), ':', letter<A>(), letter<B>()});
}
template <class D, class A, class B, class C, class Op>
void add_ternary(form_table& t, const char* name)
{
    t.add(name, ternary<D, A, B, C, Op>, {letter<D>(), ':', letter<A>(), letter<B>(), letter<C>()});
}

} // namespace cuda_emulator
