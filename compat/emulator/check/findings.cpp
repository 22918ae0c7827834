// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/findings.h"

#include "check/block_findings.h"
#include "machine/block.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <unistd.h>

namespace cuda_emulator {

namespace {
std::atomic<unsigned> count{0};

// Never destroyed: the trace may be written after the program's static objects are gone.
auto& first_mutex = *new std::mutex;
auto& first = *new std::vector<finding>;

// Each line is one write, because several processes may append to the file at the same time.
void add_to_file(std::string line)
{
    const char* const path = std::getenv("CUDA_EMULATOR_FINDINGS");
    if (!path || !*path) return;
    for (char& c : line)
        if (c == '\n') c = ' ';
    line += '\n';
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    const bool is_written = file >= 0 && write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (!is_written)
        std::fprintf(stderr, "cuda_emulator: findings cannot be written to '%s' (CUDA_EMULATOR_FINDINGS): %s\n", path,
                     std::strerror(errno));
    if (file >= 0) close(file);
}
} // namespace

void add_finding(const std::string& text, const explanation& why)
{
    ++count;
    if (text.empty()) return;
    {
        std::lock_guard lock(first_mutex);
        if (first.size() < 200) first.push_back({text, why});
    }
    std::fflush(stdout);
    std::fprintf(stderr, "cuda_emulator: %s\n%s", text.c_str(), text_of(why).c_str());
    add_to_file(text);
}

void add_finding(const block& b, const std::string& key, const std::string& text, const explain& why)
{
    b.grid.findings->add(b.linear_index, key, text, why);
}

bool is_new_finding(const block& b, const finding_site& site) { return b.grid.findings->is_new(b.linear_index, site); }

void tell_once(const std::string& key, const std::string& text, const explain& why)
{
    static std::mutex mutex;
    static std::set<std::string> told;
    std::lock_guard lock(mutex);
    if (told.insert(key).second) add_finding(text, why ? why() : explanation());
}

unsigned finding_count() { return count; }

void forget_findings()
{
    count = 0;
    std::lock_guard lock(first_mutex);
    first.clear();
}

std::vector<finding> first_findings()
{
    std::lock_guard lock(first_mutex);
    return first;
}

} // namespace cuda_emulator
