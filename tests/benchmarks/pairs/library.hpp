// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library call that replaces a pair's kernel, and the limit of the device.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

struct library_call {
    std::string name; // as in the table: cub::DeviceReduce::TransformReduce
    // Runs one call and gives its milliseconds by CUDA events, after the preparations of timing_start.hpp.
    std::function<double()> run;
};

//! Gives the library's call for a pair at a size, or nothing if there is none, or if this toolkit lacks the library.
//! Throws std::runtime_error if the device's memory is too small. Its memory is freed with the object.
std::optional<library_call> library_call_for(const std::string& slug, std::size_t size);

//! Gives the least microseconds for the device: for the bytes that must move, at the rate of a copy measured here, or
//! for the operations of a product at the device's peak. Gives nothing if neither is known.
std::optional<double> limit_us(const std::string& slug, std::size_t size);

//! Gives the bytes per second, read and written, of a copy of 1 GiB within the device's memory: the best of ten.
double copy_rate();
