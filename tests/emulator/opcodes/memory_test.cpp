// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ld and st: every type, vectors, state spaces, cache operators, memory orders, generic addresses, cvta, isspacep.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

using namespace opcode_test;

namespace {

struct memory_type {
    const char* name;
    int bits;
    bool is_signed;
    kind k;
};
const memory_type all_types[] = {
    {"b8", 8, false, kind::u8},    {"u8", 8, false, kind::u8},    {"s8", 8, true, kind::s8},
    {"b16", 16, false, kind::u16}, {"u16", 16, false, kind::u16}, {"s16", 16, true, kind::s16},
    {"b32", 32, false, kind::u32}, {"u32", 32, false, kind::u32}, {"s32", 32, true, kind::s32},
    {"f32", 32, false, kind::f32}, {"b64", 64, false, kind::u64}, {"u64", 64, false, kind::u64},
    {"s64", 64, true, kind::s64},  {"f64", 64, false, kind::f64}};

// Text that puts the address of 64 bytes of the thread's own into %p, and the space's name for ld and st.
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
    {"local", ".local", ".local .align 16 .b8 own_bytes[64]; mov.u64 %p, own_bytes; "},
    {"generic", "", "mov.b64 %p, %scratch; "},
    {"generic global", "", "cvta.to.global.u64 %p, %scratch; cvta.global.u64 %p, %p; "},
    {"generic shared", "",
     ".shared .align 16 .b8 block_bytes[8192]; mov.u32 %t, %tid.x; mov.u64 %p, block_bytes; mad.wide.u32 %p, %t, 64, "
     "%p; cvta.shared.u64 %p, %p; "},
    {"generic local", "", ".local .align 16 .b8 own_bytes[64]; mov.u64 %p, own_bytes; cvta.local.u64 %p, %p; "},
    {"back to shared", ".shared",
     ".shared .align 16 .b8 block_bytes[8192]; mov.u32 %t, %tid.x; mov.u64 %p, block_bytes; mad.wide.u32 %p, %t, 64, "
     "%p; cvta.shared.u64 %p, %p; cvta.to.shared.u64 %p, %p; "},
    {"back to local", ".local",
     ".local .align 16 .b8 own_bytes[64]; mov.u64 %p, own_bytes; cvta.local.u64 %p, %p; cvta.to.local.u64 %p, %p; "},
};
const std::string begin = "{ .reg .b64 %p; .reg .b32 %t; ";

u64 part(u64 v, int first_byte, const memory_type& t)
{
    v >>= 8 * first_byte;
    if (t.bits < 64) v &= (u64{1} << t.bits) - 1;
    if (t.is_signed && t.bits < 64 && v >> (t.bits - 1) & 1) v |= ~u64{0} << t.bits;
    return v;
}

// Stores 8 bytes whole and loads a part of them.
void add_load(suite& forms, const place& at, const memory_type& t, const std::string& modifiers, int register_bits,
              int architecture = 75)
{
    const int first = t.bits == 64 ? 0 : 64 / 8 - t.bits / 8;
    form x;
    const std::string load = "ld" + modifiers + at.space + "." + t.name;
    x.name = load + " " + at.name + " to " + std::to_string(register_bits);
    x.results = {operand(t.k, register_bits)};
    x.sources = {kind::u64};
    x.text = begin + at.prepare + "st" + at.space + ".b64 [%p+16], %s0; " + load + " %d0, [%p+" +
             std::to_string(16 + first) + "]; }";
    x.expected = [=](const u64* in, u64* out) { out[0] = part(in[0], first, t); };
    x.random = 128;
    x.architecture = architecture;
    forms.forms.push_back(x);
}

// Fills 16 bytes, stores a part, and loads all of them.
void add_store(suite& forms, const place& at, const memory_type& t, const std::string& modifiers, int register_bits,
               int architecture = 75)
{
    form x;
    const std::string store = "st" + modifiers + at.space + "." + t.name;
    x.name = store + " " + at.name + " from " + std::to_string(register_bits);
    x.results = {kind::u64, kind::u64};
    x.sources = {operand(t.k, register_bits), kind::u64};
    x.text = begin + at.prepare + "st" + at.space + ".b64 [%p+8], %s1; st" + at.space + ".b64 [%p], %s1; " + store +
             " [%p+8], %s0; ld" + at.space + ".b64 %d0, [%p+8]; ld" + at.space + ".b64 %d1, [%p]; }";
    x.expected = [=](const u64* in, u64* out) {
        const u64 mask = t.bits == 64 ? ~u64{0} : (u64{1} << t.bits) - 1;
        out[0] = (in[1] & ~mask) | (in[0] & mask);
        out[1] = in[1];
    };
    x.random = 128;
    x.architecture = architecture;
    forms.forms.push_back(x);
}

