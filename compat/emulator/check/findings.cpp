// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/findings.h"

#include "check/block_findings.h"
#include "machine/block.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>

namespace cuda_emulator {

namespace {
std::atomic<unsigned> count{0};

// Never destroyed: the trace is written when the program's own statics may be gone.
auto& first_mutex = *new std::mutex;
auto& first = *new std::vector<std::string>;
} // namespace

void add_finding(const std::string& text)
{
    ++count;
    if (text.empty()) return;
    {
        std::lock_guard lock(first_mutex);
        if (first.size() < 200) first.push_back(text);
    }
    std::fflush(stdout);
    std::fprintf(stderr, "cuda_emulator: %s\n", text.c_str());
}

void add_finding(const block& b, const std::string& key, const std::string& text)
{
    b.grid.findings->add(b.linear_index, key, text);
}

void tell_once(const std::string& key, const std::string& text)
{
    static std::mutex mutex;
    static std::set<std::string> told;
    std::lock_guard lock(mutex);
    if (told.insert(key).second) add_finding(text);
}

unsigned finding_count() { return count; }

void forget_findings()
{
    count = 0;
    std::lock_guard lock(first_mutex);
    first.clear();
}

std::vector<std::string> first_findings()
{
    std::lock_guard lock(first_mutex);
    return first;
}

} // namespace cuda_emulator
