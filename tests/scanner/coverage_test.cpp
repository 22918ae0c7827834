// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// verify: what a tracefile says was not reached.
#include "verify/coverage.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace scanner;

namespace {

not_covered read(const std::string& text)
{
    char name[] = "/tmp/coverage-XXXXXX";
    close(mkstemp(name));
    std::ofstream(name) << text;
    const not_covered out = read_coverage(name);
    std::remove(name);
    return out;
}

using names = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(coverage)

BOOST_AUTO_TEST_CASE(lines_and_branches)
{
    const not_covered out =
        read("TN:\nSF:/a/b/k.cu\nFN:3,one\nFN:20,idle\nFNDA:64,one\nFNDA:0,idle\n"
             "BRDA:4,7,0,64\nBRDA:4,7,1,0\nBRDA:5,8,0,3\nBRDA:5,8,1,61\nBRDA:9,9,0,-\nBRDA:9,9,1,-\n"
             "DA:3,64\nDA:4,64\nDA:5,0\nDA:6,0\nDA:8,64\nDA:9,0\nDA:21,0\nDA:22,0\nend_of_record\n");
    BOOST_TEST(out.has_source_lines);
    BOOST_TEST(out.lines == (names{"k.cu:5-6", "k.cu:9"})); // those of a kernel that never ran are left out
    BOOST_TEST(out.branches == (names{"k.cu:4"}));
}

BOOST_AUTO_TEST_CASE(templates_share_lines)
{
    const not_covered out =
        read("SF:/a/k.cu\nFN:3,f<int, 1>\nFN:3,f<int, 2>\nFNDA:0,f<int, 1>\nFNDA:9,f<int, 2>\nDA:3,9\nDA:4,0\n");
    BOOST_TEST(out.lines == (names{"k.cu:4"}));
}

BOOST_AUTO_TEST_CASE(the_toolkit_is_no_part_of_the_program)
{
    const not_covered out =
        read("SF:/usr/local/cuda-13.0/targets/x86_64-linux/include/cub/x.cuh\nFN:1,f\nFNDA:1,f\nDA:1,1\nDA:2,0\n");
    BOOST_TEST(out.has_source_lines);
    BOOST_TEST(out.lines.empty());
}

BOOST_AUTO_TEST_CASE(no_tracefile)
{
    BOOST_TEST(!read_coverage("/not/there").has_source_lines);
    BOOST_TEST(!read("").has_source_lines);
    BOOST_TEST(read("SF:\nDA:x,y\nBRDA:1\nnothing\n").lines.size() <= 1u); // whatever it holds, it is read
}

BOOST_AUTO_TEST_SUITE_END()
