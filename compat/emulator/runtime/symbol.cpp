// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __device__ and __constant__ variables, found by the address of their host shadow.
#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/recording.h"
#include "runtime/stream_order.h"
#include "runtime/transfer.h"

#include <algorithm>
#include <cstring>

using namespace cuda_emulator;

namespace {

cudaError_t find(const void* symbol, char*& address, std::size_t& size)
{
    CUDA_EMULATOR_ENTER();
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    auto at = c.variables.find(symbol);
    // The host's name of a __managed__ variable stands for the variable itself.
    if (at == c.variables.end())
        at = std::find_if(c.variables.begin(), c.variables.end(), [symbol](const auto& v) {
            return symbol && v.second.managed && *v.second.managed == symbol;
        });
    if (at == c.variables.end()) return record(cudaErrorInvalidSymbol);
    c.activate();
    try {
        const ptx::variable* v = at->second.owner->find_variable(at->second.name);
        if (!v) return record(cudaErrorInvalidSymbol);
        address = reinterpret_cast<char*>(at->second.owner->variable_address(*v));
        size = v->size;
    } catch (const std::exception& x) {
        c.print_finding(x.what());
        return record(cudaErrorInvalidPtx);
    }
    return cudaSuccess;
}

// Finds the bytes that a copy of the kind reads or writes. `usual` is its kind between the host and the device.
cudaError_t find_part(const void* symbol, std::size_t count, std::size_t offset, cudaMemcpyKind kind,
                      cudaMemcpyKind usual, char*& address)
{
    char* at;
    std::size_t size;
    if (const cudaError_t e = find(symbol, at, size)) return e;
    if (kind != usual && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return record(cudaErrorInvalidMemcpyDirection);
    if (offset > size || count > size - offset) return record(cudaErrorInvalidValue);
    address = at + offset;
    return cudaSuccess;
}

cudaError_t to_symbol(const void* symbol, const void* from, std::size_t count, std::size_t offset, cudaMemcpyKind kind)
{
    char* at;
    if (const cudaError_t e = find_part(symbol, count, offset, kind, cudaMemcpyHostToDevice, at)) return e;
    byte_rows bytes;
    bytes.first = from;
    bytes.width = count;
    if (count)
        if (const cudaError_t e = check_side(bytes, copy_side::source, kind)) return record(e);
    work_touches(from, count, false);
    work_touches(at, count, true);
    recorded_copy recorded(at, from);
    std::memmove(at, from, count);
    recorded.row(at, count);
    return cudaSuccess;
}

cudaError_t from_symbol(void* to, const void* symbol, std::size_t count, std::size_t offset, cudaMemcpyKind kind)
{
    char* at;
    if (const cudaError_t e = find_part(symbol, count, offset, kind, cudaMemcpyDeviceToHost, at)) return e;
    byte_rows bytes;
    bytes.first = to;
    bytes.width = count;
    if (count)
        if (const cudaError_t e = check_side(bytes, copy_side::destination, kind)) return record(e);
    work_touches(at, count, false);
    work_touches(to, count, true);
    recorded_copy recorded(to, at);
    std::memmove(to, at, count);
    recorded.row(to, count);
    device_memory::instance().wrote(to, count);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t count, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t s)
{
    char* at; // a capture and a queue refuse a wrong copy at once, too
    if (const cudaError_t e = find_part(symbol, count, offset, kind, cudaMemcpyHostToDevice, at)) return e;
    return in_stream(s, cudaGraphNodeTypeMemcpy, [=] { return to_symbol(symbol, from, count, offset, kind); });
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t count, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t s)
{
    char* at;
    if (const cudaError_t e = find_part(symbol, count, offset, kind, cudaMemcpyDeviceToHost, at)) return e;
    return in_stream(s, cudaGraphNodeTypeMemcpy, [=] { return from_symbol(to, symbol, count, offset, kind); });
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t count, std::size_t offset,
                               cudaMemcpyKind kind)
{
    return cudaMemcpyToSymbolAsync(symbol, from, count, offset, kind, nullptr);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t count, std::size_t offset,
                                 cudaMemcpyKind kind)
{
    return cudaMemcpyFromSymbolAsync(to, symbol, count, offset, kind, nullptr);
}
cudaError_t cudaGetSymbolAddress(void** out, const void* symbol)
{
    char* at;
    std::size_t size;
    if (!out) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = find(symbol, at, size)) return e;
    *out = at;
    return cudaSuccess;
}
cudaError_t cudaGetSymbolSize(std::size_t* out, const void* symbol)
{
    char* at;
    std::size_t size;
    if (!out) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = find(symbol, at, size)) return e;
    *out = size;
    return cudaSuccess;
}

} // extern "C"
