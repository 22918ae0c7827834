// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reads of global memory see that race with a write, under a seeded schedule.
//
// Here each write takes effect at once, and for all threads. On a GPU a thread may still read the value from before a
// write that nothing orders before the read. So without a fence, or with one of too small a scope, a program is right
// here and wrong there. A seeded schedule gives some of these reads the value from before the write. Memory has that
// value while the access runs, and gets its own value back before the next access. One thread runs the launch.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

class racing_reads {
public:
    //! `sees_old` decides for each instruction. Empty: all reads see the present value.
    explicit racing_reads(std::function<bool()> sees_old)
        : sees_old_(std::move(sees_old))
    {
    }
    ~racing_reads() { end_access(); }
    racing_reads(const racing_reads&) = delete;
    racing_reads& operator=(const racing_reads&) = delete;

    //! A new access begins: what the last one put into memory is taken back.
    void begin_access();
    void end_access();
    //! Before a write of `bytes` at the address, 4 at most.
    void note_write(std::uint64_t address, std::uint32_t bytes);
    //! Before a read that races with the last write to the address.
    void note_race(std::uint64_t address, std::uint32_t bytes);
    //! Before an atomic that races with the last write. What it makes of the old value stays, unless it changes
    //! nothing.
    void note_racing_atomic(std::uint64_t address, std::uint32_t bytes);

private:
    struct shown_value {
        std::uint64_t address;
        std::uint32_t bytes, present, shown;
    };
    const std::function<bool()> sees_old_;
    bool is_chosen_ = false, has_chosen_ = false;             //!< for the present access
    std::unordered_map<std::uint64_t, std::uint32_t> before_; //!< by address: the value before its last write
    std::vector<shown_value> shown_;                          //!< what memory holds while the access runs
};

} // namespace cuda_emulator
