// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes the body of a function: the frame for all families, and the forms of the instruction table.
#include "check/speculative_loads.h"
#include "decode/function_decoder.h"
#include "ptx/instruction_rules.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

instruction& function_decoder::emit(handler run)
{
    instruction i;
    i.run = run;
    for (operand_slot& o : i.operands)
        o = no_operand;
    i.line = now_->line;
    i.source = now_->source;
    if (now_->guard >= 0) {
        i.guard = register_slot(now_->guard);
        i.guard_invert = now_->guard_negated ? all_lanes : 0;
    }
    out_.code.push_back(i);
    return out_.code.back();
}

instruction& function_decoder::emit(const form& f)
{
    instruction& i = emit(f.run);
    i.row = &f;
    i.detail = f.detail;
    i.roles = f.roles;
    const std::size_t colon = f.operands.find(':');
    i.results = static_cast<std::uint8_t>(colon);
    i.element = static_cast<std::uint8_t>(width_of(f.operands[0]));
    i.source_bytes = colon + 1 < f.operands.size() ? static_cast<std::uint8_t>(width_of(f.operands[colon + 1])) : 0;
    i.choosers = f.choosers;
    return i;
}

instruction& function_decoder::emit_form(const std::string& name)
{
    const form* f = forms().find(name);
    if (!f) fail("no such form '" + name + "'");
    return emit(*f);
}

void function_decoder::finish_results()
{
    for (const pending_extension& x : extensions_) {
        instruction& i = emit_form(x.form);
        i.operands[0] = x.to;
        i.operands[1] = x.from;
        i.adapter = true;
    }
    extensions_.clear();
}

// GPUs before sm_20 flush subnormals of single precision, and PTX for them says no `.ftz`. ptxas makes the same machine
// code of such an instruction as of the one with `.ftz`, and of `mad.f32` as of `fma.rn.ftz.f32`.
const form* function_decoder::form_before_sm_20() const
{
    if (program_.module.target == 0 || program_.module.target >= 20 || !now_->has("f32") || now_->has("ftz"))
        return nullptr;
    std::vector<std::string_view> modifiers = now_->modifiers;
    modifiers.push_back("ftz");
    const bool fuses = now_->opcode == "mad";
    if (fuses) modifiers.push_back("rn");
    return forms().find_in_any_order(form_table::in_any_order(fuses ? "fma" : now_->opcode, modifiers));
}

bool function_decoder::decode_table_form()
{
    const form* f = form_before_sm_20();
    if (!f) f = forms().find(now_->full_name());
    if (!f) f = forms().find_in_any_order(form_table::in_any_order(now_->opcode, now_->modifiers));
    if (!f) return false;
    const std::size_t colon = f->operands.find(':');
    const std::string results = f->operands.substr(0, colon);
    const std::string sources = f->operands.substr(colon + 1);
    const bool converts = now_->opcode == "cvt";
    // The destination is one operand, which may be a pair of registers.
    if (now_->operands.size() != sources.size() + 1)
        fail("takes " + std::to_string(sources.size() + 1) + " operands, not " + std::to_string(now_->operands.size()));
    operand_slot slots[10];
    std::size_t n = results.size();
    for (std::size_t k = 0; k < sources.size(); ++k)
        slots[n + k] = read(now_->operands[k + 1], sources[k], converts);
    const bool sign_extends = converts && !now_->has("pack") && ptx::is_signed(first_type());
    for (std::size_t k = 0; k < n; ++k) {
        const ptx::operand* d = part(now_->operands[0], static_cast<int>(k));
        slots[k] = d ? write(*d, results[k], converts, sign_extends) : temporary(results[k]);
    }
    instruction& i = emit(*f);
    std::copy_n(slots, n + sources.size(), i.operands);
    if (f->synchronises) {
        i.kind = flow::synchronise;
        i.member_mask = slots[n + sources.size() - 1];
    }
    finish_results();
    return true;
}

void function_decoder::decode_one()
{
    for (auto& t : temporaries_used_)
        t.second = 0;
    program_.names_other_blocks |=
        now_->opcode == "mapa" || now_->opcode == "getctarank" || now_->has("shared::cluster");
    if (decode_move() || decode_memory() || decode_prefetch() || decode_atomic() || decode_control() ||
        decode_barrier() || decode_texture() || decode_asynchronous() || decode_matrix() || decode_special() ||
        decode_table_form())
        return;
    const std::vector<std::string> mistakes = ptx::mistakes_of(*now_, program_.module, *out_.source, *body_);
    fail(mistakes.empty() ? "this instruction is not known to the emulated device" : mistakes.back());
}

void function_decoder::run()
{
    out_.body = ptx::parse_body(program_.module, *out_.source);
    body_ = out_.body.get();
    lay_out_registers();
    lay_out_frame();
    pointed_.emplace(program_.module, *body_);
    products_.emplace(*body_);
    out_.code.reserve(body_->instructions.size() + 8);
    for (const ptx::instruction& i : body_->instructions) {
        index_of_.push_back(static_cast<std::uint32_t>(out_.code.size()));
        now_ = &i;
        check_product_registers();
        decode_one();
    }
    // A function that reaches its end returns.
    ptx::instruction end;
    end.opcode = "ret";
    end.line = body_->instructions.empty() ? out_.source->line : body_->instructions.back().line;
    now_ = &end;
    index_of_.push_back(static_cast<std::uint32_t>(out_.code.size()));
    decode_one();
    for (auto& [at, target] : branches_) {
        now_ = &end;
        out_.code[at].target = label_target(*target);
    }
    for (auto& table : out_.tables)
        for (std::uint32_t& target : table->targets)
            target = index_of_[target];
    now_ = nullptr;
    out_.register_bytes = (register_bytes_ + 63) / 64 * 64;
    // Registers that share a slot get separate numbers, so that their values stay apart. A temporary has a number of
    // its own.
    value_numbers values;
    const auto registers = static_cast<std::uint32_t>(body_->registers.size());
    values.count = registers + out_.register_bytes / 4 + 1;
    values.of = [&](operand_slot o, std::uint32_t at) {
        const auto behind = std::upper_bound(index_of_.begin(), index_of_.end(), at);
        const auto instruction = static_cast<std::uint32_t>(behind - index_of_.begin()) - 1;
        const std::uint32_t r = registers_.register_at(o & ~3u, instruction);
        return r == register_layout::none ? registers + o / 4 : r;
    };
    mark_speculative_loads(out_, values);
    out_.constant_storage.resize(constant_bytes_.size() + 64);
    auto address = reinterpret_cast<std::uintptr_t>(out_.constant_storage.data());
    out_.constants = reinterpret_cast<char*>((address + 63) / 64 * 64);
    if (!constant_bytes_.empty()) std::memcpy(out_.constants, constant_bytes_.data(), constant_bytes_.size());
}

} // namespace cuda_emulator
