// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards, branches, loops, calls, tables of labels, barriers.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

using namespace opcode_test;

namespace {

u32 collatz(u32 n)
{
    u32 steps = 0;
    while (n != 1 && steps < 200) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        ++steps;
    }
    return steps;
}

u32 fibonacci(u32 n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

const char* const functions = R"(
.func (.param .b32 result) twice_plus(.param .b32 a, .param .b32 b)
{
    .reg .b32 %x, %y;
    ld.param.b32 %x, [a];
    ld.param.b32 %y, [b];
    mad.lo.u32 %x, %x, 2, %y;
    st.param.b32 [result], %x;
    ret;
}
.func (.param .b32 result) negate_or_keep(.param .b32 a, .param .b32 b)
{
    .reg .b32 %x, %y;
    .reg .pred %p;
    ld.param.b32 %x, [a];
    ld.param.b32 %y, [b];
    setp.lt.s32 %p, %y, 0;
    @!%p bra KEEP;
    neg.s32 %x, %x;
    st.param.b32 [result], %x;
    ret;
KEEP:
    st.param.b32 [result], %x;
    ret;
}
.func (.param .b32 result) fibonacci(.param .b32 a)
{
    .reg .b32 %x, %y, %z;
    .reg .pred %p;
    ld.param.b32 %x, [a];
    setp.lt.u32 %p, %x, 2;
    @%p bra DONE;
    sub.u32 %y, %x, 1;
    { .param .b32 in; .param .b32 out; st.param.b32 [in], %y; call.uni (out), fibonacci, (in); ld.param.b32 %z, [out]; }
    sub.u32 %y, %x, 2;
    { .param .b32 in; .param .b32 out; st.param.b32 [in], %y; call (out), fibonacci, (in); ld.param.b32 %x, [out]; }
    add.u32 %x, %x, %z;
DONE:
    st.param.b32 [result], %x;
    ret;
}
.func (.param .align 8 .b8 result[16]) swap_pair(.param .align 8 .b8 pair[16], .param .b64 extra)
{
    .reg .b64 %x, %y, %e;
    ld.param.v2.b64 {%x, %y}, [pair];
    ld.param.b64 %e, [extra];
    add.u64 %x, %x, %e;
    st.param.b64 [result], %y;
    st.param.b64 [result+8], %x;
    ret;
}
.func store_through(.param .b64 pointer, .param .b32 value)
{
    .reg .b64 %p;
    .reg .b32 %v;
    ld.param.b64 %p, [pointer];
    ld.param.b32 %v, [value];
    st.b32 [%p], %v;
    ret;
}
.func (.param .b32 result) later(.param .b32 a);
.func (.param .b32 result) calls_later(.param .b32 a)
{
    .reg .b32 %x;
    ld.param.b32 %x, [a];
    { .param .b32 in; .param .b32 out; st.param.b32 [in], %x; call (out), later, (in); ld.param.b32 %x, [out]; }
    st.param.b32 [result], %x;
    ret;
}
.func (.param .b32 result) later(.param .b32 a)
{
    .reg .b32 %x;
    .local .align 4 .b32 kept[4];
    ld.param.b32 %x, [a];
    st.local.b32 [kept+8], %x;
    add.u32 %x, %x, 1;
    st.local.b32 [kept+12], %x;
    ld.local.b32 %x, [kept+8];
    xor.b32 %x, %x, 0x55;
    st.param.b32 [result], %x;
    ret;
}
.global .align 8 .u64 function_table[2] = {twice_plus, negate_or_keep};)";

// The rows of a block in one place: what barriers make visible.
const std::string exchange_begin =
    "{ .shared .align 4 .b32 words[128]; .reg .b32 %t, %a, %x; .reg .pred %p, %q; mov.u32 %t, %tid.x; mov.u32 %a, "
    "words; mad.lo.u32 %a, %t, 4, %a; st.shared.b32 [%a], %s0;\n    ";
const std::string exchange_end =
    "\n    mov.u32 %a, words; sub.u32 %x, 127, %t; mad.lo.u32 %a, %x, 4, %a; ld.shared.b32 %d0, [%a]; }";

