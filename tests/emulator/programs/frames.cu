// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory: a thread has as much as its functions need, up to 512 KiB. cudaLimitStackSize is for recursion.
// An H100 refuses the frame of 512 KiB: all its threads together would need more memory than it has.
#include "expect.h"

template <int Ints>
__device__ __noinline__ int mix(int n, int k)
{
    int a[Ints];
    for (int i = 0; i < Ints; i++)
        a[i] = i * n;
    for (int i = 1; i < Ints; i++)
        a[(i * k) % Ints] ^= a[i - 1] & k;
    return a[((Ints - 1) * n) % Ints];
}
// Frames of functions that call each other are there at once.
__device__ __noinline__ int outer(int n)
{
    int a[3000];
    for (int i = 0; i < 3000; i++)
        a[i] = i + n;
    const int below = mix<6000>(n, 0);
    return below + a[(below * n) % 3000];
}
__device__ __noinline__ int sum_to(int n, int one)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = n * one;
    if (n == 0) return 0;
    return sum_to(n - 1, one) + a[n % 16];
}
// Recursion, with a large frame above it.
__device__ __noinline__ int recursive_above(int n)
{
    int a[5000];
    for (int i = 0; i < 5000; i++)
        a[i] = i * n;
    return sum_to(20, n) + a[(4999 * n) % 5000];
}
__device__ __noinline__ int even(int n, int one);
__device__ __noinline__ int odd(int n, int one) { return n == 0 ? 0 : even(n - one, one); }
__device__ __noinline__ int even(int n, int one)
{
    int a[2500];
    for (int i = 0; i < 2500; i++)
        a[i] = i * one;
    return n == 0 ? a[(2499 * one) % 2500] : odd(n - one, one);
}
using function = int (*)(int, int);
__device__ function functions[] = {mix<100>, mix<6000>};

__global__ void one_frame(int* o, int n) { o[threadIdx.x] = mix<6000>(n, 0); }
__global__ void two_frames(int* o, int n) { o[threadIdx.x] = outer(n); }
__global__ void largest_frame(int* o, int n) { o[threadIdx.x] = mix<131072>(n, 0); }
__global__ void own_frame(int* o, int n)
{
    int a[8000];
    for (int i = 0; i < 8000; i++)
        a[i] = i * n;
    o[threadIdx.x] = a[(7999 * n) % 8000];
}
__global__ void above_recursion(int* o, int n) { o[threadIdx.x] = recursive_above(n); }
__global__ void in_turns(int* o, int n) { o[threadIdx.x] = even(2, n); }
__global__ void by_pointer(int* o, int n, int which) { o[threadIdx.x] = functions[which](n, 0); }

static int* out;
template <class... A>
static bool gives(int expected, void (*kernel)(int*, A...), A... arguments)
{
    for (int k = 0; k < 64; k++)
        out[k] = -1;
    kernel<<<1, 64>>>(out, arguments...);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int k = 0; k < 64; k++)
        right &= out[k] == expected;
    return right;
}

int main()
{
    cudaMallocManaged(&out, 64 * sizeof(int));
    EXPECT("one frame", gives(5999, one_frame, 1));
    EXPECT("two frames", gives(5999 + 5999 % 3000 + 1, two_frames, 1));
    EXPECT("512 KiB", gives(131071, largest_frame, 1));
    EXPECT("the kernel's own", gives(7999, own_frame, 1));
    EXPECT("above recursion", gives(210 + 4999, above_recursion, 1));
    EXPECT("two that call each other", gives(2499, in_turns, 1));
    EXPECT("by pointer", gives(99, by_pointer, 1, 0));
    EXPECT("by pointer, with the limit",
           cudaDeviceSetLimit(cudaLimitStackSize, 32 * 1024) == cudaSuccess && gives(5999, by_pointer, 1, 1));
    cudaFuncAttributes a;
    EXPECT("attributes", cudaFuncGetAttributes(&a, two_frames) == cudaSuccess && a.localSizeBytes >= 36000 &&
                             a.localSizeBytes < 40000);
    // The frame of the deepest function whose address is taken.
    EXPECT("attributes of calls by pointer", cudaFuncGetAttributes(&a, by_pointer) == cudaSuccess &&
                                                 a.localSizeBytes >= 24000 && a.localSizeBytes < 28000);
    EXPECT("no local memory", cudaFuncGetAttributes(&a, in_turns) == cudaSuccess && a.localSizeBytes == 0);
    return failures;
}
