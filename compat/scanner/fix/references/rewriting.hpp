// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects what is to change, in terms of statements and tokens.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fix/edits.hpp"
#include "model.hpp"

namespace scanner {

class rewriting {
public:
    explicit rewriting(const syntax_tree& tree)
        : tree_(tree)
    {
    }

    void insert(place where, std::string text);
    void replace(place where, std::size_t length, std::string text);
    // Lines of their own before or behind a statement, indented as it is.
    void lines_before(const node& statement, const std::vector<std::string>& lines);
    void lines_behind(const node& statement, const std::vector<std::string>& lines);
    // Makes a list { … } of a statement that is the body of an if or of a loop. Before its lines are given.
    void wrap(const node& statement);
    // A statement or declaration; its line, too, where nothing else stands on it.
    void remove(int file, std::size_t begin, std::size_t end);
    void remove_statement(const node& statement);
    // The same of one that need not stand in a list: then its ; stays.
    void drop(const node& statement, bool in_list);

    // From the first token of the statement, a macro's name around it included, to behind its ;.
    std::pair<std::size_t, std::size_t> range_of(const node& statement) const;

    // All of it; once.
    std::vector<file_edit> edits();

private:
    void drop_comments();
    bool drop_some_comments();
    void close_gaps();
    bool is_whole_lines(const std::pair<const place, std::pair<std::size_t, std::string>>& one) const;
    std::string indentation_of(const node& statement) const;

    const syntax_tree& tree_;
    std::map<place, std::string> insertions_, last_insertions_;
    std::set<const node*> wrapped_;
    std::map<place, std::pair<std::size_t, std::string>> replacements_;
};

// A new parameter for each function that needs a texture, an argument for each of its calls, a type for each fetch.
void rewrite_device_side(unit_model& model, rewriting& changes);
// Objects made where the references were bound, and destroyed where they were unbound.
void rewrite_host_side(unit_model& model, rewriting& changes);

} // namespace scanner
