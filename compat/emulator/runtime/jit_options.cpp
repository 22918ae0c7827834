// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/jit_options.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <cuda.h>
#include <iterator>

namespace cuda_emulator {

namespace {

constexpr std::uintptr_t architecture = 0xffff; // the bits above it are those of sm_90a and of sm_100f

bool is_target(const void* value)
{
    constexpr int known[] = {30, 32, 35, 37, 50, 52, 53,  60,  61,  62,  70,  72,
                             75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121};
    const auto wanted = static_cast<int>(reinterpret_cast<std::uintptr_t>(value) & architecture);
    return std::find(std::begin(known), std::end(known), wanted) != std::end(known);
}

} // namespace

bool jit_options::are_valid(unsigned count, const int* options, void** values)
{
    if (count && (!options || !values)) return false;
    for (unsigned k = 0; k < count; ++k)
        if (options[k] < 0 || options[k] >= CU_JIT_NUM_OPTIONS ||
            (options[k] == CU_JIT_TARGET && !is_target(values[k])))
            return false;
    return true;
}

jit_options::jit_options(unsigned count, const int* options, void** values)
{
    for (unsigned k = 0; options && values && k < count; ++k) {
        switch (options[k]) {
        case CU_JIT_ERROR_LOG_BUFFER:
            errors_.text = static_cast<char*>(values[k]);
            break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
            errors_.size = &values[k];
            break;
        case CU_JIT_INFO_LOG_BUFFER:
            information_.text = static_cast<char*>(values[k]);
            break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
            information_.size = &values[k];
            break;
        case CU_JIT_WALL_TIME:
            wall_time_ = &values[k];
            break;
        case CU_JIT_TARGET:
            target_ = static_cast<int>(reinterpret_cast<std::uintptr_t>(values[k]) & architecture);
            break;
        default:
            break;
        }
    }
    // The value is the number itself, not a pointer: first the buffer's size, afterwards the written length.
    for (log_buffer* b : {&errors_, &information_})
        if (b->size) b->room = reinterpret_cast<std::uintptr_t>(*b->size);
}

void jit_options::add_error(const std::string& lines)
{
    if (lines.empty()) return;
    if (!error_lines_.empty()) error_lines_ += '\n';
    error_lines_ += lines;
}

void jit_options::log_buffer::write(const std::string& lines) const
{
    if (!text || room == 0) return;
    const bool fits = lines.size() < room;
    const std::size_t length = fits ? lines.size() : room - 1;
    std::memcpy(text, lines.data(), length);
    text[length] = '\0';
    // The length of a log that was cut counts its zero byte, too.
    *size = reinterpret_cast<void*>(fits ? length : room);
}

void jit_options::finish() const
{
    errors_.write(error_lines_);
    information_.write("");
    if (!wall_time_) return;
    const float milliseconds =
        std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - begin_).count();
    std::memcpy(wall_time_, &milliseconds, sizeof milliseconds);
}

} // namespace cuda_emulator
