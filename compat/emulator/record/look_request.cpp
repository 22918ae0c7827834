// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/look_request.h"

#include "profile/output_file.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace cuda_emulator {

look_request look_request::from_environment()
{
    look_request result;
    const char* const name = file_in("CUDA_EMULATOR_RECORD_LOOK");
    if (!name) return result;
    std::ifstream file(name);
    if (!file) std::fprintf(stderr, "cuda_emulator: CUDA_EMULATOR_RECORD_LOOK: %s cannot be read\n", name);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string what;
        std::uint64_t number = 0;
        chunk place;
        if (words >> what >> number) {
            if (what == "fetches") {
                result.fetches_.insert(number);
                continue;
            }
            if (what == "copy") {
                result.copies_.insert(number);
                continue;
            }
            if (what == "chunk" && words >> place.first >> place.second) {
                result.chunks_[number].insert(place);
                continue;
            }
        }
        if (!line.empty())
            std::fprintf(stderr, "cuda_emulator: CUDA_EMULATOR_RECORD_LOOK: no request: %s\n", line.c_str());
    }
    return result;
}

bool look_request::wants_chunk(std::uint64_t launch, unsigned allocation, std::size_t index) const
{
    return chunks(launch).count({allocation, index}) != 0;
}

const std::set<look_request::chunk>& look_request::chunks(std::uint64_t launch) const
{
    static const std::set<chunk> none;
    const auto at = chunks_.find(launch);
    return at == chunks_.end() ? none : at->second;
}

} // namespace cuda_emulator
