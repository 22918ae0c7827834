// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second runs: they keep the bytes of what differs, and who wrote them.
#pragma once

#include "verify/comparison.hpp"

namespace scanner {

// What the emulated device is to keep, for CUDA_EMULATOR_RECORD_LOOK. Empty: nothing differs.
struct look_requests {
    std::string old_text, new_text;
    bool empty() const { return old_text.empty() && new_text.empty(); }
};
look_requests requests_for(const comparison&);

// Compares the kept bytes element by element. A launch or a copy whose elements turn out to be the same becomes so.
void look_into(comparison&, const recorded_run& old_again, const recorded_run& new_again, const tolerances&);

} // namespace scanner
