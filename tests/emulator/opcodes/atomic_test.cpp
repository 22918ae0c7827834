// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atom and red: every operation of every type, in every state space, alone and with all threads at one address.
#include <boost/test/unit_test.hpp>

#include "reference.hpp"

using namespace opcode_test;

namespace {

struct atomic_form {
    std::string operation, type;
    kind k;
    std::function<u64(u64 old, u64 b, u64 c)> f;
    bool has_c = false, has_red = true;
    int architecture = 75;
};

template <class T>
u64 ordered(u64 a, u64 b, bool greatest)
{
    const bool less = T(a) < T(b);
    return less == greatest ? b : a;
}

u64 low(kind k, u64 v) { return bits_of(k) == 64 ? v : v & ((u64{1} << bits_of(k)) - 1); }

std::vector<atomic_form> atomic_forms()
{
    std::vector<atomic_form> v;
    auto add_op = [&](const char* op, const char* type, kind k, std::function<u64(u64, u64)> f, int architecture = 75) {
        v.push_back({op, type, k, [=](u64 a, u64 b, u64) { return low(k, f(a, b)); }, false, true, architecture});
    };
    auto sum = [](u64 a, u64 b) { return a + b; };
    for (auto [t, k] : {std::pair<const char*, kind>{"u32", kind::u32}, {"s32", kind::s32}, {"u64", kind::u64}})
        add_op("add", t, k, sum);
    add_op("min", "u32", kind::u32, [](u64 a, u64 b) { return ordered<u32>(a, b, false); });
    add_op("max", "u32", kind::u32, [](u64 a, u64 b) { return ordered<u32>(a, b, true); });
    add_op("min", "s32", kind::s32, [](u64 a, u64 b) { return ordered<s32>(a, b, false); });
    add_op("max", "s32", kind::s32, [](u64 a, u64 b) { return ordered<s32>(a, b, true); });
    add_op("min", "u64", kind::u64, [](u64 a, u64 b) { return ordered<u64>(a, b, false); });
    add_op("max", "u64", kind::u64, [](u64 a, u64 b) { return ordered<u64>(a, b, true); });
    add_op("min", "s64", kind::s64, [](u64 a, u64 b) { return ordered<s64>(a, b, false); });
    add_op("max", "s64", kind::s64, [](u64 a, u64 b) { return ordered<s64>(a, b, true); });
    for (auto [t, k] : {std::pair<const char*, kind>{"b32", kind::u32}, {"b64", kind::u64}}) {
        add_op("and", t, k, [](u64 a, u64 b) { return a & b; });
        add_op("or", t, k, [](u64 a, u64 b) { return a | b; });
        add_op("xor", t, k, [](u64 a, u64 b) { return a ^ b; });
        v.push_back({"exch", t, k, [](u64, u64 b, u64) { return b; }, false, false});
        v.push_back({"cas", t, k, [](u64 a, u64 b, u64 c) { return a == b ? c : a; }, true, false});
    }
    v.push_back({"cas", "b16", kind::u16, [](u64 a, u64 b, u64 c) { return a == b ? c : a; }, true, false});
    // inc: d >= b ? 0 : d + 1;  dec: d == 0 || d > b ? b : d - 1
    add_op("inc", "u32", kind::u32, [](u64 a, u64 b) { return a >= b ? 0 : a + 1; });
    add_op("dec", "u32", kind::u32, [](u64 a, u64 b) { return a == 0 || a > b ? b : a - 1; });
    add_op("add", "f64", kind::f64, [](u64 a, u64 b) { return add(double_format, a, b, mode::nearest); });
    auto halves = [](format f) {
        return [f](u64 a, u64 b) {
            return add(f, a & 0xffff, b & 0xffff, mode::nearest) | add(f, a >> 16, b >> 16, mode::nearest) << 16;
        };
    };
    add_op("add.noftz", "f16", kind::f16, [](u64 a, u64 b) { return add(half_format, a, b, mode::nearest); });
    add_op("add.noftz", "f16x2", kind::f16x2, halves(half_format));
    add_op(
        "add.noftz", "bf16", kind::bf16, [](u64 a, u64 b) { return add(bfloat_format, a, b, mode::nearest); }, 90);
    add_op("add.noftz", "bf16x2", kind::bf16x2, halves(bfloat_format), 90);
    return v;
}

struct place {
    const char* name;
    const char* space;
    const char* prepare;
};
const place places[] = {
    {"global", ".global", "mov.b64 %p, %scratch; "},
    {"shared", ".shared",
     ".shared .align 16 .b8 block_bytes[8192]; mov.u32 %t, %tid.x; mov.u64 %p, block_bytes; mad.wide.u32 %p, %t, 64, "
     "%p; "},
    {"generic", "", "mov.b64 %p, %scratch; "},
    {"generic shared", "",
     ".shared .align 16 .b8 block_bytes[8192]; mov.u32 %t, %tid.x; mov.u64 %p, block_bytes; mad.wide.u32 %p, %t, 64, "
     "%p; cvta.shared.u64 %p, %p; "},
};

std::string bits(kind k) { return "b" + std::to_string(bits_of(k)); }

// Two results: what the place held before, and holds now.
void add_alone(suite& forms, const atomic_form& a, const place& at, const std::string& order)
{
    const kind k = a.k;
    for (bool returns : {true, false}) {
        if (!returns && (!a.has_red || order.find("acq") != std::string::npos)) continue;
        form x;
        const std::string name = (returns ? "atom" : "red") + order + at.space + "." + a.operation + "." + a.type;
        x.name = name + " " + at.name;
        x.sources = {k, k};
        if (a.has_c) x.sources.push_back(k);
        x.results = {k};
        if (returns) x.results.push_back(k);
        x.text = "{ .reg .b64 %p; .reg .b32 %t; " + std::string(at.prepare) + "st" + at.space + "." + bits(k) +
                 " [%p+8], %s0; " + name + (returns ? " %d1," : "") + " [%p+8], %s1" + (a.has_c ? ", %s2" : "") +
                 "; ld" + at.space + "." + bits(k) + " %d0, [%p+8]; }";
        x.expected = [f = a.f, returns, c = a.has_c](const u64* in, u64* out) {
            out[0] = f(in[0], in[1], c ? in[2] : 0);
            if (returns) out[1] = in[0];
        };
        if (k == kind::f64)
            x.accepts = [](const u64*, int result, u64 got, u64 want) {
                return result == 0 && double_format.is_nan(got) && double_format.is_nan(want);
            };
        x.random = 256;
        x.architecture = a.architecture;
        forms.forms.push_back(x);
    }
}

} // namespace

