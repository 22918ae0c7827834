// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes cp.async.bulk, cp.reduce.async.bulk, st.async and red.async, which report their bytes to an mbarrier.
#include "execute/bulk_copy.h"
#include "decode/function_decoder.h"
#include "execute/mbarrier.h"
#include "execute/tensor_copy.h"

#include <algorithm>
#include <string>

namespace cuda_emulator {

namespace {

constexpr std::string_view reductions = "and or xor add inc dec min max";

std::string reduction_of(const ptx::instruction& i)
{
    for (std::string_view m : i.modifiers)
        if (modifiers::contains(reductions, m)) return std::string(m);
    return "";
}
} // namespace

bool function_decoder::decode_bulk_copy()
{
    const bool reduces = now_->has("reduce");
    if (!reduces && (now_->has("commit_group") || now_->has("wait_group"))) {
        only_modifiers({"async bulk commit_group wait_group read"});
        emit(nothing);
        return true;
    }
    if (!reduces && now_->has("prefetch")) {
        only_modifiers({"async bulk prefetch L2 global L2::cache_hint"});
        emit(nothing);
        return true;
    }
    only_modifiers({"async bulk global shared::cta shared::cluster mbarrier::complete_tx::bytes bulk_group "
                    "L2::cache_hint",
                    reduces ? "reduce noftz f16 bf16 b32 u32 s32 b64 u64 s64 f32 f64" : "multicast::cluster",
                    reduces ? reductions : ""});
    const auto& o = now_->operands;
    const bool tells = now_->has("mbarrier::complete_tx::bytes"), is_multicast = now_->has("multicast::cluster");
    if (tells == now_->has("bulk_group")) fail("tells an mbarrier, or joins a group");
    if (is_multicast && !tells) fail("no such copy");
    const std::size_t wanted = 3u + tells + is_multicast + now_->has("L2::cache_hint");
    if (o.size() != wanted) fail("takes another number of operands");
    std::vector<bool> shared;
    for (std::string_view m : now_->modifiers)
        if (m == "global" || m == "shared::cluster" || m == "shared::cta") shared.push_back(m != "global");
    if (shared.size() != 2) fail("takes two state spaces");
    if (shared[0] != tells || (!shared[0] && !shared[1])) fail("no such copy");
    auto form = std::make_shared<bulk_copy_form>();
    operand_slot slots[5] = {no_operand, no_operand, no_operand, no_operand, no_operand};
    auto place = [&](int k, bulk_copy_form::place& p, bool is_shared) {
        const location at =
            address(o[static_cast<std::size_t>(k)], is_shared ? ptx::space::shared : ptx::space::global);
        p = {at.where == window::shared, at.wide, at.offset};
        slots[k] = at.base;
    };
    place(0, form->to, shared[0]);
    place(1, form->from, shared[1]);
    slots[2] = read(o[2], 'r');
    if (tells) place(3, form->barrier, true);
    if (is_multicast) slots[4] = read(o[4], 'h');
    if (reduces) {
        const ptx::type type = last_type();
        const std::string operation = reduction_of(*now_);
        const bool is_small = type == ptx::type::f16 || type == ptx::type::bf16;
        if ((is_small && operation == "add") != now_->has("noftz"))
            fail("16-bit floats are added with .noftz, and nothing else");
        // An H200 keeps all subnormal numbers here, unlike in red.
        const bool keeps_subnormals = type == ptx::type::f32 && operation == "add";
        form->reduce = find_atomic(keeps_subnormals ? "add.noftz" : operation, type, is_small);
        form->element = static_cast<std::uint32_t>(ptx::size_of(type));
        if (!form->reduce || (shared[0] && ptx::is_float(type))) fail("no such reduction");
        if (!shared[0] && (ptx::is_float(type) || operation == "inc" || operation == "dec"))
            program_.out.ordered = true; // the order of blocks changes the result
        if (form->element < 4) program_.out.narrow_accesses = true;
    }
    instruction& i = emit(run_bulk_copy);
    std::copy(slots, slots + 5, i.operands);
    i.extra = form.get();
    form->each = as_element_access(i);
    out_.extras.push_back(form);
    return true;
}

// A copy of a box of a tensor. A load has the operands [shared], [map, {coordinates}], [mbarrier]. A store has the
// first two in reverse order, and no mbarrier.
bool function_decoder::decode_tensor_copy()
{
    const bool reduces = now_->has("reduce");
    constexpr std::string_view ranks = "1d 2d 3d 4d 5d";
    if (!reduces && now_->has("prefetch")) {
        only_modifiers({"async bulk prefetch tensor L2 global tile L2::cache_hint", ranks});
        emit(nothing);
        return true;
    }
    only_modifiers({"async bulk tensor global shared::cta shared::cluster tile mbarrier::complete_tx::bytes bulk_group "
                    "L2::cache_hint",
                    ranks, reduces ? "reduce" : "multicast::cluster", reduces ? reductions : ""});
    const auto& o = now_->operands;
    auto form = std::make_shared<tensor_copy_form>();
    form->loads = now_->has("mbarrier::complete_tx::bytes");
    form->reduction = reduces ? reduction_of(*now_) : "";
    const bool is_multicast = now_->has("multicast::cluster");
    std::vector<std::string_view> spaces;
    for (std::string_view m : now_->modifiers) {
        if (modifiers::contains(ranks, m)) form->rank = m[0] - '0';
        if (m == "global" || m == "shared::cluster" || m == "shared::cta") spaces.push_back(m);
    }
    if (form->loads == now_->has("bulk_group")) fail("tells an mbarrier, or joins a group");
    if (is_multicast && !form->loads) fail("no such copy");
    if (spaces.size() != 2 || spaces[form->loads] != "global" || spaces[!form->loads] == "global" ||
        (reduces && (form->loads || form->reduction.empty())))
        fail("no such copy");
    if (o.size() != 2u + form->loads + is_multicast + now_->has("L2::cache_hint"))
        fail("takes another number of operands");
    const ptx::operand& map = o[form->loads];
    if (map.kind != ptx::operand_kind::address || map.elements.size() != 2) fail("takes a tensor map and coordinates");
    operand_slot slots[9];
    std::fill(slots, slots + 9, no_operand);
    if (map.value != 0) fail("a tensor map's address is a register alone");
    slots[0] = read(map.elements[0], 'd');
    const location shared = address(o[!form->loads], ptx::space::shared);
    form->shared = {shared.where == window::shared, shared.wide, shared.offset};
    slots[1] = shared.base;
    if (form->loads) {
        const location barrier = address(o[2], ptx::space::shared);
        form->barrier = {barrier.where == window::shared, barrier.wide, barrier.offset};
        slots[2] = barrier.base;
    }
    if (is_multicast) slots[3] = read(o[3], 'h');
    read_coordinates(map.elements[1], form->rank, slots + 4);
    if (reduces) program_.out.ordered = true; // the order of blocks may change the result
    instruction& i = emit(run_tensor_copy);
    std::copy(slots, slots + 9, i.operands);
    i.extra = form.get();
    form->each = as_element_access(i);
    out_.extras.push_back(form);
    return true;
}

// A store or an atomic in another block, which reports to an mbarrier of that block.
bool function_decoder::decode_asynchronous_store()
{
    const bool stores = now_->opcode == "st";
    only_modifiers({"async shared::cluster mbarrier::complete_tx::bytes",
                    stores ? "weak v2 v4 b32 u32 s32 f32 b64 u64 s64 f64" : "relaxed cluster b32 u32 s32 u64",
                    stores ? "" : reductions});
    const auto& o = now_->operands;
    if (o.size() != 3) fail("takes an address, a value and an mbarrier");
    const ptx::type type = last_type();
    const int bytes = ptx::size_of(type), count = now_->has("v4") ? 4 : now_->has("v2") ? 2 : 1;
    const char letter = letter_of_width(bytes);
    const location at = address(o[0], ptx::space::shared);
    if (stores) {
        access_form form;
        form.where = at.where;
        form.wide_address = at.wide;
        form.bytes = bytes;
        form.count = count;
        const handler run = find_store(form);
        if (!run || bytes * count > 16) fail("no such store");
        const bool is_vector = o[1].kind == ptx::operand_kind::vector;
        if (is_vector ? int(o[1].elements.size()) != count : count != 1)
            fail("another number of registers than .v says");
        operand_slot values[4];
        for (int k = 0; k < count; ++k)
            values[k] = read(is_vector ? o[1].elements[k] : o[1], letter);
        instruction& i = emit(run);
        i.operands[0] = at.base;
        std::copy(values, values + count, i.operands + 1);
        i.immediate = at.offset;
        i.detail = address_detail(at);
        i.roles = operand_roles::store;
        i.results = static_cast<std::uint8_t>(count);
        i.element = static_cast<std::uint8_t>(bytes);
        note_access(i, access_kind::store, ptx::space::shared, at, bytes * count);
    } else {
        const handler run = find_atomic(reduction_of(*now_), type, false);
        if (!run) fail("no such atomic operation");
        const operand_slot value = read(o[1], letter);
        emit_atomic(run, at, 0, no_operand, value, no_operand);
        note_access(out_.code.back(), access_kind::atomic, ptx::space::shared, at, bytes);
    }
    auto form = std::make_shared<mbarrier_form>();
    form->op = mbarrier_form::operation::complete_tx;
    form->releases = form->in_cluster = true;
    const location barrier = address(o[2], ptx::space::shared);
    const operand_slot size = broadcast('r', static_cast<std::uint64_t>(bytes * count));
    instruction& i = emit(run_mbarrier);
    i.operands[0] = barrier.base;
    i.operands[2] = size;
    i.immediate = barrier.offset;
    i.detail = address_detail(barrier);
    i.extra = form.get();
    i.order = memory_order::relaxed;
    i.roles = operand_roles::atomic;
    i.adapter = true;
    out_.extras.push_back(form);
    return true;
}

} // namespace cuda_emulator
