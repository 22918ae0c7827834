// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defects in the use of shared memory, one to a kernel, in loads and stores that translated code does by itself: what
// is found, and at which lines, is the same whichever way a kernel runs.
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Without the barrier `which` of the two, warps read what others write. With both there is no finding.
template <int Tile>
__global__ void product(const float* a, const float* b, float* c, int n, int which)
{
    __shared__ float as[Tile][Tile], bs[Tile][Tile];
    const int y = threadIdx.y, x = threadIdx.x;
    float sum = 0;
    for (int m = 0; m < n / Tile; ++m) {
        as[y][x] = a[y * n + m * Tile + x];
        bs[y][x] = b[(m * Tile + y) * n + x];
        if (which != 1) __syncthreads();
        for (int k = 0; k < Tile; ++k)
            sum += as[y][k] * bs[k][x];
        if (which != 2) __syncthreads();
    }
    c[y * n + x] = sum;
}

// One row is never written.
__global__ void unwritten(const int* in, int* out, int skipped)
{
    __shared__ int rows[8][32];
    const int x = threadIdx.x, y = threadIdx.y;
    if (y != skipped) rows[y][x] = in[y * 32 + x];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; ++k)
        sum += rows[k][x];
    out[y * 32 + x] = sum;
}

// More reads than the check keeps, before a warp overwrites the places that others read first.
__global__ void late(const int* in, int* out, int rounds)
{
    __shared__ int values[128];
    const int i = threadIdx.x;
    values[i] = in[i];
    __syncthreads();
    int sum = values[i ^ 0];
    for (int k = 0; k < rounds; ++k)
        sum += values[k % 128] + values[i] * k;
    if (i < 32) values[i + 32] = sum;
    __syncthreads();
    out[i] = values[i] + sum;
}

// Neighbours in one warp: read and then written without __syncwarp().
__global__ void neighbours(const int* in, int* out)
{
    __shared__ int values[96];
    const int i = threadIdx.x;
    values[i] = in[i];
    values[i + 32] = in[i] + 1;
    __syncwarp();
    const int next = values[i + 1];
    values[i] = next * 3;
    __syncwarp();
    out[i] = values[i];
}

// Wide elements, and bytes.
__global__ void elements(const float4* in, float4* out, const char* bytes, char* changed)
{
    __shared__ float4 wide[64];
    __shared__ double doubles[64];
    __shared__ char narrow[64];
    const int i = threadIdx.x;
    wide[i] = in[i];
    doubles[i] = in[i].x;
    narrow[i] = bytes[i];
    __syncthreads();
    const float4 v = wide[63 - i], w = wide[i];
    const double d = doubles[i] + doubles[5];
    const char c = narrow[i] + narrow[3];
    wide[i].y = v.x + float(d) + w.z;
    doubles[i] = d * 2;
    narrow[i] = c;
    __syncthreads();
    out[i] = wide[i];
    changed[i] = narrow[i] + char(doubles[i]);
}

// A lane stores the value that is already there: no race with a read, but one with a store of another value.
__global__ void silent(const int* in, int* out, int flag)
{
    __shared__ int values[64];
    const int i = threadIdx.x;
    values[i] = in[i];
    __syncthreads();
    const int v = values[(i + flag) & 63];
    values[i] = in[i] + (i / 32 && flag ? 1 : 0);
    __syncthreads();
    out[i] = values[i] + v;
}

// Unwritten memory that some lanes of a warp read on a path of their own. The value is used after the paths join.
__global__ void some_lanes(const int* in, int* out, int flag)
{
    __shared__ int values[64];
    const int i = threadIdx.x;
    if (i != 40 || !flag) values[i] = in[i];
    __syncthreads();
    int sum = in[i];
    if (i < 20 && flag == 1) {
        const int v = values[i + 30];
        out[i + 128] = sum;
        sum += v * values[i + 31];
    }
    __syncthreads();
    if (i % 3) {
        out[i + 192] = sum;
        sum += values[i + 12 & 31] * 3;
        out[i + 256] = sum;
    } else {
        sum ^= values[i + 19 & 63];
        out[i + 320] = sum;
    }
    __syncthreads();
    out[i] = sum;
    if (sum & 1) out[i + 64] = 1;
}

int main(int argc, char** argv)
{
    const char* const what = argc > 1 ? argv[1] : "";
    const int choice = argc > 2 ? std::atoi(argv[2]) : 0;
    constexpr int n = 1024;
    static float host[n * 4];
    for (int k = 0; k < n * 4; ++k)
        host[k] = float(k % 61);
    float *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    const auto* const numbers = reinterpret_cast<const int*>(in);
    auto* const results = reinterpret_cast<int*>(out);
    if (!std::strcmp(what, "product16")) product<16><<<2, dim3(16, 16)>>>(in, in, out, 32, choice);
    if (!std::strcmp(what, "product32")) product<32><<<2, dim3(32, 32)>>>(in, in, out, 64, choice);
    if (!std::strcmp(what, "unwritten")) unwritten<<<2, dim3(32, 8)>>>(numbers, results, choice);
    if (!std::strcmp(what, "late")) late<<<2, 128>>>(numbers, results, choice);
    if (!std::strcmp(what, "neighbours")) neighbours<<<2, 32>>>(numbers, results);
    if (!std::strcmp(what, "elements"))
        elements<<<1, 64>>>(reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(out),
                            reinterpret_cast<const char*>(in), reinterpret_cast<char*>(out + 1024));
    if (!std::strcmp(what, "silent")) silent<<<1, 64>>>(numbers, results, choice);
    if (!std::strcmp(what, "some_lanes")) some_lanes<<<1, 64>>>(numbers, results, choice);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned digest = 0;
    for (const float v : host) {
        unsigned bits;
        std::memcpy(&bits, &v, sizeof bits);
        digest = digest * 31 + bits;
    }
    std::printf("%s %d: %s, %08x\n", what, choice, cudaGetErrorString(error), digest);
}