void add_vectors(suite& forms, const place& at, const memory_type& t, int count)
{
    if (t.bits * count > 128) return;
    const std::string v = ".v" + std::to_string(count);
    form x;
    x.name = "ld" + v + at.space + "." + t.name + " " + at.name;
    std::string loads, stores;
    for (int k = 0; k < count; ++k) {
        x.results.push_back(t.k);
        x.sources.push_back(t.k);
        loads += (k ? ", %d" : "%d") + std::to_string(k);
        stores += (k ? ", %s" : "%s") + std::to_string(count - 1 - k);
    }
    x.text = begin + at.prepare + "st" + at.space + v + "." + t.name + " [%p+16], {" + stores + "}; ld" + at.space + v +
             "." + t.name + " {" + loads + "}, [%p+16]; }";
    x.expected = [=](const u64* in, u64* out) {
        for (int k = 0; k < count; ++k)
            out[k] = part(in[count - 1 - k], 0, t);
    };
    x.random = 256;
    forms.forms.push_back(x);
    // Element by element, and some of a load's results not wanted.
    x.name += " order";
    x.results = {t.k, t.k};
    x.text = begin + at.prepare + "st" + at.space + v + "." + t.name + " [%p+16], {" + stores + "}; ld" + at.space +
             "." + t.name + " %d0, [%p+" + std::to_string(16 + t.bits / 8 * (count - 1)) + "]; ld" + at.space + v +
             "." + t.name + (count == 2 ? " {_, %d1}" : " {_, %d1, _, _}") + ", [%p+16]; }";
    x.expected = [=](const u64* in, u64* out) {
        out[0] = part(in[0], 0, t);
        out[1] = part(in[count - 2], 0, t);
    };
    forms.forms.push_back(x);
}

} // namespace

OPCODE_FORMS(memory_types)
{
    for (const place& at : places)
        for (const memory_type& t : all_types)
            for (int bits : {16, 32, 64})
                if (bits >= t.bits && !(std::string(t.name)[0] == 'f' && bits > t.bits)) {
                    add_load(forms, at, t, "", bits);
                    add_store(forms, at, t, "", bits);
                }
}

OPCODE_FORMS(memory_vectors)
{
    for (const place& at : places)
        for (const memory_type& t : all_types)
            for (int count : {2, 4})
                add_vectors(forms, at, t, count);
}