void mirrored(const std::vector<row>& in, std::vector<row>& out, unsigned)
{
    for (std::size_t k = 0; k < in.size(); ++k)
        out[k][0] = in[in.size() - 1 - k][0];
}

} // namespace

OPCODE_FORMS(control_guards)
{
    forms.add("mov.b32 guarded", [](u32 a, u32 b, bool p) { return p ? a : b; })
        .as("mov.b32 %d0, %s1; @%s2 mov.b32 %d0, %s0;");
    forms.add("mov.b32 guarded negated", [](u32 a, u32 b, bool p) { return p ? b : a; })
        .as("mov.b32 %d0, %s1; @!%s2 mov.b32 %d0, %s0;");
    forms.add("setp.lt.s32 guarded", [](s32 a, s32 b, bool p) { return p ? a < b : true; })
        .as("setp.eq.s32 %d0, 0, 0; @%s2 setp.lt.s32 %d0, %s0, %s1;");
    forms.add("st.global.b32 guarded", [](u32 a, u32 b, bool p) { return p ? b : a; })
        .as("st.global.b32 [%scratch], %s0; @%s2 st.global.b32 [%scratch], %s1; ld.global.b32 %d0, [%scratch];");
    // A load whose address is wrong where the guard is false must not happen.
    forms.add("ld.global.b32 guarded", [](u32 a, bool p) { return p ? a : 3u; })
        .as("{ .reg .b64 %z; selp.b64 %z, %in, 0, %s1; mov.b32 %d0, 3; @%s1 ld.global.b32 %d0, [%z]; }");
    forms.add("div.f32 guarded", [](u32 a, bool p) { return p ? 0x40000000u : a; })
        .as("mov.b32 %d0, %s0; @%s1 div.rn.f32 %d0, 0f40800000, 0f40000000;");
    forms.add("mov.pred", [](bool a) { return a; });
    forms.add("add.cc.u32 predicate chain", [](bool a, bool b, bool c) { return u32(a && !b) + 2 * u32(b != c); })
        .as("{ .reg .pred %x, %y; not.pred %x, %s1; and.pred %x, %x, %s0; xor.pred %y, %s1, %s2; selp.b32 %d0, 1, 0, "
            "%x; @%y add.u32 %d0, %d0, 2; }");
}

