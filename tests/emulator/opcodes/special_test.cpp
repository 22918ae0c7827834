// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mov and its packing, special registers, clusters of one block, cp.async, mbarrier: what is left.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

using namespace opcode_test;

namespace {

form& add_register(suite& forms, const std::string& name,
                   std::function<u64(unsigned thread, unsigned block, shape b, shape g)> f, shape block, shape grid,
                   int architecture = 75)
{
    form& x = forms.add_block(name + " " + std::to_string(block.x) + "x" + std::to_string(block.y) + "x" +
                                  std::to_string(block.z),
                              {kind::u32}, {}, "mov.u32 %d0, " + name + ";", nullptr);
    x.block = block;
    x.grid = grid;
    x.architecture = architecture;
    x.expected_block = [=](const std::vector<row>&, std::vector<row>& out, unsigned b) {
        for (unsigned t = 0; t < out.size(); ++t)
            out[t][0] = f(t, b, block, grid);
    };
    return x;
}

} // namespace

OPCODE_FORMS(moves)
{
    for (const char* t : {"b16", "u16", "s16"})
        forms.add(std::string("mov.") + t, [](u16 a) { return a; });
    for (const char* t : {"b32", "u32", "s32", "f32"}) // a NaN keeps its payload
        forms.add(std::string("mov.") + t, [](f32 a) { return a; });
    for (const char* t : {"b64", "u64", "s64", "f64"})
        forms.add(std::string("mov.") + t, [](f64 a) { return a; });
    // "The first element is the least significant."
    forms.add("mov.b32 pack 16", [](u16 a, u16 b) { return u32(a | u32(b) << 16); }).as("mov.b32 %d0, {%s0, %s1};");
    forms.add("mov.b64 pack 32", [](u32 a, u32 b) { return a | u64(b) << 32; }).as("mov.b64 %d0, {%s0, %s1};");
    forms
        .add("mov.b64 pack 16",
             [](u16 a, u16 b, u16 c, u16 d) { return a | u64(b) << 16 | u64(c) << 32 | u64(d) << 48; })
        .as("mov.b64 %d0, {%s0, %s1, %s2, %s3};");
    forms.add("mov.b32 unpack 16", [](u32 a) { return std::tuple<u16, u16>(u16(a), u16(a >> 16)); })
        .as("mov.b32 {%d0, %d1}, %s0;");
    forms.add("mov.b64 unpack 32", [](u64 a) { return std::tuple<u32, u32>(u32(a), u32(a >> 32)); })
        .as("mov.b64 {%d0, %d1}, %s0;");
    forms
        .add("mov.b64 unpack 16",
             [](u64 a) { return std::tuple<u16, u16, u16, u16>(u16(a), u16(a >> 16), u16(a >> 32), u16(a >> 48)); })
        .as("mov.b64 {%d0, %d1, %d2, %d3}, %s0;");
    forms.add("mov.b64 unpack one", [](u64 a) { return u32(a >> 32); }).as("mov.b64 {_, %d0}, %s0;");
    forms.add("mov.b32 swap in place", [](u32 a) { return a >> 16 | a << 16; })
        .as("{ .reg .b16 %l, %h; mov.b32 {%l, %h}, %s0; mov.b32 %d0, {%h, %l}; }");
    forms.add("mov.b64 swap in place", [](u32 a, u32 b) { return std::tuple<u32, u32>(b, a); })
        .as("{ .reg .b64 %w; mov.b64 %w, {%s0, %s1}; mov.b64 {%s1, %s0}, %w; mov.b32 %d0, %s0; mov.b32 %d1, %s1; }");
    forms.add("mov.b16 pack 8", [](u32 a) { return a & 0xffff; })
        .as("{ .reg .b16 %l, %h; .reg .b8 %x, %y; mov.b32 {%l, %h}, %s0; mov.b16 {%x, %y}, %l; mov.b16 %l, {%x, %y}; "
            "cvt.u32.u16 %d0, %l; }");
    forms.add("mov.b32 pack 8", [](u32 a) { return a >> 24 | (a >> 8 & 0xff00) | (a << 8 & 0xff0000) | a << 24; })
        .as("{ .reg .b8 %w, %x, %y, %z; mov.b32 {%w, %x, %y, %z}, %s0; mov.b32 %d0, {%z, %y, %x, %w}; }");
    forms.add("mov.b128", [](u64 a, u64 b) { return std::tuple<u64, u64>(b, a); })
        .as("{ .reg .b128 %q, %r; mov.b128 %q, {%s0, %s1}; mov.b128 %r, %q; mov.b128 {%d1, %d0}, %r; }");
    forms.add("mov.b128 pack 32", [](u32 a, u32 b, u32 c, u32 d) { return std::tuple<u32, u32, u32>(d, b, a ^ c); })
        .as("{ .reg .b128 %q; .reg .b32 %x, %y; mov.b128 %q, {%s0, %s1, %s2, %s3}; mov.b128 {%x, %d1, %y, %d0}, %q; "
            "xor.b32 %d2, %x, %y; }");
}

