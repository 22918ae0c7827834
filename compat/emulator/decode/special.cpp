// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clocks, cluster addresses, createpolicy.
#include "decode/function_decoder.h"
#include "execute/clock.h"
#include "execute/cluster_address.h"

namespace cuda_emulator {

namespace {

constexpr std::uint32_t one_as_float = 0x3f800000;

// 2 * primary + secondary. The second is evict_unchanged, 0, unless it is named.
std::uint32_t cache_priorities(const std::vector<std::string_view>& modifiers)
{
    std::uint32_t bits = 0;
    int shift = 1;
    for (std::string_view m : modifiers) {
        if (m.substr(0, 10) != "L2::evict_") continue;
        bits |= (m == "L2::evict_first" ? 1u : m == "L2::evict_last" ? 2u : m == "L2::evict_normal" ? 3u : 0u) << shift;
        shift = 0;
    }
    return bits;
}

} // namespace

bool function_decoder::decode_special()
{
    const std::string_view op = now_->opcode;
    if (op == "mov" && now_->operands.size() == 2 && now_->operands[1].kind == ptx::operand_kind::special) {
        const std::string_view name = now_->operands[1].name;
        const clock_form clock = find_clock(name);
        if (!clock.run) return false;
        const operand_slot d = write(now_->operands[0], clock.wide ? 'd' : 'r', true);
        instruction& i = emit(clock.run);
        i.operands[0] = d;
        i.roles = operand_roles::computation;
        i.results = 1;
        i.kind = flow::poll;
        program_.out.warps_ordered = true; // a warp's clock counts its own instructions, whatever the others execute
        finish_results();
        return true;
    }
    if ((op == "mapa" && now_->operands.size() == 3) || (op == "getctarank" && now_->operands.size() == 2)) {
        only_modifiers({"shared::cluster u32 u64"});
        const bool maps = op == "mapa", generic = space_of_modifiers() == ptx::space::none;
        const char letter = letter_of(last_type());
        const handler run = (maps ? find_map_address : find_address_rank)(generic, letter == 'd');
        if (!run) fail("generic addresses have 64 bits");
        const operand_slot a = read(now_->operands[1], letter);
        const operand_slot rank = maps ? read(now_->operands[2], 'r') : no_operand;
        const operand_slot d = write(now_->operands[0], maps ? letter : 'r');
        instruction& i = emit(run);
        i.operands[0] = d;
        i.operands[1] = a;
        i.operands[2] = rank;
        i.roles = operand_roles::computation;
        i.results = 1;
        return true;
    }
    if (op == "createpolicy") return decode_cache_policy();
    return false;
}

// The cache does not exist here, so that a policy is a number without an effect.
bool function_decoder::decode_cache_policy()
{
    only_modifiers(
        {"fractional range global cvt L2 L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged b64"});
    const std::size_t operands = now_->operands.size();
    if (now_->has("cvt")) { // an access property already has the form of a policy
        if (operands != 2) fail("takes an access property");
        const operand_slot property = read(now_->operands[1], 'd');
        const operand_slot d = write(now_->operands[0], 'd');
        instruction& i = emit_form("mov.b64");
        i.operands[0] = d;
        i.operands[1] = property;
        return true;
    }
    const operand_slot priorities = broadcast('r', cache_priorities(now_->modifiers));
    if (now_->has("range")) {
        if (operands != 4) fail("takes an address and two sizes");
        const operand_slot address = flat_address(now_->operands[1]);
        const operand_slot primary = read(now_->operands[2], 'r'), total = read(now_->operands[3], 'r');
        const operand_slot d = write(now_->operands[0], 'd');
        instruction& i = emit_form("=policy.range");
        i.operands[0] = d;
        i.operands[1] = address;
        i.operands[2] = primary;
        i.operands[3] = total;
        i.operands[4] = priorities;
        return true;
    }
    if (!now_->has("fractional") || operands > 2) fail("takes a fraction, a range, or an access property");
    const operand_slot fraction = operands == 2 ? read(now_->operands[1], 'f') : broadcast('f', one_as_float);
    const operand_slot d = write(now_->operands[0], 'd');
    instruction& i = emit_form("=policy.fraction");
    i.operands[0] = d;
    i.operands[1] = fraction;
    i.operands[2] = priorities;
    return true;
}

// The value of an address in brackets, which is no address of a variable in a frame.
operand_slot function_decoder::flat_address(source o)
{
    const location at = address(o, ptx::space::global);
    if (at.where != window::flat) fail("the address must be one of global memory");
    if (at.offset == 0) return at.base;
    const operand_slot sum = temporary('d');
    instruction& i = emit_form("add.u64");
    i.operands[0] = sum;
    i.operands[1] = at.base;
    i.operands[2] = broadcast('d', static_cast<std::uint64_t>(at.offset));
    i.adapter = true;
    return sum;
}

} // namespace cuda_emulator
