// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lifetime of an object from its bind to its destruction, and whether kernels may still use it at the end.
#pragma once

#include "flow.hpp"

namespace scanner {

// A list of statements that creates, uses and destroys the object on each path.
struct scope {
    node* list = nullptr; // null if no such list exists
    // The statement of the unbind. Without an unbind, the object is destroyed before this statement of the list.
    // Surfaces have no unbind. Null means the list's end.
    node* end = nullptr;
    // The object is declared before this statement of the list. Null means that the single bind declares it, and that
    // no path leaves the list while the object exists.
    node* first = nullptr;
    bool destroyed = false;   // an unbind at the end always destroys the object
    std::vector<node*> exits; // exits from the list while the object exists
    std::string why;          // the reason if no list exists
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
    // Tests whether a later call in the same list, before the offset, waits for each launch.
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
