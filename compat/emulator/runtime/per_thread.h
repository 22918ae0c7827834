// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry points with _ptsz or _ptds, which code built with --default-stream per-thread calls. Stream 0 is the calling
// thread's stream there. Each is its plain call, with another meaning of the null handle.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <type_traits>

// Of nvcc's own code: no header declares it.
extern "C" cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);

namespace cuda_emulator {

//! While an object of this class exists, the null handle is the calling thread's stream in this thread. Calls that have
//! no parameter for a stream need it.
class per_thread_scope {
public:
    per_thread_scope();
    ~per_thread_scope();
    per_thread_scope(const per_thread_scope&) = delete;

private:
    bool before_;
};
bool is_in_per_thread_scope();

inline cudaStream_t of_calling_thread(cudaStream_t s) { return s ? s : cudaStreamPerThread; }

//! An argument of an entry point, as its plain call gets it.
template <class T>
class per_thread_argument {
public:
    static constexpr bool has_stream = false;
    explicit per_thread_argument(T value)
        : value_(value)
    {
    }
    T get() const { return value_; }

private:
    T value_;
};
template <>
class per_thread_argument<cudaStream_t> {
public:
    static constexpr bool has_stream = true;
    explicit per_thread_argument(cudaStream_t s)
        : stream_(of_calling_thread(s))
    {
    }
    cudaStream_t get() const { return stream_; }

private:
    cudaStream_t stream_;
};
//! A configuration names its stream in a member.
template <class Config, cudaStream_t Config::*stream>
class per_thread_config {
public:
    static constexpr bool has_stream = true;
    explicit per_thread_config(const Config* c)
        : is_null_(!c)
    {
        if (!c) return;
        copy_ = *c;
        copy_.*stream = of_calling_thread(c->*stream);
    }
    const Config* get() const { return is_null_ ? nullptr : &copy_; }

private:
    bool is_null_;
    Config copy_{};
};
template <>
class per_thread_argument<const cudaLaunchConfig_t*>
    : public per_thread_config<cudaLaunchConfig_t, &cudaLaunchConfig_t::stream> {
    using per_thread_config::per_thread_config;
};
template <>
class per_thread_argument<const CUlaunchConfig*> : public per_thread_config<CUlaunchConfig, &CUlaunchConfig::hStream> {
    using per_thread_config::per_thread_config;
};

struct no_scope {
    no_scope() {} // not trivial, so no warning of an unused variable
};

using any_function = void();

template <auto plain>
struct per_thread;
template <class Result, class... Arguments, Result (*plain)(Arguments...)>
struct __attribute__((visibility("hidden"))) per_thread<plain> {
    static Result call(Arguments... arguments)
    {
        constexpr bool has_stream = (per_thread_argument<Arguments>::has_stream || ...);
        const std::conditional_t<has_stream, no_scope, per_thread_scope> scope;
        return plain(per_thread_argument<Arguments>(arguments).get()...);
    }
};

} // namespace cuda_emulator

// A function cannot be defined by its type alone. The loader asks the resolver for the address of one that can.
#define CUDA_EMULATOR_PER_THREAD(name, plain) CUDA_EMULATOR_SYMBOL(name, &cuda_emulator::per_thread<&plain>::call)
// Stream 0 is an error of these calls in any code.
#define CUDA_EMULATOR_WITHOUT_STREAM_0(name, plain) CUDA_EMULATOR_SYMBOL(name, &plain)
#define CUDA_EMULATOR_SYMBOL(name, function)                                                                           \
    extern "C" {                                                                                                       \
    __attribute__((visibility("hidden"))) cuda_emulator::any_function* address_of_##name()                             \
    {                                                                                                                  \
        return reinterpret_cast<cuda_emulator::any_function*>(function);                                               \
    }                                                                                                                  \
    void symbol_##name() asm(#name) __attribute__((ifunc("address_of_" #name)));                                       \
    }
