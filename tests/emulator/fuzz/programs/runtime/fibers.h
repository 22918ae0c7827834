// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block on the host: each lane is a fiber. It runs until it waits for other lanes, in a fixed order.
#pragma once

#include "host_device.h"

#include <ucontext.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

//! The program is wrong itself: nothing can be said of the device.
[[noreturn]] inline void invalid_program(const char* reason)
{
    std::printf("invalid program: %s\n", reason);
    std::exit(3);
}

//! Kinds of warp exchanges. All lanes of a mask must come to the same kind.
enum class exchange {
    shuffle,
    wide_shuffle,
    ballot,
    any,
    all,
    match_any,
    wide_match_any,
    match_all,
    reduction,
    barrier
};

//! What each lane of a warp brought to an exchange.
using lane_values = std::array<u64, 32>;

class host_block {
public:
    //! Runs `lane_code` for all threads of a block, to the end.
    void run(u32 threads, const std::function<void(u32 thread)>& lane_code)
    {
        code_ = lane_code;
        arrived_ = votes_ = 0;
        fibers_.clear();
        fibers_.resize(threads);
        for (fiber& f : fibers_)
            start(f);
        for (bool left = true; left;) {
            const u64 before = progress_;
            left = false;
            for (current_ = 0; current_ < threads; ++current_) {
                if (fibers_[current_].ended) continue;
                left = true;
                swapcontext(&scheduler_, &fibers_[current_].context);
            }
            if (left && progress_ == before) invalid_program("all lanes wait");
        }
        if (!meetings_.empty()) invalid_program("an exchange has not ended");
    }

    //! Waits for all lanes of the mask, which must include this one, and gives what each of them brought.
    lane_values meet(exchange kind, u32 mask, u64 value)
    {
        const u32 bit = 1u << lane();
        if (!(mask & bit)) invalid_program("a lane is not in its mask");
        const meeting_key key{current_ / 32, mask, fibers_[current_].exchanges[mask]++};
        meeting& m = meetings_.try_emplace(key, meeting{kind}).first->second;
        if (m.kind != kind) invalid_program("lanes of a mask come to different exchanges");
        m.values[lane()] = value;
        m.arrived |= bit;
        ++progress_;
        while (m.arrived != mask)
            yield();
        const lane_values values = m.values;
        m.left |= bit;
        if (m.left == mask) meetings_.erase(key);
        return values;
    }

    //! Waits for all threads of the block, and gives the number of those with `vote`.
    u32 barrier(bool vote)
    {
        votes_ += vote;
        ++progress_;
        if (++arrived_ == fibers_.size()) {
            result_ = votes_;
            arrived_ = votes_ = 0;
            ++phase_;
            return result_;
        }
        for (const u32 phase = phase_; phase_ == phase;)
            yield();
        return result_;
    }

    u32 lane() const { return current_ % 32; }

private:
    static constexpr std::size_t stack_size = 1 << 18; // a fiber touches what it needs

    struct fiber {
        ucontext_t context;
        std::unique_ptr<char[]> stack;
        std::map<u32, u32> exchanges; // number of those with each mask
        bool ended = false;
    };
    struct meeting_key {
        u32 warp, mask, number;
        bool operator<(const meeting_key& other) const
        {
            return std::tie(warp, mask, number) < std::tie(other.warp, other.mask, other.number);
        }
    };
    struct meeting {
        exchange kind;
        lane_values values{};
        u32 arrived = 0, left = 0;
    };

    static void enter();

    void start(fiber& f)
    {
        f.stack.reset(new char[stack_size]);
        getcontext(&f.context);
        f.context.uc_stack.ss_sp = f.stack.get();
        f.context.uc_stack.ss_size = stack_size;
        f.context.uc_link = &scheduler_;
        makecontext(&f.context, enter, 0);
    }

    void yield() { swapcontext(&fibers_[current_].context, &scheduler_); }

    std::function<void(u32)> code_;
    std::vector<fiber> fibers_;
    std::map<meeting_key, meeting> meetings_;
    ucontext_t scheduler_;
    u64 progress_ = 0; // grows whenever a lane arrives somewhere
    u32 current_ = 0, arrived_ = 0, votes_ = 0, result_ = 0, phase_ = 0;
};

inline host_block& block_on_host()
{
    static host_block block;
    return block;
}

inline void host_block::enter()
{
    host_block& block = block_on_host();
    const u32 thread = block.current_;
    block.code_(thread);
    block.fibers_[thread].ended = true;
    ++block.progress_;
}
