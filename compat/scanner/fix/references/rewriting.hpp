// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects changes in units of statements and tokens.
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
    // Inserts lines before or after a statement, with the statement's indentation.
    void lines_before(const node& statement, const std::vector<std::string>& lines);
    void lines_behind(const node& statement, const std::vector<std::string>& lines);
    // Puts braces around the body of an if or loop. Call this function before lines_before.
    void wrap(const node& statement);
    // Removes a statement or declaration, and its line if no other code stands on it.
    void remove(int file, std::size_t begin, std::size_t end);
    void remove_statement(const node& statement);
    // Removes a statement. A statement outside of a list keeps its semicolon.
    void drop(const node& statement, bool in_list);

    // Returns the range from the statement's first token to after its semicolon. A macro around the statement belongs
    // to the range.
    std::pair<std::size_t, std::size_t> range_of(const node& statement) const;

    // Returns all edits. May be called once.
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

// Adds a parameter to each function that needs a texture, an argument to each of its calls, and a type to each fetch.
void rewrite_device_side(unit_model& model, rewriting& changes);
// Creates objects at the binds, and destroys them at the unbinds.
void rewrite_host_side(unit_model& model, rewriting& changes);

} // namespace scanner
