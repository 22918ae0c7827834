// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/function_decoder.h"
#include "machine/kernel_name.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

char letter_of(ptx::type t)
{
    switch (t) {
    case ptx::type::pred:
        return 'p';
    case ptx::type::f16:
    case ptx::type::bf16:
        return 'e';
    case ptx::type::f32:
        return 'f';
    case ptx::type::f64:
        return 'F';
    default:
        return letter_of_width(ptx::size_of(t));
    }
}

namespace {

std::uint32_t align_up(std::uint32_t v, std::uint32_t a) { return (v + a - 1) / a * a; }

struct special_name {
    std::string_view name;
    std::string_view component;
    special_register which;
};
// PTX before 2.0 read these as 16 bits, and ptxas still accepts that.
bool had_16_bits(std::string_view name)
{
    return name == "%tid" || name == "%ntid" || name == "%ctaid" || name == "%nctaid";
}

constexpr special_name special_names[] = {
    {"%tid", "x", sr_tid_x},
    {"%tid", "y", sr_tid_y},
    {"%tid", "z", sr_tid_z},
    {"%tid", "w", sr_zero},
    {"%ntid", "x", sr_ntid_x},
    {"%ntid", "y", sr_ntid_y},
    {"%ntid", "z", sr_ntid_z},
    {"%ntid", "w", sr_zero},
    {"%ctaid", "x", sr_ctaid_x},
    {"%ctaid", "y", sr_ctaid_y},
    {"%ctaid", "z", sr_ctaid_z},
    {"%ctaid", "w", sr_zero},
    {"%nctaid", "x", sr_nctaid_x},
    {"%nctaid", "y", sr_nctaid_y},
    {"%nctaid", "z", sr_nctaid_z},
    {"%nctaid", "w", sr_zero},
    {"%clusterid", "x", sr_clusterid_x},
    {"%clusterid", "y", sr_clusterid_y},
    {"%clusterid", "z", sr_clusterid_z},
    {"%clusterid", "w", sr_zero},
    {"%nclusterid", "x", sr_nclusterid_x},
    {"%nclusterid", "y", sr_nclusterid_y},
    {"%nclusterid", "z", sr_nclusterid_z},
    {"%nclusterid", "w", sr_zero},
    {"%cluster_ctaid", "x", sr_cluster_ctaid_x},
    {"%cluster_ctaid", "y", sr_cluster_ctaid_y},
    {"%cluster_ctaid", "z", sr_cluster_ctaid_z},
    {"%cluster_ctaid", "w", sr_zero},
    {"%cluster_nctaid", "x", sr_cluster_nctaid_x},
    {"%cluster_nctaid", "y", sr_cluster_nctaid_y},
    {"%cluster_nctaid", "z", sr_cluster_nctaid_z},
    {"%cluster_nctaid", "w", sr_zero},
    {"%cluster_ctarank", "", sr_cluster_ctarank},
    {"%cluster_nctarank", "", sr_cluster_nctarank},
    {"%laneid", "", sr_laneid},
    {"%warpid", "", sr_warpid},
    {"%nwarpid", "", sr_nwarpid},
    {"%smid", "", sr_smid},
    {"%nsmid", "", sr_nsmid},
    {"%lanemask_eq", "", sr_lanemask_eq},
    {"%lanemask_le", "", sr_lanemask_le},
    {"%lanemask_lt", "", sr_lanemask_lt},
    {"%lanemask_ge", "", sr_lanemask_ge},
    {"%lanemask_gt", "", sr_lanemask_gt},
    {"%dynamic_smem_size", "", sr_dynamic_smem_size},
    {"%total_smem_size", "", sr_total_smem_size},
    {"%aggr_smem_size", "", sr_aggr_smem_size},
    {"%reserved_smem_offset_begin", "", sr_shared_begin},
    {"%reserved_smem_offset_end", "", sr_reserved_smem_end},
    {"%reserved_smem_offset_cap", "", sr_reserved_smem_cap},
    {"%reserved_smem_offset_0", "", sr_shared_begin},
    {"%reserved_smem_offset_1", "", sr_reserved_smem_1},
    {"%envreg0", "", sr_zero},
    {"%envreg1", "", sr_envreg1},
    {"%envreg2", "", sr_envreg2},
};

} // namespace

void function_decoder::fail(const std::string& what) const
{
    std::string s = "function '" + demangled(out_.source->name) + "'";
    if (now_) {
        s += ", PTX line " + std::to_string(now_->line) + ", ";
        if (now_->source >= 0) s += program_.module.source_line(*body_, now_->source) + ", ";
        s += "'" + now_->full_name() + "'";
    }
    throw decode_error(s + ": " + what);
}

void function_decoder::only_modifiers(std::initializer_list<std::string_view> known) const
{
    for (std::string_view m : now_->modifiers)
        if (std::none_of(known.begin(), known.end(), [m](auto list) { return modifiers::contains(list, m); }))
            fail("modifier '." + std::string(m) + "' is not known to the emulated device");
}

