// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divergent branches whose code only computes: all lanes run it, and a lane mask selects the results. Prints a sum for
// each kernel, shape of the block and input; an argument runs that kernel alone.
#include <cstdio>
#include <cstring>

constexpr unsigned blocks = 3, largest = 256, size = blocks * largest;

__device__ unsigned place() { return blockIdx.x * largest + threadIdx.y * blockDim.x + threadIdx.x; }

// A point in a polygon: one condition behind another.
__global__ void crossings(const unsigned* in, unsigned* out)
{
    const float x = static_cast<float>(in[place()] % 97) / 48 - 1, y = static_cast<float>(in[place()] % 89) / 44 - 1;
    unsigned odd = 0;
    float before_x = 0.5f, before_y = -0.9f;
    for (int k = 0; k < 12; ++k) {
        const float at_x = static_cast<float>(in[k] % 101) / 50 - 1,
                    at_y = static_cast<float>(in[k + 12] % 103) / 51 - 1;
        const float slope = (before_x - at_x) / (before_y - at_y);
        if ((at_y > y) != (before_y > y) && x < slope * (y - at_y) + at_x) odd = !odd;
        before_x = at_x;
        before_y = at_y;
    }
    out[place()] += odd;
}

// Special cases of a function: regions with many blocks, in nvcc's order.
__global__ void powers(const unsigned* in, unsigned* out)
{
    const float values[] = {0.f, -0.f, 1.f, -1.f, 2.5f, -2.5f, 1e30f, -1e30f, 1e-40f, 3.f, -3.f, 0.5f};
    float x = values[in[place()] % 12], y = values[in[place()] / 12 % 12];
    if (in[place()] % 50 == 7) x = x / 0.f;
    if (in[place()] % 50 == 8) y = 0.f / 0.f;
    const float z = powf(x, y);
    unsigned bits;
    std::memcpy(&bits, &z, sizeof bits);
    if (z == z) out[place()] += bits;
}

// Both ways of a branch, other widths, predicates that live on, and a value that is the same for all before the branch.
__global__ void widths(const unsigned* in, unsigned* out)
{
    const unsigned v = in[place()];
    unsigned long long wide = 5;
    double real = 1.5;
    short narrow = 3;
    bool found = false;
    for (unsigned k = 0; k < 20; ++k) {
        const unsigned bit = v >> k & 1;
        if (bit != 0) {
            wide = wide * 3 + v;
            real = real * 0.5 + k;
            found = found != (k % 3 == 0);
        } else {
            narrow = static_cast<short>(narrow * 7 + static_cast<short>(v));
            if ((v ^ k) % 5 == 0) {
                wide ^= 0x123456789abcdefull;
            } else if ((v ^ k) % 5 == 1) {
                real -= 2;
            }
        }
        out[place()] += found;
    }
    out[place()] += static_cast<unsigned>(wide) + static_cast<unsigned>(wide >> 32) +
                    static_cast<unsigned short>(narrow) + static_cast<unsigned>(static_cast<int>(real * 16));
}

// Forms that nvcc does not write: guards in the region, the other result of a comparison, and a negated branch.
__global__ void guards(const unsigned* in, unsigned* out)
{
    unsigned x = 1;
    asm volatile(
        "{ .reg .pred p, q, r; setp.gt.u32 p|q, %1, %2; @!q bra end; setp.ne.u32 r, %1, 7; @r add.u32 %0, %0, 10;\n"
        "@!p add.u32 %0, %0, 100; not.pred r, r; @!r bra end; mad.lo.u32 %0, %0, %0, %1; end: }"
        : "+r"(x)
        : "r"(in[place()] % 50), "r"(20));
    asm volatile(
        "{ .reg .pred p, q, r; setp.lt.u32 p, %1, 30; setp.lt.or.u32 q, %1, 5, p; xor.pred r, p, q;\n"
        "@p bra one; mov.pred r, p; add.u32 %0, %0, 1; bra end; one: and.pred q, p, r; selp.u32 %0, 5, %0, r; end:\n"
        "@r add.u32 %0, %0, 1000; @q add.u32 %0, %0, 7; }"
        : "+r"(x)
        : "r"(in[place()] % 50));
    out[place()] += x;
}

// A warp's clock counts exactly the instructions of the blocks that some lane runs.
__global__ void clocks(const unsigned* in, unsigned* out)
{
    unsigned x = in[place()], told = 0;
    for (unsigned k = 0; k < 9; ++k) {
        if (x % 64 < 7 * k) {
            x += 3;
            if (x % 3 == 0) x ^= k + 5;
        }
    }
    asm volatile("add.u32 %0, %1, 1; mov.u32 %0, %%clock;" : "+r"(told) : "r"(x) : "memory");
    out[place()] += x + (blockIdx.x == 0 && threadIdx.x < 32 && threadIdx.y == 0 ? told : 0);
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(const unsigned*, unsigned*);
    } kernels[] = {
        {"crossings", crossings}, {"powers", powers}, {"widths", widths}, {"guards", guards}, {"clocks", clocks}};
    const dim3 shapes[] = {{256}, {70}, {16, 16}, {5, 9}};
    unsigned *in = nullptr, *out = nullptr;
    static unsigned host[size];
    if (cudaMalloc(&in, sizeof host) || cudaMalloc(&out, sizeof host)) return 1;
    for (const auto& one : kernels) {
        if (count > 1 && std::strcmp(one.name, arguments[1]) != 0) continue;
        for (const dim3 shape : shapes)
            for (unsigned input = 0; input < 4; ++input) {
                // Each lane another value, few lanes another value, all lanes the same value.
                for (unsigned k = 0; k < size; ++k) {
                    const unsigned random = (k * 2654435761u) >> 7;
                    host[k] = input == 0 ? random : input == 1 ? (k % 29 ? 4242 : random) : input == 2 ? 31 : 1000007;
                }
                if (cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice) || cudaMemset(out, 0, sizeof host))
                    return 1;
                one.kernel<<<blocks, shape>>>(in, out);
                const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
                unsigned long long sum = 0;
                for (const unsigned x : host)
                    sum = sum * 31 + x;
                std::printf("%s %ux%u, %u: %llu, %s\n", one.name, shape.x, shape.y, input, sum,
                            cudaGetErrorName(error));
            }
    }
}
