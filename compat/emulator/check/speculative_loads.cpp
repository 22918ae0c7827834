// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/speculative_loads.h"

#include "machine/addresses.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

using literal = needed_lanes::literal;
using conjunction = std::vector<literal>;
using terms = std::vector<conjunction>;

constexpr std::size_t most_terms = 8;
constexpr int most_steps = 8;
constexpr int most_visits = 64; //!< limit of visited uses for one load

const terms always = {{}};

class speculative_load_analysis {
public:
    speculative_load_analysis(const decoded_function& f, const value_numbers& values)
        : code_(f.code)
        , values_(values)
        , uses_(values.count)
        , definitions_(values.count)
    {
        for (std::uint32_t n = 0; n < code_.size(); ++n)
            for_each_operand(code_[n], [&](operand_slot o, int k) {
                if (o == no_operand || (o & 3) != in_registers) return;
                if (k >= 0 && writes(code_[n], k)) {
                    definition& d = definitions_[values_.of(o, n)];
                    ++d.count;
                    d.at = n;
                } else {
                    std::uint32_t& first = uses_[values_.of(o, n)];
                    links_.push_back({n, first});
                    first = static_cast<std::uint32_t>(links_.size());
                }
            });
    }

    //! The condition under which the value is needed that instruction `at` writes to the register. The condition uses
    //! only predicates that are known at `at`.
    terms needed(operand_slot o, std::uint32_t at)
    {
        visits_ = 0;
        return needed(o, at, at, 0);
    }

private:
    struct definition {
        std::uint32_t count = 0, at = 0;
    };
    struct link {
        std::uint32_t at, next; //!< number of the next link, starting at 1; 0 ends the list
    };

    // The condition under which the value is needed that instruction `from` writes. `steps` limits the recursion.
    terms needed(operand_slot o, std::uint32_t from, std::uint32_t at, int steps)
    {
        if (steps > most_steps || o == no_operand) return steps ? always : terms{};
        terms all;
        for (std::uint32_t u = uses_[values_.of(o, from)]; u; u = links_[u - 1].next) {
            if (++visits_ > most_visits) return always;
            for (conjunction& c : needed_by(links_[u - 1].at, o, at, steps))
                all.push_back(std::move(c));
            if (all.size() > most_terms) return always;
            for (const conjunction& c : all)
                if (c.empty()) return always;
        }
        return all;
    }
    // Calls f(slot, operand number), with -1 for an operand that has no number.
    template <class F>
    static void for_each_operand(const instruction& i, F f)
    {
        for (int k = 0; k < 10; ++k)
            f(i.operands[k], k);
        f(i.guard, -1);
        f(i.member_mask, -1);
        if (i.roles == operand_roles::listed)
            for (operand_slot o : static_cast<const register_lists*>(i.extra)->read)
                f(o, -1);
        if (i.kind == flow::barrier) {
            const auto& b = *static_cast<const barrier_info*>(i.extra);
            for (operand_slot o : {b.number, b.threads, b.predicate})
                f(o, -1);
        }
        if (i.kind == flow::call) f(static_cast<const call_info*>(i.extra)->target, -1);
    }
    static bool writes(const instruction& i, int k)
    {
        switch (i.roles) {
        case operand_roles::other:
        case operand_roles::store:
        case operand_roles::listed:
            return false;
        case operand_roles::load:
            return k >= 1;
        case operand_roles::atomic:
            return k == 1;
        case operand_roles::texture:
            return k < 4;
        default:
            return k < i.results;
        }
    }
    // A predicate counts only if it has a single definition, before `at`. nvcc redefines registers only for loop
    // variables.
    bool known(operand_slot predicate, std::uint32_t user, std::uint32_t at) const
    {
        if ((predicate & 3) != in_registers) return false;
        const std::uint32_t value = values_.of(predicate, user);
        const definition& d = definitions_[value];
        return d.count == 1 && d.at < at && values_.of(predicate, at) == value;
    }
    void restrict(terms& t, operand_slot predicate, std::uint32_t invert, std::uint32_t user, std::uint32_t at) const
    {
        if (!known(predicate, user, at)) return;
        for (conjunction& c : t)
            c.push_back({predicate, invert});
    }
    terms needed_by(std::uint32_t user, operand_slot o, std::uint32_t at, int steps)
    {
        const instruction& i = code_[user];
        if (i.guard == o || i.member_mask == o || i.kind != flow::none) return always;
        const operand_slot* const s = i.operands + i.results;
        const bool predicates = i.element == 0;
        switch (i.roles) {
        case operand_roles::computation:
        case operand_roles::bits:
        case operand_roles::compare_and:
        case operand_roles::compare_or:
        case operand_roles::select:
        case operand_roles::conjunction:
        case operand_roles::disjunction:
            break;
        default:
            return always;
        }
        terms t;
        for (int k = 0; k < i.results; ++k)
            for (conjunction& c : needed(i.operands[k], user, at, steps + 1))
                t.push_back(std::move(c));
        if (i.roles == operand_roles::select && s[2] != o && s[0] != s[1])
            restrict(t, s[2], s[0] == o ? 0 : all_lanes, user, at);
        if (predicates && s[0] != s[1]) {
            if (i.roles == operand_roles::conjunction) restrict(t, s[0] == o ? s[1] : s[0], 0, user, at);
            if (i.roles == operand_roles::disjunction) restrict(t, s[0] == o ? s[1] : s[0], all_lanes, user, at);
            if (i.roles == operand_roles::compare_and && s[2] != o) restrict(t, s[2], 0, user, at);
            if (i.roles == operand_roles::compare_or && s[2] != o) restrict(t, s[2], all_lanes, user, at);
        }
        return t;
    }

    const std::vector<instruction>& code_;
    const value_numbers& values_;
    std::vector<std::uint32_t> uses_; //!< first link, by value
    std::vector<definition> definitions_;
    std::vector<link> links_;
    int visits_ = 0;
};

} // namespace

void mark_speculative_loads(decoded_function& f, const value_numbers& values)
{
    auto is_candidate = [](const instruction& i) {
        return i.roles == operand_roles::load && i.order == memory_order::weak &&
               static_cast<window>(i.detail & 7) == window::shared;
    };
    auto selects = [](const instruction& i) {
        return i.roles == operand_roles::select || i.roles == operand_roles::conjunction ||
               i.roles == operand_roles::disjunction || i.roles == operand_roles::compare_and ||
               i.roles == operand_roles::compare_or;
    };
    if (std::none_of(f.code.begin(), f.code.end(), is_candidate) || std::none_of(f.code.begin(), f.code.end(), selects))
        return;
    speculative_load_analysis a(f, values);
    for (std::uint32_t n = 0; n < f.code.size(); ++n) {
        instruction& i = f.code[n];
        if (!is_candidate(i)) continue;
        auto lanes = std::make_shared<needed_lanes>();
        for (int k = 0; k < i.results; ++k)
            for (auto& c : a.needed(i.operands[1 + k], n))
                lanes->any_of.push_back(std::move(c));
        if (std::any_of(lanes->any_of.begin(), lanes->any_of.end(), [](const auto& c) { return c.empty(); })) continue;
        i.extra = lanes.get();
        f.extras.push_back(std::move(lanes));
    }
}

} // namespace cuda_emulator
