// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shuffles.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "constants.hpp"
#include "device_names.hpp"
#include "source/macros.hpp"
#include "warp_walk.hpp"

namespace scanner {
namespace {
constexpr std::size_t most_of_a_body = 6000, most_of_a_file = 100000; // tokens

bool is_plain_integer(std::string_view word)
{
    constexpr std::string_view plain[] = {"int",     "unsigned", "long",    "size_t",  "uint",
                                          "int32_t", "uint32_t", "int64_t", "uint64_t"};
    return std::find(std::begin(plain), std::end(plain), word) != std::end(plain);
}

bool may_jump(std::string_view text)
{
    constexpr std::string_view ways[] = {"exit", "bra", "brx", "ret", "call", "@"};
    return std::any_of(std::begin(ways), std::end(ways), [&](auto way) { return text.find(way) != text.npos; });
}

} // namespace

// Finds the calls in a file's functions that all lanes of a warp reach.
class shuffle_prover::functions {
public:
    functions(const program& source, const own_overloads& own, const shuffle_context& context)
        : source_(source)
        , own_(own)
        , macros_(source, context.settings)
        , constants_(constants_of(source, macros_.headers()))
        , too_long_(source.size() > most_of_a_file)
    {
        if (too_long_) return;
        for (const function& one : source.functions())
            facts_.push_back(head_of(one));
        for (std::size_t k = 0; k < facts_.size(); ++k)
            by_name_[facts_[k].name].push_back(k);
        for (const function_facts& one : facts_)
            defined_at_.insert(one.name_at);
        for (std::size_t i = 0; i < source.size(); ++i)
            if (source.at(i).is_name() && by_name_.count(source.at(i).text)) mentions_[source.at(i).text].push_back(i);
        look_around();
        find_ways_out();
        if (context.launches) launches_ = *context.launches;
        if (!context.launches) read_launches(source, launches_);
        without_launch_ = shape_without_launch(source);
    }

    // Returns the reason why some lanes may not reach the call, or an empty string if all lanes do.
    std::string why_not(std::size_t i)
    {
        if (too_long_) return "the file is too long to be understood";
        if (own_.may_be_own(i)) return "it may call the program's own function of this name";
        const function* around = source_.function_around(i);
        if (!around) return "it stands outside of the functions that are seen";
        const function_facts& facts = of(static_cast<std::size_t>(around - source_.functions().data()), 0);
        if (!facts.why.empty()) return facts.why;
        const auto found = facts.walk.calls.find(i);
        return found == facts.walk.calls.end() ? "whether it is evaluated is not seen" : found->second.why;
    }

private:
    struct parameter {
        std::string_view name;
        bool reference = false, integer = false;
        std::optional<warp_value> standard; // default argument
    };

    struct function_facts {
        enum class states : unsigned char { unknown, asked, known };
        states state = states::unknown;
        std::size_t name_at = 0;
        std::string_view name;
        bool kernel = false, local = false, member = false;
        std::vector<parameter> parameters;
        std::vector<std::string_view> template_values;
        std::string why;
        walk_result walk;
        block_shape shape;
    };

    struct callers {
        enum class states : unsigned char { unknown, asked, known };
        states state = states::unknown;
        std::string why;
        std::vector<std::vector<warp_value>> arguments; // the arguments of each call
        block_shape shape;
    };

    function_facts head_of(const function& body) const
    {
        function_facts result;
        for (std::size_t k = body.head; k < body.open; ++k) {
            const token& one = source_.at(k);
            if (one.is_name("__global__")) result.kernel = true;
            for (const std::string_view word :
                 {"static", "inline", "__inline__", "__forceinline__", "template", "constexpr"})
                if (one.is_name(word)) result.local = true;
            if (one.is_name("template") && source_.at(k + 1).is_mark("<")) {
                const std::size_t close = std::min(source_.closing_angle(k + 1), body.open);
                for (std::size_t name = k + 2; name < close; ++name)
                    if (source_.at(name).is_name() &&
                        (source_.at(name + 1).is_mark(",") || source_.at(name + 1).is_mark(">") ||
                         source_.at(name + 1).is_mark("=")))
                        result.template_values.push_back(source_.at(name).text);
                k = close;
                continue;
            }
            if (!one.is_mark("(") || k == body.head || !source_.at(k - 1).is_name()) continue;
            const std::string_view before = source_.at(k - 1).text;
            if (before == "__launch_bounds__" || before == "__attribute__" || before == "__declspec" ||
                before == "__align__") {
                k = source_.closing(k);
                continue;
            }
            result.name_at = k - 1;
            result.name = before;
            for (const auto& [first, behind] : source_.arguments(k))
                result.parameters.push_back(parameter_of(first, behind));
            break;
        }
        return result;
    }

