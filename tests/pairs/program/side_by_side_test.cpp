// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two columns of `pairs diff`.

#include "side_by_side.hpp"

#include <sstream>

#include <boost/test/unit_test.hpp>

#include "characters.hpp"

namespace {

using lines = std::vector<std::string>;

// Prints columns of 20, for texts with less than ten lines.
std::string show(const lines& left, const lines& right, int width = 47, bool colour = false)
{
    std::ostringstream out;
    pairs::print_side_by_side(out, {"", left}, {"", right}, {width, colour});
    return out.str();
}

// One row: number and text of the left line, filled up to 22 columns; the mark; number and text of the right line.
std::string row(const std::string& left, char mark, const std::string& right)
{
    const std::string rest = std::string(" ") + mark + " " + right;
    const std::string all = left + std::string(22 - left.size(), ' ') + rest;
    return all.substr(0, all.find_last_not_of(' ') + 1) + '\n';
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_CASE(equal_lines_stand_beside_each_other)
{
    BOOST_TEST(show({"a", "b"}, {"a", "b"}) == row("1 a", ' ', "1 a") + row("2 b", ' ', "2 b"));
    BOOST_TEST(show({}, {}) == "");
}

BOOST_AUTO_TEST_CASE(lines_on_one_side_only)
{
    BOOST_TEST(show({"a", "x", "b"}, {"a", "b"}) ==
               row("1 a", ' ', "1 a") + row("2 x", '<', "") + row("3 b", ' ', "2 b"));
    BOOST_TEST(show({"a", "b"}, {"a", "y", "b"}) ==
               row("1 a", ' ', "1 a") + row("", '>', "2 y") + row("2 b", ' ', "3 b"));
    BOOST_TEST(show({}, {"y"}) == row("", '>', "1 y"));
}

BOOST_AUTO_TEST_CASE(changed_lines_share_a_row)
{
    BOOST_TEST(show({"a", "x", "b"}, {"a", "y", "z", "b"}) ==
               row("1 a", ' ', "1 a") + row("2 x", '|', "2 y") + row("", '>', "3 z") + row("3 b", ' ', "4 b"));
}

BOOST_AUTO_TEST_CASE(a_blank_line_that_shares_a_row_is_none)
{
    BOOST_TEST(show({"a", "x", "b"}, {"a", "", "b"}) ==
               row("1 a", ' ', "1 a") + row("2 x", '<', "2") + row("3 b", ' ', "3 b"));
    BOOST_TEST(show({"a", "", "b"}, {"a", "y", "b"}) ==
               row("1 a", ' ', "1 a") + row("2", '>', "2 y") + row("3 b", ' ', "3 b"));
    BOOST_TEST(show({"a"}, {"a", ""}) == row("1 a", ' ', "1 a") + row("", '>', "2"));
}

BOOST_AUTO_TEST_CASE(lines_have_the_numbers_of_their_file)
{
    std::ostringstream out;
    pairs::print_side_by_side(out, {"old.cu", {"a", "b"}, 9}, {"new.cu", {"a", "b"}, 99}, {51, false});
    BOOST_TEST(out.str() == "    old.cu                     new.cu\n"
                            "  9 a                       99 a\n"
                            " 10 b                      100 b\n");
}

BOOST_AUTO_TEST_CASE(similar_lines_meet)
{
    BOOST_TEST(show({"int a;", "x", "sum(one, two);"}, {"check(sum(one, 2));", "y"}) ==
               row("1 int a;", '<', "") + row("2 x", '<', "") + row("3 sum(one, two);", '|', "1 check(sum(one, 2));") +
                   row("", '>', "2 y"));
    // One common sign is too little: the lines share a row, but are unrelated.
    BOOST_TEST(show({"int one;", "c"}, {"float seven;", "c"}) ==
               row("1 int one;", '|', "1 float seven;") + row("2 c", ' ', "2 c"));
    BOOST_TEST(has(show({"int one;"}, {"float seven;"}, 47, true), "\033[31mint one;\033[0m"));
}

BOOST_AUTO_TEST_CASE(names_meet_before_braces)
{
    // The longest common subsequence of equal lines would match the braces and separate the functions.
    BOOST_TEST(show({"{", "int sum(int a)", "{", "}"}, {"int sum(long a)", "{", "x", "}"}) ==
               row("1 {", '<', "") + row("2 int sum(int a)", '|', "1 int sum(long a)") + row("3 {", ' ', "2 {") +
                   row("", '>', "3 x") + row("4 }", ' ', "4 }"));
}

BOOST_AUTO_TEST_CASE(braces_of_another_depth_do_not_meet)
{
    BOOST_TEST(show({"x", "    }", "}"}, {"y", "}"}) ==
               row("1 x", '|', "1 y") + row("2     }", '<', "") + row("3 }", ' ', "2 }"));
}

BOOST_AUTO_TEST_CASE(blank_lines_meet_beside_others_only)
{
    BOOST_TEST(show({"x", "", "y", "b"}, {"u", "v", "", "w", "b"}) == row("1 x", '|', "1 u") + row("2", '>', "2 v") +
                                                                          row("3 y", '<', "3") + row("", '>', "4 w") +
                                                                          row("4 b", ' ', "5 b"));
    BOOST_TEST(show({"", "x", "b"}, {"b"}) == row("1", '<', "") + row("2 x", '<', "") + row("3 b", ' ', "1 b"));
}

BOOST_AUTO_TEST_CASE(long_lines_go_on_below_without_a_number)
{
    const std::string line = "abcdefghijklmnopqrstuvwxyz";
    BOOST_TEST(show({line}, {line}) ==
               row("1 abcdefghijklmnopqrst", ' ', "1 abcdefghijklmnopqrst") + row("      uvwxyz", ' ', "      uvwxyz"));
}

BOOST_AUTO_TEST_CASE(long_lines_are_cut_at_a_blank)
{
    BOOST_TEST(show({"  one_word two_words three"}, {}) ==
               row("1   one_word two_words", '<', "") + row("        three", '<', ""));
    BOOST_TEST(show({std::string(20, 'a') + " "}, {}) == row("1 " + std::string(20, 'a'), '<', ""));
}

BOOST_AUTO_TEST_CASE(without_a_blank_they_are_cut_between_words)
{
    BOOST_TEST(show({"one(two,three.four,five);"}, {}) ==
               row("1 one(two,three.four,", '<', "") + row("      five);", '<', ""));
}

BOOST_AUTO_TEST_CASE(a_comment_behind_code_is_not_cut_off_its_slashes)
{
    BOOST_TEST(show({"int one_two; // three"}, {}) == row("1 int one_two;", '<', "") + row("      // three", '<', ""));
}

BOOST_AUTO_TEST_CASE(what_stands_far_in_begins_within_its_column)
{
    BOOST_TEST(show({std::string(25, ' ') + "one"}, {}) == row("1           one", '<', ""));
    BOOST_TEST(show({std::string(15, ' ') + "one_two_three"}, {}) ==
               row("1           one_two_th", '<', "") + row("            ree", '<', ""));
}

BOOST_AUTO_TEST_CASE(a_comment_that_does_not_fit_is_broken_anew)
{
    BOOST_TEST(show({"// one two three four", "// five six"}, {}) ==
               row("1 // one two three", '<', "") + row("  // four five six", '<', ""));
    BOOST_TEST(show({"  // one two three four", "  // five"}, {"  // one two three four", "  // 5"}) ==
               row("1   // one two three", '|', "1   // one two three") +
                   row("    // four five", '|', "    // four 5"));
    // A comment that fits is not changed.
    BOOST_TEST(show({"// one two", "// three"}, {}) == row("1 // one two", '<', "") + row("2 // three", '<', ""));
}

BOOST_AUTO_TEST_CASE(a_comment_broken_elsewhere_is_the_same)
{
    BOOST_TEST(show({"// one two", "// three", "a"}, {"// one", "// two three", "a"}) ==
               row("1 // one two", ' ', "1 // one") + row("2 // three", ' ', "2 // two three") +
                   row("3 a", ' ', "3 a"));
}

BOOST_AUTO_TEST_CASE(other_comments_do_not_go_on)
{
    const lines apart{"// one two three four", "//   five", "// - six", "//", "  // seven"};
    BOOST_TEST(show(apart, {}) == row("1 // one two three", '<', "") + row("  // four", '<', "") +
                                      row("2 //   five", '<', "") + row("3 // - six", '<', "") + row("4 //", '<', "") +
                                      row("5   // seven", '<', ""));
}

BOOST_AUTO_TEST_CASE(how_far_a_line_is_set_in_makes_no_difference)
{
    BOOST_TEST(show({"    a;"}, {"a; "}) == row("1     a;", ' ', "1 a;"));
    BOOST_TEST(!has(show({"    a;"}, {"a;"}, 47, true), "\033[31m"));
}

BOOST_AUTO_TEST_CASE(other_blanks_are_a_difference)
{
    const std::string text = show({"puts(\"a  b\");"}, {"puts(\"a b\");"}, 47, true);
    BOOST_TEST(has(text, "puts(\"a\033[41m  \033[0mb\");"));
    BOOST_TEST(has(text, "puts(\"a\033[42m \033[0mb\");"));
    BOOST_TEST(has(text, " | "));
    BOOST_TEST(has(show({"f (one);"}, {"f(one);"}, 47, true), "f\033[41m \033[0m(one);"));
}

BOOST_AUTO_TEST_CASE(only_the_words_that_differ_are_coloured)
{
    const std::string text = show({"int sum = 0;"}, {"long sum = 0;"}, 47, true);
    BOOST_TEST(has(text, "\033[31mint\033[0m sum = 0;"));
    BOOST_TEST(has(text, "\033[32mlong\033[0m sum = 0;"));
}

BOOST_AUTO_TEST_CASE(colour_only_where_there_is_a_difference)
{
    const std::string number = "\033[2m1\033[0m ";
    BOOST_TEST(show({"a"}, {"a"}, 47, true) == number + "a" + std::string(19, ' ') + "   " + number + "a\n");
    BOOST_TEST(has(show({"x y"}, {"z"}, 47, true), number + "\033[31mx y\033[0m"));
    BOOST_TEST(has(show({"x"}, {"y z"}, 47, true), number + "\033[32my z\033[0m"));
    BOOST_TEST(!has(show({"x"}, {"y"}), "\033"));
}

BOOST_AUTO_TEST_CASE(columns_are_counted_as_a_terminal_shows_them)
{
    const auto beside_x = [](const std::string& text, int columns) {
        return "1 " + text + std::string(20 - columns, ' ') + " | 1 x\n";
    };
    for (const std::string& text : {"\u00e9", "\u043f", "\u03b3"}) // Latin, Cyrillic, Greek
        BOOST_TEST(show({text}, {"x"}) == beside_x(text, 1));
    BOOST_TEST(show({"e\u0301"}, {"x"}) == beside_x("e\u0301", 1)); // a letter and the accent on it
    BOOST_TEST(show({"\u6f22\u5b57"}, {"x"}) == beside_x("\u6f22\u5b57", 4));
    BOOST_TEST(show({"\xff"}, {"x"}) == beside_x("\xff", 1)); // no UTF-8
    BOOST_TEST(show({"a\x01z"}, {"x"}) == beside_x("a z", 3));
    // Eleven would take 22 columns, and half a character is never shown.
    std::string wide;
    for (int k = 0; k < 11; k++)
        wide += "\u6f22";
    BOOST_TEST(pairs::shown_width(wide) == 22);
    BOOST_TEST(show({wide}, {}) ==
               "1 " + wide.substr(0, 30) + " <\n" + std::string(6, ' ') + "\u6f22" + std::string(14, ' ') + " <\n");
}

BOOST_AUTO_TEST_CASE(tabs_are_expanded)
{
    BOOST_TEST(show({"\tx"}, {}) == row("1     x", '<', ""));
    BOOST_TEST(show({"ab\tx"}, {"ab  x"}) == row("1 ab  x", ' ', "1 ab  x"));
    BOOST_TEST(show({"\u043f\tx"}, {"\u043f   x"}) ==
               "1 \u043f   x" + std::string(15, ' ') + "   1 \u043f   x\n"); // columns, not bytes
}

BOOST_AUTO_TEST_CASE(no_row_is_wider_than_asked)
{
    const lines left{std::string(500, 'a'), "b", std::string(90, ' ') + "\u6f22\u5b57 // c d",
                     "// " + std::string(200, 'e')};
    for (const int width : {1, 40, 41, 80, 133, 200}) {
        std::istringstream rows{show(left, {std::string(300, 'f'), "// \u043f " + std::string(100, 'g')}, width)};
        for (std::string one; std::getline(rows, one);)
            BOOST_TEST(pairs::shown_width(one) <= std::max(width, 40));
    }
}
