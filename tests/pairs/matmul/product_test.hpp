// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the tests of matrix products: the shapes of a sweep.
#pragma once

#include "../counters.hpp"
#include "../large_size.hpp"
#include "product.hpp"

namespace pairs {

struct shape {
    std::size_t rows, width, columns;
};

//! Squares around the sizes of tiles and blocks, and rectangles. check_each_tile() makes a fast stage take each of its
//! tiles.
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

//! Tests each 17th row of a stage's product of reals within the bound of its sums. The CPU takes too long for all rows.
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

//! Does the same for every modern stage.
template <class Knowledge>
void check_modern_sums(const typename Knowledge::input& reals)
{
    for (const auto& [name, stage] : modern_stages<Knowledge>())
        BOOST_TEST_CONTEXT(name)
    check_sums_of<Knowledge>(stage, reals);
}

//! Tests whole numbers bit for bit, and random reals within the bounds of their sums. For large shapes it uses one
//! seed, and only the modern side.
template <class Knowledge>
void check_products()
{
    for (const shape& of : swept_shapes())
        for (const unsigned seed : swept_seeds(of.rows * of.width * of.columns))
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

//! Tests sums of a thousand terms, modern against the CPU. On the legacy side they would need squares of that width.
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

//! Tests that each element of each factor reaches the right results and no others: m is zero except for one 1, and n
//! has numbers.
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

//! The largest size that the legacy sides take in each direction.
constexpr std::size_t widest = 32768;

//! For a pair that takes only squares: tests the last width of the legacy domain, and the first beyond.
template <class Knowledge>
void check_end_of_legacy_domain()
{
    BOOST_TEST(!Knowledge::outside_legacy_domain({widest, 1, 1, true, {1}, {1}}).has_value());
    BOOST_TEST(Knowledge::outside_legacy_domain({widest + 1, 1, 1, true, {1}, {1}}).has_value());
    BOOST_TEST(Knowledge::outside_legacy_domain({1, widest + 1, 1, true, {1}, {1}}).has_value());
    BOOST_TEST(Knowledge::outside_legacy_domain({1, 1, widest + 1, true, {1}, {1}}).has_value());
}

//! Tests one more row or column: outside of the legacy domain, and right in the modern stages.
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

//! Makes whole numbers in a pattern, because large factors are made fast this way.
template <class Knowledge>
typename Knowledge::input patterns(const shape& of)
{
    const auto pattern = Knowledge::make(1021, 1024, 1021, 6);
    return {of.rows,
            of.width,
            of.columns,
            true,
            repeated(pattern.m, of.rows * of.width),
            repeated(pattern.n, of.width * of.columns)};
}

//! Compares the corners and some other elements of a product with the CPU, which takes too long for all.
template <class Knowledge>
void check_some_elements(const typename Knowledge::input& in, const typename Knowledge::result& product)
{
    BOOST_TEST_REQUIRE(product.size() == in.rows * in.columns);
    std::mt19937 random{7};
    std::vector<std::pair<std::size_t, std::size_t>> at{
        {0, 0}, {0, in.columns - 1}, {in.rows - 1, 0}, {in.rows - 1, in.columns - 1}};
    for (int more = 0; more < 100; more++)
        at.push_back({random() % in.rows, random() % in.columns});
    for (const auto& [i, j] : at) {
        double sum = 0;
        for (std::size_t k = 0; k < in.width; k++)
            sum += static_cast<double>(in.m[i * in.width + k]) * in.n[k * in.columns + j];
        BOOST_TEST(product[i * in.columns + j] == sum, "row " << i << ", column " << j);
    }
}

//! The product, the left factor and the right factor have more than 2^31 elements in turn. All three at once would be a
//! hundred thousand times the work.
inline std::vector<shape> shapes_beyond_32_bits()
{
    constexpr std::size_t width = 46400, rows = 65539, inner = 32771;
    static_assert(width * width > beyond_32_bits && rows * inner > beyond_32_bits);
    return {{width, 17, width}, {rows, inner, 33}, {33, inner, rows}};
}

//! The same for a pair that takes only squares. Zeros would extend other shapes to squares of up to 65,539.
inline shape square_beyond_32_bits()
{
    constexpr std::size_t width = 46344; // whole tiles of 8, and of no larger size
    static_assert(width * width > beyond_32_bits);
    return {width, width, width};
}

//! Runs only the modern stages on this shape: it is too much for the CPU and for the emulated device.
template <class Knowledge>
void check_modern_product(const shape& of)
{
    const auto in = patterns<Knowledge>(of);
    for (const auto& [name, stage] : modern_stages<Knowledge>())
        BOOST_TEST_CONTEXT(name)
        {
            const auto poison = poisoned();
            check_some_elements<Knowledge>(in, stage(in));
        }
}

//! Compares all stages bit for bit, and some elements with the CPU, for factors of this shape. Each `legacy` takes the
//! factors and the place of the product, and gives an error.
template <class Knowledge, class Legacy, class... OtherLegacy>
void check_large_product(const shape& of, Legacy legacy, OtherLegacy... other_legacy)
{
    using numbers = typename Knowledge::result;
    const auto in = patterns<Knowledge>(of);
    const auto poison = poisoned();
    const auto run = [&](auto side) {
        numbers product = repeated(numbers(pattern_size, -1), of.rows * of.columns);
        BOOST_TEST_REQUIRE(side(in, product) == cudaSuccess);
        return product;
    };
    const numbers product = run(legacy);
    const auto check = [&](const std::string& name, const numbers& other) {
        const agreement same = identical(product, other);
        BOOST_TEST(same.holds, name << ": " << same.words);
    };
    (check("the other legacy product", run(other_legacy)), ...);
    for (const auto& [name, stage] : modern_stages<Knowledge>())
        check(name, stage(in));
    check_some_elements<Knowledge>(in, product);
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

//! Tests the document's counts of reads from global memory: 2 N for each element of the product without tiles, and 2 N
//! / 16 with tiles of 16. `tile` is 1 without tiles.
inline void check_global_loads(const cuda_emulator_counters& kernel, std::size_t width, std::size_t element_bytes,
                               std::size_t tile)
{
    BOOST_TEST(kernel.global_loads.requested_bytes == 2 * width / tile * width * width * element_bytes);
    BOOST_TEST(kernel.global_stores.requested_bytes == width * width * element_bytes);
}

//! Tests that a fast kernel reads less global memory than the twin, by this factor at least, and that it uses no local
//! memory.
template <class Knowledge>
void check_fast_kernel(const typename Knowledge::input& in, std::size_t times)
{
    const auto twin = counters_of_one_launch<Knowledge>(&Knowledge::modern, in);
    const auto fast = counters_of_one_launch<Knowledge>(&Knowledge::fast, in);
    BOOST_TEST(fast.global_loads.requested_bytes * times <= twin.global_loads.requested_bytes);
    BOOST_TEST(fast.local_requests == 0);
    BOOST_TEST(fast.shared_loads.bank_conflicts == 0);
}

//! The tile that a fast stage takes for a product 256 wide, and for one 250 wide, on a device with this many
//! multiprocessors. It is the tile of a block if it lies in shared memory, and otherwise that of a thread.
struct chosen_tile {
    int multiprocessors;
    std::size_t rows, columns;
    int shared_bytes = 0; //!< dynamic: a device with less takes another tile
};

//! Tests on such a device that the fast stage's product is right, and that it took this tile. Each row of m is read as
//! often as there are tiles across, and each column of n as often as there are tiles down.
template <class Knowledge>
void check_each_tile(const std::vector<chosen_tile>& all)
{
    int shared_bytes = 0;
    BOOST_REQUIRE(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == cudaSuccess);
    for (const chosen_tile& one : all)
        BOOST_TEST_CONTEXT("tiles of " << one.rows << " x " << one.columns)
        {
            if (shared_bytes < one.shared_bytes) continue;
            const replaced_attributes device{{{cudaDevAttrMultiProcessorCount, one.multiprocessors}}};
            for (const std::size_t width : {250, 256}) {
                const auto in = Knowledge::make(width, width, width, 8);
                const agreement agreed =
                    Knowledge::compare(in, Knowledge::reference(in), run_poisoned<Knowledge>(&Knowledge::fast, in));
                BOOST_TEST(agreed.holds, "width " << width << ": " << agreed.words);
            }
            if (!launch_counter::available()) continue;
            constexpr std::size_t width = 256;
            const auto kernel =
                counters_of_one_launch<Knowledge>(&Knowledge::fast, Knowledge::make(width, width, width, 8));
            BOOST_TEST(kernel.global_loads.requested_bytes == (width / one.columns + width / one.rows) * width * width *
                                                                  sizeof(typename Knowledge::result::value_type));
            BOOST_TEST(kernel.shared_loads.bank_conflicts == 0);
            BOOST_TEST(kernel.local_requests == 0);
        }
}

} // namespace pairs
