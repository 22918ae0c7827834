// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens before what on the host. It answers yes only where it is certain.
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

    // The statement around it that stands in a list of statements { … }, or is the body of an if or a loop without
    // brackets. Null where it is in neither: in a switch's list, in a macro's body.
    node* statement_of(node& one) const;
    // The list that the statement stands in; null for a body without brackets.
    node* list_of(const node& statement) const;
    // Whether `one` is executed each time that `around` is, unless that is left early.
    bool always_in(const node& one, const node& around) const;
    // Whether one of the events has happened each time that `later` is reached, and none of the spoilers since, in
    // whatever functions they are.
    bool one_before(const std::vector<node*>& events, const std::vector<node*>& spoilers, node& later) const;
    // Whether `event` happens before `later`, each time, in one function.
    bool before(node& event, node& later) const;
    // The loop or switch that is nearest around it, below `limit`.
    const node* loop_around(const node& one, const node* limit) const;
    // The innermost list of statements around all of them, where none crosses a switch.
    node* common_list(const std::vector<node*>& all) const;
    bool has_goto(const unit_function& function) const;
    // Whether the node is written in the file as a list { … }, not in a macro.
    bool is_list(const node& one) const;

private:
    enum class part { head, body };
    part part_of(const node& parent, const node& child) const;
    bool same_guard(const node& first, const node& second, const node& list) const;
    using functions = std::vector<const unit_function*>;
    bool always_happens(const std::vector<node*>& events, const unit_function& function, functions& asked) const;
    bool may_be_called_from_elsewhere(const unit_function& function) const;
    bool spoiled(const std::vector<node*>& spoilers, const unit_function& function, const node* event,
                 const node& later) const;
    bool one_before(const std::vector<node*>& events, const std::vector<node*>& spoilers, node& later,
                    functions& asked) const;

    const unit_model& model_;
};

} // namespace scanner
