// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests that decode a kernel and do not run it: its variables and functions have no addresses.
#pragma once

#include "decode/decoder.h"

#include <cstdint>
#include <vector>

namespace cuda_emulator {

struct no_addresses : symbol_addresses {
    std::uint64_t variable_address(const ptx::variable&) const override { return 0; }
    std::uint64_t function_address(const ptx::function&) const override { return 0; }
    const std::vector<const ptx::function*>& addressed_functions() const override { return none; }
    std::vector<const ptx::function*> none;
};

} // namespace cuda_emulator
