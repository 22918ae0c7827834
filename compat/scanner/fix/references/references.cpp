// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "references.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "call_graph.hpp"
#include "clang_library.hpp"
#include "declarations.hpp"
#include "rules/rules.hpp"
#include "scan.hpp"
#include "source_words.hpp"
#include "unit.hpp"

namespace scanner {
namespace {

std::vector<std::string> arguments_of(const declarations_folder& declarations, const options& wanted,
                                      const compile_commands& commands, const std::string& path)
{
    std::vector<std::string> arguments = is_c(path) ? declarations.arguments_of_c() : declarations.arguments();
    for (const std::string& one : wanted.parser_arguments)
        arguments.push_back(one);
    if (const compile_settings* said = commands.of(path)) {
        for (const auto& [name, value] : said->defines)
            arguments.push_back("-D" + name + "=" + value);
        for (const std::string& folder : said->folders)
            arguments.push_back("-I" + folder);
    }
    for (std::size_t i = 0, count = arguments.size(); i < count; ++i) {
        std::error_code error; // CUDA 13 has CCCL in a folder of its own, which nvcc finds by itself
        const std::string cccl = arguments[i].rfind("-I", 0) == 0 ? arguments[i].substr(2) + "/cccl" : std::string();
        if (!cccl.empty() && std::filesystem::is_directory(cccl + "/thrust", error))
            arguments.insert(arguments.end(), {"-idirafter", cccl});
    }
    for (const std::string& one : declarations.last_arguments())
        arguments.push_back(one);
    return arguments;
}

// Whether a refusal is only true for several sources together, and says nothing about one of them.
bool comes_from_joining(const std::string& why)
{
    const auto says = [&](const char* words) { return why.find(words) != why.npos; };
    return says("is in a header of several sources") || says("is declared twice, in two namespaces");
}

// Returns the names in a unit's messages about headers.
std::vector<std::string> missing_headers_of(const unit& one)
{
    std::vector<std::string> result;
    for (const std::string& why : one.refusals) {
        const std::size_t end = why.rfind(header_not_found);
        if (end != why.npos)
            add_once(result, why.substr(why.rfind(' ', end - 1) + 1, end - why.rfind(' ', end - 1) - 1));
    }
    return result;
}

// Parses a source together with all sources that call it, directly or by way of others. Returns nothing if no other
// source does, or if too many do.
std::optional<unit> look_at_callers(const unit& alone, const clang::functions& clang,
                                    const std::function<parsed_source(const std::string&)>& source,
                                    const call_graph& graph, const options& wanted,
                                    const std::map<std::string, std::string>& sources,
                                    const std::set<std::string>& shared)
{
    constexpr std::size_t most_sources = 40; // a syntax tree stays in memory for each of them
    syntax_tree tree(clang);
    tree.parse(source(alone.path));
    std::set<std::string> parsed{real_path(alone.path)}, names = alone.called_by_others;
    for (unit result;;) {
        std::set<std::string> own;
        for (const auto& file : tree.files())
            own.insert(real_path(file->path));
        std::set<std::string> next;
        for (const std::string& name : names)
            for (const std::string& file : graph.files_of(name))
                if (!own.count(file) && !parsed.count(file) && sources.count(file)) next.insert(file);
        if (next.empty()) return parsed.size() > 1 ? std::optional<unit>(result) : std::nullopt;
        if (parsed.size() + next.size() > most_sources) return {};
        for (const std::string& file : next) {
            tree.parse(source(sources.at(file)));
            parsed.insert(file);
        }
        result = look_at(tree, alone.path, {graph, wanted, true}, shared);
        if (!missing_headers_of(result).empty()) return result; // more callers do not help
        names = result.called_by_others;
    }
}

// Looks at refused sources again, together with their callers.
void join_callers(std::vector<unit>& units, const clang::functions& clang,
                  const std::function<parsed_source(const std::string&)>& source, const call_graph& graph,
                  const options& wanted, const std::map<std::string, std::string>& sources,
                  const std::set<std::string>& shared)
{
    std::set<std::string> covered; // sources of a unit with several sources
    for (unit& one : units) {
        if (one.refusals.empty() || one.called_by_others.empty() || covered.count(real_path(one.path))) continue;
        if (!missing_headers_of(one).empty()) continue; // callers do not help
        std::optional<unit> joined = look_at_callers(one, clang, source, graph, wanted, sources, shared);
        if (!joined) continue;
        if (!joined->refusals.empty()) {
            if (std::none_of(joined->refusals.begin(), joined->refusals.end(), comes_from_joining))
                one.refusals = joined->refusals;
            continue;
        }
        for (const std::string& file : joined->files)
            if (file != real_path(one.path)) covered.insert(file);
        one = std::move(*joined);
    }
    units.erase(std::remove_if(units.begin(), units.end(),
                               [&](const unit& one) { return covered.count(real_path(one.path)) != 0; }),
                units.end());
}

bool same(const std::vector<edit>& a, const std::vector<edit>& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

// A source that is parsed alone may belong to a larger program. Other sources may then use the names that it changes.
void refuse_what_others_know(std::vector<unit>& units, const std::map<std::string, file_words>& all)
{
    std::set<std::string> externs;
    for (const unit& one : units)
        externs.insert(one.extern_references.begin(), one.extern_references.end());
    for (unit& one : units) {
        for (const std::string& name : one.references)
            if (externs.count(name))
                one.refusals.push_back(one.path + ":1:1: " + name + " is extern in another source");
        for (const std::string& name : one.changed_functions)
            for (const auto& [file, words] : all) {
                const auto changes_it = [&, &path = file,
                                         &function = name](const unit& each) { // both include one header
                    return std::count(each.files.begin(), each.files.end(), path) != 0 &&
                           std::count(each.changed_functions.begin(), each.changed_functions.end(), function) != 0;
                };
                if (words.defined.count(name) || std::any_of(units.begin(), units.end(), changes_it)) continue;
                if (words.declared.count(name) || words.launched.count(name))
                    one.refusals.push_back(one.path + ":1:1: " + name + " is declared or launched in " + file +
                                           ", too");
            }
    }
}

// Sources that include the same header must agree on its changes.
void refuse_where_they_differ(std::vector<unit>& units)
{
    std::map<std::string, const std::vector<edit>*> first;
    std::set<std::string> different;
    for (const unit& one : units)
        for (const auto& [file, edits] : one.edits) {
            const auto [found, is_new] = first.emplace(file, &edits);
            if (!is_new && !same(*found->second, edits)) different.insert(file);
        }
    for (unit& one : units)
        for (const std::string& file : different)
            if (one.edits.count(file))
                one.refusals.push_back(file + ":1:1: sources that include it need different changes of it");
}

// Returns the real paths of the files that the messages are about.
std::set<std::string> files_of_messages(const std::vector<std::string>& all)
{
    std::set<std::string> paths;
    for (const std::string& one : all)
        for (std::size_t at = one.find(':'); at != one.npos; at = one.find(':', at + 1))
            if (at + 1 < one.size() && std::isdigit(static_cast<unsigned char>(one[at + 1]))) {
                paths.insert(one.substr(0, at));
                break;
            }
    std::set<std::string> result;
    for (const std::string& one : paths)
        result.insert(real_path(one));
    return result;
}

// Gives each file with references that stay a message with the reason, if it has none of its own.
void tell_what_stays(const std::vector<unit>& units, const std::set<std::string>& kept,
                     std::vector<std::string>& messages)
{
    const std::set<std::string> own = files_of_messages(messages);
    std::set<std::string> told = own;
    for (const unit& one : units) // a source's message also stands for its headers
        if (own.count(real_path(one.path)))
            for (const auto& [file, here] : one.reference_files)
                told.insert(file);
    for (const unit& one : units) {
        const auto with = std::find_if(one.edits.begin(), one.edits.end(),
                                       [&](const auto& each) { return kept.count(each.first) != 0; });
        if (one.refusals.empty() && with == one.edits.end()) continue;
        std::string headers;
        for (const std::string& header : missing_headers_of(one))
            headers += (headers.empty() ? "" : ", ") + header;
        for (const auto& [file, here] : one.reference_files) {
            if (!told.insert(file).second) continue;
            const bool many = here.count > 1;
            const std::string head = here.place + std::to_string(here.count) + (many ? " references " : " reference ");
            if (!headers.empty())
                messages.push_back(head + (many ? "wait" : "waits") + " for missing headers: " + headers);
            else if (!one.refusals.empty())
                messages.push_back(head + (many ? "stay" : "stays") + " because of " + one.refusals.front());
            else
                messages.push_back(head + (many ? "stay" : "stays") + " because " + with->first + " does");
        }
    }
}

} // namespace

planned_fixes plan_reference_fixes(const options& wanted)
{
    planned_fixes result;
    std::set<std::string> allowed; // files that may change
    std::vector<std::string> sources, headers;
    walk files(wanted.paths, wanted.files, [](const std::string&) {}); // the scan reports unreadable paths
    std::map<std::string, file_words> words;
    std::map<std::string, std::string> all_sources; // by real path
    for (std::string path; files.next(path);) {
        if (!allowed.insert(real_path(path)).second) continue;
        const file_words& found = words[real_path(path)] = words_of(path, wanted.fix);
        if (is_unit(path) || is_c(path)) all_sources.emplace(real_path(path), path);
        if (!found.references) continue;
        (is_unit(path) ? sources : headers).push_back(path);
    }
    add_including_sources(words, all_sources, sources);
    if (sources.empty() && headers.empty()) return result;
    const clang::functions* clang = clang::open_library(result.missing);
    if (!clang) return result;
    const declarations_folder declarations;
    if (declarations.path().empty()) {
        result.missing = "no folder for temporary files can be written";
        return result;
    }
    const compile_commands commands = read_commands(wanted, [](const std::string&) {}); // the scan reports errors
    call_graph graph;
    for (const auto& [path, found] : words)
        if (!is_build_file(path)) graph.add(path);
    const auto source = [&](const std::string& path) {
        return parsed_source{path, arguments_of(declarations, wanted, commands, path), {}};
    };
    // Each tree takes the memory of a compiler's run, so most of them are parsed again where they are needed.
    constexpr std::size_t most_trees = 16;
    const auto parsed = [&](const std::string& path) {
        auto tree = std::make_unique<syntax_tree>(*clang);
        tree->parse(source(path));
        return tree;
    };
    std::vector<std::unique_ptr<syntax_tree>> trees;
    std::set<std::string> seen, shared; // files of several sources
    for (const std::string& path : sources) {
        trees.push_back(parsed(path));
        for (const auto& file : trees.back()->files()) {
            graph.add(real_path(file->path));
            if (!seen.insert(real_path(file->path)).second) shared.insert(real_path(file->path));
        }
        if (trees.size() > most_trees) trees.back().reset();
    }
    graph.close();
    std::vector<unit> units;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const unit_settings how{graph, wanted};
        if (!trees[i]) trees[i] = parsed(sources[i]);
        unit one = look_at(*trees[i], sources[i], how, shared);
        if (!one.skipped.empty())
            if (std::optional<unit> all = look_at_variants(*trees[i], source(sources[i]), one, how, shared))
                one = std::move(*all);
        units.push_back(std::move(one));
        trees[i].reset();
    }
    // A source that another source includes belongs to that source's unit.
    std::set<std::string> included;
    for (const unit& one : units)
        for (const std::string& file : one.files)
            if (file != real_path(one.path)) included.insert(file);
    units.erase(std::remove_if(units.begin(), units.end(),
                               [&](const unit& one) { return included.count(real_path(one.path)) != 0; }),
                units.end());
    refuse_what_others_know(units, words); // before, because the other sources may be read together with this one
    join_callers(units, *clang, source, graph, wanted, all_sources, shared);
    for (const std::string& path : headers)
        if (!included.count(real_path(path)))
            result.refusals.push_back(path + ":1:1: no source among the paths includes it");
    for (unit& one : units)
        for (const auto& [file, edits] : one.edits)
            if (!allowed.count(file))
                one.refusals.push_back(one.path + ":1:1: " + file + " would have to change, and is none of the paths");
    refuse_where_they_differ(units);
    refuse_what_others_know(units, words);
    // A refusal also holds for all sources that share a file with the refused source.
    std::set<std::string> kept;
    for (bool changed = true; changed;) {
        changed = false;
        for (const unit& one : units) {
            const bool refused =
                !one.refusals.empty() || std::any_of(one.edits.begin(), one.edits.end(),
                                                     [&](const auto& each) { return kept.count(each.first) != 0; });
            if (refused)
                for (const auto& [file, edits] : one.edits)
                    changed |= kept.insert(file).second;
        }
    }
    std::set<std::string> missing;
    for (const unit& one : units) {
        for (const std::string& text : one.refusals) {
            const std::size_t end = text.rfind(header_not_found), begin = text.rfind(' ', end - 1);
            if (end == text.npos || missing.insert(text.substr(begin, end - begin)).second)
                add_once(result.refusals, text);
        }
        if (one.refusals.empty() && std::none_of(one.edits.begin(), one.edits.end(),
                                                 [&](const auto& each) { return kept.count(each.first) != 0; }))
            result.notes.insert(result.notes.end(), one.notes.begin(), one.notes.end());
        for (const auto& [file, edits] : one.edits) {
            if (kept.count(file)) continue;
            std::vector<file_edit> together;
            for (const edit& each : edits)
                together.push_back({file, each});
            if (!result.planned.add(together)) result.refusals.push_back(file + ":1:1: two changes of one place");
        }
    }
    tell_what_stays(units, kept, result.refusals);
    return result;
}

} // namespace scanner
