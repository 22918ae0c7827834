// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=shuffles: adds a mask to shuffles and votes that provably all lanes of the warp execute.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fix/edits.hpp"
#include "launches.hpp"
#include "names/table.hpp"
#include "own_overloads.hpp"
#include "source/program.hpp"

namespace scanner {

// Information from outside the analysed file.
struct shuffle_context {
    preprocessor_settings settings;
    const launch_shapes* launches = nullptr; // the launches of all scanned files; null means the launches of this file
};

struct shuffle_fix {
    std::vector<edit> edits; // empty if a person has to decide
    std::string why;         // the reason, if `edits` is empty
};

// Proves calls in one source. The source must outlive the prover.
class shuffle_prover {
public:
    shuffle_prover(const program& source, const own_overloads& own, const shuffle_context& context);
    ~shuffle_prover();

    // Returns the fix for the call whose name is token i. Example: __shfl_down(v, 1) becomes
    // __shfl_down_sync(0xffffffff, v, 1).
    shuffle_fix at(std::size_t i, const api_name& row);

private:
    class functions;
    const program& source_;
    std::unique_ptr<functions> functions_;
};

} // namespace scanner
