// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=shuffles: shuffles and votes without a mask, where all lanes of the warp are proven to take part.
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

// What one file does not say.
struct shuffle_context {
    preprocessor_settings settings;
    const launch_shapes* launches = nullptr; // of all files that are looked at; null: of this file only
};

struct shuffle_fix {
    std::vector<edit> edits; // empty where it is left to a person
    std::string why;         // then: why
};

// Of one source, which has to outlive it.
class shuffle_prover {
public:
    shuffle_prover(const program& source, const own_overloads& own, const shuffle_context& context);
    ~shuffle_prover();

    // For the call's name at token i: __shfl_down(v, 1) becomes __shfl_down_sync(0xffffffff, v, 1).
    shuffle_fix at(std::size_t i, const api_name& row);

private:
    class functions;
    const program& source_;
    std::unique_ptr<functions> functions_;
};

} // namespace scanner
