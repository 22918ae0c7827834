// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the trace that need no program: lists of blocks, places in findings, timelines, JSON.
#include "profile/json.h"
#include "trace/block_list.h"
#include "trace/finding_places.h"
#include "trace/timeline.h"

#include <boost/test/unit_test.hpp>

using namespace cuda_emulator;

namespace {
using list = std::vector<std::uint64_t>;
}

BOOST_AUTO_TEST_CASE(lists_of_blocks)
{
    BOOST_TEST(parse_block_list("0-3", 16) == (list{0, 1, 2, 3}));
    BOOST_TEST(parse_block_list("17,0,5", 16) == (list{0, 5, 17}));
    BOOST_TEST(parse_block_list("2,1-2,2", 16) == (list{1, 2}));
    BOOST_TEST(parse_block_list("18446744073709551615", 16) == (list{~std::uint64_t{0}}));
    BOOST_TEST(parse_block_list("0-15", 16).size() == 16u);
    for (const char* text : {"", ",", "3-1", "0-16", "0-15,99", "a", "1,", "1-", "-1", "1 ,2", "0-18446744073709551615",
                             "18446744073709551616"})
        BOOST_TEST(parse_block_list(text, 16).empty(), text);
}

BOOST_AUTO_TEST_CASE(places_of_a_race)
{
    const auto places = places_in("kernel 'sum(float const*, int)', block (0,0,0), thread (0,0,0), PTX line 58, "
                                  "/a, b/c: d/tree.cu:12: race in shared memory: read of 4 bytes, which thread "
                                  "(16,0,0) wrote at PTX line 60, /x/y.cu:13, and nothing orders the two");
    // "c: d" looks like the end of a place, so the first place is found only by its PTX line.
    BOOST_TEST(places.size() == 2u);
    BOOST_TEST(places[0].ptx_line == 58);
    BOOST_TEST(places[1].ptx_line == 60);
    BOOST_TEST(places[1].source == "/x/y.cu:13");
}

BOOST_AUTO_TEST_CASE(places_at_the_end_and_without_a_source)
{
    auto places = places_in("thread (0,0,0) waits at PTX line 7, /a b,c:2/x.cu:12");
    BOOST_TEST(places.size() == 1u);
    BOOST_TEST(places[0].source == "/a b,c:2/x.cu:12");
    places = places_in("PTX line 7: trap");
    BOOST_TEST(places.size() == 1u);
    BOOST_TEST(places[0].ptx_line == 7);
    BOOST_TEST(places[0].source == "");
    places = places_in("at PTX line 7, and nothing orders the two: see 12");
    BOOST_TEST(places.size() == 1u);
    BOOST_TEST(places[0].source == "");
    BOOST_TEST(places_in("PTX line x, a.cu:1").empty());
    BOOST_TEST(kernel_in("kernel 'f(int*)', block") == "f(int*)");
    BOOST_TEST(kernel_in("no such") == "");
}

BOOST_AUTO_TEST_CASE(a_timeline_joins_what_is_alike)
{
    warp_timeline w;
    w.most_segments = 10;
    std::size_t room = 10;
    for (int k = 0; k < 3; ++k)
        w.step(0xf, {0, 1}, room);
    w.step(0xf, {0, 2}, room);
    w.step(0x3, {0, 2}, room);
    BOOST_TEST(w.segments.size() == 3u);
    BOOST_TEST(w.segments[0].end == 3u);
    // A wait is no instruction.
    w.wait_until(20, room);
    w.step(0xf, {0, 3}, room);
    BOOST_TEST(w.clock == 21u);
    BOOST_TEST(w.executed == 6u);
    BOOST_TEST(w.segments[3].waits);
    BOOST_TEST(w.segments[3].begin == 5u);
    BOOST_TEST(w.segments[3].end == 20u);
    w.wait_until(21, room); // the last one does not wait
    BOOST_TEST(w.segments.size() == 5u);
    BOOST_TEST(room == 5u);
}

BOOST_AUTO_TEST_CASE(a_timeline_ends_where_room_does)
{
    for (const bool in_all : {false, true}) {
        warp_timeline w;
        w.most_segments = in_all ? 10 : 2;
        std::size_t room = in_all ? 2 : 10;
        for (int k = 0; k < 4; ++k)
            w.step(k % 2 ? 1 : 2, {0, k}, room);
        room = 10;
        w.step(1, {0, 3}, room);
        BOOST_TEST(w.segments.size() == 2u);
        BOOST_TEST(w.last_shown == 2u);
        BOOST_TEST(w.clock == 5u);
    }
}

BOOST_AUTO_TEST_CASE(an_instruction_that_waits_is_taken_back)
{
    warp_timeline w;
    w.most_segments = 10;
    std::size_t room = 10;
    w.step(1, {0, 1}, room);
    w.step(1, {0, 1}, room);
    w.take_back();
    BOOST_TEST(w.segments.size() == 1u);
    BOOST_TEST(w.segments[0].end == 1u);
    w.step(2, {0, 2}, room);
    w.take_back();
    BOOST_TEST(w.segments.size() == 1u);
    BOOST_TEST(w.clock == 1u);
    w.step(3, {0, 2}, room);
    BOOST_TEST(w.segments.size() == 2u);
}

BOOST_AUTO_TEST_CASE(text_that_is_no_utf8)
{
    const std::string broken = "\"\xef\xbf\xbd\"";
    BOOST_TEST(quoted("a\"\\\n\x01") == "\"a\\\"\\\\\\u000a\\u0001\"");
    BOOST_TEST(quoted("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80") == "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
    for (const char* text : {"\xe9", "\xc3", "\x80", "\xc0", "\xff"})
        BOOST_TEST(quoted(text) == broken);
    // Too long a form, half of a pair, past the last character: each byte by itself.
    BOOST_TEST(quoted("\xc0\xaf").size() == 2 + 2 * 3u);
    BOOST_TEST(quoted("\xe0\x80\xaf").size() == 2 + 3 * 3u);
    BOOST_TEST(quoted("\xed\xa0\x80").size() == 2 + 3 * 3u);
    BOOST_TEST(quoted("\xf4\x90\x80\x80").size() == 2 + 4 * 3u);
}

BOOST_AUTO_TEST_CASE(json)
{
    json_writer json;
    json.begin_object().key("a").begin_array().end_array().key("b").begin_array().value(1).null().end_array();
    json.line().key("c").begin_object().line().key("d").value("x").end_object().key("e").value(true).end_object();
    BOOST_TEST(json.text() == "{\"a\": [], \"b\": [1, null],\n\"c\": {\n\"d\": \"x\"}, \"e\": true}");
}
