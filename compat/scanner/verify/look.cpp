// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/look.hpp"

#include "verify/kept.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace scanner {
namespace {

// Limits of what is kept: launches of one kernel, chunks of one allocation.
constexpr std::size_t most_launches = 8, most_chunks = 256, most_copies = 64;

using launches_to_look = std::vector<launch_comparison*>;

// The first launches of a kernel that differ, those with the same inputs first.
launches_to_look to_look_into(kernel_comparison& k)
{
    launches_to_look out;
    for (const bool same_inputs : {true, false})
        for (launch_comparison& l : k.launches)
            if (l.is != verdict::same && l.same_inputs == same_inputs && out.size() < most_launches) out.push_back(&l);
    return out;
}

bool textures_differ(const launch_comparison& l)
{
    return std::any_of(l.textures.begin(), l.textures.end(),
                       [](const texture_comparison& t) { return t.old_texture && t.new_texture && !t.same_values; });
}

bool same_pointers(const recorded_launch& a, const recorded_launch& b)
{
    const auto all = [](const recorded_launch& l) {
        std::vector<std::pair<unsigned, std::uint64_t>> out;
        for (const recorded_argument& x : l.arguments)
            for (const recorded_pointer& p : x.pointers)
                out.push_back({p.allocation, p.offset});
        return out;
    };
    return all(a) == all(b);
}

// The launch in the second run. Null if another launch has its number there: several host threads launch in no fixed
// order.
const recorded_launch* again(const recorded_run& run, const recorded_launch* l)
{
    const auto at = std::find_if(run.launches.begin(), run.launches.end(), [&](const recorded_launch& x) {
        return x.process == l->process && x.number == l->number;
    });
    if (at == run.launches.end() || at->full_name != l->full_name) return nullptr;
    return at->grid == l->grid && at->block == l->block && same_pointers(*at, *l) ? &*at : nullptr;
}

void look_into_memory(memory_comparison& m, const recorded_launch& a, const recorded_launch& b, const recorded_run& o,
                      const recorded_run& n, const tolerances& allowed)
{
    if (m.has_other_size()) return;
    element_comparer compare(allowed);
    const recorded_write* const w = m.new_write ? m.new_write : m.old_write;
    std::size_t looked = 0;
    // A side without a write has the allocation of the same name, which is not known here: its chunk counts as
    // unchanged.
    for (const std::size_t index : m.chunks) {
        const unsigned of_old = m.old_write ? m.old_write->allocation : 0,
                       of_new = m.new_write ? m.new_write->allocation : 0;
        const chunk_content x = read_chunk(o, a, of_old, index), y = read_chunk(n, b, of_new, index);
        if (x.after.empty() && y.after.empty()) continue;
        ++looked;
        compare.add(x, y, index, w->type);
    }
    if (!looked) return;
    m.elements = compare.result(w->type);
    m.elements->complete = looked == m.chunks.size();
    m.is = compare.is();
    if (!m.elements->complete && m.is == verdict::same) m.is = verdict::differs;
    if (!m.elements->complete && !m.elements->differing) m.elements.reset();
}

// False: the second runs have not got the launch.
bool look_into_launch(launch_comparison& l, const recorded_run& o, const recorded_run& n, const tolerances& allowed)
{
    const recorded_launch *const a = again(o, l.old_launch), *const b = again(n, l.new_launch);
    if (!a || !b) return false;
    for (memory_comparison& m : l.memory)
        if (m.is == verdict::differs) look_into_memory(m, *a, *b, o, n, allowed);
    for (texture_comparison& t : l.textures)
        if (t.old_texture && t.new_texture && !t.same_values)
            t.fetches = compare_fetches(o, *a, *t.old_texture, n, *b, *t.new_texture);
    verdict worst = l.old_launch->error == l.new_launch->error ? verdict::same : verdict::differs;
    for (const memory_comparison& m : l.memory)
        worst = std::max(worst, m.is);
    l.is = worst;
    return true;
}

const recorded_copy* again(const recorded_run& run, const recorded_copy* c)
{
    for (const recorded_copy& one : run.copies)
        if (one.direction == c->direction && one.process == c->process && one.number == c->number)
            return one.bytes == c->bytes && one.from == c->from && one.from_offset == c->from_offset ? &one : nullptr;
    return nullptr;
}

// Whether the copied memory was last written by a launch in which only the order of additions differs.
bool only_order_before(const comparison& all, const copy_comparison& c)
{
    const memory_comparison* last = nullptr;
    std::size_t position = 0;
    for (const kernel_comparison& k : all.kernels)
        for (const launch_comparison& l : k.launches)
            for (const memory_comparison& m : l.memory)
                if (m.old_write && m.old_write->allocation == c.old_copy->from && l.old_launch->position >= position &&
                    l.old_launch->position < c.old_copy->launches_before) {
                    last = &m;
                    position = l.old_launch->position;
                }
    return last && last->is == verdict::order_of_atomics;
}

// False: the second runs have not got the copy.
bool look_into_copy(const comparison& all, copy_comparison& c, const recorded_run& o, const recorded_run& n,
                    const tolerances& allowed)
{
    const recorded_copy *const a = again(o, c.old_copy), *const b = again(n, c.new_copy);
    if (!a || !b) return false;
    const std::vector<unsigned char> x = o.bytes_at(a->process, a->kept_at, a->kept),
                                     y = n.bytes_at(b->process, b->kept_at, b->kept);
    if (x.empty() || x.size() != y.size()) return true;
    element_comparer compare(allowed);
    compare.add_plain(x, y, c.type);
    c.elements = compare.result(c.type);
    c.is = compare.is();
    if (c.is == verdict::differs && only_order_before(all, c)) c.is = verdict::order_of_atomics;
    return true;
}

using texts = std::map<std::size_t, std::string>;

void ask_for_chunks(texts& out, const recorded_launch& l, const recorded_write* w, const std::set<std::size_t>& chunks)
{
    if (!w) return;
    const std::uint64_t allocation = w->allocation - l.process * identities_of_a_process;
    std::size_t left = most_chunks;
    for (auto index = chunks.begin(); index != chunks.end() && left > 0; ++index, --left)
        out[l.process] += "chunk " + std::to_string(l.number) + " " + std::to_string(allocation) + " " +
                          std::to_string(*index) + "\n";
}

} // namespace

