// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The texture or surface object of a fetch, in device code.
//
// With objects the reference holds the object. A native reference is an opaque symbol, and only the compiler's texture
// intrinsics can convert it to a handle. An intrinsic without a definition becomes a call with the handle as an
// argument. This header defines one. Once the compiler has inlined the call, the fetch names the symbol itself, as in
// CUDA 11.8.
#ifndef CUDA_LEGACY_DETAIL_HANDLE_H
#define CUDA_LEGACY_DETAIL_HANDLE_H

#include <cuda_runtime.h>

#include "../surface_reference.h"
#include "../texture_reference.h"

#if defined(CUDA_LEGACY_NATIVE_REFERENCES)

    #if defined(__CUDA_ARCH__)
extern "C" __device__ __forceinline__ __attribute__((__used__)) void
__cuda_legacy_handle_ulonglong(unsigned long long* result, unsigned long long handle)
{
    *result = handle;
}
    #endif

namespace cuda_legacy {
namespace __detail {

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
using __texture_argument = ::texture<_Tp, Type, _Mode>;
template <int Type>
using __surface_argument = ::surface<void, Type>;

template <class _Reference>
__device__ __forceinline__ unsigned long long __handle_of(_Reference reference)
{
    unsigned long long handle = 0;
    #if defined(__CUDA_ARCH__)
    __nv_tex_surf_handler("__cuda_legacy_handle", &handle, reference);
    #endif
    return handle;
}

} // namespace __detail
} // namespace cuda_legacy

#else

namespace cuda_legacy {
namespace __detail {

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
using __texture_argument = const cuda_legacy::texture<_Tp, Type, _Mode>&;
template <int Type>
using __surface_argument = const cuda_legacy::surface<void, Type>&;

template <class _Reference>
__device__ __forceinline__ unsigned long long __handle_of(const _Reference& reference)
{
    return reference.cuda_legacy_handle;
}

} // namespace __detail
} // namespace cuda_legacy

#endif

#endif
