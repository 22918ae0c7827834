// The two columns of `pairs diff`.

#include "side_by_side.hpp"

#include <sstream>

#include <boost/test/unit_test.hpp>

namespace {

using lines = std::vector<std::string>;

std::string show(const lines& left, const lines& right, int width = 43, bool colour = false)
{
    std::ostringstream out;
    pairs::print_side_by_side(out, left, right, {width, colour});
    return out.str();
}

// One row: the left text, filled up to a column of 20; the mark; the right text.
std::string row(const std::string& left, char mark, const std::string& right)
{
    return left + std::string(20 - left.size(), ' ') + ' ' + mark + (right.empty() ? "" : " ") + right + '\n';
}

} // namespace

BOOST_AUTO_TEST_CASE(equal_lines_stand_beside_each_other)
{
    BOOST_TEST(show({"a", "b"}, {"a", "b"}) == row("a", ' ', "a") + row("b", ' ', "b"));
    BOOST_TEST(show({}, {}) == "");
}

BOOST_AUTO_TEST_CASE(lines_on_one_side_only)
{
    BOOST_TEST(show({"a", "x", "b"}, {"a", "b"}) == row("a", ' ', "a") + row("x", '<', "") + row("b", ' ', "b"));
    BOOST_TEST(show({"a", "b"}, {"a", "y", "b"}) == row("a", ' ', "a") + row("", '>', "y") + row("b", ' ', "b"));
    BOOST_TEST(show({}, {"y"}) == row("", '>', "y"));
}

BOOST_AUTO_TEST_CASE(changed_lines_share_a_row)
{
    BOOST_TEST(show({"a", "x", "b"}, {"a", "y", "z", "b"}) ==
               row("a", ' ', "a") + row("x", '|', "y") + row("", '>', "z") + row("b", ' ', "b"));
}

BOOST_AUTO_TEST_CASE(long_lines_go_on_below)
{
    const std::string line = "abcdefghijklmnopqrstuvwxyz";
    BOOST_TEST(show({line}, {line}) ==
               row("abcdefghijklmnopqrst", ' ', "abcdefghijklmnopqrst") + row("    uvwxyz", ' ', "    uvwxyz"));
}

BOOST_AUTO_TEST_CASE(long_lines_are_cut_at_a_blank)
{
    BOOST_TEST(show({"  one_word two_words three"}, {}) ==
               row("  one_word two_words", '<', "") + row("      three", '<', ""));
    BOOST_TEST(show({std::string(20, 'a') + " "}, {}) == row(std::string(20, 'a'), '<', ""));
}

BOOST_AUTO_TEST_CASE(without_a_blank_they_are_cut_between_words)
{
    BOOST_TEST(show({"one(two,three.four,five);"}, {}) ==
               row("one(two,three.four,", '<', "") + row("    five);", '<', ""));
}

BOOST_AUTO_TEST_CASE(comments_go_on_as_comments)
{
    BOOST_TEST(show({"// one two three four"}, {}) == row("// one two three", '<', "") + row("//    four", '<', ""));
    BOOST_TEST(show({"int one; // two three"}, {}) == row("int one;", '<', "") + row("    // two three", '<', ""));
    BOOST_TEST(show({"int one; // two three four five"}, {}) ==
               row("int one;", '<', "") + row("    // two three", '<', "") + row("    // four five", '<', ""));
    BOOST_TEST(show({"one = \"// two\", three, four"}, {}) ==
               row("one = \"// two\",", '<', "") + row("    three, four", '<', ""));
}

BOOST_AUTO_TEST_CASE(comments_go_on_under_their_text)
{
    BOOST_TEST(show({"// Note:  one, two three"}, {}) ==
               row("// Note:  one, two", '<', "") + row("//        three", '<', ""));
    BOOST_TEST(show({"//     one, two three four"}, {}) ==
               row("//     one, two", '<', "") + row("//     three four", '<', ""));
    // Where that is too far in for the column, at half of it.
    BOOST_TEST(show({"//              one two three"}, {}) == row("//              one", '<', "") +
                                                                  row("//           two", '<', "") +
                                                                  row("//           three", '<', ""));
}

BOOST_AUTO_TEST_CASE(directives_share_no_row_with_code)
{
    BOOST_TEST(show({"a", "x", "#b", "y", "c"}, {"a", "#d", "#e", "z", "c"}) ==
               row("a", ' ', "a") + row("", '>', "#d") + row("", '>', "#e") + row("x", '|', "z") + row("#b", '<', "") +
                   row("y", '<', "") + row("c", ' ', "c"));
}

