// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaMemcpy, cudaMemset and related calls. A name with _ptds or _ptsz is the call for the default stream of each
// thread.
#include "copied_rows.h"
#include "memory_read.h"
#include "next_call.h"

#include <algorithm>

using namespace cuda_recorder;

namespace {

host_rows line(const void* p, std::size_t bytes) { return {p, bytes, 1, bytes, 1, 0}; }
host_rows rows(const void* p, std::size_t pitch, std::size_t width, std::size_t height)
{
    return {p, width, height, pitch, 1, 0};
}

intercepted_copy of_lines(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const call_site& by)
{
    intercepted_copy c;
    c.to = to;
    c.from = from;
    c.to_rows = line(to, bytes);
    c.from_rows = line(from, bytes);
    c.kind = kind;
    c.by = by;
    return c;
}

// A side with pitch 0 is an array.
intercepted_copy of_rows(const void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind, const call_site& by)
{
    intercepted_copy c;
    c.to = to;
    c.from = from;
    c.to_rows = rows(to, to_pitch, width, height);
    c.from_rows = rows(from, from_pitch, width, height);
    c.kind = kind;
    c.by = by;
    return c;
}

std::size_t texel_of(cudaArray_t a)
{
    cudaChannelFormatDesc d = {};
    CUDA_RECORDER_NEXT(cudaArrayGetInfo)(&d, nullptr, nullptr, a);
    return static_cast<std::size_t>(d.x + d.y + d.z + d.w) / 8;
}

const void* first_of(const cudaPitchedPtr& p, const cudaPos& at, std::size_t texel)
{
    return static_cast<const char*>(p.ptr) + at.z * p.pitch * p.ysize + at.y * p.pitch + at.x * texel;
}

// The extent counts texels if an array takes part, else bytes. A position within memory counts bytes.
intercepted_copy of_volume(const cudaMemcpy3DParms& p, const call_site& by)
{
    const cudaArray_t array = p.srcArray ? p.srcArray : p.dstArray;
    const std::size_t texel = array && recorder::wanted() ? texel_of(array) : 1;
    const auto volume = [&](const cudaPitchedPtr& m, const cudaPos& at) {
        return host_rows{first_of(m, at, 1), p.extent.width * texel, p.extent.height, m.pitch,
                         p.extent.depth,     m.pitch * m.ysize};
    };
    intercepted_copy c;
    c.to_rows = volume(p.dstPtr, p.dstPos);
    c.from_rows = volume(p.srcPtr, p.srcPos);
    c.to = p.dstArray ? p.dstArray : c.to_rows.first;
    c.from = p.srcArray ? p.srcArray : c.from_rows.first;
    c.kind = p.kind;
    c.by = by;
    return c;
}

intercepted_copy in_stream(intercepted_copy c, cudaStream_t stream)
{
    c.is_asynchronous = true;
    c.stream = stream;
    return c;
}

const void* within(const void* symbol, std::size_t offset) { return static_cast<const char*>(symbol) + offset; }

template <class Real>
cudaError_t set(Real real, void* p, int value, std::size_t bytes, const call_site& by)
{
    recorder* const r = recorder::wanted();
    if (!r) return real();
    const auto alone = r->alone();
    const cudaError_t error = real();
    if (error == cudaSuccess && bytes) r->set(p, bytes, static_cast<unsigned char>(value), by);
    return error;
}
template <class Real>
cudaError_t set_in_stream(Real real, void* p, int value, std::size_t bytes, const call_site& by, cudaStream_t stream)
{
    recorder* const r = recorder::wanted();
    if (!r || !is_captured(stream)) return set(real, p, value, bytes, by);
    r->not_seen("memsets that are captured in a graph");
    return real();
}

} // namespace

