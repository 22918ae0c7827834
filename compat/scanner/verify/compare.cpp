// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/comparison.hpp"
#include "verify/lost_calls.hpp"
#include "verify/match.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace scanner {
namespace {

// How the program knows the memory: by the argument that points to it, or by the variable's name.
std::string name_of(const recorded_run& run, const recorded_launch& l, unsigned allocation)
{
    const auto at = run.allocations.find(allocation);
    if (at != run.allocations.end() && !at->second.name.empty()) return "variable '" + at->second.name + "'";
    for (std::size_t n = 0; n < l.arguments.size(); ++n)
        for (const recorded_pointer& p : l.arguments[n].pointers)
            if (p.allocation == allocation) return "argument " + std::to_string(n);
    return at != run.allocations.end() && at->second.kind == "array" ? "an array" : "memory";
}

std::uint64_t size_of(const recorded_run& run, unsigned allocation)
{
    const auto at = run.allocations.find(allocation);
    return at == run.allocations.end() ? 0 : at->second.bytes;
}

class launch_comparer {
public:
    launch_comparer(const recorded_run& o, const recorded_run& n, const recorded_launch& a, const recorded_launch& b)
        : old_(o)
        , new_(n)
        , a_(a)
        , b_(b)
    {
    }

    launch_comparison run()
    {
        out_.old_launch = &a_;
        out_.new_launch = &b_;
        // A launch that stores what is there already changes nothing, and still leaves a result.
        for (const recorded_write& w : a_.writes)
            olds_.push_back(&w);
        for (const recorded_write& w : b_.writes)
            news_.push_back(&w);
        pair_if([](const recorded_write& x, const recorded_write& y) {
            return x.bytes == y.bytes && x.chunks == y.chunks;
        });
        pair_if([&](const recorded_write& x, const recorded_write& y) {
            return name_of(old_, a_, x.allocation) == name_of(new_, b_, y.allocation) &&
                   size_of(old_, x.allocation) == size_of(new_, y.allocation);
        });
        pair_if([&](const recorded_write& x, const recorded_write& y) {
            return size_of(old_, x.allocation) == size_of(new_, y.allocation);
        });
        pair_if([&](const recorded_write& x, const recorded_write& y) {
            return name_of(old_, a_, x.allocation) == name_of(new_, b_, y.allocation);
        });
        for (const recorded_write* w : olds_)
            add(w, nullptr);
        for (const recorded_write* w : news_)
            add(nullptr, w);
        textures();
        out_.same_inputs = same_inputs();
        compare_values();
        for (const memory_comparison& m : out_.memory)
            out_.is = std::max(out_.is, m.is);
        if (a_.error != b_.error) out_.is = verdict::differs;
        return std::move(out_);
    }

private:
    template <class Condition>
    void pair_if(Condition fits)
    {
        for (auto a = olds_.begin(); a != olds_.end();) {
            const auto b = std::find_if(news_.begin(), news_.end(), [&](const auto* w) { return fits(**a, *w); });
            if (b == news_.end()) {
                ++a;
                continue;
            }
            add(*a, *b);
            news_.erase(b);
            a = olds_.erase(a);
        }
    }

    void add(const recorded_write* a, const recorded_write* b)
    {
        if ((!a || !a->bytes) && (!b || !b->bytes)) return;
        memory_comparison m;
        m.name = a ? name_of(old_, a_, a->allocation) : name_of(new_, b_, b->allocation);
        m.old_write = a;
        m.new_write = b;
        m.old_size = a ? size_of(old_, a->allocation) : 0;
        m.new_size = b ? size_of(new_, b->allocation) : 0;
        out_.bytes += std::max(a ? a->bytes : 0, b ? b->bytes : 0);
        static const std::map<std::size_t, hash_value> none;
        const auto &x = a ? a->chunks : none, &y = b ? b->chunks : none;
        for (const auto& [index, hash] : x)
            if (const auto at = y.find(index); at == y.end() || at->second != hash) m.chunks.insert(index);
        for (const auto& [index, hash] : y)
            if (!x.count(index)) m.chunks.insert(index);
        const bool same_contents =
            a && b && a->after == b->after && size_of(old_, a->allocation) == size_of(new_, b->allocation);
        if (same_contents) m.chunks.clear();
        m.is = m.chunks.empty() ? verdict::same : verdict::differs;
        out_.memory.push_back(std::move(m));
    }

