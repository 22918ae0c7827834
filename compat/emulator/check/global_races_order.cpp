// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order between blocks: what fences, releases and acquires of each scope establish.
#include "check/global_races.h"
#include "check/old_order.h"
#include "check/shared_memory.h"
#include "isa/integers.h"
#include "machine/block.h"
#include "machine/cluster.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

void join(block_knowledge& to, const block_knowledge& from)
{
    if (from.generation < to.generation) return;
    if (from.generation > to.generation) {
        to = from;
        return;
    }
    to.all = std::max(to.all, from.all);
    to.threads.resize(std::max(to.threads.size(), from.threads.size()));
    for (std::size_t k = 0; k < from.threads.size(); ++k)
        to.threads[k] = std::max(to.threads[k], from.threads[k]);
}

using knowledge = std::shared_ptr<const grid_knowledge>;

knowledge join(const knowledge& a, const knowledge& b)
{
    if (!a || a == b) return b;
    if (!b) return a;
    auto sum = std::make_shared<grid_knowledge>();
    sum->reserve(a->size() + b->size());
    auto x = a->begin(), y = b->begin();
    while (x != a->end() || y != b->end()) {
        if (y == b->end() || (x != a->end() && x->first < y->first)) {
            sum->push_back(*x++);
        } else if (x == a->end() || y->first < x->first) {
            sum->push_back(*y++);
        } else {
            if (x->second == y->second) {
                sum->push_back(*x);
            } else {
                auto both = std::make_shared<block_knowledge>(*x->second);
                join(*both, *y->second);
                sum->emplace_back(x->first, std::move(both));
            }
            ++x;
            ++y;
        }
    }
    return sum;
}

} // namespace

// The blocks of a cluster are adjacent in the order of blocks.
u64 block_races::cluster_of(u64 block) const { return block / block_.grid.cluster.volume(); }

bool block_races::reaches(memory_scope scope, u64 block) const
{
    if (scope == memory_scope::cluster) return cluster_of(block) == cluster_of(block_.linear_index);
    return scope != memory_scope::block || block == block_.linear_index;
}

bool block_races::has(memory_scope scope, reach r) const
{
    if (r == within_device) return scope >= memory_scope::device;
    return scope >= memory_scope::cluster && !block_.of->is_single();
}

void block_races::add_knowledge(block_knowledge& k, warp& w, u32 mask) const
{
    const shared_memory_check& check = *block_.shared_check;
    if (k.generation != check.generation()) k = {};
    k.generation = check.generation();
    k.all = std::max(k.all, check.order().first);
    k.threads.resize(recent_.size() * warp_size + 1);
    check.order().add_known_to(w.index, mask, k.threads);
}

void block_races::learn(const knowledge& more) { known_ = join(known_, more); }

void block_races::forget(u64 at, u64 bytes)
{
    for (u64 k = at; k < at + bytes; k += 1u << all_.shift_)
        std::fill_n(all_.cell(k), global_races::stamps, 0);
}

void block_races::fence(warp& w, u32 mask, memory_scope scope)
{
    end_access();
    for (const reach r : {within_cluster, within_device}) {
        if (!has(scope, r)) continue;
        if (pending_[r]) learn(std::exchange(pending_[r], nullptr));
        add_knowledge(fenced_[r], w, mask);
        has_fenced_[r] = true;
    }
}

const knowledge* block_races::left_at(u64 object, reach r) const
{
    if (r == within_device) {
        const auto found = all_.objects_.find(object);
        return found == all_.objects_.end() ? nullptr : &found->second;
    }
    const auto found = all_.objects_of_clusters_.find({object, cluster_of(block_.linear_index)});
    return found == all_.objects_of_clusters_.end() ? nullptr : &found->second;
}

void block_races::publish(u64 object, reach r, block_knowledge own)
{
    auto mine = std::make_shared<grid_knowledge>();
    mine->emplace_back(block_.linear_index, std::make_shared<const block_knowledge>(std::move(own)));
    knowledge& left = r == within_device ? all_.objects_[object]
                                         : all_.objects_of_clusters_[{object, cluster_of(block_.linear_index)}];
    left = join(left, join(known_, knowledge(std::move(mine))));
}

void block_races::release(warp& w, u32 mask, u64 object, memory_scope scope)
{
    for (const reach r : {within_cluster, within_device}) {
        if (!has(scope, r)) continue;
        block_knowledge own;
        add_knowledge(own, w, mask);
        publish(object, r, std::move(own));
    }
}

void block_races::release_fenced(u64 object, memory_scope scope)
{
    for (const reach r : {within_cluster, within_device})
        if (has(scope, r) && has_fenced_[r]) publish(object, r, fenced_[r]);
}

void block_races::acquire(u64 object, memory_scope scope)
{
    for (const reach r : {within_cluster, within_device})
        if (const knowledge* const left = has(scope, r) ? left_at(object, r) : nullptr) learn(*left);
}

void block_races::strong(warp& w, const instruction& i, u32 mask, const u64* at, bool reads, bool writes)
{
    const memory_order order = order_of(block_.grid, i, reads);
    for (const reach r : {within_cluster, within_device}) {
        if (!has(i.scope, r)) continue;
        const bool publishes = writes && (releases(i.order) || has_fenced_[r]);
        if (!publishes && all_.objects_.empty() && all_.objects_of_clusters_.empty()) continue;
        each_lane(mask, [&](int l) {
            if (const knowledge* const left = reads ? left_at(at[l], r) : nullptr) {
                if (acquires(order)) {
                    learn(*left);
                } else {
                    pending_[r] = join(pending_[r], *left);
                }
            }
            if (!publishes) return;
            block_knowledge own = fenced_[r];
            if (releases(i.order)) add_knowledge(own, w, 1u << l);
            publish(at[l], r, std::move(own));
        });
    }
}

} // namespace cuda_emulator
