// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fetches in the bodies of macros. The bodies get the type, so the uses of the macros stay as they are.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "rewriting.hpp"

namespace scanner {

class fetch_macros {
public:
    fetch_macros(unit_model& model, rewriting& changes)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
    {
    }

    void rewrite();
    // Tests whether the token names a rewritten macro, or a macro whose expansion contains one.
    bool writes_fetches(const own_file& file, std::size_t at) const;

private:
    // A fetch in the body of a macro whose arguments name the texture.
    struct open_fetch {
        place behind_name;
        std::vector<std::string> words; // the names that ## joins to the texture's name
    };
    struct definition {
        std::vector<std::string> parameters;
        std::vector<open_fetch> fetches;
    };
    struct use {
        place where;
        std::vector<std::string> arguments; // an argument that is no single name is empty
    };

    void name_in_body(const reference& one);
    void names_in_arguments();
    bool read(const own_file& file, int number, std::size_t name, definition& result) const;
    bool rewrite(const std::vector<definition>& definitions, const std::vector<use>& uses);
    std::vector<use> uses_of(const std::string& macro, bool& certain) const;
    reference* named(const own_file& file, const std::string& name) const;
    bool is_skipped(const own_file& file, std::size_t token) const;

    unit_model& model_;
    const syntax_tree& tree_;
    rewriting& changes_;
    std::set<std::string> changed_;
};

} // namespace scanner
