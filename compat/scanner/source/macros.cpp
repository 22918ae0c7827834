// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/macros.hpp"

#include <algorithm>
#include <filesystem>

#include "files/read.hpp"
#include "source/lexer.hpp"

namespace scanner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_of_headers = 8 << 20; // bytes
constexpr std::size_t most_of_an_expansion = 20000;
constexpr int deepest_expansion = 60;

// Headers of the language, the system and the toolkit. None of their macros hides a branch, a loop or a return.
bool is_known_header(std::string_view name)
{
    for (const std::string_view begin : {"cuda",
                                         "cub/",
                                         "thrust/",
                                         "cooperative_groups",
                                         "device_",
                                         "sm_",
                                         "helper_",
                                         "cutil",
                                         "math_constants",
                                         "math_functions",
                                         "vector_",
                                         "curand",
                                         "cublas",
                                         "cufft",
                                         "cusparse",
                                         "cusolver",
                                         "nv",
                                         "mma.h",
                                         "host_",
                                         "driver_",
                                         "builtin_types",
                                         "texture_",
                                         "surface_",
                                         "crt/",
                                         "channel_descriptor",
                                         "sys/",
                                         "common_functions"})
        if (name.substr(0, begin.size()) == begin) return true;
    for (const std::string_view one :
         {"assert.h", "ctype.h",  "errno.h",   "fcntl.h",   "float.h",  "inttypes.h", "limits.h", "malloc.h",
          "math.h",   "memory.h", "pthread.h", "signal.h",  "stdarg.h", "stdbool.h",  "stddef.h", "stdint.h",
          "stdio.h",  "stdlib.h", "string.h",  "strings.h", "time.h",   "unistd.h",   "wchar.h",  "windows.h",
          "omp.h",    "mpi.h",    "getopt.h",  "complex.h", "fenv.h"})
        if (name == one) return true;
    return name.find('.') == name.npos && name.find('/') == name.npos; // standard headers such as <vector>
}

bool is_condition(const token& one)
{
    for (const std::string_view word : {"if", "ifdef", "ifndef", "else", "elif", "endif"})
        if (one.is(word)) return true;
    return false;
}

bool same_words(const std::vector<token>& a, std::size_t a_first, std::size_t a_behind, const std::vector<token>& b,
                std::size_t b_first, std::size_t b_behind)
{
    return a_behind - a_first == b_behind - b_first &&
           std::equal(a.begin() + static_cast<std::ptrdiff_t>(a_first),
                      a.begin() + static_cast<std::ptrdiff_t>(a_behind),
                      b.begin() + static_cast<std::ptrdiff_t>(b_first),
                      [](const token& x, const token& y) { return x.text == y.text; });
}

} // namespace

macro_table::macro_table(const program& source, const preprocessor_settings& settings)
    : source_(source)
    , folders_(settings.folders)
{
    for (const std::string& one : settings.defines) {
        const std::size_t equals = one.find('=');
        texts_.push_back("#define " +
                         (equals == one.npos ? one + " 1" : one.substr(0, equals) + " " + one.substr(equals + 1)));
        lists_.emplace_back();
        tokenize(texts_.back(), lists_.back());
        if (lists_.back().list.size() > 1) read_directive(lists_.back().list, 0, code_token::none, false);
    }
    read_list(source.path(), source.list(), code_token::none, 0);
}

void macro_table::read_list(const std::string& path, const std::vector<token>& list, std::size_t position, int depth)
{
    int conditions = 0;
    // An include guard does not count as a condition.
    if (depth && list.size() > 3 && list[0].kind == token_kind::directive && list[0].is("ifndef")) conditions = -1;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const token& one = list[i];
        const std::size_t here = depth ? position : i;
        if (one.kind == token_kind::directive) {
            if (one.is("if") || one.is("ifdef") || one.is("ifndef")) ++conditions;
            if (one.is("endif")) --conditions;
            if (one.is("define") || one.is("undef")) read_directive(list, i, here, conditions > 0);
        } else if (one.kind == token_kind::header_name) {
            include(path, one, here, depth);
        } else if (one.is_name() && i > 0 && !one.in_directive) {
            const token& before = list[i - 1];
            const bool type = before.is_name() && !before.is("return") && !before.is("else") && !before.is("case") &&
                              !before.is("goto") && !before.is("do");
            if (type || before.is_mark("*") || before.is_mark("&") || before.is_mark(">")) declared_.insert(one.text);
        }
    }
}

