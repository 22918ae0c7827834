// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over a function. It repeats until no value and no loop changes. The walk first assumes that every value is
// uniform. A value that was found to differ never becomes uniform again.
#pragma once

#include <map>

#include "warp_walk.hpp"

namespace scanner {

class warp_walker {
public:
    warp_walker(const std::vector<code_token>& body, const std::unordered_map<std::string_view, warp_value>& parameters,
                const block_shape& shape, const walk_questions& ask);
    walk_result run();

private:
    struct operand {
        warp_value value;
        int variable = -1;
    };
    struct frame { // a loop or a switch
        bool is_loop;
        std::size_t at;
        std::string skipped; // why some lanes skip the rest of this iteration
        int nesting;         // the block depth of a switch's labels
    };

    // Tokens.
    const token& at(std::size_t i) const { return i < code_.size() ? code_[i].word : behind_; }
    bool mark(std::size_t i, std::string_view text) const { return at(i).is_mark(text); }
    bool word(std::size_t i, std::string_view text) const { return at(i).is_name(text); }
    std::size_t closing(std::size_t i) const; // size() if there is no closing bracket
    std::size_t closing_angle(std::size_t i, std::size_t end) const;
    std::string_view operator_at(std::size_t i, std::size_t& length) const;
    std::string line_of(std::size_t i) const; // "line 7", with the macro that contains the token

    // Active lanes.
    std::string lanes() const; // why some lanes are inactive; empty if all lanes are active
    void leave(const std::string& why);
    void diverge(std::size_t loop, const std::string& why);
    std::string branch(const char* what, std::size_t i) const;

    // Names.
    int variable(std::string_view name) const;
    int declare(std::size_t i, std::size_t type = 0, std::size_t type_end = 0);
    void assign(int variable, const warp_value& value);
    void escape(int variable);
    warp_value named_value(std::size_t i);
    warp_value index_value(std::size_t i, char dimension);

    // Statements, in statements.cpp. Each function takes the first token and returns the token after the statement.
    void list(std::size_t i, std::size_t end);
    std::size_t statement(std::size_t i, std::size_t end);
    std::size_t if_statement(std::size_t i, std::size_t end);
    std::size_t loop_statement(std::size_t i, std::size_t end);
    std::size_t switch_statement(std::size_t i, std::size_t end);
    std::size_t do_statement(std::size_t i, std::size_t end);
    std::size_t jump(std::size_t i, std::size_t end);
    std::size_t sub_statement(std::size_t i, std::size_t end, const std::string& why);
    std::size_t assembly(std::size_t i, std::size_t end);
    std::size_t condition_directive(std::size_t i);
    std::size_t end_of_simple(std::size_t i, std::size_t end) const;
    warp_value condition(std::size_t begin, std::size_t end);
    void for_header(std::size_t open, std::size_t close, std::size_t& first, std::size_t& second);
    warp_value simple(std::size_t begin, std::size_t end);
    void not_understood(std::size_t begin, std::size_t end);
    void refuse(const std::string& why);

    // Declarations, in declarations.cpp.
    bool declaration();
    std::size_t type_behind(std::size_t i, std::size_t end, bool& memory, bool& object) const;
    void declarators(std::size_t type, std::size_t type_end, bool memory, bool object);
    bool is_type_word(std::size_t i) const;

    // Expressions, in expressions.cpp. They begin at at_ and advance it.
    operand all_expressions();
    operand assignment();
    operand conditional();
    operand binary(int least);
    operand unary();
    operand postfix(operand left);
    operand primary();
    operand named();
    operand call(std::size_t name, bool qualified);
    operand lambda();
    bool cast(operand& result);
    warp_value as_type(std::size_t begin, std::size_t end, const warp_value& value) const;
    std::vector<operand> arguments_behind(); // the list in ( ) or { }
    void fail() { failed_ = true; }

    const std::vector<code_token>& code_;
    const std::unordered_map<std::string_view, warp_value>& parameters_;
    const block_shape& shape_;
    const walk_questions& ask_;
    std::vector<std::size_t> partners_;
    token behind_{{}, 0, 0, token_kind::end_of_file, false, false};

    // State that all walks share.
    std::vector<warp_value> values_;
    std::vector<std::pair<std::size_t, std::size_t>> types_; // the words of each variable's type
    std::map<std::size_t, int> numbers_;                     // variable numbers by declaring token
    std::map<std::size_t, std::string> divergent_;           // loops that some lanes leave earlier than others
    bool changed_ = false;

    // State of one walk.
    walk_result result_;
    std::vector<std::unordered_map<std::string_view, int>> scopes_;
    std::vector<frame> frames_;
    std::string branch_; // why some lanes skip this branch
    std::string gone_;   // why some lanes may have left the function
    std::size_t at_ = 0, end_ = 0;
    warp_value declared_value_; // the last declarator's value, because a condition may be a declaration
    bool failed_ = false, shape_asked_ = false;
    int depth_ = 0, nesting_ = 0, conditions_ = 0;
};

} // namespace scanner
