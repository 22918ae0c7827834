// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup of driver functions for cudaGetDriverEntryPoint and cuGetProcAddress.
#include "driver/call.h"
#include "runtime/own_runtime.h"
#include "runtime/per_thread.h"
#include "runtime/unsupported.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

static_assert(int{cudaEnablePerThreadDefaultStream} == int{CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM});
static_assert(int{cudaEnableLegacyStream} == int{CU_GET_PROC_ADDRESS_LEGACY_STREAM});

// As an H200 does.
bool is_refused(std::uint64_t version, std::uint64_t flags)
{
    return version > CUDA_VERSION ||
           (flags & ~std::uint64_t{cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream}) != 0;
}

// Returns the newest implementation that CUDA `version` has. Returns null and sets `too_old` if all implementations are
// newer.
void* find(const char* name, int version, std::uint64_t flags, bool& too_old)
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
    if (best->address == best->stub) return nullptr;
    return flags & cudaEnablePerThreadDefaultStream ? best->per_thread : best->address;
}

cudaError_t look_up(const char* name, void** out, unsigned version, std::uint64_t flags,
                    cudaDriverEntryPointQueryResult* status)
{
    CUDA_EMULATOR_ENTER();
    if (!name || !out || is_refused(version, flags)) return record(cudaErrorInvalidValue);
    if (!flags && is_in_per_thread_scope()) flags = cudaEnablePerThreadDefaultStream;
    set_initialised(); // the runtime's lookup initialises the driver, as CUDA does
    bool too_old;
    *out = find(name, static_cast<int>(version), flags, too_old);
    if (status)
        *status = *out      ? cudaDriverEntryPointSuccess
                  : too_old ? cudaDriverEntryPointVersionNotSufficent
                            : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess; // an H200 also returns success if `status` is null
}

} // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* name, void** out, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status)
{
    return look_up(name, out, CUDA_VERSION, flags, status);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** out, unsigned version, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status)
{
    return look_up(name, out, version, flags, status);
}
CUresult cuGetProcAddress(const char* name, void** out, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* status)
{
    if (!name || !out || is_refused(static_cast<std::uint64_t>(version), flags)) return CUDA_ERROR_INVALID_VALUE;
    bool too_old;
    *out = find(name, version, flags, too_old);
    // The statically linked runtime asks for it in its first call, and fails in each call from then on.
    if (!*out && std::strcmp(name, "cuGetExportTable") == 0) tell_of_own_runtime(__builtin_return_address(0));
    if (status)
        *status = *out      ? CU_GET_PROC_ADDRESS_SUCCESS
                  : too_old ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                            : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *out || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

} // extern "C"
