// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts that do not depend on each other, in the order of the first argument: "0123". For the tests of verify: host
// threads would take any order. A second argument is "wrong" for a fault, or "alone" for one thread instead of one for
// each launch. With "at_once" four host threads allocate, launch and free at the same time.
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

__global__ void scale(float* data, float factor, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

__global__ void shift(float* data, float by, int n, int wrong)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += i == wrong ? 2 * by : by;
}

static void run_at_once()
{
    std::vector<std::thread> threads;
    for (int part = 0; part < 4; ++part)
        threads.emplace_back([n = 1000 * (part + 1)] {
            for (int round = 0; round < 25; ++round) {
                float* device = nullptr;
                cudaMalloc(&device, n * sizeof(float));
                cudaMemset(device, 0, n * sizeof(float));
                scale<<<(n + 127) / 128, 128>>>(device, 2.0f, n);
                cudaFree(device);
            }
        });
    for (std::thread& one : threads)
        one.join();
}

int main(int count, char** words)
{
    const char* const order = count > 1 ? words[1] : "0123";
    const bool is_wrong = count > 2 && !std::strcmp(words[2], "wrong");
    const bool is_alone = count > 2 && !std::strcmp(words[2], "alone");
    if (count > 2 && !std::strcmp(words[2], "at_once")) {
        run_at_once();
        return 0;
    }
    std::vector<float> host[4];
    float* device[4];
    for (int part = 0; part < 4; ++part) {
        host[part].assign(1000 * (part + 1), 1.0f + part);
        cudaMalloc(&device[part], host[part].size() * sizeof(float));
    }
    const auto work = [&](int part, int round) {
        const int n = static_cast<int>(host[part].size());
        const std::size_t bytes = host[part].size() * sizeof(float);
        cudaMemcpy(device[part], host[part].data(), bytes, cudaMemcpyHostToDevice);
        scale<<<(n + 127) / 128, 128>>>(device[part], 2.0f, n);
        shift<<<(n + 127) / 128, 128>>>(device[part], 0.5f, n, is_wrong && part == 2 && round == 1 ? 777 : -1);
        cudaMemcpy(host[part].data(), device[part], bytes, cudaMemcpyDeviceToHost);
    };
    for (int round = 0; round < 3; ++round)
        for (const char* at = order; *at; ++at) {
            if (is_alone)
                work(*at - '0', round);
            else
                std::thread(work, *at - '0', round).join();
        }
    for (int part = 0; part < 4; ++part) {
        std::printf("%d: %g\n", part, static_cast<double>(host[part].back()));
        cudaFree(device[part]);
    }
    return 0;
}