void macro_table::include(const std::string& path, const token& name, std::size_t position, int depth)
{
    std::error_code ignored;
    std::vector<fs::path> places;
    if (name.quoted) places.push_back(fs::path(path).parent_path() / name.text);
    for (const std::string& folder : folders_)
        places.push_back(fs::path(folder) / name.text);
    for (const fs::path& place : places) {
        if (!fs::is_regular_file(place, ignored)) continue;
        if (!read_.insert(fs::weakly_canonical(place, ignored).string()).second) return;
        std::string text;
        if (depth > deepest_expansion || bytes_ > most_of_headers || !read_source(place.string(), text).empty()) break;
        bytes_ += text.size();
        texts_.push_back(std::move(text));
        lists_.emplace_back();
        tokens& list = lists_.back();
        tokenize(texts_.back(), list);
        return read_list(place.string(), list.list, position, depth + 1);
    }
    if (!is_known_header(name.text)) missing_.push_back({position, std::string(name.text)});
}

void macro_table::read_directive(const std::vector<token>& list, std::size_t i, std::size_t position, bool conditional)
{
    if (i + 1 >= list.size() || !list[i + 1].is_name()) return;
    std::size_t behind = i + 2;
    while (behind < list.size() && list[behind].kind != token_kind::end_of_directive)
        ++behind;
    definitions_[list[i + 1].text].push_back({position, &list, i + 1, behind, list[i].is("define"), conditional});
}

const macro_table::definition* macro_table::find(std::string_view name, std::size_t position, bool& many) const
{
    const auto found = definitions_.find(name);
    if (found == definitions_.end()) return nullptr;
    const definition* last = nullptr;
    bool differ = false;
    for (const definition& one : found->second) {
        if (one.position != code_token::none && one.position >= position) break;
        if (!one.conditional)
            differ = false;
        else if (last)
            differ |= last->defined != one.defined ||
                      !same_words(*last->list, last->name, last->behind, *one.list, one.name, one.behind);
        last = &one;
    }
    many = differ;
    return last && (last->defined || differ) ? last : nullptr;
}

std::string macro_table::missing_header(std::size_t before) const
{
    for (const missing& one : missing_)
        if (one.position < before) return one.name;
    return {};
}

// The state of one call of expand: the result, and the macros that are being expanded.
struct macro_table::expansion {
    macro_table& table;
    std::size_t position; // where the source uses the tokens
    std::vector<code_token>& result;
    std::vector<std::string_view> active;
    std::string why;

    using list = std::vector<code_token>;

    bool is_active(std::string_view name) const
    {
        return std::find(active.begin(), active.end(), name) != active.end();
    }

    void fail(std::string text)
    {
        if (why.empty()) why = std::move(text);
    }

    // Appends the expansion of the input to `output`.
    void run(const list& input, list& output)
    {
        if (active.size() > deepest_expansion) return fail("a macro has too many others in it");
        for (std::size_t i = 0; i < input.size() && why.empty(); ++i) {
            if (output.size() > most_of_an_expansion) return fail("it is too long, with its macros expanded");
            const code_token& one = input[i];
            bool many = false;
            if (one.origin != code_token::none) position = one.origin;
            const definition* macro =
                one.word.is_name() && !is_active(one.word.text) ? table.find(one.word.text, position, many) : nullptr;
            if (!macro) {
                output.push_back(one);
                continue;
            }
            const std::string name(one.word.text);
            if (many) return fail("the macro " + name + " has several definitions");
            const std::vector<token>& words = *macro->list;
            const token& behind_name = macro->name + 1 < macro->behind ? words[macro->name + 1] : words[macro->name];
            const bool call = behind_name.is_mark("(") && behind_name.text.data() == words[macro->name].text.data() +
                                                                                         words[macro->name].text.size();
            if (!call) {
                replace(*macro, macro->name + 1, {}, {}, one, output);
                // The expansion's last name may be a function-like macro that takes its arguments from the following
                // tokens.
                bool ignored = false;
                if (!output.empty() && i + 1 < input.size() && input[i + 1].word.is_mark("(") &&
                    output.back().origin == code_token::none && output.back().word.is_name() &&
                    table.find(output.back().word.text, position, ignored))
                    return fail("the macro " + name + " ends with another macro's name");
                continue;
            }
            if (i + 1 >= input.size() || !input[i + 1].word.is_mark("(")) {
                output.push_back(one);
                continue;
            }
            const std::size_t last = call_of(*macro, input, i, output);
            if (!last) return fail("the call of the macro " + name + " is not understood");
            i = last;
        }
    }

