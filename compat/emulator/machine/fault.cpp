// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/fault.h"

#include "machine/block.h"
#include "machine/kernel_name.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {
std::string triple(std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}
std::string source_line(const program& p, const decoded_function& f, const instruction& i)
{
    return i.source < 0 || !f.body ? std::string{} : p.module->source_line(*f.body, i.source);
}
} // namespace

std::string thread_name(const block& b, std::uint32_t thread)
{
    const dimensions& d = b.grid.block;
    return triple(thread % d.x, thread / d.x % d.y, thread / d.x / d.y);
}

std::string block_name(const launch& l, std::uint64_t block)
{
    const auto number = static_cast<std::uint32_t>(block / l.grid.x);
    return triple(static_cast<std::uint32_t>(block % l.grid.x), number % l.grid.y, number / l.grid.y);
}

std::string line_of(const program& p, const decoded_function& f, const instruction& i)
{
    const std::string source = source_line(p, f, i);
    return "PTX line " + std::to_string(i.line) + (source.empty() ? "" : ", " + source);
}

std::string key_of(const program& p, const decoded_function& f, const instruction& i)
{
    const std::string source = source_line(p, f, i);
    return " " + (source.empty() ? "PTX line " + std::to_string(i.line) : source);
}

std::string shared_place(const block& b, std::size_t offset)
{
    const program& p = *b.grid.code;
    std::string s = "offset " + std::to_string(offset);
    for (const shared_variable& v : p.shared_variables)
        if (offset >= v.offset && offset - v.offset < v.size) {
            return s + " ('" + variable_name(v.name) + "' + " + std::to_string(offset - v.offset) + ")";
        }
    if (p.uses_dynamic_shared && offset >= p.dynamic_offset)
        s += " (dynamic shared memory + " + std::to_string(offset - p.dynamic_offset) + ")";
    return s;
}

std::string line_of(const warp& w, const instruction& i) { return line_of(*w.grid->code, *w.current->function, i); }

std::string place_of(const block& b, std::uint32_t thread, const decoded_function& f, const instruction& i)
{
    const program& p = *b.grid.code;
    return "kernel '" + name_in_message(p.kernel->source->name) + "', block " +
           triple(b.index.x, b.index.y, b.index.z) + ", thread " + thread_name(b, thread) + ", " + line_of(p, f, i);
}

std::string place_of(const warp& w, const instruction& i, int lane)
{
    return place_of(*w.owner, w.index * warp_size + static_cast<std::uint32_t>(lane), *w.current->function, i);
}

void fault(const warp& w, const instruction& i, int lane, device_error code, const std::string& what)
{
    throw device_fault(code, place_of(w, i, lane) + ": " + what);
}

} // namespace cuda_emulator
