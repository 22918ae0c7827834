// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of cudaMalloc that nothing has written, and what becomes of it. Each case is right, and with a second argument
// reads or uses too much.
#include "defect.h"

#include <cstring>

constexpr int n = 64;

template <class T>
T* device(int count)
{
    T* p = nullptr;
    cudaMalloc(&p, count * sizeof(T));
    return p;
}

template <class T>
T* uploaded(int count, std::size_t bytes)
{
    T host[1024];
    for (int k = 0; k < count; ++k)
        host[k] = static_cast<T>(k % 7 + 1);
    T* const p = device<T>(count);
    cudaMemcpy(p, host, bytes, cudaMemcpyHostToDevice);
    return p;
}

__global__ void accumulate(float* out, const float* in) { out[threadIdx.x] += in[threadIdx.x]; }
__global__ void add(float* out, const float* a, const float* b) { out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
__global__ void set(float* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void copy(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copy_two(float* out, const float* a, const float* b)
{
    const float* const in = blockIdx.x ? b : a;
    out[blockIdx.x * n + threadIdx.x] = in[threadIdx.x];
}
__global__ void reverse(float* out, const float* in)
{
    __shared__ float tile[n];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = 2 * tile[n - 1 - threadIdx.x];
}
__global__ void count(int* bins, const int* in) { atomicAdd(&bins[in[threadIdx.x] % 8], 1); }
__global__ void exchange(int* out, int value) { atomicExch(out, value); }
__global__ void maximum(int* out, const int* in) { atomicMax(out, in[threadIdx.x]); }
__global__ void decide(float* out, const int* flag)
{
    if (*flag) out[threadIdx.x] = 1;
}
__global__ void gather(float* out, const float* in, const int* index) { out[threadIdx.x] = in[index[threadIdx.x] & 7]; }
__global__ void set_three(float4* v)
{
    float* const f = reinterpret_cast<float*>(v + threadIdx.x);
    f[0] = f[1] = f[2] = threadIdx.x;
}
__global__ void length(float* out, const float4* v, bool all)
{
    const float4 a = v[threadIdx.x];
    out[threadIdx.x] = a.x * a.x + a.y * a.y + a.z * a.z + (all ? a.w : 0);
}
__global__ void copy_vectors(float4* out, const float4* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void set_bytes(unsigned char* out, int count)
{
    if (threadIdx.x < count) out[threadIdx.x] = threadIdx.x;
}
__global__ void add_bytes(int* sum, const unsigned char* in, int count)
{
    int total = 0;
    for (int k = 0; k < count; ++k)
        total += in[k];
    *sum = total;
}
struct flags {
    unsigned low : 3, high : 7;
};
__global__ void set_field(flags* f) { f[threadIdx.x].low = threadIdx.x; }
__global__ void read_field(int* out, const flags* f, bool high)
{
    out[threadIdx.x] = high ? f[threadIdx.x].high + 1 : f[threadIdx.x].low + 1;
}
struct node {
    char kind;
    int value;
};
__global__ void set_nodes(node* p)
{
    p[threadIdx.x].kind = 1;
    p[threadIdx.x].value = threadIdx.x;
}
__global__ void copy_nodes(node* out, const node* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void hash_nodes(unsigned* out, const node* in, unsigned mask)
{
    const auto* word = reinterpret_cast<const unsigned*>(in + threadIdx.x);
    out[threadIdx.x] = (word[0] & mask) * 31 + word[1];
}

int main(int count_of_arguments, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count_of_arguments > 2;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    const std::size_t bytes = n * sizeof(float);
    float* const in = uploaded<float>(n, bytes);
    int* const in_int = uploaded<int>(n, bytes);
    float* const out = device<float>(n);

    if (is("accumulated")) {
        if (!broken) cudaMemset(out, 0, bytes);
        accumulate<<<1, n>>>(out, in);
    }
    if (is("short_upload")) add<<<1, n>>>(out, in, uploaded<float>(n, broken ? n : bytes));
    if (is("copied")) copy<<<1, n>>>(out, broken ? device<float>(n) : in);
    if (is("through_shared")) reverse<<<1, n>>>(out, uploaded<float>(n, bytes - (broken ? 4 : 0)));
    if (is("counted")) {
        int* const bins = device<int>(8);
        if (!broken) cudaMemset(bins, 0, 8 * sizeof(int));
        count<<<1, n>>>(bins, in_int);
    }
    if (is("exchanged")) { // an exchange needs nothing there
        int* const most = device<int>(1);
        if (!broken) exchange<<<1, 1>>>(most, 0);
        maximum<<<1, n>>>(most, in_int);
    }
    if (is("decided")) decide<<<1, n>>>(out, broken ? device<int>(1) : in_int);
    if (is("an_index")) gather<<<1, n>>>(out, in, broken ? device<int>(n) : in_int);
    if (is("part_of_a_vector")) {
        auto* const v = device<float4>(n);
        set_three<<<1, n>>>(v);
        length<<<1, n>>>(out, v, broken);
    }
    if (is("copied_vectors")) {
        auto *const v = device<float4>(n), *const other = device<float4>(n);
        set_three<<<1, n>>>(v);
        copy_vectors<<<1, n>>>(other, v);
        length<<<1, n>>>(out, other, broken);
    }
    if (is("bytes")) {
        auto* const b = device<unsigned char>(n);
        set_bytes<<<1, n>>>(b, n - 1);
        add_bytes<<<1, 1>>>(device<int>(1), b, broken ? n : n - 1);
    }
    if (is("fields")) {
        auto* const f = device<flags>(n);
        set_field<<<1, n>>>(f);
        read_field<<<1, n>>>(device<int>(n), f, broken);
    }
    if (is("padding")) {
        auto *const a = device<node>(n), *const b = device<node>(n);
        set_nodes<<<1, n>>>(a);
        copy_nodes<<<1, n>>>(b, a);
        hash_nodes<<<1, n>>>(device<unsigned>(n), b, broken ? ~0u : 0xff);
    }
    if (is("room_to_spare")) { // all of a buffer is copied, and half of it filled
        auto *const a = device<float>(n), *const b = device<float>(n);
        cudaMemcpy(a, in, bytes / 2, cudaMemcpyDeviceToDevice);
        copy<<<1, n>>>(b, a);
        add<<<1, n / 2>>>(out, in, broken ? b + 1 : b);
    }
    if (is("reported_before")) { // by the load of an earlier launch, so what the load copies is no second finding
        copy<<<1, n>>>(out, broken ? device<float>(n) : in);
        auto *const a = uploaded<float>(n, bytes / 2), *const b = device<float>(n);
        copy<<<1, n>>>(b, a);
        add<<<1, n / 2>>>(out, in, broken ? b + 1 : b);
    }
    if (is("reported_beside")) { // by another block of the launch, which hides nothing
        auto *const a = uploaded<float>(n, bytes / 2), *const b = device<float>(2 * n);
        copy_two<<<2, n>>>(b, broken ? device<float>(n) : in, a);
        add<<<1, n / 2>>>(out, in, broken ? b + n + 1 : b + n);
    }
    if (is("copied_by_call")) {
        auto *const a = uploaded<float>(n, bytes / 2), *const b = device<float>(n);
        cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice);
        add<<<1, n / 2>>>(out, in, broken ? b + n / 2 : b);
    }
    if (is("filled_before")) { // an allocation that was wholly written gets what is not
        auto *const a = uploaded<float>(n, bytes / 2), *const b = uploaded<float>(n, bytes);
        if (broken) cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice);
        add<<<1, n>>>(out, in, b);
    }
    if (is("piece_by_piece")) { // what earlier launches wrote is known, up to the first hole
        float* const p = device<float>(n);
        for (int size = n / 2 - 1; size <= n / 2; ++size) {
            set<<<1, size>>>(p);
            add<<<1, size>>>(out, in, p);
        }
        set<<<1, n / 2 - 1>>>(p + n / 2);
        add<<<1, n - 1>>>(out, in, p);
        if (!broken) set<<<1, n / 2>>>(p + n / 2);
        add<<<1, n>>>(out, in, p);
        copy<<<1, n>>>(p, in);
        add<<<1, n>>>(out, in, p);
    }
    if (is("pitched")) {
        float* rows = nullptr;
        std::size_t pitch = 0;
        cudaMallocPitch(&rows, &pitch, 100, 4);
        cudaMemset2D(rows, pitch, 0, 100, 4);
        accumulate<<<1, broken ? 26 : 25>>>(rows + pitch / sizeof(float), in);
    }
    if (is("allocated_again")) {
        float* p = nullptr;
        cudaMallocAsync(&p, bytes, 0);
        cudaMemsetAsync(p, 0, bytes, 0);
        accumulate<<<1, n>>>(p, in);
        cudaFreeAsync(p, 0);
        cudaMallocAsync(&p, bytes, 0);
        if (!broken) cudaMemsetAsync(p, 0, bytes, 0);
        accumulate<<<1, n>>>(p, in);
    }
    return report();
}
