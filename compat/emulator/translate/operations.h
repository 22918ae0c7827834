// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which instructions are translated: those with a lane function, and weak loads and stores. All others run through the
// interpreter's handlers.
#pragma once

#include "execute/memory_access.h"
#include "machine/program.h"

#include <string>
#include <vector>

namespace cuda_emulator::translation {

//! The lane function of an instruction that is translated; null: the interpreter's handler runs it.
const lane_function* translated_function(const instruction&);

struct memory_operation {
    access_form form;
    bool loads = false;
};
//! Null: no load or store, or one of a kind that is left to the handler.
const memory_operation* find_memory_operation(const instruction&);

//! Of the types that a lane_function names.
int bytes_of(const std::string& type);
inline bool is_mask(const std::string& type) { return type == "mask"; }
inline bool is_signed_type(const std::string& type) { return type[0] == 'i'; }

} // namespace cuda_emulator::translation
