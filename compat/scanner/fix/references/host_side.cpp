// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites the host side. Binds create an object with the attributes of the launches, and unbinds destroy the object.
#include <algorithm>

#include "attributes.hpp"
#include "binding.hpp"
#include "channels.hpp"
#include "clang_library.hpp"
#include "host_proof.hpp"
#include "lifetime.hpp"
#include "object_of_file.hpp"
#include "reference_declarations.hpp"
#include "rewriting.hpp"
#include "texture_parameters.hpp"

namespace scanner {
namespace {

class host_side {
public:
    host_side(unit_model& model, rewriting& changes)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
        , flow_(model)
        , lifetime_(model, flow_)
        , attributes_(model, changes, flow_)
        , channels_(model, changes, flow_)
    {
    }

    void run()
    {
        for (reference& one : model_.references)
            channels_.keep(one); // before the binds, because a bind may use the channels of another reference
        for (reference& one : model_.references)
            if (prove_host_side(model_, flow_, attributes_, one)) rewrite(one);
        for (texture_parameter& one : model_.parameters)
            if (one.why.empty() && !one.on_device) rewrite_parameter(one.use);
        replace_declarations(model_, changes_, attributes_, channels_, of_file_);
        refuse_what_objects_do_not_do();
    }

private:
    void rewrite(reference& one)
    {
        // Prefers a local variable, if all paths through the function create, use and destroy the object.
        const bool of_file = model_.constants || one.may_be_unbound || !one.kept_attributes.empty();
        const scope local = of_file ? scope{} : lifetime_.scope_of(one);
        node* list = local.first ? nullptr : local.list;
        if (!local.list) {
            of_file_.push_back(&one);
            if ((!one.binds.empty() || one.is_bound_by_others()) && !may_be_the_files(one, local.why)) return;
        }
        if (local.first) changes_.lines_before(*local.first, {one.object_type() + " " + one.object + " = 0;"});
        int number = 0;
        for (node* bind : one.binds)
            make(one, *bind, local, ++number);
        for (node* unbind : one.unbinds)
            destroy(one, *unbind, list);
        if (local.list && !local.destroyed && (local.first || one.unbinds.empty())) destroy_at_end(one, local);
        for (node* exit : local.exits)
            destroy_at_exit(one, *exit);
        attributes_.rewrite(one);
        channels_.rewrite(one);
        for (node* question : one.offset_questions)
            answer(*question);
    }

    bool may_be_the_files(const reference& one, const std::string& why_not_local)
    {
        const std::string why = why_no_object_of_file(model_, one);
        if (!why.empty())
            model_.refuse(one.binds.empty() ? *one.declaration : *one.binds[0],
                          one.name + (why_not_local.empty() ? " " + why
                                      : why_not_local.find("--whole-program") != std::string::npos
                                          ? ": " + why_not_local
                                          : ": " + why_not_local + "; it " + why));
        return why.empty();
    }

    void answer(node& question)
    {
        const std::string place = model_.written_arguments(question)[0];
        const std::string text = (place[0] == '&' ? place.substr(1) : "*(" + place + ")") + " = 0";
        const node* statement = flow_.statement_of(question);
        if (!statement || !is_whole(*statement, question)) {
            replace_call(question, "(" + text + ", cudaSuccess)");
            return;
        }
        const auto [begin, end] = changes_.range_of(*statement);
        changes_.replace({statement->file, begin}, end - begin, text + "; // the memory is aligned");
    }

