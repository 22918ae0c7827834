// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports the findings of one launch in the order of its blocks.
//
// Blocks run concurrently, and their order depends on the machine. A finding therefore waits until all lower blocks
// have ended. If several blocks have the same finding, the lowest one is reported, for any number of threads.
#pragma once

#include "check/findings.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

class block_findings {
public:
    block_findings();
    //! See add_finding(). Findings of the lowest running block are reported at once.
    void add(std::uint64_t block, const std::string& key, const std::string& text, const explain& = {});
    //! See is_new_finding(). The caller must add the finding if the result is true.
    bool is_new(std::uint64_t block, const finding_site&);
    //! A load has a finding in this block, because it reads what nothing wrote.
    void add_load(std::uint64_t block, const instruction*);
    //! The loads that were added.
    std::vector<const instruction*> loads() const;
    //! Blocks so far above one in which a load has a finding do not follow the load. They begin only when that block
    //! has ended, so the findings do not depend on the number of threads.
    static constexpr std::uint64_t blocks_until_load_is_dropped = 2048;
    //! Whether any load was added. Appends those that this block does not follow.
    bool has_loads() const { return has_loads_.load(std::memory_order_relaxed); }
    void append_loads_of_lower_blocks(std::uint64_t block, std::vector<const instruction*>&) const;
    //! All blocks below this one have ended.
    void set_front(std::uint64_t block);
    //! The launch is over: reports the findings of blocks up to `last` and drops the others.
    void end(std::uint64_t last);

private:
    struct finding {
        std::string key, text;
        explain why;
    };
    struct hash_of_site {
        std::size_t operator()(const finding_site& s) const
        {
            const std::hash<const void*> hash;
            return hash(s.kind) ^ hash(s.at) * 3 ^ hash(s.other) * 7;
        }
    };
    void report_up_to(std::uint64_t block);

    const std::uint64_t number_; //!< of the launch
    mutable std::mutex mutex_;
    std::uint64_t front_ = 0;
    std::map<std::uint64_t, std::vector<finding>> held_;    //!< by block
    std::unordered_map<std::string, std::uint64_t> lowest_; //!< by key: the lowest block with the finding
    std::unordered_map<finding_site, std::uint64_t, hash_of_site> lowest_at_; //!< the same by site
    std::map<const instruction*, std::uint64_t> loads_;                       //!< and the lowest block with the finding
    std::atomic<bool> has_loads_{false};
};

} // namespace cuda_emulator
