// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lifetime.hpp"

#include <algorithm>

namespace scanner {
namespace {

// Tests whether the node leaves the list by return, or by break or continue of a loop around the list.
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

// Functions that free an object's memory, or destroy all objects of the device.
const call_graph::names& ends_of_objects()
{
    static const call_graph::names all = [] {
        call_graph::names result = {"cudaFree", "cudaFreeArray", "cudaFreeMipmappedArray", "cudaGraphicsUnmapResources",
                                    "exit",     "abort",         "cudaGLUnmapBufferObject"};
        result.insert(device_settings().begin(), device_settings().end());
        result.insert(device_resets().begin(), device_resets().end());
        return result;
    }();
    return all;
}

bool meet(const call_graph::names& one, const call_graph::names& other)
{
    return std::any_of(one.begin(), one.end(), [&](const std::string& name) { return other.count(name) != 0; });
}

} // namespace

node* lifetime::end_of_use(const node& list, std::size_t last_use) const
{
    for (node* one : list.children) {
        if (one->begin <= last_use) continue;
        const call_graph::names called =
            model_.graph.reached(model_.called_between({one->file, one->begin}, std::max(one->end, one->begin + 1)));
        if (meet(called, ends_of_objects()) || (!model_.whole_program && !model_.graph.unseen(called).empty()))
            return one;
        if (any_below(*one, [&](const node& at) {
                return leaves(at, list) || (at.is(clang::call) && ends_of_objects().count(model_.callee_name(at)));
            }))
            return one;
    }
    return nullptr;
}

node* lifetime::in_list(node& one, const node& list)
{
    node* at = &one;
    while (at->parent != &list)
        at = at->parent;
    return at;
}

// Returns the reason why the binding may change before the launch, or an empty string.
std::string lifetime::why_not_local(const reference& one, const place& begin, std::size_t end) const
{
    call_graph::names called = model_.called_between(begin, end), direct;
    for (const node& call : tree_.nodes())
        if (call.is(clang::call) && call.file == begin.file && call.begin >= begin.offset && call.begin < end)
            direct.insert(model_.callee_name(call));
    const call_graph::names reached = model_.graph.reached(called);
    direct.insert(reached.begin(), reached.end());
    for (const auto* names : {&device_settings(), &device_resets()})
        for (const std::string& name : *names)
            if (direct.count(name) && !(model_.one_device && names == &device_settings()))
                return name + " may be called between its bind and its use";
    for (const auto* nodes : {&one.binds, &one.unbinds})
        for (const node* each : *nodes)
            if (const unit_function* function = model_.function_around(*each);
                function && reached.count(function->name))
                return function->name + " may be called between its bind and its use, and binds it as well";
    const std::string unseen = model_.whole_program ? std::string() : model_.graph.unseen(reached);
    return unseen.empty() ? unseen
                          : unseen + " may be called between its bind and its use, and no path defines it: give its "
                                     "source, or --whole-program if it belongs to a library";
}

scope lifetime::scope_of(const reference& one) const
{
    if (one.binds.empty()) return {};
    const unit_function* function = model_.function_around(*one.binds[0]);
    scope result;
    if (!function || flow_.has_goto(*function)) return result;
    for (const auto* nodes : {&one.binds, &one.unbinds, &one.launches})
        for (const node* each : *nodes)
            if (model_.function_around(*each) != function) return result;
    result = simple_scope(one);
    return result.list || !result.why.empty() ? result : scope_with_exits(one);
}

// The scope of a single bind that runs in each execution of the list. No path may leave the list while the object
// exists.
scope lifetime::simple_scope(const reference& one) const
{
    if (one.binds.size() != 1 || one.unbinds.size() > 1) return {};
    node& bind = *one.binds[0];
    node* unbind = one.unbinds.empty() ? nullptr : one.unbinds[0];
    std::vector<node*> all{&bind};
    if (unbind) all.push_back(unbind);
    all.insert(all.end(), one.launches.begin(), one.launches.end());
    for (const node* launch : one.launches)
        if (launch->begin < bind.begin || (unbind && launch->begin > unbind->begin)) return {};
    node* list = flow_.common_list(all);
    if (!list || !flow_.always_in(bind, *list)) return {};
    if (unbind && (unbind->begin < bind.begin || !flow_.always_in(*unbind, *list))) return {};
    scope result;
    std::size_t last = list->end, last_use = bind.begin;
    for (const node* each : all)
        last_use = std::max(last_use, each->begin);
    if (unbind) {
        result.end = flow_.statement_of(*unbind);
        last = unbind->begin;
    } else {
        result.end = end_of_use(*list, last_use);
        if (result.end) last = result.end->begin;
    }
    const bool is_left = any_below(*list, [&](const node& at) {
        return at.begin > bind.begin && at.begin < last && !(unbind && contains(*result.end, at)) && leaves(at, *list);
    });
    if (is_left) return {};
    const node* last_statement = nullptr;
    for (node* each : all)
        if (const node* at = in_list(*each, *list); !last_statement || at->begin > last_statement->begin)
            last_statement = at;
    result.why = why_not_local(one, {bind.file, in_list(bind, *list)->begin}, last_statement->end);
    if (result.why.empty()) result.list = list;
    return result;
}

// The scope of several binds, of conditional binds, or of a list with exits. The variable may then hold no object.
scope lifetime::scope_with_exits(const reference& one) const
{
    std::vector<node*> all = one.binds;
    all.insert(all.end(), one.unbinds.begin(), one.unbinds.end());
    all.insert(all.end(), one.launches.begin(), one.launches.end());
    scope result;
    node* list = flow_.common_list(all);
    if (!list) return result;
    for (node* launch : one.launches) { // each launch needs a bind in the same iteration of its loops
        const bool is_bound =
            std::any_of(one.binds.begin(), one.binds.end(), [&](node* bind) { return flow_.before(*bind, *launch); });
        for (const node* around = launch; around != list; around = around->parent)
            if (!is_bound || around->is(clang::return_statement)) return result;
    }
    std::size_t begin_of_use = one.binds[0]->begin;
    for (const node* bind : one.binds)
        begin_of_use = std::min(begin_of_use, bind->begin);
    node* last = nullptr;
    for (node* each : all) {
        node* at = in_list(*each, *list);
        if (!result.first || at->begin < result.first->begin) result.first = at;
        if (!last || at->begin > last->begin) last = at;
    }
    result.why = why_not_local(one, {last->file, result.first->begin}, last->end);
    result.destroyed = std::any_of(one.unbinds.begin(), one.unbinds.end(), [&](node* unbind) {
        return in_list(*unbind, *list) == last && flow_.always_in(*unbind, *list) &&
               std::none_of(one.binds.begin(), one.binds.end(),
                            [&](node* bind) { return bind->begin > unbind->begin; });
    });
    result.end = result.destroyed ? last : end_of_use(*list, last->begin);
    const std::size_t end = result.end ? result.end->begin : list->end;
    any_below(*list, [&](const node& at) {
        if (at.begin > begin_of_use && at.begin < end && leaves(at, *list))
            result.exits.push_back(const_cast<node*>(&at));
        return false;
    });
    if (result.why.empty()) result.list = list;
    return result;
}

bool lifetime::all_have_ended(const reference& one, const unit_function* function, std::size_t before) const
{
    return std::all_of(one.launches.begin(), one.launches.end(), [&](node* launch) {
        if (model_.function_around(*launch) != function || !model_.is_launch(*launch)) return false;
        node* statement = flow_.statement_of(*launch);
        node* list = statement ? flow_.list_of(*statement) : nullptr;
        if (!list) return false;
        const bool has_stream = launch_arguments(*launch) > 3;
        // A wait does not count if a jump may skip it.
        const auto leaves_before = [&](const node& wait) {
            return any_below(*list, [&](const node& at) {
                return at.begin > launch->begin && at.begin < wait.begin && leaves(at, *list) &&
                       !at.is(clang::return_statement);
            });
        };
        return std::any_of(list->children.begin(), list->children.end(), [&](const node* behind) {
            return behind->begin > statement->begin && behind->begin < before &&
                   any_below(*behind, [&](const node& call) {
                       if (!call.is(clang::call) || call.begin >= before || !flow_.always_in(call, *behind) ||
                           leaves_before(call))
                           return false;
                       const std::string name = model_.callee_name(call);
                       if (name == "cudaDeviceSynchronize" || name == "cudaThreadSynchronize") return true;
                       return name == "cudaMemcpy" && !has_stream &&
                              tree_.text(call).find("cudaMemcpyDeviceToHost") != std::string_view::npos;
                   });
        });
    });
}

// Returns the number of arguments in <<< >>>.
std::size_t lifetime::launch_arguments(const node& launch) const
{
    const node& configuration = *launch.children[1];
    return static_cast<std::size_t>(
        std::count_if(configuration.children.begin() + 1, configuration.children.end(),
                      [&](const node* one) { return one->name && one->begin > configuration.begin; }));
}

} // namespace scanner
