// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which code is translated. No result shows it, because the interpreter continues where translated code ends.
#include <boost/test/unit_test.hpp>

#include "../no_addresses.h"
#include "decode/decoder.h"
#include "ptx/parser.h"
#include "translate/source.h"

#include <algorithm>
#include <string>

namespace {

using namespace cuda_emulator;

// Makes a kernel of these instructions, for one-dimensional blocks by default. %r1 is the thread index, %r2 its place
// in shared memory, and %p1 tells that the thread is not one of the first sixteen.
translation::source source_of(const std::string& instructions, const translation::lane_layout& lanes = {32})
{
    const auto module =
        ptx::parse_module(".version 8.0\n.target sm_75\n.address_size 64\n"
                          ".visible .entry kernel()\n{\n"
                          ".reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %rd<4>;\n.shared .align 4 .b8 s[128];\n"
                          "mov.u32 %r1, %tid.x; mov.u32 %r3, s; shl.b32 %r4, %r1, 2;\n"
                          "add.s32 %r2, %r3, %r4; setp.gt.u32 %p1, %r1, 15;\n" +
                          instructions + "\nret;\n}\n");
    const auto program = decode(*module, module->functions.front(), no_addresses());
    return translation::source_of(*program->kernel, lanes);
}

bool lanes_part(const std::string& instructions)
{
    return source_of(instructions).text.find("w->diverged") != std::string::npos;
}

constexpr translation::lane_layout four_warps{128, 4};

// Counts the places where whole-block code ends.
int leaves_of_block(const std::string& instructions)
{
    const std::string text = source_of(instructions, four_warps).text, leaves = "left_at = ";
    int count = 0;
    for (std::size_t at = text.find(leaves); at != std::string::npos; at = text.find(leaves, at + 1))
        ++count;
    return count;
}

const std::string jump = "@%p1 bra DONE;\n", place = "DONE: st.shared.u32 [%r2], %r1;\n";

std::string additions(int count)
{
    std::string all;
    for (int k = 0; k < count; ++k)
        all += "add.u32 %r9, %r9, %r2;\n";
    return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_short_way)
{
    BOOST_TEST(lanes_part(jump + "ld.shared.u32 %r5, [%r2];\nst.shared.u32 [%r2], %r5;\n" + place));
    BOOST_TEST(lanes_part(jump + "atom.shared.add.u32 %r5, [%r2], 1;\n" + place));
    BOOST_TEST(lanes_part(jump + "ld.shared.u32 %r5, [%r2];\nbra DONE;\n" + place));
}

// A loop over the lanes runs three additions, and handlers run two.
BOOST_AUTO_TEST_CASE(handlers_of_a_short_way)
{
    const auto handlers = [](const std::string& instructions) {
        const std::string text = source_of(instructions).text, call = "if (w->handle(w, ";
        int count = 0;
        for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1))
            ++count;
        return count;
    };
    const std::string load = "ld.shared.u32 %r9, [%r2];\n";
    BOOST_TEST(handlers(jump + load + additions(2) + place) == 3);
    BOOST_TEST(handlers(jump + load + additions(3) + place) == 1);
}

BOOST_AUTO_TEST_CASE(any_addresses)
{
    const std::string address = "cvt.u64.u32 %rd1, %r1; ld.global.u64 %rd2, [%rd1];\n";
    for (const auto& lanes : {translation::lane_layout{32}, four_warps}) {
        const translation::source s =
            source_of(address + "ld.global.u8 %r5, [%rd2+4];\nst.global.v2.u32 [%rd2], {%r5, %r1};\n", lanes);
        BOOST_TEST(s.text.find("may_gather(") != s.text.rfind("may_gather("));
        BOOST_TEST(s.text.find("may_scatter(w") != std::string::npos);
        BOOST_TEST(s.handled.empty());
    }
}