OPCODE_FORMS(control_branches)
{
    forms.add("bra loop", [](u32 a) { return collatz(a % 1000 + 1); })
        .as("{ .reg .b32 %n, %r; .reg .pred %p, %q; rem.u32 %n, %s0, 1000; add.u32 %n, %n, 1; mov.b32 %d0, 0;\nLOOP: "
            "setp.eq.u32 %p, %n, 1; setp.ge.or.u32 %p, %d0, 200, %p; @%p bra DONE; and.b32 %r, %n, 1; setp.ne.u32 %q, "
            "%r, 0;\n"
            "    @%q bra ODD; shr.u32 %n, %n, 1; bra.uni NEXT;\nODD: mad.lo.u32 %n, %n, 3, 1;\nNEXT: add.u32 %d0, %d0, "
            "1; bra LOOP;\nDONE: }");
    forms
        .add("bra nested",
             [](u32 a, u32 b) { return a % 3 == 0   ? (b % 2 ? 1u : 2u)
                                       : a % 3 == 1 ? (b % 2 ? 3u : 4u)
                                                    : 5u; })
        .as("{ .reg .b32 %x, %y; .reg .pred %p, %q, %o; rem.u32 %x, %s0, 3; and.b32 %y, %s1, 1; setp.ne.u32 %o, %y, 0; "
            "setp.eq.u32 %p, %x, 0; @%p bra ZERO; setp.eq.u32 %q, %x, 1; @%q bra ONE; mov.b32 %d0, 5; bra END;\n"
            "ZERO: @%o bra ZO; mov.b32 %d0, 2; bra END;\nZO: mov.b32 %d0, 1; bra END;\nONE: mov.b32 %d0, 4; @!%o bra "
            "END; mov.b32 %d0, 3;\nEND: }");
    // Lanes that are done wait for the others: after the loop all vote together.
    forms.add_block("bra reconverges", {kind::u32, kind::u32}, {kind::u32},
                    "{ .reg .b32 %n; .reg .pred %p; and.b32 %n, %s0, 31; mov.b32 %d0, 0;\nLOOP: setp.eq.u32 %p, %n, 0; "
                    "@%p bra DONE; sub.u32 %n, %n, 1; add.u32 %d0, %d0, %n; bra LOOP;\nDONE: setp.ne.u32 %p, %d0, 0; "
                    "vote.sync.ballot.b32 %d1, %p, -1; }",
                    per_warp([](const row* in, row* out) {
                        u32 ballot = 0;
                        for (int l = 0; l < 32; ++l) {
                            const u32 n = in[l][0] & 31;
                            out[l][0] = n * (n - 1) / 2;
                            ballot |= u32(out[l][0] != 0) << l;
                        }
                        for (int l = 0; l < 32; ++l)
                            out[l][1] = ballot;
                    }));
    forms
        .add("brx.idx",
             [](u32 a) {
                 const u32 v[] = {100, 11, 1000, 11};
                 return v[a % 4];
             })
        .as("{ .reg .b32 %k; and.b32 %k, %s0, 3;\nTARGETS: .branchtargets FIRST, SECOND, THIRD, SECOND;\n    brx.idx "
            "%k, TARGETS;\nFIRST: mov.b32 %d0, 100; bra END;\nTHIRD: mov.b32 %d0, 1000; bra END;\nSECOND: mov.b32 %d0, "
            "11;\nEND: }")
        .covering({"brx"});
    forms.add("brx.idx.uni", [](u32) { return 2u; })
        .as("{ mov.b32 %d0, 0;\nTARGETS: .branchtargets FIRST, SECOND;\n    brx.idx.uni 1, TARGETS;\nFIRST: mov.b32 "
            "%d0, 1; bra END;\nSECOND: mov.b32 %d0, 2;\nEND: }");
    // Threads that leave early, those that stay still meet at a barrier of their warp.
    forms.add("exit", [](u32) { return 4u; }).as("{ .reg .pred %p; setp.eq.u32 %p, 1, 0; @%p exit; mov.b32 %d0, 4; }");
    forms.add("ret", [](u32) { return 4u; }).as("{ .reg .pred %p; setp.eq.u32 %p, 1, 0; @%p ret; mov.b32 %d0, 4; }");
    // Each lane leaves by itself; what it stored before stays.
    forms.add("exit by some", [](u32 a) { return a & 1 ? 0xa5a5a5a5u : a; })
        .as("{ .reg .b32 %x; .reg .pred %p; and.b32 %x, %s0, 1; setp.ne.u32 %p, %x, 0; @%p exit; mov.b32 %d0, %s0; }");
    forms.add("nanosleep.u32", [](u32 a) { return a; }).as("nanosleep.u32 20; mov.b32 %d0, %s0;").random = 32;
    forms.add("pmevent", [](u32 a) { return a; }).as("pmevent 3; mov.b32 %d0, %s0;").random = 32;
}

