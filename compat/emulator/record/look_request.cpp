// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/look_request.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace cuda_emulator {

look_request look_request::from_environment(const char* variable, const record_file& record)
{
    look_request result;
    const char* const value = std::getenv(variable);
    if (!value || !*value) return result;
    const std::string name = with_number(value, record.process());
    std::ifstream file(name);
    if (!file) std::fprintf(stderr, "%s: %s: %s cannot be read\n", record.by().c_str(), variable, name.c_str());
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
            std::fprintf(stderr, "%s: %s: no request: %s\n", record.by().c_str(), variable, line.c_str());
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
