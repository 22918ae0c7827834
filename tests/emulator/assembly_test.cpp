// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ptxas refuses before code runs: names of instructions, versions and targets, and functions that are nowhere.
#include <boost/test/unit_test.hpp>

#include "isa/form_table.h"
#include "ptx/assembly.h"
#include "ptx/mnemonics.h"
#include "ptx/parser.h"

using namespace cuda_emulator;

namespace {

bool provides_malloc(std::string_view name) { return name == "malloc"; }

// The log of a module; empty if it assembles.
std::string log_of(const std::string& text, ptx::unit kind = ptx::unit::whole)
{
    const auto m = ptx::parse_module(text);
    try {
        ptx::check_target(*m, 90);
        ptx::check_code(*m, kind, provides_malloc);
    } catch (const ptx::assembly_error& x) {
        return x.log;
    }
    return "";
}
std::string module_of(const std::string& code) { return ".version 7.8\n.target sm_90\n.address_size 64\n" + code; }
std::string kernel_of(const std::string& code) { return ".visible .entry k () { " + code + " ret; }\n"; }
const std::string aborted = "ptxas fatal   : Ptx assembly aborted due to errors";

} // namespace

BOOST_AUTO_TEST_CASE(every_form_of_the_decoder_has_a_known_name)
{
    for (const auto& [name, form] : forms())
        if (name[0] != '=')
            BOOST_TEST(ptx::is_mnemonic(std::string_view(name).substr(0, name.find('.'))), name << " is not known");
}

BOOST_AUTO_TEST_CASE(names_of_instructions)
{
    for (const char* name : {"abs", "xor", "mbarrier", "tcgen05", "vset4", "wgmma", "_ldsm"})
        BOOST_TEST(ptx::is_mnemonic(name), name);
    for (const char* name : {"", "ab", "absx", "bogus", "Add"})
        BOOST_TEST(!ptx::is_mnemonic(name), name);
    BOOST_TEST(log_of(module_of(kernel_of("bogus;\nadd9 1;"))) ==
               "ptxas application ptx input, line 4; error   : Not a name of any known instruction: 'bogus'\n"
               "ptxas application ptx input, line 5; error   : Not a name of any known instruction: 'add9'\n" +
                   aborted);
    // Later PTX may have instructions that this list lacks.
    BOOST_TEST(log_of(".version 9.1\n.target sm_90\n" + kernel_of("bogus;")) == "");
}

BOOST_AUTO_TEST_CASE(versions_and_targets)
{
    const std::string code = kernel_of("");
    BOOST_TEST(log_of(".version 7.8\n.target sm_90\n" + code) == "");
    BOOST_TEST(log_of(".version 9.0\n.target sm_50\n" + code) == "");
    BOOST_TEST(log_of(".version 7.7\n.target sm_90a\n" + code) ==
               "ptxas application ptx input, line 2; error   : PTX .version 7.7 does not support .target sm_90\n" +
                   aborted);
    BOOST_TEST(
        log_of("\n.version 9.9\n.target sm_90\n" + code)
            .rfind("ptxas application ptx input, line 2; fatal   : Unsupported .version 9.9; current version is '",
                   0) == 0u);
    BOOST_TEST(log_of(".version 9.0\n.target sm_100\n" + code) ==
               "ptxas fatal   : SM version specified by .target is higher than default SM version assumed");
    BOOST_TEST(ptx::begins_as_ptx("// text\n /* */ .version 7.8\n"));
    BOOST_TEST(!ptx::begins_as_ptx("garbage .version 7.8\n"));
    BOOST_TEST(!ptx::begins_as_ptx(""));
    BOOST_TEST(!ptx::begins_as_ptx("/* "));
}

BOOST_AUTO_TEST_CASE(each_error_has_a_line)
{
    const std::string log = log_of(module_of(kernel_of("bogus;") + ".visible .entry l () { add.u32 ret }\n"));
    BOOST_TEST(log.rfind("ptxas application ptx input, line 4; error   : Not a name of any known instruction: 'bogus'\n"
                         "ptxas application ptx input, line 5; error   : ",
                         0) == 0u);
}

BOOST_AUTO_TEST_CASE(the_newest_version_of_linked_texts_holds)
{
    const std::string later = ".version 9.1\n.target sm_90\n" + kernel_of("bogus;");
    BOOST_TEST(log_of(later + ".version 7.8\n.target sm_90\n") == "");
}

BOOST_AUTO_TEST_CASE(functions_that_are_nowhere)
{
    const std::string unresolved = "ptxas fatal   : Unresolved extern function 'f'";
    const std::string declared = ".extern .func f ();\n";
    BOOST_TEST(log_of(module_of(declared + kernel_of(""))) == "");
    BOOST_TEST(log_of(module_of(declared + kernel_of("call f;"))) == unresolved);
    BOOST_TEST(log_of(module_of(declared + kernel_of("call f;")), ptx::unit::part) == "");
    BOOST_TEST(log_of(module_of(".func f ();\n" + kernel_of("call f;")), ptx::unit::part) == unresolved);
    BOOST_TEST(log_of(module_of(declared + ".func f () { ret; }\n" + kernel_of("call f;"))) == "");
    BOOST_TEST(log_of(module_of(".extern .func malloc ();\n" + kernel_of("call malloc;"))) == "");
}
