// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites the host side. Binds create an object with the attributes of the launches, and unbinds destroy the object.
#include <algorithm>

#include "attributes.hpp"
#include "binding.hpp"
#include "channels.hpp"
#include "clang_library.hpp"
#include "lifetime.hpp"
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
            if (prove(one)) rewrite(one);
        for (texture_parameter& one : model_.parameters)
            if (one.why.empty() && !one.on_device) rewrite_parameter(one.use);
        drop_declarations();
        refuse_what_objects_do_not_do();
    }

private:
    // Proves the properties that the rewriting needs. Adds a refusal for each property without proof.
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
        attributes_.prove(one, why_not_the_files(one).empty());
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
            else if (one.may_be_unbound && !flow_.always_in(*unbind, *statement))
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

    // An object of the file is 0 without a bind. Fetches read zeros then, as those of a reference that was never bound.
    // Behind an unbind the old launch failed, so a launch that is certain to follow one stays.
    void prove_unbound_launch(reference& one, node& launch)
    {
        const bool unbound_before = !one.unbinds.empty() && flow_.one_before(one.unbinds, one.binds, launch);
        if (unbound_before || (model_.constants && !one.unbinds.empty()))
            model_.refuse(launch, "no bind of " + one.name + " is certain to come before this launch");
        else
            one.may_be_unbound = true;
    }

    // Tests whether a statement can copy the object's handle to its __constant__ variable right behind the bind.
    bool is_followed_by_copy(const node& bind) const
    {
        const node& statement = *flow_.statement_of(const_cast<node&>(bind));
        for (const int kind : {clang::if_statement, clang::while_statement, clang::do_statement, clang::for_statement,
                               clang::range_for_statement, clang::switch_statement})
            if (statement.is(kind)) return false;
        return flow_.always_in(bind, statement);
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

    void rewrite(reference& one)
    {
        // Prefers a local variable, if all paths through the function create, use and destroy the object.
        const bool of_file = model_.constants || one.may_be_unbound || !one.kept_attributes.empty();
        const scope local = of_file ? scope{} : lifetime_.scope_of(one);
        node* list = local.first ? nullptr : local.list;
        if (!local.list) {
            global_.push_back(&one);
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

    // An object that outlives a function depends on device changes in the whole program. Its variable holds one binding
    // at a time, so the program must use one device.
    bool may_be_the_files(const reference& one, const std::string& why_not_local)
    {
        const std::string why = why_not_the_files(one);
        if (!why.empty())
            model_.refuse(one.binds.empty() ? *one.declaration : *one.binds[0],
                          one.name + (why_not_local.empty() ? " " + why
                                      : why_not_local.find("--whole-program") != std::string::npos
                                          ? ": " + why_not_local
                                          : ": " + why_not_local + "; it " + why));
        return why.empty();
    }

    std::string why_not_the_files(const reference& one) const
    {
        const call_graph& graph = model_.graph;
        if (!model_.whole_program && !graph.defines("main"))
            return "needs an object that outlives its function, and callers that no path has may use several devices: "
                   "give the whole program, or --whole-program if it uses one device and resets none";
        const std::string unseen = model_.whole_program ? std::string() : graph.any_unseen();
        if (!unseen.empty())
            return "needs an object that outlives its function, and no path defines " + unseen +
                   ", which may set or reset devices: give its source, or --whole-program if it belongs to a library";
        call_graph::names uses{"cudaBindTexture", "cudaBindTexture2D", "cudaBindTextureToArray",
                               "cudaBindSurfaceToArray", "cudaUnbindTexture"};
        for (const unit_function& function : model_.functions)
            if (function.kernel &&
                std::find(function.needs.begin(), function.needs.end(), &one) != function.needs.end())
                uses.insert(function.name);
        if (!model_.one_device && (!graph.out_of_order(device_settings(), uses, false).empty() ||
                                   (graph.sets_devices() && graph.has_threads())))
            return "may be bound on several devices: a reference has a binding on each, an object is on one; "
                   "--one-device if all that set a device set the same one";
        const std::string reset = graph.out_of_order(device_resets(), uses, true);
        if (!reset.empty())
            return "needs an object that outlives its function, and " + reset +
                   " may reset the device between its uses: that ends the object";
        return {};
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
        const std::string copy =
            "cudaMemcpyToSymbol(" + one.name + ", &" + one.object + ", sizeof(" + one.object + "));";
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
        if (statement.is(clang::return_statement)) {
            const std::string old = tree_.free_name(one.name + "_bound");
            changes_.lines_before(
                statement, {"const cudaTextureObject_t " + old + " = " + one.object + ";", one.object + " = 0;"});
            replace_call(unbind, "(" + old + " ? cudaDestroyTextureObject(" + old + ") : cudaSuccess)");
        } else if (list) {
            replace_call(unbind, "cudaDestroyTextureObject(" + one.object + ")");
        } else if (is_whole(statement, unbind)) { // the old call succeeds for an unbound reference
            const auto [begin, end] = changes_.range_of(statement);
            changes_.replace({statement.file, begin}, end - begin,
                             "if (" + one.object + ") cudaDestroyTextureObject(" + one.object + ");");
            changes_.lines_behind(statement, {one.object + " = 0;"});
        } else {
            replace_call(unbind, "(" + one.object + " ? cudaDestroyTextureObject(" + one.object + ") : cudaSuccess)");
            changes_.lines_behind(statement, {one.object + " = 0;"});
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

    // Removes each declaration, or replaces it by a declaration of the object with the same name.
    void drop_declarations()
    {
        std::map<place, std::vector<reference*>> together; // texture<float> a, b;
        for (reference& one : model_.references)
            together[{one.declaration->file, one.declaration->begin}].push_back(&one);
        for (const auto& [begin, all] : together) {
            const own_file& file = tree_.file_of(begin);
            const std::size_t end = end_of_declaration(file, begin, all.back()->declaration->name.offset);
            if (end == own_file::none) {
                model_.refuse(begin, all.front()->name +
                                         ": its declaration is an argument of a macro, or written by a macro's body");
                account_for_type(file, begin, file.token_at(all.back()->declaration->name.offset));
                continue;
            }
            account_for_type(file, begin, end);
            std::string text, objects;
            for (const reference* one : all)
                if (one->is_bound_by_others())
                    text += (text.empty() ? "" : ";" + line_end(file)) + "static " + binding_type(model_) + " " +
                            one->name + " = {0, " + attributes::initialiser(*one, one->initial) + ", " +
                            one->channels_text() + "}";
                else if (std::find(global_.begin(), global_.end(), one) != global_.end())
                    objects += (objects.empty() ? "static " + one->object_type() + " " : ", ") + one->object + " = 0";
            text += (text.empty() || objects.empty() ? "" : ";" + line_end(file)) + objects;
            if (model_.constants) text = constants_text(all, line_end(file)) + text;
            for (const reference* one : all)
                if (const std::string kept = attributes_.declarations(*one, line_end(file)); !kept.empty())
                    text += ";" + line_end(file) + kept;
            for (const reference* one : all)
                if (!one->channels.empty())
                    text += (text.empty() ? "" : ";" + line_end(file)) + channels_.declaration(*one);
            if (text.empty())
                changes_.remove(begin.file, begin.offset, file.end(end));
            else
                changes_.replace(begin, file.begin(end) - begin.offset, text);
        }
        // Type aliases lose their purpose. Another use of an alias leads to a refusal.
        for (const node* one : model_.type_names) {
            const own_file& file = tree_.file_of(*one);
            const std::size_t end = end_of_declaration(file, {one->file, one->begin}, one->name.offset);
            account_for_type(file, {one->file, one->begin},
                             end == own_file::none ? file.token_at(one->name.offset) : end);
            if (end != own_file::none) changes_.remove(one->file, one->begin, file.end(end));
        }
    }

    static std::string line_end(const own_file& file)
    {
        return file.text.find("\r\n") != std::string::npos ? "\r\n" : "\n";
    }

    // Returns the declaration of the variables in which kernels find the objects.
    static std::string constants_text(const std::vector<reference*>& all, const std::string& line_end)
    {
        std::string result;
        for (const reference* one : all)
            result += (result.empty() ? "static __constant__ " + one->object_type() + " " : ", ") + one->name;
        return result + ";" + line_end;
    }

    // Returns the semicolon of a plain declaration. The declaration must not lie in a macro's brackets, and no other
    // declarator may follow the last name.
    static std::size_t end_of_declaration(const own_file& file, const place& begin, std::size_t last_name)
    {
        const std::size_t first = file.token_at(begin.offset), name = file.token_at(last_name);
        if (first == own_file::none || name == own_file::none || name < first || file.offsets[name] < 0)
            return own_file::none;
        for (const char* mark : {"(", ",", "<", "["})
            if (first > 0 && file.at(first - 1).is_mark(mark)) return own_file::none;
        bool value = false; // an initialiser is visible
        std::size_t i = name + 1;
        for (; i < file.size() && file.offsets[i] >= 0 && !file.at(i).is_mark(";"); ++i) {
            value |= file.at(i).is_mark("=");
            const bool brackets = file.at(i).is_mark("(") || file.at(i).is_mark("{");
            if (!value && !brackets) return own_file::none;
            if (brackets) i = file.closing(i);
            if (i == own_file::none) return i;
        }
        return i < file.size() && file.offsets[i] >= 0 ? i : own_file::none;
    }

    // Accounts for the type's words in a declaration, up to the token at `end`.
    void account_for_type(const own_file& file, const place& begin, std::size_t end)
    {
        if (end == own_file::none) return;
        for (std::size_t i = file.token_at(begin.offset); i < end; ++i) {
            bool is_type = file.at(i).is_name("texture") || file.at(i).is_name("surface");
            for (const node* one : model_.type_names)
                is_type |= file.at(i).is_name(tree_.spelling(*one));
            if (is_type) model_.accounted.insert({begin.file, file.begin(i)});
        }
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
    std::vector<const reference*> global_;
};

} // namespace

void rewrite_host_side(unit_model& model, rewriting& changes) { host_side(model, changes).run(); }

} // namespace scanner
