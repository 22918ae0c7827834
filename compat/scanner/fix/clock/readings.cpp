// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "readings.hpp"

namespace scanner {
namespace {

// Returns the kind of a clock call that returns its time as a value.
std::optional<clock_kind> clock_call(const program& source, std::size_t name)
{
    if (!source.at(name + 1).is_mark("(") || !source.at(name + 2).is_mark(")")) return {};
    if (source.at(name).is_name("clock") && !source.at(name - 1).is_mark(".") && !source.at(name - 1).is_mark("->"))
        return clock_kind::ticks;
    if (source.at(name).is_name("now") && source.at(name - 1).is_mark("::")) return clock_kind::chrono;
    return {};
}

// Tests whether the tokens up to `close` are NULL, 0, nullptr or (struct timezone*)0.
bool is_null(const program& source, std::size_t first, std::size_t close)
{
    const token& last = source.at(close - 1);
    if (!last.is("NULL") && !last.is("0") && !last.is("nullptr")) return false;
    return first + 1 == close || (source.at(first).is_mark("(") && source.closing(first) == close - 2);
}

// Handles gettimeofday(&start, NULL) and clock_gettime(CLOCK_MONOTONIC, &start).
std::optional<reading> call_with_address(const program& source, std::size_t i)
{
    const bool of_day = source.at(i).is_name("gettimeofday");
    if ((!of_day && !source.at(i).is_name("clock_gettime")) || !source.at(i + 1).is_mark("(")) return {};
    const std::size_t close = source.closing(i + 1), address = of_day ? i + 2 : i + 4;
    if (!source.at(close + 1).is_mark(";") || address + 1 >= close || !source.at(address).is_mark("&")) return {};
    const std::string name(source.at(address + 1).text);
    if (of_day) {
        if (!source.at(i + 4).is_mark(",") || !is_null(source, i + 5, close)) return {};
        return reading{i, close + 1, name, clock_kind::time_of_day, false, ""};
    }
    if (!source.at(i + 2).is_name() || !source.at(i + 3).is_mark(",") || close != i + 6) return {};
    return reading{i, close + 1, name, clock_kind::posix, false, std::string(source.at(i + 2).text)};
}

} // namespace

std::size_t type_before(const program& source, std::size_t i, clock_kind kind)
{
    if (i < 4) return i;
    std::size_t first = i - 1;
    const token& last = source.at(first);
    if (kind == clock_kind::chrono && source.at(first).is_mark(">")) { // std::chrono::time_point<…>
        int depth = 0;
        for (; first > 0 && i - first < 32; --first) {
            depth += source.at(first).is_mark(">") - source.at(first).is_mark("<");
            if (depth == 0) break;
        }
        if (!source.at(--first).is_name("time_point")) return i;
    } else if (kind == clock_kind::chrono ? !last.is_name("auto") && !last.is_name("time_point")
                                          : !last.is_name(kind == clock_kind::ticks         ? "clock_t"
                                                          : kind == clock_kind::time_of_day ? "timeval"
                                                                                            : "timespec")) {
        return i;
    }
    while (first > 1 && source.at(first - 1).is_mark("::"))
        first -= source.at(first - 2).is_name() ? 2 : 1;
    if (source.at(first - 1).is_name("struct")) --first;
    if (source.at(first - 1).is_name("const")) --first;
    return first;
}

std::optional<reading> reading_at(const program& source, std::size_t i)
{
    if (source.at(i).in_directive) return {};
    if (const auto one = call_with_address(source, i)) return one;
    const auto kind = clock_call(source, i);
    if (!kind || !source.at(i + 3).is_mark(";")) return {};
    std::size_t begin = i; // begin of std::chrono::steady_clock::now
    while (source.at(begin - 1).is_mark("::") && source.at(begin - 2).is_name())
        begin -= 2;
    if (source.at(begin - 1).is_mark("::")) --begin;
    if (!source.at(begin - 1).is_mark("=") || !source.at(begin - 2).is_name()) return {};
    const std::size_t name = begin - 2, type = type_before(source, name, *kind);
    return reading{type, i + 3, std::string(source.at(name).text), *kind, type != name, ""};
}

std::size_t next_clock(const program& source, std::size_t behind, std::size_t end)
{
    for (std::size_t i = behind + 1; i < end; ++i)
        if (clock_call(source, i) || (source.at(i + 1).is_mark("(") &&
                                      (source.at(i).is_name("gettimeofday") || source.at(i).is_name("clock_gettime"))))
            return i;
    return end;
}

} // namespace scanner
