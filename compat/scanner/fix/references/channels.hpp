// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// t.channelDesc of a texture reference, which an object does not have.
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

    // Where the program writes the channels: names a variable that keeps them, unless no bind looks at them.
    void keep(reference& one) const;
    // The variable, in place of the reference.
    std::string declaration(const reference& one) const;
    // Each use of them, but in binds, which are replaced as a whole.
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
