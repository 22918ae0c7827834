// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trace of a program's kernels, for a reader: for each source line its counters and access patterns, and for each
// launch a timeline of the warps of a few blocks. TRACE.md describes the files.
//
// CUDA_EMULATOR_TRACE=FILE.html writes a page. CUDA_EMULATOR_TRACE_JSON=FILE.json writes all of the trace as JSON.
// CUDA_EMULATOR_TRACE_BLOCKS chooses the blocks that are recorded in detail.
#pragma once

#include "check/explanation.h"
#include "machine/observer.h"
#include "trace/sources.h"
#include "trace/timeline.h"

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

//! The trace of the whole program. Launches follow each other.
class trace : public execution_observer {
public:
    //! Gives null if no trace was requested.
    static trace* wanted();

    //! Begins a launch. `mangled` is the kernel's name. `keeps` keeps the code, which the program may unload before the
    //! trace is written.
    execution_observer* begin(const launch&, const std::string& mangled, std::shared_ptr<const void> keeps);
    //! Ends the launch. `error` is empty if there was none.
    void end(const std::string& error);

    void executes(warp&, const instruction&, std::uint32_t mask, std::uint32_t active) override;
    //! Never called, because the trace needs the counters.
    void executes_straight(warp&, const instruction&, std::size_t, std::uint32_t) override {}
    void takes_back(warp&, const instruction&, std::uint32_t active) override;
    void block_starts(const block&) override;
    void barrier_opens(const block&, std::uint32_t number) override;

    //! Gives the whole trace.
    std::string json();

private:
    trace();
    kernel_record& kernel_of(const launch&, const std::string& mangled, std::shared_ptr<const void> keeps);
    instruction_record& record_of(const warp&, const instruction&);
    //! Gives null if the block is not recorded.
    block_timeline* timeline_of(const block&);
    void write_kernels(json_writer&) const;
    void write_launches(json_writer&) const;
    void write_findings(json_writer&);
    void write_explanation(json_writer&, const explanation&);

    const std::vector<std::uint64_t> blocks_; //!< the recorded blocks, in order
    std::deque<kernel_record> kernels_;       //!< in the order of their first launch
    std::unordered_map<const program*, std::size_t> index_;
    std::deque<launch_record> launches_;
    std::uint64_t all_launches_ = 0;
    trace_sources sources_;
    std::size_t pattern_room_ = trace_limits::patterns_in_all;
    std::size_t segment_room_ = trace_limits::segments_in_all;
    // --- the current launch
    kernel_record* kernel_ = nullptr;
    launch_record* launch_ = nullptr; //!< null if the launch is not listed
};

//! Writes the requested files. If a file cannot be written, the result is false and stderr has the reason.
bool write_trace();

} // namespace cuda_emulator
