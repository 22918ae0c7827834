// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels and device functions: a parameter of the reference's name, so that bodies stay as they are but for the
// type of a texture's fetches.
#include <algorithm>

#include "rewriting.hpp"

namespace scanner {
namespace {

// The ( behind a name, template arguments and <<< >>> in between; none where something else comes.
std::size_t bracket_behind(const own_file& file, std::size_t name)
{
    std::size_t i = name + 1;
    if (i < file.size() && file.at(i).is_mark("<")) {
        int depth = 0;
        for (; i < file.size(); ++i) {
            if (file.at(i).is_mark("(")) {
                i = file.closing(i);
                if (i == own_file::none) return i;
                continue;
            }
            depth += file.at(i).is_mark("<") - file.at(i).is_mark(">");
            if (file.at(i).is_mark(";") || file.at(i).is_mark("{")) return own_file::none;
            if (depth == 0) break;
        }
        ++i;
    }
    if (i < file.size() && file.at(i).is_mark("<<<")) {
        i = file.closing(i);
        if (i == own_file::none) return i;
        ++i;
    }
    return i < file.size() && file.at(i).is_mark("(") ? i : own_file::none;
}

class device_side {
public:
    device_side(unit_model& model, rewriting& changes)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
    {
    }

    void fetches(const reference& one)
    {
        for (const node* fetch : one.fetches) {
            const node* name = model_.callee(*fetch);
            const std::string word = model_.callee_name(*fetch);
            const own_file& file = tree_.file_of(*name);
            const std::size_t at = file.token_at(name->name.offset);
            if (at == own_file::none || !file.at(at).is_name(word)) {
                model_.refuse(*fetch, std::string(one.is_surface() ? "an access of " : "a fetch from ") + one.name +
                                          " is written by a macro's body");
            } else if (one.is_surface()) {
                continue; // the object's form is the same
            } else if (at + 1 < file.size() && file.at(at + 1).is_mark("<")) {
                model_.refuse(*fetch, "a fetch from " + one.name + " has template arguments");
            } else {
                changes_.insert({name->name.file, file.end(at)}, "<" + one.fetched + ">");
            }
        }
    }

    void parameters(unit_function& one)
    {
        const std::size_t position = position_of_new(one);
        for (const node* declaration : one.declarations)
            declare(one, *declaration, position);
        for (const node* call : one.calls)
            pass(one, *call, position);
        for (const node* mention : one.mentions)
            look_at(one, *mention);
    }

private:
    std::vector<const node*> parameters_of(const node& declaration) const
    {
        std::vector<const node*> result;
        for (const node* child : declaration.children)
            if (child->is(clang::parameter_declaration)) result.push_back(child);
        return result;
    }

    // Before the first parameter with a default, in whichever declaration; else behind all.
    std::size_t position_of_new(const unit_function& one) const
    {
        std::size_t result = static_cast<std::size_t>(-1);
        for (const node* declaration : one.declarations) {
            const auto all = parameters_of(*declaration);
            for (std::size_t i = 0; i < all.size(); ++i)
                if (tree_.text(*all[i]).find('=') != std::string_view::npos) result = std::min(result, i);
        }
        return result;
    }

