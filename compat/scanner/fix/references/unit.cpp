// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit.hpp"

#include <algorithm>

#include "clang_library.hpp"
#include "model.hpp"
#include "rewriting.hpp"
#include "texture_parameters.hpp"

namespace scanner {

void add_once(std::vector<std::string>& list, std::string text)
{
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

namespace {

std::string told(const syntax_tree& tree, const refusal& one)
{
    const own_file& file = tree.file_of(one.where);
    const auto [line, column] = file.line_and_column(one.where.offset);
    return file.path + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + one.why;
}

// Headers of CCCL, which nvcc finds by itself. They declare no reference of a program. The code that needs one of them
// has an error of its own. A program may have a cuda/ of its own, so only names without an extension are CCCL's there.
bool is_of_cccl(const std::string& header)
{
    const auto is_in = [&](const char* folder) { return header.rfind(folder, 0) == 0; };
    return is_in("thrust/") || is_in("cub/") ||
           ((is_in("cuda/") || is_in("nv/")) && header.find('.') == std::string::npos);
}

// A missing header causes most other errors, so it is the only reason that is reported.
std::vector<std::string> missing_headers(const syntax_tree& tree)
{
    std::vector<std::string> result;
    for (const parse_error& one : tree.errors())
        if (const std::size_t end = one.text.find("' file not found"); end != std::string::npos && end > 1)
            if (!is_of_cccl(one.text.substr(1, end - 1)))
                add_once(result, told(tree, {one.where, one.text.substr(1, end - 1) + header_not_found}));
    return result;
}

// Collects the external functions of the host whose calls lead to binds and launches.
std::set<std::string> called_by_others(const unit_model& model)
{
    std::set<const unit_function*> leading;
    const auto add_around = [&](const node* one) {
        if (const unit_function* function = model.function_around(*one)) leading.insert(function);
    };
    for (const reference& one : model.references) {
        for (const auto* nodes : {&one.binds, &one.unbinds, &one.launches})
            for (const node* each : *nodes)
                add_around(each);
        for (const attribute_write& write : one.writes)
            add_around(write.where);
    }
    for (std::size_t before = 0; before != leading.size();) {
        before = leading.size();
        for (const unit_function* one : std::set<const unit_function*>(leading))
            for (const auto* nodes : {&one->calls, &one->mentions})
                for (const node* each : *nodes)
                    add_around(each);
    }
    std::set<std::string> result;
    const auto is_seen_by_others = [&](const unit_function& one) {
        return one.name != "main" &&
               model.tree.clang().getCursorLinkage(one.declarations.front()->cursor) == clang::linkage_external;
    };
    for (const unit_function* one : leading)
        if (is_seen_by_others(*one)) result.insert(one->name);
    for (const unit_function& one : model.functions) // kernels that others may launch
        if (one.kernel && !one.needs.empty() && is_seen_by_others(one)) result.insert(one.name);
    return result;
}

} // namespace

unit look_at(const syntax_tree& tree, const std::string& path, const unit_settings& how)
{
    const bool joined = how.joined, constants = how.constants;
    unit result;
    result.path = path;
    if (!tree.parsed()) {
        result.refusals.push_back(path + ":1:1: libclang does not parse it");
        return result;
    }
    unit_model model(tree, how.wanted.fix, how.graph, how.wanted.whole_program);
    model.joined = joined;
    model.one_device = how.wanted.one_device;
    model.constants = constants;
    for (const auto& file : tree.files())
        model.files.push_back(real_path(file->path));
    for (std::size_t i = 0; i < model.files.size(); ++i)
        for (const auto& [where, names] : how.taken_elsewhere)
            if (where.first == model.files[i]) model.taken_elsewhere[{static_cast<int>(i), where.second}] = names;
    collect_functions(model); // first, because a reference's attributes may depend on the callers
    collect_texture_parameters(model);
    collect_references(model);
    prove_texture_parameters(model);
    if (constants)
        find_users_of_constants(model);
    else
        close_over_calls(model);
    result.called_by_others = called_by_others(model);
    for (const unit_function& one : model.functions)
        if (joined && one.ambiguous)
            model.refuse(*one.definition, one.name + " is defined in several sources: give the files of one program");
    rewriting changes(tree);
    rewrite_texture_parameters(model, changes);
    rewrite_device_side(model, changes);
    rewrite_host_side(model, changes);
    refuse_the_rest(model);
    for (const refusal& one : model.skipped) {
        result.skipped.push_back(one.where);
        if (!how.variant) model.refuse(one.where, one.why + ": -D chooses");
    }
    for (const unit_function& one : model.functions)
        for (const reference* need : one.needs)
            for (const node* each : one.declarations)
                result.taken[{model.files[static_cast<std::size_t>(each->name.file)], each->name.offset}].insert(
                    need->name);
    result.files = model.files;
    for (auto* list : {&model.refusals, &model.notes})
        std::stable_sort(list->begin(), list->end(),
                         [](const refusal& a, const refusal& b) { return a.where < b.where; });
    if (!model.refusals.empty()) result.refusals = missing_headers(tree);
    if (result.refusals.empty())
        for (const refusal& one : model.refusals)
            add_once(result.refusals, told(tree, one));
    for (const refusal& one : model.notes)
        add_once(result.notes, told(tree, one));
    result.has_references = !model.references.empty();
    for (const reference& one : model.references) {
        const node& declaration = *one.declaration;
        file_references& here = result.reference_files[model.files[static_cast<std::size_t>(declaration.file)]];
        if (here.count++ == 0) here.place = told(tree, {{declaration.file, declaration.begin}, {}});
    }
    for (const reference& one : model.references)
        if (!one.is_static) result.references.push_back(one.name);
    result.extern_references = model.extern_names;
    for (const unit_function& one : model.functions)
        if (!constants && !one.needs.empty() && !tree.begins_with(*one.declarations.front(), "static"))
            result.changed_functions.push_back(one.name);
    for (const file_edit& one : changes.edits())
        result.edits[real_path(one.path)].push_back(one.change);
    return result;
}

unit look_at(const syntax_tree& tree, const std::string& path, unit_settings how, const std::set<std::string>& shared)
{
    how.constants = false;
    unit result = look_at(tree, path, how);
    if (result.refusals.empty() || !result.has_references) return result;
    how.constants = true;
    unit other = look_at(tree, path, how);
    if (!other.refusals.empty() || std::any_of(other.edits.begin(), other.edits.end(),
                                               [&](const auto& each) { return shared.count(each.first) != 0; }))
        return result;
    add_once(other.notes, result.refusals.front() + "; so __constant__ variables keep the objects");
    return other;
}

} // namespace scanner
