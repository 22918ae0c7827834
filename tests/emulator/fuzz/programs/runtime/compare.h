// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs each kernel on the host and on the device, and compares what they leave in memory.
//
//     program [REPETITIONS]
//
// Exit status: 0 all equal, 1 a difference, 3 the program is wrong itself, 4 an error of a CUDA call.
#pragma once

#include "exchanges.h"
#include "memory.h"

#include <string>

//! A kernel's code is `Kernel::run`, for both.
template <class Kernel>
__global__ void device_kernel(global_memory memory)
{
    __shared__ shared_memory shared;
    const u32 thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const lane_context self{
        thread, blockDim.x * blockDim.y * blockDim.z, thread % 32, blockIdx.x, threadIdx.x, threadIdx.y, threadIdx.z,
        &shared};
    Kernel::run(self, memory);
}

template <class Kernel>
void host_kernel(dim3 shape, global_memory memory)
{
    for (u32 block = 0; block < grid_size; ++block) {
        shared_memory shared{};
        const u32 threads = shape.x * shape.y * shape.z;
        block_on_host().run(threads, [&](u32 thread) {
            const lane_context self{thread,
                                    threads,
                                    thread % 32,
                                    block,
                                    thread % shape.x,
                                    thread / shape.x % shape.y,
                                    thread / shape.x / shape.y,
                                    &shared};
            Kernel::run(self, memory);
        });
    }
}

inline void expect(cudaError_t error, const char* what)
{
    if (error == cudaSuccess) return;
    std::printf("%s: %s: %s\n", what, cudaGetErrorName(error), cudaGetErrorString(error));
    std::exit(4);
}

//! Memory of the device with the values of a vector.
template <class T>
class device_copy {
public:
    explicit device_copy(const std::vector<T>& values)
        : bytes_(values.size() * sizeof(T))
    {
        expect(cudaMalloc(&at_, bytes_), "cudaMalloc");
        write(values);
    }
    ~device_copy() { cudaFree(at_); }
    device_copy(const device_copy&) = delete;
    device_copy& operator=(const device_copy&) = delete;

    T* at() { return static_cast<T*>(at_); }
    void write(const std::vector<T>& values)
    {
        expect(cudaMemcpy(at_, values.data(), bytes_, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    std::vector<T> read() const
    {
        std::vector<T> values(bytes_ / sizeof(T));
        expect(cudaMemcpy(values.data(), at_, bytes_, cudaMemcpyDeviceToHost), "cudaMemcpy");
        return values;
    }

private:
    void* at_ = nullptr;
    std::size_t bytes_;
};

//! What a kernel leaves in memory.
struct results {
    std::vector<u32> output, counter, own;
    std::vector<u64> scratch, wide_counter;

    explicit results(u32 threads)
        : output(threads * outputs)
        , counter(counters)
        , own(threads, 7)
        , scratch(threads * scratch_size)
        , wide_counter(wide_counters)
    {
        for (u32 i = 0; i < scratch.size(); ++i)
            scratch[i] = i * 0x9e3779b97f4a7c15ull;
        for (u32 i = 0; i < counters; ++i)
            counter[i] = i * 77777777u;
        for (u32 i = 0; i < wide_counters; ++i)
            wide_counter[i] = i * 777777777777777ull;
    }
    global_memory on_host(const std::vector<u32>& input)
    {
        return {input.data(), output.data(), scratch.data(), counter.data(), wide_counter.data(), own.data()};
    }
};

struct device_results {
    device_copy<u32> output, counter, own;
    device_copy<u64> scratch, wide_counter;

    explicit device_results(const results& initial)
        : output(initial.output)
        , counter(initial.counter)
        , own(initial.own)
        , scratch(initial.scratch)
        , wide_counter(initial.wide_counter)
    {
    }
    void write(const results& initial)
    {
        output.write(initial.output);
        counter.write(initial.counter);
        own.write(initial.own);
        scratch.write(initial.scratch);
        wide_counter.write(initial.wide_counter);
    }
};

//! Random words, of which a third are at the edges of integers and floats.
inline std::vector<u32> input_words()
{
    constexpr u32 edges[] = {0,          1,          0x80000000, 0x7fffffff, 0xffffffff, 0x7f800000, 0xff800000,
                             0x7fc00000, 0x7f800001, 0x3f800000, 0x807fffff, 0x4f000000, 0xcf000000, 0x5f000000,
                             0xdf000000, 0x43e00000, 0xc3e00000, 0x41dfffff, 0x47800000, 0x33000000, 0x3b800000};
    std::vector<u32> words(input_size);
    u32 state = 12345;
    for (u32& word : words) {
        state = state * 1664525u + 1013904223u;
        word = state >> 28 < 6 ? edges[(state >> 10) % std::size(edges)] : state ^ (state >> 13) * 0x9e3779b1u;
    }
    return words;
}

class comparison {
public:
    comparison(int count, char** arguments)
        : repetitions_(count > 1 ? std::atoi(arguments[1]) : 1)
        , input_(input_words())
        , device_input_(input_)
    {
        for (u32 i = 0; i < 64; ++i)
            host_constants[i] = input_[i * 7 + 3];
        expect(cudaMemcpyToSymbol(device_constants, host_constants, sizeof host_constants), "cudaMemcpyToSymbol");
        expect(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 14), "cudaDeviceSetLimit"); // for recursion
    }

    template <class Kernel>
    void run(dim3 shape)
    {
        const u32 threads = shape.x * shape.y * shape.z * grid_size;
        const results initial(threads);
        results right = initial;
        host_kernel<Kernel>(shape, right.on_host(input_));
        device_results device(initial);
        for (int repetition = 0; repetition < repetitions_; ++repetition) {
            if (repetition) device.write(initial);
            device_kernel<Kernel>
                <<<grid_size, shape>>>({device_input_.at(), device.output.at(), device.scratch.at(),
                                        device.counter.at(), device.wide_counter.at(), device.own.at()});
            expect(cudaGetLastError(), Kernel::name);
            expect(cudaDeviceSynchronize(), Kernel::name);
            where_ = std::string(Kernel::name) + ", block of " + std::to_string(shape.x) + " x " +
                     std::to_string(shape.y) + " x " + std::to_string(shape.z) + ", repetition " +
                     std::to_string(repetition);
            if (differs(device, right)) return;
        }
    }

    int status() const { return differences_ != 0; }

private:
    bool differs(const device_results& device, const results& right)
    {
        const u32 before = differences_;
        compare("output", device.output.read(), right.output);
        compare("scratch", device.scratch.read(), right.scratch);
        compare("counter", device.counter.read(), right.counter);
        compare("wide_counter", device.wide_counter.read(), right.wide_counter);
        compare("own", device.own.read(), right.own);
        return differences_ != before;
    }

    //! Prints the first difference, and the number of all.
    template <class T>
    void compare(const char* name, const std::vector<T>& found, const std::vector<T>& right)
    {
        u32 different = 0;
        for (std::size_t i = 0; i < right.size(); ++i) {
            if (found[i] == right[i]) continue;
            if (different++ == 0)
                std::printf("%s: %s[%zu] is %llx, right is %llx\n", where_.c_str(), name, i, u64{found[i]},
                            u64{right[i]});
        }
        if (different) std::printf("%s: %u values of %s differ\n", where_.c_str(), different, name);
        differences_ += different;
    }

    int repetitions_;
    std::vector<u32> input_;
    device_copy<u32> device_input_;
    u32 differences_ = 0;
    std::string where_;
};
