// What the oracle programs share: one line a fact, and the choice of cases by name.
//
// An oracle program is built twice, by CUDA 11.8 as it is and through compat by today's toolkit, so this header
// needs nothing newer than C++14 and CUDA 11.
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <cuda_runtime.h>

//! Prints the error that a call returned, and says so when it is not what cudaGetLastError tells next.
inline void says(const std::string& what, cudaError_t error)
{
    const cudaError_t last = cudaGetLastError();
    std::printf("%s: %s%s\n", what.c_str(), cudaGetErrorName(error), last == error ? "" : " (not the last error)");
}

//! Prints value and bits of what `kernel(out, coordinates, n)` fetches at each coordinate, or the error it ends with.
template <class Coordinate>
void fetch(const std::string& what, void (*kernel)(float*, const Coordinate*, int), const std::vector<Coordinate>& at)
{
    float* out = nullptr;
    Coordinate* d_at = nullptr;
    cudaMalloc((void**)&out, at.size() * sizeof(float));
    cudaMemset(out, 0xff, at.size() * sizeof(float));
    cudaMalloc((void**)&d_at, at.size() * sizeof(Coordinate));
    cudaMemcpy(d_at, at.data(), at.size() * sizeof(Coordinate), cudaMemcpyHostToDevice);
    kernel<<<1, (unsigned)at.size()>>>(out, d_at, (int)at.size());
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t ran = cudaDeviceSynchronize();
    std::vector<float> result(at.size());
    cudaMemcpy(result.data(), out, at.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(out);
    cudaFree(d_at);
    cudaGetLastError();
    std::printf("%s:", what.c_str());
    if (launched != cudaSuccess || ran != cudaSuccess) {
        std::printf(" launched %s, ran %s\n", cudaGetErrorName(launched), cudaGetErrorName(ran));
        return;
    }
    for (float x : result) {
        unsigned bits;
        std::memcpy(&bits, &x, sizeof bits);
        std::printf(" %g(%08x)", x, bits);
    }
    std::printf("\n");
}

struct oracle_case {
    const char* name;
    void (*run)();
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
            std::printf("%s\n", one.name);
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (const oracle_case& one : cases)
            known |= std::strcmp(one.name, argv[i]) == 0;
        if (!known) {
            std::fprintf(stderr, "%s: no case is called '%s'\n", argv[0], argv[i]);
            return 2;
        }
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // what a case printed before it crashed is not lost
    for (const oracle_case& one : cases) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; i++)
            wanted |= std::strcmp(one.name, argv[i]) == 0;
        if (!wanted) continue;
        std::printf("# %s\n", one.name);
        std::fflush(stdout);
        one.run();
    }
    return 0;
}
