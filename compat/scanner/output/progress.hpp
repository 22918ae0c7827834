// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far a long run is.
#pragma once

#include <chrono>
#include <iostream>

#include <unistd.h>

namespace scanner {

// One line on stderr, written over; on a terminal only.
class progress {
public:
    explicit progress(bool wanted)
        : shown_(wanted && isatty(STDERR_FILENO))
        , shared_(shown_ && isatty(STDOUT_FILENO))
    {
    }

    void tell(std::size_t files)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!shown_ || now - last_ < std::chrono::milliseconds(500)) return;
        last_ = now;
        any_ = true;
        std::cerr << '\r' << files << " files" << std::flush;
    }

    // Before something else is written to the same terminal.
    void hide()
    {
        if (any_) std::cerr << "\r\033[K" << std::flush;
        any_ = false;
    }

    // So that the next line does not come between results.
    void results_written()
    {
        if (shared_) std::cout.flush();
    }

    ~progress() { hide(); }

private:
    bool shown_, shared_;
    bool any_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace scanner
