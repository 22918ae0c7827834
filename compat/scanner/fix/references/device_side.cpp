// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites kernels and device functions. Each gets a parameter with the reference's name, so bodies change only in the
// type of a texture's fetches.
#include <algorithm>

#include "fetch_macros.hpp"
#include "rewriting.hpp"

namespace scanner {
namespace {

// Returns the ( after a name. Template arguments and <<< >>> may lie between them. Returns none for any other token.
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
    device_side(unit_model& model, rewriting& changes, const fetch_macros& macros)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
        , macros_(macros)
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
                // The type in the macro's body is the variable's, and a parameter may have another one.
                if (!one.parameter && macros_.writes_fetches(file, at)) continue;
                model_.refuse(*fetch, std::string(one.is_surface() ? "an access of " : "a fetch from ") + one.name +
                                          " is written by a macro's body");
            } else if (one.is_surface()) {
                continue; // the call for objects has the same form
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
        for (std::size_t number = 0; number < tree_.files().size(); ++number)
            instantiations(one, static_cast<int>(number), position);
    }

private:
    std::vector<const node*> parameters_of(const node& declaration) const
    {
        std::vector<const node*> result;
        for (const node* child : declaration.children)
            if (child->is(clang::parameter_declaration)) result.push_back(child);
        return result;
    }

