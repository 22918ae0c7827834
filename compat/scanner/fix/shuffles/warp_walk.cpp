// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "warp_walk.hpp"

#include "device_names.hpp"
#include "walker.hpp"

namespace scanner {

warp_walker::warp_walker(const std::vector<code_token>& body,
                         const std::unordered_map<std::string_view, warp_value>& parameters, const block_shape& shape,
                         const walk_questions& ask)
    : code_(body)
    , parameters_(parameters)
    , shape_(shape)
    , ask_(ask)
    , partners_(body.size(), body.size())
{
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < code_.size(); ++i) {
        // Digraphs such as <% for {, and trigraphs such as ??< in older C++.
        for (const std::string_view pair : {"<%", "%>", "<:", ":>", "%:", "??"})
            if (mark(i, pair.substr(0, 1)) && mark(i + 1, pair.substr(1)) &&
                at(i).text.data() + 1 == at(i + 1).text.data())
                refuse("the digraph of " + line_of(i) + " is not understood");
        if (mark(i, "(") || mark(i, "[") || mark(i, "{")) open.push_back(i);
        if (!mark(i, ")") && !mark(i, "]") && !mark(i, "}")) continue;
        if (open.empty()) {
            refuse("its brackets do not match");
            return;
        }
        const char opened = at(open.back()).text[0], closed = at(i).text[0];
        if ((closed == ')' && opened != '(') || (closed == ']' && opened != '[') || (closed == '}' && opened != '{'))
            refuse("its brackets do not match");
        partners_[open.back()] = i;
        open.pop_back();
    }
    if (!open.empty()) refuse("its brackets do not match");
}

walk_result warp_walker::run()
{
    constexpr int most_walks = 60;
    if (!result_.why.empty()) return result_;
    for (int walk = 0; walk < most_walks; ++walk) {
        result_ = {};
        changed_ = false;
        scopes_.assign(1, {});
        frames_.clear();
        branch_.clear();
        gone_.clear();
        conditions_ = depth_ = nesting_ = 0;
        std::size_t number = code_.size();
        for (const auto& [name, value] : parameters_) {
            const auto [found, added] = numbers_.emplace(++number, static_cast<int>(values_.size()));
            if (added) {
                values_.push_back(value);
                types_.emplace_back(0, 0);
            }
            scopes_[0][name] = found->second;
        }
        list(1, code_.size() - 1);
        if (!result_.why.empty() || !changed_) return result_;
    }
    refuse("it is too long to be understood");
    return result_;
}

std::size_t warp_walker::closing(std::size_t i) const
{
    return i < partners_.size() && partners_[i] > i ? partners_[i] : code_.size();
}

std::size_t warp_walker::closing_angle(std::size_t i, std::size_t end) const
{
    if (!mark(i, "<")) return code_.size();
    int depth = 0;
    const std::size_t limit = std::min(end, i + 64);
    for (; i < limit; ++i) {
        const token& one = at(i);
        if (one.is_mark("<"))
            ++depth;
        else if (one.is_mark(">")) {
            if (--depth == 0) return i;
        } else if (one.is_mark("("))
            i = closing(i);
        else if (one.kind == token_kind::directive ||
                 (one.kind == token_kind::punctuation && one.text.find_first_of(",:*+-/&") == one.text.npos))
            break;
    }
    return code_.size();
}

// Returns the longest operator whose characters are adjacent.
std::string_view warp_walker::operator_at(std::size_t i, std::size_t& length) const
{
    length = 1;
    if (i >= end_ || at(i).kind != token_kind::punctuation) return {};
    const std::string_view first = at(i).text;
    if (first.size() > 1) return first;
    const auto joins = [&](std::size_t k) {
        return k < end_ && at(k).kind == token_kind::punctuation && at(k).text.size() == 1 &&
               at(k - 1).text.data() + 1 == at(k).text.data();
    };
    const auto is = [](std::string_view text, std::initializer_list<std::string_view> list) {
        for (const std::string_view one : list)
            if (one == text) return true;
        return false;
    };
    if (joins(i + 1) && joins(i + 2) && is({first.data(), 3}, {"<<=", ">>=", "<=>"})) {
        length = 3;
        return {first.data(), 3};
    }
    if (joins(i + 1) && is({first.data(), 2}, {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
                                               "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"})) {
        length = 2;
        return {first.data(), 2};
    }
    return first;
}