    void declare(const unit_function& one, const node& declaration, std::size_t position)
    {
        const own_file& file = tree_.file_of(declaration);
        const std::size_t name = file.token_at(declaration.name.offset);
        const std::size_t open =
            name == own_file::none || !file.at(name).is_name(one.name) ? own_file::none : bracket_behind(file, name);
        const std::size_t close = open == own_file::none ? open : file.closing(open);
        if (close == own_file::none || file.offsets[close] < 0) {
            model_.refuse(declaration, one.name + ": its list of parameters is written by a macro's body");
            return;
        }
        model_.accounted.insert(declaration.name);
        for (std::size_t i = open; i < close; ++i)
            if (file.at(i).is_mark(".") && file.at(i + 1).is_mark(".")) {
                model_.refuse(declaration, one.name + " takes any number of arguments");
                return;
            }
        if (declaration.begin < declaration.name.offset &&
            std::string_view(file.text)
                    .substr(declaration.begin, declaration.name.offset - declaration.begin)
                    .find("virtual") != std::string_view::npos) {
            model_.refuse(declaration, one.name + " is virtual");
            return;
        }
        std::string added;
        for (const reference* need : one.needs)
            added += (added.empty() ? "" : ", ") + need->object_type() + " " + need->name;
        const auto all = parameters_of(declaration);
        if (position < all.size()) {
            changes_.insert({declaration.file, all[position]->begin}, added + ", ");
        } else if (all.empty()) {
            const std::size_t begin = file.end(open);
            changes_.replace({declaration.file, begin}, file.begin(close) - begin, added);
        } else {
            changes_.insert({declaration.file, file.begin(close)}, ", " + added);
        }
    }

    void pass(const unit_function& one, const node& call, std::size_t position)
    {
        const node* name = model_.callee(call);
        const own_file& file = tree_.file_of(*name);
        const std::size_t at = file.token_at(name->name.offset);
        const std::size_t open =
            at == own_file::none || !file.at(at).is_name(one.name) ? own_file::none : bracket_behind(file, at);
        const std::size_t close = open == own_file::none ? open : file.closing(open);
        if (close == own_file::none || file.offsets[close] < 0) {
            model_.refuse(call, one.name + " is called in a macro's body, or in a way that this fix does not know");
            return;
        }
        model_.accounted.insert(name->name);
        std::string added;
        for (const reference* need : one.needs) {
            added += (added.empty() ? "" : ", ") + need->name;
            if (need->declaration->parent && need->declaration->parent->is(clang::name_space) && at > 0 &&
                file.at(at - 1).is_mark("::"))
                model_.refuse(call, one.name + " is called by way of its namespace, and " + need->name +
                                        " may have no name there");
        }
        // The arguments that are written; those that come from defaults have no place.
        std::vector<std::size_t> written;
        for (std::size_t i = 1; i < call.children.size(); ++i) {
            const node& argument = *call.children[i];
            if (argument.file == name->name.file && argument.begin > file.begin(open) &&
                argument.begin < file.begin(close))
                written.push_back(argument.begin);
        }
        if (position < written.size())
            changes_.insert({name->name.file, written[position]}, added + ", ");
        else
            changes_.insert({name->name.file, file.begin(close)}, (open + 1 == close ? "" : ", ") + added);
    }

    // A kernel's name without a call: settings take it, launches by other means as well.
    void look_at(const unit_function& one, const node& mention)
    {
        for (const node* at = mention.parent; at; at = at->parent) {
            if (!at->is(clang::call)) continue;
            const std::string name = model_.callee_name(*at);
            for (const char* harmless : {"cudaFuncSetCacheConfig", "cudaFuncGetAttributes", "cudaFuncSetAttribute",
                                         "cudaFuncSetSharedMemConfig", "cudaOccupancyMaxActiveBlocksPerMultiprocessor"})
                if (name == harmless) {
                    model_.accounted.insert(mention.name);
                    return;
                }
            model_.accounted.insert(mention.name);
            model_.refuse(mention, name == "cudaLaunchKernel"
                                       ? one.name + " is launched by cudaLaunchKernel"
                                       : "the address of " + one.name + " is taken: it may be launched elsewhere");
            return;
        }
        model_.accounted.insert(mention.name);
        model_.refuse(mention, "the address of " + one.name + " is taken: it may be launched elsewhere");
    }

    unit_model& model_;
    const syntax_tree& tree_;
    rewriting& changes_;
};

} // namespace

void rewrite_device_side(unit_model& model, rewriting& changes)
{
    device_side device(model, changes);
    for (const reference& one : model.references)
        device.fetches(one);
    for (unit_function& one : model.functions)
        if (!one.needs.empty() && takes_new_parameters(one)) device.parameters(one); // else refused
}

} // namespace scanner
