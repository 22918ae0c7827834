// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "readings.hpp"

namespace scanner {
namespace {

bool is(const program& source, std::size_t i, std::string_view mark)
{
    return i < source.size() && source.at(i).is_mark(mark);
}

// The name of the clock's function whose ( ) closes at `close`; size() where it is another call.
std::optional<clock_kind> clock_call(const program& source, std::size_t name)
{
    if (!is(source, name + 1, "(") || !is(source, name + 2, ")")) return {};
    if (source.at(name).is_name("clock") && !is(source, name - 1, ".") && !is(source, name - 1, "->"))
        return clock_kind::ticks;
    if (source.at(name).is_name("now") && is(source, name - 1, "::")) return clock_kind::chrono;
    return {};
}

} // namespace

std::optional<reading> reading_at(const program& source, std::size_t i)
{
    if (source.at(i).in_directive) return {};
    if (source.at(i).is_name("gettimeofday") && is(source, i + 1, "(") && is(source, i + 2, "&")) {
        const std::size_t close = source.closing(i + 1);
        const bool no_zone = source.at(i + 5).is("NULL") || source.at(i + 5).is("0") || source.at(i + 5).is("nullptr");
        if (is(source, close + 1, ";") && is(source, i + 4, ",") && close == i + 6 && no_zone)
            return reading{i, close + 1, std::string(source.at(i + 3).text), clock_kind::time_of_day, false};
    }
    const auto kind = clock_call(source, i);
    if (!kind || !is(source, i + 3, ";")) return {};
    std::size_t begin = i; // of std::chrono::steady_clock::now
    while (is(source, begin - 1, "::") && source.at(begin - 2).is_name())
        begin -= 2;
    if (is(source, begin - 1, "::")) --begin;
    if (!is(source, begin - 1, "=") || !source.at(begin - 2).is_name()) return {};
    const std::size_t name = begin - 2;
    const bool declares = source.at(name - 1).is_name(*kind == clock_kind::ticks ? "clock_t" : "auto");
    return reading{declares ? name - 1 : name, i + 3, std::string(source.at(name).text), *kind, declares};
}

std::size_t next_clock(const program& source, std::size_t behind, std::size_t end)
{
    for (std::size_t i = behind + 1; i < end; ++i)
        if (clock_call(source, i)) return i;
    return end;
}

} // namespace scanner