OPCODE_FORMS(atomic_operations)
{
    for (const atomic_form& a : atomic_forms())
        for (const place& at : places)
            add_alone(forms, a, at, "");
}

OPCODE_FORMS(atomic_orders)
{
    for (const atomic_form& a : atomic_forms()) {
        if (a.k != kind::u32 && a.operation != "cas") continue;
        for (const char* order : {".relaxed.cta", ".relaxed.gpu", ".relaxed.sys", ".acquire.gpu", ".release.gpu",
                                  ".acq_rel.cta", ".acq_rel.sys"}) {
            if (std::string(order).find(".acquire") == 0) {
                atomic_form only = a;
                only.has_red = false;
                add_alone(forms, only, places[0], order);
            } else {
                add_alone(forms, a, places[0], order);
            }
        }
    }
}

// atom.add.f32: "the addition flushes subnormals to sign-preserving zero in global memory; in shared memory it does
// not".
OPCODE_FORMS(atomic_float)
{
    for (const place& at : places)
        for (bool returns : {true, false}) {
            const bool in_shared = std::string(at.name).find("shared") != std::string::npos;
            form x;
            const std::string name = std::string(returns ? "atom" : "red") + at.space + ".add.f32";
            x.name = name + " " + at.name;
            x.sources = {kind::f32, kind::f32};
            x.results = {kind::f32};
            if (returns) x.results.push_back(kind::f32);
            x.text = "{ .reg .b64 %p; .reg .b32 %t; " + std::string(at.prepare) + "st" + at.space +
                     ".b32 [%p+8], %s0; " + name + (returns ? " %d1," : "") + " [%p+8], %s1; ld" + at.space +
                     ".b32 %d0, [%p+8]; }";
            x.expected = [=](const u64* in, u64* out) {
                const format f = single_format;
                out[0] = in_shared ? add(f, in[0], in[1], mode::nearest)
                                   : ftz(f, add(f, ftz(f, in[0]), ftz(f, in[1]), mode::nearest));
                if (returns) out[1] = in[0];
            };
            x.random = 1024;
            forms.forms.push_back(x);
        }
}

