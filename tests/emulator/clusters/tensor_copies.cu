// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of boxes out of tensors and into them, of one to five dimensions, beside the tensor's edges and swizzled. The
// host computes each box by itself.
#include "../programs/expect.h"

#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/ptx>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

constexpr int most_bytes = 16384;
constexpr unsigned char untouched = 0xee;

template <int Rank>
struct place {
    std::int32_t at[Rank];
};

// The bytes of the box as they lie in shared memory, with what it leaves there between narrow rows.
template <int Rank>
__global__ void fetch(const __grid_constant__ CUtensorMap map, place<Rank> p, unsigned bytes, unsigned extent,
                      unsigned char* out)
{
    __shared__ alignas(1024) unsigned char box[most_bytes];
    __shared__ std::uint64_t full;
    for (unsigned k = threadIdx.x; k < extent; k += blockDim.x)
        box[k] = untouched;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, p.at, &full);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, bytes);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    for (unsigned k = threadIdx.x; k < extent; k += blockDim.x)
        out[k] = box[k];
}

template <int Rank>
__global__ void put(const __grid_constant__ CUtensorMap map, place<Rank> p, unsigned bytes, const unsigned char* in,
                    bool adds)
{
    __shared__ alignas(1024) unsigned char box[most_bytes];
    for (unsigned k = threadIdx.x; k < bytes; k += blockDim.x)
        box[k] = in[k];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (adds) {
        ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &map, p.at, box);
    } else {
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, p.at, box);
    }
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

// Each block of the cluster fetches a part of the tile for all.
__global__ void __cluster_dims__(2) fetch_for_all(const __grid_constant__ CUtensorMap map, int* out)
{
    __shared__ alignas(128) int box[2][8 * 16];
    __shared__ std::uint64_t full;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full, sizeof box);
    }
    c.sync();
    if (threadIdx.x == 0) {
        const auto to = static_cast<unsigned>(__cvta_generic_to_shared(box[c.block_rank()]));
        const auto bar = static_cast<unsigned>(__cvta_generic_to_shared(&full));
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes."
                     "multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
                     "l"(&map), "r"(int(16 * c.block_rank())), "r"(int(8 * (blockIdx.x / 2))), "r"(bar), "h"(short(3))
                     : "memory");
    }
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {}
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        out[blockIdx.x * 256 + k] = box[k / 128][k % 128];
    c.sync();
}

static decltype(&cuTensorMapEncodeTiled) encode;

// A tensor with its elements on the host, and a box of it.
struct tensor {
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_INT32;
    unsigned element = 4;
    std::vector<cuuint64_t> dimensions, strides; //!< bytes, of all dimensions but the first
    std::vector<cuuint32_t> box, steps;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    CUtensorMapFloatOOBfill filled = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;

    std::vector<unsigned char> bytes;
    unsigned char* device = nullptr;

    void fill()
    {
        std::size_t size = dimensions[0] * element;
        strides.clear();
        for (std::size_t k = 1; k < dimensions.size(); ++k) {
            strides.push_back((size + 15) / 16 * 16 + 16 * (k % 2)); // rows with a gap behind
            size = strides.back() * dimensions[k];
        }
        bytes.resize(size);
        unsigned seed = 11;
        for (unsigned char& b : bytes) {
            seed = seed * 1664525u + 1013904223u;
            b = static_cast<unsigned char>(seed >> 24);
        }
        cudaMalloc(&device, size);
        cudaMemcpy(device, bytes.data(), size, cudaMemcpyHostToDevice);
    }
    CUresult map(CUtensorMap& m) const
    {
        const cuuint64_t none = 0; // of one dimension there are no strides, and a null pointer will not do
        return encode(&m, type, static_cast<cuuint32_t>(dimensions.size()), device, dimensions.data(),
                      strides.empty() ? &none : strides.data(), box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
                      swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, filled);
    }
    unsigned count(std::size_t k) const { return k == 0 ? box[0] : (box[k] + steps[k] - 1) / steps[k]; }
    unsigned box_bytes() const
    {
        unsigned n = element;
        for (std::size_t k = 0; k < box.size(); ++k)
            n *= count(k);
        return n;
    }
    // A narrow row has the place of a full one where pieces change places.
    unsigned pitch() const { return swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? box[0] * element : 16u << swizzle; }
    unsigned extent() const { return box_bytes() / (box[0] * element) * pitch(); }
    // Calls f(offset in shared memory, offset in the tensor or -1) for each element of the box. What is stored has
    // whole pieces of 16 bytes: a row's last one may reach into the gap behind it.
    template <class F>
    void each(const std::int32_t* at, bool stores, F f) const
    {
        const long whole = 16 / element, row_end = long(dimensions[0]);
        const long end = stores ? (row_end + whole - 1) / whole * whole : row_end;
        const unsigned rows = box_bytes() / (box[0] * element);
        for (unsigned row = 0; row < rows; ++row)
            for (unsigned x = 0; x < box[0]; ++x) {
                bool inside = at[0] + int(x) >= 0 && at[0] + long(x) < end;
                long long offset = (at[0] + long(x)) * element;
                for (std::size_t k = 1, rest = row; k < dimensions.size(); rest /= count(k), ++k) {
                    const long p = at[k] + long(rest % count(k)) * steps[k];
                    inside &= p >= 0 && p < long(dimensions[k]);
                    offset += p * static_cast<long long>(strides[k - 1]);
                }
                // Pieces of 16 bytes change places within a row: by row, pair of rows, or four of them.
                const unsigned piece = x * element / 16, in_piece = x * element % 16;
                unsigned other = piece;
                if (swizzle == CU_TENSOR_MAP_SWIZZLE_128B) other ^= row % 8;
                if (swizzle == CU_TENSOR_MAP_SWIZZLE_64B) other ^= row / 2 % 4;
                if (swizzle == CU_TENSOR_MAP_SWIZZLE_32B) other ^= row / 4 % 2;
                f(row * pitch() + other * 16 + in_piece, inside ? offset : -1);
            }
    }
};

