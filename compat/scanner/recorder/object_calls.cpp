// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures, surfaces, streams and events: what is made, and what is destroyed. What a graph does is not seen.
#include "next_call.h"
#include "recorder.h"

using namespace cuda_recorder;

namespace {

template <class Handle>
std::uint64_t number_of(Handle h)
{
    return (std::uint64_t)(h);
}

template <class Handle>
cudaError_t made(const char* kind, const Handle* handle, cudaError_t error, const call_site& by)
{
    recorder* const r = recorder::wanted();
    if (r && error == cudaSuccess) r->made(kind, number_of(*handle), by);
    return error;
}

// Runs before the call: another thread may get the same handle meanwhile.
template <class Handle>
void destroyed(const char* kind, Handle handle)
{
    if (recorder* const r = recorder::wanted()) r->destroyed(kind, number_of(handle));
}

} // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* t, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc* view)
{
    return made("texture", t, CUDA_RECORDER_NEXT(cudaCreateTextureObject)(t, resource, texture, view),
                CUDA_RECORDER_SITE("cudaCreateTextureObject"));
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t t)
{
    destroyed("texture", t);
    return CUDA_RECORDER_NEXT(cudaDestroyTextureObject)(t);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* s, const cudaResourceDesc* resource)
{
    return made("surface", s, CUDA_RECORDER_NEXT(cudaCreateSurfaceObject)(s, resource),
                CUDA_RECORDER_SITE("cudaCreateSurfaceObject"));
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t s)
{
    destroyed("surface", s);
    return CUDA_RECORDER_NEXT(cudaDestroySurfaceObject)(s);
}

cudaError_t cudaStreamCreate(cudaStream_t* s)
{
    return made("stream", s, CUDA_RECORDER_NEXT(cudaStreamCreate)(s), CUDA_RECORDER_SITE("cudaStreamCreate"));
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned flags)
{
    return made("stream", s, CUDA_RECORDER_NEXT(cudaStreamCreateWithFlags)(s, flags),
                CUDA_RECORDER_SITE("cudaStreamCreateWithFlags"));
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned flags, int priority)
{
    return made("stream", s, CUDA_RECORDER_NEXT(cudaStreamCreateWithPriority)(s, flags, priority),
                CUDA_RECORDER_SITE("cudaStreamCreateWithPriority"));
}
cudaError_t cudaStreamDestroy(cudaStream_t s)
{
    destroyed("stream", s);
    return CUDA_RECORDER_NEXT(cudaStreamDestroy)(s);
}

cudaError_t cudaEventCreate(cudaEvent_t* e)
{
    return made("event", e, CUDA_RECORDER_NEXT(cudaEventCreate)(e), CUDA_RECORDER_SITE("cudaEventCreate"));
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned flags)
{
    return made("event", e, CUDA_RECORDER_NEXT(cudaEventCreateWithFlags)(e, flags),
                CUDA_RECORDER_SITE("cudaEventCreateWithFlags"));
}
cudaError_t cudaEventDestroy(cudaEvent_t e)
{
    destroyed("event", e);
    return CUDA_RECORDER_NEXT(cudaEventDestroy)(e);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream)
{
    if (recorder* const r = recorder::wanted()) r->not_seen("launches and copies of graphs (cudaGraphLaunch)");
    return CUDA_RECORDER_NEXT(cudaGraphLaunch)(graph, stream);
}
cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t graph, cudaStream_t stream)
{
    static auto* const real = next_call<decltype(::cudaGraphLaunch)>("cudaGraphLaunch_ptsz");
    if (recorder* const r = recorder::wanted()) r->not_seen("launches and copies of graphs (cudaGraphLaunch)");
    return real(graph, stream);
}

} // extern "C"
