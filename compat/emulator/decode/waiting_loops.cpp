// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/waiting_loops.h"

#include "decode/cycles.h"
#include "execute/memory_access.h"
#include "execute/register_accesses.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace cuda_emulator {

namespace {

// Whether the instruction only computes registers from registers.
bool computes(const instruction& i)
{
    const bool reads_memory = i.access.kind != access_kind::none || i.roles == operand_roles::texture;
    return i.kind == flow::none && !reads_memory && accesses_of(i).known;
}

// Registers that the instruction writes. If only its handler knows them, these are all that it names.
std::vector<operand_slot> written_by(const instruction& i)
{
    access_lists a = accesses_of(i);
    if (a.known || i.kind == flow::branch) return std::move(a.written);
    std::copy_if(std::begin(i.operands), std::end(i.operands), std::back_inserter(a.written), is_register);
    return std::move(a.written);
}

class loop {
public:
    loop(const decoded_function& f, const successors& next, std::vector<std::uint32_t> members)
        : f_(f)
        , next_(next)
        , members_(std::move(members))
    {
        find_changing();
    }

    // Whether the loop repeats the load or the atomic at one address until its value ends the loop.
    bool waits_for(std::uint32_t at) const
    {
        const operand_slot address = f_.code[at].operands[0];
        return (!is_register(address) || !changing_.count(address)) && ends_by(at);
    }

private:
    bool reads_any(const instruction& i, const std::set<operand_slot>& of) const
    {
        const std::vector<operand_slot> read = accesses_of(i).read;
        return std::any_of(read.begin(), read.end(), [&](operand_slot o) { return of.count(o) != 0; });
    }

    // Registers that may have another value in each round: those written, unless from others that do not change.
    void find_changing()
    {
        for (const std::uint32_t at : members_)
            for (const operand_slot o : written_by(f_.code[at]))
                changing_.insert(o);
        for (bool found = true; found;) {
            std::set<operand_slot> still;
            for (const std::uint32_t at : members_) {
                const instruction& i = f_.code[at];
                if (computes(i) && !reads_any(i, changing_)) continue;
                for (const operand_slot o : written_by(i))
                    still.insert(o);
            }
            found = still.size() < changing_.size();
            changing_ = std::move(still);
        }
    }

    bool leaves(std::uint32_t at) const
    {
        const instruction& i = f_.code[at];
        if (i.kind == flow::exit || i.kind == flow::ret) return true;
        return i.kind == flow::branch && std::any_of(next_[at].begin(), next_[at].end(), [&](std::uint32_t to) {
                   return !std::binary_search(members_.begin(), members_.end(), to);
               });
    }

    // Whether a branch out of the loop depends on what the instruction reads from memory.
    bool ends_by(std::uint32_t first) const
    {
        std::set<operand_slot> known;
        for (const operand_slot o : written_by(f_.code[first]))
            known.insert(o);
        for (std::size_t before = 0; before != known.size();) {
            before = known.size();
            for (const std::uint32_t at : members_)
                if (computes(f_.code[at]) && reads_any(f_.code[at], known))
                    for (const operand_slot o : written_by(f_.code[at]))
                        known.insert(o);
        }
        return std::any_of(members_.begin(), members_.end(), [&](std::uint32_t at) {
            return is_register(f_.code[at].guard) && known.count(f_.code[at].guard) != 0 && leaves(at);
        });
    }

    const decoded_function& f_;
    const successors& next_;
    const std::vector<std::uint32_t> members_; // in ascending order
    std::set<operand_slot> changing_;
};

bool ends_a_wait(const instruction& i)
{
    return i.access.kind == access_kind::store || i.kind == flow::barrier || i.kind == flow::call;
}

// Calls act(members) for each cycle of the graph without the instructions that `cut` names.
template <class Cut, class F>
void each_loop(const decoded_function& f, const successors& next, Cut cut, F act)
{
    std::vector<bool> is_cut(f.code.size());
    std::transform(f.code.begin(), f.code.end(), is_cut.begin(), cut);
    const cycle_finder cycles(next, std::move(is_cut));
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;
    for (std::uint32_t at = 0; at < f.code.size(); ++at)
        if (cycles.is_in_cycle(at)) members[cycles.cycle(at)].push_back(at);
    for (const auto& [first, all] : members)
        act(all);
}

// Marks the instructions of a loop that it waits for, among those that `may` names.
template <class May>
void mark_waits(decoded_function& f, const successors& next, const std::vector<std::uint32_t>& members, May may)
{
    std::optional<loop> around; // most loops have none
    for (const std::uint32_t at : members) {
        if (!may(f.code[at])) continue;
        if (!around) around.emplace(f, next, members);
        f.code[at].waits = around->waits_for(at);
    }
}

} // namespace

bool is_fence_or_pause(const instruction& i) { return i.run == run_fence || i.kind == flow::yield; }

bool is_plain_load(const instruction& i)
{
    const ptx::space space = i.access.space;
    return i.access.kind == access_kind::load && i.order == memory_order::weak && space != ptx::space::param &&
           space != ptx::space::constant && space != ptx::space::local;
}

void find_waiting_loops(decoded_function& f)
{
    const auto may_wait = [](const instruction& i) { return i.kind == flow::poll || is_fence_or_pause(i); };
    if (std::none_of(f.code.begin(), f.code.end(), may_wait)) return;
    const successors next = successors_of(f);
    const auto is_atomic = [](const instruction& i) { return i.access.kind == access_kind::atomic; };
    each_loop(
        f, next, [&](const instruction& i) { return ends_a_wait(i) || is_atomic(i); },
        [&](const std::vector<std::uint32_t>& members) {
            const bool has_fence = std::any_of(members.begin(), members.end(),
                                               [&](std::uint32_t at) { return is_fence_or_pause(f.code[at]); });
            const auto is_plain = [&](const instruction& i) {
                return is_plain_load(i) && i.kind == flow::none && has_fence;
            };
            mark_waits(f, next, members, [&](const instruction& i) {
                return is_plain(i) || (i.kind == flow::poll && i.access.kind == access_kind::load);
            });
            for (const std::uint32_t at : members)
                if (is_plain(f.code[at]) && f.code[at].waits) f.code[at].kind = flow::poll;
        });
    each_loop(f, next, ends_a_wait, [&](const std::vector<std::uint32_t>& members) {
        mark_waits(f, next, members, [&](const instruction& i) { return is_atomic(i) && has_atomic_result(i); });
    });
}

} // namespace cuda_emulator
