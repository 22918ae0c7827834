// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/kept.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <tuple>

namespace scanner {
namespace {

constexpr std::size_t chunk_bytes = 32 * 1024;

struct kept_fetch {
    std::uint64_t block = 0, texture = 0;
    std::uint32_t thread = 0, step = 0, line = 0, form = 0;
    std::uint32_t at[3] = {};
    std::uint32_t layer = 0;
    std::uint32_t value[4] = {};
};
static_assert(sizeof(kept_fetch) == 64 && sizeof(kept_writer) == 32);

template <class T>
std::vector<T> read_all(const recorded_run& run, std::size_t process, std::uint64_t at, std::uint64_t count)
{
    const std::vector<unsigned char> bytes = run.bytes_at(process, at, count * sizeof(T));
    std::vector<T> out(bytes.size() / sizeof(T));
    if (!out.empty()) std::memcpy(static_cast<void*>(out.data()), bytes.data(), out.size() * sizeof(T));
    return out;
}

std::string place_text(std::uint64_t n, const std::array<std::uint32_t, 3>& size)
{
    const std::uint64_t x = std::max(size[0], 1u), y = std::max(size[1], 1u);
    return "(" + std::to_string(n % x) + "," + std::to_string(n / x % y) + "," + std::to_string(n / x / y) + ")";
}

const kept_writer* writer_of(const chunk_content& c, std::size_t offset)
{
    const std::size_t k = offset / c.element;
    return k < c.writers.size() && c.writers[k].site ? &c.writers[k] : nullptr;
}

recorded_site site_of(const chunk_content& c, const kept_writer& w)
{
    const auto site = c.run->sites.find(static_cast<unsigned>(c.launch->process * identities_of_a_process + w.site));
    return site == c.run->sites.end() ? recorded_site{} : site->second;
}

std::string type_at(const chunk_content& c, std::size_t offset)
{
    const kept_writer* const w = c.run ? writer_of(c, offset) : nullptr;
    return w ? site_of(c, *w).type : "";
}

store_place store_at(const chunk_content& c, std::size_t offset)
{
    store_place out;
    const kept_writer* const w = c.run ? writer_of(c, offset) : nullptr;
    if (!w) return out;
    out.known = true;
    out.block = place_text(w->block, c.launch->grid);
    out.thread = place_text(w->thread, c.launch->block);
    out.source = site_of(c, *w).source;
    return out;
}

std::string coordinates(const kept_fetch& f)
{
    std::string out;
    for (std::uint32_t k = 0; k < std::min(f.form & 15, 3u); ++k) {
        const std::uint32_t bits = f.at[k];
        char text[32];
        float real = 0;
        std::memcpy(&real, &bits, sizeof real);
        if (f.form & 16) {
            std::snprintf(text, sizeof text, "%d", static_cast<std::int32_t>(bits));
        } else {
            std::snprintf(text, sizeof text, "%.9g", double(real));
        }
        out += (out.empty() ? "(" : ", ") + std::string(text);
    }
    return out + ")";
}

std::string fetched_text(const kept_fetch& f, const std::string& description)
{
    // Integers are read as such where the format is one and fractions are not asked for.
    const bool integers =
        description.find(", f") == std::string::npos && description.find("fractions") == std::string::npos;
    const std::string type = !integers ? "f32" : description.find(", s") != std::string::npos ? "s32" : "u32";
    return value_text(type, reinterpret_cast<const unsigned char*>(&f.value[0]), 4);
}

} // namespace

chunk_content read_chunk(const recorded_run& run, const recorded_launch& l, unsigned allocation, std::size_t index)
{
    chunk_content out;
    for (const kept_chunk& k : l.kept) {
        if (k.allocation != allocation || k.index != index) continue;
        const std::vector<unsigned char> all = run.bytes_at(l.process, k.at, 3 * k.bytes);
        if (all.size() != 3 * k.bytes) break;
        const auto part = [&](std::size_t n) {
            const auto from = all.begin() + static_cast<std::ptrdiff_t>(n * k.bytes);
            return std::vector<unsigned char>(from, from + static_cast<std::ptrdiff_t>(k.bytes));
        };
        out.run = &run;
        out.launch = &l;
        out.element = k.element;
        out.mask = part(0);
        out.before = part(1);
        out.after = part(2);
        out.writers = read_all<kept_writer>(run, l.process, k.writers_at, k.writers);
        break;
    }
    return out;
}

void element_comparer::add(const chunk_content& x, const chunk_content& y, std::size_t index, const std::string& type)
{
    // A side that changed nothing in the chunk was not asked for it.
    const std::size_t size = std::max(x.after.size(), y.after.size());
    if (!x.after.empty() && !y.after.empty() && x.after.size() != y.after.size()) {
        ++out_.compared, ++out_.differing;
        all_are_order_ = false;
        return;
    }
    std::size_t element = size;
    for (const chunk_content* c : {&x, &y})
        if (!c->after.empty()) element = std::min(element, c->element);
    const chunk_content& any = x.after.empty() ? y : x;
    for (std::size_t at = 0, bytes = 0; at < size; at += bytes) {
        std::string one = type_at(y, at);
        if (one.empty()) one = type_at(x, at);
        // A GPU does not say who wrote.
        if (one.empty() && type.find(',') == type.npos) one = type;
        // Stores of several types have the smallest one's size; the writer's own says more.
        const std::size_t own = bytes_of_type(one);
        bytes = std::min(own > element && at % own == 0 ? own : element, size - at);
        const auto changed = [&](const chunk_content& c) {
            return !c.mask.empty() && std::memchr(c.mask.data() + at, 1, bytes) != nullptr;
        };
        if (!changed(x) && !changed(y)) continue;
        pair p;
        p.a = (x.after.empty() ? any.before : x.after).data() + at;
        p.b = (y.after.empty() ? any.before : y.after).data() + at;
        p.bytes = bytes;
        p.place = index * chunk_bytes + at;
        p.type = one;
        p.old_chunk = &x;
        p.new_chunk = &y;
        p.offset = at;
        compare(p);
    }
}

void element_comparer::add_plain(const std::vector<unsigned char>& a, const std::vector<unsigned char>& b,
                                 const std::string& type)
{
    const std::size_t known = bytes_of_type(type), element = known ? known : 4;
    for (std::size_t at = 0; at < a.size(); at += element)
        compare({a.data() + at, b.data() + at, std::min(element, a.size() - at), at, type});
}

bool element_comparer::is_order_of_additions(const pair& p)
{
    if (!p.old_chunk || !p.new_chunk || p.old_chunk->after.empty() || p.new_chunk->after.empty()) return false;
    const kept_writer *const a = writer_of(*p.old_chunk, p.offset), *const b = writer_of(*p.new_chunk, p.offset);
    if (!a || !b || a->stores || b->stores || !a->additions || a->additions != b->additions || a->addends != b->addends)
        return false;
    return !std::memcmp(p.old_chunk->before.data() + p.offset, p.new_chunk->before.data() + p.offset, p.bytes);
}

void element_comparer::compare(const pair& p)
{
    ++out_.compared;
    if (!std::memcmp(p.a, p.b, p.bytes)) return;
    const std::optional<std::uint64_t> ulp = ulp_distance(p.type, p.a, p.b, p.bytes);
    const auto allowed = allowed_.find(p.type);
    const bool order = is_order_of_additions(p);
    if (!order && ulp && allowed != allowed_.end() && *ulp <= allowed->second) {
        ++out_.allowed;
        out_.most_ulp = std::max(out_.most_ulp.value_or(0), *ulp);
        return;
    }
    if (ulp) out_.most_ulp = std::max(out_.most_ulp.value_or(0), *ulp);
    // A difference that the order explains is shown only where there is no other.
    const bool is_first = !out_.differing || (all_are_order_ && !order);
    ++out_.differing;
    all_are_order_ &= order;
    if (order) out_.additions += writer_of(*p.old_chunk, p.offset)->additions;
    if (!is_first) return;
    out_.first = p.place;
    out_.type = p.type;
    out_.element = p.bytes;
    out_.old_value = value_text(p.type, p.a, p.bytes);
    out_.new_value = value_text(p.type, p.b, p.bytes);
    out_.ulp = ulp;
    if (p.old_chunk) out_.old_store = store_at(*p.old_chunk, p.offset);
    if (p.new_chunk) out_.new_store = store_at(*p.new_chunk, p.offset);
}

element_difference element_comparer::result(const std::string& type) const
{
    element_difference out = out_;
    if (out.type.empty() && type.find(',') == type.npos) out.type = type;
    out.only_order = out.differing && all_are_order_;
    return out;
}

verdict element_comparer::is() const
{
    if (out_.differing) return all_are_order_ ? verdict::order_of_atomics : verdict::differs;
    return out_.allowed ? verdict::within_tolerance : verdict::same;
}

fetch_difference compare_fetches(const recorded_run& o, const recorded_launch& a, const recorded_texture& of_old,
                                 const recorded_run& n, const recorded_launch& b, const recorded_texture& of_new)
{
    using key = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>; // block, thread, which of its fetches
    const auto by_thread = [](const recorded_run& run, const recorded_launch& l, std::uint64_t texture) {
        std::map<key, kept_fetch> out;
        std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> counts;
        for (const kept_fetch& f : read_all<kept_fetch>(run, l.process, l.fetches_at, l.fetches))
            if (f.texture == texture) out[{f.block, f.thread, counts[{f.block, f.thread}]++}] = f;
        return out;
    };
    fetch_difference out;
    out.left_out = std::max(a.fetches_left_out, b.fetches_left_out);
    // Handles may be others in the second run: the textures stand in the same order.
    const auto news = by_thread(n, b, of_new.handle);
    for (const auto& [at, x] : by_thread(o, a, of_old.handle)) {
        const auto y = news.find(at);
        if (y == news.end()) continue;
        ++out.compared;
        if (!std::memcmp(x.value, y->second.value, sizeof x.value)) continue;
        if (out.differing++) continue;
        out.block = place_text(x.block, a.grid);
        out.thread = place_text(x.thread, a.block);
        out.old_place = coordinates(x);
        out.new_place = coordinates(y->second);
        out.old_value = fetched_text(x, of_old.description);
        out.new_value = fetched_text(y->second, of_new.description);
    }
    return out;
}

} // namespace scanner
