// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules linked into one: which definition counts, which names stay, and where messages point.
#include <boost/test/unit_test.hpp>

#include "ptx/link.h"
#include "ptx/parser.h"

using namespace cuda_emulator;

namespace {

std::string module_of(const std::string& text) { return ".version 7.5\n.target sm_75\n.address_size 64\n" + text; }
std::unique_ptr<ptx::module> linked(const std::string& first, const std::string& second)
{
    return ptx::parse_module(ptx::link({module_of(first), module_of(second)}));
}
std::uint64_t value_of(const ptx::module& m, const std::string& name)
{
    return m.variables.at(static_cast<std::size_t>(m.variable_index.at(name))).initial.at(0).bits;
}
std::string body_of(const ptx::module& m, const std::string& name)
{
    return std::string(m.functions.at(static_cast<std::size_t>(m.function_index.at(name))).body_text);
}

} // namespace

BOOST_AUTO_TEST_CASE(one_module_stays_as_it_is)
{
    const std::string text = module_of(".global .u32 own = 1;\n");
    BOOST_TEST(ptx::link({text}) == text);
}

BOOST_AUTO_TEST_CASE(definitions_take_the_place_of_declarations)
{
    const std::string declared = ".extern .global .u32 v;\n.extern .func f ();\n";
    const std::string defined = ".visible .global .u32 v = 5;\n.visible .func f () { ret; }\n";
    for (const auto& m : {linked(declared, defined), linked(defined, declared)}) {
        BOOST_TEST(value_of(*m, "v") == 5u);
        BOOST_TEST(body_of(*m, "f") == " ret; ");
    }
}

BOOST_AUTO_TEST_CASE(weak_definitions_give_way)
{
    const std::string weak = ".weak .global .u32 v = 1;\n.weak .func f () { exit; }\n";
    const std::string strong = ".visible .global .u32 v = 2;\n.visible .func f () { ret; }\n";
    for (const auto& m : {linked(weak, strong), linked(strong, weak)}) {
        BOOST_TEST(value_of(*m, "v") == 2u);
        BOOST_TEST(body_of(*m, "f") == " ret; ");
    }
    BOOST_TEST(value_of(*linked(weak, weak), "v") == 1u);
}

BOOST_AUTO_TEST_CASE(two_definitions_are_an_error)
{
    for (const std::string text : {".visible .global .u32 v = 1;\n", ".visible .func v () { ret; }\n"})
        BOOST_CHECK_EXCEPTION(linked(text, text), std::runtime_error, [](const auto& x) {
            return std::string(x.what()) == "'v' is defined in two of the modules that are linked";
        });
}

BOOST_AUTO_TEST_CASE(what_a_module_keeps_to_itself)
{
    // The host knows variables by their names. A private variable without a namesake keeps its name.
    const auto m = linked(".global .u32 own = 1;\n.global .u32 alone = 3;\n",
                          ".global .u32 own = 2;\n.visible .func f () { ld.global.u32 %r1, [own]; // own\n }\n");
    BOOST_TEST(value_of(*m, "own") == 1u);
    BOOST_TEST(value_of(*m, "alone") == 3u);
    BOOST_TEST(value_of(*m, "own$module1") == 2u);
    BOOST_TEST(body_of(*m, "f") == " ld.global.u32 %r1, [own$module1]; // own\n ");
    // A public name of another module does not mean the private one.
    const auto n = linked(".visible .global .u32 own = 1;\n", ".global .u32 own = 2;\n");
    BOOST_TEST(value_of(*n, "own") == 1u);
    BOOST_TEST(value_of(*n, "own$module1") == 2u);
}

BOOST_AUTO_TEST_CASE(files_keep_apart)
{
    const std::string code = ".visible .func %() { .loc 2 7 0\n ret; }\n.file 1 \"a %\"\n.file 2 \"b %\"\n";
    const auto with = [&](const char* name) {
        std::string text = code;
        for (std::size_t at; (at = text.find('%')) != text.npos;)
            text.replace(at, 1, name);
        return text;
    };
    const auto m = linked(with("f"), with("g"));
    BOOST_TEST(m->files.at(2) == "b f");
    BOOST_TEST(m->files.at(4) == "b g");
    BOOST_TEST(body_of(*m, "f") == " .loc 2 7 0\n ret; ");
    BOOST_TEST(body_of(*m, "g") == " .loc 4 7 0\n ret; ");
}
