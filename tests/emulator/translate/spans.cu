// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What some threads of a block do without the others: from the first to the last of a span, and of threads that lie
// apart. Prints a sum for each kernel, block and span; an argument runs that kernel alone.
#include <cstdio>
#include <cstring>

constexpr unsigned blocks = 3, largest = 256, size = blocks * largest;

struct span {
    unsigned first, last; // the end
    __device__ bool has(unsigned t) const { return t >= first && t < last; }
};

// The textbook's reduction. The last step belongs to one thread.
__global__ void tree(const unsigned* in, unsigned* out, span s)
{
    __shared__ unsigned partial[largest];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * largest + t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half; half /= 2) {
        if (t < half) partial[t] += partial[t + half];
        __syncthreads();
    }
    if (s.has(t)) out[blockIdx.x * largest + t] = partial[t];
    if (t == 0) out[blockIdx.x * largest] = partial[0];
}

// Forwards, backwards, with a stride, one element for all, narrow, and in pairs; loads and stores.
__global__ void accesses(const unsigned* in, unsigned* out, span s)
{
    __shared__ unsigned turned[largest];
    __shared__ unsigned short narrow[2 * largest], read[largest];
    const unsigned t = threadIdx.x, here = blockIdx.x * largest + t;
    turned[t] = in[here];
    narrow[t] = narrow[t + largest] = read[t] = 3 * t;
    __syncthreads();
    if (s.has(t)) turned[s.first + s.last - 1 - t] = in[2 * t] + in[7];
    __syncthreads();
    if (s.has(t)) narrow[2 * t] = reinterpret_cast<const unsigned char*>(in)[t] + read[blockDim.x - 1 - t];
    __syncthreads();
    if (s.has(t)) out[here] = reinterpret_cast<const signed char*>(in)[3 * t] + turned[t];
    if (s.has(t)) {
        const uint2 two = reinterpret_cast<const uint2*>(in)[t];
        reinterpret_cast<uint2*>(out + size)[here] = {two.y + turned[s.first], two.x ^ narrow[2 * t]};
    }
    __syncthreads();
    out[here] += turned[t] + narrow[t] * 17;
}

// Registers that are read after the branch: threads that do not take it keep their old values.
__global__ void values(const unsigned* in, unsigned* out, span s)
{
    const unsigned t = threadIdx.x, here = blockIdx.x * largest + t;
    unsigned even = 3 * t, same = 5, any = in[here], twice = t;
    if (s.has(t)) {
        even = 7 * t + 1;
        same = t * 2;
        any = even ^ in[t];
        twice += in[here];
        twice = twice * 2 + 1;
        out[here] = any;
    }
    out[size + here] = even * 3 + same * 5 + any * 7 + twice * 11;
}

// The compiler could move these computations into the branch, where they are used.
template <class T>
__device__ T* computed_here(T* at)
{
    asm volatile("mov.u64 %0, %0;" : "+l"(at));
    return at;
}
__device__ unsigned loaded(const unsigned* at)
{
    unsigned v;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(at));
    return v;
}

// Global memory at affine addresses: each as above.
__global__ void addresses(const unsigned* in, unsigned* out, span s)
{
    const unsigned t = threadIdx.x, here = blockIdx.x * largest + t;
    const unsigned* const forwards = computed_here(in + here);
    const unsigned* const backwards = computed_here(in + largest - t);
    const unsigned* const same = computed_here(in + blockIdx.x);
    const unsigned* const apart = computed_here(in + 2 * t);
    const signed char* const bytes = computed_here(reinterpret_cast<const signed char*>(in) + 3 * t);
    unsigned* const to = computed_here(out + here);
    unsigned* const back = computed_here(out + 2 * size - 1 - here);
    unsigned short* const narrow = computed_here(reinterpret_cast<unsigned short*>(out + 2 * size) + 2 * here);
    if (s.has(t)) *to = loaded(forwards) + 3 * loaded(backwards);
    if (s.has(t)) *back = loaded(same) * 5 + loaded(apart);
    if (s.has(t)) {
        int byte;
        unsigned first, second;
        asm volatile("ld.global.s8 %0, [%1];" : "=r"(byte) : "l"(bytes));
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(first), "=r"(second) : "l"(apart));
        *narrow = byte + first - 3 * second;
    }
}

// Registers that are affine only inside of the branch, and are read after it.
__global__ void steps(const unsigned* in, unsigned* out, span s)
{
    const unsigned t = threadIdx.x, here = blockIdx.x * largest + t;
    unsigned even = in[here], same = in[here + 1], guarded = in[t];
    if (s.has(t)) {
        asm volatile("mad.lo.u32 %0, %1, 7, 1;" : "=r"(even) : "r"(t));
        asm volatile("add.u32 %0, %1, 77;" : "=r"(same) : "r"(s.first));
        asm volatile("mad.lo.u32 %0, %1, 9, 2;" : "=r"(guarded) : "r"(t));
        asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 40; @p mov.u32 %0, 17; }" : "+r"(guarded) : "r"(t));
    }
    out[here] = even * 3 + same * 5 + guarded * 7;
}

