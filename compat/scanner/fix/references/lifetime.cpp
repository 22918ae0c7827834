// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lifetime.hpp"

#include <algorithm>

namespace scanner {
namespace {

bool contains(const node& around, const node& one)
{
    for (const node* at = &one; at; at = at->parent)
        if (at == &around) return true;
    return false;
}

// Whether the node leaves the list: a return, or a break or continue of a loop around the list.
bool leaves(const node& at, const node& list)
{
    if (at.is(clang::return_statement)) return true;
    if (!at.is(clang::break_statement) && !at.is(clang::continue_statement)) return false;
    for (const node* around = at.parent; around && around != &list; around = around->parent) {
        if (around->is(clang::switch_statement) && at.is(clang::break_statement)) return false;
        if (around->is(clang::while_statement) || around->is(clang::do_statement) || around->is(clang::for_statement) ||
            around->is(clang::range_for_statement))
            return false;
    }
    return true;
}

// What takes the memory away from an object, or the device from its objects.
bool ends_objects(const std::string& call)
{
    for (const char* one : {"cudaFree", "cudaFreeArray", "cudaFreeMipmappedArray", "cudaGraphicsUnmapResources",
                            "cudaDeviceReset", "cudaThreadExit", "cudaSetDevice", "exit", "abort"})
        if (call == one) return true;
    return false;
}

} // namespace

// Whether a call of the function may do it.
bool lifetime::ends_objects(const unit_function& function, std::vector<const unit_function*>& asked) const
{
    if (std::find(asked.begin(), asked.end(), &function) != asked.end()) return false;
    asked.push_back(&function);
    if (!function.definition) return false;
    return any_below(*function.definition,
                     [&](const node& one) {
                         return one.is(clang::call) && scanner::ends_objects(model_.callee_name(one));
                     }) ||
           std::any_of(function.callees.begin(), function.callees.end(),
                       [&](const auto& one) { return ends_objects(*one.first, asked); });
}

node* lifetime::end_of_use(const node& list, std::size_t last_use) const
{
    for (node* one : list.children) {
        if (one->begin <= last_use) continue;
        if (any_below(*one, [&](const node& at) {
                if (leaves(at, list)) return true;
                if (!at.is(clang::call)) return false;
                if (scanner::ends_objects(model_.callee_name(at))) return true;
                bool others = false;
                const node* callee = model_.callee(at);
                if (!callee) return false;
                for (const unit_function* each : model_.meant(*callee, others)) {
                    std::vector<const unit_function*> asked;
                    if (ends_objects(*each, asked)) return true;
                }
                return false;
            }))
            return one;
    }
    return nullptr;
}

scope lifetime::scope_of(const reference& one) const
{
    if (one.binds.size() != 1 || one.unbinds.size() > 1) return {};
    node& bind = *one.binds[0];
    node* unbind = one.unbinds.empty() ? nullptr : one.unbinds[0];
    const unit_function* function = model_.function_around(bind);
    std::vector<node*> all{&bind};
    if (unbind) all.push_back(unbind);
    all.insert(all.end(), one.launches.begin(), one.launches.end());
    for (const node* each : all)
        if (model_.function_around(*each) != function) return {};
    if (!function || flow_.has_goto(*function)) return {};
    for (const node* launch : one.launches)
        if (launch->begin < bind.begin || (unbind && launch->begin > unbind->begin)) return {};
    node* list = flow_.common_list(all);
    if (!list || !flow_.always_in(bind, *list)) return {};
    if (unbind && (unbind->begin < bind.begin || !flow_.always_in(*unbind, *list))) return {};
    node* end = nullptr;
    std::size_t last = list->end;
    if (unbind) {
        end = flow_.statement_of(*unbind);
        last = unbind->begin;
    } else {
        std::size_t last_use = bind.begin;
        for (const node* launch : one.launches)
            last_use = std::max(last_use, launch->begin);
        end = end_of_use(*list, last_use);
        if (end) last = end->begin;
    }
    const bool is_left = any_below(*list, [&](const node& at) {
        return at.begin > bind.begin && at.begin < last && !(unbind && contains(*end, at)) && leaves(at, *list);
    });
    return is_left ? scope{} : scope{list, end};
}

bool lifetime::all_have_ended(const reference& one, const unit_function* function, std::size_t before) const
{
    return std::all_of(one.launches.begin(), one.launches.end(), [&](node* launch) {
        if (model_.function_around(*launch) != function) return false;
        node* statement = flow_.statement_of(*launch);
        node* list = statement ? flow_.list_of(*statement) : nullptr;
        if (!list) return false;
        const bool has_stream = launch_arguments(*launch) > 3;
        return std::any_of(list->children.begin(), list->children.end(), [&](const node* behind) {
            return behind->begin > statement->begin && behind->begin < before &&
                   any_below(*behind, [&](const node& call) {
                       if (!call.is(clang::call) || call.begin >= before || !flow_.always_in(call, *behind))
                           return false;
                       const std::string name = model_.callee_name(call);
                       if (name == "cudaDeviceSynchronize" || name == "cudaThreadSynchronize") return true;
                       return name == "cudaMemcpy" && !has_stream &&
                              tree_.text(call).find("cudaMemcpyDeviceToHost") != std::string_view::npos;
                   });
        });
    });
}

// How many of <<< >>> are written.
std::size_t lifetime::launch_arguments(const node& launch) const
{
    const node& configuration = *launch.children[1];
    return static_cast<std::size_t>(
        std::count_if(configuration.children.begin() + 1, configuration.children.end(),
                      [&](const node* one) { return one->name && one->begin > configuration.begin; }));
}

} // namespace scanner
