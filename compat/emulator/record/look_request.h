// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a second run is to keep: the file that CUDA_EMULATOR_RECORD_LOOK names, or the recorder's own variable. Each
// line is one request:
//
//   chunk LAUNCH ALLOCATION INDEX    the chunk's bytes after the launch, and who wrote them
//   fetches LAUNCH                   each fetch of the launch
//   copy NUMBER                      the copy's bytes
#pragma once

#include "record/record_file.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace cuda_emulator {

class look_request {
public:
    //! Empty if the variable is not set. `%n` in the file's name is the number that the record has. A file that cannot
    //! be read is reported on stderr.
    static look_request from_environment(const char* variable, const record_file&);

    bool wants_launch(std::uint64_t launch) const { return chunks_.count(launch) || fetches_.count(launch); }
    bool wants_fetches(std::uint64_t launch) const { return fetches_.count(launch) != 0; }
    bool wants_chunk(std::uint64_t launch, unsigned allocation, std::size_t index) const;
    bool wants_copy(std::uint64_t number) const { return copies_.count(number) != 0; }
    //! The chunks of a launch: allocation and index.
    using chunk = std::pair<unsigned, std::size_t>;
    const std::set<chunk>& chunks(std::uint64_t launch) const;

private:
    std::map<std::uint64_t, std::set<chunk>> chunks_;
    std::set<std::uint64_t> fetches_, copies_;
};

} // namespace cuda_emulator
