// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/lost_calls.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace scanner {
namespace {

std::string words_for(const std::string& direction)
{
    if (direction == "to-device") return "copy to the device";
    if (direction == "to-host") return "copy to the host";
    if (direction == "in-device") return "copy within the device";
    if (direction == "in-host") return "copy within the host";
    return "memset";
}

std::vector<const recorded_copy*> of_direction(const recorded_run& run, const std::string& direction)
{
    std::vector<const recorded_copy*> out;
    for (const recorded_copy& c : run.copies)
        if (c.direction == direction && c.bytes) out.push_back(&c);
    return out;
}

using content = std::tuple<std::uint64_t, hash_value>; // size, and hash or value
content content_of(const recorded_copy& c) { return {c.bytes, c.hash}; }

// The element type of what the kernels wrote last to an allocation, before so many launches.
std::string type_of(const recorded_run& run, const recorded_copy& c)
{
    std::string type;
    for (std::size_t k = 0; k < run.launches.size() && k < c.launches_before; ++k)
        for (const recorded_write& w : run.launches[k].writes)
            if (w.allocation == c.from && !w.type.empty()) type = w.type;
    return type.find(',') == type.npos ? type : "";
}

lost_call missing(bool by_new, const recorded_copy& c)
{
    lost_call out;
    out.by_new = by_new;
    out.what = words_for(c.direction) + " of " + std::to_string(c.bytes) + " bytes";
    out.when = c.launches_before ? "behind launch " + std::to_string(c.launches_before) : "before the first launch";
    if (!c.call.empty()) out.what = c.call + ": " + out.what;
    out.place = c.place;
    return out;
}

// Copies with the same content in any order; what is left is paired by size.
void compare_direction(comparison& all, const recorded_run& o, const recorded_run& n, const std::string& direction)
{
    std::vector<const recorded_copy*> olds = of_direction(o, direction), news = of_direction(n, direction);
    const bool to_host = direction == "to-host";
    if (to_host) {
        all.copies_to_host = std::max(olds.size(), news.size());
        for (const recorded_copy* c : olds)
            all.bytes_to_host += c->bytes;
    }
    std::multimap<content, const recorded_copy*> left;
    for (const recorded_copy* c : news)
        left.insert({content_of(*c), c});
    const auto take = [&](const content& key) {
        const auto at = left.find(key);
        if (at == left.end()) return false;
        left.erase(at);
        return true;
    };
    olds.erase(std::remove_if(olds.begin(), olds.end(), [&](const auto* c) { return take(content_of(*c)); }),
               olds.end());
    news.erase(std::remove_if(news.begin(), news.end(),
                              [&](const auto* c) {
                                  return std::none_of(left.begin(), left.end(),
                                                      [&](const auto& x) { return x.second == c; });
                              }),
               news.end());
    for (auto a = olds.begin(); a != olds.end();) {
        const auto b = std::find_if(news.begin(), news.end(), [&](const auto* c) { return c->bytes == (*a)->bytes; });
        if (b == news.end()) {
            ++a;
            continue;
        }
        if (to_host) {
            all.copies.push_back({*a, *b, {}, type_of(o, **a), verdict::differs});
        } else if (direction == "to-device" || direction == "set") {
            lost_call other = missing(true, **a);
            other.what += direction == "set" ? " to " + std::to_string((*a)->hash) + ": the new program sets " +
                                                   std::to_string((*b)->hash)
                                             : ": the new program copies other bytes";
            all.lost.push_back(other);
        }
        news.erase(b);
        a = olds.erase(a);
    }
    // An additional copy or memset shows where it matters, in the kernels.
    for (const recorded_copy* c : olds) {
        all.lost.push_back(missing(true, *c));
        all.lost.back().counts = direction != "in-host" && direction != "in-device";
    }
    for (const recorded_copy* c : news) {
        all.lost.push_back(missing(false, *c));
        all.lost.back().counts = to_host;
    }
}

struct left_over {
    std::uint64_t made = 0, left = 0;
    std::string first_left, place;
};

std::map<std::string, left_over> objects_of(const recorded_run& run)
{
    std::map<std::string, left_over> out;
    const auto add = [&](const std::string& kind, const std::string& call, const std::string& place, bool gone) {
        left_over& x = out[kind];
        ++x.made;
        if (gone) return;
        if (!x.left++) x.first_left = call, x.place = place;
    };
    for (const auto& [number, o] : run.objects)
        add(o.kind + " object", o.call, o.place, o.destroyed);
    for (const auto& [number, a] : run.allocations)
        if (!a.call.empty()) add("allocation", a.call, a.place, a.freed);
    return out;
}

void compare_objects(comparison& all, const recorded_run& o, const recorded_run& n)
{
    auto olds = objects_of(o), news = objects_of(n);
    for (const auto& [kind, x] : news) {
        const left_over& before = olds[kind];
        if (!x.left) continue;
        lost_call out;
        out.counts = x.left > before.left;
        out.what = std::to_string(x.left) + " of " + std::to_string(x.made) + " " + kind + (x.made == 1 ? "" : "s") +
                   " not destroyed at the end" +
                   (out.counts              ? ""
                    : x.left == before.left ? ", as in the old program"
                                            : "; in the old program " + std::to_string(before.left)) +
                   "; the first is made by " + x.first_left;
        out.place = x.place;
        all.lost.push_back(out);
    }
    for (const std::string& name : n.still_bound) {
        const bool also_old = std::find(o.still_bound.begin(), o.still_bound.end(), name) != o.still_bound.end();
        lost_call out;
        out.what = name + " is still bound at the end" + (also_old ? "; in the old program, too" : "");
        out.counts = !also_old;
        all.lost.push_back(out);
    }
}

// The report lists calls at one place of the program, as in a loop, once.
void merge(std::vector<lost_call>& all)
{
    std::vector<lost_call> out;
    for (const lost_call& l : all) {
        const auto at = std::find_if(out.begin(), out.end(), [&](const lost_call& x) {
            return x.by_new == l.by_new && x.what == l.what && x.place == l.place && x.counts == l.counts;
        });
        if (at == out.end()) {
            out.push_back(l);
        } else {
            ++at->times;
        }
    }
    all = std::move(out);
}

} // namespace

void compare_calls(comparison& all, const recorded_run& o, const recorded_run& n)
{
    for (const char* direction : {"to-device", "to-host", "in-device", "in-host", "set"}) {
        compare_direction(all, o, n, direction);
        traffic t;
        t.direction = words_for(direction);
        for (const recorded_copy* c : of_direction(o, direction))
            ++t.old_calls, t.old_bytes += c->bytes;
        for (const recorded_copy* c : of_direction(n, direction))
            ++t.new_calls, t.new_bytes += c->bytes;
        if (t.old_calls || t.new_calls) all.moved.push_back(t);
    }
    compare_objects(all, o, n);
    merge(all.lost);
}

} // namespace scanner
