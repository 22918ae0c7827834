// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels in the forms that translation treats apart: rows of a block of every length, even and uneven addresses,
// parting lanes, barriers in loops, shuffles, atomics, partial warps, values that wrap. Prints a digest of each result,
// which is the same whichever way a kernel runs.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void product(const float* a, const float* b, float* c, int n)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

template <int Tile>
__global__ void tiled(const float* a, const float* b, float* c, int n)
{
    __shared__ float as[Tile][Tile], bs[Tile][Tile];
    const int y = threadIdx.y, x = threadIdx.x, row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
    float sum = 0;
    for (int m = 0; m < n / Tile; ++m) {
        as[y][x] = a[row * n + m * Tile + x];
        bs[y][x] = b[(m * Tile + y) * n + column];
        __syncthreads();
        for (int k = 0; k < Tile; ++k)
            sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void sum_of_squares(const float* x, float* out, int n)
{
    __shared__ float partial[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += x[i] * x[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

// Lanes diverge by their values, for different times.
__global__ void collatz(unsigned* steps, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned count = 0;
    for (unsigned long long v = i + 1; v != 1; ++count)
        v = v % 2 ? 3 * v + 1 : v / 2;
    steps[i] = count;
}

// Addresses that are not affine, a negative stride, a larger stride, two and four elements at once, and bytes.
__global__ void gather(const unsigned* in, const uint2* pairs, const uint4* quads, const signed char* bytes,
                       unsigned* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4) return;
    unsigned r = in[(i * 7919u) % unsigned(n)] + in[n - 1 - i] * 3 + in[i * 3];
    const uint2 p = pairs[i];
    const uint4 q = quads[i];
    r ^= p.x + 5 * p.y + 7 * q.x + 11 * q.y + 13 * q.z + 17 * q.w + unsigned(bytes[i]) + (in[i] >> (i & 31)) + (i << 3);
    out[i] = r;
}

// Indices that wrap in 32 bits, so no address is affine.
__global__ void wraps(const unsigned* in, unsigned* out, unsigned base)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned at = base + i;
    out[i] = in[at % 64] + (at < base) + unsigned((long long)int(at) >> 7) + unsigned((unsigned long long)at >> 5);
    out[i + gridDim.x * blockDim.x] = in[size_t(at) & 63];
}

__global__ void scan(const int* in, int* out, int* total)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    for (int d = 1; d < 32; d *= 2) {
        const int other = __shfl_up_sync(~0u, v, d);
        if (threadIdx.x % 32 >= d) v += other;
    }
    out[i] = v;
    if (threadIdx.x % 32 == 31) atomicAdd(total, v);
    out[i] ^= __popc(__ballot_sync(~0u, v & 1));
}

// All kinds of floats: NaN, infinities, subnormals; also in uniform registers.
__global__ void arithmetic(const float* in, float* out, double* wide, float one, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float a = in[i], b = in[n - 1 - i], c = in[blockIdx.x % n];
    const float same = c * one + in[0] / one;
    out[i] = fmaf(a, b, c) + a / b - sqrtf(fabsf(a)) * same;
    wide[i] = double(a) * b + sqrt(fabs(double(c))) / (double(i) + 1);
    out[n + i] = a < b ? a : b != b ? c : same;
}

// A NaN that passes through arithmetic, read in between: as bits, by a comparison, by a selection.
__global__ void passed_on(const float* in, unsigned* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i];
    unsigned seen = 0;
    for (int k = 0; k < 3; ++k) {
        const float y = fmaf(x, in[(i + k) % n], in[(i + 7) % n]);
        const float z = __fadd_rn(y, __fmul_rn(x, -y));
        seen = seen * 31 + (k == 1 ? __float_as_uint(y) : 0) + (z < y) + 2 * (z != z);
        x = y < 0 ? z : y * z;
    }
    out[i] = seen;
    out[n + i] = __float_as_uint(x) ^ __float_as_uint(sqrtf(x) + x);
}

// Strides that change in each round, after a barrier, on two paths; negative and zero.
__global__ void steps(const unsigned* in, unsigned* out, int rounds, int which)
{
    __shared__ unsigned moved[256], rows[256];
    const unsigned i = threadIdx.x + blockDim.x * threadIdx.y;
    unsigned at = i, sum = 0, back = 0;
    moved[255 - i] = i * 5;
    for (int r = 0; r < rounds; ++r) {
        rows[i] = in[at] + sum;
        __syncthreads();
        // One element for a row, adjacent ones in a row, and in reverse order.
        sum = sum * 31 + rows[blockDim.x * threadIdx.y] + rows[threadIdx.x] * moved[i] + rows[255 - i];
        __syncthreads();
        moved[i] = sum;
        at += at;
        back -= 3 * threadIdx.x;
    }
    const unsigned* from = in + 17;
    if (which & 1) {
        at = 3 * i + 5;
        from = in;
        __syncthreads();
    } else if (which & 2) {
        at = 255 - i;
        __syncthreads();
    }
    out[i] = sum + from[at] * 7 + back + unsigned((long long)(int(at) * 4) >> 3);
}

// The interpreter reads the barrier and the number of its threads in registers that are dead afterwards.
__global__ void named_barrier(int* out, int number)
{
    __shared__ int turned[64];
    turned[threadIdx.x] = 3 * threadIdx.x;
    asm volatile("bar.sync %0, %1;" ::"r"(number & 15), "r"(blockDim.x + (number >> 4)) : "memory");
    out[threadIdx.x] = turned[63 - threadIdx.x];
}

__device__ int counter = 3;
__constant__ int table[32];
__global__ void variables(int* out, int rounds)
{
    extern __shared__ int moved[];
    const int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    moved[i] = table[i % 32] + counter;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < rounds; ++k) {
        sum += moved[(i + k) % (blockDim.x * blockDim.y * blockDim.z)] * (k & 3 ? 1 : -2);
        if (sum > 1000) sum -= 777;
    }
    out[i] = sum + threadIdx.y * 1000 + threadIdx.z * 100000;
}

