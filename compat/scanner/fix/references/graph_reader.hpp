// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the functions, classes and macros of one file, and the names that each of them mentions.
#pragma once

#include <optional>

#include "call_graph.hpp"
#include "list_ends.hpp"

namespace scanner {

class graph_reader {
public:
    graph_reader(call_graph& graph, const std::string& path)
        : graph_(graph)
        , path_(path)
    {
    }

    void read(const std::string& text);

private:
    enum class scope { space, type, function, values };
    struct open_scope {
        scope kind;
        std::vector<std::string> names; // names of the function or class
        call_graph::mentions body;
        std::size_t first;        // first token after the bracket
        std::size_t repeated = 0; // mentions that a goto repeats: the first ones of the body
    };

    const token& at(std::size_t i) const { return code_.list[i]; }
    bool is_mark(std::size_t i, std::string_view mark) const { return i < code_.list.size() && at(i).is_mark(mark); }
    std::size_t closing(std::size_t i) const { return ends_->closing(i); }
    void directive(std::size_t i);
    void open(std::size_t i);
    void close(std::size_t i);
    void end_of_statement(std::size_t i);
    std::vector<std::string> functions_of_statement(std::size_t end) const;
    std::string name_at(std::size_t i) const;
    void note(std::size_t i);
    void jump(std::size_t i);
    call_graph::mention read_mention(std::size_t i) const;
    std::size_t end_of_loop(std::size_t i) const;
    void next_statement()
    {
        statement_.clear();
        open_brackets_ = 0;
    }
    bool begins_lambda(std::size_t i) const;
    void everything_calls_everything();

    call_graph& graph_;
    const std::string& path_;
    tokens code_;
    std::optional<list_ends> ends_; // of code_
    std::vector<open_scope> scopes_;
    std::vector<std::vector<open_scope>> conditions_; // the open scopes at each open #if
    std::vector<std::string> continued_;              // functions whose body may still follow
    std::vector<std::size_t> statement_;              // tokens of the current statement outside of functions
    int open_brackets_ = 0;                           // parentheses of this statement: a list of parameters
    std::size_t repeated_until_ = 0, lambda_until_ = 0, jumps_until_ = 0;
    bool unbalanced_ = false;
};

} // namespace scanner
