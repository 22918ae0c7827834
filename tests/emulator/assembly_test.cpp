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
std::string log_of(const std::string& text, ptx::unit kind = ptx::unit::whole, ptx::origin from = ptx::origin::program)
{
    try {
        const auto m = ptx::parse_module(text);
        ptx::check_target(*m, 90, from);
        ptx::check_code(*m, kind, provides_malloc, from);
    } catch (const ptx::assembly_error& x) {
        return x.log;
    } catch (const ptx::syntax_error& x) {
        return ptx::assembler_log(x);
    }
    return "";
}
std::string module_of(const std::string& code) { return ".version 7.8\n.target sm_90\n.address_size 64\n" + code; }
std::string kernel_of(const std::string& code) { return ".visible .entry k () { " + code + " ret; }\n"; }
// The reasons against instructions, without the line's number.
std::string reasons_against(const std::string& instructions, const std::string& head = ".version 9.0\n.target sm_90\n")
{
    const std::string log = log_of(
        head +
        "// 3\n.visible .entry k (.param .u64 p) { .reg .pred %p<9>; .reg .b32 %r<9>; .reg .u32 %u<9>; .reg .s32 "
        "%s<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .f64 %d<9>; .reg .b16 %h<9>;\n" +
        instructions + "\nret; }\n");
    const std::string line = "ptxas application ptx input, line 5; error   : ";
    return log.rfind(line, 0) == 0 ? log.substr(line.size(), log.rfind('\n') - line.size()) : log;
}
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
    BOOST_TEST(log_of(".version 9.1\n.target sm_90\n" + kernel_of("bogus;"), ptx::unit::whole, ptx::origin::compiler) ==
               "");
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
    const std::string later = ".version 9.1\n.target sm_90\n" + code;
    BOOST_TEST(log_of(later) ==
               "ptxas application ptx input, line 1; fatal   : Unsupported .version 9.1; current version is '9.0'");
    BOOST_TEST(log_of("// Cuda compilation tools, release 13.1, V13.1.80\n" + later) == "");
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
    const std::string both = later + ".version 7.8\n.target sm_90\n";
    BOOST_TEST(log_of(both, ptx::unit::whole, ptx::origin::compiler) == "");
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

BOOST_AUTO_TEST_CASE(types_of_operands)
{
    const auto mismatch = [](const char* name) {
        return "Arguments mismatch for instruction '" + std::string(name) + "'";
    };
    for (const char* fits :
         {"add.s32 %r1, %u1, %s1;", "add.f32 %f1, %r1, 0f3F800000;", "and.b32 %r1, %f1, 0f3F800000;",
          "mov.b64 %rd1, {%r1, %r2};", "ld.global.u16 %r1, [%rd1];", "ld.global.f32 %rd2, [%rd1];",
          "st.global.u8 [%rd1], %h1;", "mul.wide.s32 %rd1, %r1, 4;", "shl.b64 %rd1, %d1, %r1;", "mov.f32 %f1, 1.0;",
          "cvt.u32.u16 %r1, %h1;", "cvt.f64.f32 %d1, %f1;", "setp.eq.and.s32 %p1|%p2, %r1, 0, !%p3;",
          "ld.global.v2.f32 {%f1, _}, [%rd1];", "mad.lo.cc.u32 %r1, %r1, %r2, %r3;",
          "mov.u32 %r1, %reserved_smem_offset_0;", "{ .reg .f32 %r1; add.f32 %r1, %r1, %f1; }",
          "min.f32 %f1, %f2, %f3;", "mov.u64 %rd1, %globaltimer;"})
        BOOST_TEST(reasons_against(fits) == "", fits << reasons_against(fits));
    for (const char* wrong : {"add.s32 %r1, %f1, %r2;", "add.s32 %r1, %rd1, %r2;", "add.f32 %f1, %u1, %f2;",
                              "add.s32 %r1, %r2;", "add.s32 %r1, %r2, 1.0;", "add.f32 %f1, %f2, 1;"})
        BOOST_TEST(reasons_against(wrong) == mismatch("add"), wrong);
    BOOST_TEST(reasons_against("ld.global.f32 %d1, [%rd1];") == mismatch("ld"));
    BOOST_TEST(reasons_against("shl.b32 %r1, %r2, %f1;") == mismatch("shl"));
    BOOST_TEST(reasons_against("mul.lo.s32 %r1, %f2, 1;") == mismatch("mul.lo"));
    BOOST_TEST(reasons_against("selp.b32 %r1, %r2, %r3, %r4;") == mismatch("selp"));
    BOOST_TEST(reasons_against("mov.u32 5, %r1;") == "Result register required for instruction 'mov'");
    BOOST_TEST(reasons_against("ld.global.v2.u32 %r1, [%rd1];") ==
               "Argument vector size mismatch for instruction 'ld'");
    // Old PTX has other rules, and the emulated device takes it.
    BOOST_TEST(reasons_against("add.s32 %r1, %f1, %r2;", ".version 1.4\n.target sm_13\n") == "");
}

