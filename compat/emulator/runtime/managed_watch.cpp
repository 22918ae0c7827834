// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/managed_watch.h"

#include "check/findings.h"
#include "memory/device_memory.h"
#include "runtime/call_site.h"
#include "runtime/context.h"
#include "runtime/faulting_access.h"
#include "settings/result_options.h"

#include <csignal>
#include <dlfcn.h>
#include <execinfo.h>
#include <sys/mman.h>

namespace cuda_emulator {

namespace {

struct pages {
    std::uintptr_t begin, end;
};
constexpr std::size_t most_pieces = 256;
constexpr int most_frames = 32;

// The handler reads and writes these. `piece_count` is set before the pages are protected.
pages pieces[most_pieces];
std::atomic<std::size_t> piece_count{0};
std::atomic<bool> is_protected{false};
struct {
    std::atomic<int> state{0}; //!< 0: no access, 1: being noted, 2: noted
    std::uintptr_t address = 0;
    bool writes = false;
    int frames = 0;
    void* frame[most_frames];
} access;
struct sigaction before; //!< what handled SIGSEGV before

auto& mutex = *new std::recursive_mutex;
std::string last_kernel;
bool is_forked = false;

void remove_protection()
{
    if (!is_protected.exchange(false)) return;
    for (std::size_t k = 0, n = piece_count; k < n; ++k)
        mprotect(reinterpret_cast<void*>(pieces[k].begin), pieces[k].end - pieces[k].begin, PROT_READ | PROT_WRITE);
}

bool is_watched(std::uintptr_t at)
{
    for (std::size_t k = 0, n = piece_count; k < n; ++k)
        if (at >= pieces[k].begin && at < pieces[k].end) return true;
    return false;
}

// Only functions that are safe in a handler of signals, and backtrace(), which has been called before.
void on_fault(int signal, siginfo_t* info, void* state)
{
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (info->si_code == SEGV_ACCERR && is_watched(at)) {
        int none = 0;
        if (is_protected && !is_forked && access.state.compare_exchange_strong(none, 1)) {
            access.address = at;
            access.writes = faulting_access_writes(*static_cast<const ucontext_t*>(state));
            access.frames = backtrace(access.frame, most_frames);
            access.state = 2;
        }
        remove_protection();
        return; // the access is repeated
    }
    if (before.sa_flags & SA_SIGINFO) return before.sa_sigaction(signal, info, state);
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
    sigaction(SIGSEGV, &before, nullptr); // the repeated access ends the program
}

// False where the program handles the signal by itself.
bool handles_faults()
{
    struct sigaction now;
    if (sigaction(SIGSEGV, nullptr, &now) != 0) return false;
    if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_fault) return true;
    if (now.sa_flags & SA_SIGINFO || now.sa_handler != SIG_DFL) return false;
    void* frame[1];
    backtrace(frame, 1); // loads what it needs
    struct sigaction ours = {};
    ours.sa_sigaction = on_fault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    return sigaction(SIGSEGV, &ours, &before) == 0;
}

// Where the access stands, for addr2line -e: in the program, or in the library that it called. Empty: in this library.
std::string place_of_access()
{
    Dl_info own, here;
    if (!dladdr(reinterpret_cast<void*>(&place_of_access), &own)) return {};
    std::string place;
    constexpr int first = 2; // after the handler and what called it
    for (int k = first; k < access.frames; ++k) {
        // A return address may already belong to the next function.
        const char* const at = static_cast<const char*>(access.frame[k]) - (k > first);
        if (!dladdr(at, &here) || !here.dli_fname) continue;
        if (here.dli_fbase == own.dli_fbase) return {};
        const std::string name = here.dli_fname;
        if (!place.empty() || name.find("/libc.so") != std::string::npos) continue;
        place = place_of_code(at);
    }
    return place;
}

void tell_access()
{
    if (access.state != 2) return;
    const std::string place = place_of_access();
    allocation a;
    bool inside = false;
    if (!place.empty() && device_memory::instance().find(access.address, a, inside) && inside)
        tell_once("managed " + place,
                  std::string("managed memory: the host ") + (access.writes ? "writes to" : "reads") + " offset " +
                      std::to_string(access.address - a.address) + " of " +
                      (a.name.empty() ? "an allocation of " + std::to_string(a.size) + " bytes" : "'" + a.name + "'") +
                      " at " + place +
                      ", where a kernel wrote that the host has not waited for (the last launch was '" + last_kernel +
                      "'): call cudaDeviceSynchronize() before the access");
    access.state = 0;
}

thread_local managed_watch* current = nullptr;

bool is_wanted()
{
    // What is written is tracked for that check.
    static const bool on = checks_managed() && context::instance().memory_check().uninitialised_global;
    return on;
}

} // namespace

std::atomic<bool> managed_watch::is_active_{false};

managed_watch::managed_watch()
    : outer_(current)
{
    current = this;
    if (!is_active_) return;
    std::lock_guard lock(mutex);
    remove_protection();
    tell_access();
}

managed_watch::~managed_watch()
{
    current = outer_;
    if (!ran_ || is_forked) return;
    std::lock_guard lock(mutex);
    auto& memory = device_memory::instance();
    if (memory.host_memory_was_stored()) {
        forget();
        return;
    }
    remove_protection();
    piece_count = 0;
    std::size_t count = 0;
    memory.each_page_that_kernels_wrote([&](std::uintptr_t begin, std::uintptr_t end) {
        if (count < most_pieces) pieces[count++] = {begin, end};
    });
    if (count == 0 || !handles_faults()) return;
    piece_count = count;
    is_protected = true;
    for (std::size_t k = 0; k < count; ++k)
        mprotect(reinterpret_cast<void*>(pieces[k].begin), pieces[k].end - pieces[k].begin, PROT_NONE);
}

bool managed_watch::covers(const program& p)
{
    if (!current || !is_wanted()) return false;
    if (p.meets_host) {
        if (is_active_) forget();
        return false;
    }
    auto& memory = device_memory::instance();
    if (!is_active_ && memory.host_memory_was_stored()) memory.forget_kernel_writes();
    return true;
}

void managed_watch::ran(const std::string& kernel)
{
    if (!current || !device_memory::instance().managed_memory_was_stored()) return;
    std::lock_guard lock(mutex);
    is_active_ = true;
    last_kernel = kernel;
    current->ran_ = true;
}

void managed_watch::end_all()
{
    if (!current) forget(); // else the call is part of a launch
}

void managed_watch::forget()
{
    std::lock_guard lock(mutex);
    remove_protection();
    tell_access();
    device_memory::instance().forget_kernel_writes();
    is_active_ = false;
}

void managed_watch::begin_child()
{
    is_forked = true;
    remove_protection();
    access.state = 0;
    is_active_ = false;
}

} // namespace cuda_emulator
