// What the tests of matrix products share: the shapes of a sweep.
#pragma once

#include "../counters.hpp"
#include "../large_size.hpp"
#include "product.hpp"

namespace pairs {

struct shape {
    std::size_t rows, width, columns;
};

//! Squares around the sizes of tiles and blocks, and rectangles. The last have more of the large tiles than the device
//! has multiprocessors, so that the modern side takes these; the others make it take each of the smaller ones.
inline std::vector<shape> swept_shapes()
{
    std::vector<shape> all;
    for (const std::size_t width : {1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65})
        all.push_back({width, width, width});
    for (const shape one : {shape{1, 300, 1}, {300, 1, 2}, {5, 17, 70}, {70, 17, 5}, {16, 48, 80}, {1, 1, 131}})
        all.push_back(one);
    if (under_sanitizer()) return all;
    if (emulated()) {
        for (const shape one : {shape{20, 200, 30}, {127, 40, 385}, {385, 16, 129}, {256, 33, 256}})
            all.push_back(one);
    } else {
        for (const shape one :
             {shape{400, 100, 401}, {1000, 1000, 1000}, {1009, 127, 1024}, {1500, 129, 1501}, {2048, 64, 1536}})
            all.push_back(one);
    }
    return all;
}

//! Each 17th row of a stage's product of reals within the bound of its sums: the CPU takes too long for all.
template <class Knowledge>
void check_sums_of(typename Knowledge::result (*stage)(const typename Knowledge::input&),
                   const typename Knowledge::input& reals)
{
    const auto poison = poisoned();
    const auto product = stage(reals);
    BOOST_TEST_REQUIRE(product.size() == reals.rows * reals.columns);
    auto some = reals;
    some.rows = 0;
    some.m.clear();
    typename Knowledge::result rows;
    const auto append = [](auto& to, const auto& from, std::size_t row, std::size_t columns) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * columns);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(columns));
    };
    for (std::size_t row = 0; row < reals.rows; row += 17, some.rows++) {
        append(some.m, reals.m, row, reals.width);
        append(rows, product, row, reals.columns);
    }
    const agreement agreed = Knowledge::compare(some, rows, rows);
    BOOST_TEST(agreed.holds, "each 17th row: " << agreed.words);
}

//! The same of every modern stage.
template <class Knowledge>
void check_modern_sums(const typename Knowledge::input& reals)
{
    for (const auto& [name, stage] : modern_stages<Knowledge>())
        BOOST_TEST_CONTEXT(name)
    check_sums_of<Knowledge>(stage, reals);
}

//! Whole numbers, bit for bit, and random reals within the bounds of their sums; of the large shapes one seed, and the
//! modern side alone.
template <class Knowledge>
void check_products()
{
    for (const shape& of : swept_shapes())
        for (const unsigned seed : swept_seeds())
            BOOST_TEST_CONTEXT(of.rows << " x " << of.width << " by " << of.width << " x " << of.columns << ", seed "
                                       << seed)
            {
                check_pair<Knowledge>(Knowledge::make(of.rows, of.width, of.columns, seed));
                if (of.rows * of.width * of.columns < 4000000)
                    check_pair<Knowledge>(Knowledge::make_real(of.rows, of.width, of.columns, seed));
                else if (seed == swept_seeds().front())
                    check_modern_sums<Knowledge>(Knowledge::make_real(of.rows, of.width, of.columns, seed));
            }
}

//! Sums of a thousand terms, modern against the CPU: on the legacy side they would be squares of that width.
template <class Knowledge>
void check_long_sums()
{
    for (const auto& in : {Knowledge::make(37, 1000, 90, 1), Knowledge::make_real(37, 1000, 90, 1)})
        for (const auto& [name, stage] : modern_stages<Knowledge>()) {
            const agreement agreed =
                Knowledge::compare(in, Knowledge::reference(in), run_poisoned<Knowledge>(stage, in));
            BOOST_TEST(agreed.holds, name << ": " << agreed.words);
        }
}

//! Each element of each factor reaches what it should, and nothing else: all zeros but one 1 in m, numbers in n.
template <class Knowledge>
void check_single_elements()
{
    for (const std::size_t width : {7, 33})
        for (const std::size_t at : {std::size_t{0}, width - 1, width * (width / 2) + 3, width * width - 1}) {
            auto in = Knowledge::make(width, width, width, 5);
            for (auto& x : in.m)
                x = 0;
            in.m[at] = 1;
            BOOST_TEST_CONTEXT("width " << width << ", at " << at) check_pair<Knowledge>(in);
        }
}

//! What the legacy sides take in each direction, at most.
constexpr std::size_t widest = 32768;

