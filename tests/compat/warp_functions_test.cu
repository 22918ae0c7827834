// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles and votes without a mask follow the rules of CUDA 8, for every type, width, distance, and in branches.
//
// The kernels are those of tests/oracle/warp_functions.cu, where CUDA 11.8 gives the same results.

#include "../oracle/warp/exchanges.h"

#include <algorithm>
#include <tuple>

#include <boost/test/unit_test.hpp>

using namespace warp_exchanges;

namespace {

using types =
    std::tuple<int, unsigned, long, unsigned long, long long, unsigned long long, float, double, __half, __half2>;

template <class T>
bool same(const T& one, const T& other)
{
    return std::memcmp(&one, &other, sizeof(T)) == 0;
}

// Gives the existing lanes of a thread's warp.
unsigned present(int thread, int threads)
{
    const int lanes = std::min(32, threads - thread / 32 * 32);
    return lanes == 32 ? ~0u : (1u << lanes) - 1;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_shuffle_takes_the_value_of_the_lane_that_the_rules_name, T, types)
{
    for (exchange how : all_exchanges)
        for (int width : all_widths)
            for (int threads : {32, 64, 45, 20}) {
                const std::vector<T> results = exchange_all<T>(how, width, threads);
                BOOST_REQUIRE(results.size() == static_cast<std::size_t>(operands * threads));
                int wrong = 0, defined = 0;
                for (int operand = 0; operand < operands; operand++)
                    for (int thread = 0; thread < threads; thread++) {
                        const int from = thread / 32 * 32 + source_lane(how, thread % 32, operand, width);
                        if (from >= threads) continue;
                        defined++;
                        wrong += !same(results[operand * threads + thread], value_of<T>(from));
                    }
                BOOST_TEST(wrong == 0, name_of(how) << " width " << width << ", " << threads << " threads");
                BOOST_TEST(defined > 0);
            }
}

BOOST_AUTO_TEST_CASE(a_vote_counts_the_lanes_that_vote)
{
    for (int threads : {32, 64, 45, 20, 1})
        for (unsigned active : {0xffffffffu, 0x0000ffffu, 0x55555555u, 0x00010001u, 0x80000000u})
            for (bool others_return : {false, true}) {
                const std::vector<votes> results = vote_all(threads, active, others_return);
                BOOST_REQUIRE(results.size() == static_cast<std::size_t>(rounds * threads));
                for (int round = 0; round < rounds; round++)
                    for (int thread = 0; thread < threads; thread++) {
                        const unsigned voters = active & present(thread, threads);
                        unsigned ballot = 0;
                        for (int lane = 0; lane < 32; lane++)
                            ballot |= static_cast<unsigned>(yes(round, lane)) << lane & voters;
                        const votes& got = results[round * threads + thread];
                        const bool voted = voters >> thread % 32 & 1;
                        BOOST_TEST(got.any == (voted ? ballot != 0 : -1));
                        BOOST_TEST(got.all == (voted ? ballot == voters : -1));
                        BOOST_TEST(got.ballot == (voted ? ballot : ~0u));
                    }
            }
}

BOOST_AUTO_TEST_CASE(either_side_of_a_branch_exchanges_among_its_own_lanes)
{
    const std::vector<int> got = numbers_of(both_sides_of_a_branch);
    BOOST_REQUIRE(got.size() == 32u);
    for (int lane = 0; lane < 32; lane++)
        BOOST_TEST(got[lane] == 100 + (lane % 2 ? lane ^ 2 : lane % 16 + 4 < 16 ? lane + 4 : lane));
}

BOOST_AUTO_TEST_CASE(an_aggregated_counter_gives_each_lane_its_own_number)
{
    const std::vector<int> got = numbers_of(aggregated_counter);
    BOOST_REQUIRE(got.size() == 32u);
    int next = 1000;
    for (int lane = 0; lane < 32; lane++)
        BOOST_TEST(got[lane] == (lane % 5 == 1 ? 0 : next++));
}

BOOST_AUTO_TEST_CASE(a_lane_that_left_a_loop_does_not_vote_there)
{
    const std::vector<int> got = numbers_of(loop_of_different_length);
    BOOST_REQUIRE(got.size() == 32u);
    for (int lane = 0; lane < 32; lane++) {
        int voters = 0;
        for (int i = 0; i < lane; i++)
            voters += 31 - i;
        BOOST_TEST(got[lane] == voters);
    }
}

BOOST_AUTO_TEST_CASE(a_loop_goes_on_while_any_lane_wants_it)
{
    const std::vector<int> got = numbers_of(loop_while_any);
    BOOST_REQUIRE(got.size() == 32u);
    for (int lane = 0; lane < 32; lane++)
        BOOST_TEST(got[lane] == 22 * 100 + lane * 7 % 23 - 22);
}

BOOST_AUTO_TEST_CASE(the_first_lane_has_the_sum_of_its_warp)
{
    const std::vector<int> got = numbers_of(warp_sum, 64);
    BOOST_REQUIRE(got.size() == 64u);
    for (int warp = 0; warp < 2; warp++) {
        int sum = 0;
        for (int thread = 32 * warp; thread < 32 * warp + 32; thread++)
            sum += thread * thread;
        BOOST_TEST(got[32 * warp] == sum);
    }
}
