// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/product_registers.h"

#include "decode/register_layout.h"

namespace cuda_emulator {

namespace {

bool is_product(const ptx::instruction& i) { return i.opcode == "wgmma" && i.has("mma_async"); }

void mark(std::vector<bool>& registers, const ptx::operand& o)
{
    for (const ptx::operand& e : o.elements)
        if (e.kind == ptx::operand_kind::reg) registers[std::size_t(e.index)] = true;
}

} // namespace

product_registers::product_registers(const ptx::function_body& body)
{
    std::vector<const ptx::instruction*> copies;
    for (const ptx::instruction& i : body.instructions) {
        if (i.opcode == "mov") copies.push_back(&i);
        if (!is_product(i) || i.operands.size() < 2) continue;
        results_.resize(body.registers.size());
        sources_.resize(body.registers.size());
        mark(results_, i.operands[0]);
        mark(sources_, i.operands[1]);
    }
    for (bool grows = !results_.empty(); grows;) {
        grows = false;
        for (const ptx::instruction* i : copies) {
            bool is_result = false;
            for (const register_access& a : register_accesses(*i))
                is_result |= !a.written && results_[a.reg];
            for (const register_access& a : register_accesses(*i))
                if (is_result && a.written && !results_[a.reg]) grows = results_[a.reg] = true;
        }
    }
}

product_registers::access product_registers::access_of(const ptx::instruction& i) const
{
    access r;
    if (results_.empty()) return r;
    r.copies = i.opcode == "mov";
    if (is_product(i)) {
        for (const ptx::operand& e : i.operands[1].elements)
            if (e.kind == ptx::operand_kind::reg && results_[std::size_t(e.index)]) r.reads.push_back(e.index);
        return r;
    }
    for (const register_access& a : register_accesses(i))
        if (results_[a.reg] || (a.written && sources_[a.reg])) (a.written ? r.writes : r.reads).push_back(int(a.reg));
    return r;
}

} // namespace cuda_emulator
