// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/trace.h"

#include "machine/block.h"
#include "machine/kernel_name.h"
#include "profile/count_instruction.h"
#include "profile/output_file.h"
#include "trace/access_pattern.h"
#include "trace/block_list.h"
#include "trace/page.h"

#include <algorithm>

namespace cuda_emulator {

namespace {
constexpr const char* page_variable = "CUDA_EMULATOR_TRACE";
constexpr const char* json_variable = "CUDA_EMULATOR_TRACE_JSON";
constexpr const char* blocks_variable = "CUDA_EMULATOR_TRACE_BLOCKS";
} // namespace

trace* trace::wanted()
{
    // The object is never destroyed: the trace may be written after the destruction of the program's statics.
    static trace* const of_the_program = file_in(page_variable) || file_in(json_variable) ? new trace : nullptr;
    return of_the_program;
}

trace::trace()
    : blocks_(block_list_in(blocks_variable, {0, 1, 2, 3}, trace_limits::blocks))
{
}

kernel_record& trace::kernel_of(const launch& l, const std::string& mangled, std::shared_ptr<const void> keeps)
{
    const auto [at, fresh] = index_.emplace(l.code, kernels_.size());
    if (fresh) {
        kernels_.emplace_back();
        kernel_record& k = kernels_.back();
        k.code = l.code;
        k.keeps = std::move(keeps);
        k.name = kernel_name(mangled);
        k.full_name = demangled(mangled);
    }
    return kernels_[at->second];
}

execution_observer* trace::begin(const launch& l, const std::string& mangled, std::shared_ptr<const void> keeps)
{
    kernel_ = &kernel_of(l, mangled, std::move(keeps));
    launch_ = nullptr;
    ++all_launches_;
    const bool looked_into = ++kernel_->launches <= trace_limits::launches_of_a_kernel;
    if (launches_.size() < trace_limits::launches) {
        launches_.emplace_back();
        launch_ = &launches_.back();
        launch_->kernel = index_[l.code];
        launch_->number = all_launches_;
        launch_->grid = l.grid;
        launch_->block = l.block;
        launch_->dynamic_shared = l.dynamic_shared;
        launch_->looked_into = looked_into;
    }
    return this;
}

void trace::end(const std::string& error)
{
    if (launch_) launch_->error = error;
    kernel_ = nullptr;
    launch_ = nullptr;
}

instruction_record& trace::record_of(const warp& w, const instruction& i)
{
    instruction_record*& known = kernel_->by_instruction[&i];
    if (known) return *known;
    auto& record = kernel_->instructions[{i.line, i.access.kind, i.access.space, i.access.bytes}];
    if (!record) {
        record = std::make_unique<instruction_record>();
        record->place = sources_.place_of(*w.grid->code, *w.current->function, i);
        record->ptx_line = i.line;
        record->access = i.access;
        if (i.access.kind != access_kind::none) record->text = trace_sources::ptx_line(*w.grid->code, i.line);
    }
    known = record.get();
    return *known;
}

block_timeline* trace::timeline_of(const block& b)
{
    if (!launch_ || !launch_->looked_into) return nullptr;
    for (const auto& t : launch_->blocks)
        if (t->linear_index == b.linear_index) return t.get();
    return nullptr;
}

void trace::block_starts(const block& b)
{
    if (!launch_ || !launch_->looked_into) return;
    if (!std::binary_search(blocks_.begin(), blocks_.end(), b.linear_index)) return;
    auto t = std::make_unique<block_timeline>();
    t->linear_index = b.linear_index;
    t->index = b.index;
    const std::size_t share = trace_limits::segments_of_a_launch / (b.warps.size() * blocks_.size());
    for (const auto& w : b.warps) {
        t->warps.emplace_back();
        t->warps.back().most_segments = std::min(trace_limits::segments, share);
        t->warps.back().present = w->present;
    }
    launch_->blocks.push_back(std::move(t));
}

void trace::executes(warp& w, const instruction& i, std::uint32_t mask, std::uint32_t active)
{
    instruction_record& r = record_of(w, i);
    if (!i.adapter) {
        ++r.counted.warp_instructions;
        r.counted.thread_instructions += static_cast<unsigned>(__builtin_popcount(active));
    }
    count_instruction(r.counted, w, i, mask, active);
    block_timeline* const t = timeline_of(*w.owner);
    if (!t) return;
    warp_timeline& line = t->warps[w.index];
    if (active && i.access.kind != access_kind::none)
        for (const space_request& request : requests_of(w, i, active))
            note_pattern(r.patterns[static_cast<std::size_t>(request.space)], w, i, request, launch_->number,
                         line.executed, pattern_room_);
    // All lanes of the path execute a branch, whatever its guard.
    const bool branches = i.kind == flow::branch || i.kind == flow::tracked_branch || i.kind == flow::branch_indexed;
    if (!i.adapter) line.step(branches ? mask : active, r.place, segment_room_);
    line.at_barrier = i.kind == flow::barrier && active;
}

void trace::takes_back(warp& w, const instruction& i, std::uint32_t active)
{
    instruction_record& r = record_of(w, i);
    --r.counted.warp_instructions;
    r.counted.thread_instructions -= static_cast<unsigned>(__builtin_popcount(active));
    if (block_timeline* const t = timeline_of(*w.owner)) t->warps[w.index].take_back();
}

void trace::barrier_opens(const block& b, std::uint32_t number)
{
    block_timeline* const t = timeline_of(b);
    if (!t) return;
    auto each = [&](auto f) {
        for (const auto& w : b.warps)
            if (std::any_of(w->paths.begin(), w->paths.end(), [&](const divergent_path& x) {
                    return x.state == path_state::at_barrier && x.wait == number;
                }))
                f(t->warps[w->index]);
    };
    std::uint64_t latest = 0;
    each([&](const warp_timeline& w) { latest = std::max(latest, w.clock); });
    each([&](warp_timeline& w) { w.wait_until(latest, segment_room_); });
}

bool write_trace()
{
    trace* const of_the_program = trace::wanted();
    if (!of_the_program) return true;
    const std::string json = of_the_program->json();
    bool written = true;
    if (const char* const page = file_in(page_variable))
        written = write_output_file(page, page_of(json), "the trace", page_variable);
    if (const char* const file = file_in(json_variable))
        written = write_output_file(file, json, "the trace", json_variable) && written;
    return written;
}

} // namespace cuda_emulator
