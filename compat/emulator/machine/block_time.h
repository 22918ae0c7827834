// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a block of a kernel takes, as its earlier launches tell.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>

namespace cuda_emulator {

class block_time {
public:
    using seconds = std::chrono::duration<double>;

    //! Called after a launch, with the time that a block took in its first thread.
    void ended(seconds each_block)
    {
        constexpr double kept = 0.8; // other arguments may make the next launch long again
        std::lock_guard lock(mutex_);
        expected_ = is_known_ ? std::max(each_block, kept * expected_) : each_block;
        is_known_ = true;
    }
    //! Whether this number of blocks is expected to take less time than other threads need to wake and to help.
    bool is_brief(std::uint64_t blocks)
    {
        std::lock_guard lock(mutex_);
        return is_known_ && static_cast<double>(blocks) * expected_ < brief;
    }

    //! Waking the other threads and waiting for them took 50 us on an AMD EPYC with two cores.
    static constexpr seconds brief{50e-6};

private:
    std::mutex mutex_;
    bool is_known_ = false;
    seconds expected_{};
};

} // namespace cuda_emulator
