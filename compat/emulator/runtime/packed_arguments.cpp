// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/packed_arguments.h"

cuda_emulator::packed_arguments::packed_arguments(kernel& k, void** extra)
{
    char* buffer = nullptr;
    std::size_t size = 0;
    if (!extra) return;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) {
            buffer = static_cast<char*>(extra[1]);
        } else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) {
            if (!extra[1]) return;
            size = *static_cast<std::size_t*>(extra[1]);
        } else {
            return;
        }
    }
    std::lock_guard lock(context::instance().mutex);
    const program* code = k.decoded();
    good_ = !code || code->parameters.empty() || (buffer && size >= code->parameter_bytes);
    for (std::size_t n = 0; good_ && code && n < code->parameters.size(); ++n)
        arguments_.push_back(buffer + code->parameters[n].offset);
}
