// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second runs: they keep the bytes of what differs, and who wrote them.
#pragma once

#include "verify/comparison.hpp"

#include <map>
#include <string>

namespace scanner {

// What a second run is to keep, for CUDA_EMULATOR_RECORD_LOOK: a text for each process. Empty: nothing differs.
struct look_requests {
    std::map<std::size_t, std::string> of_old, of_new;
    bool empty() const { return of_old.empty() && of_new.empty(); }
};
look_requests requests_for(const comparison&);

// Compares the kept bytes element by element. A launch or a copy whose elements turn out to be the same becomes so.
// False: the second runs have not got all of them, since the program launches in another order each time.
bool look_into(comparison&, const recorded_run& old_again, const recorded_run& new_again, const tolerances&);

} // namespace scanner