// Local memory: a variable of the frame, an offset that is the same in all lanes, and affine and other offsets.
BOOST_AUTO_TEST_CASE(local_memory)
{
    const std::string offsets = "mov.u64 %rd1, array; cvt.u64.u32 %rd2, %r1; add.s64 %rd2, %rd1, %rd2;\n"
                                "ld.global.u64 %rd3, [%rd1];\n";
    translation::lane_layout path{0};
    path.of_path = true;
    for (const auto& lanes : {translation::lane_layout{32}, four_warps, path})
        for (const std::string at : {"array+4", "%rd1+8", "%rd2", "%rd3", "%r3"})
            for (const std::string type : {"u8", "s8", "u16", "b32", "f32"}) {
                const translation::source s =
                    source_of(".local .align 4 .b8 array[64];\n" + offsets + "ld.local." + type + " %r5, [" + at +
                                  "];\nst.local." + type + " [" + at + "], %r6;\nst.global.u32 [%rd1], %r5;\n",
                              lanes);
                BOOST_TEST(s.handled.empty(), at << " " << type);
            }
}

// Each half of a pair has a predicate of its own, for operands of any shape.
BOOST_AUTO_TEST_CASE(comparisons_of_pairs)
{
    for (const std::string b : {"%r1", "%r3", "%r5"}) {
        const translation::source s =
            source_of("ld.shared.u32 %r5, [%r2];\nsetp.lt.f16x2 %p2|%p3, %r3, " + b +
                      ";\nselp.b32 %r6, 1, 2, %p2;\nselp.b32 %r7, %r6, 4, %p3;\nst.shared.u32 [%r2], %r7;\n");
        BOOST_TEST(s.handled.empty());
    }
}

BOOST_AUTO_TEST_CASE(up_to_24_instructions)
{
    const std::string load = "ld.shared.u32 %r9, [%r2];\n";
    BOOST_TEST(lanes_part(jump + load + additions(23) + place));
    BOOST_TEST(!lanes_part(jump + load + additions(24) + place));
}

// After the branch, the register is no longer uniform.
BOOST_AUTO_TEST_CASE(the_same_in_all_lanes_on_either_side)
{
    const std::string use = place + "st.shared.u32 [%r2], %r5;\n";
    BOOST_TEST(!lanes_part("mov.u32 %r5, 7;\n" + jump + "mov.u32 %r5, 8;\n" + use));
    BOOST_TEST(!lanes_part("mov.u32 %r5, %r1;\n" + jump + "add.u32 %r5, %r1, 8;\n" + use));
    BOOST_TEST(lanes_part("mov.u32 %r5, 7;\n" + jump + "ld.shared.u32 %r5, [%r2];\n" + use));
    BOOST_TEST(lanes_part("mov.u32 %r5, 7;\n" + jump + "atom.shared.add.u32 %r6, [%r2], 1;\nmov.u32 %r5, 8;\n" +
                          place)); // not read
}

BOOST_AUTO_TEST_CASE(ways_for_the_interpreter)
{
    BOOST_TEST(!lanes_part(jump + "bar.sync 0;\n" + place));
    BOOST_TEST(!lanes_part(jump + "bar.warp.sync -1;\n" + place));
    BOOST_TEST(!lanes_part(jump + "ret;\n" + place));
    BOOST_TEST(!lanes_part("AGAIN: add.u32 %r9, %r9, 1;\nsetp.gt.u32 %p2, %r1, %r9;\n@%p2 bra AGAIN;\n" + place));
}

BOOST_AUTO_TEST_CASE(if_and_else)
{
    const std::string use = "END: st.shared.u32 [%r2], %r9;\n";
    const auto either = [&](const std::string& one, const std::string& other) {
        return lanes_part(jump + one + "bra END;\nDONE: " + other + use);
    };
    const std::string load = "ld.shared.u32 %r9, [%r2];\n", same = "mov.u32 %r9, 7;\n";
    BOOST_TEST(either(load, load + "add.u32 %r9, %r9, 1;\n"));
    // As nvcc writes it, and without an `else`.
    BOOST_TEST(lanes_part("@%p1 bra ONE;\nbra OTHER;\nONE: " + load + "bra END;\nOTHER: " + load + use));
    BOOST_TEST(lanes_part("@%p1 bra ONE;\nbra END;\nONE: " + load + use));
    BOOST_TEST(either(load, same));
    BOOST_TEST(!either(same, same));
    BOOST_TEST(either(load, load + additions(23)));
    BOOST_TEST(!either(load, load + additions(24)));
    BOOST_TEST(!either(load, load + "bar.warp.sync -1;\n"));
    BOOST_TEST(!either(load + "bar.warp.sync -1;\n", load));
}