OPCODE_FORMS(control_calls)
{
    auto twice_plus = [](u32 a, u32 b) { return 2 * a + b; };
    auto negate = [](u32 a, u32 b) { return s32(b) < 0 ? 0 - a : a; };
    const std::string call2 =
        "{ .param .b32 a; .param .b32 b; .param .b32 r; st.param.b32 [a], %s0; st.param.b32 [b], %s1; ";
    forms.add("call", twice_plus)
        .as(call2 + "call.uni (r), twice_plus, (a, b); ld.param.b32 %d0, [r]; }")
        .declares(functions);
    forms.add("call divergent returns", negate)
        .as(call2 + "call (r), negate_or_keep, (a, b); ld.param.b32 %d0, [r]; }")
        .declares(functions);
    forms.add("call in a branch", [](u32 a, u32 b, bool p) { return p ? 2 * a + b : 9u; })
        .as("mov.b32 %d0, 9; @!%s2 bra SKIP; " + call2 +
            "call (r), twice_plus, (a, b); ld.param.b32 %d0, [r]; }\nSKIP:")
        .declares(functions);
    forms.add("call recursion", [](u32 a) { return fibonacci(a % 13); })
        .as("{ .reg .b32 %n; .param .b32 a; .param .b32 r; rem.u32 %n, %s0, 13; st.param.b32 [a], %n; call (r), "
            "fibonacci, (a); ld.param.b32 %d0, [r]; }")
        .declares(functions);
    forms.add("call structure", [](u64 a, u64 b, u64 c) { return std::pair<u64, u64>(b, a + c); })
        .as("{ .param .align 8 .b8 pair[16]; .param .b64 extra; .param .align 8 .b8 r[16]; st.param.b64 [pair], %s0; "
            "st.param.b64 [pair+8], %s1; st.param.b64 [extra], %s2; call.uni (r), swap_pair, (pair, extra);\n"
            "    ld.param.v2.b64 {%d0, %d1}, [r]; }")
        .declares(functions);
    forms.add("call without result", [](u32 a) { return a; })
        .as("{ .local .align 4 .b32 own; .reg .b64 %p; .param .b64 pointer; .param .b32 v; mov.u64 %p, own; "
            "cvta.local.u64 %p, %p; st.param.b64 [pointer], %p; st.param.b32 [v], %s0; call store_through, (pointer, "
            "v); ld.local.b32 %d0, [own]; }")
        .declares(functions);
    forms.add("call declared first", [](u32 a) { return a ^ 0x55; })
        .as("{ .param .b32 a; .param .b32 r; st.param.b32 [a], %s0; call (r), calls_later, (a); ld.param.b32 %d0, [r]; "
            "}")
        .declares(functions);
    // Through an address: each lane its own function.
    const std::string prototype = "\nPROTOTYPE: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n    ";
    forms.add("call indirect", [=](u32 a, u32 b, bool p) { return p ? negate(a, b) : twice_plus(a, b); })
        .as("{ .reg .b64 %f, %g; mov.u64 %f, twice_plus; mov.u64 %g, negate_or_keep; selp.b64 %f, %g, %f, %s2; .param "
            ".b32 a; .param .b32 b; .param .b32 r; st.param.b32 [a], %s0; st.param.b32 [b], %s1; " +
            prototype + "call (r), %f, (a, b), PROTOTYPE; ld.param.b32 %d0, [r]; }")
        .declares(functions);
    forms.add("call indirect from a table", [=](u32 a, u32 b, bool p) { return p ? negate(a, b) : twice_plus(a, b); })
        .as("{ .reg .b64 %f; .reg .b32 %k; selp.b32 %k, 1, 0, %s2; mov.u64 %f, function_table; mad.wide.u32 %f, %k, 8, "
            "%f; ld.global.u64 %f, [%f]; .param .b32 a; .param .b32 b; .param .b32 r; st.param.b32 [a], %s0; "
            "st.param.b32 [b], %s1; " +
            prototype + "call (r), %f, (a, b), PROTOTYPE; ld.param.b32 %d0, [r]; }")
        .declares(functions);
}

