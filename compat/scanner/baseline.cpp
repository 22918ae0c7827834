// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "baseline.hpp"

#include <fstream>
#include <iterator>

namespace scanner {

bool baseline::read(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find("\"cuda-legacy-scan\"") == text.npos) return false;
    // Within the text of a string, the quotation marks would have backslashes.
    for (const std::string& key : {std::string("\"fingerprint\": \""), std::string("\"cudaLegacyScan/v1\": \"")})
        for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1))
            ++left_[text.substr(at + key.size(), 16)];
    return true;
}

bool baseline::takes(const finding& one)
{
    const auto found = left_.find(one.fingerprint);
    return found != left_.end() && found->second > 0 && found->second-- > 0;
}

} // namespace scanner
