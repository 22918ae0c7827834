// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "table.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace scanner {
namespace {

// Its ends, its middle and its length as a number below 2^14.
std::size_t look_of(std::string_view name)
{
    const auto character = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(name[i]));
    };
    const std::size_t size = name.size();
    const std::uint32_t ends = character(0) | character(size / 2) << 8 | character(size - 1) << 16;
    return (ends * 2654435761u ^ static_cast<std::uint32_t>(size) * 2246822519u) >> 18;
}

struct tables {
    std::unordered_map<std::string_view, api_rows> identifiers;
    std::unordered_map<std::string_view, const api_name*> headers;
    // Most identifiers of a program look like none of these: that is quicker to see than a hash.
    std::array<bool, 1 << 14> looks{};

    tables()
    {
        for (std::size_t i = 0; i < api_names_count; ++i) {
            const api_name& one = api_names[i];
            const std::string_view name = one.name;
            if (std::string_view(one.kind) == "header") {
                headers[name] = &one;
                continue;
            }
            const std::size_t colon = name.rfind(':');
            const std::string_view last = colon == name.npos ? name : name.substr(colon + 1);
            identifiers[last].push_back(&one);
            looks[look_of(last)] = true;
        }
    }
};

const tables& all()
{
    static const tables result;
    return result;
}

} // namespace

const api_rows* find_identifier(std::string_view identifier)
{
    static const tables& known = all();
    if (!known.looks[look_of(identifier)]) return nullptr;
    const auto found = known.identifiers.find(identifier);
    return found == known.identifiers.end() ? nullptr : &found->second;
}

const api_name* find_header(std::string_view path)
{
    const auto& headers = all().headers;
    if (const auto found = headers.find(path); found != headers.end()) return found->second;
    const std::size_t slash = path.rfind('/');
    if (slash == path.npos) return nullptr;
    const auto found = headers.find(path.substr(slash + 1));
    return found == headers.end() ? nullptr : found->second;
}

} // namespace scanner
