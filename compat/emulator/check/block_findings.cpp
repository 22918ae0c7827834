// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/block_findings.h"

#include "check/findings.h"

namespace cuda_emulator {

void block_findings::add(std::uint64_t block, const std::string& key, const std::string& text, const explain& why)
{
    std::lock_guard lock(mutex_);
    if (block <= front_) return tell_once(key, text, why);
    const auto [lowest, fresh] = lowest_.try_emplace(key, block);
    if (!fresh && lowest->second <= block) return;
    lowest->second = block;
    held_[block].push_back({key, text, why});
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
