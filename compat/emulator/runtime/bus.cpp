// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device's PCI address, and its peers. The emulated device has no peers.
#include "runtime/context.h"

#include <cstdio>
#include <cstring>

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer)
{
    CUDA_EMULATOR_ENTER();
    if (!can) return record(cudaErrorInvalidValue);
    if (device != 0 || peer != 0) return record(cudaErrorInvalidDevice);
    *can = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int)
{
    return checked(value ? cudaErrorInvalidDevice : cudaErrorInvalidValue); // peer access needs a second device
}
// The errors for the device itself are those of an H200.
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned)
{
    return checked(peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    return checked(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device)
{
    CUDA_EMULATOR_ENTER();
    if (device != 0) return record(cudaErrorInvalidDevice);
    if (!text || length < 13) return record(cudaErrorInvalidValue);
    std::strcpy(text, "0000:00:00.0");
    return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text)
{
    CUDA_EMULATOR_ENTER();
    unsigned domain = 0, bus = 0, slot = 0, function = 0;
    if (!device || !text) return record(cudaErrorInvalidValue);
    // The format is "domain:bus:device.function". Domain and function are optional.
    if (std::sscanf(text, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
        domain = function = 0;
        if (std::sscanf(text, "%x:%x.%x", &bus, &slot, &function) < 2) return record(cudaErrorInvalidValue);
    }
    if (domain || bus || slot || function) return record(cudaErrorInvalidDevice);
    *device = 0;
    return cudaSuccess;
}

} // extern "C"
