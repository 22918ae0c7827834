// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user would call instead of writing a pair's kernel, and what the device could do at best.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

struct library_call {
    std::string name; // as in the table: cub::DeviceReduce::TransformReduce
    // One call: its milliseconds by CUDA events, as timing_start.hpp says.
    std::function<double()> run;
};

//! The library's call for a pair at a size; nothing where there is none, or where the toolkit here lacks the library.
//! Throws std::runtime_error where the device's memory does not suffice. Frees its memory when it goes.
std::optional<library_call> library_call_for(const std::string& slug, std::size_t size);

//! Microseconds that the device needs at least: for the bytes that have to move, at the rate of a copy measured here;
//! for products, for the operations at the peak of the device. Nothing where neither is known.
std::optional<double> limit_us(const std::string& slug, std::size_t size);

//! Bytes per second, read and written, of a copy within the device's memory: the best of ten, of 1 GiB.
double copy_rate();
