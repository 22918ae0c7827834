// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the command that follows if there is a device. Otherwise prints "skipped: <reason>" and exits with 77.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "device.hpp"

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: device_present COMMAND...\n");
        return 2;
    }
    if (const std::string reason = why_no_device(); !reason.empty()) {
        const char* required = std::getenv("CUDA_LEGACY_REQUIRE_GPU");
        std::printf("%s: %s\n", required && std::strcmp(required, "1") == 0 ? "failed" : "skipped", reason.c_str());
        return required && std::strcmp(required, "1") == 0 ? 1 : 77;
    }
    execvp(argv[1], argv + 1);
    std::perror(argv[1]);
    return 1;
}