// "Atomic operations on vector types are performed as atomic operations on the scalars": each element as above.
OPCODE_FORMS(atomic_vectors)
{
    auto extreme = [](format f, bool greatest) {
        return [=](u64 a, u64 b) -> u64 {
            if (f.is_nan(a) || f.is_nan(b)) return f.is_nan(a) && f.is_nan(b) ? f.nan() : f.is_nan(a) ? b : a;
            auto key = [&](u64 v) { return f.is_negative(v) ? -s64(f.magnitude(v)) - 1 : s64(f.magnitude(v)); };
            return (key(a) < key(b)) == greatest ? b : a;
        };
    };
    using operation = std::function<u64(u64, u64)>;
    auto halves = [](operation f) {
        return [f](u64 a, u64 b) { return f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16; };
    };
    auto add_form = [&](const std::string& op, const char* type, kind k, int count, const operation& f) {
        for (const place* at : {&places[0], &places[2]})
            for (bool returns : {true, false}) {
                const std::string v = ".v" + std::to_string(count),
                                  name = (returns ? "atom" : "red") + std::string(at->space) + op + v + "." + type;
                form x;
                x.name = name + " " + at->name;
                x.sources.assign(2 * count, k);
                x.results.assign(returns ? 2 * count : count, k);
                std::string stores, loads, to, from;
                const int bytes = bits_of(k) / 8;
                for (int e = 0; e < count; ++e) {
                    const std::string n = std::to_string(e), m = std::to_string(count + e), comma = e ? ", " : "";
                    stores +=
                        "st.global." + bits(k) + " [%scratch+" + std::to_string(16 + e * bytes) + "], %s" + n + "; ";
                    loads +=
                        " ld.global." + bits(k) + " %d" + n + ", [%scratch+" + std::to_string(16 + e * bytes) + "];";
                    to += comma + "%d" + m;
                    from += comma + "%s" + m;
                }
                x.text = stores + name + (returns ? " {" + to + "}," : "") + " [%scratch+16], {" + from + "};" + loads;
                x.expected = [=](const u64* in, u64* out) {
                    for (int e = 0; e < count; ++e) {
                        out[e] = f(in[e], in[count + e]);
                        if (returns) out[count + e] = in[e];
                    }
                };
                x.random = 512;
                x.architecture = 90;
                forms.forms.push_back(x);
            }
    };
    const operation sum32 = [](u64 a, u64 b) { return add(single_format, a, b, mode::nearest, true); };
    add_form(".add", "f32", kind::f32, 2, sum32);
    add_form(".add", "f32", kind::f32, 4, sum32);
    const struct {
        const char* name;
        kind one, two;
        format f;
    } small[] = {{"f16", kind::f16, kind::f16x2, half_format}, {"bf16", kind::bf16, kind::bf16x2, bfloat_format}};
    for (auto& t : small) {
        const std::pair<const char*, operation> operations[] = {
            {".add", [f = t.f](u64 a, u64 b) { return add(f, a, b, mode::nearest); }},
            {".min", extreme(t.f, false)},
            {".max", extreme(t.f, true)}};
        for (auto& [op, f] : operations) {
            for (int count : {2, 4, 8})
                add_form(std::string(op) + ".noftz", t.name, t.one, count, f);
            for (int count : {2, 4})
                add_form(std::string(op) + ".noftz", (t.name + std::string("x2")).c_str(), t.two, count, halves(f));
        }
    }
    // What it returns goes to registers that it reads, in another order.
    forms
        .add("atom.global.add.v2.f32 swaps",
             [=](f32 a, f32 b) { return std::tuple<f32, f32, u32>(b, a, u32(sum32(b.bits, b.bits))); })
        .as("{ .reg .f32 %x, %y; mov.b32 %x, %s0; mov.b32 %y, %s1; st.global.v2.b32 [%scratch], {%s1, %s0}; "
            "atom.global.add.v2.f32 {%x, %y}, [%scratch], {%y, %x}; mov.b32 %d0, %x; mov.b32 %d1, %y; ld.global.b32 "
            "%d2, [%scratch]; }")
        .needs(90);
}

