// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the driver API whose old and new forms differ in the types of their arguments, in C++. The source may
// include cuda.h later.
#ifndef CUDA_LEGACY_DETAIL_DRIVER_ARGUMENTS_H
#define CUDA_LEGACY_DETAIL_DRIVER_ARGUMENTS_H

#include <stddef.h>

#include <climits>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "toolkit_version.h"

struct CUstream_st;

// Arguments for functions of cuda.h, which the source may include later. The classes are in the global namespace:
// argument-dependent lookup in a template then finds the functions that are declared there at the instantiation.

// Converts the number of a device to a CUmemLocation.
struct cuda_legacy_driver_location {
    int device;

    template <class _Location, typename std::enable_if<std::is_class<_Location>::value, int>::type = 0>
    operator _Location() const
    {
        const bool host = device == -1;
        _Location location = _Location();
        location.type = static_cast<decltype(location.type)>(host ? 2 : 1); // CU_MEM_LOCATION_TYPE_HOST, _DEVICE
        location.id = host ? 0 : device;
        return location;
    }
};

// Receives a size_t and writes it to an `unsigned int`.
template <class _Unsigned>
class cuda_legacy_narrowed {
public:
    explicit cuda_legacy_narrowed(_Unsigned* target)
        : __target_(target)
    {
    }
    operator size_t*() { return __target_ ? &__value_ : nullptr; }
    void __write() const
    {
        if (__target_) *__target_ = __value_ > UINT_MAX ? UINT_MAX : static_cast<_Unsigned>(__value_);
    }

private:
    _Unsigned* __target_;
    size_t __value_ = 0;
};

// The overloads have a namespace of their own. A qualified name such as `::cuDeviceTotalMem` finds the function of
// cuda.h alone. Libraries take the type of that name, which would be ambiguous with two overloads. An unqualified name
// finds the overloads as well.
namespace cuda_legacy_driver_calls {

#define CUDA_LEGACY_DETAIL_OF_UNSIGNED                                                                                 \
    template <class _Unsigned, typename std::enable_if<std::is_same<_Unsigned, unsigned int>::value, int>::type = 0>

//! Gives the free and the total memory of the current context's device.
//!
//! \param free receives the free memory in bytes, at most UINT_MAX
//! \param total receives the total memory in bytes, at most UINT_MAX
//! \return the errors of the driver's cuMemGetInfo
//!
//! Now: cuMemGetInfo with `size_t *`.
CUDA_LEGACY_DETAIL_OF_UNSIGNED
inline auto cuMemGetInfo_v2(_Unsigned* free, _Unsigned* total)
    -> decltype(cuMemGetInfo_v2(std::declval<cuda_legacy_narrowed<_Unsigned>&>(),
                                std::declval<cuda_legacy_narrowed<_Unsigned>&>()))
{
    cuda_legacy_narrowed<_Unsigned> __wide_free(free), __wide_total(total);
    const auto result = cuMemGetInfo_v2(__wide_free, __wide_total);
    if (static_cast<int>(result) == 0) {
        __wide_free.__write();
        __wide_total.__write();
    }
    return result;
}

//! Gives the total memory of a device.
//!
//! \param bytes receives the memory in bytes, at most UINT_MAX
//! \param device the device
//! \return the errors of the driver's cuDeviceTotalMem
//!
//! Now: cuDeviceTotalMem with `size_t *`.
CUDA_LEGACY_DETAIL_OF_UNSIGNED
inline auto cuDeviceTotalMem_v2(_Unsigned* bytes, int device)
    -> decltype(cuDeviceTotalMem_v2(std::declval<cuda_legacy_narrowed<_Unsigned>&>(), device))
{
    cuda_legacy_narrowed<_Unsigned> __wide(bytes);
    const auto result = cuDeviceTotalMem_v2(__wide, device);
    if (static_cast<int>(result) == 0) __wide.__write();
    return result;
}

#undef CUDA_LEGACY_DETAIL_OF_UNSIGNED

#if CUDA_LEGACY_DETAIL_TOOLKIT_VERSION >= 13000

//! Advises the driver about the use of managed memory.
//!
//! \param pointer the memory
//! \param count the size of the memory in bytes
//! \param advice the advice
//! \param device the number of the device, or -1 (CU_DEVICE_CPU) for the host
//! \return the errors of the driver's cuMemAdvise
//!
//! Now: cuMemAdvise with a CUmemLocation.
template <class _Advice>
inline auto cuMemAdvise_v2(unsigned long long pointer, size_t count, _Advice advice, int device)
    -> decltype(cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device}))
{
    return cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device});
}

#else

//! Gives the state and the number of a stream's capture, without the graph, as until CUDA 11. In C the call has six
//! arguments.
//!
//! \param stream the stream
//! \param status receives the state of the capture
//! \param id receives the number of the capture
//! \return the errors of the driver's cuStreamGetCaptureInfo
//!
//! Now: cuStreamGetCaptureInfo with the parameters for the graph.
template <class _Status>
inline auto cuStreamGetCaptureInfo_v2(CUstream_st* stream, _Status* status, std::uint64_t* id)
    -> decltype(cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr))
{
    return cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}

//! The form for a per-thread default stream.
template <class _Status>
inline auto cuStreamGetCaptureInfo_v2_ptsz(CUstream_st* stream, _Status* status, std::uint64_t* id)
    -> decltype(cuStreamGetCaptureInfo_v2_ptsz(stream, status, id, nullptr, nullptr, nullptr))
{
    return cuStreamGetCaptureInfo_v2_ptsz(stream, status, id, nullptr, nullptr, nullptr);
}

#endif

} // namespace cuda_legacy_driver_calls
using namespace cuda_legacy_driver_calls;

#endif
