// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One line per check; the exit status of a program is the number of failures.
#pragma once

#include <cstdio>

inline int failures = 0;

#define EXPECT(name, condition)                                                                                        \
    do {                                                                                                               \
        const bool holds = (condition);                                                                                \
        if (!holds) ++failures;                                                                                        \
        std::printf("%s %s\n", holds ? "ok  " : "FAIL", name);                                                         \
    } while (0)