// Code that only computes needs no divergent paths.
BOOST_AUTO_TEST_CASE(code_behind_branches_by_lane_masks)
{
    const auto converted = [](const std::string& instructions, const translation::lane_layout& lanes = {32}) {
        return source_of(instructions, lanes).converted;
    };
    const std::string use = "DONE: st.shared.u32 [%r2], %r9;\n", add = "add.u32 %r9, %r9, %r2;\n";
    BOOST_TEST(converted(jump + add + use) == 1);
    BOOST_TEST(converted(jump + additions(64) + use) == 1);
    BOOST_TEST(converted(jump + additions(65) + use) == 0);
    BOOST_TEST(converted(jump + "@%p2 add.u32 %r9, %r9, 1;\n" + use) == 1);
    BOOST_TEST(converted("mov.u32 %r9, 7;\n" + jump + "mov.u32 %r9, 8;\n" + use) == 1);
    BOOST_TEST(converted(jump + add + "bra END;\nDONE: " + add + "END: st.shared.u32 [%r2], %r9;\n") == 1);
    // One branch behind another.
    BOOST_TEST(converted(jump + "setp.gt.u32 %p2, %r9, %r2;\n@%p2 bra DONE;\n" + add + use) == 2);
    // In whole-block code the threads of such a comparison are a span.
    BOOST_TEST(converted(jump + add + use, four_warps) == 0);
    BOOST_TEST(converted("ld.shared.u32 %r5, [%r2];\nsetp.gt.u32 %p1, %r5, 7;\n" + jump + add + use, four_warps) == 1);
    // Code that does more than compute, and branches that no lanes take alone.
    BOOST_TEST(converted(jump + "ld.shared.u32 %r9, [%r2];\n" + use) == 0);
    BOOST_TEST(converted(jump + "st.shared.u32 [%r2], %r9;\n" + use) == 0);
    BOOST_TEST(converted(jump + "div.u64 %rd1, %rd1, %rd2;\n" + use) == 0); // its handler is faster
    BOOST_TEST(converted(jump + "AGAIN: add.u32 %r9, %r9, 1;\nsetp.gt.u32 %p2, %r1, %r9;\n@%p2 bra AGAIN;\n" + use) ==
               0);
    BOOST_TEST(converted(jump + "@%p2 ret;\n" + use) == 0);
    BOOST_TEST(converted("setp.gt.u32 %p1, %r3, 7;\n" + jump + add + use) == 0);
}

// The basic blocks where whole-block code begins, and where it continues.
BOOST_AUTO_TEST_CASE(entries)
{
    const translation::source s = source_of("bar.sync 0;\nst.shared.u32 [%r2], %r1;\nbar.sync 0;\n");
    BOOST_TEST(s.is_entry.front());
    BOOST_TEST(std::count(s.is_entry.begin(), s.is_entry.end(), true) == 2); // the code after the last one only ends
}

BOOST_AUTO_TEST_CASE(barriers_of_a_whole_block)
{
    const std::string store = "st.shared.u32 [%r2], %r1;\n";
    const int none = leaves_of_block(store);
    // One more: the code after the barrier may be at the end of a warp's turn.
    BOOST_TEST(leaves_of_block("bar.sync 0;\n" + store) == none + 1);
    BOOST_TEST(leaves_of_block("bar.sync 15;\n" + store) == none + 1);
    BOOST_TEST(leaves_of_block("bar.sync 0, 64;\n" + store) > none + 1);
    BOOST_TEST(leaves_of_block("bar.sync %r1;\n" + store) > none + 1);
}

