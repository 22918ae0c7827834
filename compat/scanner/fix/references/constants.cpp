// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects in __constant__ variables: for functors, pointers to functions, and kernels that other sources launch.
#include <algorithm>

#include "model.hpp"

namespace scanner {
namespace {

// Tests whether calls of the function may have no node: an operator, a method, or a function whose address is taken.
bool is_called_unseen(const unit_function& one)
{
    return !takes_new_parameters(one) || one.declarations.front()->is(clang::method) ||
           (!one.kernel && !one.mentions.empty());
}

// Thrust and CUB launch kernels for the functions that they get.
bool uses_parallel_algorithms(const syntax_tree& tree)
{
    return std::any_of(tree.files().begin(), tree.files().end(), [](const auto& file) {
        return std::any_of(file->code.list.begin(), file->code.list.end(), [](const token& one) {
            return one.kind == token_kind::header_name &&
                   (one.text.substr(0, 7) == "thrust/" || one.text.substr(0, 4) == "cub/");
        });
    });
}

class users {
public:
    explicit users(unit_model& model)
        : model_(model)
    {
    }

    void find()
    {
        std::map<unit_function*, std::set<reference*>> needs;
        for (reference& one : model_.references)
            for (node* fetch : one.fetches) {
                unit_function* around = model_.function_around(*fetch);
                if (around)
                    needs[around].insert(&one);
                else
                    anywhere_.insert(&one); // a lambda
            }
        for (reference& one : model_.references)
            for (const auto& [call, to] : one.passed) {
                if (!to->on_device)
                    model_.refuse(
                        *call, one.name + " is bound by a function that gets it, and no argument reaches its kernels");
                else if (unit_function* around = model_.function_around(*call))
                    needs[around].insert(&one);
                else
                    anywhere_.insert(&one);
            }
        close(needs);
        for (const auto& [function, references] : needs)
            if (is_called_unseen(*function)) anywhere_.insert(references.begin(), references.end());
        for (const auto& [where, meant] : model_.open_calls)
            for (unit_function* one : meant)
                if (one) anywhere_.insert(needs[one].begin(), needs[one].end());
        if (!anywhere_.empty() && uses_parallel_algorithms(model_.tree))
            model_.refuse(*(*anywhere_.begin())->declaration,
                          (*anywhere_.begin())->name +
                              " is fetched from in an operator or the like, and Thrust or CUB may launch that");
        for (unit_function& one : model_.functions)
            for (reference& candidate : model_.references)
                if (needs[&one].count(&candidate) || (one.kernel && anywhere_.count(&candidate)))
                    one.needs.push_back(&candidate);
        for (unit_function& one : model_.functions) {
            if (one.kernel && !one.needs.empty()) launches(one);
            if (!one.kernel && !one.needs.empty()) refuse_host(one);
        }
    }

private:
    void close(std::map<unit_function*, std::set<reference*>>& needs)
    {
        for (bool changed = true; changed;) {
            changed = false;
            for (unit_function& one : model_.functions)
                for (const auto& [callee, call] : one.callees)
                    for (reference* need : std::set<reference*>(needs[callee]))
                        if (one.device || one.kernel) changed |= needs[&one].insert(need).second;
        }
    }

    void refuse_host(const unit_function& one)
    {
        const std::string use = one.needs.front()->is_surface() ? " accesses a surface" : " fetches from a texture";
        if (!one.device) model_.refuse(*one.declarations.front(), one.name + use + ", but is a function of the host");
        for (const node* call : one.calls)
            if (const unit_function* caller = model_.function_around(*call);
                one.device && caller && !caller->device && !caller->kernel)
                model_.refuse(*call, one.name + use + ", but the host calls it");
    }

    // A mention counts as a launch: without an unbind, a bind before it is before all launches.
    void launches(const unit_function& kernel)
    {
        for (reference* need : kernel.needs) {
            need->launches.insert(need->launches.end(), kernel.calls.begin(), kernel.calls.end());
            for (node* mention : kernel.mentions) {
                if (is_harmless_mention(model_, *mention)) continue;
                need->launches.push_back(mention);
                if (!need->unbinds.empty()) need->may_be_unbound = true; // it may be launched behind that
            }
        }
    }

    unit_model& model_;
    std::set<reference*> anywhere_; // any kernel may use them
};

} // namespace

void find_users_of_constants(unit_model& model) { users(model).find(); }

} // namespace scanner
