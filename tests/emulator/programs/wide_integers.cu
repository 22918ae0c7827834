// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 128-bit integers, with and without sign: what nvcc makes of every operator against what the host's compiler does.
// Prints one line per check and exits with the number of failures.
#include "expect.h"

#include <cstdint>
#include <vector>

namespace {

using u128 = unsigned __int128;
using s128 = __int128;

enum operation { sum, difference, product, quotient, remainder, shift_left, shift_right, less, operations };
constexpr const char* names[] = {"a + b", "a - b", "a * b", "a / b", "a % b", "a << b", "a >> b", "a < b"};

template <class T>
__host__ __device__ T apply(int operation, T a, T b)
{
    switch (operation) {
    case sum:
        return a + b;
    case difference:
        return a - b;
    case product:
        return a * b;
    case quotient:
        return a / b;
    case remainder:
        return a % b;
    case shift_left:
        return a << (static_cast<int>(b) & 127);
    case shift_right:
        return a >> (static_cast<int>(b) & 127);
    default:
        return a < b;
    }
}

template <class T>
__global__ void apply_all(int operation, const T* a, const T* b, T* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = apply(operation, a[i], b[i]);
}

// Numbers around every power of two, and random ones of every length: most quotients and divisors reach beyond 64 bits.
std::vector<u128> numbers()
{
    std::vector<u128> all = {0};
    std::uint64_t state = 1;
    auto word = [&state] { return (state = state * 6364136223846793005u + 1442695040888963407u) ^ state >> 31; };
    for (int bits = 0; bits < 128; ++bits) {
        const u128 one = u128(1) << bits;
        if (bits % 16 == 0 || bits % 16 == 15) all.insert(all.end(), {one - 1, one, one + 1});
        all.push_back((u128(word()) << 64 | word()) >> (127 - bits) | one);
    }
    all.push_back(~u128(0));
    return all;
}

template <class T>
void compare(const char* type)
{
    std::vector<T> a, b;
    for (const u128 x : numbers())
        for (const u128 y : numbers()) {
            // The least number by -1 is undefined, division by zero, too.
            if (y == 0 || (x == u128(1) << 127 && y == ~u128(0))) continue;
            a.push_back(T(x));
            b.push_back(T(y));
        }
    const int n = static_cast<int>(a.size());
    T *da, *db, *out;
    cudaMalloc(&da, n * sizeof(T));
    cudaMalloc(&db, n * sizeof(T));
    cudaMallocManaged(&out, n * sizeof(T));
    cudaMemcpy(da, a.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    for (int k = 0; k < operations; ++k) {
        // With a sign, what overflows is undefined.
        if (T(-1) < T(0) && (k == sum || k == difference || k == product || k == shift_left)) continue;
        cudaMemset(out, 0xa5, n * sizeof(T));
        apply_all<<<(n + 255) / 256, 256>>>(k, da, db, out, n);
        EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
        int wrong = 0;
        for (int i = 0; i < n; ++i)
            wrong += out[i] != apply(k, a[i], b[i]);
        std::printf("%s of %s: %d of %d wrong\n", names[k], type, wrong, n);
        EXPECT(names[k], wrong == 0);
    }
}

} // namespace

int main()
{
    compare<u128>("unsigned __int128");
    compare<s128>("__int128");
    return failures;
}
