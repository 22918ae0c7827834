// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/decoder.h"

#include "decode/function_decoder.h"
#include "decode/polls.h"
#include "decode/stack_size.h"
#include "machine/kernel_name.h"

namespace cuda_emulator {

decoded_function* program_decoder::function(const ptx::function& f)
{
    auto& have = out.functions[&f];
    if (!have) {
        have = std::make_unique<decoded_function>();
        have->source = &f;
        waiting.push_back(have.get());
        out.by_address[symbols.function_address(f)] = have.get();
    }
    return have.get();
}

std::uint32_t program_decoder::shared_offset(const ptx::variable& v, const std::string& unique_name)
{
    // All declarations of `extern .shared x[]` mean the dynamic shared memory. Its offset is known only after all other
    // variables have theirs.
    if (v.unsized || v.is_extern) {
        out.uses_dynamic_shared = true;
        out.dynamic_alignment = std::max(out.dynamic_alignment, static_cast<std::uint32_t>(v.alignment));
        return out.dynamic_offset;
    }
    auto at = out.shared_offsets.find(unique_name);
    if (at != out.shared_offsets.end()) return at->second;
    const auto alignment = static_cast<std::uint32_t>(v.alignment);
    const std::uint32_t offset = (out.shared_bytes + alignment - 1) / alignment * alignment;
    out.shared_bytes = offset + static_cast<std::uint32_t>(v.size);
    out.shared_offsets[unique_name] = offset;
    out.shared_variables.push_back({offset, static_cast<std::uint32_t>(v.size), std::string(v.name), alignment});
    return offset;
}

namespace {

void decode_all(program_decoder& d, const ptx::function& kernel)
{
    d.out.kernel = d.function(kernel);
    bool took_addressed = false;
    while (!d.waiting.empty()) {
        decoded_function* f = d.waiting.back();
        d.waiting.pop_back();
        function_decoder(d, *f).run();
        if (d.has_indirect_calls && !took_addressed) {
            took_addressed = true;
            for (const ptx::function* target : d.symbols.addressed_functions())
                if (target->has_body && !target->is_entry) d.function(*target);
        }
    }
}

// Each instruction that accesses memory gets an access site of its own. The unrolled steps of a loop must not share
// one, because they would evict each other's allocation.
void give_places(program& p)
{
    for (auto& f : p.functions)
        for (instruction& i : f.second->code)
            switch (i.roles) {
            case operand_roles::load:
            case operand_roles::store:
            case operand_roles::atomic:
            case operand_roles::texture:
            case operand_roles::listed:
                i.place = p.places++;
                break;
            default:
                break;
            }
}

// Counts the instructions that the interpreter can run in one go. A run ends at a guard, and at an instruction that is
// more than its handler.
void find_straight_runs(decoded_function& f)
{
    constexpr std::uint16_t longest = 0xffff;
    std::uint16_t length = 0, counted = 0;
    for (auto i = f.code.rbegin(); i != f.code.rend(); ++i) {
        const bool plain = i->kind == flow::none && i->guard == no_operand && i->run;
        length = plain && length < longest ? static_cast<std::uint16_t>(length + 1) : 0;
        counted = length ? static_cast<std::uint16_t>(counted + !i->adapter) : 0;
        i->straight = length;
        i->straight_counted = counted;
    }
}

} // namespace

std::unique_ptr<program> decode(const ptx::module& m, const ptx::function& kernel, const symbol_addresses& symbols)
{
    // Three facts are known only after a whole pass, but the code depends on them: the offset of dynamic shared memory,
    // whether addresses name blocks of the cluster, and whether CUDA's headers use shared memory. A second pass takes
    // them from the first.
    std::uint32_t dynamic_offset = 0;
    bool in_clusters = false, has_reserved = false;
    for (;;) {
        auto p = std::make_unique<program>();
        p->module = &m;
        p->dynamic_offset = dynamic_offset;
        p->in_clusters = in_clusters;
        if (has_reserved) {
            p->shared_bytes = p->reserved_bytes = reserved_shared_bytes;
            p->shared_variables.push_back({0, reserved_shared_bytes, "reserved for CUDA", 1});
            p->group_memory.push_back({0, reserved_shared_bytes});
        }
        std::uint32_t at = 0;
        for (const ptx::variable& v : kernel.parameters) {
            const auto alignment = static_cast<std::uint32_t>(v.alignment);
            at = (at + alignment - 1) / alignment * alignment;
            p->parameters.push_back({at, static_cast<std::uint32_t>(v.size)});
            at += static_cast<std::uint32_t>(v.size);
        }
        p->parameter_bytes = at;
        program_decoder d{m, symbols, *p, {}};
        decode_all(d, kernel);
        if ((d.names_other_blocks && !in_clusters) || (d.names_reserved_shared && !has_reserved)) {
            in_clusters = d.names_other_blocks;
            has_reserved = d.names_reserved_shared;
            continue;
        }
        const std::uint32_t alignment = p->dynamic_alignment;
        const std::uint32_t begins = (p->shared_bytes + alignment - 1) / alignment * alignment;
        if (!p->uses_dynamic_shared) p->dynamic_offset = begins;
        if (!p->uses_dynamic_shared || begins == dynamic_offset) {
            give_places(*p);
            find_stack_size(*p);
            find_polls(*p);
            for (auto& f : p->functions)
                find_straight_runs(*f.second);
            return p;
        }
        dynamic_offset = begins;
    }
}

} // namespace cuda_emulator
