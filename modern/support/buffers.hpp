// What the modern examples share: every call checked, every handle owned.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

//! A place in a source file. As the default of a parameter, `here()` is where the function is called: with it an error
//! in a handle below names the line that uses the handle. C++20 has std::source_location for this.
struct location {
    const char* file;
    int line;
};
constexpr location here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }

//! Throws std::runtime_error with file, line, name and text of the error; clears a non-sticky one.
inline void check(cudaError_t error, location at = here())
{
    if (error == cudaSuccess) return;
    cudaGetLastError();
    throw std::runtime_error{std::string{at.file} + ":" + std::to_string(at.line) + ": " + cudaGetErrorName(error) +
                             ": " + cudaGetErrorString(error)};
}

//! For main: prints what went wrong on stderr, and returns the exit status of a program that failed.
inline int failed(const std::exception& error)
{
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}

//! Asks for memory that is cleared: device_buffer<int>{n, zeroed}.
struct zeroed_t {};
inline constexpr zeroed_t zeroed{};

//! `size` elements of device memory, freed at the end of the scope.
template <class T>
class device_buffer {
public:
    explicit device_buffer(std::size_t size, location at = here()) : size_{size}
    { if (size) check(cudaMalloc(&data_, size * sizeof(T)), at); }
    //! All bits 0, by the device itself: before whatever comes next in the default stream.
    device_buffer(std::size_t size, zeroed_t, location at = here()) : device_buffer{size, at}
    { if (size) check(cudaMemsetAsync(data_, 0, size * sizeof(T)), at); }
    explicit device_buffer(const std::vector<T>& from, location at = here()) : device_buffer{from.size(), at}
    { check(cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), at); }
    ~device_buffer() { cudaFree(data_); }
    device_buffer(const device_buffer&) = delete;
    device_buffer& operator=(const device_buffer&) = delete;

    T* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::vector<T> to_host(location at = here()) const
    {
        std::vector<T> to(size_);
        check(cudaMemcpy(to.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost), at);
        return to;
    }

private:
    T* data_ = nullptr;
    std::size_t size_;
};

//! A CUDA event, destroyed at the end of the scope.
class event {
public:
    explicit event(location at = here()) { check(cudaEventCreate(&event_), at); }
    ~event() { cudaEventDestroy(event_); }
    event(const event&) = delete;
    event& operator=(const event&) = delete;

    cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_{};
};

//! Time on the GPU between construction and stop(), in milliseconds, by CUDA events on the default stream.
class stopwatch {
public:
    explicit stopwatch(location at = here()) : start_{at}, stop_{at} { check(cudaEventRecord(start_.get()), at); }
    float stop(location at = here())
    {
        float milliseconds;
        check(cudaEventRecord(stop_.get()), at);
        check(cudaEventSynchronize(stop_.get()), at);
        check(cudaEventElapsedTime(&milliseconds, start_.get(), stop_.get()), at);
        return milliseconds;
    }

private:
    event start_, stop_;
};

//! An attribute of the current device.
inline int device_attribute(cudaDeviceAttr attribute)
{
    int device, value;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

//! As many blocks of `per_block` items as it takes for all `items`; `per_block` is not 0. Throws std::length_error
//! where no grid is that long: the limit is 2^31 - 1 blocks, on every device.
inline unsigned grid_of(std::size_t items, std::size_t per_block)
{
    const std::size_t blocks = items / per_block + (items % per_block != 0), longest = 0x7fffffff;
    if (blocks > longest)
        throw std::length_error{"a grid has 2^31 - 1 blocks at most: no " + std::to_string(items) +
                                " items in blocks of " + std::to_string(per_block)};
    return static_cast<unsigned>(blocks);
}

//! As many blocks as the device holds at once, and no more than `work_items` threads need; at least one.
template <class Kernel>
int resident_blocks(Kernel kernel, int threads_per_block, std::size_t work_items)
{
    int per_multiprocessor;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, threads_per_block, 0));
    const std::size_t resident = std::size_t(device_attribute(cudaDevAttrMultiProcessorCount)) * per_multiprocessor;
    const std::size_t wanted = (work_items + threads_per_block - 1) / threads_per_block;
    return static_cast<int>(std::max<std::size_t>(1, std::min(wanted, resident)));
}
