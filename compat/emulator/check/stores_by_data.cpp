// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/stores_by_data.h"

#include "machine/addresses.h"

#include <map>
#include <mutex>

namespace cuda_emulator {

namespace {

using bits = std::vector<std::uint64_t>;

bool has(const bits& b, std::size_t n) { return b[n / 64] >> n % 64 & 1; }
void put(bits& b, std::size_t n) { b[n / 64] |= std::uint64_t{1} << n % 64; }
void take(bits& b, std::size_t n) { b[n / 64] &= ~(std::uint64_t{1} << n % 64); }
bool join(bits& to, const bits& from)
{
    bool grows = false;
    for (std::size_t k = 0; k < to.size(); ++k) {
        grows |= (from[k] & ~to[k]) != 0;
        to[k] |= from[k];
    }
    return grows;
}

bool ends_lanes(const instruction& i) { return i.kind == flow::exit || i.kind == flow::ret || i.kind == flow::trap; }
bool is_branch(const instruction& i) { return i.kind == flow::branch || i.kind == flow::branch_indexed; }

// A thread's variable at a fixed address of its local memory, as in unoptimised code.
using local_place = std::pair<operand_slot, std::int64_t>;

class stores_by_data_analysis {
public:
    explicit stores_by_data_analysis(const decoded_function& f)
        : code_(f.code)
    {
    }
    std::vector<bool> run();

private:
    struct block {
        std::uint32_t first = 0, end = 0;
        std::vector<std::uint32_t> next;
        bool by_data = false; //!< whether the block runs depends on data
        bits data;            //!< registers that depend on data, on entry
        bits after;           //!< its postdominators, itself included
    };
    template <class Act>
    void each_operand(const instruction&, Act act) const;
    void find_blocks();
    void find_postdominators();
    void step(const instruction&, const block&, bits& data);
    void follow_branch(std::uint32_t b, const bits& data);
    bool reads_data(const instruction&, const bits& data) const;
    std::size_t number_of(operand_slot o) { return registers_.try_emplace(o, registers_.size()).first->second; }
    bool is_data(operand_slot o, const bits& data) const
    {
        return is_register(o) && has(data, registers_.find(o)->second);
    }

    const std::vector<instruction>& code_;
    std::vector<block> blocks_;
    std::map<operand_slot, std::size_t> registers_;
    std::map<local_place, bool> places_;
    bool changes_ = false;
};

// Calls act(operand, whether it is written).
template <class Act>
void stores_by_data_analysis::each_operand(const instruction& i, Act act) const
{
    int first = 0, last = 0; // the written operands: [first, last)
    switch (i.roles) {
    case operand_roles::other:
    case operand_roles::store:
        break;
    case operand_roles::load:
        first = 1, last = 10;
        break;
    case operand_roles::atomic:
        first = 1, last = 2;
        break;
    case operand_roles::texture:
        last = 4;
        break;
    case operand_roles::listed:
        if (const auto* lists = static_cast<const register_lists*>(i.extra)) {
            for (const operand_slot o : lists->read)
                act(o, false);
            for (const operand_slot o : lists->written)
                act(o, true);
        }
        return;
    default:
        last = i.results;
    }
    act(i.guard, false);
    for (int k = 0; k < 10; ++k)
        act(i.operands[k], k >= first && k < last);
}

void stores_by_data_analysis::find_blocks()
{
    const auto count = static_cast<std::uint32_t>(code_.size());
    std::vector<char> leads(count + 1, 0);
    leads[0] = 1;
    const auto each_target = [](const instruction& i, auto act) {
        if (i.kind == flow::branch) act(i.target);
        if (i.kind == flow::branch_indexed)
            for (const std::uint32_t t : static_cast<const branch_table*>(i.extra)->targets)
                act(t);
    };
    for (std::uint32_t at = 0; at < count; ++at) {
        each_target(code_[at], [&](std::uint32_t t) { leads[t] = 1; });
        if (is_branch(code_[at]) || ends_lanes(code_[at])) leads[at + 1] = 1;
        each_operand(code_[at], [&](operand_slot o, bool) {
            if (is_register(o)) number_of(o);
        });
    }
    std::vector<std::uint32_t> block_at(count + 1);
    for (std::uint32_t at = 0; at < count; ++at) {
        if (leads[at]) blocks_.push_back({at, at, {}, false, {}, {}});
        blocks_.back().end = at + 1;
        block_at[at] = static_cast<std::uint32_t>(blocks_.size()) - 1;
    }
    const auto exit = static_cast<std::uint32_t>(blocks_.size()); // a common exit after all ends
    for (block& b : blocks_) {
        const instruction& last = code_[b.end - 1];
        each_target(last, [&](std::uint32_t t) { b.next.push_back(block_at[t]); });
        const bool goes_on = !(is_branch(last) || ends_lanes(last)) || last.guard != no_operand;
        if (goes_on) b.next.push_back(b.end < count ? block_at[b.end] : exit);
        if (ends_lanes(last)) b.next.push_back(exit);
        b.data.assign(registers_.size() / 64 + 1, 0);
    }
    blocks_.emplace_back();
    blocks_.back().data.assign(registers_.size() / 64 + 1, 0);
}

void stores_by_data_analysis::find_postdominators()
{
    const std::size_t words = blocks_.size() / 64 + 1;
    for (block& b : blocks_)
        b.after.assign(words, ~std::uint64_t{0});
    blocks_.back().after.assign(words, 0);
    put(blocks_.back().after, blocks_.size() - 1);
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t b = blocks_.size() - 1; b-- > 0;) {
            bits all(words, ~std::uint64_t{0});
            for (const std::uint32_t n : blocks_[b].next)
                for (std::size_t k = 0; k < words; ++k)
                    all[k] &= blocks_[n].after[k];
            put(all, b);
            changes |= all != blocks_[b].after;
            blocks_[b].after = std::move(all);
        }
    }
}

