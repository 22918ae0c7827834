// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lexer of cuda-legacy-scan.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "source/lexer.hpp"

using namespace scanner;

namespace {

std::vector<token> lex(const std::string& text)
{
    static std::string source;
    static tokens result;
    source = text;
    tokenize(source, result);
    return result.list;
}

std::vector<std::string> names(const std::string& source)
{
    std::vector<std::string> result;
    for (const token& one : lex(source))
        if (one.is_name()) result.emplace_back(one.text);
    return result;
}

using words = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(lexer)

BOOST_AUTO_TEST_CASE(comments)
{
    BOOST_TEST(names("a // b\nc /* d\n e */ f /* g */ h") == (words{"a", "c", "f", "h"}));
    BOOST_TEST(names("a // b \\\n c \n d") == (words{"a", "d"}));
    BOOST_TEST(names("a // b \\ \r\n c \r\n d") == (words{"a", "d"}));
    BOOST_TEST(names("a /* b // */ c") == (words{"a", "c"}));
    BOOST_TEST(names("a / b /c") == (words{"a", "b", "c"}));
    BOOST_TEST(names("a /* never closed") == words{"a"});
}

BOOST_AUTO_TEST_CASE(strings)
{
    BOOST_TEST(names("a \"b \\\" c\" d 'e' '\\'' f") == (words{"a", "d", "f"}));
    BOOST_TEST(names("a \"b /* c\" d \"*/\" e") == (words{"a", "d", "e"}));
    BOOST_TEST(names("a \"b \\\n c\" d") == (words{"a", "d"}));
    BOOST_TEST(names("a \"never closed\nb") == (words{"a", "b"}));
    BOOST_TEST(names("u8\"b\" L'c' LX\"d\" e") == (words{"LX", "e"}));
    BOOST_TEST(names("a \"\\\\\" b \"c\"") == (words{"a", "b"}));
}

BOOST_AUTO_TEST_CASE(raw_strings)
{
    BOOST_TEST(names("a R\"(b \" c)\" d") == (words{"a", "d"}));
    BOOST_TEST(names("a R\"x(b )\" c )y\" )x\" d") == (words{"a", "d"}));
    BOOST_TEST(names("a u8R\"(b\nc // )\" d") == (words{"a", "d"}));
    BOOST_TEST(names("a R\"(never closed") == words{"a"});
    BOOST_TEST(lex("R\"(a\nb\n)\" c").back().line == 3);
    BOOST_TEST(characters_of("R\"x(a\"b)x\"") == "a\"b");
    BOOST_TEST(characters_of("u8\"ab\"") == "ab");
    BOOST_TEST(characters_of("\"ab") == "ab");
    BOOST_TEST(characters_of("\"") == "");
}

BOOST_AUTO_TEST_CASE(splices)
{
    const auto list = lex("cudaThread\\\nSynchro\\  \r\nnize(); x");
    BOOST_TEST(list[0].text == "cudaThreadSynchronize");
    BOOST_TEST(list[0].line == 1);
    BOOST_TEST(list[0].column == 1);
    BOOST_TEST(list[1].is_mark("("));
    BOOST_TEST(list.back().line == 3);
    BOOST_TEST(list.back().column == 9);
}

BOOST_AUTO_TEST_CASE(directives)
{
    auto list = lex("#include <a/b.h> // c\n # /* d */ define F(x) \\\n g(x)\nh");
    BOOST_TEST((list[0].kind == token_kind::directive && list[0].is("include")));
    BOOST_TEST((list[1].kind == token_kind::header_name && list[1].is("a/b.h") && !list[1].quoted));
    BOOST_TEST((list[2].kind == token_kind::end_of_directive));
    BOOST_TEST((list[3].kind == token_kind::directive && list[3].is("define") && list[3].line == 2));
    BOOST_TEST((list.back().is_name("h") && !list.back().in_directive && list.back().line == 4));
    for (const token& one : list)
        if (one.is("g")) BOOST_TEST((one.in_directive && one.line == 3));

    list = lex("#include \"b.h\"");
    BOOST_TEST((list[1].is("b.h") && list[1].quoted));
    BOOST_TEST((lex("#").front().is("")));
    BOOST_TEST(names("#include HEADER\n\"a\" b") == (words{"HEADER", "b"}));
    BOOST_TEST(names("#if a < b\nc") == (words{"a", "b", "c"}));
    BOOST_TEST(names("a # b") == (words{"a", "b"}));
}

BOOST_AUTO_TEST_CASE(marks)
{
    const auto list = lex("k<<<1, 2>>>(a::b->c);");
    BOOST_TEST(list[1].is_mark("<<<"));
    BOOST_TEST(list[5].is_mark(">>>"));
    BOOST_TEST(list[8].is_mark("::"));
    BOOST_TEST(list[10].is_mark("->"));
}

BOOST_AUTO_TEST_CASE(numbers)
{
    BOOST_TEST(names("1.5e+3f 0x1p-2 1'000 .5f 0xffu a") == words{"a"});
    BOOST_TEST(lex("1'000").size() == 1);
    BOOST_TEST(lex("3-2").size() == 3);
}

BOOST_AUTO_TEST_CASE(places)
{
    const auto list = lex("\xef\xbb\xbf"
                          "a\n  \tb\r\n\"\xff\" c");
    BOOST_TEST((list[0].line == 1 && list[0].column == 1));
    BOOST_TEST((list[1].line == 2 && list[1].column == 4));
    BOOST_TEST((list[3].line == 3 && list[3].column == 5));
}

// Whatever the bytes: it ends, and each token lies in the source, behind the one before.
BOOST_AUTO_TEST_CASE(any_bytes)
{
    const std::string alphabet = "ab_1.'\"\\/*#<>\n\r (){}R\t\xc3\xbc" + std::string(1, '\0');
    for (unsigned seed = 0; seed < 20000; ++seed) {
        std::mt19937 random(seed);
        std::string source;
        for (unsigned i = random() % 60; i > 0; --i)
            source += alphabet[random() % alphabet.size()];
        std::uint32_t line = 1, column = 0;
        for (const token& one : lex(source)) {
            const bool behind = one.line > line || (one.line == line && one.column >= column);
            const auto lines = 1 + std::count(source.begin(), source.end(), '\n');
            if (!behind || one.line > lines || one.column > source.size() + 1)
                BOOST_FAIL("seed " << seed << ": a token at " << one.line << ":" << one.column);
            line = one.line;
            column = one.column;
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
