// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proves what the host side needs: an order of binds and launches, and forms of calls that can be rewritten.
#pragma once

#include "attributes.hpp"
#include "flow.hpp"

namespace scanner {

// Returns whether the reference has all properties that the rewriting needs. Adds a refusal for each property without
// proof.
bool prove_host_side(unit_model& model, const flow& order, attributes& known, reference& one);

} // namespace scanner