    parameter parameter_of(std::size_t first, std::size_t behind) const
    {
        parameter result;
        bool plain = true;
        for (std::size_t k = first; k < behind; ++k) {
            const token& one = source_.at(k);
            if (one.is_mark("&") || one.is_mark("(")) result.reference = true;
            if (one.is_mark("=")) {
                if (k + 2 == behind && source_.at(k + 1).kind == token_kind::number) result.standard = uniform_value();
                if (k + 2 == behind && source_.at(k + 1).is_name("warpSize")) result.standard = number_value(32);
                if (result.standard && source_.at(k + 1).is("32")) result.standard = number_value(32);
                break;
            }
            if (one.is_mark("[")) break;
            if (!one.is_name()) {
                plain = false;
                continue;
            }
            result.integer |= is_plain_integer(one.text);
            if (one.is("float") || one.is("double") || one.is("char") || one.is("short")) plain = false;
            result.name = one.text;
        }
        result.integer = result.integer && plain;
        return result;
    }

    // Collects the functions and macros that may end a thread: code with asm that jumps, and all callers of such code.
    void find_ways_out()
    {
        std::unordered_map<std::string_view, std::vector<std::string_view>> users;
        std::vector<std::string_view> open;
        const auto read = [&](std::string_view name, std::size_t first, std::size_t behind) {
            bool assembly = false;
            for (std::size_t k = first; k < behind; ++k) {
                const token& one = source_.at(k);
                if (one.is_name("asm") || one.is_name("__asm__")) assembly = true;
                if (assembly && one.kind == token_kind::string && may_jump(one.text) && leaving_.insert(name).second)
                    open.push_back(name);
                if (one.is_name()) users[one.text].push_back(name);
            }
        };
        for (const function& one : source_.functions())
            read(facts_[static_cast<std::size_t>(&one - source_.functions().data())].name, one.open, one.close);
        for (std::size_t i = 0; i + 1 < source_.size(); ++i) {
            if (source_.at(i).kind != token_kind::directive || !source_.at(i).is("define")) continue;
            std::size_t end = i + 2;
            while (end < source_.size() && source_.at(end).kind != token_kind::end_of_directive)
                ++end;
            read(source_.at(i + 1).text, i + 2, end);
        }
        for (const tokens& header : macros_.headers())
            read_ways_out(header.list, open);
        while (!open.empty()) {
            const std::string_view name = open.back();
            open.pop_back();
            for (const std::string_view user : users[name])
                if (leaving_.insert(user).second) open.push_back(user);
        }
    }

    // Headers are not parsed. The last function or macro that begins before the asm counts as its owner.
    void read_ways_out(const std::vector<token>& list, std::vector<std::string_view>& open)
    {
        std::string_view last;
        bool assembly = false;
        for (std::size_t k = 0; k + 1 < list.size(); ++k) {
            const token& one = list[k];
            if (one.kind == token_kind::directive && one.is("define")) last = list[k + 1].text;
            if (one.is_name("asm") || one.is_name("__asm__"))
                assembly = true;
            else if (one.is_mark(";") || one.is_mark("}"))
                assembly = false;
            const bool function = k > 0 && one.is_name() && list[k + 1].is_mark("(") && !one.in_directive &&
                                  (list[k - 1].is_name() || list[k - 1].is_mark("*") || list[k - 1].is_mark("&"));
            if (function && !assembly && !list[k - 1].is("return") && !list[k - 1].is("asm")) last = one.text;
            if (assembly && one.kind == token_kind::string && may_jump(one.text) && leaving_.insert(last).second)
                open.push_back(last);
        }
    }

    // Finds whether each function lies in a class or in an unnamed namespace.
    void look_around()
    {
        enum class around : unsigned char { nothing, nameless, other };
        std::vector<around> open;
        std::size_t next = 0;
        for (std::size_t i = 0; i < source_.size() && next < facts_.size(); ++i) {
            const function& body = source_.functions()[next];
            if (i == body.open) {
                for (const around one : open) {
                    facts_[next].member |= one == around::other;
                    facts_[next].local |= one == around::nameless;
                }
                ++next;
                i = body.close;
                continue;
            }
            const token& one = source_.at(i);
            if (one.is_mark("}") && !open.empty()) open.pop_back();
            if (!one.is_mark("{")) continue;
            around kind = around::other;
            for (std::size_t k = i; k > 0 && i - k < 12; --k) {
                const token& word = source_.at(k - 1);
                if (word.is_name("namespace")) kind = k == i ? around::nameless : around::nothing;
                if (word.kind == token_kind::string && k == i) kind = around::nothing; // extern "C"
                if (!word.is_name() && word.kind != token_kind::string && !word.is_mark("::")) break;
            }
            open.push_back(kind);
        }
    }

