// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "baseline.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace scanner {

std::string baseline::read(const std::string& path)
{
    const std::string advice = "; this writes one: cuda-legacy-scan --format json -o FILE PATH...";
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return path + ": the baseline cannot be read: a folder" + advice;
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return path + ": the baseline cannot be read: " + (errno ? std::strerror(errno) : "cannot be opened") + advice;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find("\"cuda-legacy-scan\"") == text.npos)
        return path + ": the baseline is no output of this program" + advice;
    // Within the text of a string, the quotation marks would have backslashes.
    for (const std::string& key : {std::string("\"fingerprint\": \""), std::string("\"cudaLegacyScan/v1\": \"")})
        for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1))
            ++left_[text.substr(at + key.size(), 16)];
    return {};
}

bool baseline::takes(const finding& one)
{
    const auto found = left_.find(one.fingerprint);
    return found != left_.end() && found->second > 0 && found->second-- > 0;
}

} // namespace scanner
