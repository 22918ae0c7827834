// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of memory by their PTX type: as text, and how far apart two of them are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace scanner {

// Units in the last place that are allowed, by type: f16, bf16, f32, f64.
using tolerances = std::map<std::string, std::uint64_t>;

// float=2ulp,double=1ulp. Returns what is wrong; empty where nothing is.
std::string read_tolerances(const std::string& text, tolerances&);

bool is_real(const std::string& type);
// "float" of f32, and so on; "bits" where the type is not known.
std::string name_of_type(const std::string& type);
std::string value_text(const std::string& type, const unsigned char* at, std::size_t bytes);
// Of elements of so many bytes. Both zeros are one number, and all NaNs are one. Nothing for types that are not real or
// have another size, between a number and a NaN, and between a number and an infinity.
std::optional<std::uint64_t> ulp_distance(const std::string& type, const unsigned char* a, const unsigned char* b,
                                          std::size_t bytes);
// By its name in PTX; 0: not known, or longer than 8 bytes.
std::size_t bytes_of_type(const std::string& type);

} // namespace scanner
