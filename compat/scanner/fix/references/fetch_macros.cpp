// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fetch_macros.hpp"

#include <algorithm>
#include <map>

namespace scanner {
namespace {

bool is_fetch(std::string_view name)
{
    for (const char* one : {"tex1Dfetch", "tex1D", "tex2D", "tex3D", "texCubemap", "tex1DLayered", "tex2DLayered",
                            "texCubemapLayered", "tex1DLod", "tex2DLod", "tex3DLod"})
        if (name == one) return true;
    return false;
}

bool is_definition(const own_file& file, std::size_t i)
{
    return file.at(i).kind == token_kind::directive && file.at(i).is("define") && i + 1 < file.size() &&
           file.at(i + 1).is_name() && file.offsets[i + 1] >= 0;
}

bool has_parameters(const own_file& file, std::size_t name)
{
    return name + 1 < file.size() && file.at(name + 1).is_mark("(") && file.offsets[name + 1] >= 0 &&
           file.begin(name + 1) == file.end(name);
}

// Returns the first token behind a macro's name and its parameters.
std::size_t begin_of_body(const own_file& file, std::size_t name)
{
    std::size_t i = name + 1;
    if (!has_parameters(file, name)) return i;
    while (i < file.size() && !file.at(i).is_mark(")"))
        ++i;
    return i + 1;
}

bool is_in_body(const own_file& file, std::size_t i)
{
    return i < file.size() && file.at(i).in_directive && file.at(i).kind != token_kind::end_of_directive;
}

std::vector<std::string> parameters_of(const own_file& file, std::size_t name)
{
    std::vector<std::string> result;
    if (has_parameters(file, name))
        for (std::size_t i = name + 2; i < file.size() && !file.at(i).is_mark(")"); ++i)
            if (file.at(i).is_name()) result.emplace_back(file.at(i).text);
    return result;
}

bool has(const std::vector<std::string>& list, const std::string& name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

} // namespace

void fetch_macros::rewrite()
{
    for (const reference& one : model_.references)
        if (!one.is_surface()) name_in_body(one);
    names_in_arguments();
}

bool fetch_macros::writes_fetches(const own_file& file, std::size_t at) const
{
    if (at == own_file::none || !file.at(at).is_name()) return false;
    std::set<std::string> asked;
    const std::function<bool(const std::string&)> leads = [&](const std::string& macro) {
        if (changed_.count(macro)) return true;
        if (!model_.graph.is_macro(macro) || !asked.insert(macro).second) return false;
        const call_graph::names inside = model_.graph.reached({macro});
        return std::any_of(changed_.begin(), changed_.end(),
                           [&](const std::string& one) { return inside.count(one) != 0; });
    };
    return leads(std::string(file.at(at).text));
}

// #define FETCH(i) tex1Dfetch(t, i)
void fetch_macros::name_in_body(const reference& one)
{
    for (std::size_t number = 0; number < tree_.files().size(); ++number) {
        const own_file& file = *tree_.files()[number];
        if (!share_source(file, tree_.file_of(*one.declaration))) continue;
        for (std::size_t i = 0; i + 1 < file.size(); ++i) {
            if (!is_definition(file, i) || has(parameters_of(file, i + 1), one.name)) continue;
            const std::size_t body = begin_of_body(file, i + 1);
            bool whole = true; // each use is such a fetch
            std::vector<std::size_t> found;
            for (std::size_t k = body; is_in_body(file, k); ++k) {
                if (!file.at(k).is_name(one.name)) continue;
                const bool fetches = k > body + 1 && file.at(k - 1).is_mark("(") && file.offsets[k - 2] >= 0 &&
                                     file.offsets[k] >= 0 && is_fetch(file.at(k - 2).text);
                whole = whole && fetches && file.at(k + 1).is_mark(",");
                found.push_back(k);
            }
            if (!whole || found.empty()) continue;
            for (const std::size_t k : found) {
                changes_.insert({static_cast<int>(number), file.end(k - 2)}, "<" + one.fetched + ">");
                model_.accounted.insert({static_cast<int>(number), file.begin(k)});
            }
            changed_.insert(std::string(file.at(i + 1).text));
        }
    }
}

// #define FETCH(t, i) tex1Dfetch(t, i), and #define FETCH(t, i) tex1Dfetch(t##Texture, i)
void fetch_macros::names_in_arguments()
{
    std::map<std::string, std::vector<definition>> macros;
    std::set<std::string> unknown;
    for (std::size_t number = 0; number < tree_.files().size(); ++number) {
        const own_file& file = *tree_.files()[number];
        for (std::size_t i = 0; i + 1 < file.size(); ++i) {
            if (!is_definition(file, i) || !has_parameters(file, i + 1) || is_skipped(file, i)) continue;
            definition one;
            const std::string name(file.at(i + 1).text);
            if (!read(file, static_cast<int>(number), i + 1, one)) unknown.insert(name);
            if (!one.fetches.empty()) macros[name].push_back(std::move(one));
        }
    }
    for (const auto& [name, definitions] : macros) {
        bool certain = !unknown.count(name);
        const std::vector<use> uses = uses_of(name, certain);
        if (certain && !uses.empty() && rewrite(definitions, uses)) changed_.insert(name);
    }
}

// Reads the fetches whose texture depends on a parameter. Returns false if the text before the first comma is more than
// names and ##.
bool fetch_macros::read(const own_file& file, int number, std::size_t name, definition& result) const
{
    result.parameters = parameters_of(file, name);
    for (std::size_t k = begin_of_body(file, name); is_in_body(file, k); ++k) {
        if (!is_fetch(file.at(k).text) || !file.at(k + 1).is_mark("(") || file.offsets[k] < 0) continue;
        open_fetch one{{number, file.end(k)}, {}};
        bool plain = true, open = false, joined = true;
        std::size_t i = k + 2;
        for (; is_in_body(file, i) && !file.at(i).is_mark(","); ++i) {
            if (file.at(i).is_mark("#") && file.at(i + 1).is_mark("#")) {
                plain = plain && !joined;
                joined = true;
                ++i;
            } else if (file.at(i).is_name() && joined) {
                joined = false;
                one.words.emplace_back(file.at(i).text);
                open = open || has(result.parameters, one.words.back());
            } else {
                plain = false;
                open = open || (file.at(i).is_name() && has(result.parameters, std::string(file.at(i).text)));
            }
        }
        if (!open) continue;
        if (!plain || joined || !is_in_body(file, i)) return false;
        result.fetches.push_back(std::move(one));
    }
    return true;
}

// Returns all uses of a macro. `certain` becomes false if an argument of a use is not in sight.
std::vector<fetch_macros::use> fetch_macros::uses_of(const std::string& macro, bool& certain) const
{
    std::vector<use> result;
    for (std::size_t number = 0; number < tree_.files().size(); ++number) {
        const own_file& file = *tree_.files()[number];
        std::vector<std::string> outer; // the parameters of the macro around the token
        for (std::size_t i = 0; i + 1 < file.size(); ++i) {
            if (file.at(i).kind == token_kind::directive) {
                outer.clear();
                if (is_definition(file, i)) outer = parameters_of(file, ++i);
                continue;
            }
            if (!file.at(i).in_directive) outer.clear();
            if (!file.at(i).is_name(macro) || !file.at(i + 1).is_mark("(") || is_skipped(file, i)) continue;
            const std::size_t close = file.closing(i + 1);
            if (close == own_file::none || file.offsets[i] < 0) {
                certain = false;
                continue;
            }
            use one{{static_cast<int>(number), file.begin(i)}, {}};
            std::size_t first = i + 2;
            int depth = 0;
            for (std::size_t k = first; k <= close; ++k) {
                if (k == close || (depth == 0 && file.at(k).is_mark(","))) {
                    const bool name = k == first + 1 && file.at(first).is_name();
                    one.arguments.emplace_back(name ? file.at(first).text : std::string_view());
                    if (name && has(outer, one.arguments.back())) one.arguments.back().clear();
                    first = k + 1;
                }
                depth += file.at(k).is_mark("(");
                depth -= file.at(k).is_mark(")");
            }
            result.push_back(std::move(one));
        }
    }
    return result;
}

reference* fetch_macros::named(const own_file& file, const std::string& name) const
{
    for (reference& one : model_.references)
        if (one.name == name && !one.is_surface() && share_source(file, tree_.file_of(*one.declaration))) return &one;
    return nullptr;
}

bool fetch_macros::is_skipped(const own_file& file, std::size_t token) const
{
    const std::size_t offset = file.offsets[token] < 0 ? own_file::none : file.begin(token);
    return std::any_of(file.skipped.begin(), file.skipped.end(),
                       [&](const auto& range) { return offset >= range.first && offset < range.second; });
}

// Adds the type to the fetches. If the uses fetch different types, the type has a name that begins as the texture's.
bool fetch_macros::rewrite(const std::vector<definition>& definitions, const std::vector<use>& uses)
{
    const std::string suffix = "_fetched";
    std::vector<std::pair<place, std::string>> types;
    std::set<reference*> with_names;
    std::vector<place> arguments;
    for (const definition& one : definitions)
        for (const open_fetch& fetch : one.fetches) {
            std::set<reference*> all;
            for (const use& each : uses) {
                std::string name;
                for (const std::string& word : fetch.words) {
                    const auto found = std::find(one.parameters.begin(), one.parameters.end(), word);
                    const std::size_t at = static_cast<std::size_t>(found - one.parameters.begin());
                    if (found != one.parameters.end() && (at >= each.arguments.size() || each.arguments[at].empty() ||
                                                          model_.graph.is_macro(each.arguments[at])))
                        return false;
                    name += found == one.parameters.end() ? word : each.arguments[at];
                }
                reference* texture = named(tree_.file_of(each.where), name);
                if (!texture) return false;
                all.insert(texture);
            }
            const std::string& first = (*all.begin())->fetched;
            const bool same =
                std::all_of(all.begin(), all.end(), [&](reference* each) { return each->fetched == first; });
            std::string words;
            for (const std::string& word : fetch.words)
                words += word + "##";
            types.emplace_back(fetch.behind_name, same ? first : words + suffix);
            if (!same) with_names.insert(all.begin(), all.end());
        }
    for (const reference* one : with_names)
        if (tree_.free_name(one->name + suffix) != one->name + suffix) return false;
    for (reference* one : with_names)
        one->fetched_name = one->name + suffix;
    for (const auto& [where, type] : types)
        changes_.insert(where, "<" + type + ">");
    return true;
}

} // namespace scanner
