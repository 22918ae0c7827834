// Accesses to shared memory that, by the document, do or do not make threads wait for one another's bank.
//
// Source:  K, chapter 7, "Банки данных"
// Modern:  modern/memory/bank_conflicts.cu
// Note:    migration-notes/bank_conflicts.md
// Domain:  1 <= L <= N; each kernel takes N elements (fewer are padded with zeros)
// Defects: kept: char s[N] is said to give 4-way conflicts, short s[N] 2-way ones, and char s[4 * N] to be the cure.
//          Since compute capability 2.0 none of the three conflicts: lanes that want parts of one word share one
//          access. The last case, s[threadIdx.x * L] with an even L, conflicts as ever. Not shown there, so ours: the
//          kernels around the four declarations and accesses, the size N, and the host code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define N 1024

// "4 threads, 1 bank"
__global__ void charAccess(const char *in, char *out)
{
    __shared__ char s[N];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();

    char data = s[threadIdx.x];
    out[threadIdx.x] = data;
}

// The cure: three bytes of padding to each one
__global__ void paddedCharAccess(const char *in, char *out)
{
    __shared__ char s[4 * N];
    s[threadIdx.x * 4] = in[threadIdx.x];
    __syncthreads();

    char data = s[threadIdx.x * 4];
    out[threadIdx.x] = data;
}

// "2 threads, 1 bank"
__global__ void shortAccess(const short *in, short *out)
{
    __shared__ short s[N];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();

    short data = s[threadIdx.x];
    out[threadIdx.x] = data;
}

// L = 2: threads 0 and 16 want bank 0; L = 4: threads 0, 8, 16 and 24
__global__ void floatAccess(const float *in, float *out, int L)
{
    __shared__ float s[N];
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();

    float data = s[threadIdx.x * L];
    out[threadIdx.x] = data;
}

// N elements of each type in; out N, N, N, and as many floats as there are multiples of L below N.
cudaError_t bank_conflicts(const char *h_chars, const short *h_shorts, const float *h_floats, int L,
                           char *h_plain, char *h_padded, short *h_half, float *h_strided)
{
    if (L < 1 || L > N) return cudaErrorInvalidValue;
    int threads = (N + L - 1) / L;

    char *chars = NULL, *plain = NULL, *padded = NULL;
    short *shorts = NULL, *half = NULL;
    float *floats = NULL, *strided = NULL;
    cudaMalloc((void **)&chars, N * sizeof(char));
    cudaMalloc((void **)&plain, N * sizeof(char));
    cudaMalloc((void **)&padded, N * sizeof(char));
    cudaMalloc((void **)&shorts, N * sizeof(short));
    cudaMalloc((void **)&half, N * sizeof(short));
    cudaMalloc((void **)&floats, N * sizeof(float));
    cudaMalloc((void **)&strided, threads * sizeof(float));
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) {
        cudaMemcpy(chars, h_chars, N * sizeof(char), cudaMemcpyHostToDevice);
        cudaMemcpy(shorts, h_shorts, N * sizeof(short), cudaMemcpyHostToDevice);
        cudaMemcpy(floats, h_floats, N * sizeof(float), cudaMemcpyHostToDevice);

        charAccess<<<1, N>>>(chars, plain);
        paddedCharAccess<<<1, N>>>(chars, padded);
        shortAccess<<<1, N>>>(shorts, half);
        floatAccess<<<1, threads>>>(floats, strided, L);

        cudaMemcpy(h_plain, plain, N * sizeof(char), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_padded, padded, N * sizeof(char), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_half, half, N * sizeof(short), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_strided, strided, threads * sizeof(float), cudaMemcpyDeviceToHost);
        err = cudaGetLastError();
    }
    cudaFree(chars);
    cudaFree(plain);
    cudaFree(padded);
    cudaFree(shorts);
    cudaFree(half);
    cudaFree(floats);
    cudaFree(strided);
    return err;
}

int main()
{
    char chars[N], plain[N], padded[N];
    short shorts[N], half[N];
    float floats[N], strided[N];
    for (int i = 0; i < N; i++) {
        chars[i] = (char)(i % 100);
        shorts[i] = (short)i;
        floats[i] = (float)i;
    }

    for (int L = 1; L <= 4; L *= 2) {
        cudaError_t err = bank_conflicts(chars, shorts, floats, L, plain, padded, half, strided);
        if (err != cudaSuccess) {
            fprintf(stderr, "%s\n", cudaGetErrorString(err));
            return EXIT_FAILURE;
        }
        printf("L = %d: char %d %d, short %d, float %g %g %g\n", L, plain[99], padded[99], half[N - 1],
               strided[1], strided[2], strided[N / L - 1]);
    }
    return 0;
}
