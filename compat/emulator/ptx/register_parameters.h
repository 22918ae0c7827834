// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `.reg` parameters of functions. They become `.param` ones, as in ptxas: the caller and the function copy them.
#pragma once

#include "ptx/operand_parser.h"

namespace cuda_emulator::ptx {

class register_parameters : protected operand_parser {
protected:
    using operand_parser::operand_parser;

    // Declares the function's parameters as registers, and loads those that callers pass.
    void declare_register_parameters()
    {
        for (const auto* list : {&function_.parameters, &function_.results})
            for (const variable& v : *list) {
                if (!v.in_register) continue;
                if (v.vector != 1 || v.size == 0) fail("parameter '" + std::string(v.name) + "' is no scalar");
                const int number = static_cast<int>(body_.registers.size());
                scopes_.front().registers[v.name] = number;
                body_.register_names.emplace_back(std::string(v.name), number);
                body_.registers.push_back(v.type);
            }
        instruction begin;
        begin.line = function_.body_line;
        for (const variable& v : function_.parameters)
            if (v.in_register) copy(begin, "ld", v.type, register_of(v), name_of_parameter(v));
    }

    // Stores the results in front of an instruction that returns.
    void store_results(const instruction& before)
    {
        for (const variable& v : function_.results)
            if (v.in_register) copy(before, "st", v.type, register_of(v), name_of_parameter(v));
    }

    // Adds a call, and copies of the registers and constants that stand among its parameters.
    void add_call(instruction call)
    {
        auto& o = call.operands;
        const std::size_t target = o.size() > 1 && o[0].kind == operand_kind::list ? 1 : 0;
        if (target >= o.size()) return body_.instructions.push_back(std::move(call)); // an error of the decoder
        const std::vector<variable>*results = nullptr, *parameters = nullptr;
        if (const auto at = module_.function_index.find(o[target].name);
            o[target].kind == operand_kind::name && at != module_.function_index.end()) {
            results = &module_.functions[static_cast<std::size_t>(at->second)].results;
            parameters = &module_.functions[static_cast<std::size_t>(at->second)].parameters;
        } else if (const auto p = body_.prototypes.find(o.back().name); p != body_.prototypes.end()) {
            results = &p->second.results;
            parameters = &p->second.parameters;
        }
        std::vector<passed> after;
        if (target == 1) after = to_variables(o[0], results);
        std::vector<passed> before;
        if (target + 1 < o.size() && o[target + 1].kind == operand_kind::list)
            before = to_variables(o[target + 1], parameters);
        if (before.empty() && after.empty()) {
            body_.instructions.push_back(std::move(call));
            return;
        }
        const instruction like = call;
        for (const passed& p : before)
            copy(like, "st", p.type, p.value, p.place);
        body_.instructions.push_back(std::move(call));
        for (const passed& p : after)
            if (p.value.kind != operand_kind::sink) copy(like, "ld", p.type, p.value, p.place);
    }

private:
    struct passed {
        ptx::type type;
        operand value, place;
    };

    // Puts a variable in the place of each register, constant and sink.
    std::vector<passed> to_variables(operand& list, const std::vector<variable>* formal)
    {
        std::vector<passed> out;
        for (std::size_t k = 0; k < list.elements.size(); ++k) {
            operand& o = list.elements[k];
            const bool is_register = o.kind == operand_kind::reg;
            if (!is_register && o.kind != operand_kind::integer && o.kind != operand_kind::real32 &&
                o.kind != operand_kind::real64 && o.kind != operand_kind::sink)
                continue;
            const variable* const f = formal && k < formal->size() ? &(*formal)[k] : nullptr;
            if (!is_register && !f) continue; // an error of the decoder, because the type is unknown
            const type own = is_register ? body_.registers[static_cast<std::size_t>(o.index)] : f->type;
            const auto size = static_cast<std::uint64_t>(size_of(own));
            if (size == 0 || (f && f->size != size))
                fail("Type of argument does not match formal parameter" +
                     (f ? " '" + std::string(f->name) + "'" : std::string()));
            variable v;
            v.name = "(argument)";
            v.space = space::param;
            v.type = own;
            v.size = size;
            v.alignment = static_cast<int>(size);
            operand place;
            place.kind = operand_kind::variable;
            place.line = o.line;
            place.index = static_cast<int>(body_.variables.size());
            place.name = v.name;
            body_.variables.push_back(std::move(v));
            out.push_back({own, std::move(o), place});
            o = std::move(place);
        }
        return out;
    }

    operand register_of(const variable& v) const
    {
        operand o;
        o.kind = operand_kind::reg;
        o.name = v.name;
        o.index = scopes_.front().registers.at(v.name);
        return o;
    }
    static operand name_of_parameter(const variable& v)
    {
        operand o;
        o.kind = operand_kind::name;
        o.name = v.name;
        return o;
    }

    // Adds a load or a store under the guard of the instruction that it belongs to.
    void copy(const instruction& like, std::string_view opcode, type t, operand value, operand place)
    {
        instruction i;
        i.line = like.line;
        i.source = like.source;
        i.guard = like.guard;
        i.guard_negated = like.guard_negated;
        i.opcode = opcode;
        const bool is_number = t == type::f32 || t == type::f64;
        const int size = size_of(t);
        i.modifiers = {"param", is_number   ? name_of(t)
                                : size == 1 ? "b8"
                                : size == 2 ? "b16"
                                : size == 4 ? "b32"
                                            : "b64"};
        operand address;
        address.kind = operand_kind::address;
        address.line = like.line;
        address.elements.push_back(std::move(place));
        i.operands.push_back(std::move(opcode == "ld" ? value : address));
        i.operands.push_back(std::move(opcode == "ld" ? address : value));
        body_.instructions.push_back(std::move(i));
    }
};

} // namespace cuda_emulator::ptx
