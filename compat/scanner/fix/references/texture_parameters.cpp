// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture_parameters.hpp"

#include <algorithm>

#include "clang_library.hpp"

namespace scanner {
namespace {

// Returns texture, textureReference, or nothing, for a type without const and &.
std::string_view kind_of_reference(std::string_view type)
{
    for (const std::string_view word : {"const ", "struct "})
        if (type.substr(0, word.size()) == word) type.remove_prefix(word.size());
    if (type.substr(0, 8) == "texture<") return "texture";
    return type.substr(0, 16) == "textureReference" ? "textureReference" : "";
}

std::vector<node*> parameters_of(const node& declaration)
{
    std::vector<node*> result;
    for (node* child : declaration.children)
        if (child->is(clang::parameter_declaration)) result.push_back(child);
    return result;
}

// Returns the node of file scope that contains the node.
const node& root_of(const node& one)
{
    const node* at = &one;
    while (at->parent)
        at = at->parent;
    return *at;
}

// Returns the tokens of the parameter's type: the first one, and the one behind the last.
std::pair<std::size_t, std::size_t> type_of_parameter(const syntax_tree& tree, const node& parameter)
{
    const own_file& file = tree.file_of(parameter);
    const std::size_t first = file.token_at(parameter.begin);
    if (first == own_file::none) return {own_file::none, own_file::none};
    std::size_t at = first;
    int depth = 0;
    for (; at < file.size() && file.offsets[at] >= 0 && !file.at(at).in_directive; ++at) {
        const token& word = file.at(at);
        if (depth == 0 && (word.is_mark(",") || word.is_mark(")") || word.is_mark("="))) return {first, at};
        if (depth == 0 && at > first && word.is_name() && file.begin(at) == parameter.name.offset) return {first, at};
        depth += word.is_mark("<") - word.is_mark(">");
        if (word.is_mark("(") || word.is_mark("[")) break;
    }
    return {own_file::none, own_file::none};
}

class parameters {
public:
    explicit parameters(unit_model& model)
        : model_(model)
        , tree_(model.tree)
    {
    }

    void collect()
    {
        for (unit_function& function : model_.functions) {
            const node& known = *(function.definition ? function.definition : function.declarations.front());
            const auto all = parameters_of(known);
            for (std::size_t i = 0; i < all.size(); ++i) {
                const std::string_view kind = kind_of_reference(canonical_type(tree_, *all[i]));
                if (kind.empty()) continue;
                model_.parameters.emplace_back();
                texture_parameter& one = model_.parameters.back();
                one.function = &function;
                one.position = i;
                one.use.kind = fix_kind::textures;
                one.use.declaration = all[i];
                one.use.name = tree_.spelling(*all[i]);
                one.is_pointer = canonical_type(tree_, *all[i]).find('*') != std::string::npos;
                one.on_device = function.device || function.kernel;
                one.use.parameter = &one;
                const std::string access = one.use.name + (one.is_pointer ? "->" : ".");
                one.use.object = access + "object";
                one.use.channels = access + "channels";
                one.why = form(one, kind);
                if (one.why.empty()) account(one);
            }
        }
    }

