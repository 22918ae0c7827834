// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of a texture reference: constants at all launches, or a descriptor that the program writes.
#pragma once

#include "flow.hpp"
#include "rewriting.hpp"

namespace scanner {

class attributes {
public:
    attributes(unit_model& model, rewriting& changes, const flow& order)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
        , flow_(order)
    {
    }

    // Proves that each attribute has one value at all launches. Otherwise a variable of the file keeps them, if each
    // write is a statement of its own, and the object may outlive its function. Adds refusals if neither holds.
    void prove(reference& one, bool file_may_keep);
    // Returns the fields of the descriptor for constant attributes.
    static std::vector<std::string> fields(const reference& one, const std::string& name, bool linear);
    // Returns the descriptor of these values.
    static std::string initialiser(const reference& one, const std::map<attribute, long long>& values);
    // Returns the declarations of the variables that keep the memory and the attributes.
    std::string declarations(const reference& one, const std::string& line_end) const;
    // Removes the writes, or lets them write the variable and make the object anew.
    void rewrite(const reference& one);

private:
    void prove_constant(reference& one, attribute which, std::vector<refusal>& why);
    void prove_statements(const reference& one, attribute which);
    bool is_linear(const node& bind) const;
    bool can_be_kept(const reference& one) const;
    bool is_written(const node& member) const;
    bool is_written_at_binds(const reference& one, const std::vector<node*>& writes) const;
    bool is_followed_by(const std::vector<node*>& events, const node& one) const;
    void make_anew(const reference& one, const node& statement);

    unit_model& model_;
    const syntax_tree& tree_;
    rewriting& changes_;
    const flow& flow_;
};

} // namespace scanner
