// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces t.channelDesc of a texture reference, because texture objects have no such member.
#pragma once

#include "flow.hpp"
#include "rewriting.hpp"

namespace scanner {

class channels {
public:
    channels(unit_model& model, rewriting& changes, const flow& order)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
        , flow_(order)
    {
    }

    // If the program writes the channels, chooses the name of a variable that keeps them. No variable is needed if
    // neither the code nor a bind reads the channels.
    void keep(reference& one) const;
    // Returns the declaration of the variable that replaces the reference's member.
    std::string declaration(const reference& one) const;
    // Rewrites each use outside of binds. Binds are replaced as a whole.
    void rewrite(reference& one);

private:
    bool is_written(const reference& one) const;
    bool is_written_at(const node& read) const;
    node* plain_write(const node& read) const;
    bool is_whole_text(const node& statement) const;
    void rewrite_reads(reference& one);
    bool is_in_a_bind(const node& one) const;

    unit_model& model_;
    const syntax_tree& tree_;
    rewriting& changes_;
    const flow& flow_;
};

} // namespace scanner
