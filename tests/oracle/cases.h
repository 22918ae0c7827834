// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases of an oracle program, and their choice by name.
//
// This header uses nothing newer than C++14 and CUDA 11, because CUDA 11.8 builds it, too.
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

//! The number of processes for the cases of a program.
enum class processes {
    one_each, //!< a case affects the next one: it ends in a sticky error, or changes the process
    one       //!< no case affects another one; most of a process's time is its start
};

//! Runs the cases named on the command line, all without any. --list prints a line for each process that they need,
//! with the names of its cases. Exit status 2 when a name is unknown, 3 when a case leaves the device in error and
//! others were to follow, 77 when there is no device.
inline int run_cases(int argc, char** argv, const std::vector<oracle_case>& cases, processes needed)
{
    int devices = 0;
    const cudaError_t error = cudaGetDeviceCount(&devices);
    if (error != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device: %s\n", cudaGetErrorString(error));
        return 77;
    }
    if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
        for (const oracle_case& one : cases)
            std::printf("%s%c", one.name.c_str(), needed == processes::one && &one != &cases.back() ? ' ' : '\n');
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
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // keeps the output of a case before a crash
    const oracle_case* before = nullptr;
    for (const oracle_case& one : cases) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; i++)
            wanted |= one.name == argv[i];
        if (!wanted) continue;
        if (before) {
            cudaGetLastError(); // the last error of the case's calls, if the case did not query it
            const cudaError_t left = cudaDeviceSynchronize();
            if (left != cudaSuccess) {
                std::fprintf(stderr, "%s leaves the device in error: %s\n", before->name.c_str(),
                             cudaGetErrorName(left));
                return 3;
            }
        }
        std::printf("# %s\n", one.name.c_str());
        std::fflush(stdout);
        one.run();
        before = &one;
    }
    return 0;
}
