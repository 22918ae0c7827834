// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the driver API whose old and new forms differ in the types of their arguments, in C++. cuda.h may come
// later.
#ifndef CUDA_LEGACY_DETAIL_DRIVER_ARGUMENTS_H
#define CUDA_LEGACY_DETAIL_DRIVER_ARGUMENTS_H

#include <stddef.h>

#include <climits>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "toolkit_version.h"

struct CUstream_st;

// Arguments for functions that cuda.h declares, maybe later. Their classes are in the global namespace, so that a call
// with one in a template finds what is declared there by then.

// A device's number, where a CUmemLocation is asked for.
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

// An `unsigned int` that is to be written, where a size_t is written.
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

// A qualified name finds cuda.h's function and looks no further; one without colons finds these, too. Libraries take
// the type of `::cuDeviceTotalMem`, which would be none if there were two.
namespace cuda_legacy_driver_calls {

#define CUDA_LEGACY_DETAIL_OF_UNSIGNED                                                                                 \
    template <class _Unsigned, typename std::enable_if<std::is_same<_Unsigned, unsigned int>::value, int>::type = 0>

//! The free and the whole memory of the current context's device in bytes, at most UINT_MAX.
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

//! A device's memory in bytes, at most UINT_MAX.
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

//! Tells how managed memory will be used, and by which device; -1 (CU_DEVICE_CPU) is the host.
template <class _Advice>
inline auto cuMemAdvise_v2(unsigned long long pointer, size_t count, _Advice advice, int device)
    -> decltype(cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device}))
{
    return cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device});
}

#else

//! The state of a stream's capture, and its number; without the graph, as until CUDA 11. In C the call has six
//! arguments.
template <class _Status>
inline auto cuStreamGetCaptureInfo_v2(CUstream_st* stream, _Status* status, std::uint64_t* id)
    -> decltype(cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr))
{
    return cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}

//! The same with a per-thread default stream.
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