OPCODE_FORMS(special_registers)
{
    using S = shape;
    const S flat_block{128, 1, 1}, cube{8, 4, 6}, slab{5, 9, 3}, one{1, 1, 1}, flat_grid{7, 1, 1}, grid3{3, 4, 2};
    for (auto& [b, g] : {std::pair<S, S>{flat_block, flat_grid}, {cube, grid3}, {slab, grid3}, {one, grid3}}) {
        add_register(
            forms, "%tid.x", [](unsigned t, unsigned, S s, S) { return t % s.x; }, b, g);
        add_register(
            forms, "%tid.y", [](unsigned t, unsigned, S s, S) { return t / s.x % s.y; }, b, g);
        add_register(
            forms, "%tid.z", [](unsigned t, unsigned, S s, S) { return t / s.x / s.y; }, b, g);
        add_register(
            forms, "%ntid.x", [](unsigned, unsigned, S s, S) { return s.x; }, b, g);
        add_register(
            forms, "%ntid.y", [](unsigned, unsigned, S s, S) { return s.y; }, b, g);
        add_register(
            forms, "%ntid.z", [](unsigned, unsigned, S s, S) { return s.z; }, b, g);
        add_register(
            forms, "%ctaid.x", [](unsigned, unsigned k, S, S s) { return k % s.x; }, b, g);
        add_register(
            forms, "%ctaid.y", [](unsigned, unsigned k, S, S s) { return k / s.x % s.y; }, b, g);
        add_register(
            forms, "%ctaid.z", [](unsigned, unsigned k, S, S s) { return k / s.x / s.y; }, b, g);
        add_register(
            forms, "%nctaid.x", [](unsigned, unsigned, S, S s) { return s.x; }, b, g);
        add_register(
            forms, "%nctaid.y", [](unsigned, unsigned, S, S s) { return s.y; }, b, g);
        add_register(
            forms, "%nctaid.z", [](unsigned, unsigned, S, S s) { return s.z; }, b, g);
        add_register(
            forms, "%laneid", [](unsigned t, unsigned, S, S) { return t % 32; }, b, g);
        add_register(
            forms, "%lanemask_eq", [](unsigned t, unsigned, S, S) { return 1u << t % 32; }, b, g);
        add_register(
            forms, "%lanemask_lt", [](unsigned t, unsigned, S, S) { return (1u << t % 32) - 1; }, b, g);
        add_register(
            forms, "%lanemask_le", [](unsigned t, unsigned, S, S) { return (u64{2} << t % 32) - 1; }, b, g);
        add_register(
            forms, "%lanemask_gt", [](unsigned t, unsigned, S, S) { return 0xffffffffu & ~((u64{2} << t % 32) - 1); },
            b, g);
        add_register(
            forms, "%lanemask_ge", [](unsigned t, unsigned, S, S) { return 0xffffffffu << t % 32; }, b, g);
        // Which block of a cluster: each block is its own.
        for (const char* d : {"x", "y", "z"}) {
            add_register(
                forms, std::string("%cluster_ctaid.") + d, [](unsigned, unsigned, S, S) { return 0; }, b, g, 90);
            add_register(
                forms, std::string("%cluster_nctaid.") + d, [](unsigned, unsigned, S, S) { return 1; }, b, g, 90);
        }
        add_register(
            forms, "%cluster_ctarank", [](unsigned, unsigned, S, S) { return 0; }, b, g, 90);
        add_register(
            forms, "%cluster_nctarank", [](unsigned, unsigned, S, S) { return 1; }, b, g, 90);
        add_register(
            forms, "%clusterid.x", [](unsigned, unsigned k, S, S s) { return k % s.x; }, b, g, 90);
        add_register(
            forms, "%clusterid.y", [](unsigned, unsigned k, S, S s) { return k / s.x % s.y; }, b, g, 90);
        add_register(
            forms, "%nclusterid.x", [](unsigned, unsigned, S, S s) { return s.x; }, b, g, 90);
    }
    // What PTX leaves open has at least its own rules.
    forms.add("%warpid", [](u32) { return std::pair<bool, bool>(true, true); })
        .as("{ .reg .b32 %w, %n; mov.u32 %w, %warpid; mov.u32 %n, %nwarpid; setp.lt.u32 %d0, %w, %n; mov.u32 %w, "
            "%smid; mov.u32 %n, %nsmid; setp.lt.u32 %d1, %w, %n; }")
        .random = 64;
    forms.add("%clock", [](u32) { return std::pair<bool, bool>(true, true); })
        .as("{ .reg .b64 %a, %b; .reg .b32 %c, %d, %e; mov.u64 %a, %clock64; mov.u32 %c, %clock; mov.u32 %d, %clock; "
            "mov.u64 %b, %clock64; setp.le.u64 %d0, %a, %b; sub.u32 %e, %d, %c; setp.ge.s32 %d1, %e, 0; }")
        .random = 64;
    forms.add("%clock_hi", [](u32) { return true; })
        .as("{ .reg .b32 %c; .reg .b64 %a; mov.u64 %a, %clock64; shr.u64 %a, %a, 32; .reg .b32 %h; cvt.u32.u64 %h, %a; "
            "mov.u32 %c, %clock_hi; sub.u32 %c, %c, %h; setp.le.u32 %d0, %c, 1; }")
        .random = 64;
    forms.add("%globaltimer", [](u32) { return true; })
        .as("{ .reg .b64 %a, %b; mov.u64 %a, %globaltimer; mov.u64 %b, %globaltimer; setp.le.u64 %d0, %a, %b; .reg "
            ".b32 %l, %h; mov.u32 %l, %globaltimer_lo; mov.u32 %h, %globaltimer_hi; }")
        .random = 64;
    form& d = forms.add("%dynamic_smem_size", [](u32) { return std::tuple<u32, bool>(1040, true); });
    d.as("{ .shared .align 4 .b32 fixed[10]; .reg .b32 %t; st.shared.b32 [fixed], 0; mov.u32 %d0, %dynamic_smem_size; "
         "mov.u32 %t, %total_smem_size; setp.ge.u32 %d1, %t, 1080; }")
        .random = 64;
    d.dynamic_shared = 1040;
    // Dynamic shared memory lies behind the fixed one, aligned.
    form& e = forms.add_block(
        "extern .shared", {kind::u32}, {kind::u32},
        "{ .shared .align 4 .b32 fixed[3]; .reg .b32 %t, %a, %b; mov.u32 %t, %tid.x; mov.u32 %a, dynamic; mad.lo.u32 "
        "%b, %t, 4, %a; st.shared.b32 [fixed], 1; st.shared.b32 [%b], %s0; bar.sync 0; sub.u32 %t, 127, %t;\n"
        "    mad.lo.u32 %b, %t, 4, %a; ld.shared.b32 %d0, [%b]; }",
        [](const std::vector<row>& in, std::vector<row>& out, unsigned) {
            for (std::size_t k = 0; k < in.size(); ++k)
                out[k][0] = in[in.size() - 1 - k][0];
        });
    e.dynamic_shared = 512;
    e.declarations = ".extern .shared .align 16 .b8 dynamic[];";
}

