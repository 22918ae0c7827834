// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lines and branches of the kernels' source were executed, and how often.
//
// CUDA_EMULATOR_COVERAGE=FILE: adds the counts to a tracefile of lcov. README.md says what is counted.
#pragma once

#include "coverage/execution_counts.h"
#include "coverage/tracefile.h"

#include <map>
#include <memory>
#include <string>

namespace cuda_emulator {

struct launch;

//! Of the whole program.
class coverage final : public execution_observer {
public:
    //! Null when the variable is not set.
    static coverage* wanted();

    //! A launch begins. `keeps`: its code, which may be unloaded before the counts are written. `beside`: the observer
    //! of the launch so far, or null. `counts`: the profile's counters are wanted.
    execution_observer* begin(const launch&, std::shared_ptr<const void> keeps, execution_observer* beside,
                              bool counts);
    //! The functions of this module are listed, even if they never run. `keeps`: the module.
    void add_module(const ptx::module&, std::shared_ptr<const void> keeps);

    void executes(warp&, const instruction&, std::uint32_t mask, std::uint32_t active) override;
    void executes_straight(warp&, const instruction& first, std::size_t count, std::uint32_t mask) override;
    void takes_back(warp&, const instruction&, std::uint32_t active) override;
    void block_starts(const block&) override;
    void barrier_opens(const block&, std::uint32_t number) override;

    //! Adds the counts to the file. False when it cannot be written: stderr says why.
    bool write();

private:
    coverage() = default;

    execution_counts counts_;
    execution_observer* beside_ = nullptr;
    std::map<const ptx::module*, std::shared_ptr<const void>> modules_;
    std::map<const program*, std::shared_ptr<const void>> programs_;
};

} // namespace cuda_emulator