    void textures()
    {
        std::vector<const recorded_texture*> left;
        for (const recorded_texture& t : b_.textures)
            left.push_back(&t);
        for (const recorded_texture& t : a_.textures) {
            auto at = std::find_if(left.begin(), left.end(), [&](const auto* x) { return x->hash == t.hash; });
            if (at == left.end())
                at = std::find_if(left.begin(), left.end(), [&](const auto* x) { return x->state == t.state; });
            if (at == left.end()) at = left.begin();
            texture_comparison c;
            c.old_texture = &t;
            if (at != left.end()) {
                c.new_texture = *at;
                c.same_values = (*at)->hash == t.hash && (*at)->fetches == t.fetches;
                left.erase(at);
            }
            out_.textures.push_back(c);
        }
        for (const recorded_texture* t : left)
            out_.textures.push_back({nullptr, t, false, {}});
    }

    bool same_inputs() const
    {
        const auto inputs = [](const recorded_launch& l) {
            std::multiset<hash_value> all;
            for (const recorded_argument& x : l.arguments)
                for (const recorded_pointer& p : x.pointers)
                    all.insert(p.state);
            std::multiset<hash_value> read;
            for (const recorded_texture& t : l.textures)
                read.insert(t.state);
            return std::pair(all, read);
        };
        return inputs(a_) == inputs(b_);
    }

    void compare_values()
    {
        for (std::size_t n = 0; n < a_.arguments.size() && n < b_.arguments.size(); ++n) {
            const recorded_argument &x = a_.arguments[n], &y = b_.arguments[n];
            if (x.bytes != y.bytes || x.hex == y.hex || x.hex.empty() || y.hex.empty()) continue;
            out_.other_inputs.push_back("argument " + std::to_string(n) + ": old bytes " + x.hex + ", new bytes " +
                                        y.hex);
        }
        std::map<std::string, hash_value> olds;
        for (const auto& [number, state] : a_.variables)
            olds[old_.allocations.at(number).name] = state;
        for (const auto& [number, state] : b_.variables) {
            const std::string& name = new_.allocations.at(number).name;
            const auto at = olds.find(name);
            if (at == olds.end() || at->second == state) continue;
            out_.same_inputs = false;
            out_.other_inputs.push_back("variable '" + name + "' holds other bytes before the launch");
        }
    }

