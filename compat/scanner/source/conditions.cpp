// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <string>

namespace scanner {
namespace {

// A number whose range is known.
struct range {
    long least = LONG_MIN, most = LONG_MAX;
};

truth negated(truth one) { return one == truth::unknown ? one : one == truth::yes ? truth::no : truth::yes; }

// Gives the oldest architecture that a version of CUDA compiles for.
int least_architecture(version target)
{
    return target >= 13000 ? 750 : target >= 12000 ? 500 : target >= 11000 ? 350 : target >= 9000 ? 300 : 0;
}

// Tests for a macro of HIP's compilers. nvcc does not define it.
bool is_of_hip(std::string_view name)
{
    for (const std::string_view one :
         {"__HIPCC__", "__HIP__", "__HIP_DEVICE_COMPILE__", "__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__", "__HCC__"})
        if (name == one) return true;
    return false;
}

class expression {
public:
    expression(const token* first, const token* last, version target, const compile_settings* settings)
        : at_(first)
        , last_(last)
        , target_(target)
        , settings_(settings)
    {
    }

    truth whole()
    {
        const truth result = any();
        return at_ == last_ && !failed_ ? result : truth::unknown;
    }

private:
    // Accepts an operator. An operator of two characters, || && >= <= == !=, is two adjacent tokens.
    bool take(const char* mark)
    {
        if (at_ == last_ || at_->kind != token_kind::punctuation) return false;
        if (!mark[1]) {
            if (at_->text != mark) return false;
            const bool longer = last_ - at_ > 1 && at_[1].is_mark("=") && at_[1].column == at_->column + 1;
            if (longer) return false;
            ++at_;
            return true;
        }
        if (last_ - at_ < 2 || at_->text != std::string_view(mark, 1) || at_[1].text != std::string_view(mark + 1, 1))
            return false;
        at_ += 2;
        return true;
    }

    truth any()
    {
        truth result = all();
        while (take("||")) {
            const truth right = all();
            if (result == truth::yes || right == truth::yes)
                result = truth::yes;
            else if (result == truth::unknown || right == truth::unknown)
                result = truth::unknown;
        }
        return result;
    }

    truth all()
    {
        truth result = comparison();
        while (take("&&")) {
            const truth right = comparison();
            if (result == truth::no || right == truth::no)
                result = truth::no;
            else if (result == truth::unknown || right == truth::unknown)
                result = truth::unknown;
        }
        return result;
    }

    truth comparison()
    {
        if (++depth_ > 200) failed_ = true; // no program nests that deep, but a file may contain any bytes
        if (failed_ || at_ == last_) return failed_ = true, truth::unknown;
        if (take("!")) return negated(comparison());
        if (at_->is_mark("(")) {
            const token* start = at_++;
            const truth inner = any();
            if (!take(")")) {
                at_ = start;
                failed_ = true;
                return truth::unknown;
            }
            return inner;
        }
        if (at_->is_name("defined")) return defined();
        const range left = number();
        if (take(">=")) return compare(left, number(), 0);
        if (take("<=")) return compare(number_behind(left), left, 0);
        if (take("==")) return equal(left, number());
        if (take("!=")) return negated(equal(left, number()));
        if (take(">")) return compare(left, number(), 1);
        if (take("<")) return compare(number_behind(left), left, 1);
        if (left.least == left.most) return left.least ? truth::yes : truth::no;
        return left.least > 0 ? truth::yes : truth::unknown;
    }

    truth defined()
    {
        ++at_;
        const bool bracket = take("(");
        if (at_ == last_ || !at_->is_name()) return failed_ = true, truth::unknown;
        const bool known = settings_ && settings_->defines.count(at_->text);
        const bool hip = is_of_hip(at_->text);
        ++at_;
        if (bracket && !take(")")) failed_ = true;
        if (hip && !known) return truth::no;
        return known ? truth::yes : truth::unknown;
    }

