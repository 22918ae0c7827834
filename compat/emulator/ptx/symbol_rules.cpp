// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/symbol_rules.h"

#include "ptx/operand_types.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cuda_emulator::ptx {

namespace {

constexpr std::string_view special_registers[] = {
    "%VAParam",
    "%aggr_smem_size",
    "%clock",
    "%clock64",
    "%clock_hi",
    "%cluster_ctaid",
    "%cluster_ctarank",
    "%cluster_nctaid",
    "%cluster_nctarank",
    "%clusterid",
    "%ctaid",
    "%current_graph_exec",
    "%dynamic_smem_size",
    "%globaltimer",
    "%globaltimer_hi",
    "%globaltimer_lo",
    "%gridid",
    "%is_explicit_cluster",
    "%laneid",
    "%lanemask_eq",
    "%lanemask_ge",
    "%lanemask_gt",
    "%lanemask_le",
    "%lanemask_lt",
    "%nclusterid",
    "%nctaid",
    "%nsmid",
    "%ntid",
    "%nwarpid",
    "%smid",
    "%tid",
    "%total_smem_size",
    "%warpid",
};

bool begins_with(std::string_view name, std::string_view what) { return name.substr(0, what.size()) == what; }

bool declares(const std::vector<variable>& list, std::string_view name)
{
    return std::any_of(list.begin(), list.end(), [&](const variable& v) { return v.name == name; });
}

class symbol_rules {
public:
    symbol_rules(const instruction& i, const module& m, const function& f, const function_body& body)
        : instruction_(i)
        , module_(m)
        , function_(f)
        , body_(body)
    {
    }

    std::vector<std::string> find() const
    {
        std::vector<std::string_view> unknown;
        for (const operand& o : instruction_.operands)
            collect(o, unknown);
        std::vector<std::string> out;
        const std::string opcode(instruction_.opcode);
        if (!unknown.empty()) {
            const bool in_memory = opcode == "ld" || opcode == "st";
            if (in_memory)
                out.push_back("Illegal operand type to instruction '" + opcode + "'");
            else if (opcode == "call")
                out.push_back("Call to '" + std::string(unknown[0]) + "' requires call prototype");
            else if (opcode != "bra")
                out.push_back("Arguments mismatch for instruction '" + opcode + "'");
            for (const std::string_view name : unknown)
                out.push_back("Unknown symbol '" + std::string(name) + "'");
        } else if (opcode == "call" && !passes_all()) {
            out.emplace_back("Call has wrong number of parameters");
        } else if (opcode == "st" && writes_parameter()) {
            out.push_back("Illegal to write to function input parameter '" +
                          std::string(instruction_.operands[0].elements[0].name) + "'");
        }
        return out;
    }

private:
    void collect(const operand& o, std::vector<std::string_view>& out) const
    {
        if ((o.kind == operand_kind::name && !is_known(o.name)) ||
            (o.kind == operand_kind::special && !is_special_register(o.name)))
            out.push_back(o.name);
        for (const operand& e : o.elements)
            collect(e, out);
    }
    bool is_known(std::string_view name) const
    {
        return module_.variable_index.count(name) || module_.function_index.count(name) || body_.labels.count(name) ||
               body_.prototypes.count(name) || body_.branch_targets.count(name) ||
               declares(function_.parameters, name) || declares(function_.results, name);
    }

    // Tests whether a direct call has as many arguments and results as the function.
    bool passes_all() const
    {
        const auto& o = instruction_.operands;
        const std::size_t target = o.size() > 1 && o[0].kind == operand_kind::list ? 1 : 0;
        if (target >= o.size() || o[target].kind != operand_kind::name) return true;
        const auto at = module_.function_index.find(o[target].name);
        if (at == module_.function_index.end()) return true;
        const function& called = module_.functions[static_cast<std::size_t>(at->second)];
        if (std::any_of(called.parameters.begin(), called.parameters.end(),
                        [](const variable& v) { return v.unsized; }))
            return true; // it takes any number
        const bool has_list = target + 1 < o.size() && o[target + 1].kind == operand_kind::list;
        const std::size_t arguments = has_list ? o[target + 1].elements.size() : 0;
        return arguments == called.parameters.size() && (target ? o[0].elements.size() : 0) == called.results.size();
    }
    bool writes_parameter() const
    {
        const auto& o = instruction_.operands;
        if (!instruction_.has("param") || o.empty() || o[0].kind != operand_kind::address) return false;
        const operand& base = o[0].elements[0];
        return base.kind == operand_kind::name && declares(function_.parameters, base.name);
    }

