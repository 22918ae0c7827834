// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program's own functions with the names of CUDA's, as in old programs. Each compiles beside compat's, and is called.
#include <cstdio>

// CUDA 5 to 7 had no shuffles of doubles. Programs wrote their own, with and without a width, with int and with
// unsigned.
__device__ double __shfl_up(double value, unsigned int distance)
{
    double result;
    ((float*)&result)[0] = __shfl_up(((float*)&value)[0], distance);
    ((float*)&result)[1] = __shfl_up(((float*)&value)[1], distance);
    return result;
}

static __inline__ __device__ double __shfl_down(double value, int distance, int width = warpSize)
{
    const int high = __shfl_down(__double2hiint(value), distance, width);
    const int low = __shfl_down(__double2loint(value), distance, width);
    return __hiloint2double(high, low);
}

// These functions record that they were called.
__device__ __forceinline__ double __shfl_xor(double value, int mask, int width = 32)
{
    return 1000 + __hiloint2double(__shfl_xor(__double2hiint(value), mask, width),
                                   __shfl_xor(__double2loint(value), mask, width));
}

struct vector {
    int v[3];
};

template <typename T>
__device__ T __shfl(T value, int lane)
{
    T result;
    for (size_t i = 0; i < sizeof(T) / sizeof(int); i++)
        ((int*)&result)[i] = __shfl(((int*)&value)[i], lane);
    return result;
}

// Names of CUDA 1 to 4. Today's programs use some of them for other things.
__device__ float saturate(float x) { return x + 0.25f; }
__device__ float3 saturate(float3 x) { return make_float3(saturate(x.x), saturate(x.y), saturate(x.z)); }
__device__ int mul24(int a, int b) { return a * b + 1; }
inline float int_as_float(int x) { return static_cast<float>(x) + 0.5f; }
static int trap(int signal) { return signal + 1; }

namespace own {
__device__ int umul24(int a, int b) { return a - b; }
__device__ bool any(const int* of, int n)
{
    for (int i = 0; i < n; i++)
        if (of[i]) return true;
    return false;
}
} // namespace own

__global__ void call(double* d, float* f, int* n)
{
    const int lane = threadIdx.x;
    const bool all = lane < 32, ballot = all;
    const double value = lane / 3.0;
    const vector from = __shfl(vector{{lane, lane + 1, lane + 2}}, 7);
    const int flags[3] = {0, lane, 0};
    const double up = __shfl_up(value, 1), down = __shfl_down(value, 2), down_by_unsigned = __shfl_down(value, 2u, 16),
                 exchanged = __shfl_xor(value, 4);
    const float plain = __shfl(static_cast<float>(lane), 9, 32);
    // Types that CUDA promotes.
    const short number = static_cast<short>(-lane);
    const unsigned char byte = static_cast<unsigned char>(200 + lane);
    const int promoted = __shfl_down(number, 1) + __shfl_down(byte, size_t(2)) + __shfl_xor(lane > 30, byte, 8);
    if (lane == 5) {
        d[0] = up;
        d[1] = down;
        d[2] = down_by_unsigned;
        d[3] = exchanged;
        f[0] = plain;
        f[1] = saturate(0.5f);
        f[2] = saturate(make_float3(0, 1, 2)).z;
        n[0] = from.v[0] + from.v[1] + from.v[2];
        n[1] = promoted;
        n[2] = mul24(2, 3);
        n[3] = own::umul24(2, 3);
        n[4] = umul24(2, 3);
        n[5] = own::any(flags, 3) + 2 * all + 4 * ballot;
    }
}

static int failures = 0;

static void is(const char* what, double got, double wanted)
{
    if (got == wanted) return;
    std::printf("%s: %.17g, not %.17g\n", what, got, wanted);
    failures++;
}

int main()
{
    struct results {
        double d[4];
        float f[3];
        int n[6];
    } r, *memory = nullptr;
    cudaMalloc(&memory, sizeof r);
    call<<<1, 32>>>(memory->d, memory->f, memory->n);
    if (cudaMemcpy(&r, memory, sizeof r, cudaMemcpyDeviceToHost) != cudaSuccess) {
        std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    is("__shfl_up of doubles", r.d[0], 4 / 3.0);
    is("__shfl_down of doubles", r.d[1], 7 / 3.0);
    is("__shfl_down of doubles, by unsigned", r.d[2], 7 / 3.0);
    is("__shfl_xor of doubles", r.d[3], 1000 + 1 / 3.0);
    is("__shfl of floats", r.f[0], 9);
    is("saturate", r.f[1], 0.75);
    is("saturate of float3", r.f[2], 2.25);
    is("__shfl of a structure", r.n[0], 7 + 8 + 9);
    is("__shfl_down of short and of unsigned char, __shfl_xor of bool", r.n[1], -6 + 207 + 0);
    is("mul24", r.n[2], 7);
    is("umul24 of a namespace", r.n[3], -1);
    is("umul24", r.n[4], 6);
    is("any of a namespace", r.n[5], 7);
    is("int_as_float on the host", static_cast<double>(int_as_float(1)), 1.5);
    is("trap on the host", trap(1), 2);
    return failures;
}
