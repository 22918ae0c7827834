// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/explanation.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

std::string padded(std::string s, std::size_t width)
{
    s.resize(std::max(width, s.size()), ' ');
    return s;
}

} // namespace

std::string text_of(const explanation& e)
{
    std::string out;
    if (!e.threads.empty()) out += "    " + e.threads + "\n";
    std::size_t who = 0, place = 0;
    const auto name = [](const explained_access& a) { return a.place.substr(a.place.rfind('/') + 1); };
    for (const explained_access& a : e.accesses) {
        who = std::max(who, a.who.size());
        place = std::max(place, name(a).size());
    }
    for (const explained_access& a : e.accesses) {
        std::string line = "      " + padded(a.who, who) + " " + padded(a.does, 6) + "  ";
        line += a.code.empty() ? name(a) : padded(name(a), place) + "  " + a.code;
        out += line + "\n";
    }
    if (!e.remedy.empty()) out += "    " + e.remedy + "\n";
    return out;
}

} // namespace cuda_emulator
