// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses operands, with the names of the scopes around them.
#pragma once

#include "ptx/parser_base.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace cuda_emulator::ptx {

class operand_parser : protected parser_base {
public:
    operand_parser(const module& m, const function& f, function_body& body)
        : parser_base(f.body_text, f.body_line)
        , module_(m)
        , function_(f)
        , body_(body)
    {
        scopes_.emplace_back();
    }

protected:
    struct register_range {
        int first;
        int count;
    };
    struct scope {
        std::unordered_map<std::string_view, int> registers;
        std::unordered_map<std::string_view, register_range> ranges;
        std::unordered_map<std::string_view, int> variables;
        std::unordered_map<std::string_view, std::string_view> labels; // of an inner scope, with their unique names
        std::vector<std::string_view> target_lists;
        std::size_t first_instruction = 0;
    };

    int find_register(std::string_view n) const
    {
        for (auto s = scopes_.rbegin(); s != scopes_.rend(); ++s)
            if (const int number = register_of_scope(*s, n); number >= 0) return number;
        return -1;
    }
    static bool is_register_of(const scope& s, std::string_view n) { return register_of_scope(s, n) >= 0; }
    static int register_of_scope(const scope& s, std::string_view n)
    {
        if (!s.registers.empty())
            if (auto at = s.registers.find(n); at != s.registers.end()) return at->second;
        std::size_t digits = n.size();
        while (digits > 1 && n[digits - 1] >= '0' && n[digits - 1] <= '9')
            --digits;
        // %r12 may be number 12 of %r<…>. With a prefix that ends in a digit, it may be number 2 of %r1<…>.
        for (std::size_t cut = digits; cut < n.size(); ++cut) {
            auto at = s.ranges.find(n.substr(0, cut));
            if (at == s.ranges.end()) continue;
            int number = 0;
            for (char c : n.substr(cut))
                if (number < at->second.count) number = number * 10 + (c - '0');
            if (number < at->second.count && (n[cut] != '0' || cut + 1 == n.size())) return at->second.first + number;
        }
        return -1;
    }
    int find_variable(std::string_view n) const
    {
        for (auto s = scopes_.rbegin(); s != scopes_.rend(); ++s)
            if (auto at = s->variables.find(n); at != s->variables.end()) return at->second;
        return -1;
    }

    operand named_operand()
    {
        operand o;
        o.line = token_.line;
        o.name = name();
        if (o.name == "_") return o;
        o.index = find_register(o.name);
        if (o.index >= 0) {
            o.kind = operand_kind::reg;
        } else if ((o.index = find_variable(o.name)) >= 0) {
            o.kind = operand_kind::variable;
        } else if (o.name[0] == '%') {
            o.kind = operand_kind::special;
        } else {
            o.kind = operand_kind::name;
        }
        if (token_.kind == token_kind::dotted) {
            o.component = token_.text;
            advance();
        }
        return o;
    }

    operand constant_operand()
    {
        operand o;
        o.line = token_.line;
        const constant c = constant_expression();
        o.kind = c.type == type::f32   ? operand_kind::real32
                 : c.type == type::f64 ? operand_kind::real64
                                       : operand_kind::integer;
        o.value = c.bits;
        return o;
    }

    operand operand_list_item()
    {
        operand o = one_operand();
        if (is('|')) {
            advance();
            operand pair;
            pair.kind = operand_kind::pair;
            pair.line = o.line;
            pair.elements.push_back(std::move(o));
            pair.elements.push_back(one_operand());
            return pair;
        }
        return o;
    }

    operand one_operand()
    {
        const level one_more(*this);
        if (is('!') && ahead().kind == token_kind::name) { // of a predicate; otherwise it begins a constant
            advance();
            operand o = one_operand();
            o.negated = true;
            return o;
        }
        if (is('[')) return address();
        if (is('{') || (is('(') && in_call_)) {
            operand o;
            o.line = token_.line;
            o.kind = is('{') ? operand_kind::vector : operand_kind::list;
            const char close = is('{') ? '}' : ')';
            advance();
            while (!accept(close)) {
                o.elements.push_back(operand_list_item());
                if (!accept(',') && !is(close)) unexpected(std::string("',' or '") + close + "'");
            }
            return o;
        }
        if (token_.kind == token_kind::name && token_.text != "WARP_SZ") {
            operand o = named_operand();
            if (is('+') && o.kind != operand_kind::reg) { // variable+8 as a value
                advance();
                o.value = integer_constant();
            } else if (is('[')) {
                o.value = element_offset(o);
            }
            return o;
        }
        return constant_operand();
    }

    // variable[3] as a value: the address of an element. ptxas counts scalars, also in
    // arrays of vectors or of arrays.
    std::uint64_t element_offset(const operand& o)
    {
        const variable* v = o.kind == operand_kind::variable ? &body_.variables[o.index] : nullptr;
        if (o.kind == operand_kind::name)
            for (const variable& one : module_.variables)
                if (one.name == o.name) v = &one;
        if (!v) unexpected("',' or ';'");
        expect('[');
        const std::uint64_t index = integer_constant();
        expect(']');
        return index * static_cast<std::uint64_t>(size_of(v->type));
    }

    operand address()
    {
        operand o;
        o.line = token_.line;
        o.kind = operand_kind::address;
        expect('[');
        o.elements.push_back(one_operand());
        if (o.elements[0].kind == operand_kind::name || o.elements[0].kind == operand_kind::variable) {
            o.value = o.elements[0].value;
            o.elements[0].value = 0;
        }
        if (accept('+')) {
            o.value += integer_constant();
        } else if (is('-')) {
            o.value += integer_constant();
        }
        while (accept(','))
            o.elements.push_back(one_operand());
        expect(']');
        accept_dotted("unified"); // a promise about the address
        return o;
    }

    const module& module_;
    const function& function_;
    function_body& body_;
    std::vector<scope> scopes_;
    bool in_call_ = false; //!< parentheses hold a list, not a constant
};

} // namespace cuda_emulator::ptx
