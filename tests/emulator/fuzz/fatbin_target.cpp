// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The readers of fat binaries and of machine code: any bytes give entries or texts, or a std::runtime_error.
#include "fatbin/fatbin.h"
#include "fatbin/machine_code.h"

#include <stdexcept>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace cuda_emulator;
    try {
        const auto entries = fatbin::entries_of_data(data, size);
        fatbin::choose(entries, 90);
        for (const fatbin::entry& e : entries)
            try {
                fatbin::text_of(e);
            } catch (const std::runtime_error&) {
            }
    } catch (const std::runtime_error&) {
    }
    try {
        fatbin::ptx_of_machine_code(data, size);
    } catch (const std::runtime_error&) {
    }
    return 0;
}
