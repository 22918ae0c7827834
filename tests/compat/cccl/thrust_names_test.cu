// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of Thrust that CCCL 3 removed, as old programs use them; each result is held against the CPU's.

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <vector>

// No other header of pairs, tuples and distances: old programs have none.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/limits.h>
#include <thrust/optional.h>
#include <thrust/partition.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>
#include <thrust/transform_reduce.h>
#include <thrust/type_traits/remove_cvref.h>
#include <thrust/type_traits/void_t.h>

#include <boost/test/unit_test.hpp>

namespace {

struct squared : public thrust::unary_function<int, long> {
    __host__ __device__ long operator()(int x) const { return static_cast<long>(x) * x; }
};

struct weighted : public thrust::binary_function<int, int, int> {
    __host__ __device__ int operator()(int x, int y) const { return 10 * x + y; }
};

struct is_odd : public thrust::unary_function<int, bool> {
    __host__ __device__ bool operator()(int x) const { return (x & 1) != 0; }
};

std::vector<int> some_numbers()
{
    std::vector<int> numbers(1237);
    for (std::size_t i = 0; i < numbers.size(); i++)
        numbers[i] = static_cast<int>(i * 7919 % 2003) - 1000;
    return numbers;
}

template <class T>
std::vector<T> values_of(const thrust::device_vector<T>& vector)
{
    std::vector<T> copy(vector.size());
    thrust::copy(vector.begin(), vector.end(), copy.begin());
    return copy;
}

} // namespace

