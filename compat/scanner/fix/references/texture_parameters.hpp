// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of functions that are texture references. A device function gets the object. A function of the host gets a
// struct with the object and all that a bind needs.
#pragma once

#include "model.hpp"
#include "rewriting.hpp"

namespace scanner {

// Finds the parameters. Must follow collect_functions, and precede the reading of uses.
void collect_texture_parameters(unit_model& model);
// Returns the parameter that receives the argument, or null.
texture_parameter* parameter_of(unit_model& model, const node& call, const node& argument);
// Refuses parameters of a form that the fix does not know, and finds the types that device functions fetch. Must follow
// the reading of uses.
void prove_texture_parameters(unit_model& model);
// Writes the new types, and declares the struct.
void rewrite_texture_parameters(unit_model& model, rewriting& changes);
// Returns the name of the struct, the same for all sources.
std::string binding_type(const unit_model& model);

} // namespace scanner
