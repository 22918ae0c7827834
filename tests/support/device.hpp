// Whether there is a device to run tests on.
#pragma once

#include <string>

//! Empty when kernels can run here, otherwise why they cannot.
std::string why_no_device();