std::string warp_walker::line_of(std::size_t i) const
{
    if (i >= code_.size()) i = code_.size() - 1;
    std::string result = "line " + std::to_string(at(i).line);
    if (!code_[i].macro.empty()) result += " (macro " + std::string(code_[i].macro) + ")";
    return result;
}

std::string warp_walker::branch(const char* what, std::size_t i) const
{
    std::string result = std::string("not all lanes may take ") + what + " of " + line_of(i);
    if (std::string_view(what) == "the loop")
        result = "the loop of " + line_of(i) + " may count differently in each lane";
    if (shape_asked_ && !shape_.why.empty()) result += "; " + shape_.why;
    return result;
}

std::string warp_walker::lanes() const
{
    if (!branch_.empty()) return branch_;
    if (!gone_.empty()) return gone_;
    for (const frame& one : frames_)
        if (!one.skipped.empty()) return one.skipped;
    return {};
}

void warp_walker::leave(const std::string& why)
{
    if (gone_.empty()) gone_ = why;
    for (const frame& one : frames_)
        if (one.is_loop) diverge(one.at, why);
}

void warp_walker::diverge(std::size_t loop, const std::string& why)
{
    changed_ |= divergent_.emplace(loop, why).second;
}

int warp_walker::variable(std::string_view name) const
{
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return found->second;
    return -1;
}

// Two declarations of a name in one scope, for example in two branches of #if, declare one variable.
int warp_walker::declare(std::size_t i, std::size_t type, std::size_t type_end)
{
    if (const auto found = scopes_.back().find(at(i).text); found != scopes_.back().end()) return found->second;
    const auto [number, added] = numbers_.emplace(i, static_cast<int>(values_.size()));
    if (added) {
        values_.emplace_back();
        types_.emplace_back(type, type_end);
    }
    scopes_.back()[at(i).text] = number->second;
    return number->second;
}

void warp_walker::assign(int variable, const warp_value& value)
{
    if (variable < 0) return;
    warp_value& kept = values_[static_cast<std::size_t>(variable)];
    const auto [type, type_end] = types_[static_cast<std::size_t>(variable)];
    const warp_value next = joined(kept, lanes().empty() ? as_type(type, type_end, value) : differing_value());
    if (next == kept) return;
    kept = next;
    changed_ = true;
}

void warp_walker::escape(int variable) { assign(variable, differing_value()); }

// Returns the value of a name that is not a variable of the function.
warp_value warp_walker::named_value(std::size_t i)
{
    const std::string_view name = at(i).text;
    if (variable(name) >= 0) return differing_value();
    if (name == "true" || name == "false") return number_value(name == "true");
    warp_value value;
    if (ask_.constant(name, value)) return value;
    if (name == "warpSize") return number_value(32);
    if (is_known_constant(name)) return name == "this" ? differing_value() : uniform_value();
    if (!is_device_function(name) && !is_builtin_type(name) && !ask_.is_declared(name)) result_.unknown.insert(name);
    return differing_value();
}

// Returns the value of threadIdx.x and similar variables.
warp_value warp_walker::index_value(std::size_t i, char dimension)
{
    const std::string_view name = at(i).text;
    warp_value same = uniform_value();
    same.positive = same.integer = true;
    if (name == "threadIdx") {
        shape_asked_ = true;
        if (dimension != 'x') return shape_.line || shape_.rows ? same : differing_value();
        return shape_.line || shape_.rows ? thread_value() : differing_value();
    }
    if (name == "blockDim" && dimension == 'x') same.whole = shape_.rows;
    return same;
}

walk_result walk_function(const std::vector<code_token>& body,
                          const std::unordered_map<std::string_view, warp_value>& parameters, const block_shape& shape,
                          const walk_questions& ask)
{
    if (body.size() < 2) return {};
    return warp_walker(body, parameters, shape, ask).run();
}

} // namespace scanner