//! A row or a column more: outside of the legacy domain, and right in the modern stages.
template <class Knowledge>
void check_wider_products()
{
    for (const shape one : {shape{widest + 1, 3, 5}, {3, widest + 1, 5}, {5, 3, widest + 1}})
        BOOST_TEST_CONTEXT(one.rows << " x " << one.width << " by " << one.width << " x " << one.columns)
        {
            const auto in = Knowledge::make(one.rows, one.width, one.columns, 6);
            BOOST_TEST(Knowledge::outside_legacy_domain(in).has_value());
            check_pair<Knowledge>(in);
        }
}

//! The same of squares, the only ones that a pair takes: too much for the CPU and the emulated device.
template <class Knowledge>
void check_wider_square()
{
    constexpr std::size_t width = widest + 1;
    const auto pattern = Knowledge::make(1021, 1024, 1021, 6);
    const typename Knowledge::input in{
        width, width, width, true, repeated(pattern.m, width * width), repeated(pattern.n, width * width)};
    BOOST_TEST(Knowledge::outside_legacy_domain(in).has_value());
    std::mt19937 random{7};
    for (const auto& [name, stage] : modern_stages<Knowledge>()) {
        const auto product = stage(in);
        for (int some = 0; some < 100; some++) {
            const std::size_t i = some ? random() % width : width - 1, j = some ? random() % width : width - 1;
            double sum = 0;
            for (std::size_t k = 0; k < width; k++)
                sum += static_cast<double>(in.m[i * width + k]) * in.n[k * width + j];
            BOOST_TEST(product[i * width + j] == sum, name << ": row " << i << ", column " << j);
        }
    }
}

//! Both sides, bit for bit, of factors of that shape; and the corners and some other elements against the CPU, which
//! takes too long for all. `legacy` takes the factors and where to write the product, and gives an error.
template <class Knowledge, class Legacy>
void check_large_product(const shape& of, Legacy legacy)
{
    using numbers = typename Knowledge::result;
    const auto pattern = Knowledge::make(1021, 1024, 1021, 6);
    const typename Knowledge::input in{of.rows,
                                       of.width,
                                       of.columns,
                                       true,
                                       repeated(pattern.m, of.rows * of.width),
                                       repeated(pattern.n, of.width * of.columns)};
    const auto poison = poisoned();
    numbers product = repeated(numbers(pattern_size, -1), of.rows * of.columns);
    BOOST_TEST_REQUIRE(legacy(in, product) == cudaSuccess);
    for (const auto& [name, stage] : modern_stages<Knowledge>()) {
        const agreement same = identical(product, stage(in));
        BOOST_TEST(same.holds, name << ": " << same.words);
    }

    std::mt19937 random{7};
    std::vector<std::pair<std::size_t, std::size_t>> at{
        {0, 0}, {0, of.columns - 1}, {of.rows - 1, 0}, {of.rows - 1, of.columns - 1}};
    for (int more = 0; more < 100; more++)
        at.push_back({random() % of.rows, random() % of.columns});
    for (const auto& [i, j] : at) {
        double sum = 0;
        for (std::size_t k = 0; k < of.width; k++)
            sum += static_cast<double>(in.m[i * of.width + k]) * in.n[k * of.columns + j];
        BOOST_TEST(product[i * of.columns + j] == sum, "row " << i << ", column " << j);
    }
}

//! Nothing to multiply: no product, and no launch.
template <class Knowledge>
void check_no_elements()
{
    for (const auto& [name, stage] : modern_stages<Knowledge>()) {
        const launch_timer launched;
        BOOST_TEST(stage(Knowledge::make(0, 0, 0, 1)).empty(), name);
        BOOST_TEST(stage(Knowledge::make(0, 3, 4, 1)).empty(), name);
        BOOST_TEST(stage(Knowledge::make(4, 3, 0, 1)).empty(), name);
        BOOST_TEST(launched.launches() == 0, name);
    }
    BOOST_TEST(Knowledge::outside_legacy_domain(Knowledge::make(0, 1)).has_value());
}

//! What the documents count: reads of global memory, 2 N for each element of the product without tiles, 2 N / 16 with
//! tiles of 16. `tile` is 1 without.
inline void check_global_loads(const cuda_emulator_counters& kernel, std::size_t width, std::size_t element_bytes,
                               std::size_t tile)
{
    BOOST_TEST(kernel.global_loads.requested_bytes == 2 * width / tile * width * width * element_bytes);
    BOOST_TEST(kernel.global_stores.requested_bytes == width * width * element_bytes);
}

//! What keeps a fast kernel from waiting: it reads less of global memory than the twin, by so many times at least, and
//! nothing of it lies in local memory.
template <class Knowledge>
void check_fast_kernel(const typename Knowledge::input& in, std::size_t times)
{
    const auto twin = counters_of_one_launch<Knowledge>(&Knowledge::modern, in);
    const auto fast = counters_of_one_launch<Knowledge>(&Knowledge::fast, in);
    BOOST_TEST(fast.global_loads.requested_bytes * times <= twin.global_loads.requested_bytes);
    BOOST_TEST(fast.local_requests == 0);
    BOOST_TEST(fast.shared_loads.bank_conflicts == 0);
}

} // namespace pairs
