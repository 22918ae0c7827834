// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The comparison of results: bit for bit, and the first difference in words.

#include "agreement.hpp"

#include <cmath>

#include <boost/test/unit_test.hpp>

using pairs::identical;

BOOST_AUTO_TEST_CASE(equal_results)
{
    BOOST_TEST(identical(std::vector<int>{1, 2}, std::vector<int>{1, 2}).holds);
    BOOST_TEST(identical(std::vector<float>{}, std::vector<float>{}).holds);
    BOOST_TEST(identical(5, 5).words == "identical");
    BOOST_TEST(identical(std::nanf(""), std::nanf("")).holds);
}

BOOST_AUTO_TEST_CASE(differences)
{
    BOOST_TEST(identical(std::vector<int>{1, 2, 3}, std::vector<int>{1, 7, 8}).words == "element 1: 2 and 7");
    BOOST_TEST(identical(std::vector<int>{1}, std::vector<int>{1, 2}).words == "1 elements and 2");
    BOOST_TEST(identical(1, 2).words == "1 and 2");
    BOOST_TEST(!identical(0.0f, -0.0f).holds);
    BOOST_TEST(identical(1.0f, std::nextafter(1.0f, 2.0f)).words == "1 and 1.00000012");
}

BOOST_AUTO_TEST_CASE(summaries)
{
    BOOST_TEST(pairs::summary(std::vector<int>{}) == "nothing");
    BOOST_TEST(pairs::summary(std::vector<int>{4}) == "4");
    BOOST_TEST(pairs::summary(std::vector<int>{4, 5, 6}) == "4 .. 6");
}
