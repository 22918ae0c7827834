// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The findings of one launch, told in the order of its blocks.
//
// Blocks run at the same time, and which is first depends on the machine. So what a block finds waits until the blocks
// below it have ended: of several with the same finding, the lowest tells it, whatever the number of threads.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

class block_findings {
public:
    //! See add_finding(). The lowest block that runs tells at once.
    void add(std::uint64_t block, const std::string& key, const std::string& text);
    //! Nobody waits any more for the blocks below this one.
    void set_front(std::uint64_t block);
    //! The launch is over: what blocks up to `last` found is told, and the rest is dropped.
    void end(std::uint64_t last);

private:
    struct finding {
        std::string key, text;
    };
    void tell_up_to(std::uint64_t block);

    std::mutex mutex_;
    std::uint64_t front_ = 0;
    std::map<std::uint64_t, std::vector<finding>> held_;    //!< by block
    std::unordered_map<std::string, std::uint64_t> lowest_; //!< by key: the lowest block that found it
};

} // namespace cuda_emulator
