// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/functional>
#include <cuda/std/tuple>
#include <cuda_runtime_api.h>
#include <thrust/iterator/counting_iterator.h>
#ifdef CUDA_LEGACY_WITH_CUBLAS
    #include <cublas_v2.h>
#endif

#include "timing_start.hpp"

namespace {

void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    cudaGetLastError();
    throw std::runtime_error{std::string{cudaGetErrorName(error)} + ": " + cudaGetErrorString(error)};
}

struct free_memory {
    void operator()(void* memory) const { cudaFree(memory); }
};

template <class T>
__global__ void fill(T* memory, std::size_t size, unsigned modulus)
{
    const std::size_t stride = gridDim.x * std::size_t{blockDim.x};
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < size; i += stride)
        memory[i] = static_cast<T>(i * 2654435761u % modulus);
}

// Small whole numbers, not all alike: some GPUs are faster on zeros.
template <class T>
std::shared_ptr<T> numbers(std::size_t size)
{
    void* memory = nullptr;
    check(cudaMalloc(&memory, size * sizeof(T)));
    const std::shared_ptr<T> owned{static_cast<T*>(memory), free_memory{}};
    fill<<<1024, 256>>>(owned.get(), size, 7);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    return owned;
}

struct events {
    cudaEvent_t begin{}, end{};
    events()
    {
        check(cudaEventCreate(&begin));
        check(cudaEventCreate(&end));
    }
    ~events()
    {
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }
    events(const events&) = delete;
    events& operator=(const events&) = delete;
};

// Timed as the stages are.
template <class Call>
std::function<double()> timed(Call call)
{
    const auto both = std::make_shared<events>();
    return [both, call] {
        const pairs::timing_calls calls{cudaMalloc, cudaLaunchKernel};
        check(pairs::empty_cache(nullptr, calls));
        check(pairs::keep_busy(nullptr, 200'000, calls)); // several kernels take the host longer than one
        check(cudaEventRecord(both->begin));
        call();
        check(cudaEventRecord(both->end));
        check(cudaEventSynchronize(both->end));
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, both->begin, both->end));
        return static_cast<double>(milliseconds);
    };
}

// The two calls of a CUB algorithm: one asks for the memory, and the one that is timed uses it.
template <class Algorithm>
std::function<double()> timed_cub(Algorithm algorithm)
{
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    const auto storage = numbers<unsigned char>(bytes ? bytes : 1);
    return timed([=] {
        std::size_t size = bytes;
        check(algorithm(storage.get(), size));
    });
}

struct square {
    __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};

struct sine_at_midpoint {
    double width;
    __device__ double operator()(std::size_t i) const { return std::sin((static_cast<double>(i) + 0.5) * width); }
};

library_call sum_of_squares(std::size_t size)
{
    const auto data = numbers<int>(size);
    const auto sum = numbers<long long>(1);
    return {"cub::DeviceReduce::TransformReduce", timed_cub([=](void* storage, std::size_t& bytes) {
                return cub::DeviceReduce::TransformReduce(storage, bytes, data.get(), sum.get(), size,
                                                          cuda::std::plus<>{}, square{}, 0LL);
            })};
}

library_call midpoint(std::size_t size)
{
    const auto sum = numbers<double>(1);
    const sine_at_midpoint function{3.14159265358979323846 / static_cast<double>(size)};
    return {"cub::DeviceReduce::TransformReduce", timed_cub([=](void* storage, std::size_t& bytes) {
                return cub::DeviceReduce::TransformReduce(storage, bytes, thrust::counting_iterator<std::size_t>{0},
                                                          sum.get(), size, cuda::std::plus<>{}, function, 0.0);
            })};
}

library_call sums_of_vectors(std::size_t size, std::size_t offset)
{
    const auto a = numbers<float>(size), b = numbers<float>(size), c = numbers<float>(size);
    return {"cub::DeviceTransform::Transform", timed([=] {
                check(cub::DeviceTransform::Transform(cuda::std::make_tuple(a.get() + offset, b.get() + offset),
                                                      c.get(), size - offset, cuda::std::plus<>{}));
            })};
}

#ifdef CUDA_LEGACY_WITH_CUBLAS
void check(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error{cublasGetStatusName(status)};
}

std::shared_ptr<cublasContext> new_handle()
{
    cublasHandle_t handle = nullptr;
    check(cublasCreate(&handle));
    return {handle, [](cublasHandle_t one) { cublasDestroy(one); }};
}

cublasStatus_t dot(cublasHandle_t handle, std::int64_t n, const float* x, const float* y, float* result)
{
    return cublasSdot_64(handle, n, x, 1, y, 1, result);
}
cublasStatus_t dot(cublasHandle_t handle, std::int64_t n, const double* x, const double* y, double* result)
{
    return cublasDdot_64(handle, n, x, 1, y, 1, result);
}

