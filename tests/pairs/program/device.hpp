// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the pairs run: on a GPU, or on the emulated device.
#pragma once

#include <string>

#include "options.hpp"

namespace pairs {

//! The device that this process runs on.
struct chosen_device {
    bool there = false;
    bool emulated = false;
    std::string words; // its name; or why there is none
};

//! Finds the device that `choice` asks for. The loader chooses the runtime library before main, so for the emulated
//! device the program starts itself again with the other library's path, and this does not return. Exits with a
//! message when what was asked for is not built.
chosen_device choose_device(device_choice choice, char** argv);

} // namespace pairs
