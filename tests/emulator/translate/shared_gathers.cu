// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of shared memory whose addresses are not affine: of elements of each size, from and to elements that
// only one thread uses, and beside affine accesses with the same bounds. Prints a sum for each kernel and shape.
#include "elements.h"

#include <cstdio>

constexpr unsigned size = 1024;

__device__ unsigned thread_of_block() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ unsigned thread_of_grid() { return blockIdx.x * blockDim.x * blockDim.y + thread_of_block(); }

template <class T>
__global__ void exchange(const unsigned* index, unsigned* out)
{
    __shared__ T s[2 * 256];
    const unsigned t = thread_of_block(), mine = index[t];
    set(s[2 * mine], t + blockIdx.x);
    set(s[2 * mine + 1], t * t);
    __syncthreads();
    const unsigned other = index[mine];
    out[thread_of_grid()] += value_of(s[2 * other]) * 3 + value_of(s[2 * other + 1]);
}

// Each thread uses its own element several times without a barrier, and two affine accesses lie between the elements.
__global__ void own_elements(const unsigned* index, unsigned* out)
{
    __shared__ unsigned s[4 * 256];
    const unsigned t = thread_of_block(), mine = 4 * index[t];
    s[mine] = t;
    s[4 * t + 1] = t ^ 5;
    s[mine] += s[4 * t + 1];
    s[mine + 2] = s[mine] * 7;
    s[4 * t + 3] = s[mine + 2];
    s[mine] = s[mine]; // silent
    out[thread_of_grid()] += s[mine] + s[4 * t + 1] + s[mine + 2] + s[4 * t + 3];
    __syncthreads();
    out[thread_of_grid()] ^= s[4 * t] + s[4 * t + 2] + s[mine + 1] + s[mine + 3];
}

// Stores of a constant, of a uniform and an affine value, and of a special register.
__global__ void values(const unsigned* index, unsigned* out, unsigned uniform)
{
    __shared__ unsigned s[4 * 256];
    const unsigned t = thread_of_block(), mine = 4 * index[t];
    s[mine] = 12345;
    s[mine + 1] = uniform;
    s[mine + 2] = 3 * threadIdx.x + 1;
    s[mine + 3] = threadIdx.x;
    __syncthreads();
    out[thread_of_grid()] += s[4 * t] + 3 * s[4 * t + 1] + 5 * s[4 * t + 2] + 7 * s[4 * t + 3];
}

// A transposition whose columns are swapped, and a padded one.
__global__ void swizzled(unsigned* out)
{
    __shared__ unsigned tile[16][16], padded[256 + 16];
    const unsigned t = thread_of_block() & 255, x = t % 16, y = t / 16;
    tile[y][x ^ y] = t * 3 + blockIdx.x;
    padded[t + (t >> 4)] = t * t;
    __syncthreads();
    out[thread_of_grid()] += tile[x][y ^ x] * 5 + padded[(255 - t) + ((255 - t) >> 4)];
}

// The exchanges of a bitonic sort. Only the lower thread of a pair stores, to both elements.
__global__ void sort(const unsigned* in, unsigned* out)
{
    __shared__ unsigned s[512];
    const unsigned t = thread_of_block(), threads = blockDim.x * blockDim.y;
    s[t] = in[thread_of_grid()] * 2654435761u;
    s[t + threads] = in[thread_of_grid()] * 40503u;
    for (unsigned k = 2; k <= 2 * threads; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            const unsigned low = 2 * t - (t & (j - 1));
            const unsigned a = s[low], b = s[low + j];
            const bool swaps = (a > b) == ((low & k) == 0);
            s[low] = swaps ? b : a;
            s[low + j] = swaps ? a : b;
        }
    __syncthreads();
    out[thread_of_grid()] += s[t] * 3 + s[t + threads];
}

