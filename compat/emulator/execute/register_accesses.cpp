// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/register_accesses.h"

#include "execute/texture_access.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator {

namespace {

void add(std::vector<operand_slot>& list, operand_slot o)
{
    if (is_register(o)) list.push_back(o);
}

bool touches_nothing(const instruction& i)
{
    return std::all_of(std::begin(i.operands), std::end(i.operands), [](operand_slot o) { return o == no_operand; });
}

bool has_gradients(const instruction& i) { return static_cast<const texture_form*>(i.extra)->dx[0] != no_operand; }

// Only the handler of such an instruction knows the layout of `extra`.
bool is_handlers_alone(const instruction& i)
{
    return i.kind == flow::none || i.kind == flow::poll || i.kind == flow::synchronise || i.kind == flow::yield;
}

} // namespace

access_lists accesses_of(const instruction& i)
{
    access_lists a;
    constexpr int count = 10;
    add(a.read, i.guard);
    add(a.read, i.member_mask);
    auto split = [&](int results) {
        for (int k = 0; k < count; ++k)
            add(k < results ? a.written : a.read, i.operands[k]);
    };
    switch (i.roles) {
    case operand_roles::computation:
    case operand_roles::bits:
    case operand_roles::select:
    case operand_roles::conjunction:
    case operand_roles::disjunction:
    case operand_roles::compare_and:
    case operand_roles::compare_or:
    case operand_roles::shuffle:
        split(i.results);
        break;
    case operand_roles::texture:
        split(4);
        break;
    case operand_roles::load:
        for (int k = 0; k < count; ++k)
            add(k ? a.written : a.read, i.operands[k]);
        break;
    case operand_roles::store:
        split(0);
        break;
    case operand_roles::atomic:
        for (int k = 0; k < count; ++k)
            add(k == 1 ? a.written : a.read, i.operands[k]);
        break;
    case operand_roles::listed:
        add(a.read, i.operands[0]);
        if (i.extra) {
            const auto& lists = *static_cast<const register_lists*>(i.extra);
            for (const operand_slot o : lists.read)
                add(a.read, o);
            for (const operand_slot o : lists.written)
                add(a.written, o);
        } else {
            a.known = false;
        }
        break;
    case operand_roles::other:
        a.known = touches_nothing(i) && !(i.extra && is_handlers_alone(i));
        break;
    }
    // The operands of surface accesses, texture queries and fetches with gradients are known to their handlers only.
    if (i.run == run_surface || i.run == run_texture_query || (i.run == run_texture && has_gradients(i)))
        a.known = false;
    return a;
}

} // namespace cuda_emulator
