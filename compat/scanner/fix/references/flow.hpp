// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution order on the host. Each answer is yes only if it is proven.
#pragma once

#include <vector>

#include "model.hpp"

namespace scanner {

class flow {
public:
    explicit flow(const unit_model& model)
        : model_(model)
    {
    }

    // Returns the enclosing statement that stands in a list { … }, or that is the body of an if or loop without braces.
    // Returns null in a switch's list or in a macro's body.
    node* statement_of(node& one) const;
    // Returns the list that contains the statement, or null for a body without braces.
    node* list_of(const node& statement) const;
    // Tests whether each execution of `around` that is not left early executes `one`.
    bool always_in(const node& one, const node& around) const;
    // Tests whether one of the events always precedes `later` without a spoiler between them, across functions.
    bool one_before(const std::vector<node*>& events, const std::vector<node*>& spoilers, node& later) const;
    // Tests whether `event` always precedes `later` within one function.
    bool before(node& event, node& later) const;
    // Returns the innermost loop or switch around the node, below `limit`.
    const node* loop_around(const node& one, const node* limit) const;
    // Returns the innermost list of statements around all nodes. Returns null if a switch lies between.
    node* common_list(const std::vector<node*>& all) const;
    bool has_goto(const unit_function& function) const;
    // Tests whether the node is a list { … } in the file's text, not in a macro.
    bool is_list(const node& one) const;

private:
    enum class part { head, body };
    part part_of(const node& parent, const node& child) const;
    bool same_guard(const node& first, const node& second, const node& list) const;
    using functions = std::vector<const unit_function*>;
    bool always_happens(const std::vector<node*>& events, const unit_function& function, functions& asked) const;
    bool may_be_called_from_elsewhere(const unit_function& function) const;
    bool all_in_callbacks(const std::vector<node*>& events) const;
    bool may_be_spoiled_by_names(const call_graph::names& spoiling, const unit_function& function, const node* event,
                                 const node& later) const;
    bool spoiled(const std::vector<node*>& spoilers, const unit_function& function, const node* event,
                 const node& later) const;
    bool one_before(const std::vector<node*>& events, const std::vector<node*>& spoilers, node& later,
                    functions& asked) const;

    const unit_model& model_;
};

} // namespace scanner
