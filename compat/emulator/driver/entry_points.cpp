// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup of driver functions for cudaGetDriverEntryPoint and cuGetProcAddress.
#include "driver/call.h"
#include "runtime/own_runtime.h"
#include "runtime/unsupported.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

// Returns the newest implementation that CUDA `version` has. Returns null and sets `too_old` if all implementations are
// newer.
void* find(const char* name, int version, bool& too_old)
{
    const driver_symbol* best = nullptr;
    too_old = false;
    for (const driver_symbol* s = driver_symbols; s->name; ++s) {
        if (std::strcmp(s->name, name) != 0) continue;
        if (s->since > version) too_old = true;
        if (s->since <= version && (!best || s->since > best->since)) best = s;
    }
    if (!best) return nullptr;
    too_old = false;
    return best->address == best->stub ? nullptr : best->address;
}

cudaError_t look_up(const char* name, void** out, unsigned version, cudaDriverEntryPointQueryResult* status)
{
    CUDA_EMULATOR_ENTER();
    if (!name || !out) return record(cudaErrorInvalidValue);
    set_initialised(); // the runtime's lookup initialises the driver, as CUDA does
    bool too_old;
    *out = find(name, static_cast<int>(version), too_old);
    if (status)
        *status = *out      ? cudaDriverEntryPointSuccess
                  : too_old ? cudaDriverEntryPointVersionNotSufficent
                            : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess; // an H200 also returns success if `status` is null
}

} // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* name, void** out, unsigned long long,
                                    cudaDriverEntryPointQueryResult* status)
{
    return look_up(name, out, CUDA_VERSION, status);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** out, unsigned version, unsigned long long,
                                             cudaDriverEntryPointQueryResult* status)
{
    return look_up(name, out, version, status);
}
CUresult cuGetProcAddress(const char* name, void** out, int version, cuuint64_t, CUdriverProcAddressQueryResult* status)
{
    if (!name || !out) return CUDA_ERROR_INVALID_VALUE;
    bool too_old;
    *out = find(name, version, too_old);
    // The statically linked runtime asks for it in its first call, and fails in each call from then on.
    if (!*out && std::strcmp(name, "cuGetExportTable") == 0) tell_of_own_runtime(__builtin_return_address(0));
    if (status)
        *status = *out      ? CU_GET_PROC_ADDRESS_SUCCESS
                  : too_old ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                            : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *out || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

} // extern "C"