// The same entry point twice: the plain name, and the name for the default stream of each thread. `parameters` and
// `arguments` stand in brackets; a body sees `real`, `site`, and `default_stream`.
#define CUDA_RECORDER_TWICE(name, suffix, parameters, body)                                                            \
    cudaError_t name parameters                                                                                        \
    {                                                                                                                  \
        static auto* const real = next_call<decltype(::name)>(#name);                                                  \
        const call_site site = CUDA_RECORDER_SITE(#name);                                                              \
        [[maybe_unused]] const cudaStream_t default_stream = cudaStreamLegacy;                                         \
        body                                                                                                           \
    }                                                                                                                  \
    cudaError_t name##suffix parameters                                                                                \
    {                                                                                                                  \
        static auto* const real = next_call<decltype(::name)>(#name #suffix);                                          \
        const call_site site = CUDA_RECORDER_SITE(#name);                                                              \
        [[maybe_unused]] const cudaStream_t default_stream = cudaStreamPerThread;                                      \
        body                                                                                                           \
    }

#define CUDA_RECORDER_STREAM (stream ? stream : default_stream)

extern "C" {

CUDA_RECORDER_TWICE(cudaMemcpy, _ptds, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind),
                    { return of_lines(to, from, bytes, kind, site).run([&] { return real(to, from, bytes, kind); }); })
CUDA_RECORDER_TWICE(cudaMemcpyAsync, _ptsz,
                    (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream), {
                        return in_stream(of_lines(to, from, bytes, kind, site), CUDA_RECORDER_STREAM).run([&] {
                            return real(to, from, bytes, kind, stream);
                        });
                    })
CUDA_RECORDER_TWICE(cudaMemcpy2D, _ptds,
                    (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                     std::size_t height, cudaMemcpyKind kind),
                    {
                        return of_rows(to, to_pitch, from, from_pitch, width, height, kind, site).run([&] {
                            return real(to, to_pitch, from, from_pitch, width, height, kind);
                        });
                    })
CUDA_RECORDER_TWICE(cudaMemcpy2DAsync, _ptsz,
                    (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                     std::size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                    {
                        return in_stream(of_rows(to, to_pitch, from, from_pitch, width, height, kind, site),
                                         CUDA_RECORDER_STREAM)
                            .run([&] { return real(to, to_pitch, from, from_pitch, width, height, kind, stream); });
                    })

CUDA_RECORDER_TWICE(cudaMemcpyToSymbol, _ptds,
                    (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind),
                    {
                        return of_lines(within(symbol, offset), from, bytes, kind, site).run([&] {
                            return real(symbol, from, bytes, offset, kind);
                        });
                    })
CUDA_RECORDER_TWICE(
    cudaMemcpyToSymbolAsync, _ptsz,
    (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
     cudaStream_t stream),
    {
        return in_stream(of_lines(within(symbol, offset), from, bytes, kind, site), CUDA_RECORDER_STREAM).run([&] {
            return real(symbol, from, bytes, offset, kind, stream);
        });
    })
CUDA_RECORDER_TWICE(cudaMemcpyFromSymbol, _ptds,
                    (void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind), {
                        return of_lines(to, within(symbol, offset), bytes, kind, site).run([&] {
                            return real(to, symbol, bytes, offset, kind);
                        });
                    })
CUDA_RECORDER_TWICE(
    cudaMemcpyFromSymbolAsync, _ptsz,
    (void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream), {
        return in_stream(of_lines(to, within(symbol, offset), bytes, kind, site), CUDA_RECORDER_STREAM).run([&] {
            return real(to, symbol, bytes, offset, kind, stream);
        });
    })

CUDA_RECORDER_TWICE(
    cudaMemcpyToArray, _ptds,
    (cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes, cudaMemcpyKind kind),
    { return of_lines(to, from, bytes, kind, site).run([&] { return real(to, x, y, from, bytes, kind); }); })
CUDA_RECORDER_TWICE(cudaMemcpyToArrayAsync, _ptsz,
                    (cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes,
                     cudaMemcpyKind kind, cudaStream_t stream),
                    {
                        return in_stream(of_lines(to, from, bytes, kind, site), CUDA_RECORDER_STREAM).run([&] {
                            return real(to, x, y, from, bytes, kind, stream);
                        });
                    })
CUDA_RECORDER_TWICE(
    cudaMemcpyFromArray, _ptds,
    (void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes, cudaMemcpyKind kind),
    { return of_lines(to, from, bytes, kind, site).run([&] { return real(to, from, x, y, bytes, kind); }); })
CUDA_RECORDER_TWICE(cudaMemcpyFromArrayAsync, _ptsz,
                    (void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes,
                     cudaMemcpyKind kind, cudaStream_t stream),
                    {
                        return in_stream(of_lines(to, from, bytes, kind, site), CUDA_RECORDER_STREAM).run([&] {
                            return real(to, from, x, y, bytes, kind, stream);
                        });
                    })
CUDA_RECORDER_TWICE(cudaMemcpy2DToArray, _ptds,
                    (cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind),
                    {
                        return of_rows(to, 0, from, pitch, width, height, kind, site).run([&] {
                            return real(to, x, y, from, pitch, width, height, kind);
                        });
                    })
CUDA_RECORDER_TWICE(cudaMemcpy2DToArrayAsync, _ptsz,
                    (cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                    {
                        return in_stream(of_rows(to, 0, from, pitch, width, height, kind, site), CUDA_RECORDER_STREAM)
                            .run([&] { return real(to, x, y, from, pitch, width, height, kind, stream); });
                    })
CUDA_RECORDER_TWICE(cudaMemcpy2DFromArray, _ptds,
                    (void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind),
                    {
                        return of_rows(to, pitch, from, 0, width, height, kind, site).run([&] {
                            return real(to, pitch, from, x, y, width, height, kind);
                        });
                    })
CUDA_RECORDER_TWICE(cudaMemcpy2DFromArrayAsync, _ptsz,
                    (void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                    {
                        return in_stream(of_rows(to, pitch, from, 0, width, height, kind, site), CUDA_RECORDER_STREAM)
                            .run([&] { return real(to, pitch, from, x, y, width, height, kind, stream); });
                    })
CUDA_RECORDER_TWICE(cudaMemcpy3D, _ptds, (const cudaMemcpy3DParms* p), {
    if (!p) return real(p);
    return of_volume(*p, site).run([&] { return real(p); });
})
CUDA_RECORDER_TWICE(cudaMemcpy3DAsync, _ptsz, (const cudaMemcpy3DParms* p, cudaStream_t stream), {
    if (!p) return real(p, stream);
    return in_stream(of_volume(*p, site), CUDA_RECORDER_STREAM).run([&] { return real(p, stream); });
})

CUDA_RECORDER_TWICE(cudaMemset, _ptds, (void* p, int value, std::size_t bytes),
                    { return set([&] { return real(p, value, bytes); }, p, value, bytes, site); })
CUDA_RECORDER_TWICE(cudaMemsetAsync, _ptsz, (void* p, int value, std::size_t bytes, cudaStream_t stream), {
    return set_in_stream([&] { return real(p, value, bytes, stream); }, p, value, bytes, site, CUDA_RECORDER_STREAM);
})
CUDA_RECORDER_TWICE(cudaMemset2D, _ptds, (void* p, std::size_t pitch, int value, std::size_t width, std::size_t height),
                    {
                        return set([&] { return real(p, pitch, value, width, height); }, p, value, width * height,
                                   site);
                    })
CUDA_RECORDER_TWICE(cudaMemset2DAsync, _ptsz,
                    (void* p, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t stream),
                    {
                        return set_in_stream([&] { return real(p, pitch, value, width, height, stream); }, p, value,
                                             width * height, site, CUDA_RECORDER_STREAM);
                    })
CUDA_RECORDER_TWICE(cudaMemset3D, _ptds, (cudaPitchedPtr p, int value, cudaExtent e), {
    return set([&] { return real(p, value, e); }, p.ptr, value, e.width * e.height * e.depth, site);
})
CUDA_RECORDER_TWICE(cudaMemset3DAsync, _ptsz, (cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t stream), {
    return set_in_stream([&] { return real(p, value, e, stream); }, p.ptr, value, e.width * e.height * e.depth, site,
                         CUDA_RECORDER_STREAM);
})

} // extern "C"
