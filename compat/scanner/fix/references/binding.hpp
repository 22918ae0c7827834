// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a bind call as the fields of a cudaResourceDesc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model.hpp"

namespace scanner {

struct binding {
    bool linear = false;
    std::vector<std::string> before;   // statements
    std::vector<std::string> resource; // field = value
};

// Refuses and returns nothing if a bind cannot be converted.
std::optional<binding> read_binding(unit_model& model, const reference& one, const node& bind);

// Tests whether a bind of linear or pitched memory passes a channel descriptor.
bool has_descriptor(const unit_model& model, const node& bind);

} // namespace scanner