// Warps that leave whole-block code continue at its branches, in warp-level code.
BOOST_AUTO_TEST_CASE(entries_at_branches)
{
    const std::string loop = "AGAIN: add.u32 %r9, %r9, 1;\nsetp.gt.u32 %p2, %r1, %r9;\n@%p2 bra AGAIN;\n" + place;
    BOOST_TEST(source_of(loop).text.find("goto at_") != std::string::npos);
    BOOST_TEST(source_of(loop, four_warps).text.find("goto at_") == std::string::npos);
}

// Code of divergent paths: a path may enter each block and each branch, and changes to another path by itself.
BOOST_AUTO_TEST_CASE(code_of_paths)
{
    translation::lane_layout path = {0};
    path.of_path = true;
    const std::string loop = "AGAIN: add.u32 %r9, %r9, 1;\nsetp.gt.u32 %p2, %r1, %r9;\nst.shared.u32 [%r2], %r9;\n"
                             "@%p2 bra AGAIN;\n" +
                             place;
    const translation::source s = source_of(loop, path);
    BOOST_TEST(s.text.find("part(paths, on, m, ") != std::string::npos);
    BOOST_TEST(s.text.find("scatter_shared_on<") != std::string::npos);
    BOOST_TEST(s.text.find("w->diverged") == std::string::npos);
    BOOST_TEST(std::count(s.is_entry.begin(), s.is_entry.end(), true) == 4); // three blocks and a branch
    // Code behind an instruction that waits for lanes is an entry, too.
    const std::string waits = "shfl.sync.idx.b32 %r5, %r1, 0, 31, -1;\nst.shared.u32 [%r2], %r5;\n";
    const auto entries_of = [](const translation::source& of) {
        return std::count(of.is_entry.begin(), of.is_entry.end(), true);
    };
    BOOST_TEST(entries_of(source_of(waits, path)) == entries_of(source_of(waits)) + 1);
}

// Loops that only load and compute are unrolled.
BOOST_AUTO_TEST_CASE(turns_of_a_loop)
{
    const auto has_turns = [](const std::string& body, const translation::lane_layout& lanes = four_warps) {
        const std::string loop =
            "mov.u64 %rd1, 4096; mov.u32 %r8, 0; mov.u32 %r9, 0; mov.u32 %r10, 0;\nAGAIN: add.u32 %r8, %r8, %r2;\n" +
            body + "add.u32 %r9, %r9, 1;\nsetp.lt.u32 %p2, %r9, %r3;\n";
        return source_of(loop + "@%p2 bra AGAIN;\nst.shared.u32 [%r2], %r10;\n", lanes).text.find("rolled") !=
               std::string::npos;
    };
    const std::string one_warp_loads = "ld.global.u32 %r5, [%rd1];\nadd.u32 %r10, %r10, %r5;\n";
    BOOST_TEST(has_turns(""));
    BOOST_TEST(has_turns(one_warp_loads));
    BOOST_TEST(has_turns(one_warp_loads, {32}));
    // The check of shared memory is called for each load.
    BOOST_TEST(has_turns("ld.shared.u32 %r5, [%r2];\nadd.u32 %r10, %r10, %r5;\n"));
    BOOST_TEST(!has_turns("ld.shared.u32 %r5, [%r2];\nadd.u32 %r10, %r10, %r5;\n", {32}));
    BOOST_TEST(!has_turns("st.shared.u32 [%r2], %r9;\n"));
    BOOST_TEST(!has_turns("atom.shared.add.u32 %r5, [%r2], 1;\n"));
    BOOST_TEST(!has_turns("shfl.sync.bfly.b32 %r5, %r10, 1, 31, -1;\n"));
    // The value of the condition in the previous iteration.
    BOOST_TEST(!has_turns("selp.b32 %r10, 1, 2, %p2;\n"));
    BOOST_TEST(has_turns("selp.b32 %r10, 1, 2, %p1;\n"));
    BOOST_TEST(!has_turns("@%p1 add.u32 %r10, %r10, 1;\n"));
    // The loop has more than one basic block.
    BOOST_TEST(!has_turns("@%p1 bra NEXT;\nadd.u32 %r10, %r10, 1;\nNEXT:\n"));
    // At most as many instructions as a pending loop may hold.
    const auto sums = [&](int count) {
        std::string all = "mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd2, %rd2, %rd1;\nld.global.u32 %r5, [%rd2];\n";
        while (--count > 0)
            all += "mul.lo.u32 %r10, %r10, %r5;\n";
        return all;
    };
    BOOST_TEST(has_turns(sums(40)));
    BOOST_TEST(!has_turns(sums(60)));
    // With the condition, or with its opposite.
    const auto goes_on = [](const std::string& condition, const std::string& guard, const std::string& text) {
        return source_of("mov.u32 %r9, 0;\nAGAIN: add.u32 %r9, %r9, 1;\nsetp." + condition + ".u32 %p2, %r9, 70;\n@" +
                             guard + " bra AGAIN;\nst.shared.u32 [%r2], %r9;\n",
                         four_warps)
                   .text.find(text) != std::string::npos;
    };
    BOOST_TEST(goes_on("lt", "%p2", "is_so = lane::less::f(a, b)"));
    BOOST_TEST(goes_on("ge", "!%p2", "is_so = !(lane::greater_or_equal::f(a, b))"));
}