template <class T>
library_call dot_product(const char* name, std::size_t size)
{
    const auto handle = new_handle();
    check(cublasSetPointerMode(handle.get(), CUBLAS_POINTER_MODE_DEVICE)); // no copy of the result in the time
    const auto a = numbers<T>(size), b = numbers<T>(size), result = numbers<T>(1);
    return {name,
            timed([=] { check(dot(handle.get(), static_cast<std::int64_t>(size), a.get(), b.get(), result.get())); })};
}

template <class T, class Multiply>
library_call product(const char* name, Multiply multiply, std::size_t size)
{
    const auto width = static_cast<int>(std::sqrt(static_cast<double>(size)));
    const auto handle = new_handle();
    const auto a = numbers<T>(size), b = numbers<T>(size), c = numbers<T>(size);
    return {name, timed([=] {
                const T one = 1, zero = 0;
                check(multiply(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, width, width, width, &one, a.get(), width,
                               b.get(), width, &zero, c.get(), width));
            })};
}
#endif

// Bytes that have to move for each element of a pair's size; 0 where that is not what bounds it.
std::size_t bytes_per_element(const std::string& slug)
{
    static const std::pair<const char*, std::size_t> known[] = {
        {"reduction/sum_of_squares_blocks", 4},
        {"reduction/sum_of_squares_thread0", 4},
        {"reduction/sum_of_squares_tree", 4},
        {"dot_product/naive", 8},
        {"dot_product/block_reduction", 8},
        {"dot_product/divergent_barrier", 8},
        {"dot_product/shared_thread0", 16},
        {"dot_product/global_memory", 16},
        {"dot_product/constant_memory", 16},
        {"dot_product/euclidean_norm", 8},
        {"memory/read_offset", 12},
        {"memory/write_offset", 12},
        {"memory/read_offset_unroll4", 12},
        {"memory/array_of_structures", 16},
        {"memory/structure_of_arrays", 16},
        {"memory/shared_copy", 8},
        {"memory/constant_array", 8},
        {"memory/dynamic_shared", 16},
    };
    for (const auto& [name, bytes] : known)
        if (slug == name) return bytes;
    return 0;
}

// Operations per second of the whole device at the clock that it names; 0 for devices whose units are not known here.
double peak()
{
    int device = 0, major = 0, minor = 0, multiprocessors = 0, kilohertz = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, device));
    // 128 fused multiply-adds of floats a clock, and as many of doubles by the tensor cores.
    if (major != 9 || minor != 0) return 0;
    return 2.0 * 128 * multiprocessors * kilohertz * 1e3;
}

} // namespace

std::optional<library_call> library_call_for(const std::string& slug, std::size_t size)
{
    if (slug.rfind("reduction/sum_of_squares", 0) == 0) return sum_of_squares(size);
    if (slug == "integration/midpoint") return midpoint(size);
    if (slug == "memory/read_offset") return sums_of_vectors(size, 11);
    if (slug == "memory/read_offset/aligned") return sums_of_vectors(size, 0);
#ifdef CUDA_LEGACY_WITH_CUBLAS
    for (const char* name : {"naive", "block_reduction", "divergent_barrier"})
        if (slug == std::string{"dot_product/"} + name) return dot_product<float>("cublasSdot", size);
    for (const char* name : {"shared_thread0", "global_memory"})
        if (slug == std::string{"dot_product/"} + name) return dot_product<double>("cublasDdot", size);
    if (slug == "matmul/naive" || slug == "matmul/tiled") return product<float>("cublasSgemm", cublasSgemm, size);
    if (slug == "matmul/shared_double") return product<double>("cublasDgemm", cublasDgemm, size);
#endif
    return std::nullopt;
}

std::optional<double> limit_us(const std::string& slug, std::size_t size)
{
    const std::string pair = slug == "memory/read_offset/aligned" ? "memory/read_offset" : slug;
    if (const std::size_t bytes = bytes_per_element(pair)) return 1e6 * static_cast<double>(bytes * size) / copy_rate();
    if (slug.rfind("matmul/", 0) != 0) return std::nullopt;
    const double operations = peak();
    if (operations == 0) return std::nullopt;
    return 1e6 * 2 * std::pow(static_cast<double>(size), 1.5) / operations;
}

double copy_rate()
{
    static const double rate = [] {
        const std::size_t bytes = std::size_t{1} << 30;
        const auto from = numbers<unsigned char>(bytes), to = numbers<unsigned char>(bytes);
        const auto copy = timed([&] { check(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice)); });
        double best = copy();
        for (int run = 0; run < 10; run++)
            best = std::min(best, copy());
        return 2 * static_cast<double>(bytes) / (best * 1e-3);
    }();
    return rate;
}
