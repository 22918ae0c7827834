// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA_EMULATOR_PROGRESS: lines on stderr that say what the program is doing, at regular times.
#pragma once

#include "machine/hotness.h"

namespace cuda_emulator {

struct kernel;
struct launch;

//! Starts the lines if CUDA_EMULATOR_PROGRESS asks for them.
void begin_progress();
//! Prints the last line, about the whole run.
void end_progress();

//! Counts the blocks of a launch, as long as the object lives. Without CUDA_EMULATOR_PROGRESS it does nothing.
class launch_progress final : public hotness_counter {
public:
    launch_progress(const kernel&, launch&);
    ~launch_progress();
    launch_progress(const launch_progress&) = delete;

    void turn_ended(const launch&, const executed_turn&) override;
    void path_waits(const launch&, decoded_function&) override;
    bool wants_time() const override;
    unsigned compilers() const override;

private:
    launch& launch_;
    hotness_counter* const next_; //!< also counts this launch; may be null
};

} // namespace cuda_emulator
