// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>

#include "device_names.hpp"
#include "source/words.hpp"
#include "walker.hpp"

namespace scanner {
namespace {

constexpr int deepest_expression = 150;

int precedence(std::string_view mark)
{
    if (is_one_of(mark, {"*", "/", "%"})) return 10;
    if (is_one_of(mark, {"+", "-"})) return 9;
    if (is_one_of(mark, {"<<", ">>"})) return 8;
    if (is_one_of(mark, {"<", ">", "<=", ">="})) return 7;
    if (is_one_of(mark, {"==", "!="})) return 6;
    if (mark == "&") return 5;
    if (mark == "^") return 4;
    if (mark == "|") return 3;
    if (mark == "&&") return 2;
    if (mark == "||") return 1;
    return 0;
}

warp_value value_of_number(std::string_view text)
{
    const bool hexadecimal = text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (text.find('.') != text.npos || (!hexadecimal && text.find_first_of("eE") != text.npos) ||
        (hexadecimal && text.find_first_of("pP") != text.npos) ||
        (!hexadecimal && text.find_first_of("fF") != text.npos))
        return uniform_value();
    std::string digits;
    for (const char c : text)
        if (c != '\'') digits += c;
    const bool binary = digits.size() > 1 && digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
    return number_value(std::strtoll(digits.c_str() + (binary ? 2 : 0), nullptr, binary ? 2 : 0));
}

} // namespace

warp_walker::operand warp_walker::all_expressions()
{
    operand result = assignment();
    while (!failed_ && mark(at_, ",") && at_ < end_) {
        ++at_;
        result = assignment();
    }
    return result;
}

warp_walker::operand warp_walker::assignment()
{
    if (++depth_ > deepest_expression) fail();
    operand left = failed_ ? operand{} : conditional();
    std::size_t length = 0;
    const std::string_view found = at_ < end_ && !failed_ ? operator_at(at_, length) : std::string_view();
    if (found == "=" || (found.size() > 1 && found.back() == '=' && !is_one_of(found, {"==", "!=", "<=", ">="}))) {
        at_ += length;
        const operand right = assignment();
        const warp_value value =
            found == "=" ? right.value : applied(found.substr(0, found.size() - 1), left.value, right.value);
        assign(left.variable, value);
        left.value = value;
    }
    --depth_;
    return left;
}

warp_walker::operand warp_walker::conditional()
{
    const operand condition = binary(1);
    if (failed_ || at_ >= end_ || !mark(at_, "?")) return condition;
    const std::string before = branch_;
    const std::string why = condition.value.is_same() ? std::string() : branch("the ?:", at_);
    if (branch_.empty()) branch_ = why;
    ++at_;
    const operand yes = all_expressions();
    if (failed_ || !mark(at_, ":")) return fail(), operand{};
    ++at_;
    const operand no = assignment();
    branch_ = before;
    return {condition.value.is_same() ? joined(yes.value, no.value) : differing_value(), -1};
}

warp_walker::operand warp_walker::binary(int least)
{
    operand left = unary();
    while (!failed_ && at_ < end_) {
        std::size_t length = 0;
        const std::string_view found = operator_at(at_, length);
        const int rank = precedence(found);
        if (rank < least || rank == 0) break;
        const bool short_circuit = found == "&&" || found == "||";
        const std::string before = branch_;
        if (short_circuit && !left.value.is_same() && branch_.empty())
            branch_ = branch(found == "&&" ? "the right side of &&" : "the right side of ||", at_);
        at_ += length;
        if ((found == "&" || found == "|") && mark(at_, found)) return fail(), operand{}; // && split over two lines
        const operand right = binary(rank + 1);
        branch_ = before;
        if (short_circuit)
            left = {left.value.is_same() && right.value.is_same() ? uniform_value() : differing_value(), -1};
        else
            left = {applied(found, left.value, right.value), -1};
    }
    return left;
}

warp_walker::operand warp_walker::unary()
{
    if (failed_ || at_ >= end_) return fail(), operand{};
    if (++depth_ > deepest_expression) fail();
    operand result;
    std::size_t length = 0;
    const std::string_view found = operator_at(at_, length);
    if (failed_) {
    } else if (is_one_of(found, {"++", "--"})) {
        at_ += length;
        result = unary();
        result.value = applied(found.substr(1), result.value, number_value(1));
        assign(result.variable, result.value);
    } else if (is_one_of(found, {"+", "-", "!", "~"})) {
        at_ += length;
        const warp_value value = unary().value;
        if (found == "-" && value.number)
            result.value = number_value(-*value.number);
        else if (found == "~" && value.number)
            result.value = number_value(~*value.number);
        else
            result.value = found == "+" ? value : value.is_same() ? uniform_value() : differing_value();
    } else if (found == "*") {
        at_ += length;
        unary();
        result.value = differing_value();
    } else if (found == "&") {
        at_ += length;
        escape(unary().variable);
        result.value = differing_value();
    } else if (is_one_of(at(at_).text, {"sizeof", "alignof", "decltype", "noexcept", "typeid"}) && at(at_).is_name()) {
        if (!mark(at_ + 1, "(") || word(at_, "decltype")) {
            fail();
        } else {
            at_ = closing(at_ + 1) + 1; // the operand is not evaluated
            result.value = uniform_value();
        }
    } else if (!cast(result)) {
        result = postfix(primary());
    }
    --depth_;
    return result;
}

// Example: (int)x
bool warp_walker::cast(operand& result)
{
    if (!mark(at_, "(")) return false;
    const std::size_t open = at_, close = closing(at_);
    if (close >= end_ || close == open + 1) return false;
    bool known = false, only_names = true;
    for (std::size_t k = open + 1; k < close; ++k) {
        const token& one = at(k);
        if (one.is_name() && is_type_word(k))
            known = true;
        else if (one.is_mark("<") && k > open + 1) {
            k = closing_angle(k, close);
            if (k >= close) return false;
        } else if (!(one.is_name() && variable(one.text) < 0) && !one.is_mark("*") && !one.is_mark("::") &&
                   !one.is_mark("&"))
            return false;
        if (one.is_mark("*") && k + 1 < close && at(k + 1).is_name() && !word(k + 1, "const") &&
            !word(k + 1, "__restrict__"))
            only_names = false; // a product
    }
    const token& behind = at(close + 1);
    const bool operand_behind = behind.is_name() || behind.kind == token_kind::number ||
                                behind.kind == token_kind::string || behind.is_mark("~") || behind.is_mark("!");
    if (!only_names || !at(open + 1).is_name()) return false;
    warp_value ignored;
    const std::string_view first = at(open + 1).text;
    if (!known) {
        if (close == open + 2 && (ask_.constant(first, ignored) || parameters_.count(first)) && !operand_behind)
            return false;
        if (!operand_behind) return fail(), true; // in (a) - b, a may be a type or a value
    }
    at_ = close + 1;
    result = {as_type(open + 1, close, unary().value), -1};
    return true;
}

warp_value warp_walker::as_type(std::size_t begin, std::size_t end, const warp_value& value) const
{
    bool integer = false, narrow = false;
    for (std::size_t k = begin; k < end; ++k) {
        const std::string_view name = at(k).text;
        if (is_one_of(name, {"int", "unsigned", "long", "size_t", "uint", "ulong", "int32_t", "uint32_t", "int64_t",
                             "uint64_t"}))
            integer = true;
        if (is_one_of(name, {"char", "short", "*", "&", "float", "double", "bool"})) narrow = true;
    }
    if (value.kind == warp_value::kinds::unset) return value;
    if (integer && !narrow) {
        warp_value result = value;
        result.integer = result.is_same() || result.kind == warp_value::kinds::thread;
        return result;
    }
    if (end == begin + 1 && word(begin, "auto")) return value;
    return value.is_same() ? uniform_value() : differing_value();
}

warp_walker::operand warp_walker::postfix(operand left)
{
    while (!failed_ && at_ < end_) {
        std::size_t length = 0;
        const std::string_view found = operator_at(at_, length);
        if (found == "++" || found == "--") {
            at_ += length;
            assign(left.variable, applied(found.substr(1), left.value, number_value(1)));
            left.variable = -1;
        } else if (found == "[") {
            const std::size_t close = closing(at_);
            if (close >= end_) return fail(), operand{};
            ++at_;
            all_expressions();
            if (at_ != close) fail();
            at_ = close + 1;
            left.value = differing_value(); // another thread may write to the element at any time
        } else if (found == "." || found == "->") {
            ++at_;
            if (word(at_, "template")) ++at_;
            if (!at(at_).is_name()) return fail(), operand{};
            ++at_;
            if (mark(at_, "<")) {
                const std::size_t angle = closing_angle(at_, end_);
                if (angle < end_ && mark(angle + 1, "(")) at_ = angle + 1;
            }
            if (found == "->") left = {differing_value(), -1};
            if (mark(at_, "(")) {
                for (const operand& one : arguments_behind())
                    escape(one.variable);
                escape(left.variable);
                left = {differing_value(), -1};
            }
        } else if (found == "(" || found == "{") {
            for (const operand& one : arguments_behind())
                escape(one.variable);
            left = {differing_value(), -1};
        } else {
            break;
        }
    }
    return left;
}

std::vector<warp_walker::operand> warp_walker::arguments_behind()
{
    std::vector<operand> result;
    const std::size_t close = closing(at_);
    if (close >= end_) return fail(), result;
    ++at_;
    while (!failed_ && at_ < close) {
        if (mark(at_, "{")) {
            arguments_behind();
            result.push_back({differing_value(), -1});
        } else {
            result.push_back(assignment());
        }
        if (at_ < close && !mark(at_, ",")) fail();
        if (at_ < close) ++at_;
    }
    at_ = close + 1;
    return result;
}

warp_walker::operand warp_walker::primary()
{
    const token& one = at(at_);
    if (one.kind == token_kind::number) return ++at_, operand{value_of_number(one.text), -1};
    if (one.kind == token_kind::character) return ++at_, operand{uniform_value(), -1};
    if (one.kind == token_kind::string) {
        while (at_ < end_ && at(at_).kind == token_kind::string)
            ++at_;
        return {uniform_value(), -1};
    }
    if (one.is_mark("(")) {
        const std::size_t close = closing(at_);
        if (close >= end_ || mark(at_ + 1, "{")) return fail(), operand{};
        ++at_;
        const operand inner = all_expressions();
        if (at_ != close) return fail(), operand{};
        at_ = close + 1;
        return inner;
    }
    if (one.is_mark("[")) return lambda();
    if (one.is_name() || one.is_mark("::")) return named();
    return fail(), operand{};
}

// A name with its qualifiers, and the call that follows it.
warp_walker::operand warp_walker::named()
{
    if (is_one_of(at(at_).text,
                  {"new",  "delete", "throw", "operator", "return",   "if",  "else",    "for",      "while",    "do",
                   "goto", "switch", "case",  "co_await", "co_yield", "asm", "__asm__", "template", "typename", "try"}))
        return fail(), operand{};
    if (is_one_of(at(at_).text, {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"})) {
        const std::size_t angle = closing_angle(at_ + 1, end_), first = at_ + 2;
        if (angle >= end_ || !mark(angle + 1, "(")) return fail(), operand{};
        at_ = angle + 1;
        const std::vector<operand> inner = arguments_behind();
        if (inner.size() != 1) return fail(), operand{};
        return {as_type(first, angle, inner[0].value), -1};
    }
    bool qualified = false;
    if (mark(at_, "::")) qualified = true, ++at_;
    std::size_t name = at_;
    while (!failed_) {
        if (!at(at_).is_name()) return fail(), operand{};
        name = at_++;
        if (mark(at_, "<") && variable(at(name).text) < 0) {
            const std::size_t angle = closing_angle(at_, end_);
            if (angle < end_ && (mark(angle + 1, "(") || mark(angle + 1, "::") || mark(angle + 1, "{")))
                at_ = angle + 1;
        }
        if (!mark(at_, "::")) break;
        qualified = true;
        ++at_;
    }
    const std::string_view text = at(name).text;
    if (mark(at_, "(") || (mark(at_, "{") && variable(text) < 0)) {
        if (variable(text) >= 0 && !qualified) return {named_value(name), -1}; // postfix() handles the call
        return call(name, qualified);
    }
    if (qualified) return {differing_value(), -1};
    if (is_index(text)) {
        if (variable(text) < 0 && mark(at_, ".") && at(at_ + 1).text.size() == 1) {
            at_ += 2;
            return {index_value(name, at(at_ - 1).text[0]), -1};
        }
        if (variable(text) < 0) return {text == "threadIdx" ? differing_value() : uniform_value(), -1};
    }
    const int found = variable(text);
    return {found >= 0 ? values_[static_cast<std::size_t>(found)] : named_value(name), found};
}

warp_walker::operand warp_walker::call(std::size_t name, bool qualified)
{
    const std::string_view text = at(name).text;
    const bool braces = mark(at_, "{");
    const std::vector<operand> arguments = arguments_behind();
    if (failed_) return {};
    if (is_builtin_type(text) && arguments.size() == 1) return {as_type(name, name + 1, arguments[0].value), -1};
    const std::string why = lanes();
    if (ask_.is_followed(text) && code_[name].origin != code_token::none) {
        const auto [place, added] = result_.calls.emplace(code_[name].origin, followed_call{});
        if (place->second.why.empty()) place->second.why = why;
        if (added)
            for (const operand& one : arguments)
                place->second.arguments.push_back(one.value);
        for (std::size_t k = 0; k < arguments.size() && k < place->second.arguments.size(); ++k)
            place->second.arguments[k] = joined(place->second.arguments[k], arguments[k].value);
    }
    const bool known = is_device_function(text) && !ask_.is_declared(text);
    for (std::size_t k = 0; k < arguments.size(); ++k)
        if (arguments[k].variable >= 0 && !known && !ask_.is_by_value(text, k)) escape(arguments[k].variable);
    if (ask_.leaves(text)) leave("lanes may have left by the call of " + std::string(text) + " in " + line_of(name));
    if (!qualified && !braces && !known && !is_builtin_type(text) && !ask_.is_declared(text))
        result_.unknown.insert(text);
    if (!known || braces) return {differing_value(), -1};
    bool same = true;
    for (const operand& one : arguments)
        same = same && one.value.is_same();
    const auto number = [&](std::size_t k) { return k < arguments.size() ? arguments[k].value.number : std::nullopt; };
    if (is_pure_function(text)) return {same ? uniform_value() : differing_value(), -1};
    bool answer =
        is_one_of(text, {"__any", "__all", "__ballot", "__syncthreads_or", "__syncthreads_and", "__syncthreads_count"});
    if (is_one_of(text, {"__any_sync", "__all_sync", "__ballot_sync"}))
        answer = number(0) == 0xffffffffLL || number(0) == -1;
    if (text == "__shfl")
        answer = arguments.size() > 1 && arguments[1].value.is_same() && (arguments.size() == 2 || number(2) == 32);
    return {answer && why.empty() ? uniform_value() : differing_value(), -1};
}

// A lambda is walked as a separate function. Its writes to captured variables count as writes by some of the lanes.
warp_walker::operand warp_walker::lambda()
{
    const std::size_t captures = closing(at_), first = at_;
    if (captures >= end_ || (mark(first + 1, "[") && mark(captures - 1, "]"))) return fail(), operand{};
    std::size_t open = captures + 1;
    scopes_.emplace_back();
    if (mark(open, "(")) {
        const std::size_t close = closing(open);
        for (std::size_t k = open + 1; k < close && k < end_; ++k)
            if (at(k).is_name() && (mark(k + 1, ",") || mark(k + 1, ")") || mark(k + 1, "=")))
                assign(declare(k), differing_value());
        open = close + 1;
    }
    while (open < end_ && !mark(open, "{") && !mark(open, ";") && !mark(open, ","))
        ++open;
    const std::size_t close = mark(open, "{") ? closing(open) : code_.size();
    if (close >= end_) return scopes_.pop_back(), fail(), operand{};
    const std::string branch_before = branch_, gone_before = gone_;
    const std::vector<frame> frames_before = frames_;
    const std::size_t end_before = end_;
    frames_.clear();
    branch_ = "a lambda has it, in " + line_of(first) + ": the analysis does not follow calls of a lambda";
    list(open + 1, close);
    branch_ = branch_before;
    gone_ = gone_before;
    frames_ = frames_before;
    end_ = end_before;
    failed_ = false;
    at_ = close + 1;
    scopes_.pop_back();
    return {differing_value(), -1};
}

} // namespace scanner
