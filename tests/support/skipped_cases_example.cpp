// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with test cases of every kind that skipped_cases.hpp must tell apart; skipped_cases_test.py runs it.
#include <cstdio>
#include <string>

#include <boost/test/unit_test.hpp>

namespace {

auto never(const char* why)
{
    return boost::unit_test::precondition([=](boost::unit_test::test_unit_id) {
        boost::test_tools::assertion_result no{false};
        if (*why) no.message() << why;
        return no;
    });
}

// A condition that holds may have a message, too.
auto always()
{
    return boost::unit_test::precondition([](boost::unit_test::test_unit_id) {
        boost::test_tools::assertion_result yes{true};
        yes.message() << "not to be told";
        return yes;
    });
}

void throwing() { throw 1; }

} // namespace

// More than the 1024 bytes that CTest keeps of a passed test, before anything is skipped.
BOOST_AUTO_TEST_CASE(runs, *always())
{
    std::puts(std::string(5000, '.').c_str());
    BOOST_TEST(true);
}

BOOST_AUTO_TEST_CASE(fails, *boost::unit_test::disabled()) { BOOST_TEST(false); }

BOOST_AUTO_TEST_CASE(wants_memory, *never("too little memory: 9 MiB needed")) { BOOST_TEST(false); }

BOOST_AUTO_TEST_CASE(says_no_reason, *never("")) { BOOST_TEST(false); }

BOOST_AUTO_TEST_CASE(says_two_lines, *never("one\ntwo")) { BOOST_TEST(false); }

BOOST_AUTO_TEST_CASE(disabled_and_skipped, *boost::unit_test::disabled() * never("not to be told"))
{
    BOOST_TEST(false);
}

BOOST_AUTO_TEST_SUITE(inner)

BOOST_AUTO_TEST_CASE(wants_memory, *never("too little memory: 9 MiB needed")) { BOOST_TEST(false); }

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(skipped_suite, *never("a suite's"))

BOOST_AUTO_TEST_CASE(one) { BOOST_TEST(false); }
BOOST_AUTO_TEST_CASE(other) { BOOST_TEST(false); }
BOOST_AUTO_TEST_CASE(disabled, *boost::unit_test::disabled()) { BOOST_TEST(false); }

BOOST_AUTO_TEST_SUITE_END()

// Nothing of it runs, nor is it skipped.
BOOST_AUTO_TEST_SUITE(cannot_begin, *boost::unit_test::disabled() * boost::unit_test::fixture(&throwing))

BOOST_AUTO_TEST_CASE(one) { BOOST_TEST(true); }

BOOST_AUTO_TEST_SUITE_END()
