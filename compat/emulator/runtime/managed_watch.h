// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses of the host to managed memory that a kernel wrote before the host waited for the kernel.
//
// A kernel is complete when its launch returns, so the accesses have no effect here. On a GPU the host may see the old
// values. After a launch, the pages that kernels wrote as a whole are protected until the program's next call of CUDA.
// An access to such a page is a fault. The handler removes the protection, notes the access, and the access is
// repeated.
//
// No finding is false, so much is missed:
// - Only launches through the runtime API leave pages protected. Every other call counts as a wait.
// - Kernels with volatile or system-scope accesses, or with stores to pinned memory, may exchange flags with the host.
//   After such a kernel no earlier work is watched.
// - Pages that kernels wrote in part are left alone, because the other bytes may be the host's.
// - A program that handles SIGSEGV by itself is left alone.
#pragma once

#include "machine/program.h"

#include <atomic>
#include <string>

namespace cuda_emulator {

//! Exists while the runtime API launches a kernel: the launch is no wait for earlier kernels.
class managed_watch {
public:
    managed_watch();
    managed_watch(const managed_watch&) = delete;
    //! Protects what the kernel and the earlier ones wrote.
    ~managed_watch();

    //! Whether stores of this kernel to managed memory are noted. False without a watch in the calling thread.
    static bool covers(const program&);
    //! The kernel has ended without an error.
    static void ran(const std::string& kernel);
    //! Removes the protection and reports the accesses. Every call of the API begins with it.
    static void begin_call()
    {
        if (is_active_.load(std::memory_order_relaxed)) end_all();
    }
    //! Called in a forked child, which has the protected pages, too.
    static void begin_child();

private:
    static void end_all();
    static void forget();
    static std::atomic<bool> is_active_; //!< pages are protected, or stores were noted

    managed_watch* outer_;
    bool ran_ = false;
};

} // namespace cuda_emulator
