// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/unread_errors.h"

#include "check/findings.h"
#include "machine/kernel_name.h"
#include "runtime/call_site.h"
#include "runtime/context.h"
#include "runtime/launch_refusal.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace cuda_emulator {

namespace {
struct unread {
    std::string what;
    cudaError_t error;
    bool is_launch;
    std::string why; //!< "2000 threads in a block, and …", or empty
};

// "(cudaErrorInvalidValue: 2000 threads in a block, and …)"
std::string reason(const unread& x)
{
    return " (" + std::string(name_of_error(x.error)) + (x.why.empty() ? "" : ": " + x.why) + ")";
}
// Both objects are never destroyed, because programs call the runtime from static destructors.
auto& mutex = *new std::mutex;
auto& pending = *new std::vector<unread>;

void add(unread u)
{
    std::lock_guard lock(mutex);
    const auto same = [&](const unread& x) { return x.what == u.what && x.error == u.error; };
    if (std::none_of(pending.begin(), pending.end(), same)) pending.push_back(std::move(u));
}
} // namespace

void note_refused_launch(const std::string& kernel, cudaError_t e)
{
    if (e == cudaSuccess || !context::instance().call_check().launches) return;
    const std::string place = current_call().place;
    add({"the launch of kernel '" + name_in_message(kernel) + "'" +
             (place.empty() ? "" : ", called at " + place + ",") + " was refused",
         e, true, reason_of_refusal(e)});
}

void note_error(cudaError_t e)
{
    if (!context::instance().call_check().errors || e == cudaErrorNotSupported) return;
    const call_site site = current_call();
    // note_refused_launch() handles launches with <<<>>>.
    if (site.place.empty() || site.call.empty() || site.call.find("LaunchKernel") != std::string::npos) return;
    add({site.call + ", called at " + site.place + ", failed", e, false, {}});
}

void errors_were_read()
{
    std::lock_guard lock(mutex);
    pending.clear();
}

void error_was_named(cudaError_t e)
{
    std::lock_guard lock(mutex);
    pending.erase(
        std::remove_if(pending.begin(), pending.end(), [&](const unread& x) { return x.error == e && !x.is_launch; }),
        pending.end());
}

std::string refused_launch_before()
{
    std::lock_guard lock(mutex);
    for (auto x = pending.rbegin(); x != pending.rend(); ++x)
        if (x->is_launch) return ". Before, " + x->what + reason(*x);
    return {};
}

void tell_unread_errors()
{
    std::vector<unread> left;
    {
        std::lock_guard lock(mutex);
        left.swap(pending);
    }
    for (const unread& x : left)
        add_finding(x.what + reason(x) + ", and nobody asked for the error");
}

} // namespace cuda_emulator