    const function_facts& of(std::size_t number, int depth)
    {
        function_facts& facts = facts_[number];
        if (facts.state == function_facts::states::known) return facts;
        const bool circle = facts.state == function_facts::states::asked;
        facts.state = function_facts::states::asked;
        std::string why = circle ? "its function calls itself" : prove(number, depth);
        facts.state = function_facts::states::known;
        if (facts.why.empty()) facts.why = std::move(why);
        return facts;
    }

    std::string prove(std::size_t number, int depth)
    {
        constexpr int most_calls = 12;
        function_facts& facts = facts_[number];
        const function& body = source_.functions()[number];
        const std::string& path = source_.path();
        if (!body.device || facts.name.empty()) return "it is in no function that is seen to be the device's";
        if (body.close - body.open > most_of_a_body || body.close >= source_.size())
            return "its function is too long to be understood";
        if (depth > most_calls) return "its function is called over too many others";
        std::unordered_map<std::string_view, warp_value> parameters;
        for (const std::string_view name : facts.template_values)
            parameters[name] = uniform_value();
        if (facts.kernel) {
            const auto launched = launches_.find(facts.name);
            facts.shape = launched == launches_.end() ? without_launch_ : launched->second;
            for (const parameter& one : facts.parameters) {
                warp_value value = uniform_value();
                value.integer = one.integer;
                if (!one.name.empty()) parameters[one.name] = value;
            }
        } else {
            if (facts.member) return "its function is a member of a class: the calls are not in sight";
            if (path.size() < 3 || path.compare(path.size() - 3, 3, ".cu") != 0)
                return "its function is in a header: the calls are not in sight";
            if (!facts.local) return "its function is not static: other files may call it";
            const callers& who = calls_of(facts.name, depth);
            if (!who.why.empty()) return who.why;
            facts.shape = who.shape;
            for (std::size_t k = 0; k < facts.parameters.size(); ++k)
                parameters[facts.parameters[k].name] = value_of(facts.parameters[k], k, who);
        }
        std::vector<code_token> code;
        if (const std::string why = macros_.expand(body.open, body.close + 1, code); !why.empty()) return why;
        if (code.size() > 2 * most_of_a_body) return "its function is too long to be understood";
        facts.walk = walk_function(code, parameters, facts.shape, questions());
        if (!facts.walk.why.empty()) return facts.walk.why;
        return unknown_name(facts.walk, body.open);
    }

    // A name without a visible declaration may be a macro of a header that was not found.
    std::string unknown_name(const walk_result& walk, std::size_t place) const
    {
        const std::string header = macros_.missing_header(place);
        const std::string& path = source_.path();
        const bool is_source = path.size() > 3 && path.compare(path.size() - 3, 3, ".cu") == 0;
        for (const std::string_view unknown : walk.unknown) {
            const std::string name(unknown);
            const bool capitals = name.size() > 1 && name.find_first_of("abcdefghijklmnopqrstuvwxyz") == name.npos;
            if (!header.empty())
                return name + " may be a macro of " + header + ", which was not found: -I gives its folder";
            if (!is_source) return name + " may be a macro of a file that includes this one";
            if (capitals) return name + " may be a macro, and its definition is not seen";
        }
        return {};
    }

    static warp_value value_of(const parameter& one, std::size_t k, const callers& who)
    {
        warp_value result;
        for (const std::vector<warp_value>& call : who.arguments)
            result = joined(result, k < call.size() ? call[k] : one.standard.value_or(differing_value()));
        if (one.reference || who.arguments.empty()) return differing_value();
        if (one.integer) return result;
        return result.is_same() ? uniform_value() : differing_value();
    }

    const callers& calls_of(std::string_view name, int depth)
    {
        callers& result = callers_[name];
        if (result.state == callers::states::known) return result;
        if (result.state == callers::states::asked) {
            result.why = "its function calls itself";
            return result;
        }
        result.state = callers::states::asked;
        bool any = false;
        for (const std::size_t i : mentions_[name]) {
            if (!result.why.empty()) break;
            if (is_declaration(i)) continue;
            if (is_shuffle(name) && !own_.may_be_own(i)) continue; // the built-in function
            any = true;
            const std::string call =
                "the call of " + std::string(name) + " in line " + std::to_string(source_.at(i).line);
            const function* around = source_.at(i).in_directive ? nullptr : source_.function_around(i);
            if (!around) {
                result.why =
                    std::string(name) + " is used in line " + std::to_string(source_.at(i).line) + ", not only called";
                break;
            }
            const function_facts& caller = of(static_cast<std::size_t>(around - source_.functions().data()), depth + 1);
            const auto found = caller.walk.calls.find(i);
            if (!caller.why.empty())
                result.why = call + ": " + caller.why;
            else if (found == caller.walk.calls.end())
                result.why =
                    std::string(name) + " is used in line " + std::to_string(source_.at(i).line) + ", not only called";
            else if (!found->second.why.empty())
                result.why = call + ": " + found->second.why;
            if (!result.why.empty()) break;
            result.shape = result.arguments.empty() ? caller.shape : common_shape(result.shape, caller.shape);
            result.arguments.push_back(found->second.arguments);
        }
        if (!any && result.why.empty()) result.why = "nothing in this file calls " + std::string(name);
        result.state = callers::states::known;
        return result;
    }

