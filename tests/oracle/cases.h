// The cases of an oracle program, and the choice of them by name.
//
// Nothing newer than C++14 and CUDA 11 in here: CUDA 11.8 builds it, too.
#pragma once

#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

struct oracle_case {
    std::string name;
    std::function<void()> run;
};

//! Runs the cases named on the command line, all without any; lists them for --list; exit status 2 when a name is
//! unknown, 77 when there is no device. A case that ends in a sticky error spoils what follows it: give each a process
//! of its own.
inline int run_cases(int argc, char** argv, const std::vector<oracle_case>& cases)
{
    int devices = 0;
    const cudaError_t error = cudaGetDeviceCount(&devices);
    if (error != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device: %s\n", cudaGetErrorString(error));
        return 77;
    }
    if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
        for (const oracle_case& one : cases)
            std::printf("%s\n", one.name.c_str());
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (const oracle_case& one : cases)
            known |= one.name == argv[i];
        if (!known) {
            std::fprintf(stderr, "%s: no case is called '%s'\n", argv[0], argv[i]);
            return 2;
        }
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // what a case printed before it crashed is not lost
    for (const oracle_case& one : cases) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; i++)
            wanted |= one.name == argv[i];
        if (!wanted) continue;
        std::printf("# %s\n", one.name.c_str());
        std::fflush(stdout);
        one.run();
    }
    return 0;
}
