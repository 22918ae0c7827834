// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of several kinds beside plain loops of the CPU that compute the same, for beside_cpu.py.
//
//   emulator_workloads THREADS [SECONDS [NAME]]
//
// THREADS is how many threads the loops get; the emulated device has CUDA_EMULATOR_THREADS. Both run in turn, and the
// best of each counts: the machine may have more to do. SECONDS is how long a row may take (default 2). NAME keeps
// the rows that have it in theirs. Prints a line for each: name, size, milliseconds of the device and of the loop.
// Results must be the same bit for bit: the inputs are such that every order of sums is exact. Exit status 1 when they
// differ, or when a call fails.
#include "cpu_loops.h"
#include "textbook_kernels.h"

#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

__global__ void naive(const float* a, const float* b, float* c, int n)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void saxpy(float factor, const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = factor * x[i] + y[i];
}

__global__ void stencil(const float* in, float* out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const float* at = in + y * width + x;
    out[y * width + x] = at[-1] + at[1] + at[-width] + at[width] - 4 * at[0];
}

__global__ void enlarge(cudaTextureObject_t image, float* out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = tex2D<float>(image, (x + 0.5f) / 2, (y + 0.5f) / 2);
}

// As old samples have it: a thread for each point, and as many steps as the point takes.
__global__ void julia(int* out, int width, int height, int steps)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float re = 1.5f * static_cast<float>(width / 2 - x) / static_cast<float>(width / 2);
    float im = 1.5f * static_cast<float>(height / 2 - y) / static_cast<float>(height / 2);
    int n = 0;
    for (; n < steps && __fmaf_rn(re, re, __fmul_rn(im, im)) < 4; ++n) {
        const float next = __fsub_rn(__fmaf_rn(re, re, -__fmul_rn(im, im)), 0.8f);
        im = __fmaf_rn(2 * re, im, 0.156f);
        re = next;
    }
    out[y * width + x] = n;
}

int threads = 1;
double seconds = 2;
std::string wanted;
bool all_same = true;

void share(const std::function<void(cpu::part)>& work)
{
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t)
        others.emplace_back(work, cpu::part{t, threads});
    work({0, threads});
    for (std::thread& t : others)
        t.join();
}

