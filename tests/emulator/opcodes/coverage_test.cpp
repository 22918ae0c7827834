// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the decoder with the tests. A form of the decoder's table that no test names is an error. So is an unknown
// instruction that does not stop with its name and line.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

#include "decode/decoder.h"
#include "isa/form_table.h"
#include "ptx/parser.h"

#include <algorithm>
#include <set>

using namespace opcode_test;

namespace {

std::set<std::string> tested_names()
{
    std::set<std::string> names;
    for (const named_suite& n : all_suites()) {
        suite s;
        n.fill(s);
        for (const form& f : s.forms) {
            names.insert(f.name.substr(0, f.name.find(' ')));
            names.insert(f.covers.begin(), f.covers.end());
        }
    }
    return names;
}

// The message of a kernel that must not decode; empty if it does.
std::string refusal(const std::string& instruction)
{
    struct no_symbols : cuda_emulator::symbol_addresses {
        std::uint64_t variable_address(const cuda_emulator::ptx::variable&) const override { return 256; }
        std::uint64_t function_address(const cuda_emulator::ptx::function&) const override { return 512; }
        const std::vector<const cuda_emulator::ptx::function*>& addressed_functions() const override { return none; }
        std::vector<const cuda_emulator::ptx::function*> none;
    } symbols;
    const std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n    .reg .pred "
                             "%p<4>;\n    .reg .b16 %h<4>;\n    .reg .b32 %r<4>;\n    .reg .b64 %d<4>;\n"
                             "    " +
                             instruction + "\n    ret;\n}\n";
    try {
        const auto module = cuda_emulator::ptx::parse_module(text);
        decode(*module, module->functions.at(0), symbols);
    } catch (const std::exception& x) {
        return x.what();
    }
    return "";
}

} // namespace

BOOST_AUTO_TEST_CASE(every_form_of_the_decoder_is_tested)
{
    const auto tested = tested_names();
    std::vector<std::string> missing;
    std::size_t count = 0;
    for (auto& [name, f] : cuda_emulator::forms()) {
        if (name[0] == '=') continue; // the decoder's own
        ++count;
        if (!tested.count(name)) missing.push_back(name);
    }
    std::sort(missing.begin(), missing.end());
    std::string list;
    for (const std::string& m : missing)
        list += "\n  " + m;
    BOOST_CHECK_MESSAGE(
        missing.empty(),
        missing.size()
            << " of " << count
            << " forms have no test. Where PTX has such a form, add one; where it has none, take it from the table:"
            << list);
}

// Instructions with handlers of their own, which no table lists.
BOOST_AUTO_TEST_CASE(every_opcode_is_tested)
{
    std::set<std::string> text;
    for (const named_suite& n : all_suites()) {
        suite s;
        n.fill(s);
        std::vector<const form*> all;
        for (const form& f : s.forms)
            all.push_back(&f);
        const std::string module = module_of(all, 90);
        std::string word;
        for (char c : module)
            if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
                word += c;
            } else {
                if (!word.empty()) text.insert(word);
                word.clear();
            }
    }
    for (const char* opcode : {"bra",          "brx",
                               "call",         "ret",
                               "exit",         "nanosleep",
                               "membar",       "fence",
                               "pmevent",      "bar",
                               "barrier",      "mov",
                               "cvta",         "ld",
                               "ldu",          "st",
                               "prefetch",     "prefetchu",
                               "atom",         "red",
                               "mapa",         "getctarank",
                               "createpolicy", "cp",
                               "mbarrier",     "griddepcontrol",
                               "discard",      "applypriority",
                               "mma",          "wmma",
                               "ldmatrix",     "stmatrix",
                               "movmatrix"})
        BOOST_CHECK_MESSAGE(text.count(opcode), "no test uses '" << opcode << "'");
}

