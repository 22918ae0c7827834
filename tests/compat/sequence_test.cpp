// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The headers' own sequence behaves like std::vector, in each step of a long random walk.

#include <cuda_legacy/detail/sequence.h>

#include <random>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace {

using strings = cuda_legacy::__detail::__sequence<std::string>;

void require_same(const strings& ours, const std::vector<std::string>& theirs)
{
    BOOST_REQUIRE_EQUAL(ours.size(), theirs.size());
    BOOST_REQUIRE_EQUAL(ours.__empty(), theirs.empty());
    BOOST_REQUIRE_EQUAL_COLLECTIONS(ours.begin(), ours.end(), theirs.begin(), theirs.end());
}

} // namespace

BOOST_AUTO_TEST_CASE(it_holds_what_a_vector_holds)
{
    std::mt19937 random(7);
    strings ours;
    std::vector<std::string> theirs;
    for (int step = 0; step < 5000; step++) {
        const unsigned what = random() % 16;
        if (what < 8) {
            ours.push_back(std::to_string(step));
            theirs.push_back(std::to_string(step));
        } else if (what < 10 && !theirs.empty()) {
            ours.push_back(ours[0]);
            theirs.push_back(std::string(theirs[0]));
        } else if (what < 14 && !theirs.empty()) {
            const std::size_t at = random() % theirs.size();
            ours.__erase(ours.begin() + at);
            theirs.erase(theirs.begin() + static_cast<std::ptrdiff_t>(at));
        } else if (what == 14) {
            const std::size_t size = random() % 40;
            ours.__resize(size);
            theirs.resize(size);
        } else {
            const strings copy(ours);
            ours = strings();
            BOOST_REQUIRE(ours.__empty());
            ours = copy;
            ours = *&ours;
        }
        require_same(ours, theirs);
    }
}
