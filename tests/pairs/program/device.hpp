// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses where the pairs run: on a GPU, or on the emulated device.
#pragma once

#include <string>

#include "options.hpp"

namespace pairs {

//! The device that this process runs on.
struct chosen_device {
    bool there = false;
    bool emulated = false;
    std::string words; // its name, or the reason why there is none
};

//! Finds the device for `choice`. The loader chooses the runtime library before main. So for the emulated device the
//! program starts itself again with the path of the other library, and this call does not return. If the chosen device
//! is not built, the program ends with a message.
chosen_device choose_device(device_choice choice, char** argv);

} // namespace pairs
