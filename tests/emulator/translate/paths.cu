// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divergent paths that are too long for lane masks alone: they run in the code of paths. Prints a sum for each kernel
// and shape of the block; an argument runs that kernel alone, and so does a defect.
#include <cstdio>
#include <cstring>

constexpr unsigned blocks = 4, largest = 256, size = blocks * largest;

__device__ unsigned thread_of_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ unsigned place() { return blockIdx.x * largest + thread_of_block(); }
__device__ unsigned scrambled(unsigned x)
{
    x = x * 1664525u + 1013904223u;
    return x ^ x >> 15;
}

// Each lane has another number of iterations, and another way through each.
__global__ void trips(const unsigned* in, unsigned* out)
{
    unsigned x = in[place()] % 5000 + 1, count = 0;
    while (x != 1 && count < 150) {
        if (x & 1) {
            x = 3 * x + 1;
            out[place()] += x;
        } else {
            x >>= 1;
        }
        ++count;
    }
    out[place()] += count;
}

// A condition that is the same for all lanes of a path selects, while lane 0 is on another path.
__global__ void selections(const unsigned* in, unsigned* out)
{
    unsigned x = in[place()] % 5000 + 1;
    for (unsigned count = 0; x != 1 && count < 50; ++count) {
        if (x & 1) {
            unsigned factor = 0;
            asm volatile(
                "{ .reg .pred p, q; .reg .b64 wide; .reg .b32 block, low;"
                " mov.u32 block, %%ctaid.x; setp.gt.u32 p, block, 1; setp.lt.u32 q, block, 3; and.pred p, p, q;"
                " selp.b64 wide, 7, 3, q; cvt.u32.u64 low, wide; selp.b32 %0, 5, low, p; }"
                : "=r"(factor));
            x = factor * x + 1;
            out[place()] += x;
        } else {
            x >>= 1;
        }
    }
    out[place()] += x;
}

// Loops in branches in loops; lanes leave them at different places.
__global__ void nested(const unsigned* in, unsigned* out)
{
    const unsigned v = in[place()];
    unsigned sum = 0;
    for (unsigned k = 0; k < v % 7; ++k) {
        if (scrambled(v + k) % 3 == 0) {
            for (unsigned j = 0; j < (v >> 8) % 5; ++j) {
                if (scrambled(v + 31 * j) % 11 == 0) break;
                sum += in[(v + j * k) % size];
                out[place()] ^= sum;
            }
        } else if (scrambled(v + k) % 3 == 1) {
            sum ^= in[(v ^ k) % size];
            if (sum % 13 == 0) {
                out[place()] += 7;
                return;
            }
            out[place()] += sum;
        } else {
            continue;
        }
        sum += k;
    }
    out[place()] += sum;
}

// Registers of all widths live across the paths; some hold one value for all lanes of a path.
__global__ void widths(const unsigned* in, unsigned* out)
{
    const unsigned v = in[place()];
    unsigned long long wide = 1;
    double real = 0.25;
    float single = 3;
    short narrow = 5;
    unsigned char byte = 9;
    bool flag = false;
    for (unsigned k = 0; k < v % 9; ++k) {
        if (v >> k & 1) {
            wide = blockIdx.x + 5ull;
            real = real * 1.5 + in[k];
            out[place()] += static_cast<unsigned>(wide);
            narrow = static_cast<short>(gridDim.x);
        } else {
            wide = wide * 0x100000001b3ull + v;
            single = single / 1.25f + static_cast<float>(k);
            byte = static_cast<unsigned char>(byte * 3 + k);
            out[place()] ^= byte;
            flag = flag != (single > 4);
        }
        out[place()] += flag ? narrow : static_cast<unsigned>(wide >> 33);
    }
    unsigned bits;
    std::memcpy(&bits, &single, sizeof bits);
    out[place()] += bits + static_cast<unsigned>(real * 64) + byte;
}

// A predicate that some lanes set again, while others wait with theirs.
__global__ void predicates(const unsigned* in, unsigned* out)
{
    unsigned x;
    asm volatile("{ .reg .pred p, q; .reg .u32 k; setp.gt.u32 p, %1, 20; setp.ne.u32 q, %2, 0; mov.u32 k, 0;\n"
                 "@!q bra end; again: add.u32 k, k, 1; st.global.u32 [%3], k; setp.gt.u32 p, %1, k;\n"
                 "setp.lt.u32 q, k, %2; @q bra again; end: selp.u32 %0, 1, 2, p; }"
                 : "=r"(x)
                 : "r"(in[place()] % 40), "r"((in[place()] >> 8) % 30), "l"(out + place())
                 : "memory");
    out[place()] += 100 * x;
}

