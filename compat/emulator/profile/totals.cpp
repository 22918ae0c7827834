// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profile/totals.h"

#include "machine/kernel_name.h"
#include "profile/count_instruction.h"
#include "profile/report.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

counter_totals& counter_totals::instance()
{
    // The object is never destroyed: the report may come after the destruction of the program's statics.
    static auto* totals = new counter_totals;
    return *totals;
}

counter_totals::counter_totals()
    : counting_(report_is_wanted())
{
}

bool counter_totals::counting() const
{
    std::lock_guard lock(mutex_);
    return counting_;
}

void counter_totals::set_counting(bool on)
{
    std::lock_guard lock(mutex_);
    counting_ = on;
}

void counter_totals::reset()
{
    std::lock_guard lock(mutex_);
    kernels_.clear();
    index_.clear();
}

void counter_totals::add(const void* kernel, const std::string& mangled, const cuda_emulator_counters& counted)
{
    std::lock_guard lock(mutex_);
    const auto [at, fresh] = index_.emplace(kernel, kernels_.size());
    if (fresh) {
        kernels_.emplace_back();
        kernels_.back() = {};
        kernels_.back().kernel = names_.insert(kernel_name(mangled)).first->c_str();
    }
    add_counters(kernels_[at->second], counted);
    ++kernels_[at->second].launches;
}

void counter_totals::forget(const void* kernel)
{
    std::lock_guard lock(mutex_);
    index_.erase(kernel);
}

std::size_t counter_totals::size() const
{
    std::lock_guard lock(mutex_);
    return kernels_.size();
}

bool counter_totals::get(std::size_t index, cuda_emulator_counters& out) const
{
    std::lock_guard lock(mutex_);
    if (index >= kernels_.size()) return false;
    out = kernels_[index];
    return true;
}

} // namespace cuda_emulator

namespace {
using cuda_emulator::counter_totals;

int get(std::size_t index, cuda_emulator_counters* out, std::size_t out_bytes)
{
    cuda_emulator_counters all;
    if (!out || !counter_totals::instance().get(index, all)) return 0;
    // A program built with another version of the header may know fewer counters, or more.
    std::memcpy(out, &all, std::min(out_bytes, sizeof all));
    if (out_bytes > sizeof all) std::memset(reinterpret_cast<char*>(out) + sizeof all, 0, out_bytes - sizeof all);
    return 1;
}
} // namespace

extern "C" __attribute__((visibility("default"))) const cuda_emulator_interface cuda_emulator_interface_1 = {
    1,
    [] { counter_totals::instance().set_counting(true); },
    [] { counter_totals::instance().set_counting(false); },
    [] { counter_totals::instance().reset(); },
    [] { return counter_totals::instance().size(); },
    get,
};
