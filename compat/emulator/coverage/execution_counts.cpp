// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coverage/execution_counts.h"

#include "machine/lanes.h"
#include "machine/warp.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// The code for definedness tracking has an instruction for each one of the plain code.
std::size_t index_of(const decoded_function& f, const instruction& i)
{
    const auto distance = [&](const std::vector<instruction>& code) {
        return (reinterpret_cast<std::uintptr_t>(&i) - reinterpret_cast<std::uintptr_t>(code.data())) /
               sizeof(instruction);
    };
    const std::size_t plain = distance(f.code);
    return plain < f.code.size() ? plain : distance(f.tracked);
}

unsigned count_of(std::uint32_t mask) { return static_cast<unsigned>(__builtin_popcount(mask)); }

} // namespace

execution_counts::function_counts& execution_counts::find(const decoded_function& f)
{
    thread_local thread_counts* of_this_thread = nullptr;
    if (!of_this_thread) {
        std::lock_guard lock(mutex_);
        of_this_thread = &threads_.emplace_back();
    }
    std::unique_ptr<function_counts>& found = (*of_this_thread)[&f];
    if (!found) {
        found = std::make_unique<function_counts>();
        found->of = &f;
        found->steps.resize(f.code.size() + 1);
    }
    return *found;
}

// Most instructions are of the function of the one before.
execution_counts::function_counts& execution_counts::counts_of(const decoded_function& f)
{
    thread_local function_counts* latest = nullptr;
    if (!latest || latest->of != &f) latest = &find(f);
    return *latest;
}

void execution_counts::add(const warp& w, const instruction& i, std::uint32_t mask, std::uint32_t active)
{
    function_counts& counts = counts_of(*w.current->function);
    const std::size_t at = index_of(*counts.of, i);
    counts.steps[at].came += count_of(mask);
    counts.steps[at].active += count_of(active);
    if (i.kind != flow::branch_indexed) return;
    auto& targets = counts.targets[at];
    targets.resize(static_cast<const branch_table*>(i.extra)->targets.size());
    const auto* index = reinterpret_cast<const std::uint32_t*>(w.base[i.operands[0] & 3] + (i.operands[0] & ~3u));
    each_lane(active, [&](int l) {
        if (index[l] < targets.size()) ++targets[index[l]];
    });
}

void execution_counts::add_straight(const warp& w, const instruction& first, std::size_t count, std::uint32_t mask)
{
    function_counts& counts = counts_of(*w.current->function);
    const std::size_t at = index_of(*counts.of, first);
    counts.steps[at].more += count_of(mask);
    counts.steps[at + count].more -= count_of(mask);
}

void execution_counts::take_back(const warp& w, const instruction& i, std::uint32_t active)
{
    function_counts& counts = counts_of(*w.current->function);
    step_counts& step = counts.steps[index_of(*counts.of, i)];
    step.came -= count_of(active);
    step.active -= count_of(active);
}

std::unordered_map<const ptx::function*, line_counts> execution_counts::by_function() const
{
    // First all threads of one decoded function, then all decoded functions of one function of the PTX.
    std::unordered_map<const decoded_function*, std::vector<lane_counts>> decoded;
    for (const thread_counts& thread : threads_)
        for (const auto& [f, counts] : thread) {
            auto& sums = decoded[f];
            sums.resize(f->code.size());
            std::uint64_t straight = 0;
            for (std::size_t k = 0; k < sums.size(); ++k) {
                straight += counts->steps[k].more;
                sums[k].came += counts->steps[k].came + straight;
                sums[k].active += counts->steps[k].active + straight;
            }
            for (const auto& [k, targets] : counts->targets) {
                sums[k].targets.resize(targets.size());
                for (std::size_t t = 0; t < targets.size(); ++t)
                    sums[k].targets[t] += targets[t];
            }
        }
    std::unordered_map<const ptx::function*, line_counts> all;
    for (const auto& [f, sums] : decoded) {
        line_counts lines;
        for (std::size_t k = 0; k < sums.size(); ++k) {
            if (f->code[k].adapter) continue;
            lane_counts& line = lines[f->code[k].line];
            line.came = std::max(line.came, sums[k].came);
            line.active = std::max(line.active, sums[k].active);
            if (!sums[k].targets.empty()) line.targets = sums[k].targets;
        }
        for (const auto& [number, line] : lines) {
            lane_counts& sum = all[f->source][number];
            sum.came += line.came;
            sum.active += line.active;
            sum.targets.resize(std::max(sum.targets.size(), line.targets.size()));
            for (std::size_t t = 0; t < line.targets.size(); ++t)
                sum.targets[t] += line.targets[t];
        }
    }
    return all;
}

} // namespace cuda_emulator
