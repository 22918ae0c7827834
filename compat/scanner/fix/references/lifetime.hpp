// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long an object lives: from its bind to where it is destroyed, and whether kernels may use it then.
#pragma once

#include "flow.hpp"

namespace scanner {

// One list of statements in which the object is made, used and destroyed, on each way through it.
struct scope {
    node* list = nullptr; // null: there is none
    // The statement of the unbind; where there is none, the statement of the list before which the object goes.
    // Surfaces have none. Null: at the list's end.
    node* end = nullptr;
    // The statement of the list before which the object is declared; null: at the one bind, and no way leads out of the
    // list while the object lives.
    node* first = nullptr;
    bool destroyed = false;   // by an unbind at the end, each time
    std::vector<node*> exits; // ways out of the list while it lives
    std::string why;          // there is none
};

class lifetime {
public:
    lifetime(const unit_model& model, const flow& known)
        : model_(model)
        , tree_(model.tree)
        , flow_(known)
    {
    }

    scope scope_of(const reference& one) const;
    // Whether something behind each launch, in the same list and before the offset, waits for it.
    bool all_have_ended(const reference& one, const unit_function* function, std::size_t before) const;

private:
    scope simple_scope(const reference& one) const;
    scope scope_with_exits(const reference& one) const;
    node* end_of_use(const node& list, std::size_t last_use) const;
    std::string why_not_local(const reference& one, const place& begin, std::size_t end) const;
    static node* in_list(node& one, const node& list);
    std::size_t launch_arguments(const node& launch) const;

    const unit_model& model_;
    const syntax_tree& tree_;
    const flow& flow_;
};

} // namespace scanner
