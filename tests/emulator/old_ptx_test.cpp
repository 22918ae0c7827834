// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX for the first GPUs (sm_1x), as ptxas 13.0 compiles it for later ones.
#include <boost/test/unit_test.hpp>

#include "module_runner.h"

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace {

std::string kernel(const std::string& body)
{
    return ".version 1.4\n.target sm_10\n.entry k(.param .u64 data)\n{\n"
           ".reg .u64 %data, %at; .reg .b32 %t, %r<6>;\n" +
           body + "\n}\n";
}

} // namespace

// PTX of CUDA 1 and 2 reads the numbers of threads and blocks as 16 bits.
BOOST_AUTO_TEST_CASE(numbers_of_threads_and_blocks_in_16_bits)
{
    const std::string text = kernel(
        ".reg .b16 %h<3>; ld.param.u64 %data, [data]; mov.u32 %t, %tid.x;\n"
        "mov.u16 %h1, %tid.x; cvt.s32.u16 %r1, %ctaid.x; cvt.u32.u16 %r2, %ntid.x; mov.u16 %h2, %nctaid.y;\n"
        "cvt.u32.u16 %r3, %h1; cvt.u32.u16 %r4, %h2; mad.lo.u32 %r3, %r1, 1000, %r3; mad.lo.u32 %r3, %r2, 10000, %r3;\n"
        "mad.lo.u32 %r3, %r4, 1000000, %r3; mad.lo.u32 %r5, %r1, %r2, %t; mad.wide.u32 %at, %r5, 4, %data;\n"
        "st.global.u32 [%at], %r3; ret;");
    std::uint32_t found[3 * 64] = {};
    module_runner::run_module(text, found, 3, 64);
    for (unsigned k = 0; k < 3 * 64; ++k)
        BOOST_TEST(found[k] == 1000000 + 64 * 10000 + k / 64 * 1000 + k % 64);
    for (const char* other : {"mov.u16 %h1, %laneid;", "mov.u16 %h1, %clusterid.x;"})
        BOOST_CHECK_THROW(module_runner::run_module(kernel(std::string(".reg .b16 %h<2>;") + other), found, 1, 32),
                          std::exception);
}

// PTX for sm_1x flushes subnormals of single precision without saying so. `flushed` is the same for a later target.
BOOST_AUTO_TEST_CASE(single_precision_before_sm_20)
{
    const auto results = [](const std::string& head, const std::string& instruction) {
        std::uint32_t data[4] = {0x007fffff, 0x3f800000, 0x00400000, 0}; // a subnormal, 1, a subnormal
        module_runner::run_module(
            head +
                ".address_size 64\n.visible .entry k(.param .u64 data)\n{\n.reg .b64 %data; .reg .f32 "
                "%a, %b, %c, %d; .reg .s32 %i; .reg .pred %p;\n"
                "ld.param.u64 %data, [data]; ld.global.f32 %a, [%data]; ld.global.f32 %b, [%data+4];\n"
                "ld.global.f32 %c, [%data+8]; mov.f32 %d, %b;\n" +
                instruction + "\nst.global.f32 [%data+12], %d; ret;\n}\n",
            data, 1, 1);
        return data[3];
    };
    const std::string old = ".version 1.4\n.target sm_10\n", later = ".version 8.0\n.target sm_75\n";
    const std::pair<const char*, const char*> pairs[] = {
        {"add.f32 %d, %a, %c;", "add.ftz.f32 %d, %a, %c;"},
        {"mul.f32 %d, %a, %b;", "mul.ftz.f32 %d, %a, %b;"},
        {"mad.f32 %d, %a, %b, %c;", "fma.rn.ftz.f32 %d, %a, %b, %c;"},
        {"mad.sat.f32 %d, %b, %b, %c;", "fma.rn.ftz.sat.f32 %d, %b, %b, %c;"},
        {"min.f32 %d, %a, %b;", "min.ftz.f32 %d, %a, %b;"},
        {"abs.f32 %d, %a;", "abs.ftz.f32 %d, %a;"},
        {"cvt.f32.f32 %d, %a;", "cvt.ftz.f32.f32 %d, %a;"},
        {"sqrt.approx.f32 %d, %a;", "sqrt.approx.ftz.f32 %d, %a;"},
        {"setp.gt.f32 %p, %a, 0f00000000; selp.f32 %d, %b, 0f40000000, %p;",
         "setp.gt.ftz.f32 %p, %a, 0f00000000; selp.f32 %d, %b, 0f40000000, %p;"},
        {"cvt.rpi.s32.f32 %i, %a; cvt.rn.f32.s32 %d, %i;", "cvt.rpi.ftz.s32.f32 %i, %a; cvt.rn.f32.s32 %d, %i;"}};
    for (const auto& [before, flushed] : pairs) {
        BOOST_TEST(results(old, before) == results(later, flushed), before);
        const std::string same =
            std::string(before).substr(0, 3) == "mad" ? "fma.rn" + std::string(before).substr(3) : before;
        if (same.find(".sat") == std::string::npos) BOOST_TEST(results(old, before) != results(later, same), before);
    }
    for (const char* keeps : {"mov.f32 %d, %a;", "slct.f32.s32 %d, %a, %b, 0;"})
        BOOST_TEST(results(old, keeps) == 0x007fffffu, keeps);
}