template <class F>
double milliseconds(F f)
{
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// `prepare` is not timed: it puts both inputs back where a run changes them.
void measure(const char* name, const std::string& size, const std::function<void()>& prepare,
             const std::function<void()>& launch, const std::function<void()>& loop,
             const std::function<bool()>& is_same)
{
    if (std::string(name).find(wanted) == std::string::npos) return;
    double device = 1e30, host = 1e30, spent = 0;
    for (int run = 0; run < 2 || (run < 1000 && spent < 1000 * seconds); ++run) {
        prepare();
        const double one = milliseconds([&] {
            launch();
            CHECK(cudaGetLastError());
            CHECK(cudaDeviceSynchronize());
        });
        const double other = milliseconds(loop);
        device = std::min(device, one);
        host = std::min(host, other);
        spent += one + other;
    }
    std::printf("%s\t%s\t%.4f\t%.4f\n", name, size.c_str(), device, host);
    std::fflush(stdout);
    if (is_same()) return;
    std::fprintf(stderr, "%s: the device and the loop differ\n", name);
    all_same = false;
}

template <class T>
struct device_array {
    explicit device_array(std::size_t n)
        : size(n)
    {
        CHECK(cudaMalloc(&data, n * sizeof(T)));
    }
    device_array(const device_array&) = delete;
    ~device_array() { CHECK(cudaFree(data)); }
    void operator=(const std::vector<T>& from)
    {
        CHECK(cudaMemcpy(data, from.data(), size * sizeof(T), cudaMemcpyHostToDevice));
    }
    bool is(const std::vector<T>& expected) const
    {
        std::vector<T> host(size);
        CHECK(cudaMemcpy(host.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
        return host == expected;
    }
    T* data = nullptr;
    std::size_t size;
};

// Small whole numbers, so that all sums are exact.
template <class T>
std::vector<T> numbers(std::size_t n, unsigned limit)
{
    std::vector<T> v(n);
    unsigned x = 12345;
    for (T& one : v)
        one = static_cast<T>((x = x * 1664525 + 1013904223) >> 8) % limit;
    return v;
}
template <>
std::vector<float> numbers(std::size_t n, unsigned limit)
{
    const std::vector<unsigned> whole = numbers<unsigned>(n, limit);
    return {whole.begin(), whole.end()};
}

void products()
{
    constexpr int n = 256;
    const auto a = numbers<float>(n * n, 16), b = numbers<float>(n * n, 15);
    std::vector<float> c(n * n);
    device_array<float> da(n * n), db(n * n), dc(n * n);
    da = a;
    db = b;
    const auto clear = [&] { std::fill(c.begin(), c.end(), 0.0f); };
    const auto loop = [&] { share([&](cpu::part p) { cpu::matrix_product(p, a.data(), b.data(), c.data(), n); }); };
    const dim3 grid(n / tile, n / tile), block(tile, tile);
    measure(
        "matrix product, naive", "256^3", clear, [&] { naive<<<grid, block>>>(da.data, db.data, dc.data, n); }, loop,
        [&] { return dc.is(c); });
    CHECK(cudaMemset(dc.data, 0, n * n * sizeof(float)));
    measure(
        "matrix product, tiled", "256^3", clear, [&] { tiled<<<grid, block>>>(da.data, db.data, dc.data, n); }, loop,
        [&] { return dc.is(c); });
}

void vectors()
{
    constexpr int n = 1 << 20;
    const auto x = numbers<float>(n, 100), start = numbers<float>(n, 1000);
    std::vector<float> y;
    device_array<float> dx(n), dy(n);
    dx = x;
    measure(
        "saxpy", "2^20",
        [&] {
            y = start;
            dy = start;
        },
        [&] { saxpy<<<(n + 255) / 256, 256>>>(3, dx.data, dy.data, n); },
        [&] { share([&](cpu::part p) { cpu::saxpy(p, 3, x.data(), y.data(), n); }); }, [&] { return dy.is(y); });

    const auto in = numbers<int>(n, 40);
    device_array<int> din(n), dtotal(1);
    din = in;
    std::vector<int> sums(static_cast<std::size_t>(threads));
    measure(
        "sum of squares", "2^20", [&] { CHECK(cudaMemset(dtotal.data, 0, sizeof(int))); },
        [&] { sum_of_squares<<<256, 256>>>(din.data, n, dtotal.data); },
        [&] {
            share([&](cpu::part p) { sums[static_cast<std::size_t>(p.index)] = cpu::sum_of_squares(p, in.data(), n); });
        },
        [&] { return dtotal.is({std::accumulate(sums.begin(), sums.end(), 0)}); });
}

void sort()
{
    constexpr int n = 1 << 17;
    auto keys = numbers<unsigned>(n, 1u << 24);
    for (unsigned& k : keys)
        k *= 251;
    std::vector<unsigned> sorted, scratch(n), merged(n);
    device_array<unsigned> din(n), dout(n);
    din = keys;
    std::size_t bytes = 0;
    CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, din.data, dout.data, n));
    device_array<char> storage(bytes);
    measure(
        "radix sort, CUB", "2^17", [&] { sorted = keys; },
        [&] { CHECK(cub::DeviceRadixSort::SortKeys(storage.data, bytes, din.data, dout.data, n)); },
        [&] {
            share([&](cpu::part p) {
                cpu::radix_sort(sorted.data() + p.begin(n), scratch.data() + p.begin(n), p.end(n) - p.begin(n));
            });
            for (int t = 1; t < threads; ++t) {
                const int middle = cpu::part{t, threads}.begin(n), end = cpu::part{t, threads}.end(n);
                std::merge(sorted.begin(), sorted.begin() + middle, sorted.begin() + middle, sorted.begin() + end,
                           merged.begin());
                std::copy(merged.begin(), merged.begin() + end, sorted.begin());
            }
        },
        [&] { return dout.is(sorted); });
}

void images()
{
    constexpr int width = 1024, height = 1024;
    const dim3 block(32, 8), grid(width / block.x, height / block.y);
    {
        const auto in = numbers<float>(width * height, 256);
        std::vector<float> out(width * height);
        device_array<float> din(width * height), dout(width * height);
        din = in;
        dout = out;
        measure(
            "stencil of 5 points", "1024^2", [] {},
            [&] { stencil<<<grid, block>>>(din.data, dout.data, width, height); },
            [&] { share([&](cpu::part p) { cpu::stencil(p, in.data(), out.data(), width, height); }); },
            [&] { return dout.is(out); });
    }
    {
        constexpr int w = width / 4, h = height / 4;
        const auto in = numbers<float>(w * h, 256);
        std::vector<float> out(4 * w * h);
        device_array<float> dout(4 * w * h);
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        CHECK(cudaMallocArray(&resource.res.array.array, &format, w, h));
        CHECK(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, in.data(), w * sizeof(float), w * sizeof(float), h,
                                  cudaMemcpyHostToDevice));
        cudaTextureDesc how{};
        how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
        how.filterMode = cudaFilterModeLinear;
        cudaTextureObject_t image = 0;
        CHECK(cudaCreateTextureObject(&image, &resource, &how, nullptr));
        measure(
            "texture, linear filter", "512^2", [] {},
            [&] { enlarge<<<dim3(grid.x / 2, grid.y / 2), block>>>(image, dout.data, 2 * w, 2 * h); },
            [&] { share([&](cpu::part p) { cpu::enlarge(p, in.data(), out.data(), w, h); }); },
            [&] { return dout.is(out); });
        CHECK(cudaDestroyTextureObject(image));
        CHECK(cudaFreeArray(resource.res.array.array));
    }
    {
        constexpr int size = 1000, steps = 200;
        std::vector<int> out(size * size);
        device_array<int> dout(size * size);
        measure(
            "sample: Julia set", "1000^2", [] {},
            [&] { julia<<<dim3((size + 15) / 16, (size + 15) / 16), dim3(16, 16)>>>(dout.data, size, size, steps); },
            [&] { share([&](cpu::part p) { cpu::julia(p, out.data(), size, size, steps); }); },
            [&] { return dout.is(out); });
    }
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 2 || count > 4 || (threads = std::atoi(arguments[1])) < 1) {
        std::fprintf(stderr, "usage: emulator_workloads THREADS [SECONDS [NAME]]\n");
        return 2;
    }
    if (count > 2) seconds = std::atof(arguments[2]);
    if (count > 3) wanted = arguments[3];
    products();
    vectors();
    sort();
    images();
    return all_same ? 0 : 1;
}