OPCODE_FORMS(clusters_of_one)
{
    forms.add("mapa.shared::cluster.u32", [](u32 a) { return a; })
        .as("{ .shared .align 4 .b32 word[128]; .reg .b32 %a, %t; mov.u32 %t, %tid.x; mov.u32 %a, word; mad.lo.u32 %a, "
            "%t, 4, %a; st.shared.b32 [%a], %s0; mapa.shared::cluster.u32 %a, %a, 0; ld.shared::cluster.b32 %d0, [%a]; "
            "}")
        .needs(90);
    forms.add("mapa.u64", [](u32 a) { return a; })
        .as("{ .shared .align 4 .b32 word[128]; .reg .b64 %a; .reg .b32 %t; mov.u32 %t, %tid.x; mov.u64 %a, word; "
            "mad.wide.u32 %a, %t, 4, %a; st.shared.b32 [%a], %s0; cvta.shared.u64 %a, %a; mapa.u64 %a, %a, 0; ld.b32 "
            "%d0, [%a]; }")
        .needs(90);
    forms.add("getctarank.shared::cluster.u32", [](u32) { return 0u; })
        .as("{ .shared .align 4 .b32 word; .reg .b32 %a; mov.u32 %a, word; getctarank.shared::cluster.u32 %d0, %a; }")
        .needs(90);
    forms.add("barrier.cluster", [](u32 a) { return a; })
        .as("barrier.cluster.arrive; barrier.cluster.wait; barrier.cluster.arrive.release.aligned; "
            "barrier.cluster.wait.acquire.aligned; mov.b32 %d0, %s0;")
        .needs(90);
    forms.add("createpolicy", [](u32 a) { return a; })
        .as("{ .reg .b64 %p; createpolicy.fractional.L2::evict_last.b64 %p, 1.0; st.global.b32 [%scratch], %s0; "
            "ld.global.L2::cache_hint.b32 %d0, [%scratch], %p; }")
        .needs(80);
    // PTX does not say what a policy is. These are the numbers that libcu++'s own test expects: they are those of its
    // host code (cuda/__annotated_ptr/access_property_encoding.h).
    auto fraction = [](u64 priorities) {
        return [=](u32 a) { return 0x1000000000000000 | priorities << 56 | u64(a % 16) << 52; };
    };
    auto of_sixteenths = [](const std::string& priorities) {
        return "{ .reg .b32 %k; .reg .f32 %f; and.b32 %k, %s0, 15; add.u32 %k, %k, 1; cvt.rn.f32.u32 %f, %k; "
               "mul.f32 %f, %f, 0.0625; createpolicy.fractional" +
               priorities + ".b64 %d0, %f; }";
    };
    const std::tuple<const char*, u64> priorities[] = {{".L2::evict_unchanged", 0},
                                                       {".L2::evict_first", 2},
                                                       {".L2::evict_last", 4},
                                                       {".L2::evict_normal", 6},
                                                       {".L2::evict_last.L2::evict_first", 5},
                                                       {".L2::evict_normal.L2::evict_first", 7},
                                                       {".L2::evict_last.L2::evict_unchanged", 4}};
    for (const auto& [name, bits] : priorities)
        forms.add(std::string("createpolicy.fractional") + name, fraction(bits)).as(of_sixteenths(name)).needs(80);
    forms.add("createpolicy.fractional whole", [](u32) { return u64(0x14f0000000000000); })
        .as("createpolicy.fractional.L2::evict_last.b64 %d0;")
        .needs(80);
    forms.add("createpolicy.cvt", [](u64 a) { return a; }).as("createpolicy.cvt.L2.b64 %d0, %s0;").needs(80);
    // A total of 2^n bytes, of which 2^m are primary. They begin at an address below 4096, so in the first block.
    auto range = [](u64 a, u32 b) {
        const u32 total = b % 32, primary = a % (total + 1), block = std::max(total, 19u) - 7;
        const u64 last = (a >> 32) % 2048 + 8 + (u64(1) << primary) - 1;
        const u64 blocks = std::min<u64>((last >> block) + 1, 127);
        return 0x1800000000000000 | u64(5) << 56 | u64(block - 12) << 52 | blocks << 37;
    };
    forms.add("createpolicy.range", range)
        .as("{ .reg .b32 %n, %m, %l, %h, %x; .reg .b64 %p, %c; and.b32 %n, %s1, 31; shl.b32 %x, 1, %n; "
            "add.u32 %n, %n, 1; cvt.u64.u32 %c, %n; rem.u64 %c, %s0, %c; cvt.u32.u64 %m, %c; shl.b32 %l, 1, %m; "
            "mov.b64 {%m, %h}, %s0; and.b32 %h, %h, 2047; cvt.u64.u32 %p, %h; "
            "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %d0, [%p+8], %l, %x; }")
        .needs(80);
    forms.add("createpolicy.range later block", [](u64 a) { return 0x1e00002000000000 | (a % 128) << 44; })
        .as("{ .reg .b64 %p; and.b64 %p, %s0, 127; shl.b64 %p, %p, 12; "
            "createpolicy.range.L2::evict_normal.b64 %d0, [%p], 4096, 524288; }")
        .needs(80);
    forms.add("fence.proxy", [](u32 a) { return a; })
        .as("fence.proxy.async; fence.mbarrier_init.release.cluster; mov.b32 %d0, %s0;")
        .needs(90);
}

