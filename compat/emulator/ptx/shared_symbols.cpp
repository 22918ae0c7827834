// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/shared_symbols.h"

#include "ptx/assembly.h"
#include "ptx/parser.h"

#include <algorithm>
#include <set>

namespace cuda_emulator::ptx {

namespace {

void add_line(std::string& errors, const std::string& text)
{
    if (!errors.empty()) errors += '\n';
    errors += "error   : " + text;
}
std::string in_quotes(std::string_view name) { return "'" + std::string(name) + "'"; }

// nvlink compares sizes, and whether a value is a floating-point number. Alignment, sign and state space may differ.
std::string signature_of(const function& f)
{
    std::string s;
    const auto add = [&](const std::vector<variable>& list) {
        s += '(';
        for (const variable& v : list) {
            const bool is_array = v.unsized || v.size != static_cast<std::uint64_t>(size_of(v.type));
            const bool is_number = v.type == type::f16 || v.type == type::f32 || v.type == type::f64;
            s += (is_array || size_of(v.type) == 1 ? "array" : is_number ? "f" : "b") + std::to_string(v.size) + ",";
        }
        s += ')';
    };
    add(f.results);
    add(f.parameters);
    return s;
}

// The functions that are called or have their address taken. Only their declarations matter, so the bodies of a module
// without any are not parsed.
std::set<std::string_view> used_functions(const module& m)
{
    std::set<std::string_view> used;
    if (std::all_of(m.functions.begin(), m.functions.end(), [](const function& f) { return f.has_body; })) return used;
    for (const function& f : m.functions)
        if (f.has_body)
            for (const std::string_view name : mentioned_names(*parse_body(m, f)))
                if (m.function_index.count(name)) used.insert(name);
    for (const variable& v : m.variables)
        for (const initial_value& x : v.initial)
            if (m.function_index.count(x.symbol)) used.insert(x.symbol);
    return used;
}

} // namespace

void shared_symbols::add(const module& m, const std::string& module_name)
{
    std::string errors;
    const std::set<std::string_view> used = used_functions(m);
    for (const function& f : m.functions) {
        const bool is_local = f.has_body && !f.is_extern && !f.is_visible && !f.is_weak;
        // ptxas leaves out a declaration without a use.
        if (!is_local && (f.has_body || used.count(f.name))) add_function(f, !f.has_body, module_name, errors);
    }
    for (const variable& v : m.variables) {
        const bool is_local = !v.is_extern && !v.is_visible && !v.is_weak;
        // An `extern .shared` array is the block's dynamic memory, and defined nowhere.
        if (!is_local && v.space != space::shared) add_variable(v, module_name, errors);
    }
    if (!errors.empty()) throw link_error(errors);
}

void shared_symbols::define(symbol& s, std::string_view name, bool is_weak, const std::string& module_name,
                            std::string& errors)
{
    if (s.is_strong && !is_weak)
        add_line(errors, "Multiple definition of " + in_quotes(name) + " in " + in_quotes(module_name) +
                             ", first defined in " + in_quotes(s.defined_in));
    if (s.defined_in.empty() || (!s.is_strong && !is_weak)) s.defined_in = module_name;
    s.is_strong = s.is_strong || !is_weak;
}

void shared_symbols::add_variable(const variable& v, const std::string& module_name, std::string& errors)
{
    const auto [at, is_new] = symbols_.try_emplace(std::string(v.name));
    symbol& s = at->second;
    if (is_new) {
        s.first_in = module_name;
        s.space = v.space;
        s.size = v.size;
        s.is_common = v.is_common;
    } else {
        const std::string where = " doesn't match for " + in_quotes(v.name) + " in " + in_quotes(module_name) +
                                  ", first specified in " + in_quotes(s.first_in);
        if (s.is_function || s.space != v.space) {
            add_line(errors, "Memory space" + where);
        } else if (s.size && v.size && s.size != v.size && !(s.is_common && v.is_common)) {
            add_line(errors, "Size" + where);
        }
        if (!s.size) s.size = v.size;
        s.is_common = s.is_common && v.is_common;
    }
    s.is_used = s.is_used || v.is_extern;
    if (!v.is_extern) define(s, v.name, v.is_weak, module_name, errors);
}

void shared_symbols::add_function(const function& f, bool is_used, const std::string& module_name, std::string& errors)
{
    const auto [at, is_new] = symbols_.try_emplace(std::string(f.name));
    symbol& s = at->second;
    const std::string signature = signature_of(f);
    if (is_new) {
        s.is_function = true;
        s.first_in = module_name;
        s.signature = signature;
    } else if (!s.is_function) {
        add_line(errors, "Memory space doesn't match for " + in_quotes(f.name) + " in " + in_quotes(module_name) +
                             ", first specified in " + in_quotes(s.first_in));
    } else if (s.signature != signature) {
        const std::string& first = !s.defined_in.empty() ? s.defined_in : f.has_body ? module_name : s.first_in;
        add_line(errors, "Prototype doesn't match for " + in_quotes(f.name) + " in " + in_quotes(module_name) +
                             ", first defined in " + in_quotes(first));
    }
    s.is_used = s.is_used || is_used;
    if (f.has_body) define(s, f.name, f.is_weak, module_name, errors);
}

void shared_symbols::check_complete(bool (*is_provided)(std::string_view)) const
{
    std::string errors;
    for (const auto& [name, s] : symbols_)
        if (s.is_used && s.defined_in.empty() && !(s.is_function && is_provided(name)))
            add_line(errors, "Undefined reference to " + in_quotes(name) + " in " + in_quotes(s.first_in));
    if (!errors.empty()) throw link_error(errors);
}

} // namespace cuda_emulator::ptx
