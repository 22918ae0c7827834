// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The struct surfaceReference and the template cuda_legacy::surface: what a program declares, and what the bookkeeping
// of bound_reference.h is about.
#ifndef CUDA_LEGACY_DETAIL_SURFACE_TYPE_H
#define CUDA_LEGACY_DETAIL_SURFACE_TYPE_H

#include <cuda_runtime_api.h>

#include "back_end.h"
#include "texel.h"

namespace cuda_legacy {
namespace __detail {
struct __reference_access;
} // namespace __detail
} // namespace cuda_legacy

//! The part of a surface reference without the template. It has no attributes. Its descriptor is the descriptor of its
//! declaration.
struct surfaceReference {
    //! The handle for kernels: a surface object in device memory. The host's copy holds a pointer to the bookkeeping. A
    //! bind also writes to a reference declared `const`, so the compiler must not treat the handle as a constant.
    mutable unsigned long long cuda_legacy_handle = 0;
    //! The channel descriptor. A bind ignores it and uses the array's.
    cudaChannelFormatDesc channelDesc;

#if defined(__CUDA_ARCH__)
    surfaceReference(const surfaceReference&) = default; // passed by value in device code
#else
    //! Creates an unbound reference.
    constexpr surfaceReference(const surfaceReference& __other)
        : channelDesc(__other.channelDesc)
    {
    }
#endif
    //! Copies the descriptor. The binding stays.
    surfaceReference& operator=(const surfaceReference& __other)
    {
        channelDesc = __other.channelDesc;
        return *this;
    }

protected:
    constexpr explicit surfaceReference(cudaChannelFormatDesc desc)
        : channelDesc(desc)
    {
    }
    friend struct cuda_legacy::__detail::__reference_access;

    static constexpr unsigned int kind = 0x66727573; // tells a surface reference from another variable
    unsigned int __kind_ = kind;
#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
    const void* __module_ = nullptr; // a kernel of the same module
#endif
};

#if !defined(CUDA_LEGACY_NATIVE_REFERENCES)

namespace cuda_legacy {

//! A surface reference. `Type` is the shape: cudaSurfaceType1D and so on. Reads and writes need `T` = void.
template <class _Tp, int Type = cudaSurfaceType1D>
struct surface : surfaceReference {
    constexpr surface()
        : surfaceReference(__detail::__texel<_Tp>::desc())
    {
    }
    constexpr explicit surface(cudaChannelFormatDesc desc)
        : surfaceReference(desc)
    {
    }
};

template <int Type>
struct surface<void, Type> : surfaceReference {
    constexpr surface()
        : surfaceReference(cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone})
    {
    }
};

} // namespace cuda_legacy

#elif defined(__CUDACC__)

    #include "modules.h"

template <class _Tp, int Type = cudaSurfaceType1D>
struct __device_builtin_surface_type__ surface : surfaceReference {
    __host__ surface(const void* __module = cuda_legacy::__detail::__this_module())
        : surface(cuda_legacy::__detail::__texel<_Tp>::desc(), __module)
    {
    }
    __host__ surface(cudaChannelFormatDesc desc, const void* __module = cuda_legacy::__detail::__this_module())
        : surfaceReference(desc)
    {
        __module_ = __module;
    }
    #if !defined(__CUDA_ARCH__)
    surface(const surface& __other, const void* __module = cuda_legacy::__detail::__this_module())
        : surfaceReference(__other)
    {
        __module_ = __module;
    }
    surface& operator=(const surface&) = default;
    #endif
};

template <int Type>
struct __device_builtin_surface_type__ surface<void, Type> : surfaceReference {
    __host__ surface(const void* __module = cuda_legacy::__detail::__this_module())
        : surfaceReference(cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone})
    {
        __module_ = __module;
    }
    #if !defined(__CUDA_ARCH__)
    surface(const surface& __other, const void* __module = cuda_legacy::__detail::__this_module())
        : surfaceReference(__other)
    {
        __module_ = __module;
    }
    surface& operator=(const surface&) = default;
    #endif
};

namespace cuda_legacy {
using ::surface;
} // namespace cuda_legacy

#endif

#endif
