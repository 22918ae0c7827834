// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of CUB that CCCL 3 removed, as old programs use them. Each result is compared with the CPU's.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <vector>

#include <cub/cub.cuh>

#include <boost/test/unit_test.hpp>

namespace {

// Device memory that frees itself.
template <class T>
struct on_device {
    explicit on_device(const std::vector<T>& values)
        : size(values.size())
    {
        BOOST_REQUIRE(cudaMalloc(&data, size * sizeof(T)) == cudaSuccess);
        BOOST_REQUIRE(cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess);
    }
    explicit on_device(std::size_t count)
        : on_device(std::vector<T>(count, T(77)))
    {
    }
    on_device(const on_device&) = delete;
    ~on_device() { cudaFree(data); }

    std::vector<T> values() const
    {
        std::vector<T> copy(size);
        BOOST_REQUIRE(cudaMemcpy(copy.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
        return copy;
    }

    T* data = nullptr;
    std::size_t size;
};

// Calls one of CUB's device-wide functions twice: to get the size of its memory, and to run.
template <class Call>
void run(Call call)
{
    std::size_t bytes = 0;
    BOOST_REQUIRE(call(nullptr, bytes) == cudaSuccess);
    on_device<char> memory(bytes + 1);
    BOOST_REQUIRE(call(memory.data, bytes) == cudaSuccess);
    BOOST_REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

template <class Result, class Iterator, class Operator>
Result reduced(Iterator first, int count, Operator op, Result initial)
{
    on_device<Result> result(1);
    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(memory, bytes, first, result.data, count, op, initial);
    });
    return result.values()[0];
}

std::vector<int> some_numbers()
{
    std::vector<int> numbers(1237);
    for (std::size_t i = 0; i < numbers.size(); i++)
        numbers[i] = static_cast<int>(i * 7919 % 2003) - 1000;
    return numbers;
}

struct squared {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

} // namespace

BOOST_AUTO_TEST_CASE(operators_reduce)
{
    const std::vector<int> numbers = some_numbers();
    const on_device<int> memory(numbers);
    const int count = static_cast<int>(numbers.size());
    BOOST_TEST(reduced(memory.data, count, cub::Sum(), 5) == std::accumulate(numbers.begin(), numbers.end(), 5));
    BOOST_TEST(reduced(memory.data, count, cub::Max(), -5000) == *std::max_element(numbers.begin(), numbers.end()));
    BOOST_TEST(reduced(memory.data, count, cub::Min(), 5000) == *std::min_element(numbers.begin(), numbers.end()));
}

BOOST_AUTO_TEST_CASE(operators_scan_and_select)
{
    const std::vector<int> numbers = some_numbers();
    const on_device<int> memory(numbers);
    const int count = static_cast<int>(numbers.size());
    on_device<int> sums(numbers.size());
    run([&](void* space, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveScan(space, bytes, memory.data, sums.data, cub::Sum(), count);
    });
    std::vector<int> expected(numbers.size());
    std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
    BOOST_TEST(sums.values() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(operators_on_the_host)
{
    BOOST_TEST(cub::Equality()(3, 3));
    BOOST_TEST(!cub::Equality()(3, 4));
    BOOST_TEST(cub::Inequality()(3, 4));
    BOOST_TEST(cub::Difference()(3, 5) == -2);
    BOOST_TEST(cub::Division()(7, 2) == 3);
    BOOST_TEST(cub::Max()(2, 3) == 3);
    BOOST_TEST(cub::Min()(2, 3) == 2);
    BOOST_TEST((cub::max)(2, 3.5) == 3.5);
    BOOST_TEST((cub::min)(2, 3.5) == 2);
}

BOOST_AUTO_TEST_CASE(macros)
{
    BOOST_TEST(CUB_MAX(2, 3) == 3);
    BOOST_TEST(CUB_MIN(2, 3) == 2);
    BOOST_TEST(CUB_QUOTIENT_FLOOR(7, 4) == 1);
    BOOST_TEST(CUB_QUOTIENT_CEILING(7, 4) == 2);
    BOOST_TEST(CUB_ROUND_UP_NEAREST(7, 4) == 8);
    BOOST_TEST(CUB_ROUND_DOWN_NEAREST(7, 4) == 4);
}

namespace {

int chosen(cub::Int2Type<0>) { return 10; }
int chosen(cub::Int2Type<3>) { return 13; }

} // namespace

BOOST_AUTO_TEST_CASE(traits)
{
    BOOST_TEST(chosen(cub::Int2Type<3>()) == 13);
    BOOST_TEST(chosen(cub::Int2Type<1 - 1>()) == 10);
    BOOST_TEST(cub::FpLimits<float>::Max() == 3.402823466e+38f);
    BOOST_TEST(cub::FpLimits<double>::Lowest() == -1.7976931348623157e308);
    cub::ArrayWrapper<int, 3> array, other;
    for (int i = 0; i < 3; i++)
        array.array[i] = i + 1;
    other = array;
    BOOST_TEST(other.array[2] == 3);
    static_assert(sizeof(array) == 3 * sizeof(int), "nothing but the array");
#if CUB_VERSION >= 300000 // CUB 2 lacks them, too
    static_assert(std::is_same<cub::If<true, int, float>::Type, int>::value, "");
    static_assert(std::is_same<cub::If<false, int, float>::Type, float>::value, "");
    static_assert(cub::Equals<int, int>::VALUE && !cub::Equals<int, long>::VALUE && cub::Equals<int, long>::NEGATE, "");
    static_assert(cub::IsPointer<int*>::VALUE && !cub::IsPointer<int>::VALUE, "");
    static_assert(std::is_same<cub::RemoveQualifiers<const volatile int>::Type, int>::value, "");
    static_assert(std::is_same<cub::EnableIf<true, int>::Type, int>::value, "");
#endif
}

namespace {

enum {
    lane,
    lane_mask_lt,
    lane_mask_le,
    lane_mask_gt,
    lane_mask_ge,
    any_odd,
    all_odd,
    odd,
    from_lane_5,
    block_any,
    block_all,
    one_warp,
    bits,
    bytes,
    right,
    left,
    three,
    product,
    sum_of_product,
    block_sum,
    swapped,
    values
};

constexpr int threads = 96;

__global__ void device_functions(unsigned* out)
{
    __shared__ typename cub::BlockReduce<int, threads>::TempStorage storage;
    const unsigned t = threadIdx.x;
    unsigned* mine = out + t * values;
    mine[lane] = cub::LaneId();
    mine[lane_mask_lt] = cub::LaneMaskLt();
    mine[lane_mask_le] = cub::LaneMaskLe();
    mine[lane_mask_gt] = cub::LaneMaskGt();
    mine[lane_mask_ge] = cub::LaneMaskGe();
    mine[any_odd] = cub::WARP_ANY(t & 1, 0xffffffff) != 0;
    mine[all_odd] = cub::WARP_ALL(t & 1, 0xffffffff) != 0;
    mine[odd] = cub::WARP_BALLOT(t & 1, 0xffffffff);
    mine[from_lane_5] = cub::SHFL_IDX_SYNC(t * 3, 5, 31, 0xffffffff);
    cub::WARP_SYNC(0xffffffff);
    mine[block_any] = cub::CTA_SYNC_OR(t == 40) != 0;
    mine[block_all] = cub::CTA_SYNC_AND(t == 40) != 0;
    mine[one_warp] = cub::WarpId() == __shfl_sync(0xffffffff, cub::WarpId(), 0);
    unsigned put;
    cub::BFI(put, 0xffffffffu, t, 8, 8);
    mine[bits] = put;
    mine[bytes] = cub::PRMT(0x03020100u, 0x07060504u, 0x7531);
    mine[right] = cub::SHR_ADD(0x1000u, t % 40, 7);
    mine[left] = cub::SHL_ADD(3, t % 40, 7);
    mine[three] = cub::IADD3(t, 10, 100);
    mine[product] = __float_as_uint(cub::FMUL_RZ(1.1f, 1.3f));
    mine[sum_of_product] = __float_as_uint(cub::FFMA_RZ(1.1f, 1.3f, 2.7f));
    unsigned one = t, two = 1000 + t;
    cub::Swap(one, two);
    mine[swapped] = 10000 * one + two;
    cub::CTA_SYNC();
    cub::BAR(threads);
    const int sum = cub::BlockReduce<int, threads>(storage).Reduce(static_cast<int>(t), cub::Sum());
    mine[block_sum] = t == 0 ? sum : 0;
    if (t > threads) cub::ThreadTrap();
}

float rounded_to_zero(double exact)
{
    const float near = static_cast<float>(exact);
    return near > exact ? std::nextafter(near, 0.f) : near;
}

unsigned bits_of(float value)
{
    unsigned word;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

} // namespace

BOOST_AUTO_TEST_CASE(functions_in_device_code)
{
    on_device<unsigned> out(threads * values);
    device_functions<<<1, threads>>>(out.data);
    BOOST_REQUIRE(cudaGetLastError() == cudaSuccess);
    const std::vector<unsigned> all = out.values();
    for (unsigned t = 0; t < threads; t++) {
        BOOST_TEST_CONTEXT("thread " << t)
        {
            const unsigned* seen = &all[t * values];
            const unsigned bit = 1u << (t % 32), shift = t % 40;
            BOOST_TEST(seen[lane] == t % 32);
            BOOST_TEST(seen[lane_mask_lt] == bit - 1);
            BOOST_TEST(seen[lane_mask_le] == ((bit - 1) | bit));
            BOOST_TEST(seen[lane_mask_gt] == ~((bit - 1) | bit));
            BOOST_TEST(seen[lane_mask_ge] == ~(bit - 1));
            BOOST_TEST(seen[any_odd] == 1u);
            BOOST_TEST(seen[all_odd] == 0u);
            BOOST_TEST(seen[odd] == 0xaaaaaaaau);
            BOOST_TEST(seen[from_lane_5] == (t / 32 * 32 + 5) * 3);
            BOOST_TEST(seen[block_any] == 1u);
            BOOST_TEST(seen[block_all] == 0u);
            BOOST_TEST(seen[one_warp] == 1u);
            BOOST_TEST(seen[bits] == (0xffff00ffu | t << 8));
            BOOST_TEST(seen[bytes] == 0x07050301u);
            BOOST_TEST(seen[right] == (shift < 32 ? 0x1000u >> shift : 0) + 7);
            BOOST_TEST(seen[left] == (shift < 32 ? 3u << shift : 0) + 7);
            BOOST_TEST(seen[three] == t + 110);
            BOOST_TEST(seen[product] == bits_of(rounded_to_zero(double(1.1f) * 1.3f)));
            // The product of two floats is exact in double, and so is this sum.
            BOOST_TEST(seen[sum_of_product] == bits_of(rounded_to_zero(double(1.1f) * 1.3f + 2.7f)));
            BOOST_TEST(seen[swapped] == 10000 * (1000 + t) + t);
            BOOST_TEST(seen[block_sum] == (t == 0 ? threads * (threads - 1) / 2 : 0));
        }
    }
}

BOOST_AUTO_TEST_CASE(iterators)
{
    const std::vector<int> numbers = some_numbers();
    const on_device<int> memory(numbers);
    const int count = static_cast<int>(numbers.size());
    int squares = 0;
    for (const int x : numbers)
        squares += x * x;

    cub::TransformInputIterator<int, squared, const int*> values(memory.data, squared());
    BOOST_TEST(reduced(values, count, cub::Sum(), 0) == squares);
    cub::TransformInputIterator<int, squared, const int*> later = values + 100;
    BOOST_TEST((later - values) == 100);
    int largest = 0;
    for (std::size_t i = 100; i < numbers.size(); i++)
        largest = std::max(largest, numbers[i] * numbers[i]);
    BOOST_TEST(reduced(later, count - 100, cub::Max(), 0) == largest);

    cub::CountingInputIterator<int> from_3(3);
    BOOST_TEST(*from_3 == 3);
    BOOST_TEST(from_3[10] == 13);
    BOOST_TEST(*++from_3 == 4);
    BOOST_TEST(reduced(from_3, 100, cub::Sum(), 0) == 4 * 100 + 99 * 100 / 2);
    cub::TransformInputIterator<int, squared, cub::CountingInputIterator<int>> of_counts(from_3, squared());
    BOOST_TEST(of_counts[2] == 36);
    BOOST_TEST(reduced(of_counts, 3, cub::Sum(), 0) == 16 + 25 + 36);

    cub::ConstantInputIterator<int> sevens(7);
    BOOST_TEST(sevens[123] == 7);
    BOOST_TEST(((sevens + 5) - sevens) == 5);
    BOOST_TEST(reduced(sevens, 100, cub::Sum(), 1) == 701);

    // A scan whose sums are dropped.
    cub::DiscardOutputIterator<> nowhere;
    run([&](void* space, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(space, bytes, memory.data, nowhere, count);
    });
}

BOOST_AUTO_TEST_CASE(the_iterator_of_a_texture_reference)
{
    std::vector<float> numbers(500);
    std::iota(numbers.begin(), numbers.end(), 1.f);
    const on_device<float> memory(numbers);
    cub::TexRefInputIterator<float, __LINE__> all, bound;
    BOOST_REQUIRE(all.BindTexture(memory.data) == cudaSuccess);
    BOOST_REQUIRE(bound.BindTexture(memory.data, numbers.size() * sizeof(float)) == cudaSuccess);
    BOOST_TEST(reduced(all, 500, cub::Sum(), 0.f) == 125250.f);
    BOOST_TEST(reduced(bound + 250, 250, cub::Sum(), 0.f) == 93875.f);
    BOOST_TEST(all.UnbindTexture() == cudaSuccess);
    BOOST_TEST(bound.UnbindTexture() == cudaSuccess);
}