    // Expands the function-like macro whose name is input[i]. Returns the index of the call's closing bracket, or 0 on
    // failure.
    std::size_t call_of(const definition& macro, const list& input, std::size_t i, list& output)
    {
        const std::vector<token>& words = *macro.list;
        std::vector<std::string_view> names;
        bool variadic = false;
        std::size_t at = macro.name + 2;
        for (; at < macro.behind && !words[at].is_mark(")"); ++at) {
            if (words[at].is_name()) names.push_back(words[at].text);
            if (words[at].is_mark(".") && !variadic) {
                variadic = true;
                if (!words[at - 1].is_name()) names.push_back("__VA_ARGS__");
            }
        }
        if (at >= macro.behind) return 0;
        std::vector<list> arguments(1);
        int depth = 1;
        std::size_t k = i + 2;
        for (; k < input.size(); ++k) {
            const token& one = input[k].word;
            if (one.kind == token_kind::directive) return 0;
            if (one.is_mark("(")) ++depth;
            if (one.is_mark(")") && --depth == 0) break;
            if (one.is_mark(",") && depth == 1 && !(variadic && arguments.size() == names.size()))
                arguments.emplace_back();
            else
                arguments.back().push_back(input[k]);
        }
        if (k >= input.size()) return 0;
        if (names.empty() && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
        while (variadic && arguments.size() < names.size())
            arguments.emplace_back();
        if (arguments.size() != names.size()) return 0;
        replace(macro, at + 1, names, arguments, input[i], output);
        return k;
    }

    void replace(const definition& macro, std::size_t first, const std::vector<std::string_view>& names,
                 const std::vector<list>& arguments, const code_token& use, list& output)
    {
        const std::vector<token>& words = *macro.list;
        const std::string_view outermost = use.macro.empty() ? use.word.text : use.macro;
        const auto written = [&](const token& one) {
            code_token result{one, code_token::none, outermost};
            result.word.line = use.word.line;
            result.word.in_directive = false;
            return result;
        };
        const auto parameter = [&](std::size_t at) {
            const auto found =
                words[at].is_name() ? std::find(names.begin(), names.end(), words[at].text) : names.end();
            return static_cast<std::size_t>(found - names.begin());
        };
        list body;
        for (std::size_t at = first; at < macro.behind && why.empty(); ++at) {
            const bool hash = words[at].is_mark("#");
            if (hash && at + 1 < macro.behind && words[at + 1].is_mark("#")) {
                paste(words, at, macro, names, arguments, written, body);
                at += 2;
            } else if (hash && !names.empty()) { // the argument as a string
                code_token text = written(words[at]);
                text.word.kind = token_kind::string;
                text.word.text = "\"\"";
                body.push_back(text);
                ++at;
            } else if (words[at].is_name("__VA_OPT__")) {
                fail("__VA_OPT__ is not expanded");
            } else if (const std::size_t which = parameter(at); which < names.size()) {
                const bool pasted = at + 2 < macro.behind && words[at + 1].is_mark("#") && words[at + 2].is_mark("#");
                if (pasted)
                    body.insert(body.end(), arguments[which].begin(), arguments[which].end());
                else
                    run(arguments[which], body);
            } else {
                body.push_back(written(words[at]));
            }
        }
        active.push_back(words[macro.name].text);
        run(body, output);
        active.pop_back();
    }

    // Example: a ## b
    template <class Written>
    void paste(const std::vector<token>& words, std::size_t at, const definition& macro,
               const std::vector<std::string_view>& names, const std::vector<list>& arguments, const Written& written,
               list& body)
    {
        if (at + 2 >= macro.behind) return fail("## is not understood");
        const auto found = std::find(names.begin(), names.end(), words[at + 2].text);
        list right;
        if (words[at + 2].is_name() && found != names.end())
            right = arguments[static_cast<std::size_t>(found - names.begin())];
        else
            right.push_back(written(words[at + 2]));
        if (right.empty()) return;
        if (!body.empty() && !body.back().word.is_mark(",")) {
            table.pasted_.push_back(std::string(body.back().word.text) + std::string(right.front().word.text));
            body.back().word.text = table.pasted_.back();
            body.back().origin = code_token::none;
            if (body.back().macro.empty()) body.back().macro = words[macro.name].text;
            right.erase(right.begin());
        }
        body.insert(body.end(), right.begin(), right.end());
    }
};

std::string macro_table::expand(std::size_t first, std::size_t behind, std::vector<code_token>& result)
{
    std::vector<code_token> input;
    for (std::size_t k = first; k < behind; ++k) {
        const token& one = source_.at(k);
        if (one.kind == token_kind::directive) {
            if (one.is("include")) return "an #include stands in its function";
            if (is_condition(one)) input.push_back({one, k, {}});
        } else if (!one.in_directive && one.kind != token_kind::end_of_directive) {
            input.push_back({one, k, {}});
        }
    }
    result.clear();
    expansion work{*this, first, result, {}, {}};
    work.run(input, result);
    return work.why;
}

} // namespace scanner
