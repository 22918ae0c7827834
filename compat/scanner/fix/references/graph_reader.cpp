// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_reader.hpp"

#include <algorithm>

#include "source/lexer.hpp"

namespace scanner {
namespace {

constexpr std::string_view words[] = {"if",
                                      "for",
                                      "while",
                                      "do",
                                      "switch",
                                      "return",
                                      "sizeof",
                                      "catch",
                                      "else",
                                      "case",
                                      "const",
                                      "static",
                                      "void",
                                      "int",
                                      "float",
                                      "double",
                                      "char",
                                      "bool",
                                      "unsigned",
                                      "struct",
                                      "class",
                                      "template",
                                      "typename",
                                      "typedef",
                                      "decltype",
                                      "throw",
                                      "new",
                                      "delete",
                                      "alignas",
                                      "auto",
                                      "long",
                                      "short",
                                      "public",
                                      "private",
                                      "protected",
                                      "namespace",
                                      "__declspec",
                                      "__attribute__",
                                      "__launch_bounds__",
                                      "noexcept",
                                      "defined",
                                      "__align__",
                                      "__builtin_align__",
                                      "static_assert",
                                      "alignof",
                                      "using",
                                      "inline",
                                      "extern",
                                      "this"};

bool is_word(const token& one) { return std::find(std::begin(words), std::end(words), one.text) != std::end(words); }

} // namespace

void graph_reader::read(const std::string& text)
{
    tokenize(text, code_);
    ends_.emplace(code_.list);
    for (std::size_t i = 0; i < code_.list.size(); ++i) {
        const token& one = at(i);
        if (one.kind == token_kind::directive) {
            directive(i);
            while (i + 1 < code_.list.size() && at(i + 1).in_directive)
                ++i;
            continue;
        }
        if (one.in_directive || one.kind == token_kind::end_of_file) continue;
        const bool in_function = !scopes_.empty() && scopes_.back().kind == scope::function;
        if (one.is_name("for") || one.is_name("while") || one.is_name("do") || begins_lambda(i))
            repeated_until_ = std::max(repeated_until_, end_of_loop(i));
        if (begins_lambda(i)) lambda_until_ = std::max(lambda_until_, end_of_loop(i));
        if (one.is_mark("{")) {
            open(i);
        } else if (one.is_mark("}")) {
            close(i);
        } else if (in_function) {
            note(i);
        } else if (one.is_mark(";")) {
            end_of_statement(i);
        } else {
            statement_.push_back(i);
            open_brackets_ += one.is_mark("(") - one.is_mark(")");
            note(i);
        }
    }
    if (!scopes_.empty() || unbalanced_) everything_calls_everything();
}

// A macro counts as a function with its replacement as body. An #else restores the brackets that were open at its #if.
void graph_reader::directive(std::size_t i)
{
    const token& one = at(i);
    if (one.is("if") || one.is("ifdef") || one.is("ifndef")) {
        conditions_.push_back(scopes_);
    } else if ((one.is("else") || one.is("elif")) && !conditions_.empty()) {
        // The mentions of the previous branch stay.
        std::vector<open_scope> restored = conditions_.back();
        for (std::size_t k = 0; k < restored.size() && k < scopes_.size(); ++k)
            if (restored[k].first == scopes_[k].first) restored[k] = scopes_[k];
        for (std::size_t k = restored.size(); k < scopes_.size(); ++k) { // may continue after #endif
            for (const std::string& name : scopes_[k].names)
                graph_.bodies_[name].push_back(scopes_[k].body);
            if (scopes_[k].names.empty() && !restored.empty())
                restored.back().body.insert(restored.back().body.end(), scopes_[k].body.begin(), scopes_[k].body.end());
        }
        scopes_ = std::move(restored);
    } else if (one.is("endif") && !conditions_.empty()) {
        conditions_.pop_back();
    } else if (one.is("define") && i + 1 < code_.list.size() && at(i + 1).is_name()) {
        call_graph::mentions body;
        for (std::size_t j = i + 2; j < code_.list.size() && at(j).in_directive; ++j) {
            if (!at(j).is_name() || is_word(at(j))) continue;
            body.push_back(read_mention(j));
            graph_.files_[body.back().name].insert(path_);
            (body.back().call ? graph_.called_ : graph_.values_).insert(body.back().name);
        }
        graph_.bodies_[std::string(at(i + 1).text)].push_back(std::move(body));
        graph_.macros_.insert(std::string(at(i + 1).text));
    } else if (one.is("pragma")) {
        graph_.threads_ = graph_.threads_ || (i + 1 < code_.list.size() && at(i + 1).is("omp"));
    }
}

std::string graph_reader::name_at(std::size_t i) const
{
    if (!at(i).is_name("operator")) return std::string(at(i).text);
    std::string result = "operator";
    if (is_mark(i + 1, "(") && is_mark(i + 2, ")")) return result + "()";
    for (++i; i < code_.list.size() && !at(i).is_mark("("); ++i)
        result += at(i).text;
    return result;
}

// Returns the names before brackets, up to a constructor's initialisers. With macros among the names, each name may be
// the function's.
std::vector<std::string> graph_reader::functions_of_statement(std::size_t end) const
{
    std::vector<std::string> result;
    int depth = 0;
    for (std::size_t k = 0; k < statement_.size(); ++k) {
        const std::size_t i = statement_[k];
        const token& one = at(i);
        if (i >= end) break;
        if (depth == 0 && one.is_mark(":")) break;
        if (depth == 0 && one.is_mark("=") && !(k > 0 && at(statement_[k - 1]).is_name("operator"))) break;
        if (one.is_mark("(")) {
            if (depth++ == 0 && k > 0) {
                std::size_t name = k - 1;
                for (std::size_t back = k; back-- > 0 && k - back < 4;)
                    if (at(statement_[back]).is_name("operator")) name = back;
                if (at(statement_[name]).is_mark(">")) { // a specialisation
                    int angles = 0;
                    for (; name > 0; --name) {
                        angles += at(statement_[name]).is_mark(">") - at(statement_[name]).is_mark("<");
                        if (angles == 0) {
                            --name;
                            break;
                        }
                    }
                }
                const token& word = at(statement_[name]);
                if (word.is_name() && !is_word(word)) result.push_back(name_at(statement_[name]));
            }
        } else if (one.is_mark(")")) {
            --depth;
        }
    }
    return result;
}

void graph_reader::open(std::size_t i)
{
    open_scope next{scope::space, {}, {}, i + 1};
    const scope outer = scopes_.empty() ? scope::space : scopes_.back().kind;
    if (outer == scope::function || outer == scope::values) {
        next.kind = outer;
    } else {
        const auto has = [&](std::string_view word) {
            return std::any_of(statement_.begin(), statement_.end(),
                               [&](std::size_t one) { return at(one).is_name(word); });
        };
        const std::vector<std::string> functions = functions_of_statement(i);
        const bool goes_on = statement_.empty() || at(statement_[0]).is_mark(",");
        if (!continued_.empty() && goes_on) { // after a{1} in a constructor's initialisers
            next.kind = scope::function;
            next.names = continued_;
        } else if (has("namespace") || (statement_.size() == 2 && at(statement_[0]).is_name("extern"))) {
            next.kind = scope::space;
        } else if (!functions.empty()) {
            next.kind = scope::function;
            next.names = functions;
        } else if (has("enum")) {
            next.kind = scope::values;
        } else if ((has("class") || has("struct") || has("union")) &&
                   std::none_of(statement_.begin(), statement_.end(),
                                [&](std::size_t one) { return at(one).is_mark("="); })) {
            next.kind = scope::type;
            for (const std::size_t one : statement_)
                if (at(one).is_name() && !is_word(at(one)) && !at(one).is("union")) {
                    if (next.names.empty()) next.names.push_back(std::string(at(one).text));
                    next.body.push_back({std::string(at(one).text), true}); // base classes, whose constructors also run
                }
        } else { // a variable's initialiser, possibly a lambda, or a function head in a macro
            next.kind = scope::function;
            for (const std::size_t one : statement_)
                if (at(one).is_name() && !is_word(at(one))) next.names.push_back(std::string(at(one).text));
            unbalanced_ = unbalanced_ || (statement_.empty() && outer == scope::space);
        }
        continued_.clear();
        next_statement();
    }
    scopes_.push_back(std::move(next));
}

void graph_reader::close(std::size_t i)
{
    if (scopes_.empty()) {
        unbalanced_ = true;
        return;
    }
    open_scope done = std::move(scopes_.back());
    scopes_.pop_back();
    const bool nested =
        !scopes_.empty() && done.names.empty() && scopes_.back().kind == done.kind && done.kind == scope::function;
    if (nested) scopes_.back().body.insert(scopes_.back().body.end(), done.body.begin(), done.body.end());
    for (const std::string& name : done.names) {
        graph_.bodies_[name].push_back(done.body);
        if (name == "main") graph_.mains_.insert(path_);
    }
    if (done.kind == scope::function && !done.names.empty() && (is_mark(i + 1, ",") || is_mark(i + 1, "{")))
        continued_ = done.names;
    if (scopes_.empty() || scopes_.back().kind != scope::function) next_statement();
}

// A statement outside of functions may declare a function.
void graph_reader::end_of_statement(std::size_t i)
{
    const bool is_type =
        !statement_.empty() && (at(statement_[0]).is_name("typedef") || at(statement_[0]).is_name("using"));
    const bool settled = statement_.size() > 2 && at(statement_[statement_.size() - 2]).is_mark("=") &&
                         (at(statement_.back()).is_name("default") || at(statement_.back()).is_name("delete"));
    if (!is_type && (scopes_.empty() || scopes_.back().kind != scope::values))
        for (std::string& name : functions_of_statement(i)) {
            if (settled) graph_.bodies_[name];
            graph_.declared_.insert(std::move(name));
        }
    next_statement();
}

// A subscript follows a value, and a lambda's [ does not.
bool graph_reader::begins_lambda(std::size_t i) const
{
    if (!is_mark(i, "[") || i == 0) return false;
    const token& before = at(i - 1);
    if (before.is_mark(")") || before.is_mark("]") || before.is_mark("[") || (before.is_name() && !before.is("return")))
        return false;
    const std::size_t close = closing(i);
    return is_mark(close + 1, "(") || is_mark(close + 1, "{");
}

// Returns the last token of the body of a loop or a lambda.
std::size_t graph_reader::end_of_loop(std::size_t i) const
{
    if (at(i).is_mark("[")) { // a lambda
        const std::size_t j = ends_->brace_or_semicolon(closing(i) + 1);
        return is_mark(j, "{") ? closing(j) : j;
    }
    const bool has_head = !at(i).is_name("do") && is_mark(i + 1, "(");
    return ends_->end_of_statement(has_head ? closing(i + 1) + 1 : i + 1);
}

call_graph::mention graph_reader::read_mention(std::size_t i) const
{
    call_graph::mention result;
    result.name = name_at(i);
    std::size_t next = i + 1;
    if (is_mark(next, "<")) { // template arguments
        int angles = 0;
        for (std::size_t j = next; j < code_.list.size() && j < next + 40; ++j) {
            angles += at(j).is_mark("<") - at(j).is_mark(">");
            if (at(j).is_mark(";") || at(j).is_mark("{")) break;
            if (angles == 0) {
                if (is_mark(j + 1, "(") || is_mark(j + 1, "<<<")) next = j + 1;
                break;
            }
        }
    }
    result.declared = i > 0 && is_mark(next, "(") && !at(i - 1).in_directive &&
                      ((at(i - 1).is_name() && !goes_before_a_call(at(i - 1))) || at(i - 1).is_mark(">"));
    result.call = is_mark(next, "(") || is_mark(next, "<<<") || at(i).is("operator");
    result.zero = is_mark(next, "(") && next + 2 < code_.list.size() && at(next + 1).is("0") && is_mark(next + 2, ")");
    result.repeated = i <= repeated_until_;
    result.at_exit =
        i > 1 && at(i - 1).is_mark("(") && (at(i - 2).is_name("atexit") || at(i - 2).is_name("at_quick_exit"));
    result.exits = ends_->exits_behind(i);
    return result;
}

// A goto may form a loop or skip code.
void graph_reader::jump(std::size_t i)
{
    if (i >= jumps_until_) { // the first one of its function
        std::ptrdiff_t depth = std::count_if(scopes_.begin(), scopes_.end(),
                                             [](const open_scope& each) { return each.kind == scope::function; });
        for (jumps_until_ = i; jumps_until_ < code_.list.size() && depth > 0; ++jumps_until_)
            if (!at(jumps_until_).in_directive) depth += at(jumps_until_).is_mark("{") - at(jumps_until_).is_mark("}");
        repeated_until_ = std::max(repeated_until_, jumps_until_);
    }
    for (open_scope& each : scopes_)
        for (; each.repeated < each.body.size(); ++each.repeated)
            each.body[each.repeated].repeated = true;
}

// Records a name. Outside of functions, the name's value may be stored for later calls.
void graph_reader::note(std::size_t i)
{
    const token& one = at(i);
    if (one.is_name("goto")) jump(i);
    if (!one.is_name() || is_word(one)) return;
    const call_graph::mention found = read_mention(i);
    graph_.files_[found.name].insert(path_);
    for (const char* each : {"pthread_create", "CreateThread", "_beginthread", "_beginthreadex", "thrd_create",
                             "jthread", "QThread", "QtConcurrent", "cutStartThread", "SDL_CreateThread", "g_thread_new",
                             "parallel_for", "parallel_invoke", "task_group", "dispatch_async", "packaged_task"})
        graph_.threads_ = graph_.threads_ || one.is(each);
    graph_.threads_ = graph_.threads_ || ((one.is("thread") || one.is("async") || one.is("thread_group")) && i > 0 &&
                                          at(i - 1).is_mark("::"));
    if (i <= lambda_until_) graph_.in_lambdas_.push_back(found);
    const bool in_function = !scopes_.empty() && scopes_.back().kind == scope::function;
    const bool member = i > 0 && (at(i - 1).is_mark(".") || at(i - 1).is_mark("->"));
    if (in_function) {
        if (found.declared)
            graph_.declared_.insert(found.name);
        else if (found.call)
            graph_.called_.insert(found.name);
        if (!found.call && !member) graph_.values_.insert(found.name);
        if (found.call || !member) scopes_.back().body.push_back(found);
    } else if (!scopes_.empty() && scopes_.back().kind == scope::type) {
        if (!found.call) { // a member's type, whose constructor and destructor run with the class's
            scopes_.back().body.push_back(found);
            scopes_.back().body.back().call = true;
            graph_.values_.insert(found.name);
        }
    } else if (!found.call || open_brackets_ > 0) {
        graph_.values_.insert(found.name);
    }
}

// The brackets do not match, so the owner of each name is unknown. Each function then counts as calling all functions.
void graph_reader::everything_calls_everything()
{
    const std::string whole = "the file " + path_; // stands for all of its functions, so that the graph stays small
    call_graph::mentions all;
    std::set<std::string> functions;
    for (std::size_t i = 0; i < code_.list.size(); ++i)
        if (at(i).is_name() && !is_word(at(i))) {
            call_graph::mention one = read_mention(i);
            one.repeated = true;
            if (one.call) functions.insert(one.name);
            graph_.files_[one.name].insert(path_);
            graph_.values_.insert(one.name);
            all.push_back(std::move(one));
        }
    graph_.bodies_[whole].push_back(std::move(all));
    for (const std::string& name : functions)
        graph_.bodies_[name].push_back({{whole, true, true}});
}

} // namespace scanner
