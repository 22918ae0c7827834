// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clocks, cluster addresses, createpolicy.
#include "decode/function_decoder.h"
#include "execute/clock.h"
#include "execute/cluster_address.h"

namespace cuda_emulator {

bool function_decoder::decode_special()
{
    const std::string_view op = now_->opcode;
    if (op == "mov" && now_->operands.size() == 2 && now_->operands[1].kind == ptx::operand_kind::special) {
        const std::string_view name = now_->operands[1].name;
        const clock_form clock = find_clock(name);
        if (!clock.run) return false;
        const operand_slot d = write(now_->operands[0], clock.wide ? 'd' : 'r', true);
        emit(clock.run).operands[0] = d;
        out_.code.back().kind = flow::poll;
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
    if (op == "createpolicy") { // a hint for a cache, which does not exist here
        only_modifiers(
            {"fractional range global cvt L2 L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged b64"});
        const operand_slot zero = broadcast('d', 0);
        const operand_slot d = write(now_->operands[0], 'd');
        instruction& i = emit_form("mov.b64");
        i.operands[0] = d;
        i.operands[1] = zero;
        return true;
    }
    return false;
}

} // namespace cuda_emulator
