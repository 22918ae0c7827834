// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches as before CUDA 4: the function stores the block shape and the bytes of its arguments.
#include "driver/call.h"

#include <cstring>
#include <unordered_map>

using namespace cuda_emulator;

namespace {

struct launch_state {
    int block[3] = {1, 1, 1};
    unsigned shared = 0;
    std::vector<char> arguments;
};
std::mutex states_mutex;
std::unordered_map<CUfunction, launch_state> states;

// Calls `act` with the settings of the function.
template <class Function>
CUresult with(CUfunction f, Function act)
{
    if (!context::instance().find_kernel(f)) return CUDA_ERROR_INVALID_HANDLE;
    std::lock_guard lock(states_mutex);
    return act(states[f]);
}

CUresult put(CUfunction f, int offset, const void* value, unsigned bytes)
{
    if (offset < 0 || !value) return CUDA_ERROR_INVALID_VALUE;
    return with(f, [&](launch_state& s) {
        const std::size_t end = static_cast<std::size_t>(offset) + bytes;
        if (s.arguments.size() < end) s.arguments.resize(end);
        std::memcpy(&s.arguments[static_cast<std::size_t>(offset)], value, bytes);
        return CUDA_SUCCESS;
    });
}

} // namespace

extern "C" {

CUresult cuFuncSetBlockShape(CUfunction f, int x, int y, int z)
{
    if (x <= 0 || y <= 0 || z <= 0) return CUDA_ERROR_INVALID_VALUE;
    return with(f, [&](launch_state& s) {
        s.block[0] = x;
        s.block[1] = y;
        s.block[2] = z;
        return CUDA_SUCCESS;
    });
}
CUresult cuFuncSetSharedSize(CUfunction f, unsigned bytes)
{
    return with(f, [&](launch_state& s) {
        s.shared = bytes;
        return CUDA_SUCCESS;
    });
}
CUresult cuParamSetSize(CUfunction f, unsigned bytes)
{
    return with(f, [&](launch_state& s) {
        s.arguments.resize(bytes);
        return CUDA_SUCCESS;
    });
}
CUresult cuParamSeti(CUfunction f, int offset, unsigned value) { return put(f, offset, &value, sizeof value); }
CUresult cuParamSetf(CUfunction f, int offset, float value) { return put(f, offset, &value, sizeof value); }
CUresult cuParamSetv(CUfunction f, int offset, void* value, unsigned bytes) { return put(f, offset, value, bytes); }
// The module owns the reference, and the launch reads its binding. The function therefore stores nothing.
CUresult cuParamSetTexRef(CUfunction f, int unit, CUtexref)
{
    if (unit != CU_PARAM_TR_DEFAULT) return CUDA_ERROR_INVALID_VALUE;
    return with(f, [](launch_state&) { return CUDA_SUCCESS; });
}
CUresult cuLaunchGridAsync(CUfunction f, int width, int height, CUstream stream)
{
    if (width <= 0 || height <= 0) return CUDA_ERROR_INVALID_VALUE;
    launch_state s;
    const CUresult e = with(f, [&](launch_state& have) {
        s = have;
        return CUDA_SUCCESS;
    });
    if (e != CUDA_SUCCESS) return e;
    std::size_t size = s.arguments.size();
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, s.arguments.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(f, static_cast<unsigned>(width), static_cast<unsigned>(height), 1,
                          static_cast<unsigned>(s.block[0]), static_cast<unsigned>(s.block[1]),
                          static_cast<unsigned>(s.block[2]), s.shared, stream, nullptr, extra);
}
CUresult cuLaunchGrid(CUfunction f, int width, int height) { return cuLaunchGridAsync(f, width, height, nullptr); }
CUresult cuLaunch(CUfunction f) { return cuLaunchGridAsync(f, 1, 1, nullptr); }

} // extern "C"