BOOST_AUTO_TEST_CASE(both_columns_take_all_of_the_width)
{
    // Of an even width the right one has the odd column.
    const std::string line(21, 'a');
    BOOST_TEST(show({line}, {line}, 44) == std::string(20, 'a') + "   " + line + "\n    a\n");
    BOOST_TEST(show({""}, {""}) == "\n"); // no blanks where there is nothing
}

BOOST_AUTO_TEST_CASE(what_stands_far_in_begins_within_its_column)
{
    // Blanks alone once were taken away to the last, and then one more.
    BOOST_TEST(show({std::string(25, ' ') + "one"}, {}) == row("          one", '<', ""));
    BOOST_TEST(show({std::string(15, ' ') + "one_two_three"}, {}) ==
               row("          one_two_th", '<', "") + row("          ree", '<', ""));
}

BOOST_AUTO_TEST_CASE(functions_of_one_name_meet)
{
    // All of its lines but the name are those of another function, and more of them.
    BOOST_TEST(show({"int a()", "{", "    one(1);", "    two(2);", "}", "", "int b()", "{", "}"},
                    {"template <class T>", "void b(T one)", "{", "    one(1);", "    two(2);", "}"}) ==
               row("int a()", '<', "") + row("{", '<', "") + row("    one(1);", '<', "") + row("    two(2);", '<', "") +
                   row("}", '<', "") + row("", '<', "") + row("", '>', "template <class T>") +
                   row("int b()", '|', "void b(T one)") + row("{", ' ', "{") + row("", '>', "    one(1);") +
                   row("", '>', "    two(2);") + row("}", ' ', "}"));
}

BOOST_AUTO_TEST_CASE(functions_of_one_name_end_together)
{
    BOOST_TEST(show({"int a()", "{", "    b;", "}"}, {"int a()", "{", "    b = {", "};", "    c;", "}"}) ==
               row("int a()", ' ', "int a()") + row("{", ' ', "{") + row("    b;", '|', "    b = {") +
                   row("", '>', "};") + row("", '>', "    c;") + row("}", ' ', "}"));
}

BOOST_AUTO_TEST_CASE(first_comments_meet)
{
    BOOST_TEST(show({"// one", "// two", "", "#a"}, {"// three", "", "#b", "", "#a"}) ==
               row("// one", '|', "// three") + row("// two", '<', "") + "\n" + row("", '>', "#b") + row("", '>', "") +
                   row("#a", ' ', "#a"));
}

BOOST_AUTO_TEST_CASE(launches_of_one_kernel_meet)
{
    BOOST_TEST(show({"allocate(a);", "kernel<<<m, n>>>(a);"}, {"kernel<<<4, 5>>>(x);", "y();"}) ==
               row("allocate(a);", '<', "") + row("kernel<<<m, n>>>(a);", '|', "kernel<<<4, 5>>>(x);") +
                   row("", '>', "y();"));
}

BOOST_AUTO_TEST_CASE(similar_lines_meet)
{
    // The longest common subsequence of equal lines would join the braces and part the functions.
    BOOST_TEST(show({"{", "int sum(int a)", "{", "}"}, {"int sum(long a)", "{", "x", "}"}) ==
               row("{", '<', "") + row("int sum(int a)", '|', "int sum(long a)") + row("{", ' ', "{") +
                   row("", '>', "x") + row("}", ' ', "}"));
}

BOOST_AUTO_TEST_CASE(only_the_words_that_differ_are_coloured)
{
    const std::string text = show({"int sum = 0;"}, {"long sum = 0;"}, 43, true);
    BOOST_TEST(text.find("\033[31mint\033[0m sum = 0;") != std::string::npos);
    BOOST_TEST(text.find("\033[32mlong\033[0m sum = 0;") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(columns_are_counted_in_characters_and_tabs_expanded)
{
    BOOST_TEST(show({"\u00e9"}, {"x"}) == "\u00e9" + std::string(19, ' ') + " | x\n");
    BOOST_TEST(show({"\tx"}, {}) == row("    x", '<', ""));
}

BOOST_AUTO_TEST_CASE(colour_only_where_there_is_a_difference)
{
    BOOST_TEST(show({"a"}, {"a"}, 43, true).find('\033') == std::string::npos);
    const std::string text = show({"x"}, {"y"}, 43, true);
    BOOST_TEST(text.find("\033[31mx\033[0m") != std::string::npos);
    BOOST_TEST(text.find("\033[32my\033[0m") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_row_is_wider_than_asked)
{
    for (const int width : {1, 40, 80, 133}) {
        std::istringstream rows{show({std::string(500, 'a'), "b"}, {std::string(300, 'c')}, width)};
        for (std::string one; std::getline(rows, one);)
            BOOST_TEST(one.size() <= static_cast<std::size_t>(std::max(width, 40)));
    }
}
