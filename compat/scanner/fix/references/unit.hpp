// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The changes of one source with its own headers, or of several sources that call each other.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "call_graph.hpp"
#include "fix/edits.hpp"
#include "options.hpp"
#include "syntax_tree.hpp"

namespace scanner {

void add_once(std::vector<std::string>& list, std::string text);

// The end of each message about a missing header.
constexpr const char* header_not_found = " not found: give -I";

// The references that a file declares.
struct file_references {
    std::string place; // of the first one, as messages begin
    std::size_t count = 0;
};

// The result for a source and its own headers, or for several sources that call each other.
struct unit {
    std::string path;
    std::map<std::string, std::vector<edit>> edits; // by real path
    std::vector<std::string> files;                 // real paths
    std::vector<std::string> refusals, notes;
    std::vector<std::string> references, extern_references, changed_functions; // names that other sources may see
    bool has_references = false;
    std::map<std::string, file_references> reference_files; // by real path
    std::set<std::string> called_by_others;                 // external functions whose calls lead to binds and launches
    std::vector<place> skipped;                             // names in branches of #if that the tree does not see
    std::map<std::pair<std::string, std::size_t>, std::set<std::string>> taken; // by place of a function: references
};

// What a look at a tree depends on.
struct unit_settings {
    const call_graph& graph;
    const options& wanted;
    bool joined = false;    // the tree has all sources that name the functions with binds and launches
    bool constants = false; // objects in __constant__ variables, in place of parameters
    bool variant = false;   // other trees see the branches of #if that this one skips
    // References that functions take for other branches of #if, by the place of the function's name.
    std::map<std::pair<std::string, std::size_t>, std::set<std::string>> taken_elsewhere = {};
};

unit look_at(const syntax_tree& tree, const std::string& path, const unit_settings& how);

// Hands objects to kernels as arguments, or by __constant__ variables where no argument can reach the kernels.
// Sources that share a header have to agree, so arguments are the only way there.
unit look_at(const syntax_tree& tree, const std::string& path, unit_settings how, const std::set<std::string>& shared);

// Parses a source once for each combination of the macros that choose among its branches of #if. Returns the changes of
// all parses if these agree, or nothing. Adds the reason to the refusals of `alone`.
std::optional<unit> look_at_variants(const syntax_tree& tree, const parsed_source& source, unit& alone,
                                     const unit_settings& how, const std::set<std::string>& shared);

} // namespace scanner
