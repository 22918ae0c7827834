// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a line for each check that fails. `failures` is the exit status of a program.
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>

static int failures = 0;

#define CHECK(condition) check((condition), #condition, __LINE__)

// Unused in a program that checks nothing at run time.
[[gnu::unused]] static void check(bool holds, const char* condition, int line)
{
    if (holds) return;
    ++failures;
    std::printf("line %d: %s\n", line, condition);
}

// A reference needs only its type. With objects, it is declared in constant memory.
#ifdef CUDA_LEGACY_NATIVE_REFERENCES
    #define REFERENCE
#else
    #define REFERENCE __constant__
#endif

#endif