OPCODE_FORMS(asynchronous_copies)
{
    const std::string begin =
        "{ .shared .align 16 .b8 block_bytes[4096]; .reg .b32 %t, %p; mov.u32 %t, %tid.x; mov.u32 %p, block_bytes; "
        "mad.lo.u32 %p, %t, 32, %p; st.global.b64 [%scratch], %s0; st.global.b64 [%scratch+8], %s1; ";
    const std::string end = " ld.shared.b64 %d0, [%p]; ld.shared.b64 %d1, [%p+8]; }";
    auto both = [](u64 a, u64 b) { return std::pair<u64, u64>(a, b); };
    for (const char* wait : {"cp.async.commit_group; cp.async.wait_group 0;", "cp.async.wait_all;",
                             "cp.async.commit_group; cp.async.wait_all;"}) {
        forms.add(std::string("cp.async.ca.shared.global 8 ") + wait, both)
            .as(begin +
                "cp.async.ca.shared.global [%p], [%scratch], 8; cp.async.ca.shared.global [%p+8], [%scratch+8], 8; " +
                wait + end)
            .needs(80);
        forms.add(std::string("cp.async.ca.shared.global 16 ") + wait, both)
            .as(begin + "cp.async.ca.shared.global [%p], [%scratch], 16; " + wait + end)
            .needs(80);
    }
    forms.add("cp.async.cg.shared.global", both)
        .as(begin + "cp.async.cg.shared.global [%p], [%scratch], 16; cp.async.wait_all;" + end)
        .needs(80);
    forms.add("cp.async.cg.shared.global.L2::128B", both)
        .as(begin + "cp.async.cg.shared.global.L2::128B [%p], [%scratch], 16; cp.async.wait_all;" + end)
        .needs(80);
    forms
        .add("cp.async.ca.shared.global 4",
             [](u64 a, u64 b) { return std::pair<u64, u64>((a & 0xffffffff) | u64(u32(b >> 32)) << 32, 7); })
        .as(begin +
            "st.shared.b64 [%p+8], 7; cp.async.ca.shared.global [%p], [%scratch], 4; cp.async.ca.shared.global [%p+4], "
            "[%scratch+12], 4; cp.async.wait_all;" +
            end)
        .needs(80);
    // Fewer bytes read than written: the rest is zero.
    forms
        .add("cp.async.ca.shared.global source size",
             [](u64 a, u64 b, u32 n) {
                 const unsigned k = n % 17;
                 auto cut = [](u64 v, unsigned bytes) { return bytes >= 8 ? v : v & ((u64{1} << 8 * bytes) - 1); };
                 return std::pair<u64, u64>(cut(a, k), k > 8 ? cut(b, k - 8) : 0);
             })
        .as(begin +
            ".reg .b32 %n; rem.u32 %n, %s2, 17; cp.async.ca.shared.global [%p], [%scratch], 16, %n; "
            "cp.async.wait_all;" +
            end)
        .needs(80);

    // A predicate that says to read nothing, and policies of the second-level cache.
    forms
        .add("cp.async.ca.shared.global ignored source",
             [](u64 a, u64 b, bool ignore) { return std::pair<u64, u64>(ignore ? 0 : a, ignore ? 0 : b); })
        .as(begin + "cp.async.ca.shared.global [%p], [%scratch], 16, %s2; cp.async.wait_all;" + end)
        .needs(80);
    const std::string policy =
        ".reg .b64 %c; createpolicy.fractional.L2::evict_first.b64 %c, 1.0; cp.async.cg.shared.global.L2::cache_hint";
    forms.add("cp.async.cg.shared.global.L2::cache_hint", both)
        .as(begin + policy + " [%p], [%scratch], 16, %c; cp.async.wait_all;" + end)
        .needs(80);
    forms.add("cp.async.cg.shared.global.L2::cache_hint size", [](u64 a, u64) { return std::pair<u64, u64>(a, 0); })
        .as(begin + policy + ".L2::256B [%p], [%scratch], 16, 8, %c; cp.async.wait_all;" + end)
        .needs(80);

    // One mbarrier for the block: each thread arrives, all wait for the phase; twice.
    auto mirrored = [](const std::vector<row>& in, std::vector<row>& out, unsigned) {
        for (std::size_t k = 0; k < in.size(); ++k)
            out[k][0] = in[in.size() - 1 - k][0];
    };
    const std::string setup =
        "{ .shared .align 8 .b64 barrier; .shared .align 4 .b32 words[128]; .reg .b32 %t, %a, %x; .reg .b64 %state; "
        ".reg .pred %first, %done; mov.u32 %t, %tid.x; setp.eq.u32 %first, %t, 0;\n"
        "    @%first mbarrier.init.shared.b64 [barrier], 128; bar.sync 0; mov.u32 %a, words; mad.lo.u32 %a, %t, 4, %a; "
        "st.shared.b32 [%a], %s0; ";
    const std::string fetch = " sub.u32 %x, 127, %t; mov.u32 %a, words; mad.lo.u32 %a, %x, 4, %a; ld.shared.b32 %d0, "
                              "[%a]; bar.sync 0; @%first mbarrier.inval.shared.b64 [barrier]; }";
    forms
        .add_block("mbarrier.test_wait.shared.b64", {kind::u32}, {kind::u32},
                   setup +
                       "mbarrier.arrive.shared.b64 %state, [barrier];\nWAIT: mbarrier.test_wait.shared.b64 %done, "
                       "[barrier], %state; @!%done bra WAIT;" +
                       fetch,
                   mirrored)
        .needs(80);
    forms
        .add_block("mbarrier.test_wait.acquire.cta.shared::cta.b64", {kind::u32}, {kind::u32},
                   setup +
                       "mbarrier.arrive.release.cta.shared::cta.b64 %state, [barrier];\nWAIT: "
                       "mbarrier.test_wait.acquire.cta.shared::cta.b64 %done, [barrier], %state; @!%done bra WAIT;" +
                       fetch,
                   mirrored)
        .needs(90);
    forms
        .add_block("mbarrier.try_wait.parity.shared.b64", {kind::u32}, {kind::u32},
                   setup +
                       "mbarrier.arrive.shared.b64 %state, [barrier];\nWAIT: mbarrier.try_wait.parity.shared.b64 "
                       "%done, [barrier], 0; @!%done bra WAIT; mbarrier.arrive.shared.b64 %state, [barrier];\n"
                       "AGAIN: mbarrier.try_wait.parity.shared.b64 %done, [barrier], 1; @!%done bra AGAIN;" +
                       fetch,
                   mirrored)
        .needs(90);
    forms
        .add_block("mbarrier.pending_count.b64", {kind::pred}, {kind::u32},
                   "{ .shared .align 8 .b64 barrier; .reg .b32 %t, %n; .reg .b64 %state; .reg .pred %first; mov.u32 "
                   "%t, %tid.x; setp.eq.u32 %first, %t, 0; mov.b32 %n, 5;\n    @!%first bra OTHERS; "
                   "mbarrier.init.shared.b64 [barrier], 5; mbarrier.arrive.shared.b64 %state, [barrier]; "
                   "mbarrier.arrive.noComplete.shared.b64 %state, [barrier], 2;\n"
                   "    mbarrier.pending_count.b64 %n, %state; add.u32 %n, %n, 1;\nOTHERS: setp.eq.u32 %d0, %n, 5; }",
                   [](const std::vector<row>&, std::vector<row>& out, unsigned) {
                       for (row& o : out)
                           o[0] = 1;
                   })
        .needs(80);

    // A bulk copy of what the whole block wrote, in and out.
    const std::string bulk =
        "{ .shared .align 128 .b8 block_bytes[8192]; .shared .align 8 .b64 barrier; .reg .b32 %t, %p, %x; .reg .b64 "
        "%state; .reg .pred %first, %done; mov.u32 %t, %tid.x; setp.eq.u32 %first, %t, 0;\n    ";
    forms
        .add_block(
            "cp.async.bulk.shared::cluster.global", {kind::u64}, {kind::u64},
            bulk +
                "@%first mbarrier.init.shared::cta.b64 [barrier], 1; @%first fence.mbarrier_init.release.cluster; "
                "st.global.b64 [%scratch], %s0; membar.gl; fence.proxy.async; bar.sync 0; @!%first bra WAIT;\n"
                "    mbarrier.arrive.expect_tx.shared::cta.b64 %state, [barrier], 8192; mov.u32 %p, block_bytes; "
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%p], [%scratch], 8192, [barrier];\n"
                "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %done, [barrier], 0; @!%done bra WAIT; sub.u32 %x, "
                "127, %t; mov.u32 %p, block_bytes; mad.lo.u32 %p, %x, 64, %p; ld.shared.b64 %d0, [%p]; }",
            mirrored)
        .needs(90);
    forms
        .add_block("cp.async.bulk.global.shared::cta", {kind::u64}, {kind::u64},
                   bulk + "mov.u32 %p, block_bytes; sub.u32 %x, 127, %t; mad.lo.u32 %p, %x, 64, %p; st.shared.b64 "
                          "[%p], %s0; st.shared.b64 [%p+8], %s0; st.shared.b64 [%p+16], 0; st.shared.b64 [%p+24], 0; "
                          "st.shared.b64 [%p+32], 0;\n"
                          "    st.shared.b64 [%p+40], 0; st.shared.b64 [%p+48], 0; st.shared.b64 [%p+56], 0; "
                          "fence.proxy.async.shared::cta; bar.sync 0; @!%first bra OTHERS; mov.u32 %p, block_bytes; "
                          "cp.async.bulk.global.shared::cta.bulk_group [%scratch], [%p], 8192;\n"
                          "    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nOTHERS: bar.sync 0; "
                          "ld.global.b64 %d0, [%scratch+8]; }",
                   mirrored)
        .needs(90);
    // Copies that arrive at an mbarrier when they are done.
    forms
        .add_block("cp.async.mbarrier.arrive.noinc.shared.b64", {kind::u32}, {kind::u32},
                   "{ .shared .align 8 .b64 barrier; .shared .align 16 .b32 words[128]; .reg .b32 %t, %a, %x; .reg "
                   ".pred %first, %done; mov.u32 %t, %tid.x; setp.eq.u32 %first, %t, 0; @%first "
                   "mbarrier.init.shared.b64 [barrier], 128; st.global.b32 [%scratch], %s0; bar.sync 0;\n"
                   "    mov.u32 %a, words; mad.lo.u32 %a, %t, 4, %a; cp.async.ca.shared.global [%a], [%scratch], 4; "
                   "cp.async.mbarrier.arrive.noinc.shared.b64 [barrier];\n"
                   "WAIT: mbarrier.test_wait.parity.shared.b64 %done, [barrier], 0; @!%done bra WAIT; sub.u32 %x, 127, "
                   "%t; mov.u32 %a, words; mad.lo.u32 %a, %x, 4, %a; ld.shared.b32 %d0, [%a]; }",
                   mirrored)
        .needs(90);
    forms.add("griddepcontrol", [](u32 a) { return a; })
        .as("griddepcontrol.launch_dependents; griddepcontrol.wait; mov.b32 %d0, %s0;")
        .needs(90)
        .random = 32;
    forms.add("discard.global.L2", [](u32 a) { return a; })
        .as("{ .reg .b64 %p; mov.u64 %p, line_of_nothing; applypriority.global.L2::evict_normal [%p], 128; "
            "discard.global.L2 [%p], 128; mov.b32 %d0, %s0; }")
        .declares(".global .align 128 .b8 line_of_nothing[128];")
        .needs(80)
        .random = 32;
}