void function_decoder::lay_out_registers()
{
    registers_ = lay_out(*body_);
    register_bytes_ = align_up(registers_.bytes, 64);
    out_.zeroed = registers_.zeroed;
}

void function_decoder::lay_out_frame()
{
    const ptx::function& f = *out_.source;
    std::uint32_t at = 0;
    auto place = [&](const ptx::variable& v) {
        at = align_up(at, static_cast<std::uint32_t>(std::max(1, v.alignment)));
        const std::uint32_t start = at;
        at += static_cast<std::uint32_t>(v.size);
        return start;
    };
    // No object lies at offset 0 of a lane's stack, so that a null local address stays null.
    at = 16;
    if (!f.is_entry) {
        out_.parameters.clear();
        out_.results.clear();
        for (const ptx::variable& v : f.parameters)
            out_.parameters.push_back({place(v), static_cast<std::uint32_t>(v.size)});
        for (const ptx::variable& v : f.results)
            out_.results.push_back({place(v), static_cast<std::uint32_t>(v.size)});
    }
    out_.objects = out_.parameters;
    out_.objects.insert(out_.objects.end(), out_.results.begin(), out_.results.end());
    frame_offsets_.assign(body_->variables.size(), 0);
    for (std::size_t n = 0; n < body_->variables.size(); ++n) {
        const ptx::variable& v = body_->variables[n];
        if (v.space == ptx::space::local || v.space == ptx::space::param) {
            frame_offsets_[n] = place(v);
            if (v.space == ptx::space::local) {
                out_.objects.push_back({frame_offsets_[n], static_cast<std::uint32_t>(v.size)});
                out_.local_bytes += static_cast<std::uint32_t>(v.size);
            }
        } else if (v.space == ptx::space::shared) {
            frame_offsets_[n] =
                program_.shared_offset(v, std::string(f.name) + "." + std::to_string(n) + "." + std::string(v.name));
        } else {
            fail("variable '" + std::string(v.name) + "' in a state space that a function cannot declare");
        }
    }
    out_.frame_bytes = align_up(at, 64);
    if (out_.frame_bytes > 64 || at > 16) program_.out.calls_functions = true;
}

operand_slot function_decoder::temporary(char letter)
{
    const char key = letter == 'p' ? 'p' : letter_of_width(width_of(letter));
    auto& have = temporaries_[key];
    std::size_t& used = temporaries_used_[key];
    if (used == have.size()) {
        register_bytes_ = align_up(register_bytes_, 64);
        have.push_back(register_bytes_ | in_registers);
        register_bytes_ += key == 'p' ? 4 : static_cast<std::uint32_t>(width_of(key)) * warp_size;
    }
    return have[used++];
}

operand_slot function_decoder::widened(operand_slot narrow)
{
    const operand_slot wide = temporary('d');
    instruction& i = emit_form("=widen.u.64.32");
    i.operands[0] = wide;
    i.operands[1] = narrow;
    i.adapter = true;
    return wide;
}

operand_slot function_decoder::special_slot(special_register r)
{
    program_.out.named_special |= std::uint64_t{1} << r;
    return static_cast<operand_slot>(r) * 128 | in_special;
}

operand_slot function_decoder::narrowed(operand_slot wide, char letter, int have)
{
    const operand_slot narrow = temporary(letter);
    instruction& i = emit_form("=narrow." + std::to_string(8 * width_of(letter)) + "." + std::to_string(8 * have));
    i.operands[0] = narrow;
    i.operands[1] = wide;
    i.adapter = true;
    return narrow;
}

operand_slot function_decoder::broadcast(char letter, std::uint64_t bits)
{
    const int width = width_of(letter);
    if (width > 0 && width < 8) bits &= (std::uint64_t{1} << 8 * width) - 1;
    auto [at, fresh] = constants_.emplace(std::make_pair(width, bits), 0);
    if (fresh) {
        const auto offset = static_cast<std::uint32_t>((constant_bytes_.size() + 63) / 64 * 64);
        const int lanes = width == 0 ? 1 : warp_size;
        const int bytes = width == 0 ? 4 : width;
        constant_bytes_.resize(offset + bytes * lanes);
        for (int l = 0; l < lanes; ++l)
            std::memcpy(&constant_bytes_[offset + bytes * l], &bits, std::min(bytes, 8));
        at->second = offset;
    }
    return at->second | in_constants;
}