OPCODE_FORMS(control_barriers)
{
    for (const char* b : {"bar.sync 0;", "bar.sync 5;", "bar.sync 15;", "bar.sync 1, 128;", "barrier.sync 2;",
                          "barrier.sync 3, 128;", "barrier.sync.aligned 4;", "bar.cta.sync 0;", "barrier.cta.sync 1;"})
        forms.add_block(b, {kind::u32}, {kind::u32}, exchange_begin + b + exchange_end, mirrored);
    // A barrier in a register; and again and again.
    forms.add_block("bar.sync register", {kind::u32}, {kind::u32},
                    exchange_begin + ".reg .b32 %n; mov.b32 %n, 7; bar.sync %n;" + exchange_end, mirrored);
    forms.add_block("bar.sync loop", {kind::u32}, {kind::u32},
                    exchange_begin +
                        "bar.sync 0; .reg .b32 %k, %other; mov.b32 %k, 0;\nLOOP: add.u32 %x, %t, 1; and.b32 %x, %x, "
                        "127; mov.u32 %other, words; mad.lo.u32 %other, %x, 4, %other; ld.shared.b32 %x, [%other]; "
                        "bar.sync 0; st.shared.b32 [%a], %x; bar.sync 0;\n"
                        "    add.u32 %k, %k, 1; setp.lt.u32 %p, %k, 5; @%p bra LOOP; ld.shared.b32 %d0, [%a]; }",
                    [](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                        for (std::size_t k = 0; k < in.size(); ++k)
                            out[k][0] = in[(k + 5) % in.size()][0];
                    });
    // Producers arrive and go on; consumers wait.
    forms.add_block("bar.arrive", {kind::u32}, {kind::u32},
                    "{ .shared .align 4 .b32 words[64]; .reg .b32 %t, %a; .reg .pred %p; mov.u32 %t, %tid.x; mov.u32 "
                    "%a, words; setp.ge.u32 %p, %t, 64; @%p bra CONSUME; mad.lo.u32 %a, %t, 4, %a; st.shared.b32 [%a], "
                    "%s0; membar.cta; bar.arrive 1, 128;\n"
                    "    mov.b32 %d0, 1; bra END;\nCONSUME: bar.sync 1, 128; sub.u32 %t, 127, %t; mad.lo.u32 %a, %t, "
                    "4, %a; ld.shared.b32 %d0, [%a];\nEND: }",
                    [](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                        for (std::size_t k = 0; k < in.size(); ++k)
                            out[k][0] = k < 64 ? 1 : in[127 - k][0];
                    });
    // Half of the block at a barrier of its own.
    forms.add_block("bar.sync part", {kind::u32}, {kind::u32},
                    "{ .shared .align 4 .b32 words[128]; .reg .b32 %t, %a, %n; .reg .pred %p; mov.u32 %t, %tid.x; "
                    "mov.u32 %a, words; mad.lo.u32 %a, %t, 4, %a; st.shared.b32 [%a], %s0; shr.u32 %n, %t, 6; add.u32 "
                    "%n, %n, 1; bar.sync %n, 64;\n"
                    "    xor.b32 %t, %t, 63; mov.u32 %a, words; mad.lo.u32 %a, %t, 4, %a; ld.shared.b32 %d0, [%a]; }",
                    [](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                        for (std::size_t k = 0; k < in.size(); ++k)
                            out[k][0] = in[k ^ 63][0];
                    });
    for (const char* b : {"bar", "barrier", "bar.cta"})
        for (bool counted : {false, true})
            for (bool negated : {false, true}) {
                const std::string n = counted ? "2, 128" : "2", p = negated ? "!%s0" : "%s0",
                                  note = std::string(counted ? " counted" : "") + (negated ? " negated" : "");
                auto count = [negated](const std::vector<row>& in) {
                    std::size_t c = 0;
                    for (const row& r : in)
                        c += (r[0] & 1) != u64(negated);
                    return c;
                };
                auto add = [&](const std::string& op, kind result, std::function<u64(std::size_t, std::size_t)> f) {
                    form& x = forms.add_block(std::string(b) + ".red" + op + note, {result}, {kind::pred},
                                              std::string(b) + ".red" + op + " %d0, " + n + ", " + p + ";",
                                              [=](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                                                  for (row& o : out)
                                                      o[0] = f(count(in), in.size());
                                              });
                    for (int block = 0; block < 6; ++block) // none, all, one, all but one, mixed
                        for (int t = 0; t < 128; ++t)
                            x.tuples.push_back({u64(block == 1 || (block == 2 && t == 77) || (block == 3 && t != 99) ||
                                                    (block > 3 && t % 5 == block % 5))});
                };
                add(".popc.u32", kind::u32, [](std::size_t c, std::size_t) { return c; });
                add(".and.pred", kind::pred, [](std::size_t c, std::size_t n) { return c == n; });
                add(".or.pred", kind::pred, [](std::size_t c, std::size_t) { return c > 0; });
            }
}