// Elements of all sizes, in vectors, and at addresses that lanes share.
__global__ void elements(const unsigned* in, unsigned* out)
{
    __shared__ unsigned char bytes[4 * largest];
    __shared__ unsigned long long wide[largest];
    const unsigned v = in[place()], t = thread_of_block();
    for (unsigned k = 0; k < 4; ++k)
        bytes[4 * t + k] = static_cast<unsigned char>(v >> 8 * k);
    wide[t] = v;
    for (unsigned k = 0; k < v % 6; ++k) {
        if (scrambled(v + k) & 1) {
            bytes[4 * t + k % 4] ^= static_cast<unsigned char>(k);
            const uint2 two = reinterpret_cast<const uint2*>(in)[v % (size / 2)];
            wide[t] += two.x ^ two.y;
            out[place()] += reinterpret_cast<const unsigned short*>(in)[v % size];
        } else {
            const uint4 four = reinterpret_cast<const uint4*>(in)[(v + k) % (size / 4)];
            reinterpret_cast<signed char*>(out)[4 * place() + k % 4] ^= static_cast<signed char>(four.w);
            out[place()] += in[3] + reinterpret_cast<const signed char*>(in)[v % (4 * size)];
            *reinterpret_cast<unsigned short*>(bytes + 4 * t) += static_cast<unsigned short>(four.x);
        }
    }
    out[place()] += bytes[4 * t] + 3 * bytes[4 * t + 1] + static_cast<unsigned>(wide[t] >> 3);
}

// Atomics, votes, shuffles and barriers of a warp, of the lanes that are on the path.
__global__ void together(const unsigned* in, unsigned* out)
{
    __shared__ unsigned count;
    const unsigned v = in[place()];
    if (thread_of_block() == 0) count = 0;
    __syncthreads();
    for (unsigned k = 0; k < v % 5; ++k) {
        if (v >> k & 1) {
            const unsigned lanes = __activemask();
            atomicAdd(&count, v % 17);
            __syncwarp(lanes);
            out[place()] += __popc(__ballot_sync(lanes, v & 4)) + __shfl_sync(lanes, v, __ffs(lanes) - 1) % 3;
        } else {
            atomicXor(out + place(), k + v);
            out[place()] += __any_sync(__activemask(), v % 3 == 0);
        }
    }
    __syncthreads();
    out[place()] += count;
}

// Calls, also of a function that calls itself, and a branch to one of many places.
__device__ __noinline__ unsigned depth(unsigned n, const unsigned* in)
{
    if (n < 2) return in[n];
    unsigned sum = 0;
    for (unsigned k = 0; k < n % 3 + 1; ++k)
        if (scrambled(n + k) & 2) sum += in[(n + sum) % size];
    return sum + depth(n - 2, in) * 3;
}
__device__ __noinline__ unsigned chosen(unsigned v, unsigned x)
{
    switch (v % 8) {
    case 0:
        return x * 3;
    case 1:
        return x ^ 0x55;
    case 2:
        return scrambled(x) / 7;
    case 3:
        return __brev(x);
    case 4:
        return x + __clz(v);
    case 5:
        return x % 1001;
    case 6:
        return x << v % 31;
    default:
        return ~x;
    }
}
__global__ void calls(const unsigned* in, unsigned* out)
{
    const unsigned v = in[place()];
    unsigned x = v;
    for (unsigned k = 0; k < v % 4 + 1; ++k) {
        if (v & 8) x += depth(v % 9, in);
        x = chosen(v + k, x);
    }
    out[place()] += x;
}

// A barrier of the block between the paths; some threads have returned.
__global__ void barriers(const unsigned* in, unsigned* out)
{
    __shared__ unsigned s[largest];
    const unsigned t = thread_of_block(), v = in[place()], count = blockDim.x * blockDim.y * blockDim.z;
    s[t] = v;
    __syncthreads();
    for (unsigned k = 1; k < 6; ++k) {
        unsigned x = 0;
        for (unsigned j = 0; j < (v >> k) % 4; ++j)
            if (scrambled(v + j) % 5) x += s[(t + j * k) % count];
        __syncthreads();
        if (x % 3) s[t] = x;
        __syncthreads();
    }
    if (v % 4 == 0) return;
    out[place()] += s[t];
}