std::uint64_t function_decoder::constant_bits(source o, char letter) const
{
    const bool wants_float = letter == 'f' || letter == 'F';
    switch (o.kind) {
    case ptx::operand_kind::integer:
        if (wants_float) fail("an integer where a floating-point constant is wanted");
        if (letter == 'p') return o.value ? all_lanes : 0;
        return o.value;
    case ptx::operand_kind::real32: {
        if (letter != 'F') return o.value;
        float f;
        const auto b = static_cast<std::uint32_t>(o.value);
        std::memcpy(&f, &b, 4);
        const double d = f;
        std::uint64_t r;
        std::memcpy(&r, &d, 8);
        return r;
    }
    case ptx::operand_kind::real64: {
        if (width_of(letter) == 8) return o.value;
        if (letter != 'f') fail("a double-precision constant where it does not fit");
        double d;
        std::memcpy(&d, &o.value, 8);
        const float f = static_cast<float>(d);
        std::uint32_t r;
        std::memcpy(&r, &f, 4);
        return r;
    }
    default:
        fail("expected a constant");
    }
}

operand_slot function_decoder::read(source o, char letter, bool relaxed)
{
    const int width = width_of(letter);
    operand_slot s = no_operand;
    switch (o.kind) {
    case ptx::operand_kind::reg: {
        if (!o.component.empty()) fail("parts of a register are not there");
        const int have = register_width(body_->registers[o.index]);
        s = register_slot(o.index);
        if (have == width) break;
        if (!relaxed || have < width || width == 0 || have > 8)
            fail("register " + std::string(o.name) + " has another width than the instruction");
        s = narrowed(s, letter, have);
        break;
    }
    case ptx::operand_kind::integer:
    case ptx::operand_kind::real32:
    case ptx::operand_kind::real64:
        s = broadcast(letter, constant_bits(o, letter));
        break;
    case ptx::operand_kind::special: {
        for (const special_name& n : special_names)
            if (n.name == o.name && n.component == o.component) {
                s = special_slot(n.which);
                program_.names_reserved_shared |= o.name.substr(0, 15) == "%reserved_smem_";
                if (width == 4) return s;
                if (width == 8) return widened(s);
                if (width != 2 || !had_16_bits(o.name))
                    fail("special register " + std::string(o.name) + " has 32 bits");
                return narrowed(s, letter, 4);
            }
        if (o.name == "%is_explicit_cluster" && letter == 'p') return special_slot(sr_is_explicit_cluster);
        if (o.name == "%gridid") return special_slot(sr_gridid);
        if (o.name == "%VAParam") fail("variadic device functions are not known to the emulated device");
        fail("unknown special register '" + std::string(o.name) + (o.component.empty() ? "" : ".") +
             std::string(o.component) + "'");
    }
    case ptx::operand_kind::variable:
    case ptx::operand_kind::name:
        return address_value(o, letter);
    default:
        fail("an operand of a kind that does not belong here");
    }
    if (o.negated) {
        if (letter != 'p') fail("'!' before something that is no predicate");
        const operand_slot t = temporary('p');
        instruction& i = emit_form("not.pred");
        i.operands[0] = t;
        i.operands[1] = s;
        i.adapter = true;
        s = t;
    }
    return s;
}

operand_slot function_decoder::write(source o, char letter, bool relaxed, bool sign_extends)
{
    const int width = width_of(letter);
    if (o.kind == ptx::operand_kind::sink) return temporary(letter);
    if (o.kind != ptx::operand_kind::reg) fail("the result must go to a register");
    const int have = register_width(body_->registers[o.index]);
    if (have == width) return register_slot(o.index);
    if (!relaxed || have < width || width == 0 || have > 8)
        fail("register " + std::string(o.name) + " has another width than the instruction");
    const operand_slot t = temporary(letter);
    extensions_.push_back({std::string("=widen.") + (sign_extends ? "s." : "u.") + std::to_string(8 * have) + "." +
                               std::to_string(8 * width),
                           t, register_slot(o.index)});
    return t;
}

const ptx::operand* function_decoder::part(source o, int k)
{
    if (o.kind == ptx::operand_kind::pair) return &o.elements[k];
    return k == 0 ? &o : nullptr;
}

ptx::space function_decoder::space_of_modifiers() const
{
    for (std::string_view m : now_->modifiers) {
        if (m == "global") return ptx::space::global;
        if (m == "shared" || m == "shared::cta" || m == "shared::cluster") return ptx::space::shared;
        if (m == "local") return ptx::space::local;
        if (m == "const") return ptx::space::constant;
        if (m == "param" || m == "param::entry" || m == "param::func") return ptx::space::param;
    }
    return ptx::space::none;
}

ptx::type function_decoder::first_type() const
{
    for (std::string_view m : now_->modifiers)
        if (ptx::type t = ptx::type_from_name(m); t != ptx::type::none) return t;
    fail("no type");
}

ptx::type function_decoder::last_type() const
{
    for (auto m = now_->modifiers.rbegin(); m != now_->modifiers.rend(); ++m)
        if (ptx::type t = ptx::type_from_name(*m); t != ptx::type::none) return t;
    fail("no type");
}

} // namespace cuda_emulator
