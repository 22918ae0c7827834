// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "flow.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "source/words.hpp"

namespace scanner {
namespace {

bool is_loop(const node& one)
{
    return one.is(clang::while_statement) || one.is(clang::do_statement) || one.is(clang::for_statement) ||
           one.is(clang::range_for_statement);
}

std::vector<const node*> with_parents(const node& one)
{
    std::vector<const node*> result;
    for (const node* at = &one; at; at = at->parent)
        result.push_back(at);
    return result;
}

} // namespace

bool flow::is_list(const node& one) const
{
    return one.is(clang::compound_statement) && model_.tree.begins_with(one, "{");
}

// The head of if, while and for is the part in brackets after the keyword.
flow::part flow::part_of(const node& parent, const node& child) const
{
    const syntax_tree& tree = model_.tree;
    const char* word = parent.is(clang::if_statement)       ? "if"
                       : parent.is(clang::while_statement)  ? "while"
                       : parent.is(clang::switch_statement) ? "switch"
                                                            : "for";
    if (!tree.begins_with(parent, word))
        return parent.children.front() == &child ? part::head : part::body; // a macro contains the keyword
    const own_file& file = tree.file_of(parent);
    std::size_t open = file.token_at(parent.begin);
    while (open != own_file::none && open < file.size() && !file.at(open).is_mark("("))
        ++open;
    const std::size_t close = open < file.size() ? file.closing(open) : own_file::none;
    if (close == own_file::none || file.offsets[close] < 0) return part::body;
    return child.begin > file.begin(close) ? part::body : part::head;
}

node* flow::statement_of(node& one) const
{
    for (node* at = &one; at->parent; at = at->parent) {
        node& parent = *at->parent;
        if (parent.is(clang::case_statement) || parent.is(clang::default_statement) ||
            parent.is(clang::label_statement))
            return nullptr;
        if (is_list(parent)) return parent.parent && parent.parent->is(clang::switch_statement) ? nullptr : at;
        if (parent.is(clang::lambda)) return nullptr;
        const bool written = model_.tree.begins_with(parent, "if") || model_.tree.begins_with(parent, "while") ||
                             model_.tree.begins_with(parent, "for") || model_.tree.begins_with(parent, "do");
        if (!written) continue;
        if (parent.is(clang::do_statement) && parent.children.front() == at) return at;
        if ((parent.is(clang::if_statement) || parent.is(clang::while_statement) || parent.is(clang::for_statement) ||
             parent.is(clang::range_for_statement)) &&
            part_of(parent, *at) == part::body && !at->is(clang::if_statement))
            return at;
    }
    return nullptr;
}

node* flow::list_of(const node& statement) const
{
    return statement.parent && is_list(*statement.parent) ? statement.parent : nullptr;
}

bool flow::always_in(const node& one, const node& around) const
{
    for (const node* at = &one; at != &around; at = at->parent) {
        if (!at->parent) return false;
        const node& parent = *at->parent;
        const bool first = parent.children.front() == at;
        switch (parent.kind) {
        case clang::if_statement:
        case clang::while_statement:
        case clang::switch_statement:
            if (part_of(parent, *at) == part::body) return false;
            break;
        case clang::for_statement: {
            // Only the initialisation, before the first semicolon of the head, is executed once.
            const std::string_view head =
                std::string_view(model_.tree.file_of(parent).text).substr(parent.begin, at->begin - parent.begin);
            if (!first || head.find(';') != head.npos) return false;
            break;
        }
        case clang::do_statement:
            // A break or continue may leave the body before `at`.
            if (any_below(parent, [&](const node& below) {
                    return (below.is(clang::break_statement) || below.is(clang::continue_statement)) &&
                           below.begin < one.begin;
                }))
                return false;
            break;
        case clang::conditional_operator:
            if (!first) return false;
            break;
        case clang::binary_operator: {
            if (first || parent.children.size() != 2) break;
            const own_file& file = model_.tree.file_of(parent);
            const std::size_t from = parent.children[0]->end, to = at->begin;
            const std::string_view sign =
                to > from ? trimmed(std::string_view(file.text).substr(from, to - from)) : std::string_view();
            if (sign != "=" && sign != "!=" && sign != "==") return false;
            break;
        }
        case clang::range_for_statement:
        case clang::case_statement:
        case clang::default_statement:
        case clang::label_statement:
        case clang::lambda:
        case clang::catch_statement:
        case clang::try_statement:
            return false;
        case clang::variable_declaration: // static int once = …; is initialised once
            if (const int storage = model_.tree.clang().Cursor_getStorageClass(parent.cursor);
                storage == clang::storage_static ||
                model_.tree.text(parent).substr(0, at->begin - parent.begin).find("thread_local") !=
                    std::string_view::npos)
                return false;
            break;
        default:
            break;
        }
    }
    return true;
}

// Example: if (ok) { bind } … if (ok) { launch }. If the first body did not run, the second does not run either. This
// holds if no code between them names or reaches the variables of the condition.
bool flow::same_guard(const node& first, const node& second, const node& list) const
{
    const syntax_tree& tree = model_.tree;
    if (!first.is(clang::if_statement) || !second.is(clang::if_statement)) return false;
    if (!tree.begins_with(first, "if") || !tree.begins_with(second, "if")) return false;
    const node& condition = *first.children.front();
    if (tree.text(condition).empty() || tree.text(condition) != tree.text(*second.children.front())) return false;
    for (const node* part : first.children) // an if without else
        if (part != &condition && part != first.children[1]) return false;
    std::vector<std::string> variables;
    bool plain = true, only_locals = true;
    const unit_function* function = model_.function_around(first);
    any_below(condition, [&](const node& one) {
        switch (one.kind) {
        case clang::declaration_reference: {
            const clang::cursor referenced = tree.clang().getCursorReferenced(one.cursor);
            if (referenced.kind == clang::variable_declaration || referenced.kind == clang::parameter_declaration) {
                variables.push_back(tree.spelling(one));
                const place declared = tree.place_of(referenced);
                only_locals &= function && declared.file == function->definition->file &&
                               declared.offset > function->definition->begin &&
                               declared.offset < function->definition->end;
            } else {
                plain &= referenced.kind == clang::enumerator;
            }
            break;
        }
        case clang::unexposed_expression:
        case clang::parenthesis:
        case clang::integer_literal:
        case clang::bool_literal:
            break;
        case clang::binary_operator: {
            const std::string_view text = tree.text(one);
            plain &= text.find("==") != text.npos || text.find("!=") != text.npos || text.find("<=") != text.npos ||
                     text.find(">=") != text.npos || text.find('=') == text.npos;
            break;
        }
        case clang::unary_operator:
            plain &= tree.begins_with(one, "!");
            break;
        default:
            plain = false;
        }
        return false;
    });
    if (!plain) return false;
    for (const node* between : list.children) {
        if (between->begin <= first.begin || between->begin >= second.begin) continue;
        if (any_below(*between, [&](const node& one) {
                if (one.is(clang::call) && !only_locals) return true; // the call may write non-local variables
                return one.is(clang::declaration_reference) &&
                       std::find(variables.begin(), variables.end(), tree.spelling(one)) != variables.end();
            }))
            return false;
    }
    return true;
}

bool flow::before(node& event, node& later) const
{
    const std::vector<const node*> above_event = with_parents(event), above_later = with_parents(later);
    std::size_t i = above_event.size(), j = above_later.size();
    while (i && j && above_event[i - 1] == above_later[j - 1]) {
        --i;
        --j;
    }
    if (i == above_event.size() || !i || !j) return false;
    const node &around = *above_event[i], &first = *above_event[i - 1], &second = *above_later[j - 1];
    if (first.begin >= second.begin) return false;
    const unit_function* function = model_.function_around(event);
    if (!function || function != model_.function_around(later) || has_goto(*function)) return false;
    switch (around.kind) {
    case clang::if_statement:
    case clang::while_statement:
        return part_of(around, first) == part::head && part_of(around, second) == part::body &&
               always_in(event, around);
    case clang::for_statement:
        return always_in(event, around);
    case clang::compound_statement:
        if (around.parent && around.parent->is(clang::switch_statement)) return false;
        if (always_in(event, around)) return true;
        if (same_guard(first, second, around) && first.children.size() == 2 &&
            part_of(second, *above_later[j - 2 < j ? j - 2 : 0]) == part::body)
            return second.children.size() == 2 && always_in(event, *first.children[1]);
        return false;
    default:
        return false;
    }
}

bool flow::has_goto(const unit_function& function) const
{
    return function.definition && any_below(*function.definition, [](const node& one) {
               return one.is(clang::goto_statement) || one.is(clang::indirect_goto_statement);
           });
}

const node* flow::loop_around(const node& one, const node* limit) const
{
    for (const node* at = one.parent; at && at != limit; at = at->parent)
        if (is_loop(*at)) return at;
    return nullptr;
}

node* flow::common_list(const std::vector<node*>& all) const
{
    if (all.empty()) return nullptr;
    for (node* at = all.front()->parent; at; at = at->parent) {
        if (!is_list(*at)) continue;
        if (std::all_of(all.begin(), all.end(), [&](const node* one) { return contains(*at, *one); })) {
            if (at->parent && at->parent->is(clang::switch_statement)) continue;
            return at;
        }
    }
    return nullptr;
}

// Tests whether one of the events has always happened when a call of the function returns.
bool flow::always_happens(const std::vector<node*>& events, const unit_function& function, functions& asked) const
{
    if (!function.definition || !function.body() || has_goto(function)) return false;
    if (std::find(asked.begin(), asked.end(), &function) != asked.end()) return false;
    asked.push_back(&function);
    const auto is_certain = [&](const node& event) {
        return always_in(event, *function.body()) && !any_below(*function.body(), [&](const node& one) {
                   return one.is(clang::return_statement) && one.begin < event.begin && !contains(one, event);
               });
    };
    bool result = false;
    for (const node* event : events)
        result = result || (model_.function_around(*event) == &function && is_certain(*event));
    for (const auto& [callee, call] : function.callees)
        result = result || (is_certain(*call) && always_happens(events, *callee, asked));
    asked.pop_back();
    return result;
}

// Tests whether a spoiler may run between the event and the later node. A null event means the function's begin.
bool flow::spoiled(const std::vector<node*>& spoilers, const unit_function& function, const node* event,
                   const node& later) const
{
    std::vector<const node*> here;
    for (const node* one : spoilers)
        if (model_.function_around(*one) == &function) here.push_back(one);
    // A spoiler may run inside any call, also through other sources.
    call_graph::names spoiling;
    for (const node* one : spoilers)
        if (const unit_function* around = model_.function_around(*one)) spoiling.insert(around->name);
    if (!spoiling.empty() && function.definition)
        any_below(*function.definition, [&](const node& call) {
            // A call around the later node runs after it.
            if (!call.is(clang::call) || model_.is_launch(call) || contains(call, later)) return false;
            const call_graph::names called = model_.graph.reached(
                model_.called_between({call.file, call.begin}, std::max(call.end, call.begin + 1)));
            if (std::any_of(spoiling.begin(), spoiling.end(),
                            [&](const std::string& name) { return called.count(name) != 0; }))
                here.push_back(&call);
            return false;
        });
    if (!spoiling.empty() && function.definition && !model_.tree.errors().empty() &&
        may_be_spoiled_by_names(spoiling, function, event, later))
        return true;
    for (const node* one : here) {
        if (one == event) return true; // one call does both
        if (one != &later && one->begin < later.begin && (!event || one->begin > event->begin)) return true;
        for (const node* loop = loop_around(later, nullptr); loop; loop = loop_around(*loop, nullptr))
            if (contains(*loop, *one) && !(event && contains(*loop, *event))) return true;
    }
    return false;
}

// The parser loses calls of undeclared functions, so the tokens are searched as well.
bool flow::may_be_spoiled_by_names(const call_graph::names& spoiling, const unit_function& function, const node* event,
                                   const node& later) const
{
    const own_file& file = model_.tree.file_of(*function.definition);
    const std::size_t first = event ? event->end : function.body()->begin;
    for (std::size_t i = 0; i + 1 < file.size(); ++i) {
        if (!file.at(i).is_name() || file.offsets[i] < 0 || file.begin(i) < function.body()->begin) continue;
        if (file.begin(i) >= function.body()->end) break;
        const std::size_t at = file.begin(i);
        if (!file.at(i + 1).is_mark("(") || (at >= later.begin && at < later.end)) continue;
        bool between = at >= first && at < later.begin;
        for (const node* loop = loop_around(later, nullptr); loop; loop = loop_around(*loop, nullptr))
            between = between || (at >= loop->begin && at < loop->end && !(event && contains(*loop, *event)));
        const std::size_t close = between ? file.closing(i + 1) : own_file::none;
        if (close == own_file::none) continue;
        if (at < later.begin && file.offsets[close] >= 0 && file.begin(close) > later.begin)
            continue; // after its argument
        const call_graph::names called = model_.graph.reached({std::string(file.at(i).text)});
        for (const std::string& name : spoiling)
            if (called.count(name)) return true;
    }
    return false;
}

bool flow::one_before(const std::vector<node*>& events, const std::vector<node*>& spoilers, node& later,
                      functions& asked) const
{
    unit_function* function = model_.function_around(later);
    if (!function || std::find(asked.begin(), asked.end(), function) != asked.end()) return false;
    for (node* event : events)
        if (before(*event, later) && !spoiled(spoilers, *function, event, later)) return true;
    for (const auto& [callee, call] : function->callees) {
        functions called;
        if (before(*call, later) && always_happens(events, *callee, called) &&
            !spoiled(spoilers, *function, call, later))
            return true;
    }
    // Every caller must guarantee the event, so all callers must be known. A callback runs after its address was taken.
    // That order guarantees the event only without spoilers. A spoiler in another callback is the exception: a launch
    // behind it failed in the old program, too.
    if (function->name == "main" || (function->calls.empty() && function->mentions.empty()) ||
        (!function->mentions.empty() && !all_in_callbacks(spoilers)) || may_be_called_from_elsewhere(*function))
        return false;
    if (spoiled(spoilers, *function, nullptr, later)) return false;
    asked.push_back(function);
    const auto is_after = [&](node* call) { return one_before(events, spoilers, *call, asked); };
    const bool result = std::all_of(function->calls.begin(), function->calls.end(), is_after) &&
                        std::all_of(function->mentions.begin(), function->mentions.end(), is_after);
    asked.pop_back();
    return result;
}

bool flow::one_before(const std::vector<node*>& events, const std::vector<node*>& spoilers, node& later) const
{
    functions asked;
    return one_before(events, spoilers, later, asked);
}

// Tests whether only calls through pointers reach the events.
bool flow::all_in_callbacks(const std::vector<node*>& events) const
{
    std::set<const unit_function*> asked;
    const std::function<bool(const node*)> is_in_callback = [&](const node* one) {
        const unit_function* function = model_.function_around(*one);
        if (!function || function->name == "main" || may_be_called_from_elsewhere(*function)) return false;
        if (!asked.insert(function).second) return true;
        return (!function->calls.empty() || !function->mentions.empty()) &&
               std::all_of(function->calls.begin(), function->calls.end(), is_in_callback);
    };
    return std::all_of(events.begin(), events.end(), is_in_callback);
}

// A function is meant for other sources if another file declares or calls it, or if it has C linkage. A tree with all
// sources that name it shows its callers.
bool flow::may_be_called_from_elsewhere(const unit_function& function) const
{
    if (function.ambiguous) return true;
    const bool own = model_.joined && model_.tree.clang().getCursorLinkage(function.declarations.front()->cursor) !=
                                          clang::linkage_external;
    if (!own && !model_.graph.mentioned_outside(function.name, model_.files).empty()) return true;
    if (model_.joined)
        return model_.has_unknown_mention(function) ||
               std::any_of(function.declarations.begin(), function.declarations.end(),
                           [&](const node* one) { return model_.tree.begins_with(*one, "virtual"); });
    return std::any_of(function.declarations.begin(), function.declarations.end(), [&](const node* one) {
        return one->file != function.definition->file || (one->parent && is_linkage(model_.tree, *one->parent)) ||
               model_.tree.begins_with(*one, "extern") || model_.tree.begins_with(*one, "virtual");
    });
}

} // namespace scanner