    void prove()
    {
        for (texture_parameter& one : model_.parameters) {
            if (!one.why.empty()) continue; // its words are refused where they stand
            const unit_function& function = *one.function;
            if (!one.use.writes.empty() || !one.use.open_attributes.empty() || !one.use.members.empty())
                refuse(one, "attributes of the parameter " + one.use.name + " are read or written");
            if (!one.use.offset_questions.empty())
                refuse(one, "the offset of the parameter " + one.use.name + " is asked for");
            if (!function.mentions.empty())
                refuse(one, "the address of " + function.name + " is taken, and it takes a texture reference");
            if (one.on_device) prove_on_device(one);
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (texture_parameter& one : model_.parameters)
                if (one.on_device && one.use.fetched.empty()) changed |= find_fetched(one);
        }
        for (texture_parameter& one : model_.parameters)
            if (one.on_device && one.why.empty() && one.use.fetched.empty() && !one.use.fetches.empty())
                refuse(one, "what is fetched through the parameter " + one.use.name + " is not the same in all calls");
    }

private:
    // Returns why the parameter's form is not understood, or nothing.
    std::string form(const texture_parameter& one, std::string_view kind) const
    {
        const unit_function& function = *one.function;
        const std::string type = canonical_type(tree_, *one.use.declaration);
        if (function.kernel) return "of a kernel";
        if (one.on_device && (function.host || kind == "textureReference" || one.is_pointer)) return "of both sides";
        if (!one.on_device && !one.is_pointer && type.find('&') == type.npos) return "a copy of a reference";
        if (!one.on_device && function.declarations.front()->is(clang::function_template)) return "of a template";
        if (!takes_new_parameters(function)) return "of an operator or the like";
        if (!is_seen_whole(one)) return "of a function that other sources declare or define";
        for (const node* declaration : function.declarations) {
            const auto all = parameters_of(*declaration);
            if (all.size() <= one.position || tree_.begins_with(*declaration, "virtual"))
                return "not in all declarations";
            const auto [begin, end] = type_of_parameter(tree_, *all[one.position]);
            if (begin == own_file::none || end == own_file::none) return "in a macro";
        }
        for (const auto& [where, meant] : model_.open_calls)
            if (std::find(meant.begin(), meant.end(), &function) != meant.end()) return "of an overloaded function";
        return {};
    }

    // Sources that use a class share the header that declares its functions. Other functions may be declared anywhere.
    bool is_seen_whole(const texture_parameter& one) const
    {
        const unit_function& function = *one.function;
        if (function.declarations.front()->is(clang::method)) return true;
        return function.definition && model_.graph.mentioned_outside(function.name, model_.files).empty();
    }

    void account(const texture_parameter& one)
    {
        for (const node* declaration : one.function->declarations) {
            const node& parameter = *parameters_of(*declaration)[one.position];
            const own_file& file = tree_.file_of(parameter);
            const auto [first, end] = type_of_parameter(tree_, parameter);
            for (std::size_t i = first; i < end; ++i)
                model_.accounted.insert({parameter.file, file.begin(i)});
            if (parameter.name) model_.accounted.insert(parameter.name);
        }
    }

    void refuse(texture_parameter& one, const std::string& why) { model_.refuse(*one.use.declaration, why); }

    void prove_on_device(texture_parameter& one)
    {
        if (!one.use.binds.empty() || !one.use.unbinds.empty() || !one.use.channel_reads.empty())
            refuse(one, "the parameter " + one.use.name + " of a device function is bound");
        for (const node* call : one.function->calls)
            if (one.function->declarations.front()->is(clang::function_template) && !gives_all_arguments(one, *call))
                model_.refuse(*call, one.function->name +
                                         " finds its template arguments by a texture reference: give them in <>");
    }

    // An object has no type, so no template argument can follow from it.
    bool gives_all_arguments(const texture_parameter& one, const node& call) const
    {
        std::size_t wanted = 0, given = 1;
        for (const node* child : one.function->declarations.front()->children)
            wanted += child->is(clang::template_type_parameter) || child->is(clang::template_value_parameter);
        const node* name = model_.callee(call);
        const own_file& file = tree_.file_of(*name);
        std::size_t at = file.token_at(name->name.offset);
        if (at == own_file::none || !file.at(at + 1).is_mark("<")) return false;
        int depth = 0;
        for (++at; at < file.size(); ++at) {
            depth += file.at(at).is_mark("<") - file.at(at).is_mark(">");
            if (depth == 0) break;
            if (file.at(at).is_mark("(") || file.at(at).is_mark(";")) return false;
            given += depth == 1 && file.at(at).is_mark(",");
        }
        return given == wanted;
    }

    // The references and parameters that the calls pass decide what is fetched.
    bool find_fetched(texture_parameter& one)
    {
        std::set<std::string> types;
        const auto add = [&](const reference& from) {
            for (const auto& [call, to] : from.passed)
                if (to == &one) types.insert(from.fetched);
        };
        for (const reference& each : model_.references)
            add(each);
        for (const texture_parameter& each : model_.parameters)
            add(each.use);
        if (types.size() != 1 || types.begin()->empty()) return false;
        one.use.fetched = *types.begin();
        return true;
    }

    unit_model& model_;
    const syntax_tree& tree_;
};

// Writes the types of the parameters, and the struct that functions of the host get.
class parameter_types {
public:
    parameter_types(unit_model& model, rewriting& changes)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
        , struct_name_(binding_type(model))
    {
    }

