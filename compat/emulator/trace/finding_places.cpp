// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/finding_places.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace cuda_emulator {

namespace {

bool digit(const std::string& s, std::size_t at)
{
    return at < s.size() && std::isdigit(static_cast<unsigned char>(s[at]));
}

// Gives the end of "path:line" for a path that begins here, or npos. A path may contain colons and commas.
std::size_t end_of_source(const std::string& s, std::size_t at)
{
    for (std::size_t colon = s.find(':', at); colon != std::string::npos; colon = s.find(':', colon + 1)) {
        std::size_t end = colon + 1;
        while (digit(s, end))
            ++end;
        if (end > colon + 1 && (end == s.size() || std::string(":,;) ").find(s[end]) != std::string::npos)) return end;
        // ": " ends the place, so no path has begun.
        if (colon + 1 < s.size() && s[colon + 1] == ' ') return std::string::npos;
    }
    return std::string::npos;
}

} // namespace

std::vector<finding_place> places_in(const std::string& s)
{
    static const std::string word = "PTX line ";
    std::vector<finding_place> places;
    for (std::size_t at = s.find(word); at != std::string::npos; at = s.find(word, at)) {
        at += word.size();
        if (!digit(s, at)) continue;
        finding_place place{std::atoi(s.c_str() + at), {}};
        while (digit(s, at))
            ++at;
        if (s.compare(at, 2, ", ") == 0)
            if (const std::size_t end = end_of_source(s, at + 2); end != std::string::npos) {
                place.source = s.substr(at + 2, end - at - 2);
                at = end;
            }
        places.push_back(place);
    }
    return places;
}

bool lacks_source(const std::string& finding)
{
    const std::vector<finding_place> places = places_in(finding);
    return finding.rfind("kernel '", 0) == 0 &&
           std::any_of(places.begin(), places.end(), [](const finding_place& p) { return p.source.empty(); });
}

std::string kernel_in(const std::string& s)
{
    static const std::string word = "kernel '";
    const std::size_t at = s.find(word);
    if (at == std::string::npos) return {};
    const std::size_t end = s.find('\'', at + word.size());
    return end == std::string::npos ? std::string{} : s.substr(at + word.size(), end - at - word.size());
}

} // namespace cuda_emulator
