// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/function_decoder.h"

#include <algorithm>

namespace cuda_emulator {

// In a cluster, the block's own shared memory does not begin at 0: see machine/cluster.h.
operand_slot function_decoder::shared_address(std::uint64_t offset, char letter)
{
    const operand_slot constant = broadcast(letter, offset);
    if (!program_.out.in_clusters) return constant;
    operand_slot begin = special_slot(sr_shared_begin);
    if (width_of(letter) == 8) begin = widened(begin);
    const operand_slot sum = temporary(letter);
    instruction& i = emit_form(width_of(letter) == 8 ? "add.u64" : "add.u32");
    i.operands[0] = sum;
    i.operands[1] = begin;
    i.operands[2] = constant;
    i.adapter = true;
    return sum;
}

operand_slot function_decoder::address_value(source o, char letter)
{
    const int width = width_of(letter);
    auto as_constant = [&](std::uint64_t address) { return broadcast(letter, address + o.value); };
    auto in_frame = [&](std::uint32_t offset) {
        const operand_slot d = temporary('d');
        instruction& i = emit_form("=frame");
        i.operands[0] = d;
        i.immediate = offset + static_cast<std::int64_t>(o.value);
        i.adapter = true;
        if (width == 8) return d;
        const operand_slot r = temporary('r');
        instruction& n = emit_form("=narrow.32.64");
        n.operands[0] = r;
        n.operands[1] = d;
        n.adapter = true;
        return r;
    };
    if (width != 8 && width != 4) fail("the address of '" + std::string(o.name) + "' does not fit");
    if (o.kind == ptx::operand_kind::variable) {
        const ptx::variable& v = body_->variables[o.index];
        if (v.space == ptx::space::shared) return shared_address(frame_offsets_[o.index] + o.value, letter);
        return in_frame(frame_offsets_[o.index]);
    }
    const ptx::function& f = *out_.source;
    if (f.is_entry) {
        for (std::size_t n = 0; n < f.parameters.size(); ++n)
            if (f.parameters[n].name == o.name) return as_constant(program_.out.parameters[n].offset);
    } else {
        for (std::size_t n = 0; n < f.parameters.size(); ++n)
            if (f.parameters[n].name == o.name) return in_frame(out_.parameters[n].offset);
        for (std::size_t n = 0; n < f.results.size(); ++n)
            if (f.results[n].name == o.name) return in_frame(out_.results[n].offset);
    }
    const ptx::module& m = program_.module;
    if (auto at = m.variable_index.find(o.name); at != m.variable_index.end()) {
        const ptx::variable& v = m.variables[at->second];
        if (v.space == ptx::space::shared)
            return shared_address(program_.shared_offset(v, std::string(v.name)) + o.value, letter);
        return as_constant(program_.symbols.variable_address(v));
    }
    if (auto at = m.function_index.find(o.name); at != m.function_index.end()) {
        const ptx::function& target = m.functions[at->second];
        if (!target.is_entry && target.has_body) program_.function(target);
        return as_constant(program_.symbols.function_address(target));
    }
    fail("unknown name '" + std::string(o.name) + "'");
}

function_decoder::location function_decoder::address(source o, ptx::space space)
{
    if (o.kind != ptx::operand_kind::address) fail("expected an address in brackets");
    const ptx::operand& base = o.elements[0];
    location at;
    at.offset = static_cast<std::int64_t>(o.value);
    const ptx::function& f = *out_.source;
    switch (space) {
    case ptx::space::shared:
        at.where = window::shared;
        break;
    case ptx::space::local:
        at.where = window::local;
        break;
    case ptx::space::param:
        at.where = f.is_entry ? window::parameter : window::local;
        break;
    default:
        at.where = window::flat;
        break;
    }
    if (base.kind == ptx::operand_kind::reg) {
        const int width = register_width(body_->registers[base.index]);
        at.base = register_slot(base.index);
        at.wide = width == 8;
        if (width != 8 && width != 4) fail("an address register has 32 or 64 bits");
        if (width == 4 && at.where != window::shared && at.where != window::local) {
            at.base = widened(at.base);
            at.wide = true;
        }
        return at;
    }
    if (base.kind == ptx::operand_kind::integer) {
        at.base = broadcast('d', base.value);
        return at;
    }
    // A variable of the frame: a parameter of a call, a local variable, or a parameter of this function.
    if (base.kind == ptx::operand_kind::variable) {
        const ptx::variable& v = body_->variables[base.index];
        if (v.space == ptx::space::local || v.space == ptx::space::param) {
            at.where = window::frame;
            at.offset += frame_offsets_[base.index];
            return at;
        }
        at.where = window::shared;
        at.base = shared_address(frame_offsets_[base.index], 'd');
        return at;
    }
    if (base.kind != ptx::operand_kind::name) fail("expected a register or a name in the address");
    if (!f.is_entry) {
        for (std::size_t n = 0; n < f.parameters.size(); ++n)
            if (f.parameters[n].name == base.name) {
                at.where = window::frame;
                at.offset += out_.parameters[n].offset;
                return at;
            }
        for (std::size_t n = 0; n < f.results.size(); ++n)
            if (f.results[n].name == base.name) {
                at.where = window::frame;
                at.offset += out_.results[n].offset;
                return at;
            }
    }
    at.base = address_value(base, 'd');
    if (auto v = program_.module.variable_index.find(base.name); v != program_.module.variable_index.end())
        if (program_.module.variables[v->second].space == ptx::space::shared) at.where = window::shared;
    return at;
}

void function_decoder::keep_to_variable(instruction& i, source address)
{
    const ptx::variable* const v = pointed_->of(address);
    if (!v) return;
    const auto& own = body_->variables;
    const auto is_it = [v](const ptx::variable& one) { return &one == v; };
    const auto found = std::find_if(own.begin(), own.end(), is_it);
    i.shared_low = found != own.end() ? frame_offsets_[static_cast<std::size_t>(found - own.begin())]
                                      : program_.shared_offset(*v, std::string(v->name));
    if (!v->unsized && !v->is_extern) i.shared_high = i.shared_low + static_cast<std::uint32_t>(v->size);
}

} // namespace cuda_emulator
