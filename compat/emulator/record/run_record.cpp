// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/run_record.h"

#include "machine/kernel_name.h"
#include "profile/output_file.h"

#include <filesystem>
#include <system_error>

namespace cuda_emulator {

namespace {

const char* name_of(allocation_kind kind)
{
    switch (kind) {
    case allocation_kind::managed:
        return "managed";
    case allocation_kind::host:
        return "host";
    case allocation_kind::variable:
        return "variable";
    case allocation_kind::constant:
        return "constant";
    case allocation_kind::array:
        return "array";
    case allocation_kind::heap:
        return "heap";
    default:
        return "device";
    }
}

bool is_device(const tracked_allocation* t) { return t && t->memory.kind != allocation_kind::host; }

std::string program_name()
{
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

} // namespace

run_record* run_record::wanted()
{
    // Never destroyed: programs call the runtime from static destructors.
    static run_record* const of_the_program = [] {
        const char* const path = file_in("CUDA_EMULATOR_RECORD");
        return path ? new run_record(path) : nullptr;
    }();
    return of_the_program;
}

run_record::run_record(const char* path)
    : file_(path, "cuda_emulator", "CUDA_EMULATOR_RECORD")
    , request_(look_request::from_environment("CUDA_EMULATOR_RECORD_LOOK", file_))
    , sites_(file_)
{
    file_.write(record_line("cuda-legacy-record").number(1));
    file_.write(record_line("program").text(program_name()));
    memory_.begun = [this](const tracked_allocation& t) {
        record_line line("allocation");
        line.number(t.number).word(name_of(t.memory.kind)).number(t.size()).hash(t.state);
        file_.write(line.text(variable_name(t.memory.name)));
    };
}

void run_record::made_memory(const void* p, std::size_t bytes, const recorded_call& by)
{
    std::lock_guard lock(mutex_);
    tracked_memory::fill(const_cast<void*>(p), bytes);
    if (bytes > largest_tracked) file_.write(record_line("not-tracked").number(bytes).text(by.name).text(by.place));
    if (const tracked_allocation* const t = memory_.at(p))
        file_.write(record_line("allocated").number(t->number).number(bytes).text(by.name).text(by.place));
}

void run_record::freed_memory(const void* p, const recorded_call& by)
{
    std::lock_guard lock(mutex_);
    if (const unsigned number = memory_.forget(p))
        file_.write(record_line("freed").number(number).text(by.name).text(by.place));
}

void run_record::made(const char* kind, std::uint64_t handle, const recorded_call& by)
{
    std::lock_guard lock(mutex_);
    file_.write(living_.made(kind, handle, by.name, by.place));
}

void run_record::destroyed(const char* kind, std::uint64_t handle)
{
    std::lock_guard lock(mutex_);
    if (const auto line = living_.destroyed(kind, handle)) file_.write(*line);
}

void run_record::reset()
{
    std::lock_guard lock(mutex_);
    living_.clear();
    file_.write(record_line("reset"));
}

void run_record::place(record_line& line, const void* p)
{
    const tracked_allocation* const t = memory_.at(p);
    line.number(t ? t->number : 0);
    line.number(t ? reinterpret_cast<std::uintptr_t>(p) - t->memory.address : 0);
}

bool run_record::keeps_next_copy()
{
    std::lock_guard lock(mutex_);
    return request_.wants_copy(copies_ + 1);
}

void run_record::copied(const void* to, const void* from, copied_bytes& bytes, const recorded_call& by)
{
    std::lock_guard lock(mutex_);
    ++copies_;
    const bool to_device = is_device(memory_.at(to)), from_device = is_device(memory_.at(from));
    record_line line("copy");
    line.number(copies_);
    line.word(to_device ? from_device ? "in-device" : "to-device" : from_device ? "to-host" : "in-host");
    line.number(bytes.count()).hash(bytes.hash());
    place(line, to);
    place(line, from);
    line.text(by.name).text(by.place);
    const auto& kept = bytes.kept();
    line.word(kept.empty() || kept.size() > 64 ? "-" : hexadecimal(kept.data(), kept.size()));
    file_.write(line);
    if (request_.wants_copy(copies_))
        file_.write(
            record_line("copied").number(copies_).number(file_.keep(kept.data(), kept.size())).number(kept.size()));
}

void run_record::set(const void* to, std::uint64_t bytes, unsigned value, const recorded_call& by)
{
    std::lock_guard lock(mutex_);
    record_line line("set");
    line.number(bytes).number(value);
    place(line, to);
    file_.write(line.text(by.name).text(by.place));
}

void run_record::written(const void* p, std::size_t bytes)
{
    std::lock_guard lock(mutex_);
    memory_.written(p, bytes);
}

void run_record::begin(launch& l, const std::string& mangled, std::shared_ptr<const void> keeps)
{
    std::lock_guard lock(mutex_);
    kept_code_.insert(std::move(keeps));
    launch_ = std::make_unique<launch_record>(l, ++launches_, mangled, memory_, file_, sites_, used_, request_);
}

void run_record::end(const std::string& error)
{
    std::lock_guard lock(mutex_);
    if (launch_) launch_->end(error);
    launch_.reset();
}

void run_record::never_ran(const std::string& mangled)
{
    file_.write(record_line("never-ran").text(kernel_name(mangled)));
}

void run_record::still_bound(const std::string& kind, const std::string& name)
{
    file_.write(record_line("still-bound").text(kind).text(name));
}

bool run_record::finish()
{
    std::lock_guard lock(mutex_);
    if (finished_) return true;
    finished_ = true;
    file_.write(record_line("end"));
    return file_.close();
}

} // namespace cuda_emulator
