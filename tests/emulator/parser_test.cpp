// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The PTX parser, and the errors of parser and decoder.
#include <boost/test/unit_test.hpp>

#include "decode/decoder.h"
#include "ptx/parser.h"

#include <clocale>

using namespace cuda_emulator;

namespace {

const std::string head = ".version 9.0\n.target sm_90\n.address_size 64\n";

struct no_symbols : symbol_addresses {
    std::uint64_t variable_address(const ptx::variable&) const override { return 0; }
    std::uint64_t function_address(const ptx::function& f) const override
    {
        return reinterpret_cast<std::uint64_t>(&f);
    }
    const std::vector<const ptx::function*>& addressed_functions() const override { return none; }
    std::vector<const ptx::function*> none;
};

std::string decode_message(const std::string& body)
{
    auto m = ptx::parse_module(head + ".visible .entry k()\n{\n" + body + "\n}\n");
    try {
        decode(*m, m->functions[0], no_symbols());
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}
bool contains(const std::string& s, const std::string& part) { return s.find(part) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_CASE(module_level)
{
    auto m = ptx::parse_module(head + R"(
.extern .func (.param .b32 func_retval0) vprintf ( .param .b64 a, .param .b64 b );
.func (.param .b32 r) later(.param .b32 x);
.global .align 8 .u64 table[2] = {later, generic(text)+4};
.global .align 1 .b8 text[4] = {0x41, 66, 0b1000011};
.const .align 4 .f32 c = 0f3F800000;
.extern .shared .align 16 .b8 dynamic[];
.visible .entry k( .param .u64 p, .param .align 8 .b8 s[24] )
.maxntid 256, 1, 1
{ ret; }
.func (.param .b32 r) later(.param .b32 x) { ret; }
)");
    BOOST_TEST(m->target == 90);
    BOOST_TEST(m->version_major == 9);
    BOOST_REQUIRE_EQUAL(m->functions.size(), 3u);
    const ptx::function& k = m->functions[std::size_t(m->function_index.at("k"))];
    BOOST_TEST(k.maximum_threads == 256);
    BOOST_TEST(k.parameters[1].size == 24u);
    BOOST_TEST(m->functions[std::size_t(m->function_index.at("later"))].has_body);
    const ptx::variable& table = m->variables[std::size_t(m->variable_index.at("table"))];
    BOOST_TEST(table.initial[0].symbol == "later");
    BOOST_TEST(table.initial[1].generic);
    BOOST_TEST(table.initial[1].addend == 4);
    BOOST_TEST(m->variables[std::size_t(m->variable_index.at("text"))].initial[2].bits == 67u);
    BOOST_TEST(m->variables[std::size_t(m->variable_index.at("dynamic"))].unsized);
}

BOOST_AUTO_TEST_CASE(bodies_that_are_read_later)
{
    // Blocks inside, and braces in comments and strings. Lines still count.
    auto m = ptx::parse_module(head + ".func a()\n{\n{ ret; }\n// }\n/* } \n */ .pragma \"}\"; // {\n{ { } }\nret;\n}\n"
                                      ".func b()\n{ ret; }\n");
    BOOST_REQUIRE_EQUAL(m->functions.size(), 2u);
    BOOST_TEST(m->functions[0].body_line == 5);
    BOOST_TEST(m->functions[1].line == 13);
    BOOST_TEST(contains(std::string(m->functions[0].body_text), "{ { } }\nret;"));
    auto message_of = [](const std::string& text) -> std::string {
        try {
            ptx::parse_module(head + text);
        } catch (const ptx::syntax_error& e) {
            return e.what();
        }
        return "";
    };
    BOOST_TEST(contains(message_of(".func a()\n{ ret; { }\n"), "PTX line 5: '{' without '}'"));
    BOOST_TEST(contains(message_of(".func a()\n{ ret; // }"), "PTX line 5: '{' without '}'"));
}

BOOST_AUTO_TEST_CASE(function_level)
{
    auto m = ptx::parse_module(head + R"(.visible .entry k(.param .u64 p) {
.reg .pred %p<3>; .reg .b32 %r<20>; .reg .b32 %r1<3>; .reg .b64 %rd<2>;
{ .reg .b32 %r5; mov.u32 %r5, -7; }
mov.u32 %r5, %tid.x;
@!%p1 ld.global.v2.f32 {%r12, _}, [%rd1+-8];
setp.lt.and.s32 %p1|%p2, %r3, 0x10U, !%p2;
$here: bra.uni $here; // comment
})");
    auto b = ptx::parse_body(*m, m->functions[0]);
    BOOST_REQUIRE_EQUAL(b->instructions.size(), 5u);
    BOOST_TEST(b->instructions[0].operands[0].index != b->instructions[1].operands[0].index); // scopes
    BOOST_TEST(b->instructions[0].operands[1].value == std::uint64_t(-7));
    BOOST_TEST(b->instructions[1].operands[1].component == "x");
    const ptx::instruction& load = b->instructions[2];
    BOOST_TEST(load.guard_negated);
    BOOST_TEST(load.operands[1].value == std::uint64_t(-8));
    BOOST_TEST(b->instructions[3].operands[0].elements.size() == 2u);
    BOOST_TEST(b->instructions[3].operands[3].negated);
    BOOST_TEST(b->labels.at("$here") == 4);
}

// The scope of labels is that of ptxas. Inline assembly with a label is such a scope, each time that it is inlined.
// The offsets are those of ptxas 13.0: each text has the machine code of the text with the offset in bytes.
BOOST_AUTO_TEST_CASE(elements_as_addresses)
{
    auto m = ptx::parse_module(head + R"(
.global .align 4 .b32 a[10];
.global .align 4 .b32 rows[4][10];
.global .align 16 .v4 .b32 vectors[10];
.visible .entry k() {
.shared .align 8 .f64 tile[8];
.reg .b64 %d;
mov.u64 %d, a[5];
mov.u64 %d, rows[1];
mov.u64 %d, vectors[1];
mov.u64 %d, tile[0];
mov.u64 %d, tile[3];
})");
    auto b = ptx::parse_body(*m, m->functions[0]);
    const std::uint64_t bytes[] = {20, 4, 4, 0, 24};
    BOOST_REQUIRE_EQUAL(b->instructions.size(), 5u);
    for (int k = 0; k < 5; ++k)
        BOOST_TEST(b->instructions[k].operands[1].value == bytes[k]);
    BOOST_TEST(contains(decode_message(".reg .b64 %d; mov.u64 %d, %tid[1];"), "found '['"));
}

BOOST_AUTO_TEST_CASE(labels_of_scopes)
{
    auto m = ptx::parse_module(head + R"(.visible .entry k() {
.reg .pred %p; .reg .b32 %r;
x: bra x;
{ @%p bra x; bra y; x: mov.u32 %r, 1; }
{ { bra x; bra y; } x: bra x; list: .branchtargets x, y; }
bra x;
y: ret;
})");
    auto b = ptx::parse_body(*m, m->functions[0]);
    auto goes_to = [&](std::size_t n) { return b->labels.at(b->instructions.at(n).operands.at(0).name); };
    BOOST_TEST(goes_to(0) == 0);
    BOOST_TEST(goes_to(1) == 3); // ahead, in its scope
    BOOST_TEST(goes_to(2) == 8); // ahead, behind it
    BOOST_TEST(goes_to(4) == 6); // of the scope around it
    BOOST_TEST(goes_to(5) == 8);
    BOOST_TEST(goes_to(6) == 6);
    BOOST_TEST(goes_to(7) == 0); // an inner one is not known here
    BOOST_TEST(b->labels.at(b->branch_targets.at("list").at(0)) == 6);
    BOOST_TEST(b->labels.at(b->branch_targets.at("list").at(1)) == 8);
    m = ptx::parse_module(head + ".entry k() {\n { inner: ret; }\n bra inner;\n}");
    b = ptx::parse_body(*m, m->functions[0]);
    BOOST_TEST(b->labels.count(b->instructions.at(1).operands.at(0).name) == 0u); // the decoder refuses it
}

BOOST_AUTO_TEST_CASE(errors_have_lines)
{
    auto line_of = [](const std::string& text) {
        try {
            auto m = ptx::parse_module(text);
            for (const auto& f : m->functions)
                ptx::parse_body(*m, f);
        } catch (const ptx::syntax_error& e) {
            return e.line;
        }
        return 0;
    };
    BOOST_TEST(line_of(head + "\n.nonsense x;") == 5);
    BOOST_TEST(line_of("\n.version 0d4008000000000000\n") == 2); // 3.0, but not with a point
    BOOST_TEST(line_of(head + ".entry k() {\n .reg .b32 %r<2>;\n add.s32 %r1, , %r1;\n}") == 6);
    BOOST_TEST(line_of(head + ".entry k() {\n x: y: x: ret;\n}") == 5);
    BOOST_TEST(line_of(head + ".entry k() {\n x: { x: ret;\n x: ret; }\n}") == 6);
    BOOST_TEST(line_of(head + ".entry k() {\n ret;\n") == 4);
    BOOST_TEST(line_of(head + ".entry k() {\n mov.f32 %f1, 0f12;\n}") == 5);
}

// Damaged or malicious texts give an error with a line. They cause no crash, no endless loop, and no gigabytes.
BOOST_AUTO_TEST_CASE(damaged_texts)
{
    auto message = [](const std::string& text) -> std::string {
        try {
            auto m = ptx::parse_module(head + text);
            for (const auto& f : m->functions)
                if (f.has_body) ptx::parse_body(*m, f);
        } catch (const ptx::syntax_error& e) {
            return e.what();
        }
        return "";
    };
    auto body = [&](const std::string& text) { return message(".entry k()\n{\n" + text + "\n}\n"); };
    auto many = [](const std::string& text, int n = 200000) {
        std::string s;
        while (n-- > 0)
            s += text;
        return s;
    };
    BOOST_TEST(contains(message(".global .attribute(.managed .b32 x;"), "expected ')'"));
    BOOST_TEST(contains(message(".func .attribute(.noinline f;"), "expected ')'"));
    BOOST_TEST(contains(message(".global .b32 x = " + many("-") + "1;"), "nested too deeply"));
    BOOST_TEST(contains(message(".global .b32 x = " + many("(") + "1;"), "nested too deeply"));
    BOOST_TEST(contains(message(".global .b32 x = " + many("1 ? 1 : ") + "1;"), "nested too deeply"));
    BOOST_TEST(contains(message(".global .b32 x[] = " + many("{") + "1;"), "nested too deeply"));
    BOOST_TEST(contains(body("mov.b32 x, " + many("{") + many("}") + ";"), "nested too deeply"));
    BOOST_TEST(contains(body("mov.b32 x, " + many("[") + ";"), "nested too deeply"));
    BOOST_TEST(body("mov.b32 x, " + many("(", 50) + "1" + many(")", 50) + ";").empty());
    BOOST_TEST(contains(body(".reg .b32 %r<4000000000>;"), "registers"));
    BOOST_TEST(contains(body(".reg .b32 %r<-1>;"), "registers"));
    BOOST_TEST(contains(body(".reg .b32 %a<4000000>;\n.reg .b32 %b<4000000>;"), "registers"));
    BOOST_TEST(
        body(".reg .b32 %r<8>;\nmov.b32 %r99999999999, 1;").empty()); // a special register, for all the parser knows
    BOOST_TEST(contains(message(".global .b32 x[0x4000000000000000][4];"), "'x' is too large"));
    BOOST_TEST(contains(message(".global .b64 x[0x2000000000000001];"), "'x' is too large"));
    BOOST_TEST(contains(body(".shared .b8 x[0x100000004];"), "'x' is too large"));
    for (const char* alignment : {"0", "-8", "3", "0x100000001"})
        BOOST_TEST(contains(message(std::string(".global .align ") + alignment + " .b32 x;"), "lignment"));
    BOOST_TEST(contains(body(".reg .b32 %r<8>;\n@%r1 ret;"), "'%r1' is no predicate"));
    BOOST_TEST(contains(decode_message(".shared .b32 x;\ncall f, (x);"), "arguments must be .param variables"));
    BOOST_TEST(contains(message(".entry k() .maxntid 65536, 65536, 65536 { ret; }"), "threads"));
    BOOST_TEST(contains(message(".entry k() .reqntid 0 { ret; }"), "threads"));
    BOOST_TEST(message(".global .u64 x = 0x8000000000000000(y);").empty());
    BOOST_TEST(contains(message(".global .f64 x = 1.5e999;"), "no double"));
}

// The locale of a program does not matter: PTX has no decimal comma.
static bool with_comma()
{
    for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"})
        if (std::setlocale(LC_ALL, locale)) return true;
    return false;
}
static boost::test_tools::assertion_result has_comma(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result found(with_comma());
    std::setlocale(LC_ALL, "C");
    found.message() << "no locale with a decimal comma is installed";
    return found;
}
BOOST_AUTO_TEST_CASE(decimal_constants, *boost::unit_test::precondition(has_comma))
{
    with_comma();
    auto m = ptx::parse_module(head + ".global .f64 x = 2.5;");
    std::setlocale(LC_ALL, "C");
    BOOST_TEST(m->version_major == 9);
    BOOST_TEST(m->variables[0].initial[0].bits == 0x4004000000000000u);
}

BOOST_AUTO_TEST_CASE(unknown_instructions_are_named)
{
    const std::string unknown = decode_message(".reg .b32 %r<3>;\nfrobnicate.b32 %r1, %r2;");
    BOOST_TEST(contains(unknown, "frobnicate.b32"));
    BOOST_TEST(contains(unknown, "PTX line 7"));
    BOOST_TEST(contains(unknown, "'k'"));
    BOOST_TEST(contains(decode_message(".reg .b32 %r<3>;\nadd.f33 %r1, %r2, %r2;"), "add.f33"));
    // A register of the wrong width is an error, and no silent truncation.
    BOOST_TEST(contains(decode_message(".reg .b64 %rd<3>;\nadd.s32 %rd1, %rd2, %rd2;"), "another width"));
    BOOST_TEST(contains(decode_message(".reg .b32 %r<3>;\nadd.s32 %r1, %r2;"), "operands"));
    BOOST_TEST(contains(decode_message("bra nowhere;"), "nowhere"));
    BOOST_TEST(decode_message(".reg .b32 %r<3>;\nadd.s32 %r1, %r2, 5;").empty());
}

// With -lineinfo, each place of an inlined function has the place of the call, which may be in an inlined function
// itself.
BOOST_AUTO_TEST_CASE(lines_of_inlined_functions)
{
    auto m = ptx::parse_module(head + R"(
.visible .entry k()
{
    .reg .b32 %r<3>;
    .loc 1 10 1
    mov.b32 %r1, 1;
    .loc 1 12 5
    .loc 2 20 3, function_name $name1, inlined_at 1 12 5
    .loc 3 30 9, function_name $name2, inlined_at 2 20 3
    mov.b32 %r1, 2;
    .loc 4 40 9, function_name $name3, inlined_at 1 13 7
    mov.b32 %r1, 3;
    .loc 2 21 3, function_name $name1, inlined_at 1 14 5
    mov.b32 %r1, 4;
    .loc 5 50 1
    mov.b32 %r1, 5;
    ret;
}
.file 1 "/home/me/include/program.cu"
.file 2 "/home/me/include/helper.cuh"
.file 3 "/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_30_intrinsics.hpp"
.file 4 "/opt/cccl/cub/cub/block/block_reduce.cuh"
.file 5 "/usr/local/cuda/include/cccl/cub/device/dispatch/kernel_reduce.cuh"
)");
    const auto body = ptx::parse_body(*m, m->functions[0]);
    auto line = [&](std::size_t n) { return m->source_line(*body, body->instructions[n].source); };
    BOOST_TEST(line(0) == "/home/me/include/program.cu:10");
    BOOST_TEST(line(1) ==
               "/home/me/include/helper.cuh:20"); // the header's intrinsic, called by a function of the program
    BOOST_TEST(line(2) == "/home/me/include/program.cu:13"); // a place that no .loc before has named
    BOOST_TEST(line(3) == "/home/me/include/helper.cuh:21");
    BOOST_TEST(contains(line(4), "kernel_reduce.cuh:50")); // the library's own kernel
}