OPCODE_FORMS(atomic_128)
{
    for (const place& at : places) {
        const std::string begin = "{ .reg .b64 %p; .reg .b32 %t; .reg .b128 %a, %b, %c; " + std::string(at.prepare) +
                                  "st" + at.space + ".v2.b64 [%p+16], {%s0, %s1}; mov.b128 %b, {%s2, %s3}; ",
                          end =
                              " mov.b128 {%d0, %d1}, %a; ld" + std::string(at.space) + ".v2.b64 {%d2, %d3}, [%p+16]; }";
        using four = std::tuple<u64, u64, u64, u64>;
        for (const char* order : {"", ".relaxed.gpu", ".acq_rel.sys"}) {
            const std::string atom = "atom" + std::string(order) + at.space;
            forms.add(atom + ".exch.b128 " + at.name, [](u64 a, u64 b, u64 c, u64 d) { return four(a, b, c, d); })
                .as(begin + atom + ".exch.b128 %a, [%p+16], %b;" + end)
                .needs(90);
            // Compared with itself, or with what differs in either half.
            form& f = forms.add(atom + ".cas.b128 " + at.name, [](u64 a, u64 b, u64 c, u64 d) {
                const bool same = a == c && b == d;
                return four(a, b, same ? 5 : a, same ? 7 : b);
            });
            f.as(begin + "mov.b128 %c, {5, 7}; " + atom + ".cas.b128 %a, [%p+16], %b, %c;" + end).needs(90);
            for (u64 k = 0; k < 64; ++k) {
                const u64 a = k * 0x9e3779b97f4a7c15, b = ~a;
                f.also({a, b, k % 4 == 1 ? a + 1 : a, k % 4 == 2 ? b ^ u64{1} << 63 : b});
            }
        }
    }
}

