// Command-line arguments of the modern examples: numbers, checked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

//! Checks the number of command-line arguments. Ends the program with a message and exit status 2 if there are too
//! many.
//!
//! \param argc the argument count of main
//! \param argv the arguments of main
//! \param most the largest number of arguments, without the program's name
inline void at_most_arguments(int argc, char** argv, int most)
{
    if (argc - 1 <= most) return;
    std::fprintf(stderr, "%s takes %d arguments at most, not %d\n", argv[0], most, argc - 1);
    std::exit(2);
}

//! Gives a number from the command line. Ends the program with a message that names the argument, and exit status 2, if
//! the text has other characters than digits or the number is out of range.
//!
//! \param argc the argument count of main
//! \param argv the arguments of main
//! \param position the position of the argument, from 1
//! \param name the name of the argument in the message
//! \param otherwise the result if the command line has no such argument
//! \param low the smallest valid number
//! \param high the largest valid number
//! \return the number
inline std::size_t argument_or(int argc, char** argv, int position, const char* name, std::size_t otherwise,
                               std::size_t low, std::size_t high)
{
    if (position >= argc) return otherwise;
    const char* text = argv[position];
    const char* end = text + std::strlen(text);
    std::size_t value = 0;
    const auto [stop, error] = std::from_chars(text, end, value);
    if (error != std::errc{} || stop != end || value < low || value > high) {
        std::fprintf(stderr, "%s: %s must be a number from %zu to %zu, not '%s'\n", argv[0], name, low, high, text);
        std::exit(2);
    }
    return value;
}
