// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions by bulk copies, and asynchronous stores and reductions, within one block. Those on shared memory stand in
// a cluster of that block: without one an H200 ends them with cudaErrorIllegalInstruction.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

#include <algorithm>

using namespace opcode_test;

namespace {

constexpr unsigned threads = 128; //!< of the harness's blocks

const std::string begin = "{ .shared .align 128 .b8 terms[1024]; .shared .align 128 .b8 words[1024]; .shared .align 8 "
                          ".b64 barrier; .reg .b32 %t, %p, %q, %x; .reg .b64 %state, %g; .reg .pred %first, %done;\n"
                          "    mov.u32 %t, %tid.x; setp.eq.u32 %first, %t, 0; @%first mbarrier.init.shared::cta.b64 "
                          "[barrier], 1; @%first fence.mbarrier_init.release.cluster; ";
const std::string wait = "\nWAIT: mbarrier.try_wait.parity.shared::cta.b64 %done, [barrier], 0; @!%done bra WAIT; ";

std::string number(unsigned n) { return std::to_string(n); }

// The reduction adds thread t's first operand to element t, which is its second operand. Only values are written as
// `bits` says, because the reduction has its own type.
void add_reduction(suite& forms, const std::string& operation, const std::string& type, kind k,
                   std::function<u64(u64 old, u64 term)> f, bool of_shared, bool of_global)
{
    const unsigned bytes = static_cast<unsigned>(bits_of(k)) / 8;
    const std::string bits = ".b" + number(8 * bytes), size = number(bytes * threads);
    auto expected = [f](const std::vector<row>& in, std::vector<row>& out, unsigned) {
        for (std::size_t t = 0; t < in.size(); ++t)
            out[t][0] = f(in[t][1], in[t][0]);
    };
    const std::string terms = "mov.u32 %p, terms; mad.lo.u32 %p, %t, " + number(bytes) + ", %p; st.shared" + bits +
                              " [%p], %s0; mov.u32 %q, words; mad.lo.u32 %q, %t, " + number(bytes) + ", %q; ";
    const std::string copy = "@%first cp.reduce.async.bulk.";
    if (of_shared)
        forms
            .add_block("cp.reduce.async.bulk.shared::cluster." + operation + "." + type, {k}, {k, k},
                       begin + terms + "st.shared" + bits +
                           " [%q], %s1; fence.proxy.async; bar.sync 0;\n    @%first mbarrier.arrive.expect_tx.shared::"
                           "cta.b64 %state, [barrier], " +
                           size + "; mov.u32 %p, words; mov.u32 %x, terms; " + copy +
                           "shared::cluster.shared::cta.mbarrier::complete_tx::bytes." + operation + "." + type +
                           " [%p], [%x], " + size + ", [barrier];" + wait + "ld.shared" + bits + " %d0, [%q]; }",
                       expected)
            .needs(90)
            .in_cluster();
    if (of_global)
        forms
            .add_block("cp.reduce.async.bulk.global." + operation + "." + type, {k}, {k, k},
                       begin + terms + "mul.wide.u32 %g, %t, " + number(64 - bytes) + "; sub.u64 %g, %scratch, %g; " +
                           "st.global" + bits + " [%g], %s1; membar.gl; fence.proxy.async; bar.sync 0;\n    " +
                           "mov.u32 %x, terms; " + copy + "global.shared::cta.bulk_group." + operation + "." + type +
                           " [%scratch], [%x], " + size + "; @%first cp.async.bulk.commit_group; @%first " +
                           "cp.async.bulk.wait_group 0;\n    bar.sync 0; ld.volatile.global" + bits + " %d0, [%g]; }",
                       expected)
            .needs(90);
}

// Each thread gives its value to the one at the other end of the block.
form& add_store(suite& forms, const std::string& type, kind k, unsigned count)
{
    const unsigned bytes = static_cast<unsigned>(bits_of(k)) / 8, all = bytes * count;
    const std::string vector = count == 1 ? "" : ".v" + number(count);
    std::string values = "%s0";
    for (unsigned n = 1; n < count; ++n)
        values += n == 1 ? ", %s1" : ", %s0";
    if (count > 1) values = "{" + values + "}";
    return forms
        .add_block(
            "st.async" + vector + "." + type, {k, k}, {k, k},
            begin +
                "fence.proxy.async; bar.sync 0; @%first mbarrier.arrive.expect_tx.shared::cta.b64 %state, [barrier], " +
                number(threads * 16) + "; mov.u32 %p, terms; sub.u32 %x, 127, %t; mad.lo.u32 %p, %x, 16, %p;\n" +
                "    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes" + vector + "." + type + " [%p], " +
                values + ", [barrier]; " +
                (all < 16 ? "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [barrier], " + number(16 - all) + "; "
                          : "") +
                wait + "mov.u32 %p, terms; mad.lo.u32 %p, %t, 16, %p; ld.shared.b" + number(8 * bytes) +
                " %d0, [%p]; " +
                (count == 1 ? "mov.b" + number(8 * bytes) + " %d1, %d0; }"
                            : "ld.shared.b" + number(8 * bytes) + " %d1, [%p+" + number(bytes) + "]; }"),
            [count](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                for (std::size_t t = 0; t < in.size(); ++t) {
                    const row& other = in[in.size() - 1 - t];
                    out[t][0] = other[0];
                    out[t][1] = other[count == 1 ? 0 : 1];
                }
            })
        .needs(90)
        .in_cluster();
}

template <class T>
std::function<u64(u64, u64)> least()
{
    return [](u64 a, u64 b) { return static_cast<u64>(std::min(static_cast<T>(a), static_cast<T>(b))); };
}
template <class T>
std::function<u64(u64, u64)> greatest()
{
    return [](u64 a, u64 b) { return static_cast<u64>(std::max(static_cast<T>(a), static_cast<T>(b))); };
}

} // namespace

