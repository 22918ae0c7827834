// Each argument makes one mistake; the emulated device must find it and say so in the exit status.
#include <cassert>
#include <cstdio>
#include <cstring>

__global__ void read_past_end(const int* a, int* out, int n)
{
    out[threadIdx.x] = a[threadIdx.x + (threadIdx.x == n - 1)];
}
__global__ void write_freed(int* a) { a[threadIdx.x] = 1; }
__global__ void misaligned(char* a) { *reinterpret_cast<int*>(a + 2) = 1; }
__global__ void null_pointer(int* a) { *a = 1; }
__global__ void shared_past_end(int* out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void divergent_barrier(int* out)
{
    if (threadIdx.x < 40) { asm volatile("bar.sync 1, 64;" ::: "memory"); }
    out[threadIdx.x] = 1;
}
__global__ void failing_assert(int* out) { assert(out == nullptr); }
__global__ void uninitialised_shared(int* out)
{
    __shared__ int s[64];
    if (threadIdx.x != 7) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void spin(volatile int* a)
{
    while (*a == 0) {}
}
__global__ void trap() { __trap(); }
__global__ void unknown_instruction(unsigned long long* out) // alloca: what README.md lists as not there
{
    asm volatile("{ .reg .b64 p; alloca.u64 p, 16; mov.b64 %0, p; }" : "=l"(*out));
}

int main(int, char** arguments)
{
    const char* which = arguments[1];
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    int *a, *out;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    if (is("read_past_end")) read_past_end<<<1, 64>>>(a, out, 64);
    if (is("write_freed")) {
        cudaFree(a);
        write_freed<<<1, 64>>>(a);
    }
    if (is("misaligned")) misaligned<<<1, 1>>>(reinterpret_cast<char*>(a));
    if (is("null_pointer")) null_pointer<<<1, 1>>>(nullptr);
    if (is("shared_past_end")) shared_past_end<<<1, 64, 63 * sizeof(int)>>>(out);
    if (is("divergent_barrier")) divergent_barrier<<<1, 64>>>(out);
    if (is("failing_assert")) failing_assert<<<1, 64>>>(out);
    if (is("uninitialised_shared")) uninitialised_shared<<<1, 64>>>(out);
    if (is("spin")) spin<<<2, 64>>>(a);
    if (is("trap")) trap<<<1, 1>>>();
    if (is("unknown_instruction")) unknown_instruction<<<1, 1>>>(nullptr);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