BOOST_AUTO_TEST_CASE(unknown_instructions_stop)
{
    BOOST_TEST(refusal("add.u32 %r0, %r1, %r2;").empty());
    const struct {
        const char* text;
        const char* named;
    } unknown[] = {
        {"frobnicate.b32 %r0, %r1;", "frobnicate.b32"},    // no such instruction
        {"add.f128 %r0, %r1, %r2;", "add.f128"},           // no such type
        {"add.wrong.u32 %r0, %r1, %r2;", "add.wrong.u32"}, // no such modifier
        {"add.sat.u32 %r0, %r1, %r2;", "add.sat.u32"},     // a modifier of another type
        {"mul.u32 %r0, %r1, %r2;", "mul.u32"},             // a modifier that is missing
        {"cvt.f32.f64 %r0, %d1;", "cvt.f32.f64"},          // a rounding that is missing
        {"setp.foo.u32 %p0, %r1, %r2;", "setp.foo.u32"},
        {"setp.lt.b32 %p0, %r1, %r2;", "setp.lt.b32"}, // an order of bits
        {"shfl.sync.left.b32 %r0, %r1, 1, 31, -1;", "shfl.sync.left.b32"},
        {"atom.global.mul.u32 %r0, [%d0], %r1;", "atom.global.mul.u32"},
        {"atom.global.add.s8 %r0, [%d0], %r1;", "atom.global.add.s8"},
        {"ld.nowhere.u32 %r0, [%d0];", "ld.nowhere.u32"},
        {"ld.global.wrong.u32 %r0, [%d0];", "ld.global.wrong.u32"},
        {"st.global.wrong.u32 [%d0], %r0;", "st.global.wrong.u32"},
        {"atom.global.wrong.add.u32 %r0, [%d0], %r1;", "atom.global.wrong.add.u32"},
        {"red.global.add.wrong.u32 [%d0], %r1;", "red.global.add.wrong.u32"},
        {"ld.global.v8.b32 {%r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3}, [%d0];", "ld.global.v8.b32"}, // sm_100
        {"ld.global.f16 %h0, [%d0];", "ld.global.f16"},
        {"ld.global.wb.b32 %r0, [%d0];", "ld.global.wb.b32"}, // of a store
        {"st.global.nc.b32 [%d0], %r0;", "st.global.nc.b32"}, // of a load
        {"ld.global.b32 %r0, [%d0], %d1;", "ld.global.b32"},  // a policy that nothing announced
        {"atom.global.add.f16 %h0, [%d0], %h1;", "atom.global.add.f16"},
        {"atom.global.exch.b16 %h0, [%d0], %h1;", "atom.global.exch.b16"},
        {"atom.global.add.v2.u32 {%r0, %r1}, [%d0], {%r2, %r3};", "atom.global.add.v2.u32"},
        {"atom.shared.add.v2.f32 {%r0, %r1}, [%r0], {%r2, %r3};", "atom.shared.add.v2.f32"},
        {"red.global.exch.b32 [%d0], %r0;", "red.global.exch.b32"},
        {"red.acquire.gpu.global.add.u32 [%d0], %r0;", "red.acquire.gpu.global.add.u32"},
        {"cvta.u64 %d0, %d1;", "cvta.u64"},
        {"discard.wrong.L2 [%d0], 128;", "discard.wrong.L2"},
        {"mbarrier.arrive.wrong.shared.b64 %d0, [%r0];", "mbarrier.arrive.wrong.shared.b64"},
        {"mbarrier.test_wait.wrong.shared.b64 %p0, [%r0], %d0;", "mbarrier.test_wait.wrong.shared.b64"},
        {"cp.async.bulk.wrong.global.shared::cta [%d0], [%r0], 16;", "cp.async.bulk.wrong.global.shared::cta"},
        {"cp.async.bulk.global.shared::cta [%d0], [%r0], 16;", "cp.async.bulk.global.shared::cta"}, // no mbarrier
        {"cp.async.bulk.tensor.3d.im2col.shared::cluster.global.mbarrier::complete_tx::bytes [%r0], [%d0, {%r1, %r1, "
         "%r1}], [%r2], {%h0};",
         "cp.async.bulk.tensor.3d.im2col"},
        {"tensormap.replace.tile.global_address.global.b1024.b64 [%d0], %d1;", "tensormap.replace"},
        {"cp.reduce.async.bulk.global.shared::cta.bulk_group.mul.u32 [%d0], [%r0], 16;", "cp.reduce.async.bulk"},
        {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%d0], [%r0], 16;", "cp.reduce.async.bulk"},
        {"st.async.wrong.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r0], %r1, [%r2];", "st.async.wrong"},
        {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.mul.u32 [%r0], %r1, [%r2];",
         "red.async.relaxed"},
        {"mbarrier.test_wait.shared::cluster.b64 %p0, [%r0], %d0;", "mbarrier.test_wait.shared::cluster"},
        {"barrier.cluster.sync;", "barrier.cluster.sync"},
        {"fence.proxy.wrong;", "fence.proxy.wrong"},
        {"mapa.wrong.u64 %d0, %d1, 0;", "mapa.wrong.u64"},
        {"pmevent.wrong 1;", "pmevent.wrong"},
        {"vabsdiff4.u32.u32.u32 %r0, %r1.b7654, %r2, %r3;", "vabsdiff4.u32.u32.u32"}, // pieces in another order
        {"vabsdiff4.u32.u32.u32.max %r0, %r1, %r2, %r3;", "vabsdiff4.u32.u32.u32.max"},
        {"mma.sync.aligned.m16n8k8.col.row.f16.f16.f16.f16 {%r0, %r1}, {%r2, %r3}, {%r0}, {%r0, %r1};", "mma.sync"},
        {"mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r0, %r1}, {%r2, %r3}, {%r0, %r1}, {%r0, %r1}, %r0, 0;",
         "mma.sp"},
        {"wmma.load.a.sync.aligned.row.m16n16k8.f16 {%r0}, [%d0];", "wmma.load.a.sync.aligned.row.m16n16k8.f16"},
        {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%r2];", "ldmatrix.sync.aligned.m16n16"},
        {"bar.wrong 0;", "bar.wrong"},
        {"bar.red.xor.pred %p0, 0, %p1;", "bar.red.xor.pred"},
        {"barrier.sync.wrong 0;", "barrier.sync.wrong"},
        {"membar.wrong;", "membar.wrong"},
        {"fence.wrong.gpu;", "fence.wrong.gpu"},
        {"bra.wrong HERE;\nHERE:", "bra.wrong"},
        {"exit.wrong;", "exit.wrong"},
        {"cvta.nowhere.u64 %d0, %d1;", "cvta.nowhere.u64"},
        {"mov.wrong.b32 %r0, %r1;", "mov.wrong.b32"},
        {"mov.u32 %r0, %nosuchregister;", "mov.u32"},
        {"nanosleep.wrong.u32 20;", "nanosleep.wrong.u32"},
        {"prefetch.wrong.L1 [%d0];", "prefetch.wrong.L1"},
        {"cp.async.wrong.shared.global [%r0], [%d0], 16;", "cp.async.wrong.shared.global"},
        {"cp.async.wrong_group 0;", "cp.async.wrong_group"},
        {"mbarrier.wrong.shared.b64 [%r0], 1;", "mbarrier.wrong.shared.b64"},
        {"mbarrier.init.wrong.b64 [%r0], 1;", "mbarrier.init.wrong.b64"},
        {"createpolicy.wrong.b64 %d0;", "createpolicy.wrong.b64"},
        {"tex.9d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%d0, {%r0}];", "tex.9d.v4.f32.f32"},
        {"wgmma.fence.wrong;", "wgmma.fence.wrong"},
        {"wgmma.wait_group.sync.aligned;", "wgmma.wait_group.sync.aligned"},
        {"wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%r0, %r1, %r2, %r3}, %d0, %d1, %p0, 1, 1, 0, 0;",
         "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16"},
        {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 2, 0, 0;",
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"},
        {"wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {%r0, %r1, %r2, %r3}, %d0, %d1, %p0, 1, 1;",
         "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8"},
        {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %r0, 0, %p0, 1, 1, 0, "
         "0;",
         "wgmma.mma_async.sp"},
        {"add.u32 %r0, %r1;", "add.u32"},      // a missing operand
        {"add.u64 %d0, %r1, %d2;", "add.u64"}, // a register of another width
        {"add.f32 %r0, %r1, 3;", "add.f32"},   // an integer for a float
    };
    for (auto& u : unknown) {
        const std::string message = refusal(u.text);
        BOOST_CHECK_MESSAGE(!message.empty(), "'" << u.text << "' was decoded");
        if (message.empty()) continue;
        BOOST_CHECK_MESSAGE(message.find(u.named) != std::string::npos,
                            "'" << u.text << "': the message does not name the instruction: " << message);
        BOOST_CHECK_MESSAGE(message.find("line 10") != std::string::npos,
                            "'" << u.text << "': the message does not name line 10: " << message);
    }
}
