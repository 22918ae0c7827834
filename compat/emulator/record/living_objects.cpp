// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/living_objects.h"

namespace cuda_emulator {

record_line living_objects::made(const char* kind, std::uint64_t handle, const std::string& call,
                                 const std::string& place)
{
    numbers_[{kind, handle}] = ++count_;
    return record_line("made").word(kind).number(count_).text(call).text(place);
}

std::optional<record_line> living_objects::destroyed(const char* kind, std::uint64_t handle)
{
    const auto at = numbers_.find({kind, handle});
    if (at == numbers_.end()) return {};
    const record_line line = record_line("destroyed").word(kind).number(at->second);
    numbers_.erase(at);
    return line;
}

} // namespace cuda_emulator
