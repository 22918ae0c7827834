// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures, surfaces, arrays, streams and events between their creation and their end, and the record's lines of both.
#pragma once

#include "record/record_file.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace cuda_emulator {

class living_objects {
public:
    //! Numbers the object from 1 on. `call` and `place` say who made it. Returns the line `made`.
    record_line made(const char* kind, std::uint64_t handle, const std::string& call, const std::string& place);
    //! Returns the line `destroyed`, or nothing if no such object lives.
    std::optional<record_line> destroyed(const char* kind, std::uint64_t handle);
    //! The device is reset: no object lives any more. The numbers continue.
    void clear() { numbers_.clear(); }

private:
    std::uint64_t count_ = 0;
    std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> numbers_;
};

} // namespace cuda_emulator
