// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selects the translated instructions: those with a lane function, weak loads and stores, and volatile ones of shared
// memory that do not poll. All other instructions run through the interpreter's handlers.
#pragma once

#include "execute/memory_access.h"
#include "machine/program.h"

#include <string>
#include <vector>

namespace cuda_emulator::translation {

//! Null if the interpreter's handler runs the instruction.
const lane_function* translated_function(const instruction&);

//! The address of a variable in the activation's frame.
bool is_frame_address(const instruction&);

//! Whether a loop over the lanes can run the instruction, with a lane mask that selects the results.
bool computes(const instruction&);

struct memory_operation {
    access_form form;
    bool loads = false;
};
//! The address is an offset in the lane's local memory, or in the activation's part of it.
inline bool is_local(const access_form& f) { return f.where == window::local || f.where == window::frame; }
//! Null if the instruction is no load or store, or if its kind is left to the handler.
const memory_operation* find_memory_operation(const instruction&);

//! Size of a type that a lane_function names.
int bytes_of(const std::string& type);
inline bool is_mask(const std::string& type) { return type == "mask"; }
inline bool is_signed_type(const std::string& type) { return type[0] == 'i'; }

} // namespace cuda_emulator::translation