    // Returns the index of the first parameter that has a default in any declaration. Without a default, new parameters
    // follow all others.
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
        std::vector<std::string> added;
        for (const reference* need : one.needs)
            added.push_back(need->object_type() + " " + need->name);
        const auto all = parameters_of(declaration);
        if (all.empty()) {
            const std::size_t begin = file.end(open);
            changes_.replace({declaration.file, begin}, file.begin(close) - begin, joined(added, ", "));
        } else {
            add({declaration.file, position < all.size() ? all[position]->begin : file.begin(close)}, open, close,
                position < all.size(), added);
        }
    }

    static std::string joined(const std::vector<std::string>& all, const std::string& between)
    {
        std::string result;
        for (const std::string& one : all)
            result += (result.empty() ? "" : between) + one;
        return result;
    }

    // Adds items to a list in brackets that is not empty, in the layout of the list. `where` is the next item, or the
    // closing bracket.
    void add(const place& where, std::size_t open, std::size_t close, bool more_behind,
             const std::vector<std::string>& added)
    {
        const own_file& file = tree_.file_of(where);
        const std::string& text = file.text;
        const auto line_of = [&](std::size_t offset) { return offset ? text.rfind('\n', offset - 1) + 1 : 0; };
        const auto indentation = [&](std::size_t offset) {
            const std::size_t begin = line_of(offset);
            return text.substr(begin, text.find_first_not_of(" \t", begin) - begin);
        };
        const auto is_first_of_line = [&](std::size_t offset) {
            return line_of(offset) != line_of(file.begin(open)) &&
                   text.find_first_not_of(" \t", line_of(offset)) == offset;
        };
        bool plain = true; // the list contains no directive
        for (std::size_t i = open; i <= close; ++i)
            plain = plain && file.offsets[i] >= 0 && !file.at(i).in_directive;
        const std::string end = text.find("\r\n") != text.npos ? "\r\n" : "\n";
        if (more_behind) {
            const bool own_line = plain && is_first_of_line(where.offset);
            const std::string between = own_line ? "," + end + indentation(where.offset) : ", ";
            changes_.insert(where, joined(added, between) + between);
            return;
        }
        std::size_t last = close - 1; // the first token of the last item
        for (int depth = 0; last > open + 1; --last) {
            const token& before = file.at(last - 1);
            depth += file.at(last).is_mark(")") - file.at(last).is_mark("(");
            if (depth == 0 && before.is_mark(",")) break;
        }
        if (plain && is_first_of_line(where.offset)) { // the bracket has its own line, so each item gets a line
            const std::string inset = line_of(file.begin(last)) == line_of(file.begin(open))
                                          ? indentation(where.offset) + "    "
                                          : indentation(file.begin(last));
            changes_.insert({where.file, file.end(close - 1)}, ",");
            changes_.insert({where.file, line_of(where.offset)}, inset + joined(added, "," + end + inset) + end);
            return;
        }
        const bool own_line =
            plain && is_first_of_line(file.begin(last)) && last > open + 1 && has_line_for_each(file, open, close);
        const std::string between = own_line ? "," + end + indentation(file.begin(last)) : ", ";
        changes_.insert(where, between + joined(added, between));
    }

    // Tests whether each item has its own line. The first item may follow the bracket.
    static bool has_line_for_each(const own_file& file, std::size_t open, std::size_t close)
    {
        int depth = 0;
        for (std::size_t i = open + 1; i < close; ++i) {
            depth += file.at(i).is_mark("(") || file.at(i).is_mark("<");
            depth -= file.at(i).is_mark(")") || file.at(i).is_mark(">");
            if (depth == 0 && file.at(i).is_mark(",") && file.at(i).line == file.at(i + 1).line) return false;
        }
        return true;
    }

    // Handles explicit instantiations such as template __global__ void kernel<float>(float*, int); because libclang
    // does not report them.
    void instantiations(const unit_function& one, int number, std::size_t position)
    {
        const own_file& file = *tree_.files()[static_cast<std::size_t>(number)];
        for (std::size_t i = 0; i < file.size(); ++i) {
            if (!file.at(i).is_name(one.name) || file.offsets[i] < 0 || file.at(i).in_directive) continue;
            std::size_t first = i;
            while (first > 0 && !file.at(first - 1).in_directive && !file.at(first - 1).is_mark(";") &&
                   !file.at(first - 1).is_mark("{") && !file.at(first - 1).is_mark("}"))
                --first;
            if (file.at(first).is_name("extern")) ++first;
            if (first + 2 < i && file.at(first).is_name("template") && file.at(first + 1).is_mark("<") &&
                file.at(first + 2).is_mark(">")) {
                model_.refuse(place{number, file.begin(i)},
                              one.name + " is specialised: each specialisation would need the new parameter");
                return;
            }
            if (first >= i || !file.at(first).is_name("template") || file.at(first + 1).is_mark("<")) continue;
            const place where{number, file.begin(i)};
            for (const unit_function& other : model_.functions)
                if (other.name == one.name && other.needs != one.needs) return; // the function is ambiguous
            const std::size_t open = bracket_behind(file, i);
            const std::size_t close = open == own_file::none ? open : file.closing(open);
            if (close == own_file::none || !file.at(close + 1).is_mark(";")) continue;
            if (!model_.accounted.insert(where).second) continue;
            std::vector<std::string> added;
            for (const reference* need : one.needs)
                added.push_back(need->object_type() + " " + need->name);
            std::vector<std::size_t> parameters{open + 1};
            int depth = 0;
            for (std::size_t k = open + 1; k < close; ++k) {
                depth += file.at(k).is_mark("(") || file.at(k).is_mark("<");
                depth -= file.at(k).is_mark(")") || file.at(k).is_mark(">");
                if (depth == 0 && file.at(k).is_mark(",")) parameters.push_back(k + 1);
            }
            if (open + 1 == close)
                changes_.insert({number, file.begin(close)}, joined(added, ", "));
            else
                add({number, file.begin(position < parameters.size() ? parameters[position] : close)}, open, close,
                    position < parameters.size(), added);
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
        std::vector<std::string> added;
        for (const reference* need : one.needs) {
            added.push_back(one.kernel ? need->object : need->name);
            if (one.kernel && !share_source(file, tree_.file_of(*need->declaration)))
                model_.refuse(call, one.name + " is launched in another source than that of " + need->name);
            if (need->declaration->parent && need->declaration->parent->is(clang::name_space) && at > 0 &&
                file.at(at - 1).is_mark("::"))
                model_.refuse(call, one.name + " is called by way of its namespace, and " + need->name +
                                        " may have no name there");
        }
        // Arguments in the source. Default arguments have no position.
        std::vector<std::size_t> written;
        for (std::size_t i = 1; i < call.children.size(); ++i) {
            const node& argument = *call.children[i];
            if (argument.file == name->name.file && argument.begin > file.begin(open) &&
                argument.begin < file.begin(close))
                written.push_back(argument.begin);
        }
        if (open + 1 == close)
            changes_.insert({name->name.file, file.begin(close)}, joined(added, ", "));
        else
            add({name->name.file, position < written.size() ? written[position] : file.begin(close)}, open, close,
                position < written.size(), added);
    }

    // A kernel's name may appear without a call, in attribute functions and in other launch functions.
    void look_at(const unit_function& one, const node& mention)
    {
        if (is_harmless_mention(model_, mention)) {
            model_.accounted.insert(mention.name);
            return;
        }
        for (const node* at = mention.parent; at; at = at->parent) {
            if (!at->is(clang::call)) continue;
            const std::string name = model_.callee_name(*at);
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
    const fetch_macros& macros_;
};

} // namespace

bool is_harmless_mention(const unit_model& model, const node& mention)
{
    const node* at = mention.parent;
    while (at && !at->is(clang::call))
        at = at->parent;
    if (!at) return false;
    const std::string name = model.callee_name(*at);
    for (const char* harmless : {"cudaFuncSetCacheConfig", "cudaFuncGetAttributes", "cudaFuncSetAttribute",
                                 "cudaFuncSetSharedMemConfig", "cudaOccupancyMaxActiveBlocksPerMultiprocessor"})
        if (name == harmless) return true;
    return false;
}

void rewrite_device_side(unit_model& model, rewriting& changes)
{
    fetch_macros macros(model, changes);
    macros.rewrite();
    device_side device(model, changes, macros);
    for (const reference& one : model.references)
        device.fetches(one);
    for (const texture_parameter& one : model.parameters)
        device.fetches(one.use);
    if (model.constants) return;
    for (unit_function& one : model.functions)
        if (!one.needs.empty() && takes_new_parameters(one)) device.parameters(one); // other functions were refused
}

} // namespace scanner
