// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a bind says of the memory, as the fields of a cudaResourceDesc.
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

// Nothing, and a refusal, where the bind cannot be carried over.
std::optional<binding> read_binding(unit_model& model, const reference& one, const node& bind);

// Whether a bind of linear or pitched memory says which channels it has.
bool has_descriptor(const unit_model& model, const node& bind);

} // namespace scanner
