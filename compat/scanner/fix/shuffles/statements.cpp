// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/words.hpp"
#include "walker.hpp"

namespace scanner {

void warp_walker::refuse(const std::string& why)
{
    if (result_.why.empty()) result_.why = why;
}

void warp_walker::list(std::size_t i, std::size_t end)
{
    scopes_.emplace_back();
    const int before = conditions_;
    while (i < end && result_.why.empty()) {
        if (at(i).kind == token_kind::directive) {
            i = condition_directive(i);
            if (conditions_ < before) refuse("a directive divides a statement in " + line_of(i - 1));
        } else {
            i = statement(i, end);
        }
    }
    if (conditions_ != before) refuse("a directive divides a statement in " + line_of(end));
    scopes_.pop_back();
}

// The walk executes the branches of #if and #else one after the other, because the condition is unknown.
std::size_t warp_walker::condition_directive(std::size_t i)
{
    if (is_one_of(at(i).text, {"if", "ifdef", "ifndef"})) ++conditions_;
    if (at(i).is("endif")) --conditions_;
    return i + 1;
}

std::size_t warp_walker::statement(std::size_t i, std::size_t end)
{
    if (++depth_ > 150) refuse("its statements are too deep in each other");
    std::size_t behind = i + 1;
    const token& one = at(i);
    if (!result_.why.empty()) {
        behind = end;
    } else if (one.is_mark(";")) {
    } else if (one.is_mark("{")) {
        const std::size_t close = closing(i);
        list(i + 1, std::min(close, end));
        behind = close + 1;
    } else if (one.kind == token_kind::directive) {
        refuse("a directive divides a statement in " + line_of(i));
        behind = end;
    } else if (one.is_mark("[") && mark(i + 1, "[")) {
        behind = closing(i) + 1;
    } else if (one.is_name("_Pragma") || one.is_name("__pragma")) {
        behind = mark(i + 1, "(") ? closing(i + 1) + 1 : i + 1;
    } else if (one.is_name("if")) {
        behind = if_statement(i, end);
    } else if (one.is_name("for") || one.is_name("while")) {
        behind = loop_statement(i, end);
    } else if (one.is_name("do")) {
        behind = do_statement(i, end);
    } else if (one.is_name("switch")) {
        behind = switch_statement(i, end);
    } else if (one.is_name() &&
               is_one_of(one.text, {"break", "continue", "return", "goto", "throw", "try", "catch", "else"})) {
        behind = jump(i, end);
    } else if (one.is_name("case") || one.is_name("default")) {
        if (frames_.empty() || frames_.back().is_loop || frames_.back().nesting != nesting_)
            refuse("a label of a switch stands inside of another statement, in " + line_of(i));
        while (behind < end && !mark(behind, ":"))
            ++behind;
        ++behind;
    } else if (one.is_name("asm") || one.is_name("__asm__") || one.is_name("__asm")) {
        behind = assembly(i, end);
    } else if (one.is_name() && mark(i + 1, ":") && !mark(i + 1, "::")) {
        behind = i + 2; // a label; jump() handles the goto
    } else if (one.is_name() && is_one_of(one.text, {"using", "typedef", "static_assert", "_Static_assert"})) {
        behind = end_of_simple(i, end) + 1;
    } else if (one.is_name() && is_one_of(one.text, {"struct", "class", "union", "enum"}) &&
               (mark(i + 1, "{") || mark(i + 2, "{") || mark(i + 2, ":"))) {
        behind = end_of_simple(i, end) + 1; // the walk does not see the calls in a local class
    } else {
        const std::size_t last = end_of_simple(i, end);
        simple(i, last);
        behind = last + 1;
    }
    --depth_;
    return behind;
}

std::size_t warp_walker::end_of_simple(std::size_t i, std::size_t end) const
{
    while (i < end && !mark(i, ";")) {
        if (mark(i, "(") || mark(i, "[") || mark(i, "{")) {
            i = closing(i);
            if (i >= end) return end;
        }
        ++i;
    }
    return i;
}

std::size_t warp_walker::sub_statement(std::size_t i, std::size_t end, const std::string& why)
{
    const std::string before = branch_;
    if (branch_.empty()) branch_ = why;
    ++nesting_;
    scopes_.emplace_back();
    while (i < end && ((mark(i, "[") && mark(i + 1, "[")) || word(i, "_Pragma")))
        i = closing(mark(i, "[") ? i : i + 1) + 1;
    if (i >= end)
        refuse("a statement is missing in " + line_of(i));
    else
        i = statement(i, end);
    scopes_.pop_back();
    --nesting_;
    branch_ = before;
    return i;
}

std::size_t warp_walker::if_statement(std::size_t i, std::size_t end)
{
    std::size_t open = i + 1;
    if (word(open, "constexpr")) ++open;
    const std::size_t close = mark(open, "(") ? closing(open) : end;
    if (close >= end) return refuse("the if of " + line_of(i) + " is not understood"), end;
    scopes_.emplace_back();
    const warp_value value = condition(open + 1, close);
    const std::string why = value.is_same() ? std::string() : branch("the branch", i);
    std::size_t behind = sub_statement(close + 1, end, why);
    if (word(behind, "else")) behind = sub_statement(behind + 1, end, why);
    scopes_.pop_back();
    return behind;
}

// A condition with an optional initialization.
warp_value warp_walker::condition(std::size_t begin, std::size_t end)
{
    const std::size_t semicolon = end_of_simple(begin, end);
    if (semicolon < end) {
        simple(begin, semicolon);
        begin = semicolon + 1;
    }
    return simple(begin, end);
}

std::size_t warp_walker::loop_statement(std::size_t i, std::size_t end)
{
    const std::size_t open = i + 1, close = mark(open, "(") ? closing(open) : end;
    if (close >= end) return refuse("the loop of " + line_of(i) + " is not understood"), end;
    scopes_.emplace_back();
    std::size_t first = close, second = close;
    const bool counted = word(i, "for");
    if (counted) {
        first = end_of_simple(open + 1, close);
        second = first < close ? end_of_simple(first + 1, close) : close;
        if (first < close) {
            simple(open + 1, first);
        } else { // a range-based for
            for (std::size_t k = open + 1; k < close; ++k)
                if (at(k).is_name() && mark(k + 1, ":")) assign(declare(k), differing_value());
            diverge(i, "the loop over a range in " + line_of(i) + " may have another length in each lane");
        }
    }
    frames_.push_back({true, i, {}, nesting_});
    const std::string before = branch_;
    if (branch_.empty() && divergent_.count(i)) branch_ = divergent_[i];
    const std::size_t condition_begin = counted ? first + 1 : open + 1, condition_end = counted ? second : close;
    if (condition_begin < condition_end && !condition(condition_begin, condition_end).is_same())
        diverge(i, branch("the loop", i));
    if (branch_.empty() && divergent_.count(i)) branch_ = divergent_[i];
    const std::size_t behind = sub_statement(close + 1, end, {});
    frames_.back().skipped.clear();
    if (counted && second + 1 < close) simple(second + 1, close);
    branch_ = before;
    frames_.pop_back();
    scopes_.pop_back();
    return behind;
}

std::size_t warp_walker::do_statement(std::size_t i, std::size_t end)
{
    frames_.push_back({true, i, {}, nesting_});
    const std::string before = branch_;
    if (branch_.empty() && divergent_.count(i)) branch_ = divergent_[i];
    const std::size_t behind = sub_statement(i + 1, end, {});
    frames_.back().skipped.clear();
    const std::size_t close = word(behind, "while") && mark(behind + 1, "(") ? closing(behind + 1) : end;
    if (close >= end) {
        refuse("the loop of " + line_of(i) + " is not understood");
    } else {
        const bool once = close == behind + 3 && at(behind + 2).kind == token_kind::number && at(behind + 2).is("0");
        if (!once && !condition(behind + 2, close).is_same()) diverge(i, branch("the loop", i));
    }
    branch_ = before;
    frames_.pop_back();
    return close + 1;
}

std::size_t warp_walker::switch_statement(std::size_t i, std::size_t end)
{
    const std::size_t open = i + 1, close = mark(open, "(") ? closing(open) : end;
    if (close >= end || !mark(close + 1, "{")) return refuse("the switch of " + line_of(i) + " is not understood"), end;
    scopes_.emplace_back();
    const std::string why = condition(open + 1, close).is_same() ? std::string() : branch("the switch", i);
    frames_.push_back({false, i, {}, nesting_ + 1});
    const std::size_t behind = sub_statement(close + 1, end, why);
    frames_.pop_back();
    scopes_.pop_back();
    return behind;
}

std::size_t warp_walker::jump(std::size_t i, std::size_t end)
{
    const std::size_t last = end_of_simple(i, end);
    const std::string_view text = at(i).text;
    if (text == "return") {
        if (last > i + 1) simple(i + 1, last);
        if (const std::string why = lanes(); !why.empty()) leave("lanes may have left by the return of " + line_of(i));
    } else if (text == "break" || text == "continue") {
        std::size_t target = frames_.size();
        while (target > 0 && text == "continue" && !frames_[target - 1].is_loop)
            --target;
        if (target == 0) return refuse("the " + std::string(text) + " of " + line_of(i) + " is not understood"), end;
        frame& left = frames_[target - 1];
        if (!lanes().empty()) {
            if (left.is_loop && text == "break")
                diverge(left.at,
                        "lanes may have left the loop of " + line_of(left.at) + " by the break of " + line_of(i));
            for (std::size_t k = target - 1; k < frames_.size(); ++k)
                if (frames_[k].skipped.empty())
                    frames_[k].skipped = "lanes may have passed it by the " + std::string(text) + " of " + line_of(i);
        }
    } else {
        refuse("the " + std::string(text) + " of " + line_of(i) + " may pass by it");
    }
    return last + 1;
}

std::size_t warp_walker::assembly(std::size_t i, std::size_t end)
{
    const std::size_t last = end_of_simple(i, end);
    for (std::size_t k = i; k < last; ++k) {
        const token& one = at(k);
        if (one.is_name()) escape(variable(one.text));
        if (one.kind != token_kind::string) continue;
        for (const std::string_view way : {"exit", "bra", "brx", "ret", "call", "@"})
            if (one.text.find(way) != one.text.npos || one.text == "\"\"")
                leave("lanes may have left by the asm of " + line_of(i));
    }
    return last + 1;
}

warp_value warp_walker::simple(std::size_t begin, std::size_t end)
{
    const std::size_t at_before = at_, end_before = end_, scope = scopes_.size();
    const std::string branch_before = branch_;
    at_ = begin;
    end_ = end;
    failed_ = false;
    depth_ += 1;
    const int depth_before = depth_;
    warp_value result = uniform_value();
    if (begin < end) {
        if (mark(begin, "{"))
            fail();
        else if (!declaration())
            result = all_expressions().value;
        else if (!failed_)
            result = declared_value_;
        if (!failed_ && at_ < end) fail();
    }
    depth_ = depth_before - 1;
    scopes_.resize(scope);
    branch_ = branch_before;
    if (failed_) {
        not_understood(begin, end);
        result = differing_value();
    }
    failed_ = false;
    at_ = at_before;
    end_ = end_before;
    return result;
}

void warp_walker::not_understood(std::size_t begin, std::size_t end)
{
    for (std::size_t k = begin; k < end; ++k) {
        const token& one = at(k);
        if (one.is_mark("(") && mark(k + 1, "{")) refuse("a statement stands in an expression, in " + line_of(k));
        if (one.kind == token_kind::directive) refuse("a directive divides a statement in " + line_of(k));
        if (!one.is_name()) continue;
        escape(variable(one.text));
        if (ask_.leaves(one.text)) leave("lanes may have left by " + std::string(one.text) + " in " + line_of(k));
        if (is_one_of(one.text, {"if", "for", "while", "do", "switch", "return", "break", "continue", "asm"}))
            refuse(line_of(k) + " is not understood");
        if (!ask_.is_followed(one.text) || code_[k].origin == code_token::none) continue;
        std::string& why = result_.calls[code_[k].origin].why;
        if (why.empty()) why = line_of(k) + " is not understood";
    }
}

} // namespace scanner
