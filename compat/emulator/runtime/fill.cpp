// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fill.h"

#include "runtime/capture.h"

#include <algorithm>
#include <cstring>

cudaError_t cuda_emulator::fill(const cudaMemsetParams& m)
{
    const auto at = reinterpret_cast<std::uintptr_t>(m.dst);
    if (m.elementSize != 1 && m.elementSize != 2 && m.elementSize != 4) return record(cudaErrorInvalidValue);
    const std::size_t rows = std::max<std::size_t>(m.height, 1);
    if (at % m.elementSize || (rows > 1 && (m.pitch % m.elementSize || m.pitch < m.width * m.elementSize)))
        return record(cudaErrorInvalidValue);
    const graph_scope part_of_the_work; // not of the legacy stream
    for (std::size_t y = 0; y < rows; ++y) {
        char* row = static_cast<char*>(m.dst) + y * m.pitch;
        // This looks at the addresses, too.
        if (const cudaError_t e = cudaMemset(row, static_cast<int>(m.value & 0xff), m.width * m.elementSize)) return e;
        for (std::size_t x = 0; m.elementSize > 1 && x < m.width; ++x)
            std::memcpy(row + x * m.elementSize, &m.value, m.elementSize);
    }
    return cudaSuccess;
}