template <class T>
struct memory {
    T* at = nullptr;
    std::size_t count;
    explicit memory(const std::vector<T>& from)
        : count(from.size())
    {
        cudaMalloc(&at, count * sizeof(T));
        cudaMemcpy(at, from.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~memory() { cudaFree(at); }
    void print(const char* what) const
    {
        std::vector<T> host(count);
        if (const cudaError_t e = cudaMemcpy(host.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost)) {
            std::printf("%-30s %s\n", what, cudaGetErrorName(e));
            return;
        }
        std::uint64_t h = 0xcbf29ce484222325u;
        const auto* p = reinterpret_cast<const unsigned char*>(host.data());
        for (std::size_t k = 0; k < count * sizeof(T); ++k)
            h = (h ^ p[k]) * 0x100000001b3u;
        std::printf("%-30s %016llx\n", what, (unsigned long long)h);
    }
};

template <class T>
std::vector<T> numbers(std::size_t n, unsigned seed)
{
    std::vector<T> v(n);
    unsigned s = seed;
    for (T& x : v) {
        s = s * 1664525u + 1013904223u;
        x = T(int(s >> 8) % 2001 - 1000) / T(8);
    }
    return v;
}

// One block that runs for long.
__global__ void recurrence(float* a, int turns)
{
    float x = a[threadIdx.x];
#pragma unroll 1
    for (int k = 0; k < turns; ++k)
        x = x * 0.999f + static_cast<float>(k & 7);
    a[threadIdx.x] = x;
}

int main(int argc, char** argv)
{
    if (argc > 2 && std::strcmp(argv[1], "long") == 0) {
        memory<float> a(numbers<float>(256, 11));
        recurrence<<<1, 256>>>(a.at, std::atoi(argv[2]));
        a.print("long");
        return 0;
    }
    if (argc > 2) { // this number of launches makes the kernel hot
        const int n = 256;
        memory<float> a(numbers<float>(n * n, 9)), b(numbers<float>(n * n, 10)), c(std::vector<float>(n * n));
        for (int k = std::atoi(argv[2]); k > 0; --k)
            product<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a.at, b.at, c.at, n);
        c.print("hot");
        return 0;
    }
    if (argc > 1) { // reads past the end: the same finding both ways
        const int n = 64;
        memory<float> a(numbers<float>(n * n, 7)), b(numbers<float>(n * n, 8)), c(std::vector<float>(4 * n * n));
        product<<<dim3(4, 32), dim3(32, 4)>>>(a.at, b.at, c.at, 2 * n);
        c.print("past the end");
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    char what[64];
    for (const int n : {64, 100}) {
        memory<float> a(numbers<float>(n * n, 1)), b(numbers<float>(n * n, 2));
        for (const dim3 block : {dim3(32, 4), dim3(16, 16), dim3(8, 8), dim3(4, 8), dim3(2, 32), dim3(1, 64), dim3(64),
                                 dim3(12, 8), dim3(33, 2)}) {
            memory<float> c(std::vector<float>(n * n));
            product<<<dim3((n + block.x - 1) / block.x, (n + block.y - 1) / block.y), block>>>(a.at, b.at, c.at, n);
            std::snprintf(what, sizeof what, "product %d, %u x %u", n, block.x, block.y);
            c.print(what);
        }
    }
    {
        const int n = 64;
        memory<float> a(numbers<float>(n * n, 3)), b(numbers<float>(n * n, 4)), c(std::vector<float>(n * n)),
            d(std::vector<float>(n * n));
        tiled<16><<<dim3(4, 4), dim3(16, 16)>>>(a.at, b.at, c.at, n);
        c.print("tiled 16");
        tiled<32><<<dim3(2, 2), dim3(32, 32)>>>(a.at, b.at, d.at, n);
        d.print("tiled 32");
    }
    {
        memory<float> x(numbers<float>(100003, 5)), out(std::vector<float>(8));
        sum_of_squares<<<8, 256>>>(x.at, out.at, 100003);
        out.print("sum of squares");
        memory<unsigned> steps(std::vector<unsigned>(1000));
        collatz<<<4, 256>>>(steps.at, 1000);
        steps.print("collatz");
    }
    {
        const int n = 4096;
        std::vector<unsigned> in(n);
        for (int k = 0; k < n; ++k)
            in[k] = k * 2654435761u;
        memory<unsigned> x(in), out(std::vector<unsigned>(n / 4)), moved(std::vector<unsigned>(512));
        gather<<<5, 224>>>(x.at, (const uint2*)x.at, (const uint4*)x.at, (const signed char*)x.at, out.at, n);
        out.print("gather");
        for (const unsigned base : {0u, 0x7ffffff0u, 0xfffffff0u, 0xffffff80u}) {
            wraps<<<2, 128>>>(x.at, moved.at, base);
            std::snprintf(what, sizeof what, "wraps at %08x", base);
            moved.print(what);
        }
        memory<int> whole(std::vector<int>(512, 3)), scanned(std::vector<int>(512)), total(std::vector<int>(1));
        scan<<<4, 128>>>(whole.at, scanned.at, total.at);
        scanned.print("scan");
        total.print("total");
    }
    {
        std::vector<unsigned> in(4096 + 17);
        for (std::size_t k = 0; k < in.size(); ++k)
            in[k] = unsigned(k) * 2654435761u;
        memory<unsigned> x(in);
        for (const dim3 block :
             {dim3(256), dim3(128, 2), dim3(32, 8), dim3(16, 16), dim3(8, 32), dim3(4, 64), dim3(1, 256)})
            for (int which = 0; which < 3; ++which) {
                memory<unsigned> out(std::vector<unsigned>(256));
                steps<<<1, block>>>(x.at, out.at, 3 + which % 2, which);
                std::snprintf(what, sizeof what, "steps %d, %u x %u", which, block.x, block.y);
                out.print(what);
            }
    }
    {
        const int n = 1000;
        std::vector<float> in = numbers<float>(n, 6);
        const float special[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-40f, -1e-40f, 3e38f, 1e-38f};
        for (int k = 0; k < n; k += 7)
            in[k] = special[k / 7 % 9];
        memory<float> x(in), out(std::vector<float>(2 * n));
        memory<double> wide(std::vector<double>(n, 0.0));
        arithmetic<<<8, 128>>>(x.at, out.at, wide.at, 1.5f, n);
        out.print("arithmetic");
        wide.print("arithmetic, double");
        memory<unsigned> seen(std::vector<unsigned>(2 * n));
        passed_on<<<8, 128>>>(x.at, seen.at, n);
        seen.print("passed on");
        memory<int> turned(std::vector<int>(64));
        named_barrier<<<1, 64>>>(turned.at, 3);
        turned.print("named barrier");
    }
    {
        int numbers[32];
        for (int k = 0; k < 32; ++k)
            numbers[k] = k * k;
        cudaMemcpyToSymbol(table, numbers, sizeof numbers);
        for (const dim3 block : {dim3(8, 4, 2), dim3(4, 4, 4), dim3(32, 2, 2), dim3(16, 3, 2), dim3(64), dim3(40)}) {
            const int count = block.x * block.y * block.z;
            memory<int> out(std::vector<int>(count, 0));
            variables<<<1, block, count * sizeof(int)>>>(out.at, 100);
            std::snprintf(what, sizeof what, "variables, %u x %u x %u", block.x, block.y, block.z);
            out.print(what);
        }
    }
}