// More loads between two barriers than the checks of a whole block list.
__global__ void many_loads(const unsigned* index, unsigned* out)
{
    __shared__ unsigned s[256];
    const unsigned t = thread_of_block(), threads = blockDim.x * blockDim.y;
    s[t] = index[t];
    __syncthreads();
    unsigned at = t, sum = 0;
    for (unsigned k = 0; k < 5000; ++k) {
        at = s[at];
        sum += at * k;
    }
    if (threads > 16) s[t] = sum; // races with the loads of other threads where these are not over
    out[thread_of_grid()] += sum;
}

struct buffers {
    unsigned *index, *out;
};

// The first threads, or the last ones, use elements of any threads.
__global__ void some_threads(const unsigned* index, unsigned* out)
{
    __shared__ unsigned s[256];
    __shared__ unsigned char narrow[2 * 256];
    const unsigned t = thread_of_block(), threads = blockDim.x * blockDim.y, mine = index[t];
    s[t] = t * 7;
    narrow[2 * mine] = t;
    narrow[2 * mine + 1] = 3;
    for (unsigned count = threads / 2; count > 0; count = count * 2 / 5) {
        __syncthreads();
        if (t < count) {
            s[mine] += s[index[t + count]] * count;
            narrow[2 * mine + 1] = narrow[2 * mine] + count;
        }
        __syncthreads();
        if (t >= threads - count - 1) s[mine] = s[mine] * 3 + narrow[2 * index[threads - 1 - t] + 1];
    }
    __syncthreads();
    out[thread_of_grid()] = s[t] * 5 + narrow[t] + narrow[threads + t];
}

void print(const char* name, dim3 shape, unsigned* out)
{
    static unsigned host[size];
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned long long sum = 0;
    for (const unsigned x : host)
        sum = sum * 31 + x;
    std::printf("%s %ux%u: %llu, %s\n", name, shape.x, shape.y, sum, cudaGetErrorName(error));
}

int main()
{
    buffers b{};
    if (cudaMalloc(&b.index, size * sizeof(unsigned)) || cudaMalloc(&b.out, size * sizeof(unsigned))) return 1;
    cudaMemset(b.out, 0, size * sizeof(unsigned));
    for (const dim3 shape : {dim3(256), dim3(64, 4), dim3(8, 16), dim3(32), dim3(4, 8)}) {
        static unsigned index[size];
        const unsigned threads = shape.x * shape.y, blocks = size / threads;
        for (unsigned k = 0; k < size; ++k)
            index[k] = (k * 53 + 7) % threads;
        cudaMemcpy(b.index, index, sizeof index, cudaMemcpyHostToDevice);
        exchange<unsigned char><<<blocks, shape>>>(b.index, b.out);
        print("u8", shape, b.out);
        exchange<signed char><<<blocks, shape>>>(b.index, b.out);
        print("s8", shape, b.out);
        exchange<unsigned short><<<blocks, shape>>>(b.index, b.out);
        print("u16", shape, b.out);
        exchange<unsigned><<<blocks, shape>>>(b.index, b.out);
        print("u32", shape, b.out);
        exchange<unsigned long long><<<blocks, shape>>>(b.index, b.out);
        print("u64", shape, b.out);
        exchange<pair><<<blocks, shape>>>(b.index, b.out);
        print("two", shape, b.out);
        exchange<four><<<blocks, shape>>>(b.index, b.out);
        print("four", shape, b.out);
        own_elements<<<blocks, shape>>>(b.index, b.out);
        print("own elements", shape, b.out);
        values<<<blocks, shape>>>(b.index, b.out, 99);
        print("values", shape, b.out);
        sort<<<blocks, shape>>>(b.index, b.out);
        print("sort", shape, b.out);
        some_threads<<<blocks, shape>>>(b.index, b.out);
        print("some threads", shape, b.out);
        if (threads == 256) {
            swizzled<<<blocks, shape>>>(b.out);
            print("swizzled", shape, b.out);
        }
    }
    return 0;
}