// They change where a value is kept and in which order others see it, never what one thread reads back.
OPCODE_FORMS(memory_operators)
{
    const memory_type b32 = all_types[6], s8 = all_types[2], b64 = all_types[10];
    for (const memory_type& t : {b32, s8, b64}) {
        for (const place* at : {&places[0], &places[3]}) {
            const int n = t.bits == 8 ? 32 : t.bits;
            // The space follows these in ld.volatile and ld.relaxed.scope, too.
            for (const char* m : {".weak", ".volatile", ".relaxed.cta", ".relaxed.gpu", ".relaxed.sys", ".acquire.cta",
                                  ".acquire.gpu", ".acquire.sys", ".mmio.relaxed.sys"})
                add_load(forms, *at, t, m, n);
            for (const char* m : {".weak", ".volatile", ".relaxed.cta", ".relaxed.gpu", ".relaxed.sys", ".release.cta",
                                  ".release.gpu", ".release.sys", ".mmio.relaxed.sys"})
                add_store(forms, *at, t, m, n);
            for (const char* m : {".relaxed.cluster", ".acquire.cluster"})
                add_load(forms, *at, t, m, n, 90);
            for (const char* m : {".relaxed.cluster", ".release.cluster"})
                add_store(forms, *at, t, m, n, 90);
        }
        for (const place* at : {&places[1]})
            add_load(forms, *at, t, ".volatile", t.bits == 8 ? 32 : t.bits),
                add_store(forms, *at, t, ".volatile", t.bits == 8 ? 32 : t.bits);
        // Cache operators stand behind the space.
        for (const char* m :
             {".ca", ".cg", ".cs", ".lu", ".cv", ".L1::evict_normal", ".L1::evict_unchanged", ".L1::evict_first",
              ".L1::evict_last", ".L1::no_allocate", ".L2::128B", ".ca.L2::64B", ".L1::evict_last.L2::128B"}) {
            place at = places[0];
            const std::string space = ".global" + std::string(m);
            form x;
            x.name = "ld" + space + "." + t.name;
            x.results = {operand(t.k, t.bits == 8 ? 32 : t.bits)};
            x.sources = {kind::u64};
            x.text = begin + at.prepare + "st.global.b64 [%p+8], %s0; " + x.name + " %d0, [%p+8]; }";
            x.expected = [=](const u64* in, u64* out) { out[0] = part(in[0], 0, t); };
            x.random = 64;
            forms.forms.push_back(x);
        }
        for (const char* m : {".wb", ".cg", ".cs", ".wt", ".L1::evict_normal", ".L1::evict_unchanged",
                              ".L1::evict_first", ".L1::evict_last", ".L1::no_allocate"}) {
            form x;
            x.name = "st.global" + std::string(m) + "." + t.name;
            x.results = {kind::u64};
            x.sources = {operand(t.k, t.bits == 8 ? 32 : t.bits)};
            x.text = begin + places[0].prepare + "st.global.b64 [%p+8], 0; " + x.name +
                     " [%p+8], %s0; ld.global.b64 %d0, [%p+8]; }";
            x.expected = [=](const u64* in, u64* out) {
                out[0] = t.bits == 64 ? in[0] : in[0] & ((u64{1} << t.bits) - 1);
            };
            x.random = 64;
            forms.forms.push_back(x);
        }
        // Read-only data: what the host wrote before the launch.
        for (const char* m : {"ld.global.nc", "ld.global.nc.L1::no_allocate", "ld.global.nc.cs", "ld.global.ca.nc",
                              "ldu.global", "ldu"}) {
            form x;
            x.name = std::string(m) + "." + t.name;
            x.results = {operand(t.k, t.bits == 8 ? 32 : t.bits)};
            x.sources = {kind::u64};
            x.text = x.name + " %d0, [%in];";
            x.expected = [=](const u64* in, u64* out) { out[0] = part(in[0], 0, t); };
            x.random = 64;
            forms.forms.push_back(x);
        }
    }
    // With a policy for the second-level cache, and with a promise that the address is the same everywhere.
    const std::string policy = "{ .reg .b64 %c; createpolicy.fractional.L2::evict_first.b64 %c, 0.5; ";
    forms.add("ld.global.L2::cache_hint.b32", [](u32 a) { return a; })
        .as(policy + "st.global.L2::cache_hint.b32 [%scratch], %s0, %c; "
                     "ld.global.L1::evict_last.L2::cache_hint.L2::256B.b32 %d0, [%scratch], %c; }")
        .needs(80);
    forms.add("ld.global.nc.L2::cache_hint.v2.b32", [](u64 a) { return std::pair<u32, u32>(u32(a), u32(a >> 32)); })
        .as(policy + "ld.global.nc.L2::cache_hint.v2.b32 {%d0, %d1}, [%in], %c; }")
        .needs(80);
    forms.add("ld.global.b32 unified", [](u32 a) { return a; }).as("ld.global.b32 %d0, [%in].unified;");
    forms.add("createpolicy.range.global.L2::evict_last.b64", [](u32 a) { return a; })
        .as("{ .reg .b64 %c; createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %c, [%scratch], 64, 64; "
            "st.global.b32 [%scratch], %s0; ld.global.L2::cache_hint.b32 %d0, [%scratch], %c; }")
        .needs(80);
    forms.add("prefetch", [](u32 a) { return a; })
        .as("prefetch.global.L1 [%in]; prefetch.global.L2 [%in]; prefetch.L1 [%in]; prefetch.L2 [%in]; mov.b32 %d0, "
            "%s0;");
    forms.add("prefetch.global.L2::evict_last", [](u32 a) { return a; })
        .as("prefetch.global.L2::evict_last [%in]; prefetch.global.L2::evict_normal [%in]; mov.b32 %d0, %s0;")
        .needs(80);
    forms.add("prefetchu.L1", [](u32 a) { return a; }).as("prefetchu.L1 [%in]; mov.b32 %d0, %s0;");
    for (const char* fence : {"membar.cta", "membar.gl", "membar.sys", "fence.sc.cta", "fence.sc.gpu", "fence.sc.sys",
                              "fence.acq_rel.cta", "fence.acq_rel.gpu", "fence.acq_rel.sys"})
        forms.add(fence, [](u32 a) { return a; })
            .as(std::string("st.global.b32 [%scratch], %s0; ") + fence + "; ld.global.b32 %d0, [%scratch];")
            .random = 32;
}