    range number()
    {
        if (at_ == last_) return failed_ = true, range{};
        const token& one = *at_++;
        if (one.kind == token_kind::number) {
            const long value = std::strtol(std::string(one.text).c_str(), nullptr, 0);
            return {value, value};
        }
        if (!one.is_name()) return failed_ = true, range{};
        if (one.is("CUDART_VERSION") || one.is("CUDA_VERSION")) return {target_, target_};
        if (one.is("__CUDACC_VER_MAJOR__")) return {target_ / 1000, target_ / 1000};
        if (one.is("__CUDA_ARCH__")) {
            const int asked = settings_ ? settings_->least_architecture * 10 : 0;
            return {std::max(asked, least_architecture(target_)), LONG_MAX};
        }
        if (settings_) {
            const auto found = settings_->defines.find(one.text);
            if (found != settings_->defines.end() && !found->second.empty()) {
                char* end = nullptr;
                const long value = std::strtol(found->second.c_str(), &end, 0);
                if (!*end) return {value, value};
            }
        }
        return {};
    }

    range number_behind(range) { return number(); }

    // Compares left with right + more: whether it is at least as large.
    static truth compare(range left, range right, long more)
    {
        if (right.most != LONG_MAX && left.least != LONG_MIN && left.least - more >= right.most) return truth::yes;
        if (left.most != LONG_MAX && right.least != LONG_MIN && left.most - more < right.least) return truth::no;
        return truth::unknown;
    }

    static truth equal(range left, range right)
    {
        if (left.least == left.most && right.least == right.most && left.least == right.least) return truth::yes;
        return left.most < right.least || right.most < left.least ? truth::no : truth::unknown;
    }

    const token* at_;
    const token* last_;
    version target_;
    const compile_settings* settings_;
    int depth_ = 0;
    bool failed_ = false;
};

struct branch {
    bool outer; // whether the code around it is compiled
    bool taken; // an earlier branch was certainly compiled
};

} // namespace

truth condition(const token* first, const token* last, version target, const compile_settings* settings)
{
    return expression(first, last, target, settings).whole();
}

void drop_dead_branches(tokens& source, version target, const compile_settings* settings)
{
    std::vector<branch> open;
    std::size_t kept = 0;
    bool live = true;
    std::vector<token>& list = source.list;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].kind != token_kind::directive) {
            if (!live) continue;
            if (kept != i) list[kept] = list[i];
            ++kept;
            continue;
        }
        const token one = list[i];
        std::size_t end = i + 1;
        while (end < list.size() && list[end].kind != token_kind::end_of_directive)
            ++end;
        const auto holds = [&] { return condition(&list[i] + 1, &list[i] + (end - i), target, settings); };
        // Tests whether the command line defines the name of an #ifdef.
        const auto is_told = [&] { return settings && end > i + 1 && settings->defines.count(list[i + 1].text) != 0; };
        const auto is_hip = [&] { return !is_told() && end > i + 1 && is_of_hip(list[i + 1].text); };
        bool keeps_words = live;
        if (one.is("if") || one.is("ifdef") || one.is("ifndef")) {
            const truth value = !live             ? truth::unknown
                                : one.is("if")    ? holds()
                                : is_hip()        ? (one.is("ifdef") ? truth::no : truth::yes)
                                : !is_told()      ? truth::unknown
                                : one.is("ifdef") ? truth::yes
                                                  : truth::no;
            open.push_back({live, value == truth::yes});
            live = live && value != truth::no;
            keeps_words = live;
        } else if (one.is("elif") && !open.empty()) {
            const truth value = open.back().outer && !open.back().taken ? holds() : truth::no;
            live = open.back().outer && !open.back().taken && value != truth::no;
            open.back().taken = open.back().taken || value == truth::yes;
            keeps_words = live;
        } else if (one.is("else") && !open.empty()) {
            live = open.back().outer && !open.back().taken;
        } else if (one.is("endif") && !open.empty()) {
            live = open.back().outer;
            open.pop_back();
        }
        // The directives stay. The tokens of branches that are not compiled are removed.
        list[kept++] = one;
        for (std::size_t j = i + 1; j < end; ++j)
            if (keeps_words) list[kept++] = list[j];
        if (end < list.size()) list[kept++] = list[end];
        i = end;
    }
    list.resize(kept);
}

} // namespace scanner