    const recorded_run &old_, &new_;
    const recorded_launch &a_, &b_;
    std::vector<const recorded_write*> olds_, news_;
    launch_comparison out_;
};

// Launches of one pair of kernels, one behind the other.
void add_kernel(comparison& all, launch_comparison one)
{
    const std::string &a = one.old_launch->name, &b = one.new_launch->name;
    auto at = std::find_if(all.kernels.begin(), all.kernels.end(),
                           [&](const kernel_comparison& k) { return k.old_name == a && k.new_name == b; });
    if (at == all.kernels.end()) {
        all.kernels.push_back({a, b, {}});
        at = std::prev(all.kernels.end());
    }
    at->launches.push_back(std::move(one));
}

// Kernels of libraries are not the program's own.
bool is_of_library(const std::string& name)
{
    for (const char* space : {"cuda_legacy::", "cub::", "thrust::", "cuda::"})
        if (name.rfind(space, 0) == 0) return true;
    return false;
}

std::string joined(const std::vector<std::string>& all)
{
    std::string out;
    for (const std::string& one : all)
        out += (out.empty() ? "" : ", ") + one;
    return out;
}

void note_not_reached(comparison& all, const recorded_run& o, const recorded_run& n)
{
    for (const auto* run : {&o, &n}) {
        std::vector<std::string> names;
        for (const std::string& name : run->never_ran)
            if (!is_of_library(name)) names.push_back(name);
        const char* const which = run == &o ? "old" : "new";
        if (!names.empty())
            all.not_reached.push_back(std::string("kernels of the ") + which +
                                      " program that never ran: " + joined(names));
        for (const std::string& one : run->not_tracked)
            all.not_reached.push_back(std::string(which) + " program: too large to be compared: " + one);
        for (const std::string& one : run->not_seen)
            all.not_reached.push_back(std::string(which) + " program: not seen: " + one);
    }
    std::vector<std::string> inside, one_size;
    for (const kernel_comparison& k : all.kernels) {
        std::uint64_t fetches = 0, outside = 0;
        std::set<std::pair<std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>>> sizes;
        for (const launch_comparison& l : k.launches) {
            for (const recorded_texture& t : l.new_launch->textures) {
                if (t.description.rfind("linear memory", 0) == 0) continue; // has no address mode
                fetches += t.fetches;
                outside += t.outside;
            }
            sizes.insert({l.new_launch->grid, l.new_launch->block});
        }
        if (fetches && !outside) inside.push_back(k.new_name);
        if (sizes.size() == 1) one_size.push_back(k.new_name);
    }
    if (!inside.empty())
        all.not_reached.push_back("address modes: no texture coordinate left the texture in " + joined(inside));
    if (!one_size.empty()) all.not_reached.push_back("other launch sizes: one is tried of " + joined(one_size));
}

} // namespace

verdict kernel_comparison::is() const
{
    verdict worst = verdict::same;
    for (const launch_comparison& l : launches)
        worst = std::max(worst, l.is);
    return worst;
}

std::uint64_t kernel_comparison::bytes() const
{
    std::uint64_t all = 0;
    for (const launch_comparison& l : launches)
        all += l.bytes;
    return all;
}

const launch_comparison* kernel_comparison::first_difference() const
{
    const launch_comparison* first = nullptr;
    for (const launch_comparison& l : launches) {
        if (l.is == verdict::same) continue;
        if (l.same_inputs) return &l;
        if (!first) first = &l;
    }
    return first;
}

verdict comparison::is() const
{
    verdict worst = old_left.empty() && new_left.empty() ? verdict::same : verdict::differs;
    for (const kernel_comparison& k : kernels)
        worst = std::max(worst, k.is());
    for (const group_comparison& g : groups)
        if (!g.same) worst = verdict::differs;
    for (const copy_comparison& c : copies)
        worst = std::max(worst, c.is);
    for (const lost_call& l : lost)
        if (l.counts) worst = verdict::differs;
    return worst;
}

comparison compare_runs(const recorded_run& o, const recorded_run& n)
{
    comparison all;
    all.compares_launches = o.compares_launches && n.compares_launches;
    all.sees_textures = !o.on_gpu && !n.on_gpu;
    const launch_matches matches = match_launches(o, n);
    all.reordered = matches.reordered;
    for (const auto& [a, b] : matches.pairs)
        add_kernel(all, launch_comparer(o, n, o.launches[a], n.launches[b]).run());
    for (const launch_group& g : matches.groups) {
        group_comparison out;
        out.same = g.same;
        for (const std::size_t k : g.old_launches)
            out.old_launches.push_back(&o.launches[k]);
        for (const std::size_t k : g.new_launches)
            out.new_launches.push_back(&n.launches[k]);
        all.groups.push_back(std::move(out));
    }
    for (const std::size_t k : matches.old_left)
        all.old_left.push_back(&o.launches[k]);
    for (const std::size_t k : matches.new_left)
        all.new_left.push_back(&n.launches[k]);
    compare_calls(all, o, n);
    note_not_reached(all, o, n);
    return all;
}

} // namespace scanner