// Addresses and numbers of 64 bits, which may wrap when they are widened; floats, also NaN.
__global__ void widths(const unsigned* in, unsigned* out, span s)
{
    const unsigned t = threadIdx.x, here = blockIdx.x * largest + t;
    if (s.has(t)) {
        const int below = static_cast<int>(t) - 100;
        const long long wide = below * 3000000000ll;
        const unsigned around = 0xfffffff0u + t;
        out[here] = static_cast<unsigned>(wide >> 16) + in[around & 127];
        out[size + here] = static_cast<unsigned>(static_cast<unsigned long long>(around) * 5u >> 8);
    }
    float x = __uint_as_float(in[here]);
    if (s.has(t)) {
        x = x * 1.5f + sqrtf(x);
        x = fminf(x, 3e30f) / static_cast<float>(t);
        out[here] ^= __float_as_uint(x);
    }
    double y = x;
    if (s.has(t)) {
        y = y * y + static_cast<double>(static_cast<int>(t) - 50);
        out[size + here] ^= static_cast<unsigned>(__double_as_longlong(y) >> 20);
    }
}

// The work of handlers: predicates, guarded instructions, special registers, atomics whose results are not read.
__global__ void handled(const unsigned* in, unsigned* out, span s)
{
    const unsigned t = threadIdx.x, here = blockIdx.x * largest + t;
    unsigned x = t * 3, y = in[here];
    if (s.has(t)) {
        asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 900000000; @p add.u32 %0, %0, 17; @!p mov.u32 %0, %%laneid;"
                     " setp.gt.u32 p, %1, 3000000000; @p mov.u32 %0, %%ctaid.x; }"
                     : "+r"(x)
                     : "r"(y));
        out[here] = x + __popc(y);
        atomicAdd(out + 2 * size + (t & 3), x); // no thread stores here
    }
    const bool odd = y & 1;
    if (s.has(t)) {
        x = odd ? x + 1 : y;
        y = t < 77 && odd ? 3 : 4;
        out[here] += x * y;
    }
    out[size + here] += x + y * 3;
}

// One branch after the other, so each sees the results of the previous one.
__global__ void rounds(const unsigned* in, unsigned* out, span s)
{
    __shared__ unsigned both[2][largest];
    const unsigned t = threadIdx.x;
    both[0][t] = in[t];
    __syncthreads();
    for (unsigned k = 0; k < 40; ++k) {
        const unsigned *const before = both[k % 2], first = (s.first + k * 5) % blockDim.x;
        unsigned* const now = both[1 - k % 2];
        now[t] = before[t];
        if (t >= first && t <= first + k) now[t] = before[(t + 32) % blockDim.x] * 3 + before[t] + k;
        __syncthreads();
    }
    out[blockIdx.x * largest + t] = both[0][t];
}

// The threads are not contiguous: there is no span.
__global__ void apart(const unsigned* in, unsigned* out, span s)
{
    const unsigned t = threadIdx.x, here = blockIdx.x * largest + t;
    unsigned x = t;
    if (s.has(t) && t % 3 != 1) {
        x = in[here] + 2 * t;
        out[here] = x;
    }
    out[size + here] = x;
}

// Past the end, but only for threads that do not take the branch; and one thread that does.
__global__ void past_the_end(const unsigned* in, unsigned* out, span s)
{
    const unsigned t = threadIdx.x;
    const unsigned end = 3 * size + (s.last == 200 ? 1 : 0); // elements of `in`
    const unsigned* const at = computed_here(in + end - s.last + t);
    unsigned* const to = computed_here(out + t);
    if (s.has(t)) *to = loaded(at);
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(const unsigned*, unsigned*, span);
    } kernels[] = {{"tree", tree},       {"accesses", accesses},
                   {"values", values},   {"addresses", addresses},
                   {"steps", steps},     {"widths", widths},
                   {"handled", handled}, {"rounds", rounds},
                   {"apart", apart},     {"past_the_end", past_the_end}};
    const span spans[] = {{0, 1},   {0, 31}, {0, 32},   {0, 33},    {0, 128},   {5, 6},   {31, 33}, {32, 64},
                          {40, 50}, {7, 90}, {96, 250}, {127, 256}, {255, 256}, {1, 256}, {0, 256}, {9, 9}};
    unsigned *in = nullptr, *out = nullptr;
    static unsigned host[3 * size];
    for (unsigned k = 0; k < 3 * size; ++k)
        host[k] = (k * 2654435761u) ^ k >> 3;
    if (cudaMalloc(&in, sizeof host) || cudaMalloc(&out, sizeof host)) return 1;
    if (cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice)) return 1;
    for (const auto& one : kernels) {
        if (count > 1 && std::strcmp(one.name, arguments[1]) != 0) continue;
        for (const unsigned threads : {largest, 96u})
            for (span s : spans) {
                if (count > 2) s = {150, 200}; // past the end
                if (cudaMemset(out, 0, sizeof host)) return 1;
                one.kernel<<<blocks, threads>>>(in, out, s);
                const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
                unsigned long long sum = 0;
                for (const unsigned x : host)
                    sum = sum * 31 + x;
                std::printf("%s %u, %u to %u: %llu, %s\n", one.name, threads, s.first, s.last, sum,
                            cudaGetErrorName(error));
                if (count > 2) return 0;
            }
    }
}
