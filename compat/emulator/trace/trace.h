// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels did, for a reader: by source line the counters and the patterns of the accesses, by launch a timeline of
// the warps of a few blocks. TRACE.md says what the files hold.
//
// CUDA_EMULATOR_TRACE=FILE.html: as a page. CUDA_EMULATOR_TRACE_JSON=FILE.json: all of it as JSON.
// CUDA_EMULATOR_TRACE_BLOCKS: which blocks are looked into.
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

//! Of the whole program. Launches come one after the other.
class trace : public execution_observer {
public:
    //! Null when nobody wants a trace.
    static trace* wanted();

    //! A launch begins; `mangled` is its kernel's name. What the launch's code needs is kept: it may be unloaded before
    //! the trace is written.
    execution_observer* begin(const launch&, const std::string& mangled, std::shared_ptr<const void> keeps);
    //! It has ended: in this error, where the text is not empty.
    void end(const std::string& error);

    void executes(warp&, const instruction&, std::uint32_t mask, std::uint32_t active) override;
    //! Never called: the trace wants the counters.
    void executes_straight(warp&, const instruction&, std::size_t, std::uint32_t) override {}
    void takes_back(warp&, const instruction&, std::uint32_t active) override;
    void block_starts(const block&) override;
    void barrier_opens(const block&, std::uint32_t number) override;

    //! All of it.
    std::string json();

private:
    trace();
    kernel_record& kernel_of(const launch&, const std::string& mangled, std::shared_ptr<const void> keeps);
    instruction_record& record_of(const warp&, const instruction&);
    //! Null when the block is not looked into.
    block_timeline* timeline_of(const block&);
    void write_kernels(json_writer&) const;
    void write_launches(json_writer&) const;
    void write_findings(json_writer&);
    void write_explanation(json_writer&, const explanation&);

    const std::vector<std::uint64_t> blocks_; //!< that are looked into, in order
    std::deque<kernel_record> kernels_;       //!< in the order of their first launch
    std::unordered_map<const program*, std::size_t> index_;
    std::deque<launch_record> launches_;
    std::uint64_t all_launches_ = 0;
    trace_sources sources_;
    std::size_t pattern_room_ = trace_limits::patterns_in_all;
    std::size_t segment_room_ = trace_limits::segments_in_all;
    // --- the launch that runs
    kernel_record* kernel_ = nullptr;
    launch_record* launch_ = nullptr; //!< null: not listed
};

//! Writes what is wanted. False when a file cannot be written: stderr says why.
bool write_trace();

} // namespace cuda_emulator
