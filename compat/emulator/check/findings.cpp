#include "check/findings.h"

#include <atomic>
#include <cstdio>

namespace cuda_emulator {

namespace {
std::atomic<unsigned> count{0};
}

void add_finding(const std::string& text)
{
    ++count;
    if (text.empty()) return;
    std::fflush(stdout);
    std::fprintf(stderr, "cuda_emulator: %s\n", text.c_str());
}

unsigned finding_count() { return count; }

} // namespace cuda_emulator
