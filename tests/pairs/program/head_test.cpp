// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The head comments above the columns of `pairs diff`.

#include "head.hpp"

#include <sstream>

#include <boost/test/unit_test.hpp>

#include "characters.hpp"

namespace {

using lines = std::vector<std::string>;

const lines old_head{"// What it shows,",
                     "// in two lines.",
                     "//",
                     "// Source:  a book",
                     "// Modern:  modern/a/b.cu",
                     "// Note:    migration-notes/one.md",
                     "// Domain:  n from 1 on",
                     "//          to 9",
                     "",
                     "",
                     "#include <x>"};

std::string printed(const lines& left, const lines& right, int width = 120, bool colour = false)
{
    std::ostringstream out;
    pairs::print_heads(out, {"old.cu", pairs::head_of(left)}, {"new.cu", pairs::head_of(right)}, {width, colour});
    return out.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(heads)

BOOST_AUTO_TEST_CASE(text_fields_and_lines)
{
    const pairs::head_comment head = pairs::head_of(old_head);
    BOOST_TEST(head.shows == "What it shows, in two lines.");
    BOOST_TEST(head.lines == 10);
    BOOST_REQUIRE(head.fields.size() == 4);
    BOOST_TEST(head.fields[0].name == "Source");
    BOOST_TEST(head.fields[3].items == lines{"n from 1 on to 9"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_licence_is_no_part_of_a_field)
{
    const std::string licence = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception";
    lines with_licence = old_head;
    with_licence.insert(with_licence.begin() + 8, licence);
    const pairs::head_comment head = pairs::head_of(with_licence);
    BOOST_TEST(head.lines == 11);
    BOOST_REQUIRE(head.fields.size() == 4);
    BOOST_TEST(head.fields[3].items == lines{"n from 1 on to 9"}, boost::test_tools::per_element());
    BOOST_TEST(pairs::head_of({licence, "// What it shows."}).shows == "What it shows.");
}

BOOST_AUTO_TEST_CASE(none_where_a_file_begins_otherwise)
{
    BOOST_TEST(pairs::head_of({"", "// no head", "int a;"}).lines == 0);
    BOOST_TEST(pairs::head_of({}).lines == 0);
    BOOST_TEST(printed({"int a;"}, {"int a;"}) == "\n");
}

BOOST_AUTO_TEST_CASE(numbered_items)
{
    const auto items =
        pairs::head_of({"// Changes: 1. one", "//          goes on  2. two, 3. of it", "//          3. three"})
            .fields[0]
            .items;
    BOOST_TEST(items == (lines{"1. one goes on", "2. two, 3. of it", "3. three"}), boost::test_tools::per_element());
    const auto below = pairs::head_of({"// Changes:", "//  1. one", "//  2. two"}).fields[0].items;
    BOOST_TEST(below == (lines{"1. one", "2. two"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_both_say_is_said_once)
{
    lines new_head{"// What it shows, in two lines.",
                   "//",
                   "// Source:  a book",
                   "// Legacy:  legacy/a/b.cu",
                   "// Changes: 1. one  2. two",
                   "// Note:    migration-notes/one.md"};
    BOOST_TEST(printed(old_head, new_head) == "What it shows, in two lines.\n"
                                              "\n"
                                              "old.cu\n"
                                              "Domain:  n from 1 on to 9\n"
                                              "\n"
                                              "new.cu\n"
                                              "Changes: 1. one\n"
                                              "         2. two\n"
                                              "\n"
                                              "both\n"
                                              "Source:  a book\n"
                                              "Note:    migration-notes/one.md\n"
                                              "\n");
    new_head[0] = "// What else it shows.";
    new_head[2] = "// Source:  another book";
    BOOST_TEST(printed(old_head, new_head) == "old.cu\n"
                                              "What it shows, in two lines.\n"
                                              "Source:  a book\n"
                                              "Domain:  n from 1 on to 9\n"
                                              "\n"
                                              "new.cu\n"
                                              "What else it shows.\n"
                                              "Source:  another book\n"
                                              "Changes: 1. one\n"
                                              "         2. two\n"
                                              "\n"
                                              "both\n"
                                              "Note:    migration-notes/one.md\n"
                                              "\n");
}

BOOST_AUTO_TEST_CASE(lines_are_broken_at_the_width)
{
    BOOST_TEST(printed({"// Changes: 1. one two three four  2. five"}, {}, 22) == "old.cu\n"
                                                                                  "Changes: 1. one two\n"
                                                                                  "            three four\n"
                                                                                  "         2. five\n"
                                                                                  "\n");
    const lines words{
        "// \u0422\u0438\u043f\u044b \u043f\u0430\u043c\u044f\u0442\u0438, \u0430\u0431\u0432\u0433\u0434",
        "// Note: " + std::string(50, 'a')};
    std::istringstream rows{printed(words, {}, 20)};
    for (std::string one; std::getline(rows, one);)
        BOOST_TEST(pairs::shown_width(one) <= 20);
    // The width counts characters, not bytes: the first two words fit completely.
    BOOST_TEST(printed(words, {}, 20)
                   .find("old.cu\n\u0422\u0438\u043f\u044b \u043f\u0430\u043c\u044f\u0442\u0438, "
                         "\u0430\u0431\u0432\u0433\u0434\n") == 0);
}

BOOST_AUTO_TEST_CASE(names_of_files_are_bold_where_there_is_colour)
{
    BOOST_TEST(printed(old_head, {}, 80, true).find("\033[1mold.cu\033[0m\n") != std::string::npos);
    BOOST_TEST(printed(old_head, {}, 80, false).find('\033') == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