// Addresses: a name, a name and an offset, a 32-bit register in shared memory, a negative offset.
OPCODE_FORMS(memory_addresses)
{
    const std::string words = "{ .local .align 8 .b32 own_words[8]; .reg .b64 %p; ";
    forms.add("ld.local name", [](u32 a, u32 b) { return std::pair<u32, u32>(b, a); })
        .as(words + "st.local.b32 [own_words], %s0; st.local.b32 [own_words+28], %s1; ld.local.b32 %d0, "
                    "[own_words+28]; ld.local.b32 %d1, [own_words]; }");
    forms.add("st.local index", [](u32 a, u32 b) { return a % 8 == 3 ? b : 7u; })
        .as(words + "st.local.b32 [own_words+12], 7; .reg .b32 %k; and.b32 %k, %s0, 7; mov.u64 %p, own_words; "
                    "mad.wide.u32 %p, %k, 4, %p; st.local.b32 [%p], %s1; ld.local.b32 %d0, [own_words+12]; }");
    forms.add("ld.shared 32-bit address", [](u32 a) { return a; })
        .as("{ .shared .align 4 .b32 block_words[128]; .reg .b32 %p, %t; mov.u32 %t, %tid.x; mov.u32 %p, block_words; "
            "mad.lo.u32 %p, %t, 4, %p; st.shared.b32 [%p], %s0; ld.shared.b32 %d0, [%p]; }");
    forms.add("ld.global negative offset", [](u64 a) { return a; })
        .as("{ .reg .b64 %p; add.s64 %p, %scratch, 64; st.global.b64 [%scratch+56], %s0; ld.global.b64 %d0, [%p+-8]; "
            "}");
    forms.add("ld.param part", [](u32) { return std::pair<bool, bool>(true, true); })
        .as("{ .reg .b32 %a, %b; .reg .b64 %p; .reg .b16 %h; ld.param.b32 %a, [p_in]; ld.param.b32 %b, [p_in+4]; "
            "mov.b64 %p, {%a, %b}; .reg .b64 %q; ld.param.u64 %q, [p_in]; setp.eq.u64 %d0, %p, %q;\n"
            "    ld.param.u8 %h, [p_in+1]; cvt.u32.u16 %a, %h; shr.u64 %q, %q, 8; cvt.u32.u8 %b, %q; setp.eq.u32 %d1, "
            "%a, %b; }");
    // Initialised variables of the module.
    const char* tables = ".const .align 4 .u32 const_words[8] = {10, 11, 0xffffffff, 13};\n.const .align 8 .f64 "
                         "const_double = 0d3FF8000000000000;\n.const .align 1 .b8 const_bytes[4] = {1, 0x80, 255, 3};\n"
                         ".global .align 4 .u32 global_words[4] = {1, 2, 3, 4};\n.global .align 8 .u64 global_pointer "
                         "= global_words+8;\n.global .align 8 .u64 generic_pointer = generic(global_words)+4;\n"
                         ".const .align 2 .s16 const_shorts[2][2] = {{-1, 2}, {-3, 4}};";
    forms
        .add("ld.const index",
             [](u32 a) {
                 const u32 v[8] = {10, 11, 0xffffffff, 13};
                 return v[a % 8];
             })
        .as("{ .reg .b32 %k; .reg .b64 %p; and.b32 %k, %s0, 7; mov.u64 %p, const_words; mad.wide.u32 %p, %k, 4, %p; "
            "ld.const.u32 %d0, [%p]; }")
        .declares(tables);
    forms
        .add("ld.const types",
             [](u32) { return std::tuple<u32, f64, s16, u16, s16>(11, {0x3ff8000000000000}, -128, 255, -3); })
        .as("ld.const.u32 %d0, [const_words+4]; ld.const.f64 %d1, [const_double]; ld.const.s8 %d2, [const_bytes+1]; "
            "ld.const.u8 %d3, [const_bytes+2]; ld.const.s16 %d4, [const_shorts+4];")
        .declares(tables);
    forms.add("ld.const vector", [](u32) { return std::tuple<u32, u32, u32, u32>(10, 11, 0xffffffff, 13); })
        .as("ld.const.v4.u32 {%d0, %d1, %d2, %d3}, [const_wide];")
        .declares(".const .align 16 .u32 const_wide[4] = {10, 11, -1, 13};");
    forms.add("ld.generic const", [](u32) { return 11u; })
        .as("{ .reg .b64 %p; mov.u64 %p, const_words; cvta.const.u64 %p, %p; ld.u32 %d0, [%p+4]; }")
        .declares(tables);
    forms.add("ld.global pointer", [](u32) { return std::pair<u32, u32>(3, 2); })
        .as("{ .reg .b64 %p; ld.global.u64 %p, [global_pointer]; ld.global.u32 %d0, [%p]; ld.global.u64 %p, "
            "[generic_pointer]; ld.u32 %d1, [%p]; }")
        .declares(tables);
    // A 128-bit register.
    forms.add("ld.b128", [](u64 a, u64 b) { return std::pair<u64, u64>(a, b); })
        .needs(75)
        .as("{ .reg .b128 %q; mov.b128 %q, {%s0, %s1}; st.global.b128 [%scratch], %q; .reg .b128 %r; ld.global.b128 "
            "%r, [%scratch]; mov.b128 {%d0, %d1}, %r; }");
    forms.forms.back().architecture = 90;
}