// All threads of a block at one place in shared memory, and all of a grid at one in global memory.
OPCODE_FORMS(atomic_contention)
{
    for (const atomic_form& a : atomic_forms()) {
        const bool commutes =
            a.k != kind::f64 && a.k != kind::f16 && a.k != kind::f16x2 && a.k != kind::bf16 && a.k != kind::bf16x2;
        if (!commutes || a.operation == "exch" || a.operation == "cas" || a.operation == "inc" || a.operation == "dec")
            continue;
        const std::string t = bits(a.k);
        for (bool in_shared : {true, false}) {
            const std::string space = in_shared ? ".shared" : ".global";
            form& x = forms.add_block(
                "red" + space + "." + a.operation + "." + a.type + " contended", {a.k}, {a.k},
                "{ .shared .align 8 .b64 word; .reg .b64 %p; .reg .b32 %t, %k; .reg .pred %first; mov.u32 %t, %tid.x; "
                "setp.eq.u32 %first, %t, 0;\n    " +
                    // In global memory the first thread's scratch.
                    std::string(in_shared ? "mov.u64 %p, word; "
                                          : "mul.wide.u32 %p, %t, 64; sub.u64 %p, %scratch, %p; ") +
                    "@%first st" + space + "." + t + " [%p], %s0; bar.sync 0;\n    @!%first red" + space + "." +
                    a.operation + "." + a.type + " [%p], %s0; bar.sync 0; ld" + space + "." + t + " %d0, [%p]; }",
                [f = a.f](const std::vector<row>& in, std::vector<row>& out, unsigned) {
                    u64 r = in[0][0];
                    for (std::size_t k = 1; k < in.size(); ++k)
                        r = f(r, in[k][0], 0);
                    for (row& o : out)
                        o[0] = r;
                });
            x.random = 400;
        }
    }
    // Every thread gets a ticket of its own: its square is summed up, whatever the order.
    forms.add_block("atom.shared.add.u32 tickets", {kind::u32, kind::u32}, {},
                    "{ .shared .align 4 .b32 counter; .shared .align 4 .b32 squares; .reg .b32 %t; .reg .pred %first; "
                    "mov.u32 %t, %tid.x; setp.eq.u32 %first, %t, 0; @%first st.shared.b32 [counter], 0;\n"
                    "    @%first st.shared.b32 [squares], 0; bar.sync 0; atom.shared.add.u32 %t, [counter], 1; "
                    "mul.lo.u32 %t, %t, %t; red.shared.add.u32 [squares], %t; bar.sync 0;\n"
                    "    ld.shared.b32 %d0, [squares]; ld.shared.b32 %d1, [counter]; }",
                    [](const std::vector<row>&, std::vector<row>& out, unsigned) {
                        u64 sum = 0;
                        for (u64 k = 0; k < out.size(); ++k)
                            sum += k * k;
                        for (row& o : out)
                            o = {sum, out.size()};
                    });
    forms.add_block("atom.shared.inc.u32 wraps", {kind::u32}, {},
                    "{ .shared .align 4 .b32 counter; .reg .b32 %t; .reg .pred %first; mov.u32 %t, %tid.x; setp.eq.u32 "
                    "%first, %t, 0; @%first st.shared.b32 [counter], 0; bar.sync 0;\n"
                    "    atom.shared.inc.u32 %t, [counter], 9; bar.sync 0; ld.shared.b32 %d0, [counter]; }",
                    [](const std::vector<row>&, std::vector<row>& out, unsigned) {
                        for (row& o : out)
                            o[0] = out.size() % 10;
                    });
    // A lock by compare and exchange, one thread of each warp at a time.
    forms.add_block(
        "atom.shared.cas.b32 loop", {kind::u32}, {kind::u32},
        "{ .shared .align 4 .b32 product; .reg .b32 %t, %old, %new, %seen, %odd; .reg .pred %first, %again; mov.u32 "
        "%t, %tid.x; setp.eq.u32 %first, %t, 0; @%first st.shared.b32 [product], 1; bar.sync 0;\n"
        "    or.b32 %odd, %s0, 1; ld.volatile.shared.b32 %old, [product];\nAGAIN: mul.lo.u32 %new, %old, %odd; "
        "atom.shared.cas.b32 %seen, [product], %old, %new; setp.ne.u32 %again, %seen, %old;\n"
        "    mov.b32 %old, %seen; @%again bra AGAIN; bar.sync 0; ld.shared.b32 %d0, [product]; }",
        [](const std::vector<row>& in, std::vector<row>& out, unsigned) {
            u32 r = 1;
            for (const row& i : in)
                r *= u32(i[0]) | 1;
            for (row& o : out)
                o[0] = r;
        });
}
