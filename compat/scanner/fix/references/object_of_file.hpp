// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests whether a variable of the file may keep the object of a reference.
#pragma once

#include "model.hpp"

namespace scanner {

// An object that outlives a function depends on device changes in the whole program. Its variable holds one binding at
// a time, so the program must use one device. Returns the reason against the object, or an empty string.
std::string why_no_object_of_file(const unit_model& model, const reference& one);

} // namespace scanner