OPCODE_FORMS(memory_spaces)
{
    const char* const spaces[] = {"global", "shared", "local", "const", "param"};
    const struct {
        const char* name;
        std::string prepare;
    } objects[] = {
        {"global", "mov.b64 %p, %scratch; "},
        {"shared", ".shared .align 8 .b64 block_word; st.shared.b64 [block_word], 1; mov.u64 %p, block_word; "
                   "cvta.shared.u64 %p, %p; "},
        {"local",
         ".local .align 8 .b64 own_word; st.local.b64 [own_word], 1; mov.u64 %p, own_word; cvta.local.u64 %p, %p; "}};
    for (auto& o : objects)
        for (const char* s : spaces) {
            const std::string name = std::string("isspacep.") + s;
            if (std::string(s) == "param" || (std::string(s) == "const" && std::string(o.name) == "global")) continue;
            form& f = forms.add(name + " of " + o.name, [r = std::string(s) == o.name](u32) { return r; })
                          .as(begin + o.prepare + name + " %d0, %p; }");
            f.random = 32;
        }
    for (const char* s : {"shared::cta", "shared::cluster"})
        for (auto& o : objects)
            forms
                .add(std::string("isspacep.") + s + " of " + o.name,
                     [r = std::string(o.name) == "shared"](u32) { return r; })
                .as(begin + o.prepare + "isspacep." + s + " %d0, %p; }")
                .needs(90)
                .random = 32;
    for (const char* s : {"param", "param::entry"})
        forms.add(std::string("isspacep.") + s, [](u32) { return std::pair<bool, bool>(false, true); })
            .as("{ .reg .b64 %p; isspacep." + std::string(s) +
                " %d0, %scratch; mov.b64 %p, p_in; cvta.param.u64 %p, %p; isspacep." + s + " %d1, %p; }")
            .needs(75)
            .random = 32;
    forms.add("isspacep.const of const", [](u32) { return true; })
        .as("{ .reg .b64 %p; mov.u64 %p, const_one; cvta.const.u64 %p, %p; isspacep.const %d0, %p; }")
        .declares(".const .align 4 .u32 const_one = 1;");
    forms.add("cvta.param", [](u32) { return true; })
        .as("{ .reg .b64 %p, %q; mov.b64 %p, p_in; cvta.param.u64 %p, %p; ld.u64 %q, [%p]; ld.param.u64 %p, [p_in]; "
            "setp.eq.u64 %d0, %p, %q; }");
    // A shared address that went through a register twice; a local one must be the thread's own.
    forms.add_block(
        "cvta.local of another", {kind::u32}, {kind::u32},
        "{ .local .align 4 .b32 own_word; .reg .b64 %p; st.local.b32 [own_word], %s0; mov.u64 %p, own_word; "
        "cvta.local.u64 %p, %p; bar.sync 0; st.b32 [%p], %thread; ld.local.b32 %d0, [own_word]; }",
        [](const std::vector<row>& in, std::vector<row>& out, unsigned block) {
            for (std::size_t k = 0; k < in.size(); ++k)
                out[k][0] = block * in.size() + k;
        });
}
