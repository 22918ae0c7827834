// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Natural loops of small control flow graphs.
#include <boost/test/unit_test.hpp>

#include "translate/loop_nest.h"

#include <vector>

namespace {

using namespace cuda_emulator::translation;
using blocks = std::vector<std::uint32_t>;

// `next` has the successors of each block.
std::vector<blocks> headers(const std::vector<blocks>& next)
{
    code_graph g;
    for (const blocks& n : next) {
        g.blocks.emplace_back();
        g.blocks.back().next = n;
    }
    return loop_headers_of(g);
}

bool are(const std::vector<blocks>& found, const std::vector<blocks>& wanted) { return found == wanted; }

} // namespace

BOOST_AUTO_TEST_CASE(no_loop) { BOOST_TEST(are(headers({{1, 2}, {3}, {3}, {}}), {{}, {}, {}, {}})); }

BOOST_AUTO_TEST_CASE(one_block) { BOOST_TEST(are(headers({{1}, {1, 2}, {}}), {{}, {1}, {}})); }

BOOST_AUTO_TEST_CASE(two_ways_back_to_one_header)
{
    BOOST_TEST(are(headers({{1}, {2, 3}, {1, 4}, {1, 4}, {}}), {{}, {1}, {1}, {1}, {}}));
}

BOOST_AUTO_TEST_CASE(loops_in_a_loop)
{
    // 1 … 5 is the outer loop, 2 and 3 … 4 are inner ones.
    BOOST_TEST(are(headers({{1}, {2}, {2, 3}, {4}, {3, 5}, {1, 6}, {}}), {{}, {1}, {1, 2}, {1, 3}, {1, 3}, {1}, {}}));
}

// nvcc may place a body before its header.
BOOST_AUTO_TEST_CASE(blocks_in_another_order) { BOOST_TEST(are(headers({{3}, {3}, {}, {1, 2}}), {{}, {3}, {}, {3}})); }

BOOST_AUTO_TEST_CASE(a_cycle_with_two_entries_is_no_natural_loop)
{
    BOOST_TEST(are(headers({{1, 2}, {2}, {1, 3}, {}}), {{}, {}, {}, {}}));
}

BOOST_AUTO_TEST_CASE(a_block_that_is_not_reached)
{
    BOOST_TEST(are(headers({{1}, {1, 3}, {1}, {}}), {{}, {1}, {}, {}}));
}