OPCODE_FORMS(bulk_reductions)
{
    auto sum = [](u64 a, u64 b) { return a + b; };
    auto sum32 = [](u64 a, u64 b) { return u64{static_cast<u32>(a + b)}; };
    add_reduction(forms, "add", "u32", kind::u32, sum32, true, true);
    add_reduction(forms, "add", "s32", kind::u32, sum32, true, true);
    add_reduction(forms, "add", "u64", kind::u64, sum, true, true);
    add_reduction(forms, "min", "u32", kind::u32, least<u32>(), true, true);
    add_reduction(forms, "max", "u32", kind::u32, greatest<u32>(), true, true);
    add_reduction(
        forms, "min", "s32", kind::u32,
        [](u64 a, u64 b) {
            return u64{static_cast<u32>(std::min(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)))};
        },
        true, true);
    add_reduction(
        forms, "max", "s32", kind::u32,
        [](u64 a, u64 b) {
            return u64{static_cast<u32>(std::max(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)))};
        },
        true, true);
    add_reduction(
        forms, "inc", "u32", kind::u32, [](u64 a, u64 b) { return a >= b ? 0 : a + 1; }, true, true);
    add_reduction(
        forms, "dec", "u32", kind::u32, [](u64 a, u64 b) { return a == 0 || a > b ? b : a - 1; }, true, true);
    auto both = [](u64 a, u64 b) { return a & b; };
    auto either = [](u64 a, u64 b) { return a | b; };
    auto one = [](u64 a, u64 b) { return a ^ b; };
    add_reduction(forms, "and", "b32", kind::u32, both, true, true);
    add_reduction(forms, "or", "b32", kind::u32, either, true, true);
    add_reduction(forms, "xor", "b32", kind::u32, one, true, true);
    add_reduction(forms, "and", "b64", kind::u64, both, false, true);
    add_reduction(forms, "or", "b64", kind::u64, either, false, true);
    add_reduction(forms, "xor", "b64", kind::u64, one, false, true);
    add_reduction(forms, "min", "u64", kind::u64, least<u64>(), false, true);
    add_reduction(forms, "max", "u64", kind::u64, greatest<u64>(), false, true);
    add_reduction(forms, "min", "s64", kind::u64, least<std::int64_t>(), false, true);
    add_reduction(forms, "max", "s64", kind::u64, greatest<std::int64_t>(), false, true);
}

OPCODE_FORMS(asynchronous_stores)
{
    add_store(forms, "b32", kind::u32, 1);
    add_store(forms, "u32", kind::u32, 2);
    add_store(forms, "s32", kind::u32, 4);
    add_store(forms, "b64", kind::u64, 1);
    add_store(forms, "u64", kind::u64, 2);
    const struct {
        const char* name;
        kind k;
        std::function<u64(u64, u64)> f;
    } operations[] = {
        {"add.u32", kind::u32, [](u64 a, u64 b) { return u64{static_cast<u32>(a + b)}; }},
        {"add.u64", kind::u64, [](u64 a, u64 b) { return a + b; }},
        {"min.u32", kind::u32, least<u32>()},
        {"max.u32", kind::u32, greatest<u32>()},
        {"inc.u32", kind::u32, [](u64 a, u64 b) { return a >= b ? 0 : a + 1; }},
        {"dec.u32", kind::u32, [](u64 a, u64 b) { return a == 0 || a > b ? b : a - 1; }},
        {"and.b32", kind::u32, [](u64 a, u64 b) { return a & b; }},
        {"or.b32", kind::u32, [](u64 a, u64 b) { return a | b; }},
        {"xor.b32", kind::u32, [](u64 a, u64 b) { return a ^ b; }},
    };
    for (auto& o : operations) {
        const std::string bytes = number(static_cast<unsigned>(bits_of(o.k)) / 8),
                          bits = ".b" + number(static_cast<unsigned>(bits_of(o.k)));
        forms
            .add_block(
                std::string("red.async.") + o.name, {o.k}, {o.k, o.k},
                begin + "mov.u32 %p, words; mad.lo.u32 %p, %t, " + bytes + ", %p; st.shared" + bits +
                    " [%p], %s1; bar.sync 0; @%first mbarrier.arrive.expect_tx.shared::cta.b64 %state, [barrier], " +
                    number(threads * static_cast<unsigned>(bits_of(o.k)) / 8) +
                    ";\n    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes." + o.name +
                    " [%p], %s0, [barrier]; " + wait + "ld.shared" + bits + " %d0, [%p]; }",
                [f = o.f](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                    for (std::size_t t = 0; t < in.size(); ++t)
                        out[t][0] = f(in[t][1], in[t][0]);
                })
            .needs(90)
            .in_cluster();
    }
}
