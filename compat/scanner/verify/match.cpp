// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/match.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace scanner {
namespace {

using indices = std::vector<std::size_t>;

hash_value mixed(hash_value a, hash_value b)
{
    hash_value x = a * 0x9e3779b97f4a7c15ull + b;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ x >> 29;
}

// By names, in the order of the first launch.
std::vector<std::pair<std::string, indices>> by_name(const recorded_run& run, const indices& of)
{
    std::vector<std::pair<std::string, indices>> out;
    std::map<std::string, std::size_t> known;
    for (const std::size_t k : of) {
        const std::string& name = run.launches[k].name;
        const auto [at, fresh] = known.emplace(name, out.size());
        if (fresh) out.push_back({name, {}});
        out[at->second].second.push_back(k);
    }
    return out;
}

class matcher {
public:
    matcher(const recorded_run& o, const recorded_run& n)
        : old_(o)
        , new_(n)
        , has_results_(o.compares_launches && n.compares_launches)
        , has_threads_(several_threads(o) || several_threads(n))
    {
    }

    launch_matches run()
    {
        for (std::size_t k = 0; k < old_.launches.size(); ++k)
            old_left_.insert(k);
        for (std::size_t k = 0; k < new_.launches.size(); ++k)
            new_left_.insert(k);
        same_names();
        renamed();
        groups();
        std::sort(out_.pairs.begin(), out_.pairs.end());
        out_.reordered = !std::is_sorted(out_.pairs.begin(), out_.pairs.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
        out_.old_left.assign(old_left_.begin(), old_left_.end());
        out_.new_left.assign(new_left_.begin(), new_left_.end());
        return std::move(out_);
    }

private:
    void pair(std::size_t a, std::size_t b)
    {
        out_.pairs.push_back({a, b});
        old_left_.erase(a);
        new_left_.erase(b);
    }

    bool alike(std::size_t a, std::size_t b) const
    {
        const recorded_launch &x = old_.launches[a], &y = new_.launches[b];
        return output_of(x) == output_of(y);
    }
    // Whether what they change held the same before.
    bool began_alike(std::size_t a, std::size_t b) const
    {
        const auto before = [](const recorded_launch& l) {
            std::multiset<hash_value> all;
            for (const recorded_write& w : l.writes)
                if (w.bytes) all.insert(w.before);
            return all;
        };
        return before(old_.launches[a]) == before(new_.launches[b]);
    }
    static bool same_shape(const recorded_launch& a, const recorded_launch& b)
    {
        return a.grid == b.grid && a.block == b.block;
    }

    // What the launch finds in memory: behind its pointers, in its textures and variables.
    static hash_value given_to(const recorded_launch& l)
    {
        hash_value all = 0; // a reference in the old program may be a pointer in the new one: no order, and no kinds
        for (const recorded_argument& x : l.arguments)
            for (const recorded_pointer& p : x.pointers)
                all += mixed(1, p.state);
        for (const recorded_texture& t : l.textures)
            all += mixed(1, t.state);
        for (const auto& [number, state] : l.variables)
            all += mixed(1, state);
        return all;
    }
    // The shape, and the arguments that are no pointers.
    static hash_value asked_of(const recorded_launch& l)
    {
        hash_value all = 0;
        for (const auto& size : {l.grid, l.block})
            for (const std::uint32_t n : size)
                all = mixed(all, n);
        for (const recorded_argument& x : l.arguments)
            all = mixed(all, x.value);
        return all;
    }

    static bool several_threads(const recorded_run& run)
    {
        std::set<std::pair<std::size_t, std::uint64_t>> all;
        std::set<std::size_t> processes;
        for (const recorded_launch& l : run.launches) {
            all.insert({l.process, l.host_thread});
            processes.insert(l.process);
        }
        return all.size() > processes.size();
    }

    // Whether both programs launch the kernel in one order. One thread always does: another order there may be a fault
    // of the migration, as when two buffers are swapped. With several threads the first launch that changes other
    // memory shows it: its arguments, and the memory before it, are the same.
    bool order_holds(const indices& olds, const indices& news) const
    {
        if (!has_threads_) return true;
        for (std::size_t k = 0; k < olds.size(); ++k) {
            if (alike(olds[k], news[k])) continue;
            const recorded_launch &a = old_.launches[olds[k]], &b = new_.launches[news[k]];
            return asked_of(a) == asked_of(b) && given_to(a) == given_to(b);
        }
        return true;
    }

    // Pairs launches with equal keys, the first with the first. What has no partner stays in the lists.
    template <class Key>
    void pair_by(Key key, indices& olds, indices& news)
    {
        std::map<hash_value, std::deque<std::size_t>> waiting;
        for (const std::size_t b : news)
            waiting[key(new_.launches[b])].push_back(b);
        indices left;
        for (const std::size_t a : olds) {
            auto& partners = waiting[key(old_.launches[a])];
            if (partners.empty()) {
                left.push_back(a);
                continue;
            }
            pair(a, partners.front());
            partners.pop_front();
        }
        olds = std::move(left);
        news.erase(std::remove_if(news.begin(), news.end(), [&](std::size_t b) { return !new_left_.count(b); }),
                   news.end());
    }

    // As many launches on both sides. The first stands for the first, and so on, unless the order is another one:
    // several host threads launch in no fixed order.
    void pair_equal_numbers(indices olds, indices news)
    {
        if (has_results_ && !order_holds(olds, news)) {
            pair_by([](const recorded_launch& l) { return mixed(given_to(l), output_of(l)); }, olds, news);
            pair_by([](const recorded_launch& l) { return mixed(given_to(l), asked_of(l)); }, olds, news);
            pair_by(given_to, olds, news);
            pair_by(asked_of, olds, news);
        }
        for (std::size_t k = 0; k < olds.size(); ++k)
            pair(olds[k], news[k]);
    }

    // Launches of one kernel. With other numbers those with the same results are found first.
    void pair_in_order(const indices& olds, const indices& news)
    {
        if (olds.size() == news.size()) {
            pair_equal_numbers(olds, news);
            return;
        }
        std::size_t next = 0;
        for (const std::size_t a : olds)
            for (std::size_t k = next; k < news.size() && has_results_; ++k)
                if (same_shape(old_.launches[a], new_.launches[news[k]]) && alike(a, news[k])) {
                    pair(a, news[k]);
                    next = k + 1;
                    break;
                }
    }

    // If the programs launch a kernel of one name a different number of times, the remaining launches are paired by
    // shape. A launch without a partner may be part of a split or fused kernel.
    void same_names()
    {
        const indices olds(old_left_.begin(), old_left_.end()), news(new_left_.begin(), new_left_.end());
        const auto new_names = by_name(new_, news);
        for (const auto& [name, list] : by_name(old_, olds))
            for (const auto& [new_name, new_list] : new_names)
                if (name == new_name) {
                    pair_in_order(list, new_list);
                    pair_rest(list, new_list);
                }
    }
    void pair_rest(const indices& olds, const indices& news)
    {
        for (const std::size_t a : olds) {
            if (!old_left_.count(a)) continue;
            for (const std::size_t b : news)
                if (new_left_.count(b) && same_shape(old_.launches[a], new_.launches[b])) {
                    pair(a, b);
                    break;
                }
        }
    }

    // A kernel with another name: the same results in the same order, or the only kernel that is left on both sides
    // with as many launches.
    void renamed()
    {
        auto olds = by_name(old_, {old_left_.begin(), old_left_.end()});
        auto news = by_name(new_, {new_left_.begin(), new_left_.end()});
        const auto whole = [&](const recorded_run& run, const auto& one) {
            return static_cast<std::size_t>(std::count_if(run.launches.begin(), run.launches.end(), [&](const auto& l) {
                       return l.name == one.first;
                   })) == one.second.size();
        };
        for (auto o = olds.begin(); o != olds.end();) {
            const auto n = std::find_if(news.begin(), news.end(), [&](const auto& one) {
                return has_results_ && one.second.size() == o->second.size() &&
                       std::equal(one.second.begin(), one.second.end(), o->second.begin(),
                                  [&](std::size_t b, std::size_t a) { return alike(a, b) && began_alike(a, b); });
            });
            if (n == news.end()) {
                ++o;
                continue;
            }
            pair_in_order(o->second, n->second);
            news.erase(n);
            o = olds.erase(o);
        }
        if (olds.size() == 1 && news.size() == 1 && olds[0].second.size() == news[0].second.size() &&
            whole(old_, olds[0]) && whole(new_, news[0]))
            pair_in_order(olds[0].second, news[0].second);
    }

    // The contents that a run of launches leaves, of the allocations that it changed.
    static std::multiset<hash_value> left_by(const recorded_run& run, const indices& list)
    {
        std::map<unsigned, hash_value> last;
        for (const std::size_t k : list)
            for (const recorded_write& w : run.launches[k].writes)
                if (w.bytes) last[w.allocation] = w.after;
        std::multiset<hash_value> out;
        for (const auto& [allocation, state] : last)
            out.insert(state);
        return out;
    }

    // What is left between two pairs, on both sides.
    void groups()
    {
        if (old_left_.empty() || new_left_.empty() || !has_results_) return;
        std::map<std::size_t, launch_group> gaps; // by the number of pairs before
        std::vector<std::size_t> olds_paired, news_paired;
        for (const auto& [a, b] : out_.pairs) {
            olds_paired.push_back(a);
            news_paired.push_back(b);
        }
        std::sort(olds_paired.begin(), olds_paired.end());
        std::sort(news_paired.begin(), news_paired.end());
        const auto gap_of = [&](std::size_t k, bool is_old) {
            const indices& paired = is_old ? olds_paired : news_paired;
            return static_cast<std::size_t>(std::lower_bound(paired.begin(), paired.end(), k) - paired.begin());
        };
        for (const std::size_t k : old_left_)
            gaps[gap_of(k, true)].old_launches.push_back(k);
        for (const std::size_t k : new_left_)
            gaps[gap_of(k, false)].new_launches.push_back(k);
        for (auto& [place, g] : gaps) {
            if (g.old_launches.empty() || g.new_launches.empty()) continue;
            const auto olds = left_by(old_, g.old_launches), news = left_by(new_, g.new_launches);
            const auto& fewer = olds.size() < news.size() ? olds : news;
            const auto& more = olds.size() < news.size() ? news : olds;
            // Buffers between the parts of a split kernel have no counterpart.
            g.same = !fewer.empty() && std::includes(more.begin(), more.end(), fewer.begin(), fewer.end());
            for (const std::size_t k : g.old_launches)
                old_left_.erase(k);
            for (const std::size_t k : g.new_launches)
                new_left_.erase(k);
            out_.groups.push_back(std::move(g));
        }
    }

    const recorded_run &old_, &new_;
    const bool has_results_; // else launches are known by name and shape alone
    const bool has_threads_; // several host threads launch
    std::set<std::size_t> old_left_, new_left_;
    launch_matches out_;
};

} // namespace

hash_value output_of(const recorded_launch& l)
{
    hash_value all = 0;
    for (const recorded_write& w : l.writes) {
        if (!w.bytes) continue;
        hash_value one = w.bytes;
        for (const auto& [index, hash] : w.chunks)
            one = mixed(one, mixed(index, hash));
        all += one;
    }
    return all;
}

launch_matches match_launches(const recorded_run& old_run, const recorded_run& new_run)
{
    return matcher(old_run, new_run).run();
}

} // namespace scanner