    // Inserts the descriptors before the statement, and replaces the bind by the call that creates the object.
    void make(reference& one, node& bind, const scope& local, int number)
    {
        node* list = local.first ? nullptr : local.list;
        const auto made = read_binding(model_, one, bind);
        if (!made) return;
        node& statement = *flow_.statement_of(bind);
        const std::string suffix = number == 1 ? "" : std::to_string(number);
        const bool kept = !one.kept_attributes.empty();
        const std::string resource = kept ? one.kept_resource : tree_.free_name(one.name + "_resource" + suffix),
                          attributes = kept ? one.kept_attributes
                                       : one.parameter && !made->linear
                                           ? attributes_of(one)
                                           : tree_.free_name(one.name + "_attributes" + suffix);
        std::vector<std::string> lines = made->before;
        if (!list && !local.first && flow_.has_goto(*model_.function_around(bind))) {
            model_.refuse(bind, one.name + " is bound in a function with goto: a jump may not pass the new variables");
            return;
        }
        if (!list && !is_first_of_main(bind, one) && !is_first_of(local, bind, one)) {
            if (!flow_.always_in(bind, statement)) {
                model_.refuse(bind, one.name + " is bound within a condition of the statement: the object of the bind "
                                               "before would go in any case");
                return;
            }
            tell_wait(bind, one);
            lines.push_back("if (" + one.object + ") { // the object of the bind before");
            lines.push_back("    cudaDeviceSynchronize(); // kernels may still " + use(one) + "it");
            lines.push_back("    cudaDestroy" + object(one) + "(" + one.object + ");");
            lines.push_back("    " + one.object + " = 0;");
            lines.push_back("}");
        }
        lines.push_back(kept ? resource + " = cudaResourceDesc();" : "cudaResourceDesc " + resource + " = {};");
        for (const std::string& field : made->resource)
            lines.push_back(resource + "." + field + ";");
        if (one.parameter && made->linear) { // linear memory ignores address modes and filters
            lines.push_back("cudaTextureDesc " + attributes + " = {};");
            lines.push_back(attributes + ".readMode = " + attributes_of(one) + ".readMode;");
        }
        if (!one.is_surface() && !kept && !one.parameter)
            for (std::string& line : attributes::fields(one, attributes, made->linear))
                lines.push_back(std::move(line));
        if (list) {
            node* in_list = &statement;
            while (in_list->parent != list)
                in_list = in_list->parent;
            const std::string variable = one.object_type() + " " + one.object + " = 0;";
            if (in_list == &statement)
                lines.push_back(variable);
            else
                changes_.lines_before(*in_list, {variable});
        }
        if (!flow_.list_of(statement)) changes_.wrap(statement);
        const std::string create = "cudaCreate" + object(one) + "(&" + one.object + ", &" + resource +
                                   (one.is_surface() ? ")" : ", &" + attributes + ", NULL)");
        const std::string copy = copy_to_constant(one);
        if (!model_.constants) {
            changes_.lines_before(statement, lines);
            replace_call(bind, create);
        } else if (statement.is(clang::return_statement)) {
            const std::string result = tree_.free_name(one.name + "_result" + suffix);
            lines.push_back("const cudaError_t " + result + " = " + create + ";");
            lines.push_back(copy);
            changes_.lines_before(statement, lines);
            replace_call(bind, result);
        } else {
            changes_.lines_before(statement, lines);
            replace_call(bind, create);
            changes_.lines_behind(statement, {copy});
        }
    }

    static std::string copy_to_constant(const reference& one)
    {
        return "cudaMemcpyToSymbol(" + one.name + ", &" + one.object + ", sizeof(" + one.object + "));";
    }

    // The member of the struct that a parameter gets.
    static std::string attributes_of(const reference& one)
    {
        return one.name + (one.parameter->is_pointer ? "->" : ".") + "attributes";
    }

    // Rewrites the binds and unbinds of a function that gets the reference.
    void rewrite_parameter(reference& one)
    {
        int number = 0;
        for (node* bind : one.binds)
            if (!flow_.statement_of(*bind))
                model_.refuse(*bind, one.name + " is bound in a switch or in a macro's body");
            else if (!model_.function_around(*bind))
                model_.refuse(*bind, one.name + " is bound or unbound in a lambda: when that is called is not certain");
            else
                make(one, *bind, scope{}, ++number);
        for (node* unbind : one.unbinds) {
            const node* statement = flow_.statement_of(*unbind);
            if (!statement)
                model_.refuse(*unbind, one.name + " is unbound in a switch or in a macro's body");
            else if (!flow_.always_in(*unbind, *statement))
                model_.refuse(*unbind, one.name + " is unbound within a condition of the statement");
            else
                destroy(one, *unbind, nullptr);
        }
        channels_.rewrite(one);
    }

    static std::string use(const reference& one) { return one.is_surface() ? "use " : "fetch through "; }
    static std::string object(const reference& one) { return std::string(one.word()) + "Object"; }

    // The only bind, executed once in main, replaces no earlier object.
    bool is_first_of_main(const node& bind, const reference& one) const
    {
        const unit_function* function = model_.function_around(bind);
        return one.binds.size() == 1 && function && function->name == "main" && function->calls.empty() &&
               !flow_.loop_around(bind, nullptr);
    }

    // The variable starts empty, so the first bind replaces no earlier object.
    bool is_first_of(const scope& local, const node& bind, const reference& one) const
    {
        return local.first && !flow_.loop_around(bind, local.list) &&
               std::all_of(one.binds.begin(), one.binds.end(),
                           [&](const node* each) { return each->begin >= bind.begin; });
    }

    // Reports a wait that the old program did not have.
    void tell_wait(const node& where, const reference& one)
    {
        const bool again = flow_.loop_around(where, nullptr) != nullptr;
        model_.tell(where, std::string("waits for the device ") + (again ? "in each turn of the loop " : "") +
                               "before the object of " + one.name + " goes: the old program did not");
    }

    void destroy_at_exit(const reference& one, node& exit)
    {
        const char* word = exit.is(clang::return_statement)  ? "return"
                           : exit.is(clang::break_statement) ? "break"
                                                             : "continue";
        if (!tree_.begins_with(exit, word)) return; // the exit of an error-checking macro; the object stays
        if (exit.parent && !flow_.is_list(*exit.parent) && flow_.statement_of(exit) == &exit) changes_.wrap(exit);
        changes_.lines_before(exit, {"if (" + one.object + ") {",
                                     "    cudaDeviceSynchronize(); // kernels may still " + use(one) + one.name,
                                     "    cudaDestroy" + object(one) + "(" + one.object + ");", "}"});
    }

