// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model.hpp"

#include <algorithm>
#include <cstdlib>

#include "clang_library.hpp"

namespace scanner {

int reference::axes() const
{
    switch (shape) {
    case 1:
    case 0xF1:
        return 1;
    case 2:
    case 0xF2:
        return 2;
    default:
        return 3;
    }
}

bool reference::is_bound_by_others() const
{
    return std::any_of(passed.begin(), passed.end(), [](const auto& each) { return !each.second->on_device; });
}

std::string canonical_type(const syntax_tree& tree, const node& one)
{
    const clang::functions& clang = tree.clang();
    return clang::text_of(clang, clang.getTypeSpelling(clang.getCanonicalType(clang.getCursorType(one.cursor))));
}

bool share_source(const own_file& one, const own_file& other)
{
    if (one.sources.empty() || other.sources.empty()) return true; // a file of macros alone
    return std::any_of(one.sources.begin(), one.sources.end(),
                       [&](std::size_t source) { return other.sources.count(source) != 0; });
}

bool is_linkage(const syntax_tree& tree, const node& one)
{
    return one.is(clang::linkage_specification) ||
           (one.is(clang::unexposed_declaration) && tree.begins_with(one, "extern"));
}

node* unit_function::body() const
{
    return definition && !definition->children.empty() ? definition->children.back() : nullptr;
}

const node& stripped(const node& one)
{
    const node* at = &one;
    while ((at->is(clang::unexposed_expression) || at->is(clang::parenthesis)) && at->children.size() == 1)
        at = at->children[0];
    return *at;
}

unit_function* unit_model::function_around(const node& one) const
{
    for (const node* at = one.parent; at; at = at->parent) {
        if (at->is(clang::lambda)) return nullptr;
        if (const auto found = function_at.find(at->name);
            found != function_at.end() && found->second->definition == at)
            return found->second;
    }
    return nullptr;
}

const node* unit_model::lambda_around(const node& one) const
{
    for (const node* at = one.parent; at; at = at->parent)
        if (at->is(clang::lambda)) return at;
    return nullptr;
}

const node* unit_model::callee(const node& call) const
{
    if (call.children.empty()) return nullptr;
    const node* at = call.children[0];
    while (!at->is(clang::declaration_reference) && !at->is(clang::member_reference) &&
           !at->is(clang::overloaded_reference)) {
        if ((!at->is(clang::unexposed_expression) && !at->is(clang::parenthesis)) || at->children.empty())
            return nullptr;
        at = at->children[0];
    }
    return at;
}

std::string unit_model::callee_name(const node& call) const
{
    const node* at = callee(call);
    if (!at) return {};
    std::string name = tree.spelling(*at);
    if (name.empty() && !at->children.empty()) name = tree.spelling(*at->children.back());
    return name;
}

std::vector<std::string> unit_model::written_arguments(const node& call) const
{
    std::vector<std::string> result;
    const node* name = callee(call);
    if (!name) return {};
    const own_file& file = tree.file_of(*name);
    const std::size_t at = file.token_at(name->name.offset);
    if (at == own_file::none || at + 1 >= file.size() || !file.at(at + 1).is_mark("(")) return {};
    const std::size_t close = file.closing(at + 1);
    if (close == own_file::none) return {};
    int depth = 0;
    std::size_t first = at + 2;
    for (std::size_t i = at + 2; i <= close; ++i) {
        if (file.offsets[i] < 0 || file.at(i).in_directive) return {};
        const token& one = file.at(i);
        depth += one.is_mark("(") || one.is_mark("[") || one.is_mark("{");
        if (i == close || (depth == 0 && one.is_mark(","))) {
            if (i == first) return {};
            result.push_back(file.text.substr(file.begin(first), file.end(i - 1) - file.begin(first)));
            first = i + 1;
        }
        depth -= one.is_mark(")") || one.is_mark("]") || one.is_mark("}");
    }
    if (result.size() != call.children.size() - 1) return {};
    return result;
}

bool unit_model::is_launch(const node& call) const
{
    if (call.children.size() < 2 || !call.children[1]->is(clang::call)) return false;
    const std::string name = callee_name(*call.children[1]);
    return (name == "__cudaPushCallConfiguration" || name == "cudaConfigureCall") &&
           tree.begins_with(*call.children[1], "<<<");
}

node* unit_model::call_of_callee(node& reference_node) const
{
    node* at = &reference_node;
    while (at->parent) {
        if (at->parent->children[0] != at) return nullptr;
        if (at->parent->is(clang::call)) return at->parent;
        if (!at->parent->is(clang::unexposed_expression) && !at->parent->is(clang::parenthesis)) return nullptr;
        at = at->parent;
    }
    return nullptr;
}

std::vector<unit_function*> unit_model::meant(const node& reference_node, bool& others) const
{
    const clang::functions& clang = tree.clang();
    std::vector<unit_function*> result;
    const auto take = [&](const clang::cursor& one) {
        // Declarations from a macro share one place with the function.
        if (!clang::declares_function(one.kind)) return;
        const auto found = function_at.find(tree.place_of(one));
        if (found == function_at.end())
            others = true;
        else if (std::find(result.begin(), result.end(), found->second) == result.end())
            result.push_back(found->second);
    };
    const clang::cursor referenced = clang.getCursorReferenced(reference_node.cursor);
    if (clang.Cursor_isNull(referenced)) return result;
    if (referenced.kind != clang::overloaded_reference) {
        take(referenced);
        return result;
    }
    for (unsigned i = 0; i < clang.getNumOverloadedDecls(referenced); ++i)
        take(clang.getOverloadedDecl(referenced, i));
    return result;
}

call_graph::names unit_model::called_between(const place& begin, std::size_t end) const
{
    const clang::functions& clang = tree.clang();
    call_graph::names result;
    const auto add = [&](std::string name) {
        if (name.compare(0, 8, "operator") != 0) name = name.substr(0, name.find('<')); // template constructors
        if (!name.empty()) result.insert(std::move(name));
    };
    for (const node& one : tree.nodes()) {
        if (one.file != begin.file || one.begin < begin.offset || one.begin >= end) continue;
        if (one.is(clang::call) && !is_launch(one)) {
            // The first child of a constructor's call is an argument.
            const bool constructs = clang.getCursorReferenced(one.cursor).kind == clang::constructor;
            const node* name = constructs ? nullptr : callee(one);
            const clang::cursor referenced = clang.getCursorReferenced(name ? name->cursor : one.cursor);
            const bool is_function =
                clang::declares_function(referenced.kind) || referenced.kind == clang::overloaded_reference;
            if (clang.Cursor_isNull(referenced) && name)
                add(tree.spelling(*name)); // depends on a template parameter
            else if (!is_function || (tree.spelling(referenced) == "operator()" && !tree.place_of(referenced)))
                add(call_graph::indirect);
            else if (!name && tree.place_of(referenced))
                add(tree.spelling(referenced)); // a constructor
        } else if (one.is(clang::type_reference)) {
            const clang::cursor referenced = clang.getCursorReferenced(one.cursor);
            if (tree.place_of(referenced)) add(tree.spelling(referenced)); // the destructor
        } else if (one.is(clang::declaration_reference) || one.is(clang::member_reference) ||
                   one.is(clang::overloaded_reference)) {
            bool others = false;
            for (const unit_function* each : meant(one, others))
                if (!each->kernel && (!each->device || each->host)) add(each->name);
        }
    }
    // Names in macros, and names at parse errors.
    const own_file& file = tree.file_of(begin);
    for (std::size_t i = 0; i + 1 < file.size(); ++i) {
        if (file.offsets[i] < 0 || file.begin(i) < begin.offset || file.begin(i) >= end || !file.at(i).is_name())
            continue;
        const std::string name(file.at(i).text);
        const bool error = std::any_of(tree.errors().begin(), tree.errors().end(), [&](const parse_error& each) {
            return each.where == place{begin.file, file.begin(i)};
        });
        if (graph.is_macro(name) || (error && file.at(i + 1).is_mark("("))) add(name);
    }
    if (!tree.errors().empty()) { // the parser loses calls of undeclared functions
        const own_file& file = tree.file_of(begin);
        for (std::size_t i = 0; i + 1 < file.size(); ++i)
            if (file.at(i).is_name() && file.offsets[i] >= 0 && file.begin(i) >= begin.offset && file.begin(i) < end &&
                file.at(i + 1).is_mark("(") && graph.defines(file.at(i).text))
                add(std::string(file.at(i).text));
    }
    return result;
}

bool unit_model::has_unknown_mention(const unit_function& function) const
{
    std::set<place> understood;
    for (const node& one : tree.nodes())
        if (one.name && !one.is(clang::unexposed_expression) && !one.is(clang::call) &&
            tree.spelling(one) == function.name)
            understood.insert(one.name);
    for (std::size_t number = 0; number < tree.files().size(); ++number) {
        const own_file& file = *tree.files()[number];
        for (std::size_t i = 0; i < file.size(); ++i) {
            const token& one = file.at(i);
            if (!one.is_name(function.name) || file.offsets[i] < 0) continue;
            if (one.in_directive) {
                std::size_t head = i;
                while (head > 0 && file.at(head).kind != token_kind::directive)
                    --head;
                if (file.at(head).is("define") &&
                    !graph.mentioned_outside(std::string(file.at(head + 1).text), files).empty())
                    return true;
                continue;
            }
            const std::size_t offset = file.begin(i);
            const bool is_skipped = std::any_of(file.skipped.begin(), file.skipped.end(), [&](const auto& range) {
                return offset >= range.first && offset < range.second;
            });
            const bool is_member = i > 0 && (file.at(i - 1).is_mark(".") || file.at(i - 1).is_mark("->"));
            const bool is_method = function.declarations.front()->is(clang::method);
            if (!is_skipped && (!is_member || is_method) && !understood.count({static_cast<int>(number), offset}))
                return true;
        }
    }
    return false;
}

std::optional<long long> unit_model::constant(const node& expression) const
{
    const node& one = stripped(expression);
    const std::string_view text = tree.text(one);
    switch (one.kind) {
    case clang::bool_literal:
        if (text == "true") return 1;
        if (text == "false") return 0;
        return {};
    case clang::integer_literal:
        if (text.empty() || text.find_first_not_of("0123456789") != text.npos || text.size() > 9) return {};
        return std::atoll(std::string(text).c_str());
    case clang::c_style_cast:
    case clang::static_cast_expression:
    case clang::functional_cast:
        return one.children.empty() ? std::nullopt : constant(*one.children.back());
    case clang::declaration_reference: {
        const clang::cursor referenced = tree.clang().getCursorReferenced(one.cursor);
        if (referenced.kind == clang::enumerator) return tree.clang().getEnumConstantDeclValue(referenced);
        if (referenced.kind == clang::parameter_declaration) return constant_argument(one, referenced);
        return {};
    }
    case clang::conditional_operator: {
        if (one.children.size() != 3) return {};
        const auto condition = constant(*one.children[0]);
        return condition ? constant(*one.children[*condition ? 1 : 2]) : std::nullopt;
    }
    default:
        return {};
    }
}

// All callers must be known, and the function must not change its parameter.
std::optional<long long> unit_model::constant_argument(const node& parameter_use, const clang::cursor& parameter) const
{
    const unit_function* function = function_around(parameter_use);
    if (!function || function->calls.empty() || !function->mentions.empty() || function->declarations.empty())
        return {};
    const bool is_own =
        tree.clang().Cursor_getStorageClass(function->declarations.front()->cursor) == clang::storage_static;
    if (!is_own && !whole_program && (!graph.defines("main") || !graph.any_unseen().empty())) return {};
    if (!graph.mentioned_outside(function->name, files).empty()) return {};
    const place declared = tree.place_of(parameter);
    const bool is_changed = any_below(*function->definition, [&](const node& one) {
        if (!one.is(clang::declaration_reference) ||
            !(tree.place_of(tree.clang().getCursorReferenced(one.cursor)) == declared))
            return false;
        const node* above = one.parent;
        while (above && above->is(clang::parenthesis))
            above = above->parent;
        return !(above && above->is(clang::unexposed_expression)); // an implicit conversion marks a read
    });
    std::size_t position = 0;
    bool found = false;
    for (const node* child : function->definition->children) {
        if (!child->is(clang::parameter_declaration)) continue;
        if ((found = child->name == declared)) break;
        ++position;
    }
    if (is_changed || !found) return {};
    std::optional<long long> result;
    for (const node* call : function->calls) {
        if (call->children.size() <= position + 1) return {};
        const node& argument = *call->children[position + 1];
        const bool is_passed_on = any_below(argument, [&](const node& one) { // the call may be a recursion
            return one.is(clang::declaration_reference) &&
                   tree.clang().getCursorReferenced(one.cursor).kind == clang::parameter_declaration;
        });
        const auto value = is_passed_on ? std::nullopt : constant(argument);
        if (!value || (result && *result != *value)) return {};
        result = value;
    }
    return result;
}

counted_loop loop_of_index(const unit_model& model, const node& index)
{
    const syntax_tree& tree = model.tree;
    const node& use = stripped(index);
    if (!use.is(clang::declaration_reference)) return {};
    const place declared = tree.place_of(tree.clang().getCursorReferenced(use.cursor));
    const node* loop = use.parent;
    while (loop && !loop->is(clang::for_statement))
        loop = loop->parent;
    if (!loop || loop->children.size() != 4 || !tree.begins_with(*loop, "for")) return {};
    const node &begin = *loop->children[0], &condition = *loop->children[1], &step = *loop->children[2],
               &body = *loop->children[3];
    // int i = 0
    if (!begin.is(clang::declaration_statement) || begin.children.size() != 1) return {};
    const node& variable = *begin.children[0];
    if (!(variable.name == declared) || variable.children.empty()) return {};
    const auto first = model.constant(*variable.children.back());
    // i < 3, i <= 2, i != 3
    if (!condition.is(clang::binary_operator) || condition.children.size() != 2) return {};
    const auto is_variable = [&](const node& one) {
        const node& name = stripped(one);
        return name.is(clang::declaration_reference) &&
               tree.place_of(tree.clang().getCursorReferenced(name.cursor)) == declared;
    };
    const auto limit = model.constant(*condition.children[1]);
    const std::string_view text = tree.text(condition);
    if (!first || !limit || !is_variable(*condition.children[0])) return {};
    const bool closed = text.find("<=") != text.npos;
    if (!closed && text.find('<') == text.npos && text.find("!=") == text.npos) return {};
    // i++
    const std::string_view stepped = tree.text(step);
    if (!step.is(clang::unary_operator) || stepped.find("++") == stepped.npos || step.children.empty() ||
        !is_variable(*step.children[0]))
        return {};
    // All statements must be assignments at this index.
    std::vector<const node*> statements{&body};
    if (body.is(clang::compound_statement)) statements.assign(body.children.begin(), body.children.end());
    for (const node* one : statements) {
        const node& assignment = stripped(*one);
        if (!assignment.is(clang::binary_operator) || assignment.children.size() != 2) return {};
        const node& target = stripped(*assignment.children[0]);
        if (!target.is(clang::subscript) || target.children.size() != 2 || !is_variable(*target.children[1])) return {};
        const node& member = stripped(*target.children[0]);
        if (!member.is(clang::member_reference) || tree.spelling(member) != "addressMode" ||
            !model.constant(*assignment.children[1]))
            return {};
    }
    return {const_cast<node*>(loop), *first, closed ? *limit : *limit - 1};
}

} // namespace scanner
