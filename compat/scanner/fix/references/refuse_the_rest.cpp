// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refuses each use of a rewritten name that no other part understood. Code that the parser skipped or misread therefore
// leads to a refusal, not to an incomplete change.
#include <algorithm>

#include "model.hpp"
#include "variants.hpp"

namespace scanner {
namespace {

class what_is_left {
public:
    explicit what_is_left(unit_model& model)
        : model_(model)
        , tree_(model.tree)
    {
        for (const reference& one : model.references)
            references_.insert(one.name);
        for (const unit_function& one : model.functions)
            if (!one.needs.empty() && (one.kernel || !model.constants)) functions_.insert(one.name);
        for (const node* one : model.type_names)
            types_.insert(tree_.spelling(*one));
        for (const node& one : tree_.nodes())
            if (one.name && (one.kind < clang::unexposed_expression || one.is(clang::declaration_reference) ||
                             one.is(clang::member_reference)))
                node_at_.emplace(one.name, &one);
    }

    void names()
    {
        for (std::size_t number = 0; number < tree_.files().size(); ++number) {
            const own_file& file = *tree_.files()[number];
            for (std::size_t i = 0; i < file.size(); ++i) {
                const token& one = file.at(i);
                if (!one.is_name()) continue;
                const std::string name(one.text);
                const bool is_type = types_.count(name) || (is_template_of_references(name) && i + 1 < file.size() &&
                                                            file.at(i + 1).is_mark("<"));
                if (!is_type && !references_.count(name) && !functions_.count(name) &&
                    !(name == "textureReference" && model_.wanted.has(fix_kind::textures)) &&
                    !(name == "surfaceReference" && model_.wanted.has(fix_kind::surfaces)))
                    continue;
                if (!is_type && !functions_.count(name) && !sees_reference(file, name)) continue;
                const place where{static_cast<int>(number), file.offsets[i] < 0 ? 0 : file.begin(i)};
                if (file.offsets[i] >= 0 && model_.accounted.count(where)) continue;
                look_at(file, i, where, name, is_type);
            }
        }
    }

    void errors()
    {
        for (const reference& one : model_.references) {
            for (const auto* nodes :
                 {&one.fetches, &one.binds, &one.unbinds, &one.launches, &one.channel_reads, &one.offset_questions})
                for (const node* each : *nodes)
                    error_at(*each);
            for (const attribute_write& write : one.writes)
                error_at(*write.where);
            error_in(*one.declaration, one.declaration->begin, one.declaration->end);
        }
        for (const unit_function& one : model_.functions) {
            if (one.needs.empty()) continue;
            for (const node* call : one.calls)
                error_at(*call);
            for (const node* declaration : one.declarations)
                error_in(*declaration, declaration->begin,
                         declaration == one.definition ? one.body()->begin : declaration->end);
        }
    }

private:
    bool is_template_of_references(const std::string& name) const
    {
        return (name == "texture" && model_.wanted.has(fix_kind::textures)) ||
               (name == "surface" && model_.wanted.has(fix_kind::surfaces));
    }

    // Tests whether a source with this file declares the reference of that name.
    bool sees_reference(const own_file& file, const std::string& name) const
    {
        return std::any_of(model_.references.begin(), model_.references.end(),
                           [&](const reference& one) {
                               return one.name == name && share_source(file, tree_.file_of(*one.declaration));
                           }) ||
               !references_.count(name);
    }

    void look_at(const own_file& file, std::size_t i, const place& where, const std::string& name, bool is_type)
    {
        const token& one = file.at(i);
        if (one.in_directive && model_.constants && functions_.count(name)) return;
        if (one.in_directive) {
            std::size_t head = i;
            while (head > 0 && file.at(head).kind != token_kind::directive)
                --head;
            const bool macro = file.at(head).is("define");
            model_.refuse(where, name + (macro ? " stands in the body of macro " + std::string(file.at(head + 1).text)
                                               : " stands in a directive"));
            return;
        }
        for (const auto& [begin, end] : file.skipped)
            if (where.offset >= begin && where.offset < end) {
                if (is_never_compiled(file, where.offset))
                    model_.notes.push_back({where, name + " stays in a branch of #if that no build compiles"});
                else
                    model_.skipped.push_back({where, name + " stands in a branch of #if that is not parsed"});
                return;
            }
        const auto found = node_at_.find(where);
        // A constant needs no argument. But a launch that is not understood may follow an unbind.
        if (model_.constants && functions_.count(name) && (found != node_at_.end() || !is_unbound(name))) return;
        const node* at = found == node_at_.end() ? nullptr : found->second;
        const bool is_member = i > 0 && (file.at(i - 1).is_mark(".") || file.at(i - 1).is_mark("->"));
        if (at && references_.count(name)) {
            if (is_member || at->is(clang::member_reference) || at->is(clang::field_declaration)) return;
            const bool variable = at->is(clang::variable_declaration) || at->is(clang::parameter_declaration);
            if (variable && model_.constants && !is_texture_variable(*at)) return; // the name stays
            if (variable && !is_texture_variable(*at)) {
                if (hides_nothing(*at, name)) return;
                model_.refuse(where, name + " is a local or a parameter here, too");
                return;
            }
            if (variable || means_another_variable(*at)) return; // the variable's declaration was refused
        }
        // The name means another function.
        if (at && functions_.count(name) && !is_one_of_ours(*at)) return;
        if (is_type && at && at->is(clang::variable_declaration)) return;
        if (const parse_error* error = error_near(file, where)) {
            model_.refuse(where, name + " stands where the source is not understood: " + error->text);
            return;
        }
        model_.refuse(where, is_type ? name + " is used as a type: of a parameter, a template argument or the like"
                                     : name + " is used in a way that this fix does not know");
    }

