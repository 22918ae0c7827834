// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the functions of a unit, their call graph, and the functions that need a reference as a parameter.
#include <algorithm>
#include <functional>

#include "clang_library.hpp"
#include "model.hpp"

namespace scanner {
namespace {

void note_attributes(unit_function& one, const node& declaration)
{
    for (const node* child : declaration.children) {
        one.kernel |= child->is(clang::global_attribute);
        one.device |= child->is(clang::device_attribute);
        one.host |= child->is(clang::host_attribute);
    }
    if (!declaration.children.empty() && declaration.children.back()->is(clang::compound_statement)) {
        one.ambiguous = one.ambiguous || (one.definition && !(one.definition->name == declaration.name));
        one.definition = const_cast<node*>(&declaration);
    }
}

// Returns the name by which the linker knows a function, or an empty string.
std::string symbol_of(const syntax_tree& tree, const node& one)
{
    const clang::functions& clang = tree.clang();
    if (clang.getCursorLinkage(one.cursor) != clang::linkage_external || tree.spelling(one) == "main") return {};
    return clang::text_of(clang, clang.getCursorUSR(one.cursor));
}

const char* use_of(const unit_function& one)
{
    return one.needs.front()->is_surface() ? " accesses a surface" : " fetches from a texture";
}

// Branches of #if share the lists of parameters, so a function takes what it needs in any of them.
void add_taken_elsewhere(unit_model& model, std::map<unit_function*, std::set<reference*>>& needs)
{
    for (const auto& [where, names] : model.taken_elsewhere) {
        const auto function = model.function_at.find(where);
        if (function == model.function_at.end()) continue; // not compiled here
        for (const std::string& name : names) {
            const auto found = std::find_if(model.references.begin(), model.references.end(),
                                            [&](const reference& one) { return one.name == name; });
            if (found == model.references.end()) {
                model.refuse(where, function->second->name + " needs " + name + " in another branch of #if, and " +
                                        name + " is not declared in this one");
                continue;
            }
            found->may_be_unbound = found->is_for_others = true;
            needs[function->second].insert(&*found);
        }
    }
}

} // namespace

bool takes_new_parameters(const unit_function& one)
{
    const node& first = *one.declarations.front();
    return !first.is(clang::constructor) && !first.is(clang::destructor) && !first.is(clang::conversion_function) &&
           one.name.compare(0, 8, "operator") != 0;
}

void collect_functions(unit_model& model)
{
    const syntax_tree& tree = model.tree;
    std::map<place, unit_function*> by_first;
    std::map<std::string, unit_function*> by_symbol; // links the sources
    for (const node& one : tree.nodes()) {
        if (!clang::declares_function(one.kind) || !one.name) continue;
        const place first = tree.place_of(tree.clang().getCanonicalCursor(one.cursor));
        unit_function*& found = by_first[first ? first : one.name];
        const std::string symbol = symbol_of(tree, one);
        if (!found && !symbol.empty()) found = by_symbol[symbol];
        if (!found) {
            model.functions.emplace_back();
            found = &model.functions.back();
            found->name = tree.spelling(one);
        }
        if (!symbol.empty()) by_symbol[symbol] = found;
        found->declarations.push_back(const_cast<node*>(&one));
        note_attributes(*found, one);
        model.function_at[one.name] = found;
    }
    for (const node& one : tree.nodes()) {
        if (!one.is(clang::declaration_reference) && !one.is(clang::member_reference)) continue;
        bool others = false;
        node& mention = const_cast<node&>(one);
        std::vector<unit_function*> meant = model.meant(one, others);
        if (!meant.empty() && meant.size() + others > 1) {
            model.open_calls.emplace_back(&mention, meant);
            if (others) model.open_calls.back().second.push_back(nullptr);
        }
        for (unit_function* function : meant) {
            if (node* call = model.call_of_callee(mention)) {
                function->calls.push_back(call);
                if (unit_function* caller = model.function_around(one)) caller->callees.emplace_back(function, call);
            } else {
                function->mentions.push_back(&mention);
            }
        }
    }
}

void close_over_calls(unit_model& model)
{
    for (reference& one : model.references)
        for (node* fetch : one.fetches) {
            unit_function* around = model.function_around(*fetch);
            if (!around) {
                model.refuse(*fetch, one.name + " is fetched from in a lambda or outside of a function");
            } else if (std::find(around->direct.begin(), around->direct.end(), &one) == around->direct.end()) {
                around->direct.push_back(&one);
            }
        }
    for (reference& one : model.references)
        for (const auto& [call, to] : one.passed) {
            unit_function* around = model.function_around(*call);
            if (!around)
                model.refuse(*call, one.name + " is passed on in a lambda or outside of a function");
            else if (to->on_device &&
                     std::find(around->direct.begin(), around->direct.end(), &one) == around->direct.end())
                around->direct.push_back(&one);
        }
    std::map<unit_function*, std::set<reference*>> needs;
    for (unit_function& one : model.functions)
        needs[&one].insert(one.direct.begin(), one.direct.end());
    add_taken_elsewhere(model, needs);
    for (bool changed = true; changed;) {
        changed = false;
        for (unit_function& one : model.functions) {
            if (!one.device && !one.kernel) continue; // the host passes objects at launches
            for (const auto& [callee, call] : one.callees)
                for (reference* need : needs[callee])
                    changed |= needs[&one].insert(need).second;
        }
    }
    for (unit_function& one : model.functions)
        for (reference& candidate : model.references) // keeps the order of the declarations
            if (needs[&one].count(&candidate)) one.needs.push_back(&candidate);

    for (const auto& [where, meant] : model.open_calls) {
        const auto needs_of = [](unit_function* one) { return one ? one->needs : std::vector<reference*>(); };
        for (unit_function* one : meant)
            if (needs_of(one) != needs_of(meant.front())) {
                model.refuse(*where, std::string(model.tree.text(*where)) +
                                         " may mean several functions here, and not all of them fetch the same");
                break;
            }
    }
    for (unit_function& one : model.functions) {
        if (one.needs.empty()) continue;
        const node& first = *one.declarations.front();
        if (!one.device && !one.kernel) {
            model.refuse(first, one.name + use_of(one) + ", but is a function of the host");
            continue;
        }
        if (!takes_new_parameters(one))
            model.refuse(first,
                         one.name + use_of(one) + ": an operator, constructor or destructor takes no new parameter");
        for (node* call : one.calls) {
            unit_function* caller = model.function_around(*call);
            if (!caller) {
                model.refuse(*call, one.name + " is called in a lambda or outside of a function");
                continue;
            }
            if (!one.kernel) {
                if (!caller->device && !caller->kernel)
                    model.refuse(*call, one.name + use_of(one) + ", but the host calls it");
                continue;
            }
            if (!model.is_launch(*call) || caller->device || caller->kernel) {
                model.refuse(*call, one.name + " is launched in a way that this fix does not know");
                continue;
            }
            for (reference* need : one.needs)
                need->launches.push_back(call);
        }
    }
}

} // namespace scanner