bool stores_by_data_analysis::reads_data(const instruction& i, const bits& data) const
{
    bool reads = false;
    each_operand(i, [&](operand_slot o, bool written) { reads |= !written && is_data(o, data); });
    return reads;
}

// Updates the data dependence of the instruction's results.
void stores_by_data_analysis::step(const instruction& i, const block& b, bits& data)
{
    const bool depends = b.by_data || reads_data(i, data);
    bool is_new = depends || i.roles == operand_roles::texture || i.roles == operand_roles::atomic;
    if (i.roles == operand_roles::store && i.access.space != ptx::space::global) {
        bool& kept = places_[{i.operands[0], i.immediate}];
        changes_ |= depends && !kept;
        kept |= depends;
    }
    if (i.roles == operand_roles::load && !is_new) {
        const ptx::space space = i.access.space;
        const auto place = places_.find({i.operands[0], i.immediate});
        if (i.access.kind == access_kind::none) { // a kernel parameter, or the result of a function
            is_new = static_cast<window>(i.detail & 7) == window::frame;
        } else if (space == ptx::space::local || space == ptx::space::none) {
            is_new = place == places_.end() || place->second;
        } else {
            is_new = space != ptx::space::constant;
        }
    }
    each_operand(i, [&](operand_slot o, bool written) {
        if (!written || !is_register(o)) return;
        const std::size_t n = registers_.find(o)->second;
        if (is_new) {
            put(data, n);
        } else if (i.guard == no_operand) {
            take(data, n);
        }
    });
}

// Marks the blocks that are control-dependent on the branch.
void stores_by_data_analysis::follow_branch(std::uint32_t b, const bits& data)
{
    const block& from = blocks_[b];
    const instruction& last = code_[from.end - 1];
    if (from.next.size() < 2 || !(from.by_data || reads_data(last, data))) return;
    for (std::size_t x = 0; x + 1 < blocks_.size(); ++x) {
        if (blocks_[x].by_data || (x != b && has(from.after, x))) continue;
        for (const std::uint32_t n : from.next)
            if (has(blocks_[n].after, x)) changes_ = blocks_[x].by_data = true;
    }
}

std::vector<bool> stores_by_data_analysis::run()
{
    std::vector<bool> out(code_.size(), true);
    find_blocks();
    constexpr std::size_t most_blocks = 4096; // the postdominator sets grow with the square of the number of blocks
    if (blocks_.size() > most_blocks) return out;
    find_postdominators();
    do {
        changes_ = false;
        for (std::uint32_t b = 0; b + 1 < blocks_.size(); ++b) {
            bits data = blocks_[b].data;
            for (std::uint32_t at = blocks_[b].first; at < blocks_[b].end; ++at) {
                const instruction& i = code_[at];
                out[at] = blocks_[b].by_data || is_data(i.guard, data) || is_data(i.operands[0], data);
                if (at + 1 == blocks_[b].end) follow_branch(b, data);
                step(i, blocks_[b], data);
            }
            for (const std::uint32_t n : blocks_[b].next)
                changes_ |= join(blocks_[n].data, data);
        }
    } while (changes_);
    return out;
}

} // namespace

bool is_store_by_data(decoded_function& f, const instruction& i)
{
    if (!f.source || !f.source->is_entry) return true;
    std::call_once(f.stores_by_data_made, [&] { f.stores_by_data = stores_by_data_analysis(f).run(); });
    const auto at = static_cast<std::size_t>(&i - f.code.data());
    return at >= f.stores_by_data.size() || f.stores_by_data[at];
}

} // namespace cuda_emulator
