// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recorder.h"

#include "machine/kernel_name.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace cuda_recorder {

using cuda_emulator::record_line;

namespace {

const char* value_of(const char* variable)
{
    const char* const value = std::getenv(variable);
    return value && *value ? value : nullptr;
}

std::string program_name()
{
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

} // namespace

// Never destroyed: programs call the runtime from static destructors. Null until the program has called the runtime: a
// shell that is preloaded with this library, too, leaves no record.
static std::atomic<recorder*> begun{nullptr};

recorder* recorder::wanted()
{
    static recorder* const of_the_program = []() -> recorder* {
        const char* const path = value_of("CUDA_LEGACY_RECORD");
        const char* const launches = value_of("CUDA_LEGACY_RECORD_LAUNCHES");
        if (path) begun = new recorder(path, launches && std::strcmp(launches, "0") != 0);
        return begun;
    }();
    return of_the_program;
}

recorder::recorder(const char* path, bool compares_launches)
    : file_(path, "cuda_recorder", "CUDA_LEGACY_RECORD")
    , request_(cuda_emulator::look_request::from_environment("CUDA_LEGACY_RECORD_LOOK", file_))
    , compares_launches_(compares_launches)
{
    file_.write(record_line("cuda-legacy-record").number(1));
    file_.write(record_line("program").text(program_name()));
    file_.write(record_line("by").word("recorder").word(compares_launches ? "launches" : "copies"));
}

void recorder::begin_tracking(const known_allocation& a)
{
    record_line line("allocation");
    line.number(a.number).word(a.kind).number(a.bytes()).hash(0).text(a.name);
    file_.write(line);
}

void recorder::made_memory(known_allocation a, std::size_t asked, const call_site& by)
{
    std::lock_guard lock(mutex_);
    const bool is_array = a.extent == 0;
    const known_allocation& added = memory_.add(std::move(a));
    begin_tracking(added);
    if (is_array) return; // is an object
    if (compares_launches_ && added.bytes() > cuda_emulator::largest_tracked)
        file_.write(record_line("not-tracked").number(asked).text(by.name).text(place_of(by)));
    file_.write(record_line("allocated").number(added.number).number(asked).text(by.name).text(place_of(by)));
}

void recorder::freed_memory(const void* p, const call_site& by)
{
    std::lock_guard lock(mutex_);
    const auto a = memory_.at(p);
    if (!a || a->address != p) return;
    if (a->extent) file_.write(record_line("freed").number(a->number).text(by.name).text(place_of(by)));
    memory_.remove(p);
}

void recorder::made(const char* kind, std::uint64_t handle, const call_site& by)
{
    std::lock_guard lock(mutex_);
    file_.write(living_.made(kind, handle, by.name, place_of(by)));
}

void recorder::destroyed(const char* kind, std::uint64_t handle)
{
    std::lock_guard lock(mutex_);
    if (const auto line = living_.destroyed(kind, handle)) file_.write(*line);
}

void recorder::reset()
{
    std::lock_guard lock(mutex_);
    living_.clear();
    memory_.clear();
    file_.write(record_line("reset"));
}

const char* recorder::direction_of(const void* to, const void* from, cudaMemcpyKind kind)
{
    std::lock_guard lock(mutex_);
    const auto is_on_device = [&](const void* p, bool by_kind) {
        const auto a = memory_.at(p);
        return a ? a->is_on_device() : by_kind;
    };
    const bool to_device = is_on_device(to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice);
    const bool from_device = is_on_device(from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
    return to_device ? from_device ? "in-device" : "to-device" : from_device ? "to-host" : "in-host";
}

// Called with the mutex held.
void recorder::place(record_line& line, const void* p)
{
    const auto a = memory_.at(p);
    line.number(a ? a->number : 0);
    const std::size_t offset = a ? static_cast<const char*>(p) - static_cast<const char*>(a->address) : 0;
    line.number(a && a->width ? offset / a->pitch * a->width + std::min(offset % a->pitch, a->width) : offset);
}

// "./program+0x1a2b", for addr2line. The call lies before the address to which it returns.
std::string recorder::place_of(const call_site& site)
{
    auto [at, fresh] = places_.emplace(site.returns_to, std::string{});
    Dl_info here;
    const char* const call = static_cast<const char*>(site.returns_to) - 1;
    if (!fresh || !dladdr(call, &here)) return at->second;
    char offset[32];
    std::snprintf(offset, sizeof offset, "+0x%llx",
                  static_cast<unsigned long long>(call - static_cast<const char*>(here.dli_fbase)));
    return at->second = std::string(here.dli_fname ? here.dli_fname : "?") + offset;
}

std::uint64_t recorder::begin_copy(const copy_sides& sides, std::uint64_t bytes, const call_site& by)
{
    std::lock_guard lock(mutex_);
    record_line line("copy");
    line.number(++copies_).word(sides.direction).number(bytes).hash(0);
    place(line, sides.to);
    place(line, sides.from);
    file_.write(line.text(by.name).text(place_of(by)).text(""));
    if (const auto a = memory_.at(sides.to)) a->is_stale = true;
    return copies_;
}

void recorder::end_copy(std::uint64_t number, cuda_emulator::copied_bytes& bytes)
{
    const auto& kept = bytes.kept();
    record_line line("content");
    line.number(number).hash(bytes.hash());
    line.word(kept.empty() || kept.size() > 64 ? "-" : cuda_emulator::hexadecimal(kept.data(), kept.size()));
    std::lock_guard lock(mutex_);
    if (finished_) return;
    file_.write(line);
    if (request_.wants_copy(number))
        file_.write(
            record_line("copied").number(number).number(file_.keep(kept.data(), kept.size())).number(kept.size()));
}

void recorder::set(const void* to, std::uint64_t bytes, unsigned value, const call_site& by)
{
    std::lock_guard lock(mutex_);
    record_line line("set");
    line.number(bytes).number(value);
    place(line, to);
    file_.write(line.text(by.name).text(place_of(by)));
    if (const auto a = memory_.at(to)) a->is_stale = true;
}

void recorder::not_seen(const std::string& what)
{
    std::lock_guard lock(mutex_);
    if (not_seen_.insert(what).second) file_.write(record_line("not-seen").text(what));
}

void recorder::registered_variable(const void* symbol, const char* name, std::size_t bytes, bool constant)
{
    std::lock_guard lock(mutex_);
    known_allocation a;
    a.kind = constant ? "constant" : "variable";
    // The host's shadow stands for the variable: its address on the device is known only when the program runs.
    a.address = a.symbol = symbol;
    a.extent = bytes;
    a.name = cuda_emulator::variable_name(name);
    begin_tracking(memory_.add(std::move(a)));
}

void recorder::registered_managed(void* const* where, const char* name, std::size_t bytes)
{
    std::lock_guard lock(mutex_);
    known_allocation a;
    a.kind = "managed";
    a.extent = bytes;
    a.name = cuda_emulator::variable_name(name);
    managed_.push_back({where, a});
}

void recorder::registered_kernel(const void*, const char* mangled)
{
    std::lock_guard lock(mutex_);
    kernels_.insert(mangled);
}

void recorder::ran(const std::string& mangled)
{
    std::lock_guard lock(mutex_);
    ran_.insert(mangled);
}

std::unique_lock<std::mutex> recorder::alone()
{
    return compares_launches_ ? std::unique_lock(alone_) : std::unique_lock<std::mutex>();
}

std::uint64_t recorder::next_launch()
{
    std::lock_guard lock(mutex_);
    return ++launches_;
}

void recorder::write_launch(const record_line& own, const std::vector<record_line>& parts)
{
    std::lock_guard lock(mutex_);
    file_.write(own);
    for (const record_line& one : parts)
        file_.write(one);
    file_.flush();
}

record_line recorder::keep_chunk(const known_allocation& a, std::size_t element, const cuda_emulator::kept_chunk& c)
{
    std::vector<unsigned char> all(c.mask, c.mask + c.bytes);
    all.insert(all.end(), c.before, c.before + c.bytes);
    all.insert(all.end(), c.after, c.after + c.bytes);
    std::lock_guard lock(mutex_);
    record_line line("kept");
    line.number(a.number).number(c.index).number(element).number(c.bytes).number(file_.keep(all.data(), all.size()));
    return line.number(0).number(0);
}

std::vector<std::shared_ptr<known_allocation>> recorder::allocations()
{
    std::lock_guard lock(mutex_);
    const auto has_address = [&](auto& one) {
        if (!*one.first) return false;
        one.second.address = *one.first;
        begin_tracking(memory_.add(std::move(one.second)));
        return true;
    };
    managed_.erase(std::remove_if(managed_.begin(), managed_.end(), has_address), managed_.end());
    return memory_.all();
}

std::shared_ptr<known_allocation> recorder::allocation_at(const void* p)
{
    std::lock_guard lock(mutex_);
    return memory_.at(p);
}

void recorder::finish()
{
    std::lock_guard lock(mutex_);
    if (finished_) return;
    finished_ = true;
    for (const std::string& mangled : kernels_)
        if (!ran_.count(mangled)) file_.write(record_line("never-ran").text(cuda_emulator::kernel_name(mangled)));
    file_.write(record_line("end"));
    file_.close();
}

namespace {

// Runs behind all static destructors, also those of the program's libraries.
__attribute__((destructor)) void finish_the_record()
{
    if (recorder* const r = begun) r->finish();
}

} // namespace

} // namespace cuda_recorder
