// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/pointed_variables.h"

namespace cuda_emulator {

namespace {

bool is_shared(const ptx::variable& v) { return v.space == ptx::space::shared; }

} // namespace

pointed_variables::pointed_variables(const ptx::module& m, const ptx::function_body& body)
    : module_(m)
    , body_(body)
{
    bool any = false;
    for (const ptx::variable& v : body.variables)
        any |= is_shared(v);
    for (const ptx::variable& v : m.variables)
        any |= is_shared(v);
    if (!any) return;
    registers_.resize(body.registers.size());
    // The loop ends, because each register only changes from unseen to a value, and from a value to unknown.
    for (bool changes = true; changes;) {
        changes = false;
        for (const ptx::instruction& i : body.instructions) {
            if (i.operands.empty() || i.operands[0].kind == ptx::operand_kind::address) continue;
            if (i.opcode == "call") {
                for (const ptx::operand& o : i.operands)
                    changes |= write(o, {value::unknown});
            } else {
                changes |= write(i.operands[0], result_of(i));
            }
        }
    }
}

const ptx::variable* pointed_variables::of(const ptx::operand& address) const
{
    if (registers_.empty()) return nullptr;
    const value v = of_operand(address.elements[0]);
    return v.is == value::pointer ? v.to : nullptr;
}

pointed_variables::value pointed_variables::either(value a, value b)
{
    if (a.is == value::unseen || a == b) return b;
    return b.is == value::unseen ? a : value{value::unknown};
}

pointed_variables::value pointed_variables::computed(value a, value b)
{
    if (a.is == value::unknown || b.is == value::unknown || a.is == value::pointer || b.is == value::pointer)
        return {value::unknown};
    return a.is == value::unseen || b.is == value::unseen ? value{} : value{value::number};
}

// The sum of two pointers is no pointer, and neither is the sum of a pointer and a possible pointer. Compilers step
// from one array to another by such a difference.
pointed_variables::value pointed_variables::sum(value a, value b)
{
    if (a.is == value::pointer && b.is == value::number) return a;
    if (a.is == value::number && b.is == value::pointer) return b;
    if (a.is == value::unseen && b.is != value::unknown) return {};
    if (b.is == value::unseen && a.is != value::unknown) return {};
    return computed(a, b);
}

pointed_variables::value pointed_variables::of_operand(const ptx::operand& o) const
{
    const ptx::variable* v = nullptr;
    switch (o.kind) {
    case ptx::operand_kind::reg:
        return registers_[static_cast<std::size_t>(o.index)];
    case ptx::operand_kind::variable:
        v = &body_.variables[static_cast<std::size_t>(o.index)];
        break;
    case ptx::operand_kind::name:
        if (const auto found = module_.variable_index.find(o.name); found != module_.variable_index.end())
            v = &module_.variables[static_cast<std::size_t>(found->second)];
        break;
    case ptx::operand_kind::vector:
    case ptx::operand_kind::pair:
    case ptx::operand_kind::list: {
        value all{value::number};
        for (const ptx::operand& one : o.elements)
            all = computed(all, of_operand(one));
        return all;
    }
    default:
        break; // a value that is loaded from memory counts as a number
    }
    return v && is_shared(*v) ? value{value::pointer, v} : value{value::number};
}

pointed_variables::value pointed_variables::result_of(const ptx::instruction& i) const
{
    const auto& o = i.operands;
    const bool one = o[0].kind == ptx::operand_kind::reg;
    const std::size_t count = o.size() - 1;
    const auto in = [&](std::size_t k) { return of_operand(o[k]); };
    if (one && count == 1 && (i.opcode == "mov" || i.opcode == "cvta" || i.opcode == "cvt")) return in(1);
    if (one && count == 2 && i.opcode == "add") return sum(in(1), in(2));
    if (one && count == 2 && i.opcode == "sub" && in(2).is != value::pointer) return sum(in(1), in(2));
    if (one && count == 3 && i.opcode == "mad") return sum(computed(in(1), in(2)), in(3));
    if (one && count == 3 && i.opcode == "selp") return either(in(1), in(2));
    value all{value::number};
    for (std::size_t k = 1; k <= count; ++k)
        all = computed(all, in(k));
    return all;
}

bool pointed_variables::write(const ptx::operand& o, value v)
{
    if (o.kind == ptx::operand_kind::reg) {
        value& r = registers_[static_cast<std::size_t>(o.index)];
        const value now = either(r, v);
        const bool changes = now != r;
        r = now;
        return changes;
    }
    bool changes = false;
    for (const ptx::operand& one : o.elements)
        changes |= write(one, v);
    return changes;
}

} // namespace cuda_emulator
