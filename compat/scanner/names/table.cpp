// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "table.hpp"

#include <array>
#include <unordered_map>

namespace scanner {
namespace {

struct tables {
    std::unordered_map<std::string_view, api_rows> identifiers;
    std::unordered_map<std::string_view, const api_name*> headers;
    // Most identifiers of a program begin like none of these or are longer: that is quicker to see than a hash.
    std::array<std::array<bool, 64>, 256> begin_and_length{};

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
            begin_and_length[static_cast<unsigned char>(last[0])][last.size() % 64] = true;
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
    if (!known.begin_and_length[static_cast<unsigned char>(identifier[0])][identifier.size() % 64]) return nullptr;
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
