// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async and mbarrier.
#include "decode/function_decoder.h"
#include "execute/asynchronous_copy.h"
#include "execute/mbarrier.h"

namespace cuda_emulator {

bool function_decoder::decode_mbarrier()
{
    program_.out.warps_ordered = true;
    using operation = mbarrier_form::operation;
    auto form = std::make_shared<mbarrier_form>();
    const auto& o = now_->operands;
    const bool copies = now_->opcode == "cp"; // cp.async.mbarrier.arrive; copies are done at once
    if (!copies && now_->modifiers.empty()) fail("no operation");
    const std::string_view what = copies ? now_->modifiers[2] : now_->modifiers[0];
    std::size_t address_at = 0;
    operand_slot result = no_operand, count = no_operand, token = no_operand;
    // These modifiers change nothing here: memory is always in order, and waits end as soon as the phase does.
    constexpr std::string_view order = "release acquire relaxed cta cluster b64";
    using modifiers::shared_spaces;
    if (what == "init") {
        only_modifiers({"init b64 shared shared::cta"});
        form->op = operation::init;
        if (o.size() != 2) fail("takes an address and a count");
        count = read(o[1], 'r');
    } else if (what == "inval") {
        only_modifiers({"inval b64 shared shared::cta"});
        form->op = operation::invalidate;
    } else if (what == "arrive" || what == "arrive_drop") {
        if (copies) {
            only_modifiers({"async mbarrier arrive noinc b64", shared_spaces});
        } else {
            only_modifiers({"arrive arrive_drop expect_tx noComplete", order, shared_spaces});
        }
        form->op = what == "arrive" ? operation::arrive : operation::arrive_drop;
        form->expects = now_->has("expect_tx");
        form->copies = copies;
        // Without .noinc the instruction first raises the pending count by one. The arrival then cancels this, and
        // nothing changes.
        if (copies && !now_->has("noinc")) form->op = operation::order_copies;
        if (!o.empty() && o[0].kind != ptx::operand_kind::address) {
            address_at = 1;
            if (o[0].kind != ptx::operand_kind::sink) result = write(o[0], 'd');
        }
        if (o.size() > address_at + 1) count = read(o[address_at + 1], 'r');
    } else if (what == "expect_tx" || what == "complete_tx") {
        only_modifiers({what, order, shared_spaces});
        form->op = what == "expect_tx" ? operation::expect_tx : operation::complete_tx;
        if (o.size() != 2) fail("takes an address and a count");
        count = read(o[1], 'r');
    } else if (what == "test_wait" || what == "try_wait") {
        only_modifiers({"parity", what, order, "shared shared::cta"});
        form->op = operation::test;
        form->parity = now_->has("parity");
        if (o.size() < 3) fail("takes a predicate, an address and a state");
        address_at = 1;
        if (form->parity) {
            count = read(o[2], 'r');
        } else {
            token = read(o[2], 'd');
        }
        result = write(o[0], 'p');
    } else if (what == "pending_count") {
        only_modifiers({"b64", what});
        form->op = operation::pending_count;
        if (o.size() != 2) fail("takes a result and a state");
        token = read(o[1], 'd');
        result = write(o[0], 'r');
    } else {
        fail("this operation is not known to the emulated device");
    }
    location at;
    if (form->op != operation::pending_count) at = address(o[address_at], space_of_modifiers());
    instruction& i = emit(run_mbarrier);
    i.operands[0] = at.base;
    i.operands[1] = result;
    i.operands[2] = count;
    i.operands[3] = token;
    i.immediate = at.offset;
    i.detail = static_cast<std::uint8_t>(static_cast<std::uint8_t>(at.where) | (at.wide ? 8 : 0));
    i.extra = form.get();
    if (form->op == operation::test) i.kind = flow::poll;
    // cuda::pipeline executes `inval` after match.sync, which orders no memory. An `inval` must not race with earlier
    // arrivals.
    if (form->op != operation::init) {
        i.order = memory_order::relaxed;
        // Libraries omit the scope even for mbarriers of other blocks. So only an explicit scope is checked.
        i.scope = scope_of(*now_, memory_scope::cluster);
        i.roles = operand_roles::atomic;
    }
    out_.extras.push_back(form);
    return true;
}

bool function_decoder::decode_asynchronous()
{
    if (now_->opcode == "mbarrier") return decode_mbarrier();
    if (!now_->has("async")) return false;
    if (now_->opcode == "st" || now_->opcode == "red") return decode_asynchronous_store();
    if (now_->opcode != "cp") return false;
    if (now_->has("mbarrier")) return decode_mbarrier();
    if (now_->has("tensor")) return decode_tensor_copy();
    if (now_->has("bulk")) return decode_bulk_copy();
    const auto& o = now_->operands;
    if (now_->has("commit_group")) {
        only_modifiers({"async commit_group"});
        emit(commit_asynchronous_copies);
        return true;
    }
    if (now_->has("wait_group") || now_->has("wait_all")) {
        only_modifiers({"async wait_group wait_all"});
        if (o.size() != (now_->has("wait_group") ? 1u : 0u)) fail("takes a number of groups, or nothing");
        const auto groups = o.empty() ? -1 : static_cast<std::int64_t>(constant_bits(o[0], 'r'));
        emit(wait_for_asynchronous_copies).immediate = groups;
        return true;
    }
    only_modifiers({"async ca cg shared shared::cta global L2::cache_hint", modifiers::prefetch_sizes});
    const std::size_t count = o.size() - now_->has("L2::cache_hint"); // the cache policy is the last operand
    if (o.size() < 3 || count < 3 || count > 4) fail("takes two addresses, a size, and how much of it to read");
    const location to = address(o[0], ptx::space::shared);
    const location from = address(o[1], ptx::space::global);
    const auto bytes = constant_bits(o[2], 'r');
    operand_slot size = no_operand;
    if (count == 4) {
        const bool ignores = o[3].kind == ptx::operand_kind::reg && register_width(body_->registers[o[3].index]) == 0;
        if (ignores) { // a predicate: if it is true, the copy writes zeros and reads nothing
            size = temporary('r');
            const operand_slot all = broadcast('r', bytes), none = broadcast('r', 0), p = read(o[3], 'p');
            instruction& i = emit_form("selp.b32");
            i.operands[0] = size;
            i.operands[1] = none;
            i.operands[2] = all;
            i.operands[3] = p;
            i.adapter = true;
        } else {
            size = read(o[3], 'r');
        }
    }
    const operand_slot destination = to.wide ? to.base : widened(to.base);
    instruction& i = emit(run_asynchronous_copy);
    i.operands[0] = destination;
    i.operands[1] = from.base;
    i.operands[2] = size;
    i.immediate = (from.offset << 32) | (to.offset & 0xffffffff);
    i.detail = static_cast<std::uint8_t>(bytes);
    i.access = {access_kind::copy, ptx::space::shared, i.detail};
    return true;
}

} // namespace cuda_emulator