    void destroy(reference& one, node& unbind, const node* list)
    {
        node& statement = *flow_.statement_of(unbind);
        if (!flow_.list_of(statement)) changes_.wrap(statement);
        if (one.parameter || !lifetime_.all_have_ended(one, model_.function_around(unbind), unbind.begin)) {
            tell_wait(unbind, one);
            changes_.lines_before(statement,
                                  {"cudaDeviceSynchronize(); // kernels may still fetch through " + one.name});
        }
        std::vector<std::string> empty{one.object + " = 0;"};
        if (model_.constants) empty.push_back(copy_to_constant(one)); // a launch behind it fetches zeros
        if (statement.is(clang::return_statement)) {
            const std::string old = tree_.free_name(one.name + "_bound");
            changes_.lines_before(statement, {"const cudaTextureObject_t " + old + " = " + one.object + ";"});
            changes_.lines_before(statement, empty);
            replace_call(unbind, "(" + old + " ? cudaDestroyTextureObject(" + old + ") : cudaSuccess)");
        } else if (list) {
            replace_call(unbind, "cudaDestroyTextureObject(" + one.object + ")");
        } else if (is_whole(statement, unbind)) { // the old call succeeds for an unbound reference
            const auto [begin, end] = changes_.range_of(statement);
            changes_.replace({statement.file, begin}, end - begin,
                             "if (" + one.object + ") cudaDestroyTextureObject(" + one.object + ");");
            changes_.lines_behind(statement, empty);
        } else {
            replace_call(unbind, "(" + one.object + " ? cudaDestroyTextureObject(" + one.object + ") : cudaSuccess)");
            changes_.lines_behind(statement, empty);
        }
    }

    // Destroys an object that no code unbinds, after the last use in the function.
    void destroy_at_end(const reference& one, const scope& local)
    {
        const node& last = *local.list->children.back();
        std::vector<std::string> lines;
        if (!lifetime_.all_have_ended(one, model_.function_around(*one.binds[0]),
                                      local.end ? local.end->begin : local.list->end)) {
            tell_wait(*one.binds[0], one);
            lines.push_back("cudaDeviceSynchronize(); // kernels may still " + use(one) + one.name);
        }
        lines.push_back((local.first ? "if (" + one.object + ") " : "") + "cudaDestroy" + object(one) + "(" +
                        one.object + ");");
        if (local.end)
            changes_.lines_before(*local.end, lines);
        else
            changes_.lines_behind(last, lines);
    }

    // Tests whether the statement consists of the call alone, without an error check around it.
    bool is_whole(const node& statement, const node& call) const
    {
        const auto [begin, end] = changes_.range_of(statement);
        const std::string_view text = std::string_view(tree_.file_of(call).text).substr(begin, end - begin);
        return &stripped(statement) == &call && begin == call.begin && text.size() > 1 && text.back() == ';' &&
               text.find(')') == text.rfind(')');
    }

    void replace_call(const node& call, const std::string& text)
    {
        const node* name = model_.callee(call);
        const own_file& file = tree_.file_of(*name);
        const std::size_t at = file.token_at(name->name.offset);
        const std::string word = model_.callee_name(call);
        std::size_t open = own_file::none;
        if (at != own_file::none && at + 1 < file.size() && file.at(at).is_name(word) && file.at(at + 1).is_mark("("))
            open = at + 1;
        const std::size_t close = open == own_file::none ? open : file.closing(open);
        if (close == own_file::none || file.offsets[close] < 0) {
            model_.refuse(call, word + " is called by a macro's body, or with template arguments");
            return;
        }
        changes_.replace({name->name.file, file.begin(at)}, file.end(close) - file.begin(at), text);
    }

    void refuse_what_objects_do_not_do()
    {
        if (model_.references.empty()) return;
        const node& first = *model_.references.front().declaration;
        if (!model_.graph.mentioned({"cudaStreamBeginCapture", "cudaStreamBeginCaptureToGraph"}).empty())
            model_.refuse(first, "a stream is captured: objects are neither made nor destroyed meanwhile");
        for (const node& call : tree_.nodes())
            if (call.is(clang::declaration_reference)) {
                const std::string name = tree_.spelling(call);
                if ((name == "cudaGetTextureReference" && model_.wanted.has(fix_kind::textures)) ||
                    (name == "cudaGetSurfaceReference" && model_.wanted.has(fix_kind::surfaces)))
                    model_.refuse(call, name + " finds a reference by its name");
            }
    }

    unit_model& model_;
    const syntax_tree& tree_;
    rewriting& changes_;
    flow flow_;
    lifetime lifetime_;
    attributes attributes_;
    channels channels_;
    std::vector<const reference*> of_file_;
};

} // namespace

void rewrite_host_side(unit_model& model, rewriting& changes) { host_side(model, changes).run(); }

} // namespace scanner
