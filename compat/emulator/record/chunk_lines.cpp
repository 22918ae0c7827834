// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/chunk_lines.h"

namespace cuda_emulator {

std::vector<record_line> chunk_lines(const changes& c)
{
    std::vector<record_line> out;
    for (std::size_t k = 0; k < c.chunks.size(); ++k) {
        const bool goes_on = k && c.chunks[k].index == c.chunks[k - 1].index + 1;
        if (!goes_on) out.push_back(record_line("chunks").number(c.chunks[k].index));
        out.back().hash(c.chunks[k].hash);
    }
    return out;
}

} // namespace cuda_emulator
