// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/recording.h"

#include "record/run_record.h"
#include "runtime/call_site.h"
#include "runtime/context.h"
#include "runtime/leaks.h"

#include <set>

namespace cuda_emulator {

namespace {

recorded_call this_call()
{
    const call_site site = current_call();
    return {site.call, site.place};
}

const char* name_of(resource kind)
{
    switch (kind) {
    case resource::array:
        return "array";
    case resource::stream:
        return "stream";
    case resource::event:
        return "event";
    case resource::texture:
        return "texture";
    case resource::surface:
        return "surface";
    default:
        return "memory";
    }
}

} // namespace

recorded_copy::recorded_copy(const void* to, const void* from)
    : to_(to)
    , from_(from)
{
    run_record* const r = run_record::wanted();
    if (!r) return;
    bytes_ = std::make_unique<copied_bytes>();
    if (r->keeps_next_copy()) bytes_->most_kept = std::size_t{16} << 20;
}

void recorded_copy::row(const void* to, std::size_t bytes)
{
    if (!bytes_) return;
    bytes_->add(to, bytes);
    run_record::wanted()->written(to, bytes);
}

recorded_copy::~recorded_copy()
{
    if (bytes_) run_record::wanted()->copied(to_, from_, *bytes_, this_call());
}

std::unique_lock<std::recursive_mutex> held_record()
{
    run_record* const r = run_record::wanted();
    return r ? r->held() : std::unique_lock<std::recursive_mutex>();
}

void record_set_row(const void* to, std::size_t bytes)
{
    if (run_record* const r = run_record::wanted()) r->written(to, bytes);
}

void record_set(const void* to, std::size_t bytes, unsigned value)
{
    if (run_record* const r = run_record::wanted()) r->set(to, bytes, value, this_call());
}

void record_made(resource kind, std::uint64_t handle, std::size_t bytes)
{
    run_record* const r = run_record::wanted();
    if (!r) return;
    if (kind == resource::memory) {
        r->made_memory(reinterpret_cast<const void*>(handle), bytes, this_call());
    } else {
        r->made(name_of(kind), handle, this_call());
    }
}

void record_freed(resource kind, std::uint64_t handle)
{
    run_record* const r = run_record::wanted();
    if (!r) return;
    if (kind == resource::memory) {
        r->freed_memory(reinterpret_cast<const void*>(handle), this_call());
    } else {
        r->destroyed(name_of(kind), handle);
    }
}

void record_reset()
{
    if (run_record* const r = run_record::wanted()) r->reset();
}

void begin_recorded_launch(launch& l, const kernel& k)
{
    if (run_record* const r = run_record::wanted()) r->begin(l, k.name, k.shared_from_this());
}

void end_recorded_launch(const std::string& error)
{
    if (run_record* const r = run_record::wanted()) r->end(error);
}

bool records_run() { return run_record::wanted() != nullptr; }

bool finish_record()
{
    run_record* const r = run_record::wanted();
    if (!r) return true;
    const context& c = context::instance();
    std::set<std::string> never_ran;
    for (const auto& [host, k] : c.kernels)
        if (!k->has_run) never_ran.insert(k->name);
    for (const auto& [host, k] : c.kernels)
        if (k->has_run) never_ran.erase(k->name);
    for (const std::string& name : never_ran)
        r->never_ran(name);
    for (const auto& m : c.modules)
        m->references().each_bound([&](const std::string& name) { r->still_bound("texture reference", name); });
    return r->finish();
}

} // namespace cuda_emulator
