// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recorded_launch.h"

#include "machine/kernel_name.h"
#include "memory_read.h"
#include "next_call.h"
#include "record/chunk_lines.h"
#include "record/hash.h"

#include <cstring>

namespace cuda_recorder {

using cuda_emulator::record_line;

namespace {

bool can_be_compared(const known_allocation& a)
{
    return a.is_on_device() && a.extent && a.bytes() <= cuda_emulator::largest_tracked;
}

} // namespace

recorded_launch::recorded_launch(recorder& r, const void* function, const launch_shape& shape)
    : recorder_(r)
    , kernel_(kernel_of(function))
    , shape_(shape)
    , compares_memory_(r.compares_launches() && !is_any_captured())
{
    if (r.compares_launches() && !compares_memory_) r.not_seen("what launches changed while a stream was captured");
    if (!compares_memory_) return;
    alone_ = recorder_.alone();
    wait_for_all(shape.stream);
    read_memory_before();
}

// What the host wrote since the last launch. Managed memory is written without a call.
void recorded_launch::read_memory_before()
{
    for (const auto& a : recorder_.allocations()) {
        const bool is_managed = std::strcmp(a->kind, "managed") == 0;
        if (!can_be_compared(*a) || (a->is_read && !a->is_stale && !is_managed)) continue;
        a->is_stale = false;
        const unsigned char* const now = read_memory(*a);
        if (!now) continue;
        if (a->is_read) {
            a->content.see_changes(now);
        } else {
            a->content.begin(now, a->bytes());
        }
        a->is_read = true;
    }
}

void recorded_launch::end(void** arguments, cudaError_t error)
{
    if (error != cudaSuccess) return;
    const cudaError_t ended = compares_memory_ ? wait_for_all(shape_.stream) : cudaSuccess;
    parameters_ = parameters_of(kernel_.handle, kernel_.mangled);
    number_ = recorder_.next_launch();
    if (ended != cudaSuccess)
        lines_.push_back(record_line("error").text(CUDA_RECORDER_NEXT(cudaGetErrorString)(ended)));
    if (arguments) note_arguments(arguments);
    if (compares_memory_) note_changes();
    record_line line("launch");
    line.number(number_)
        .text(cuda_emulator::kernel_name(kernel_.mangled))
        .text(cuda_emulator::demangled(kernel_.mangled));
    const dim3 &g = shape_.grid, &b = shape_.block;
    line.number(g.x).number(g.y).number(g.z).number(b.x).number(b.y).number(b.z).number(shape_.shared);
    add_host_thread(line);
    recorder_.write_launch(line, lines_);
}

// Each 8 bytes of a parameter that point into an allocation are a pointer; the other bytes are a value.
void recorded_launch::note_arguments(void** arguments)
{
    for (std::size_t n = 0; n < parameters_.size(); ++n) {
        const std::size_t bytes = parameters_[n].bytes;
        const auto* const first = static_cast<const char*>(arguments[n]);
        std::vector<char> value(first, first + bytes);
        record_line pointers("");
        bool has_pointers = false;
        for (std::size_t at = 0; at + 8 <= bytes; at += 8) {
            const char* p = nullptr;
            std::memcpy(&p, first + at, sizeof p);
            const auto a = recorder_.allocation_at(p);
            if (!a || a->is_variable()) continue;
            const std::size_t offset = p - static_cast<const char*>(a->address);
            pointers.number(a->number).number(offset).hash(a->content.state);
            has_pointers = true;
            std::memset(value.data() + at, 0, 8);
            std::string& type = types_.emplace(a.get(), parameters_[n].type).first->second;
            if (type != parameters_[n].type) type.clear();
        }
        record_line line("argument");
        line.number(n).number(bytes).hash(cuda_emulator::hash_of(value.data(), value.size()));
        line.word(value.size() <= 16 && !has_pointers ? cuda_emulator::hexadecimal(value.data(), value.size()) : "-");
        if (has_pointers) line.word(pointers.whole().substr(1));
        lines_.push_back(line);
    }
    if (!compares_memory_) return;
    // Which variables the kernel names is not known here.
    for (const auto& a : recorder_.allocations())
        if (a->is_variable()) lines_.push_back(record_line("variable").number(a->number).hash(a->content.state));
}

void recorded_launch::note_changes()
{
    for (const auto& a : recorder_.allocations())
        if (a->is_read && std::strcmp(a->kind, "constant") != 0) note_changes_of(*a);
}

void recorded_launch::note_changes_of(known_allocation& a)
{
    const unsigned char* const now = read_memory(a);
    if (!now) return;
    const auto known = types_.find(&a);
    const std::string type = known == types_.end() ? "" : known->second;
    const std::size_t element = element_bytes(type);
    const std::uint64_t before = a.content.state;
    std::vector<record_line> kept;
    const cuda_emulator::changes c = a.content.compare(
        now, element, [&](std::size_t chunk) { return recorder_.request().wants_chunk(number_, a.number, chunk); },
        [&](const cuda_emulator::kept_chunk& chunk) { kept.push_back(recorder_.keep_chunk(a, element, chunk)); });
    if (c.bytes) {
        record_line line("wrote");
        line.number(a.number).number(c.bytes).number(c.ranges).number(c.first).number(c.last);
        lines_.push_back(line.text(type).number(element).text("").hash(before).hash(a.content.state));
        for (const record_line& chunks : cuda_emulator::chunk_lines(c))
            lines_.push_back(chunks);
    }
    lines_.insert(lines_.end(), kept.begin(), kept.end());
}

} // namespace cuda_recorder