BOOST_AUTO_TEST_CASE(bases_of_function_objects)
{
    static_assert(std::is_same<squared::argument_type, int>::value && std::is_same<squared::result_type, long>::value,
                  "");
    static_assert(std::is_same<weighted::first_argument_type, int>::value &&
                      std::is_same<weighted::second_argument_type, int>::value &&
                      std::is_same<weighted::result_type, int>::value,
                  "");
    const std::vector<int> numbers = some_numbers();
    const thrust::device_vector<int> memory = numbers;
    long expected = 0;
    for (const int x : numbers)
        expected += static_cast<long>(x) * x;
    BOOST_TEST(thrust::transform_reduce(memory.begin(), memory.end(), squared(), 0L, thrust::plus<long>()) == expected);

    thrust::device_vector<int> out(numbers.size());
    thrust::transform(memory.begin(), memory.end(), memory.begin(), out.begin(), weighted());
    std::vector<int> eleven(numbers);
    for (int& x : eleven)
        x *= 11;
    BOOST_TEST(values_of(out) == eleven, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(identity)
{
    const std::vector<int> numbers = some_numbers();
    const thrust::device_vector<int> memory = numbers;
    BOOST_TEST(thrust::transform_reduce(memory.begin(), memory.end(), thrust::identity<int>(), 0,
                                        thrust::plus<int>()) == std::accumulate(numbers.begin(), numbers.end(), 0));
    // As the predicate of a stencil, its most common use.
    thrust::device_vector<int> out(numbers.size());
    const auto end =
        thrust::copy_if(memory.begin(), memory.end(), memory.begin(), out.begin(), thrust::identity<int>());
    BOOST_TEST((end - out.begin()) ==
               static_cast<long>(numbers.size()) - std::count(numbers.begin(), numbers.end(), 0));
    static_assert(std::is_same<thrust::identity<int>::argument_type, int>::value, "");
    static_assert(std::is_same<thrust::identity<int>::result_type, int>::value, "");
    BOOST_TEST(thrust::identity<int>()(3.7) == 3); // a conversion, as ever
}

BOOST_AUTO_TEST_CASE(negated_predicates_by_their_types)
{
    thrust::unary_negate<is_odd> is_even(is_odd{});
    thrust::binary_negate<thrust::less<int>> not_less(thrust::less<int>{});
    BOOST_TEST(is_even(2));
    BOOST_TEST(!is_even(3));
    BOOST_TEST(not_less(3, 3));
    BOOST_TEST(!not_less(2, 3));
}

BOOST_AUTO_TEST_CASE(negated_predicates)
{
    const std::vector<int> numbers = some_numbers();
    const thrust::device_vector<int> memory = numbers;
    BOOST_TEST(thrust::count_if(memory.begin(), memory.end(), thrust::not1(is_odd())) ==
               std::count_if(numbers.begin(), numbers.end(), [](int x) { return x % 2 == 0; }));
    thrust::device_vector<int> sorted = numbers;
    thrust::sort(sorted.begin(), sorted.end(), thrust::not2(thrust::less_equal<int>()));
    std::vector<int> expected = numbers;
    std::sort(expected.begin(), expected.end(), [](int x, int y) { return x > y; });
    BOOST_TEST(values_of(sorted) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(pinned_memory)
{
    const std::vector<int> numbers = some_numbers();
    thrust::host_vector<int, thrust::cuda::experimental::pinned_allocator<int>> pinned(numbers.begin(), numbers.end());
    thrust::host_vector<int, thrust::system::cuda::experimental::pinned_allocator<int>> back(numbers.size());
    const int* first = pinned.data(); // a plain pointer, as it was
    BOOST_TEST(first[1] == numbers[1]);
    cudaPointerAttributes attributes;
    BOOST_REQUIRE(cudaPointerGetAttributes(&attributes, first) == cudaSuccess);
    BOOST_TEST(attributes.type == cudaMemoryTypeHost);
    const thrust::device_vector<int> memory = pinned;
    thrust::copy(memory.begin(), memory.end(), back.begin());
    BOOST_TEST(std::vector<int>(back.begin(), back.end()) == numbers, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(libcuxx_under_the_names_of_thrust)
{
    BOOST_TEST(thrust::numeric_limits<int>::max() == 2147483647);
    thrust::optional<int> nothing, three = 3;
    BOOST_TEST(!nothing);
    BOOST_TEST(*three == 3);
    nothing = thrust::make_optional(4);
    BOOST_TEST(nothing.value_or(5) == 4);
    three = thrust::nullopt;
    BOOST_TEST(three.value_or(5) == 5);
    static_assert(std::is_same<thrust::remove_cvref_t<const int&>, int>::value, "");
    static_assert(std::is_same<thrust::remove_cvref<const int&>::type, int>::value, "");
    static_assert(std::is_same<thrust::void_t<int, float>, void>::value, "");
}

BOOST_AUTO_TEST_CASE(what_came_with_the_vectors)
{
    const thrust::device_vector<int> memory(5);
    auto at = memory.begin();
    thrust::advance(at, 2);
    BOOST_TEST(thrust::distance(memory.begin(), at) == 2);
    const thrust::tuple<int, float> two = thrust::make_tuple(1, 2.f);
    BOOST_TEST(thrust::get<1>(two) == 2.f);
    BOOST_TEST((thrust::pair<int, int>(1, 2).second == 2));
}

#if THRUST_VERSION >= 300000 // Thrust 2 lacks them, too
namespace {

template <class T>
typename thrust::detail::enable_if<thrust::detail::is_same<T, int>::value, int>::type kind(T)
{
    return 1;
}

template <class T>
typename thrust::detail::disable_if<thrust::detail::is_same<T, int>::value, int>::type kind(T)
{
    return 2;
}

} // namespace

BOOST_AUTO_TEST_CASE(private_names_that_programs_use)
{
    BOOST_TEST(kind(1) == 1);
    BOOST_TEST(kind(1.f) == 2);
    static_assert(std::is_same<typename thrust::detail::conditional<false, int, long>::type, long>::value, "");
    static_assert(thrust::detail::is_convertible<int, long>::value && !thrust::detail::is_convertible<int, int*>::value,
                  "");
    static_assert(std::is_same<thrust::detail::enable_if_convertible<int, long, char>::type, char>::value, "");
    static_assert(thrust::detail::is_pointer<int*>::value && !thrust::detail::is_pointer<int>::value, "");
    static_assert(thrust::detail::is_integral<int>::value && !thrust::detail::is_integral<float>::value, "");
    static_assert(thrust::detail::is_arithmetic<float>::value && !thrust::detail::is_arithmetic<float*>::value, "");
    static_assert(std::is_same<thrust::detail::remove_reference<int&>::type, int>::value, "");
    static_assert(std::is_same<thrust::detail::remove_const<const int>::type, int>::value, "");
    static_assert(std::is_same<thrust::detail::remove_cv<const volatile int>::type, int>::value, "");
    static_assert(thrust::detail::or_<std::false_type, std::true_type>::value, "");
    static_assert(!thrust::detail::and_<std::false_type, std::true_type>::value, "");
}
#endif
