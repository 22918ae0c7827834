// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pieces of text that all forms of the report share.
#include "verify/report.hpp"

#include <algorithm>

namespace scanner {
namespace {

std::string counted(std::uint64_t n, const char* what)
{
    std::string one = what;
    if (n != 1 && one.back() == 'y') return std::to_string(n) + " " + one.replace(one.size() - 1, 1, "ies");
    const bool hisses = one.size() > 2 && one.compare(one.size() - 2, 2, "ch") == 0;
    return std::to_string(n) + " " + one + (n == 1 ? "" : hisses ? "es" : "s");
}

void tell_memory(std::vector<std::string>& out, const memory_comparison& m)
{
    if (m.is == verdict::same) return;
    if (!m.new_write || !m.old_write) {
        const recorded_write& w = m.old_write ? *m.old_write : *m.new_write;
        out.push_back(m.name + ": only the " + (m.old_write ? "old" : "new") + " kernel changes it, " +
                      counted(w.bytes, "byte"));
    }
    if (m.has_other_size()) {
        out.push_back(m.name + ": " + counted(m.old_size, "byte") + " in the old program, " +
                      counted(m.new_size, "byte") + " in the new one: not compared element by element");
        return;
    }
    if (!m.elements) {
        out.push_back(m.name + ": " + counted(m.chunks.size(), "part") + " of 32 KiB differ; not looked into");
        return;
    }
    const element_difference& e = *m.elements;
    out.push_back(m.name + ": " + amount_text(e));
    if (!e.differing) return;
    out.push_back("  first at byte " + std::to_string(e.first) + ": " + values_text(e));
    if (e.old_store.known) out.push_back("  old store: " + store_text(e.old_store));
    if (e.new_store.known) out.push_back("  new store: " + store_text(e.new_store));
}

void tell_texture(std::vector<std::string>& out, const texture_comparison& t, std::size_t number)
{
    const std::string name = "texture " + std::to_string(number);
    if (!t.old_texture || !t.new_texture) {
        const recorded_texture& one = t.old_texture ? *t.old_texture : *t.new_texture;
        out.push_back(name + ": only the " + (t.old_texture ? "old" : "new") + " kernel reads it (" + one.description +
                      ")");
        return;
    }
    if (t.old_texture->description != t.new_texture->description) {
        out.push_back(name + " of the old kernel: " + t.old_texture->description);
        out.push_back(name + " of the new kernel: " + t.new_texture->description);
    }
    if (t.old_texture->state != t.new_texture->state) out.push_back(name + ": its texels differ before the launch");
    if (t.same_values) return;
    if (t.old_texture->fetches != t.new_texture->fetches)
        out.push_back(name + ": old " + counted(t.old_texture->fetches, "fetch") + ", new " +
                      counted(t.new_texture->fetches, "fetch"));
    if (!t.fetches || !t.fetches->differing) return;
    const fetch_difference& f = *t.fetches;
    out.push_back(name + ": " + std::to_string(f.differing) + " of " + counted(f.compared, "value") + " differ" +
                  (f.left_out ? " (of the first ones)" : ""));
    out.push_back("  first in block " + f.block + ", thread " + f.thread + ": old " + f.old_value + " at " +
                  f.old_place + ", new " + f.new_value + " at " + f.new_place);
}

std::string dimensions_text(const std::array<std::uint32_t, 3>& d)
{
    return std::to_string(d[0]) + "," + std::to_string(d[1]) + "," + std::to_string(d[2]);
}

} // namespace

verdict report::is() const
{
    const verdict of_kernels = has_records ? evidence.is() : verdict::same;
    return printed.empty() ? of_kernels : verdict::differs;
}

const char* word(verdict v)
{
    switch (v) {
    case verdict::same:
        return "identical";
    case verdict::order_of_atomics:
        return "order of additions";
    case verdict::within_tolerance:
        return "within the tolerance";
    default:
        return "differs";
    }
}

std::string verdict_line(const report& r)
{
    switch (r.is()) {
    case verdict::same:
        return "the same: " + r.printed_same;
    case verdict::order_of_atomics:
        return "the same but for the order of atomic additions: " + r.printed_same;
    case verdict::within_tolerance:
        return "the same within the tolerance: " + r.printed_same;
    default:
        break;
    }
    std::string begins;
    for (const kernel_comparison& k : r.evidence.kernels)
        if (const launch_comparison* const l = k.first_difference(); l && l->same_inputs && k.is() == verdict::differs)
            begins += (begins.empty() ? "" : ", ") + kernel_name(k);
    return "not the same" + (begins.empty() ? "" : "; a difference begins in " + begins);
}

std::string amount_text(const element_difference& e)
{
    const std::string type = name_of_type(e.type);
    const std::string of = " of " + counted(e.compared, "element") + " (" +
                           (type == "bits" ? std::to_string(e.element) + " bytes" : type) + ")";
    if (!e.differing) return std::to_string(e.allowed) + of + " differ within the tolerance";
    if (e.only_order)
        return std::to_string(e.differing) + of +
               " differ only in the order of atomic additions: both sides add the same " +
               counted(e.additions, "number") + " to the same start";
    return std::string(e.complete ? "" : "at least ") + std::to_string(e.differing) + of + " differ" +
           (e.differing == 1 ? "s" : "") +
           (e.allowed ? "; " + std::to_string(e.allowed) + " more within the tolerance" : "");
}

std::string values_text(const element_difference& e)
{
    std::string out = "old " + e.old_value + ", new " + e.new_value;
    if (e.ulp) out += " (" + std::to_string(*e.ulp) + " ulp";
    if (e.ulp && e.most_ulp && *e.most_ulp != *e.ulp) out += "; at most " + std::to_string(*e.most_ulp);
    return out + (e.ulp ? ")" : "");
}

std::string store_text(const store_place& s) { return "block " + s.block + ", thread " + s.thread + ", " + s.source; }

std::string kernel_name(const kernel_comparison& k)
{
    return k.old_name == k.new_name ? k.old_name : k.old_name + " -> " + k.new_name;
}

std::string kernel_amount(const kernel_comparison& k, bool compares_launches)
{
    const auto other = static_cast<std::size_t>(std::count_if(
        k.launches.begin(), k.launches.end(), [](const launch_comparison& l) { return l.is != verdict::same; }));
    if (!other) return compares_launches ? word(verdict::same) : "not compared";
    return std::string(word(k.is())) + " in " + std::to_string(other) + " of " + counted(k.launches.size(), "launch");
}

std::string launch_text(const recorded_launch& l)
{
    return (l.process ? "process " + std::to_string(l.process + 1) + ", " : "") + "launch " + std::to_string(l.number) +
           ", " + l.name + "<<<(" + dimensions_text(l.grid) + "),(" + dimensions_text(l.block) + ")>>>";
}

std::string lost_text(const lost_call& l)
{
    return l.what + (l.when.empty() ? "" : ", " + l.when) +
           (l.times > 1 ? " and " + counted(l.times - 1, "time") + " more" : "") +
           (l.place.empty() ? "" : ", at " + l.place);
}

std::vector<std::string> details_of(const kernel_comparison& k, bool sees_textures)
{
    const std::string inputs = sees_textures ? "its pointers, textures and variables" : "its pointers and variables";
    std::vector<std::string> out;
    const launch_comparison* const l = k.first_difference();
    if (!l) return out;
    out.push_back("old " + launch_text(*l->old_launch) + "; new " + launch_text(*l->new_launch));
    out.push_back(l->same_inputs ? inputs + " hold the same before it: the difference begins here" +
                                       (sees_textures ? "" : ", or in a texture, which a GPU does not show")
                                 : "some of " + inputs + " hold other bytes before it: the difference came with them");
    out.insert(out.end(), l->other_inputs.begin(), l->other_inputs.end());
    for (const auto* side : {l->old_launch, l->new_launch})
        if (!side->error.empty())
            out.push_back(std::string(side == l->old_launch ? "old" : "new") +
                          " launch ended in an error: " + side->error);
    for (const memory_comparison& m : l->memory)
        tell_memory(out, m);
    for (std::size_t n = 0; n < l->textures.size(); ++n)
        tell_texture(out, l->textures[n], n + 1);
    return out;
}

std::string group_text(const group_comparison& g)
{
    const auto list = [](const std::vector<const recorded_launch*>& launches) {
        std::string out;
        for (std::size_t k = 0; k < launches.size() && k < 4; ++k)
            out += (k ? ", " : "") + launches[k]->name;
        return out + (launches.size() > 4 ? " and " + std::to_string(launches.size() - 4) + " more" : "");
    };
    return list(g.old_launches) + " -> " + list(g.new_launches) +
           (g.same ? ": together they leave the same bytes" : ": together they leave other bytes");
}

std::string copies_text(const comparison& c)
{
    return counted(c.copies_to_host, "copy") + ", " + counted(c.bytes_to_host, "byte") + " in the old program: " +
           (c.copies.empty() ? "identical where both have them" : counted(c.copies.size(), "copy") + " differ");
}

std::string copy_text(const copy_comparison& c)
{
    std::string out = c.old_copy->call + " of " + std::to_string(c.old_copy->bytes) + " bytes to the host, copy " +
                      std::to_string(c.old_copy->number) + " (new: copy " + std::to_string(c.new_copy->number) + ")";
    constexpr std::uint64_t most_kept = std::uint64_t{16} << 20; // by a second run
    if (c.elements) out += ": " + amount_text(*c.elements);
    if (!c.elements)
        out += c.old_copy->bytes > most_kept ? ": other bytes; not looked into, for it has more than 16 MiB"
                                             : ": other bytes";
    if (c.elements && c.elements->differing)
        out += ", first at byte " + std::to_string(c.elements->first) + ": " + values_text(*c.elements);
    return out + (c.is == verdict::order_of_atomics ? "; only the order of atomic additions differs" : "");
}

} // namespace scanner