    void run()
    {
        bool on_host = false;
        for (const texture_parameter& one : model_.parameters) {
            if (!one.why.empty()) continue;
            const auto clash =
                std::find_if(one.function->needs.begin(), one.function->needs.end(),
                             [&](const reference* need) { return need->name == one.use.name && one.on_device; });
            if (clash != one.function->needs.end())
                model_.refuse(*one.use.declaration, one.use.name + " is a local or a parameter here, too");
            on_host |= !one.on_device;
            for (const node* declaration : one.function->declarations)
                write(one, *parameters_of(*declaration)[one.position]);
        }
        if (on_host) declare_struct();
    }

private:
    void write(const texture_parameter& one, const node& parameter)
    {
        const auto [first, end] = type_of_parameter(tree_, parameter);
        const own_file& file = tree_.file_of(parameter);
        const std::string type = one.on_device ? "cudaTextureObject_t" : struct_name_ + (one.is_pointer ? "*" : "&");
        const bool named = file.at(end).is_name();
        changes_.replace({parameter.file, file.begin(first)}, file.begin(end) - file.begin(first),
                         type + (named ? " " : ""));
    }

    // The definition precedes the first use. Headers that only declare such functions get a declaration.
    void declare_struct()
    {
        std::map<int, const node*> to_declare; // the first root of each file
        std::set<const node*> defining;
        for (const texture_parameter& one : model_.parameters) {
            if (!one.why.empty() || one.on_device) continue;
            for (const node* declaration : one.function->declarations)
                if (declaration == one.function->definition)
                    defining.insert(&root_of(*declaration));
                else if (const node*& first = to_declare[declaration->file];
                         !first || root_of(*declaration).begin < first->begin)
                    first = &root_of(*declaration);
        }
        for (const reference& one : model_.references)
            if (one.is_bound_by_others()) defining.insert(&root_of(*one.declaration));
        std::set<int> declared;
        for (const node& one : tree_.nodes()) {
            if (!one.is(clang::struct_declaration) || tree_.spelling(one) != "textureReference" || !one.name) continue;
            changes_.replace(one.name, std::string_view("textureReference").size(), struct_name_);
            model_.accounted.insert(one.name);
            declared.insert(one.file);
        }
        for (const auto& [file, root] : to_declare)
            if (!declared.count(file)) insert(*root, "struct " + struct_name_ + ";");
        for (const node* root : tree_.roots())
            if (defining.count(root)) {
                const std::string end = line_end(*root);
                insert(*root, "struct " + struct_name_ + " {" + end + "    cudaTextureObject_t object;" + end +
                                  "    cudaTextureDesc attributes;" + end + "    cudaChannelFormatDesc channels;" +
                                  end + "};");
                break;
            }
    }

    std::string line_end(const node& one) const
    {
        return tree_.file_of(one).text.find("\r\n") != std::string::npos ? "\r\n" : "\n";
    }

    void insert(const node& root, const std::string& text)
    {
        changes_.insert({root.file, root.begin}, text + line_end(root));
    }

    unit_model& model_;
    const syntax_tree& tree_;
    rewriting& changes_;
    const std::string struct_name_;
};

} // namespace

void collect_texture_parameters(unit_model& model)
{
    if (model.wanted.has(fix_kind::textures)) parameters(model).collect();
}

void prove_texture_parameters(unit_model& model) { parameters(model).prove(); }

texture_parameter* parameter_of(unit_model& model, const node& call, const node& argument)
{
    const node* name = model.callee(call);
    if (!name) return nullptr;
    bool others = false;
    const std::vector<unit_function*> meant = model.meant(*name, others);
    if (meant.size() != 1 || others) return nullptr;
    for (texture_parameter& one : model.parameters)
        if (one.function == meant[0] && one.why.empty() && call.children.size() > one.position + 1 &&
            call.children[one.position + 1] == &argument)
            return &one;
    return nullptr;
}

void rewrite_texture_parameters(unit_model& model, rewriting& changes) { parameter_types(model, changes).run(); }

std::string binding_type(const unit_model& model)
{
    std::string result = "texture_binding";
    while (!model.graph.files_of(result).empty())
        result += "_";
    return result;
}

} // namespace scanner
