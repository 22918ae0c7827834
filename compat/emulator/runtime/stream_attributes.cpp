// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream attributes. They are stored and have no effect.
#include "runtime/capture.h"
#include "runtime/kernel_launch.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

std::mutex attributes_mutex;

bool is_of_stream(cudaLaunchAttributeID a)
{
    return a == cudaLaunchAttributeAccessPolicyWindow || a == cudaLaunchAttributeSynchronizationPolicy ||
           a == cudaLaunchAttributeMemSyncDomainMap || a == cudaLaunchAttributeMemSyncDomain ||
           a == cudaLaunchAttributePriority;
}

// Returns the attributes of a stream. The legacy stream has its own set.
cudaError_t find(cudaStream_t handle, std::map<int, cudaLaunchAttributeValue>*& out)
{
    static std::map<int, cudaLaunchAttributeValue> of_legacy_stream;
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    out = s ? &s->attributes : &of_legacy_stream;
    return known ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaLaunchAttributeValue unset(cudaLaunchAttributeID a)
{
    cudaLaunchAttributeValue v;
    std::memset(&v, 0, sizeof v);
    // An H200 gives this number until a program sets a policy (driver 580).
    if (a == cudaLaunchAttributeSynchronizationPolicy) v.syncPolicy = static_cast<cudaSynchronizationPolicy>(-1);
    if (a == cudaLaunchAttributeMemSyncDomainMap) v.memSyncDomainMap.remote = 1;
    return v;
}

} // namespace

bool cuda_emulator::is_launch_attribute(cudaLaunchAttributeID a, const cudaLaunchAttributeValue& v)
{
    const auto& window = v.accessPolicyWindow;
    switch (a) {
    case cudaLaunchAttributeAccessPolicyWindow:
        return window.hitRatio >= 0 && window.hitRatio <= 1 && window.missProp != cudaAccessPropertyPersisting;
    case cudaLaunchAttributeSynchronizationPolicy:
        return v.syncPolicy >= cudaSyncPolicyAuto && v.syncPolicy <= cudaSyncPolicyBlockingSync;
    case cudaLaunchAttributeMemSyncDomain:
        return v.memSyncDomain == cudaLaunchMemSyncDomainDefault || v.memSyncDomain == cudaLaunchMemSyncDomainRemote;
    default:
        return a >= cudaLaunchAttributeIgnore && a <= cudaLaunchAttributeNvlinkUtilCentricScheduling;
    }
}

extern "C" {

cudaError_t cudaStreamGetAttribute(cudaStream_t s, cudaLaunchAttributeID a, cudaLaunchAttributeValue* out)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(attributes_mutex);
    std::map<int, cudaLaunchAttributeValue>* all = nullptr;
    if (!out || !is_of_stream(a)) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = find(s, all)) return record(e);
    const auto at = all->find(a);
    *out = at == all->end() ? unset(a) : at->second;
    if (a == cudaLaunchAttributePriority) return cudaStreamGetPriority(s, &out->priority);
    return cudaSuccess;
}
cudaError_t cudaStreamSetAttribute(cudaStream_t s, cudaLaunchAttributeID a, const cudaLaunchAttributeValue* value)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(attributes_mutex);
    std::map<int, cudaLaunchAttributeValue>* all = nullptr;
    if (!value || !is_of_stream(a)) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = find(s, all)) return record(e);
    if (!is_launch_attribute(a, *value)) return record(cudaErrorInvalidValue);
    bool known = true;
    CUstream_st* stream = stream_of(s, known);
    if (a == cudaLaunchAttributePriority && stream)
        stream->priority = value->priority > 0 ? 0 : value->priority < -5 ? -5 : value->priority;
    (*all)[a] = *value;
    return cudaSuccess;
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(attributes_mutex);
    std::map<int, cudaLaunchAttributeValue>*target = nullptr, *source = nullptr;
    if (const cudaError_t e = find(to, target)) return record(e);
    if (const cudaError_t e = find(from, source)) return record(e);
    const auto copy = *source;
    *target = copy;
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() { return checked(cudaSuccess); } // the emulated device has no L2 cache

} // extern "C"
