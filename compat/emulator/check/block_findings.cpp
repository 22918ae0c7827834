// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/block_findings.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace cuda_emulator {

namespace {

std::uint64_t next_number()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

block_findings::block_findings()
    : number_(next_number())
{
}

void block_findings::add(std::uint64_t block, const std::string& key, const std::string& text, const explain& why)
{
    std::lock_guard lock(mutex_);
    if (block <= front_) return tell_once(key, text, why);
    const auto [lowest, fresh] = lowest_.try_emplace(key, block);
    if (!fresh && lowest->second <= block) return;
    lowest->second = block;
    held_[block].push_back({key, text, why});
}

// A lane with a race may come here for each of its accesses. So each thread of the host remembers sites, without a
// lock.
bool block_findings::is_new(std::uint64_t block, const finding_site& site)
{
    struct known_site {
        std::uint64_t launch = 0, lowest = 0;
        finding_site site{};
    };
    static thread_local std::array<known_site, 256> recent;
    known_site& known = recent[hash_of_site{}(site) / sizeof(void*) % recent.size()];
    if (known.launch == number_ && known.site == site && known.lowest <= block) return false;
    std::lock_guard lock(mutex_);
    const auto [lowest, fresh] = lowest_at_.try_emplace(site, block);
    const bool is_new = fresh || lowest->second > block;
    if (is_new) lowest->second = block;
    known = {number_, lowest->second, site};
    return is_new;
}

void block_findings::add_load(std::uint64_t block, const instruction* load)
{
    std::lock_guard lock(mutex_);
    const auto [lowest, fresh] = loads_.try_emplace(load, block);
    if (!fresh) lowest->second = std::min(lowest->second, block);
    has_loads_ = true;
}

std::vector<const instruction*> block_findings::loads() const
{
    std::lock_guard lock(mutex_);
    std::vector<const instruction*> out;
    for (const auto& [load, block] : loads_)
        out.push_back(load);
    return out;
}

void block_findings::append_loads_of_lower_blocks(std::uint64_t block, std::vector<const instruction*>& out) const
{
    std::lock_guard lock(mutex_);
    for (const auto& [load, lowest] : loads_)
        if (lowest + blocks_until_load_is_dropped <= block) out.push_back(load);
}

void block_findings::set_front(std::uint64_t block)
{
    std::lock_guard lock(mutex_);
    if (block <= front_) return;
    front_ = block;
    report_up_to(block);
}

void block_findings::end(std::uint64_t last)
{
    std::lock_guard lock(mutex_);
    report_up_to(last);
    held_.clear();
}

void block_findings::report_up_to(std::uint64_t block)
{
    while (!held_.empty() && held_.begin()->first <= block) {
        for (const finding& f : held_.begin()->second)
            tell_once(f.key, f.text, f.why);
        held_.erase(held_.begin());
    }
}

} // namespace cuda_emulator