BOOST_AUTO_TEST_CASE(bits_below_the_strides_are_added)
{
    // An affine address leaves no gather of shared memory.
    const auto is_affine = [](const std::string& instructions) {
        return source_of(instructions + "st.shared.u32 [%r5], %r1;\n", four_warps)
                   .text.find("const shared_places<u32> at") == std::string::npos;
    };
    const std::string eights = "shl.b32 %r4, %r1, 3;\n";
    BOOST_TEST(is_affine(eights + "or.b32 %r5, %r4, 4;\n"));
    BOOST_TEST(is_affine(eights + "or.b32 %r5, 7, %r4;\n"));
    BOOST_TEST(is_affine(eights + "xor.b32 %r5, %r4, 4;\n"));
    BOOST_TEST(is_affine("mul.lo.u32 %r4, %r1, 24;\nor.b32 %r5, %r4, 4;\n"));
    BOOST_TEST(is_affine("mad.lo.u32 %r4, %r1, 24, 32;\nor.b32 %r5, %r4, 4;\n"));
    BOOST_TEST(
        is_affine(eights + "sub.u32 %r4, 64, %r4;\nor.b32 %r5, %r4, 1;\nshl.b32 %r5, %r5, 2;\nor.b32 %r5, %r5, 2;\n"));
    BOOST_TEST(is_affine(eights +
                         "mov.u32 %r6, 5;\nAGAIN: add.u32 %r4, %r4, 16;\nor.b32 %r5, %r4, 4;\nsub.u32 %r6, %r6, 1;\n"
                         "setp.ne.u32 %p2, %r6, 0;\n@%p2 bra AGAIN;\n"));
    BOOST_TEST(!is_affine(eights + "or.b32 %r5, %r4, 8;\n"));
    BOOST_TEST(!is_affine(eights + "or.b32 %r5, %r4, 12;\n"));
    BOOST_TEST(!is_affine(eights + "and.b32 %r5, %r4, 4;\n"));
    BOOST_TEST(!is_affine(eights + "or.b32 %r5, %r4, %r3;\n"));
    BOOST_TEST(!is_affine("mad.lo.u32 %r4, %r1, 24, 4;\nor.b32 %r5, %r4, 4;\n"));
    BOOST_TEST(!is_affine(eights +
                          "mov.u32 %r6, 5;\nAGAIN: add.u32 %r4, %r4, 2;\nor.b32 %r5, %r4, 4;\nsub.u32 %r6, %r6, 1;\n"
                          "setp.ne.u32 %p2, %r6, 0;\n@%p2 bra AGAIN;\n"));
}
