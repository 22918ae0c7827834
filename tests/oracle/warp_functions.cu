// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What shuffles and votes without a mask give, where CUDA says what they give. A line is a hash of all results.
//
// CUDA 11.8 builds it for compute_60, whose warps run in lock step: what it prints is the old meaning. Built and
// compared as texture_reference_1d.cu is. tests/compat/warp_functions_test.cu holds the same kernels against rules
// written down.

#include "warp/exchanges.h"

#include <string>

#include "facts.h"
#include "sweep.h"

using namespace warp_exchanges;

namespace {

template <class T>
void print(const std::string& what, const std::vector<T>& results)
{
    if (results.empty()) {
        std::printf("%s: %s\n", what.c_str(), cudaGetErrorName(cudaGetLastError()));
        return;
    }
    sweep::hash of_all;
    for (const T& one : results) {
        unsigned char bytes[sizeof one];
        std::memcpy(bytes, &one, sizeof one);
        for (unsigned char byte : bytes)
            of_all.add(byte);
    }
    std::printf("%s: %016llx\n", what.c_str(), of_all.value());
}

template <class T>
void shuffles(const char* type)
{
    for (exchange how : all_exchanges)
        for (int width : all_widths)
            for (int threads : {32, 64, 45, 20})
                print(std::string(name_of(how)) + " " + type + " width " + std::to_string(width) + ", " +
                          std::to_string(threads) + " threads",
                      exchange_all<T>(how, width, threads));
}

void all_votes()
{
    for (int threads : {32, 64, 45, 20, 1})
        for (unsigned active : {0xffffffffu, 0x0000ffffu, 0x55555555u, 0x00010001u, 0x80000000u})
            for (bool others_return : {false, true})
                print("votes of " + std::to_string(threads) + " threads, lanes " + std::to_string(active) +
                          (others_return ? ", the others gone" : ""),
                      vote_all(threads, active, others_return));
}

void numbers(const char* what, void (*kernel)(int*))
{
    std::printf("%s:", what);
    for (int one : numbers_of(kernel))
        std::printf(" %d", one);
    std::printf("\n");
}

void branches()
{
    numbers("both sides of a branch", both_sides_of_a_branch);
    numbers("aggregated counter", aggregated_counter);
    numbers("loop while any", loop_while_any);
    numbers("sum of a warp", warp_sum);
}

void loop() { numbers("loop of different length", loop_of_different_length); }

__global__ void bare_votes(unsigned* out)
{
    const bool odd = threadIdx.x % 2 != 0;
    out[threadIdx.x] = ballot(odd) ^ (any(odd) ? 2u : 0u) ^ (all(odd) ? 4u : 0u);
}

// The names of CUDA 1 to 4.
void without_underscores()
{
    std::vector<unsigned> out(32);
    unsigned* d_out = device_copy(out);
    bare_votes<<<1, 32>>>(d_out);
    says("votes without underscores", cudaMemcpy(out.data(), d_out, 32 * sizeof(unsigned), cudaMemcpyDeviceToHost));
    cudaFree(d_out);
    print("votes without underscores", out);
}

} // namespace

int main(int argc, char** argv)
{
    return run_cases(argc, argv,
                     {{"int", [] { shuffles<int>("int"); }},
                      {"unsigned", [] { shuffles<unsigned>("unsigned"); }},
                      {"long", [] { shuffles<long>("long"); }},
                      {"unsigned_long", [] { shuffles<unsigned long>("unsigned long"); }},
                      {"long_long", [] { shuffles<long long>("long long"); }},
                      {"unsigned_long_long", [] { shuffles<unsigned long long>("unsigned long long"); }},
                      {"float", [] { shuffles<float>("float"); }},
                      {"double", [] { shuffles<double>("double"); }},
                      {"half", [] { shuffles<__half>("half"); }},
                      {"half2", [] { shuffles<__half2>("half2"); }},
                      {"votes", all_votes},
                      {"branches", branches},
                      {"loop_of_different_length", loop},
                      {"without_underscores", without_underscores}},
                     processes::one);
}
