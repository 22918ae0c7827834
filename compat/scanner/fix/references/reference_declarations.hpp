// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes the declarations of references, or replaces them by variables.
#pragma once

#include "attributes.hpp"
#include "channels.hpp"

namespace scanner {

// Replaces each declaration by the variables that keep the object, the attributes and the channels, where such
// variables are needed. `of_file` has the references whose objects are variables of the file.
void replace_declarations(unit_model& model, rewriting& changes, const attributes& kept, const channels& variables,
                          const std::vector<const reference*>& of_file);

} // namespace scanner
