// Command-line arguments of the modern examples: numbers, checked.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

//! The number at `position` of the command line, `otherwise` when the line is shorter. What is no number from `low` to
//! `high` ends the program with a message that names the argument, and exit status 2.
inline long long argument_or(int argc, char** argv, int position, const char* name, long long otherwise, long long low,
                             long long high)
{
    if (position >= argc) return otherwise;
    const char* text = argv[position];
    const char* end = text + std::strlen(text);
    long long value = 0;
    const auto [stop, error] = std::from_chars(text, end, value);
    if (error != std::errc{} || stop != end || value < low || value > high) {
        std::fprintf(stderr, "%s: %s must be a number from %lld to %lld, not '%s'\n", argv[0], name, low, high, text);
        std::exit(2);
    }
    return value;
}
