// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/loop_nest.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cuda_emulator::translation {

namespace {

constexpr std::uint32_t none = ~0u;

// Immediate dominators: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
class dominators {
public:
    explicit dominators(const code_graph& g)
        : before(g.blocks.size())
        , parent_(g.blocks.size(), none)
        , number_(g.blocks.size(), none)
    {
        for (std::uint32_t n = 0; n < g.blocks.size(); ++n)
            for (const std::uint32_t next : g.blocks[n].next)
                before[next].push_back(n);
        const std::vector<std::uint32_t> order = postorder(g);
        for (std::uint32_t k = 0; k < order.size(); ++k)
            number_[order[k]] = k;
        parent_[0] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (auto n = order.rbegin(); n != order.rend(); ++n) {
                if (*n == 0) continue;
                std::uint32_t found = none;
                for (const std::uint32_t p : before[*n])
                    if (parent_[p] != none) found = found == none ? p : common(found, p);
                changed |= std::exchange(parent_[*n], found) != found;
            }
        }
    }

    bool dominates(std::uint32_t one, std::uint32_t other) const
    {
        if (parent_[other] == none) return false;
        while (other != one && other != 0)
            other = parent_[other];
        return other == one;
    }

    std::vector<std::vector<std::uint32_t>> before; //!< predecessors

private:
    static std::vector<std::uint32_t> postorder(const code_graph& g)
    {
        std::vector<std::uint32_t> order;
        std::vector<char> is_found(g.blocks.size(), 0);
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{0, 0}}; // a block and its next successor
        is_found[0] = 1;
        while (!path.empty()) {
            auto& [n, k] = path.back();
            if (k == g.blocks[n].next.size()) {
                order.push_back(n);
                path.pop_back();
            } else if (const std::uint32_t next = g.blocks[n].next[k++]; !std::exchange(is_found[next], 1)) {
                path.emplace_back(next, 0);
            }
        }
        return order;
    }

    std::uint32_t common(std::uint32_t a, std::uint32_t b) const
    {
        while (a != b) {
            while (number_[a] < number_[b])
                a = parent_[a];
            while (number_[b] < number_[a])
                b = parent_[b];
        }
        return a;
    }

    std::vector<std::uint32_t> parent_, number_; // immediate dominators, and numbers in postorder
};

} // namespace

std::vector<std::vector<std::uint32_t>> loop_headers_of(const code_graph& g)
{
    const dominators d(g);
    std::map<std::uint32_t, std::vector<char>> loops; // by header: whether a block belongs to the loop
    for (std::uint32_t n = 0; n < g.blocks.size(); ++n)
        for (const std::uint32_t header : g.blocks[n].next) {
            if (!d.dominates(header, n)) continue;
            std::vector<char>& loop = loops[header];
            loop.resize(g.blocks.size(), 0);
            loop[header] = 1;
            std::vector<std::uint32_t> waiting{n};
            while (!waiting.empty()) {
                const std::uint32_t at = waiting.back();
                waiting.pop_back();
                if (!std::exchange(loop[at], 1))
                    waiting.insert(waiting.end(), d.before[at].begin(), d.before[at].end());
            }
        }
    std::vector<std::pair<std::ptrdiff_t, std::uint32_t>> by_size;
    for (const auto& [header, loop] : loops)
        by_size.emplace_back(std::count(loop.begin(), loop.end(), 1), header);
    std::sort(by_size.rbegin(), by_size.rend()); // two loops are apart, or the smaller is within the other
    std::vector<std::vector<std::uint32_t>> headers(g.blocks.size());
    for (const auto& [size, header] : by_size)
        for (std::uint32_t n = 0; n < g.blocks.size(); ++n)
            if (loops[header][n]) headers[n].push_back(header);
    return headers;
}

} // namespace cuda_emulator::translation