    // Tests for the name of a definition, a prototype or an explicit instantiation.
    bool is_declaration(std::size_t i) const
    {
        if (defined_at_.count(i)) return true;
        if (source_.at(i).in_directive || source_.function_around(i)) return false;
        const token& before = source_.at(i - 1);
        const bool type = (before.is_name() && !before.is("return")) || before.is_mark("*") || before.is_mark("&");
        std::size_t open = i + 1;
        if (source_.at(open).is_mark("<")) open = source_.closing_angle(open) + 1;
        if (!type || !source_.at(open).is_mark("(")) return false;
        for (std::size_t k = i; k > 0 && i - k < 40; --k) { // an initializer would be a call
            const token& one = source_.at(k - 1);
            if (one.is_mark(";") || one.is_mark("}") || one.kind == token_kind::end_of_directive) break;
            if (one.is_mark("=") || one.is_mark("(")) return false;
        }
        return true;
    }

    walk_questions questions()
    {
        walk_questions ask;
        ask.is_followed = [this](std::string_view name) { return is_shuffle(name) || by_name_.count(name) != 0; };
        ask.is_by_value = [this](std::string_view name, std::size_t k) {
            const auto found = by_name_.find(name);
            if (found == by_name_.end()) return false;
            return std::all_of(found->second.begin(), found->second.end(), [&](std::size_t one) {
                const auto& parameters = facts_[one].parameters;
                return k < parameters.size() && !parameters[k].reference;
            });
        };
        ask.leaves = [this](std::string_view name) { return leaving_.count(name) != 0; };
        ask.constant = [this](std::string_view name, warp_value& value) {
            const auto found = constants_.find(name);
            if (found == constants_.end()) return false;
            value = found->second;
            return true;
        };
        ask.is_plain_type = [this](std::string_view name) {
            const auto named = source_.named_type(name);
            if (!named) return false;
            for (std::size_t k = named->first; k < named->second; ++k)
                if (!is_builtin_type(source_.at(k).text)) return false;
            return named->first != named->second;
        };
        ask.is_class = [this](std::string_view name) { return source_.defines(name); };
        ask.is_declared = [this](std::string_view name) { return source_.defines(name) || macros_.declares(name); };
        return ask;
    }

    const program& source_;
    const own_overloads& own_;
    macro_table macros_;
    file_constants constants_;
    bool too_long_;
    std::vector<function_facts> facts_; // same order as the source's functions
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_, mentions_;
    std::unordered_map<std::string_view, callers> callers_;
    std::unordered_set<std::size_t> defined_at_;
    std::unordered_set<std::string_view> leaving_;
    launch_shapes launches_;
    block_shape without_launch_;
};

shuffle_prover::shuffle_prover(const program& source, const own_overloads& own, const shuffle_context& context)
    : source_(source)
    , functions_(std::make_unique<functions>(source, own, context))
{
}

shuffle_prover::~shuffle_prover() = default;

shuffle_fix shuffle_prover::at(std::size_t i, const api_name& row)
{
    // any, all and ballot may be the program's own functions.
    if (source_.at(i).text.substr(0, 2) != "__" || i + 1 >= source_.size() || !source_.at(i + 1).is_mark("("))
        return {{}, "it may be the program's own"};
    if (source_.at(i).in_directive) return {{}, "it stands in a macro's body"};
    if (!source_.is_in_text(i) || !source_.is_in_text(i + 1)) return {{}, "a line splice divides it"};
    if (source_.arguments(i + 1).empty()) return {{}, "its arguments are not seen"};
    if (std::string why = functions_->why_not(i); !why.empty()) return {{}, std::move(why)};
    return {{{source_.offset(i), source_.at(i).text.size(), row.replacement},
             {source_.offset(i + 1) + 1, 0, "0xffffffff, "}},
            {}};
}

} // namespace scanner
