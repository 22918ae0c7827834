// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/if_conversion.h"

#include "machine/reconvergence.h"
#include "machine/warp.h"
#include "translate/operations.h"

#include <algorithm>
#include <map>

namespace cuda_emulator::translation {

namespace {

// A longer region costs more in lanes that do not need it than the divergent paths would.
constexpr std::uint32_t most_instructions = 64;

bool only_computes(const decoded_function& f, const code_block& b)
{
    return std::all_of(&f.code[b.first], &f.code[b.end - 1] + 1,
                       [](const instruction& i) { return i.kind == flow::branch || computes(i); });
}

enum class visit : std::uint8_t { begun, done };

// Depth-first search. `order` receives the blocks in postorder. Returns false at a loop and at code that does more than
// compute.
bool search(const decoded_function& f, const code_graph& g, std::uint32_t block, std::uint32_t reconvergence,
            std::map<std::uint32_t, visit>& visited, convertible_region& r)
{
    if (block == reconvergence) return true;
    if (const auto past = visited.find(block); past != visited.end()) return past->second == visit::done;
    const code_block& b = g.blocks[block];
    if (b.next.empty() || !only_computes(f, b)) return false;
    for (std::uint32_t at = b.first; at < b.end; ++at)
        r.instructions += !f.code[at].adapter;
    if (r.instructions > most_instructions) return false;
    visited[block] = visit::begun;
    for (const std::uint32_t next : b.next)
        if (!search(f, g, next, reconvergence, visited, r)) return false;
    visited[block] = visit::done;
    r.blocks.push_back(block);
    for (std::uint32_t at = b.first; at < b.end; ++at)
        for (const operand_slot o : accesses_of(f.code[at]).written)
            r.written.insert(o);
    return true;
}

std::optional<convertible_region> find_region(const decoded_function& f, const code_graph& g,
                                              const reconvergence_points& points, std::uint32_t branch)
{
    const code_block& b = g.blocks[branch];
    const instruction& i = f.code[b.end - 1];
    if (i.kind != flow::branch || i.guard == no_operand || b.next.size() != 2 || b.next[0] == b.next[1]) return {};
    const std::uint32_t pc = points.of(b.end - 1);
    if (pc == no_pc) return {};
    convertible_region r;
    r.reconvergence = g.block_at[pc];
    if (g.blocks[r.reconvergence].first != pc || r.reconvergence == branch) return {};
    std::map<std::uint32_t, visit> visited{{branch, visit::begun}};
    for (const std::uint32_t next : b.next)
        if (!search(f, g, next, r.reconvergence, visited, r)) return {};
    std::reverse(r.blocks.begin(), r.blocks.end());
    return r;
}

} // namespace

convertible_regions find_regions(const decoded_function& f, const code_graph& g)
{
    const reconvergence_points points(f.code);
    convertible_regions all(g.blocks.size());
    for (std::uint32_t n = 0; n < g.blocks.size(); ++n)
        all[n] = find_region(f, g, points, n);
    return all;
}

} // namespace cuda_emulator::translation