look_requests requests_for(const comparison& all)
{
    look_requests out;
    for (const kernel_comparison& k : all.kernels)
        for (const launch_comparison* l : to_look_into(const_cast<kernel_comparison&>(k))) {
            for (const memory_comparison& m : l->memory) {
                if (m.is != verdict::differs || m.has_other_size()) continue;
                ask_for_chunks(out.of_old, *l->old_launch, m.old_write, m.chunks);
                ask_for_chunks(out.of_new, *l->new_launch, m.new_write, m.chunks);
            }
            if (!textures_differ(*l)) continue;
            for (const auto& [text, of] :
                 {std::pair(&out.of_old, l->old_launch), std::pair(&out.of_new, l->new_launch)})
                (*text)[of->process] += "fetches " + std::to_string(of->number) + "\n";
        }
    for (std::size_t k = 0; k < all.copies.size() && k < most_copies; ++k)
        for (const auto& [text, of] :
             {std::pair(&out.of_old, all.copies[k].old_copy), std::pair(&out.of_new, all.copies[k].new_copy)})
            (*text)[of->process] += "copy " + std::to_string(of->number) + "\n";
    return out;
}

bool look_into(comparison& all, const recorded_run& o, const recorded_run& n, const tolerances& allowed)
{
    bool is_whole = true;
    for (kernel_comparison& k : all.kernels)
        for (launch_comparison* l : to_look_into(k))
            is_whole &= look_into_launch(*l, o, n, allowed);
    for (copy_comparison& c : all.copies)
        is_whole &= look_into_copy(all, c, o, n, allowed);
    all.copies.erase(std::remove_if(all.copies.begin(), all.copies.end(),
                                    [](const copy_comparison& c) { return c.is == verdict::same; }),
                     all.copies.end());
    return is_whole;
}

} // namespace scanner