BOOST_AUTO_TEST_CASE(modifiers_of_instructions)
{
    const std::string types = "Unexpected instruction types specified for ", rounding = "Rounding modifier ";
    BOOST_TEST(reasons_against("add.b32 %r1, %r2, %r3;") == types + "'add'");
    BOOST_TEST(reasons_against("mul.s32 %r1, %r2, %r3;") == types + "'mul'");
    BOOST_TEST(reasons_against("shl.s32 %r1, %r2, %r3;") == types + "'shl'");
    BOOST_TEST(reasons_against("fma.f32 %f1, %f2, %f3, %f1;") == rounding + "required for instruction 'fma'");
    BOOST_TEST(reasons_against("cvt.f32.s32 %f1, %r1;") == rounding + "required for instruction 'cvt'");
    BOOST_TEST(reasons_against("div.f32 %f1, %f2, %f3;") ==
               rounding + "or '.approx' modifier required for instruction 'div'");
    BOOST_TEST(reasons_against("cvt.rn.s32.f32 %r1, %f1;") == "Illegal rounding modifier for instruction 'cvt'");
    BOOST_TEST(reasons_against("add.rn.s32 %r1, %r2, %r3;") == "Illegal rounding modifier for instruction 'add'");
    BOOST_TEST(reasons_against("sin.f32 %f1, %f2;") == ".approx modifier required for instruction 'sin'");
    BOOST_TEST(reasons_against("atom.global.inc.s32 %r1, [%rd1], 1;") ==
               "Operation .inc requires .u32 type for instruction 'atom'");
    BOOST_TEST(reasons_against("bar.sync 16;") == "Barrier number '16' out of range, expected to be in range [0..15]");
    BOOST_TEST(reasons_against("st.const.u32 [%rd1], %r1;") == "State space incorrect for instruction 'st'");
    BOOST_TEST(reasons_against("wgmma.fence.sync.aligned;") ==
               "Instruction 'wgmma.fence' not supported on .target 'sm_90'");
    BOOST_TEST(reasons_against("wgmma.fence.sync.aligned;", ".version 9.0\n.target sm_90a\n") == "");
    BOOST_TEST(
        reasons_against("shfl.idx.b32 %r1, %r2, %r3, 31;") ==
        "Instruction 'shfl' without '.sync' is not supported on .target sm_70 and higher from PTX ISA version 6.4");
}

BOOST_AUTO_TEST_CASE(declarations_and_names)
{
    const std::string duplicate = "Duplicate definition of variable ";
    BOOST_TEST(reasons_against(".reg .b32 %r1;") == duplicate + "'%r1'");
    BOOST_TEST(reasons_against(".reg .b32 %r<2>;") == duplicate + "'%r<'");
    BOOST_TEST(reasons_against(".local .b32 p;") == duplicate + "'p'");
    BOOST_TEST(reasons_against("{ .reg .b32 %r1; .reg .b32 %r<0>; .shared .b32 p; } .reg .b32 %r9;") == "");
    const std::string no_value = "No initial value is allowed for 's' in this state space";
    BOOST_TEST(reasons_against(".shared .b32 s = 5;") == no_value);
    const std::string shared = log_of(module_of(".extern .shared .align 4 .b32 s[] = {1};\n" + kernel_of("")));
    BOOST_TEST(shared == "ptxas application ptx input, line 4; error   : " + no_value + "\n" + aborted);
    BOOST_TEST(log_of(module_of(".const .b32 s = 5;\n.visible .global .b32 t = 5;\n" + kernel_of(""))) == "");
    BOOST_TEST(reasons_against("bra L1;") == "Unknown symbol 'L1'");
    BOOST_TEST(reasons_against("mov.u32 %r1, %foo;").find("Unknown symbol '%foo'") != std::string::npos);
    BOOST_TEST(reasons_against("st.param.u64 [p], %rd1;") == "Illegal to write to function input parameter 'p'");
    BOOST_TEST(log_of(module_of(".func f (.param .b32 a) { ret; }\n" + kernel_of("call f;"))) ==
               "ptxas application ptx input, line 5; error   : Call has wrong number of parameters\n" + aborted);
    BOOST_TEST(log_of(module_of(".shared .b8 s[60000];\n" + kernel_of(".reg .b32 %r; mov.u32 %r, s;"))) ==
               "ptxas error   : Entry function 'k' uses too much shared data (0xea60 bytes, 0xc000 max)");
}
