// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores whose addresses are not affine, of elements of each size, and affine ones of one and two bytes. What
// is read was written by a kernel, beside bytes that nothing has written. Prints a sum for each kernel and shape; an
// argument names a defect.
#include "elements.h"

#include <cstdio>
#include <cstring>

constexpr unsigned size = 1024;

__device__ unsigned thread_of_grid() { return (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

// Only odd elements: of the small types, some bytes of a cell stay unwritten.
template <class T>
__global__ void scatter(const unsigned* index, T* to)
{
    set(to[2 * index[thread_of_grid()] + 1], thread_of_grid());
}
template <class T>
__global__ void gather(const unsigned* index, const T* from, unsigned* out)
{
    out[thread_of_grid()] += value_of(from[2 * index[thread_of_grid()] + 1]);
}
// Rows whose ends lie within a cell.
template <class T>
__global__ void write_rows(T* a)
{
    const unsigned t = thread_of_grid();
    a[t + 3] = static_cast<T>(t * 5);
    a[3 * t + 2 * size + 1] = static_cast<T>(t);
}
template <class T>
__global__ void read_rows(const T* a, unsigned* out)
{
    const unsigned t = thread_of_grid();
    out[t] += a[t + 3] + a[3 * t + 2 * size + 1] * 3;
}

struct buffers {
    unsigned *index, *out;
    char* elements;
};

void print(const char* name, dim3 shape, unsigned* out)
{
    static unsigned host[size];
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned long long sum = 0;
    for (const unsigned x : host)
        sum = sum * 31 + x;
    std::printf("%s %ux%u: %llu, %s\n", name, shape.x, shape.y, sum, cudaGetErrorName(error));
}

template <class T>
void run(const char* name, const buffers& b, dim3 shape)
{
    const unsigned blocks = size / (shape.x * shape.y);
    auto* elements = reinterpret_cast<T*>(b.elements);
    scatter<<<blocks, shape>>>(b.index, elements);
    gather<<<blocks, shape>>>(b.index, elements, b.out);
    print(name, shape, b.out);
}

template <class T>
void run_rows(const char* name, const buffers& b, dim3 shape)
{
    const unsigned blocks = size / (shape.x * shape.y);
    auto* elements = reinterpret_cast<T*>(b.elements);
    write_rows<<<blocks, shape>>>(elements);
    read_rows<<<blocks, shape>>>(elements, b.out);
    print(name, shape, b.out);
}

// The elements after the written ones, and an address between two.
void run_defect(const char* name, const buffers& b)
{
    const unsigned far = std::strcmp(name, "past_the_end") == 0 ? 1u << 20 : 3 * size;
    scatter<<<4, 256>>>(b.index, reinterpret_cast<unsigned char*>(b.elements));
    if (std::strcmp(name, "misaligned") == 0) {
        gather<<<4, 256>>>(b.index, reinterpret_cast<unsigned*>(b.elements + 2), b.out);
    } else if (std::strcmp(name, "unwritten_byte") == 0) { // the even elements
        gather<<<4, 256>>>(b.index, reinterpret_cast<unsigned char*>(b.elements) - 1, b.out);
    } else {
        cudaMemcpy(b.index + 700, &far, sizeof far, cudaMemcpyHostToDevice);
        gather<<<4, 256>>>(b.index, reinterpret_cast<unsigned char*>(b.elements), b.out);
    }
    print(name, 256, b.out);
}

int main(int count, char** arguments)
{
    static unsigned index[size];
    for (unsigned k = 0; k < size; ++k)
        index[k] = k * 389 % size;
    buffers b{};
    if (cudaMalloc(&b.index, sizeof index) || cudaMalloc(&b.out, sizeof index)) return 1;
    if (cudaMalloc(&b.elements, 2 * size * sizeof(four) + 64)) return 1;
    cudaMemcpy(b.index, index, sizeof index, cudaMemcpyHostToDevice);
    cudaMemset(b.out, 0, sizeof index);
    if (count > 1) {
        run_defect(arguments[1], b);
        return 0;
    }
    for (const dim3 shape : {dim3(256), dim3(64, 4), dim3(8, 16), dim3(32), dim3(4, 8)}) {
        run<unsigned char>("u8", b, shape);
        run<signed char>("s8", b, shape);
        run<unsigned short>("u16", b, shape);
        run<unsigned>("u32", b, shape);
        run<unsigned long long>("u64", b, shape);
        run<pair>("two", b, shape);
        run<four>("four", b, shape);
        run_rows<unsigned char>("rows of bytes", b, shape);
        run_rows<unsigned short>("rows of shorts", b, shape);
    }
    return 0;
}
