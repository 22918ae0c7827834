// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/environment.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

namespace cuda_emulator {

namespace {

bool is_one_of(const char* variable, const char* number, const char* word)
{
    const char* s = std::getenv(variable);
    return s && (std::strcmp(s, number) == 0 || std::strcmp(s, word) == 0);
}

double number_in(const char* variable, double otherwise, double low, double high, bool whole)
{
    const char* const text = std::getenv(variable);
    if (!text) return otherwise;
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (end != text && !*end && value >= low && value <= high && (!whole || value == std::floor(value))) return value;

    // Both objects are never destroyed, because the exit status is read after static destruction begins.
    static auto& mutex = *new std::mutex;
    static auto& told = *new std::set<std::string>;
    std::lock_guard lock(mutex);
    if (told.insert(variable).second)
        std::fprintf(stderr, "cuda_emulator: %s is '%s', which is no %snumber from %.0f to %.0f: it is ignored\n",
                     variable, text, whole ? "whole " : "", low, high);
    return otherwise;
}

} // namespace

double number_in(const char* variable, double otherwise, double low, double high)
{
    return number_in(variable, otherwise, low, high, false);
}

int whole_number_in(const char* variable, int otherwise, int low, int high)
{
    return static_cast<int>(number_in(variable, otherwise, low, high, true));
}

bool wanted(const char* variable) { return !is_one_of(variable, "0", "off"); }
bool asked_for(const char* variable) { return is_one_of(variable, "1", "on"); }

} // namespace cuda_emulator
