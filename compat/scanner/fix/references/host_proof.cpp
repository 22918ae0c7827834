// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_proof.hpp"

#include <algorithm>

#include "attributes.hpp"
#include "clang_library.hpp"
#include "object_of_file.hpp"

namespace scanner {
namespace {

class host_proof {
public:
    host_proof(unit_model& model, const flow& order, attributes& known)
        : model_(model)
        , flow_(order)
        , attributes_(known)
    {
    }

    bool prove(reference& one)
    {
        const std::size_t before = model_.refusals.size();
        for (const node* launch : one.launches) {
            if (one.binds.empty() && one.is_for_others)
                continue; // the object stays 0
            else if (one.is_bound_by_others())
                one.may_be_unbound = true;
            else if (one.binds.empty())
                model_.refuse(*launch, "no bind of " + one.name + " is here: another source may have it");
            else if (!flow_.one_before(one.binds, one.unbinds, const_cast<node&>(*launch)))
                prove_unbound_launch(one, const_cast<node&>(*launch));
        }
        if (one.is_bound_by_others() && !one.channels.empty())
            model_.refuse(*one.channel_reads.front(),
                          one.name + ".channelDesc is written, and another function binds " + one.name);
        attributes_.prove(one, why_no_object_of_file(model_, one).empty());
        for (const auto* nodes : {&one.binds, &one.unbinds})
            for (const node* each : *nodes)
                if (!model_.function_around(*each))
                    model_.refuse(*each,
                                  one.name + " is bound or unbound in a lambda: when that is called is not certain");
        for (const node* bind : one.binds)
            if (!flow_.statement_of(const_cast<node&>(*bind)))
                model_.refuse(*bind, one.name + " is bound in a switch or in a macro's body");
            else if (model_.constants && !is_followed_by_copy(*bind))
                model_.refuse(*bind, one.name + " is bound within a condition, before the handle can be copied");
        for (const node* unbind : one.unbinds) {
            const node* statement = flow_.statement_of(const_cast<node&>(*unbind));
            if (!statement)
                model_.refuse(*unbind, one.name + " is unbound in a switch or in a macro's body");
            else if (statement->is(clang::return_statement) && !flow_.always_in(*unbind, *statement))
                model_.refuse(*unbind, "what unbinding " + one.name + " says is returned, in some cases alone");
            else if ((one.may_be_unbound || model_.constants) && !flow_.always_in(*unbind, *statement))
                model_.refuse(*unbind, one.name + " is unbound within a condition of the statement");
        }
        for (const node* read : one.channel_reads)
            if (!model_.function_around(*read))
                model_.refuse(*read, one.name + ".channelDesc is read outside of a function");
        for (node* question : one.offset_questions)
            prove_offset_question(one, *question);
        for (const unit_function& kernel : model_.functions)
            if (kernel.kernel && kernel.calls.empty() && !(model_.constants && !kernel.mentions.empty()) &&
                !is_never_launched(kernel) &&
                std::find(kernel.needs.begin(), kernel.needs.end(), &one) != kernel.needs.end())
                model_.refuse(*kernel.declarations.front(),
                              kernel.name + (one.is_surface() ? " accesses " : " fetches from ") + one.name +
                                  ", but is not launched here: another source may do it");
        return model_.refusals.size() == before;
    }

private:
    // An object of the file is 0 without a bind. Fetches read zeros then, as those of a reference that was never bound.
    // Behind an unbind the old launch failed, so a launch that is certain to follow one stays.
    void prove_unbound_launch(reference& one, node& launch)
    {
        const bool unbound_before = !one.unbinds.empty() && flow_.one_before(one.unbinds, one.binds, launch);
        if (unbound_before)
            model_.refuse(launch, "no bind of " + one.name + " is certain to come before this launch");
        else
            one.may_be_unbound = true;
    }

    // Tests whether a statement can copy the object's handle to its __constant__ variable right behind the bind. The
    // rest of a check's statement must neither launch a kernel nor leave.
    bool is_followed_by_copy(const node& bind) const
    {
        const node& statement = *flow_.statement_of(const_cast<node&>(bind));
        if (!flow_.always_in(bind, statement)) return false;
        for (const int kind :
             {clang::while_statement, clang::for_statement, clang::range_for_statement, clang::switch_statement})
            if (statement.is(kind)) return false;
        if (!statement.is(clang::if_statement) && !statement.is(clang::do_statement)) return true;
        const bool goes_on = any_below(statement, [&](const node& one) {
            return one.is(clang::return_statement) || one.is(clang::break_statement) ||
                   one.is(clang::continue_statement) || one.is(clang::throw_expression) ||
                   (one.is(clang::call) && model_.is_launch(one));
        });
        if (goes_on) return false;
        const call_graph::names called = model_.graph.reached(
            model_.called_between({statement.file, statement.begin}, std::max(statement.end, statement.begin + 1)));
        return std::none_of(model_.functions.begin(), model_.functions.end(), [&](const unit_function& one) {
            return one.kernel && !one.needs.empty() && called.count(one.name) != 0;
        });
    }

    // Tests whether the whole program is given, and none of it names the kernel.
    bool is_never_launched(const unit_function& kernel) const
    {
        return (model_.whole_program || model_.graph.defines("main")) && kernel.mentions.empty() &&
               model_.graph.mentioned_outside(kernel.name, model_.files).empty() && !model_.has_unknown_mention(kernel);
    }

    // The offset is 0 after each successful bind of linear memory, because the rewritten bind accepts only aligned
    // memory.
    void prove_offset_question(const reference& one, node& question)
    {
        if (model_.written_arguments(question).size() != 2) {
            model_.refuse(question, "cudaGetTextureAlignmentOffset is called by a macro's body");
            return;
        }
        for (const node* bind : one.binds)
            if (model_.callee_name(*bind) == "cudaBindTextureToArray") {
                model_.refuse(
                    question,
                    one.name +
                        " is bound to an array: to ask for its offset was an error, which an object does not give");
                return;
            }
        if (one.binds.empty() || !flow_.one_before(one.binds, one.unbinds, question))
            model_.refuse(question, "no bind of " + one.name + " is certain to come before its offset is asked for");
    }

    unit_model& model_;
    const flow& flow_;
    attributes& attributes_;
};

} // namespace

bool prove_host_side(unit_model& model, const flow& order, attributes& known, reference& one)
{
    return host_proof(model, order, known).prove(one);
}

} // namespace scanner