// The count of a warp's instructions, which its clock shows.
__global__ void clocks(const unsigned* in, unsigned* out)
{
    const unsigned v = in[place()];
    unsigned x = v, told = 0;
    for (unsigned k = 0; k < v % 6; ++k)
        if (scrambled(x + k) % 3)
            x += in[x % size];
        else
            out[place()] ^= x;
    asm volatile("add.u32 %0, %1, 1; mov.u32 %0, %%clock;" : "+r"(told) : "r"(x) : "memory");
    out[place()] += x + (blockIdx.x == 0 && thread_of_block() < 32 ? told : 0);
}

// Defects on a path. A lane reads past the end, at a wrong address, a value that nothing has written, or an element of
// shared memory that another warp writes.
enum defect : unsigned { none, past_the_end, misaligned, unwritten, unwritten_shared, race, wrong_store };
__global__ void defects(const unsigned* in, const unsigned* empty, unsigned* out, unsigned what)
{
    __shared__ unsigned s[largest], unset[largest];
    const unsigned t = thread_of_block(), v = in[place()];
    s[t] = v;
    __syncthreads();
    unsigned x = 0;
    for (unsigned k = 0; k < v % 5 + 1; ++k) {
        if (scrambled(v + k) % 3) {
            const bool is_it = t == 77 % blockDim.x && k == v % 5;
            if (v % 2) out[place()] += x;
            x += in[what == past_the_end && is_it ? size : (x + k) % size];
            if (what == misaligned && is_it)
                x += *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(in) + 2);
            if (what == unwritten && is_it) x += empty[5];
            if (what == unwritten_shared && is_it) x += unset[(t + x) % largest];
            if (what == race && is_it) s[(t + 64) % largest] = x;
            if (what == wrong_store && is_it) out[size + x % 2] = x;
        } else {
            x ^= s[(t + k * 5) % largest];
        }
    }
    out[place()] += x;
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(const unsigned*, unsigned*);
    } kernels[] = {{"trips", trips},           {"nested", nested},        {"widths", widths}, {"elements", elements},
                   {"predicates", predicates}, {"together", together},    {"calls", calls},   {"barriers", barriers},
                   {"clocks", clocks},         {"selections", selections}};
    const char* const defect_names[] = {"none", "past_the_end", "misaligned", "unwritten", "unwritten_shared",
                                        "race", "wrong_store"};
    const dim3 shapes[] = {{256}, {70}, {16, 16}, {5, 9}, {4, 3, 5}, {19}, {1}};
    unsigned *in = nullptr, *out = nullptr, *empty = nullptr;
    static unsigned host[size];
    if (cudaMalloc(&in, sizeof host) || cudaMalloc(&out, sizeof host) || cudaMalloc(&empty, sizeof host)) return 1;
    const auto prepare = [&](unsigned input) {
        // Each lane another value, or few lanes another value.
        for (unsigned k = 0; k < size; ++k)
            host[k] = input == 0 || k % 29 == 0 ? (k * 2654435761u) >> 7 : 4242;
        return cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice) || cudaMemset(out, 0, sizeof host);
    };
    const auto tell = [&](const char* name, const dim3 shape, unsigned input) {
        const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned long long sum = 0;
        for (const unsigned x : host)
            sum = sum * 31 + x;
        std::printf("%s %ux%ux%u, %u: %llu, %s\n", name, shape.x, shape.y, shape.z, input, sum,
                    cudaGetErrorName(error));
    };
    for (unsigned what = 0; count > 1 && what < sizeof defect_names / sizeof *defect_names; ++what) {
        if (std::strcmp(arguments[1], defect_names[what]) != 0) continue;
        if (prepare(0)) return 1;
        defects<<<blocks, largest>>>(in, empty, out, what);
        tell("defects", largest, what);
        return 0;
    }
    for (const auto& one : kernels) {
        if (count > 1 && std::strcmp(one.name, arguments[1]) != 0) continue;
        for (const dim3 shape : shapes)
            for (unsigned input = 0; input < 2; ++input) {
                if (prepare(input)) return 1;
                one.kernel<<<blocks, shape>>>(in, out);
                tell(one.name, shape, input);
            }
    }
}