    // Tests whether no rewritten code stands in the sight of a local or a parameter.
    bool hides_nothing(const node& local, const std::string& name) const
    {
        const node* around = local.parent;
        while (around && !clang::declares_function(around->kind))
            around = around->parent;
        if (!around) return false;
        if (around->children.empty() || !around->children.back()->is(clang::compound_statement)) return true;
        const auto function = model_.function_at.find(around->name);
        if (function == model_.function_at.end()) return false;
        const auto is_inside = [&](const node* one) { return contains(*around, *one); };
        for (const reference& one : model_.references) {
            if (one.name != name) continue;
            const auto& needs = function->second->needs;
            if (std::find(needs.begin(), needs.end(), &one) != needs.end()) return false;
            for (const auto* nodes : {&one.fetches, &one.binds, &one.unbinds, &one.launches, &one.members,
                                      &one.channel_reads, &one.offset_questions})
                if (std::any_of(nodes->begin(), nodes->end(), is_inside)) return false;
            for (const auto& [call, to] : one.passed)
                if (is_inside(call)) return false;
        }
        return true;
    }

    // Returns an error on the line, or else one in the function around it: the parser may drop a whole statement.
    const parse_error* error_near(const own_file& file, const place& where) const
    {
        const unsigned line = file.line_and_column(where.offset).first;
        const parse_error* in_function = nullptr;
        for (const parse_error& error : tree_.errors()) {
            if (error.where.file != where.file) continue;
            if (file.line_and_column(error.where.offset).first == line) return &error;
            for (const unit_function& one : model_.functions)
                if (!in_function && one.definition && one.definition->file == where.file &&
                    one.definition->begin <= where.offset && where.offset < one.definition->end &&
                    one.definition->begin <= error.where.offset && error.where.offset < one.definition->end)
                    in_function = &error;
        }
        return in_function;
    }

    bool is_unbound(const std::string& function) const
    {
        return std::any_of(model_.functions.begin(), model_.functions.end(), [&](const unit_function& one) {
            return one.name == function && std::any_of(one.needs.begin(), one.needs.end(),
                                                       [](const reference* need) { return !need->unbinds.empty(); });
        });
    }

    bool is_texture_variable(const node& one) const
    {
        return std::any_of(model_.references.begin(), model_.references.end(),
                           [&](const reference& each) { return each.declaration == &one; });
    }

    bool means_another_variable(const node& one) const
    {
        const clang::cursor referenced = tree_.clang().getCursorReferenced(one.cursor);
        if (referenced.kind != clang::variable_declaration && referenced.kind != clang::parameter_declaration)
            return false;
        const place declared = tree_.place_of(referenced);
        return std::none_of(model_.references.begin(), model_.references.end(),
                            [&](const reference& each) { return each.declaration->name == declared; });
    }

    bool is_one_of_ours(const node& one) const
    {
        if (const auto found = model_.function_at.find(one.name); found != model_.function_at.end())
            return !found->second->needs.empty();
        if (!one.is(clang::declaration_reference) && !one.is(clang::member_reference))
            return !one.is(clang::variable_declaration) && !one.is(clang::parameter_declaration) &&
                   !one.is(clang::field_declaration);
        bool others = false;
        const auto meant = model_.meant(one, others);
        return std::any_of(meant.begin(), meant.end(), [](const unit_function* each) { return !each->needs.empty(); });
    }

    void error_in(const node& where, std::size_t begin, std::size_t end)
    {
        for (const parse_error& error : tree_.errors())
            if (error.where.file == where.file && error.where.offset >= begin &&
                error.where.offset < std::max(end, begin + 1))
                model_.refuse(error.where, "not understood: " + error.text);
    }

    // Checks the statement around the node, and the conditions that control its execution.
    void error_at(const node& one)
    {
        const node* statement = &one;
        while (statement->parent && !statement->parent->is(clang::compound_statement))
            statement = statement->parent;
        error_in(*statement, statement->begin, statement->end);
        for (const node* at = statement; at->parent; at = at->parent)
            if (at->parent->is(clang::if_statement) || at->parent->is(clang::while_statement) ||
                at->parent->is(clang::for_statement) || at->parent->is(clang::switch_statement) ||
                at->parent->is(clang::range_for_statement))
                error_in(*at->parent, at->parent->begin, at->begin);
    }

    unit_model& model_;
    const syntax_tree& tree_;
    std::set<std::string> references_, functions_, types_;
    std::map<place, const node*> node_at_;
};

} // namespace

void refuse_the_rest(unit_model& model)
{
    what_is_left left(model);
    left.names();
    left.errors();
}

} // namespace scanner