    const instruction& instruction_;
    const module& module_;
    const function& function_;
    const function_body& body_;
};

struct atomic_types {
    std::string_view operation, types, in_words;
};
constexpr atomic_types types_of_atomics[] = {
    {"add", "u32 s32 u64 f64 f32", ".u32 or .s32 or .u64 or .f64 or f16 or f16x2 or .f32 or .bf16 or .bf16x2"},
    {"and", "b32 b64", ".b32 or .b64"},
    {"or", "b32 b64", ".b32 or .b64"},
    {"xor", "b32 b64", ".b32 or .b64"},
    {"exch", "b32 b64 b128", ".b32 or .b64 or .b128"},
    {"min", "u32 s32 u64 s64", ".u32 or .s32 or .u64 or .s64 or .f16 or .f16x2 or .bf16 or .bf16x2"},
    {"max", "u32 s32 u64 s64", ".u32 or .s32 or .u64 or .s64 or .f16 or .f16x2 or .bf16 or .bf16x2"},
    {"inc", "u32", ".u32"},
    {"dec", "u32", ".u32"},
};

// Types of one value. Halves, and vectors of them, have rules of their own.
std::string atomic_mistake(const instruction& i)
{
    if ((i.opcode != "atom" && i.opcode != "red") || i.has("async") || i.modifiers.empty()) return "";
    const std::string_view t = i.modifiers.back();
    if (!is_word_of("b32 u32 s32 f32 b64 u64 s64 f64 b128", t) || i.has("v2") || i.has("v4")) return "";
    for (const atomic_types& a : types_of_atomics)
        if (i.has(a.operation) && !is_word_of(a.types, t))
            return "Operation ." + std::string(a.operation) + " requires " + std::string(a.in_words) +
                   " type for instruction '" + std::string(i.opcode) + "'";
    return "";
}

std::string barrier_mistake(const instruction& i)
{
    if ((i.opcode != "bar" && i.opcode != "barrier") || i.has("cluster") || i.has("warp")) return "";
    const std::size_t number = i.has("red") ? 1 : 0;
    if (number >= i.operands.size() || i.operands[number].kind != operand_kind::integer) return "";
    constexpr std::uint64_t last = 15;
    const std::uint64_t value = i.operands[number].value;
    if (value <= last) return "";
    return "Barrier number '" + std::to_string(value) + "' out of range, expected to be in range [0..15]";
}

} // namespace

bool is_special_register(std::string_view name)
{
    return std::binary_search(std::begin(special_registers), std::end(special_registers), name) ||
           begins_with(name, "%pm") || begins_with(name, "%envreg") || begins_with(name, "%reserved_smem_offset_");
}

std::vector<std::string> symbol_mistakes(const instruction& i, const module& m, const function& f,
                                         const function_body& body)
{
    return symbol_rules(i, m, f, body).find();
}

std::string device_mistake(const instruction& i, const module& m)
{
    const std::pair<int, int> version{m.version_major, m.version_minor};
    const bool is_old_exchange = (i.opcode == "shfl" || i.opcode == "vote") && !i.has("sync");
    if (is_old_exchange && m.target >= 70 && version >= std::pair(6, 4))
        return "Instruction '" + std::string(i.opcode) +
               "' without '.sync' is not supported on .target sm_70 and higher from PTX ISA version 6.4";
    if (i.opcode == "wgmma" && m.target_name == "sm_90" && !i.modifiers.empty())
        return "Instruction 'wgmma." + std::string(i.modifiers[0]) + "' not supported on .target 'sm_90'";
    std::string of_atomic = atomic_mistake(i);
    return of_atomic.empty() ? barrier_mistake(i) : of_atomic;
}

} // namespace cuda_emulator::ptx