template <int Rank>
static bool fetches(const tensor& t, place<Rank> p)
{
    alignas(64) CUtensorMap map;
    if (t.map(map) != CUDA_SUCCESS) return false;
    unsigned char* out;
    cudaMalloc(&out, most_bytes);
    fetch<Rank><<<1, 64>>>(map, p, t.box_bytes(), t.extent(), out);
    std::vector<unsigned char> got(t.extent()), expected(t.extent(), untouched);
    cudaMemcpy(got.data(), out, got.size(), cudaMemcpyDeviceToHost);
    cudaFree(out);
    t.each(p.at, false, [&](unsigned to, long long from) {
        const bool is_nan = t.filled == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
        for (unsigned k = 0; k < t.element; ++k)
            expected[to + k] = from >= 0 ? t.bytes[from + k] : !is_nan ? 0 : k % 2 ? 0x7f : 0xf7;
    });
    return got == expected;
}

template <int Rank>
static bool puts(const tensor& t, place<Rank> p, bool adds)
{
    alignas(64) CUtensorMap map;
    if (t.map(map) != CUDA_SUCCESS) return false;
    std::vector<unsigned char> box(t.extent()), expected = t.bytes, got(t.bytes.size());
    for (std::size_t k = 0; k < box.size(); ++k)
        box[k] = static_cast<unsigned char>(37 * k + k / 256);
    unsigned char* in;
    cudaMalloc(&in, box.size());
    cudaMemcpy(in, box.data(), box.size(), cudaMemcpyHostToDevice);
    put<Rank><<<1, 64>>>(map, p, t.extent(), in, adds);
    cudaMemcpy(got.data(), t.device, got.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(t.device, t.bytes.data(), got.size(), cudaMemcpyHostToDevice);
    cudaFree(in);
    t.each(p.at, true, [&](unsigned from, long long to) {
        if (to < 0) return;
        if (!adds) {
            std::memcpy(&expected[to], &box[from], t.element);
            return;
        }
        unsigned a, b;
        std::memcpy(&a, &expected[to], 4);
        std::memcpy(&b, &box[from], 4);
        a += b;
        std::memcpy(&expected[to], &a, 4);
    });
    return got == expected;
}

int main()
{
    void* address = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &address, 12000, cudaEnableDefault, &found);
    encode = reinterpret_cast<decltype(encode)>(address);

    tensor one;
    one.type = CU_TENSOR_MAP_DATA_TYPE_UINT8, one.element = 1;
    one.dimensions = {300}, one.box = {64}, one.steps = {1};
    one.fill();
    bool right = true;
    for (int x : {0, 16, 240, 288, 304, -16, -64, -112})
        right &= fetches<1>(one, {{x}});
    EXPECT("one dimension, and beside it", right);

    tensor two;
    two.dimensions = {50, 20}, two.box = {16, 8}, two.steps = {1, 1};
    two.fill();
    right = true;
    bool stored = true, added = true;
    for (int x : {0, 4, 40, 48, -8, -16, 2000000000})
        for (int y : {0, 5, 15, -3, 19, -2000000000}) {
            right &= fetches<2>(two, {{x, y}});
            if (x < 0 || y < 0) continue; // no place to store
            stored &= puts<2>(two, {{x, y}}, false);
            added &= puts<2>(two, {{x, y}}, true);
        }
    EXPECT("two dimensions", right);
    EXPECT("into two dimensions", stored);
    EXPECT("sums in two dimensions", added);

    const struct {
        CUtensorMapSwizzle swizzle;
        unsigned bytes;
    } swizzles[] = {
        {CU_TENSOR_MAP_SWIZZLE_32B, 32}, {CU_TENSOR_MAP_SWIZZLE_64B, 64}, {CU_TENSOR_MAP_SWIZZLE_128B, 128}};
    for (auto& s : swizzles) {
        tensor t;
        t.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16, t.element = 2;
        t.dimensions = {200, 40}, t.box = {s.bytes / 2, 24}, t.steps = {1, 1};
        t.swizzle = s.swizzle;
        t.fill();
        EXPECT("swizzled", (fetches<2>(t, {{0, 0}}) && fetches<2>(t, {{168, 30}}) && fetches<2>(t, {{-8, -2}})));
        EXPECT("swizzled back", (puts<2>(t, {{0, 0}}, false) && puts<2>(t, {{168, 30}}, false)));
        for (unsigned bytes = 16; bytes < s.bytes; bytes += 16) {
            t.box = {bytes / 2, 24};
            EXPECT("narrower than its swizzle", (fetches<2>(t, {{0, 0}}) && fetches<2>(t, {{168, 30}})));
            EXPECT("and back", (puts<2>(t, {{0, 0}}, false) && puts<2>(t, {{168, 30}}, false)));
        }
    }

    const struct {
        CUtensorMapDataType type;
        unsigned bytes;
    } numbers[] = {{CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2},
                   {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2},
                   {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4},
                   {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8}};
    for (auto& n : numbers) {
        tensor t;
        t.type = n.type, t.element = n.bytes;
        t.dimensions = {50, 20}, t.box = {16, 8}, t.steps = {1, 1};
        t.filled = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
        t.fill();
        EXPECT("NaN outside", (fetches<2>(t, {{40, 15}}) && fetches<2>(t, {{-8, -3}})));
    }
    tensor whole = two;
    whole.filled = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;

    tensor three;
    three.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64, three.element = 8;
    three.dimensions = {9, 7, 6}, three.box = {4, 6, 5}, three.steps = {1, 2, 3};
    three.fill();
    right = fetches<3>(three, {{0, 0, 0}}) && fetches<3>(three, {{6, 3, -1}}) && puts<3>(three, {{2, 2, 3}}, false);
    EXPECT("three dimensions, in steps", right);
    tensor four;
    four.type = CU_TENSOR_MAP_DATA_TYPE_UINT16, four.element = 2;
    four.dimensions = {20, 5, 4, 3}, four.box = {8, 3, 2, 3}, four.steps = {1, 1, 1, 1};
    four.fill();
    right =
        fetches<4>(four, {{0, 0, 0, 0}}) && fetches<4>(four, {{16, 3, 3, 1}}) && puts<4>(four, {{8, 2, 3, 1}}, false);
    EXPECT("four dimensions", right);
    tensor five;
    five.dimensions = {12, 3, 4, 2, 3}, five.box = {4, 2, 3, 2, 2}, five.steps = {1, 1, 1, 1, 1};
    five.fill();
    right = fetches<5>(five, {{0, 0, 0, 0, 0}}) && fetches<5>(five, {{8, 2, 2, 1, 2}}) &&
            puts<5>(five, {{8, 1, 1, 1, 1}}, true);
    EXPECT("five dimensions", right);

    alignas(64) CUtensorMap map;
    tensor wide;
    wide.dimensions = {32, 32}, wide.box = {16, 8}, wide.steps = {1, 1};
    wide.fill();
    EXPECT("a map", wide.map(map) == CUDA_SUCCESS);
    int* out;
    cudaMalloc(&out, 8 * 256 * sizeof(int));
    fetch_for_all<<<8, 64>>>(map, out);
    std::vector<int> got(8 * 256);
    cudaMemcpy(got.data(), out, got.size() * sizeof(int), cudaMemcpyDeviceToHost);
    right = true;
    for (int b = 0; b < 8; ++b)
        for (int k = 0; k < 256; ++k) {
            int expected;
            const int x = 16 * (k / 128) + k % 16, y = 8 * (b / 2) + k % 128 / 16;
            std::memcpy(&expected, &wide.bytes[y * wide.strides[0] + 4 * x], 4);
            right &= got[b * 256 + k] == expected;
        }
    EXPECT("for all blocks of a cluster", right);

    EXPECT("no NaN of whole numbers", whole.map(map) == CUDA_ERROR_INVALID_VALUE);
    // What cannot be: the manual says the most of it, an H200 the first.
    EXPECT("no strides",
           encode(&map, wide.type, 1, wide.device, wide.dimensions.data(), nullptr, wide.box.data(), wide.steps.data(),
                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_ERROR_INVALID_VALUE);
    tensor bad = wide;
    bad.box = {3, 8};
    EXPECT("rows of the box in multiples of 16 bytes", bad.map(map) == CUDA_ERROR_INVALID_VALUE);
    bad = wide;
    bad.strides = {100};
    EXPECT("strides in multiples of 16 bytes", bad.map(map) == CUDA_ERROR_INVALID_VALUE);
    bad = wide;
    bad.box = {16, 300};
    EXPECT("a box of at most 256", bad.map(map) == CUDA_ERROR_INVALID_VALUE);
    bad = wide;
    bad.box = {64, 8}, bad.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
    EXPECT("a box no wider than its swizzle", bad.map(map) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    return failures;
}
