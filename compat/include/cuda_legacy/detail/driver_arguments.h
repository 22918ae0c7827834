// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the driver API whose old and new forms differ in the types of their arguments, in C++. cuda.h may come later.
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

    template <class Location, typename std::enable_if<std::is_class<Location>::value, int>::type = 0>
    operator Location() const
    {
        const bool host = device == -1;
        Location location = Location();
        location.type = static_cast<decltype(location.type)>(host ? 2 : 1); // CU_MEM_LOCATION_TYPE_HOST, _DEVICE
        location.id = host ? 0 : device;
        return location;
    }
};

// An `unsigned int` that is to be written, where a size_t is written.
template <class Unsigned>
class cuda_legacy_narrowed {
public:
    explicit cuda_legacy_narrowed(Unsigned* target)
        : target_(target)
    {
    }
    operator size_t*() { return target_ ? &value_ : nullptr; }
    void write() const
    {
        if (target_) *target_ = value_ > UINT_MAX ? UINT_MAX : static_cast<Unsigned>(value_);
    }

private:
    Unsigned* target_;
    size_t value_ = 0;
};

// A qualified name finds cuda.h's function and looks no further; one without colons finds these, too. Libraries take
// the type of `::cuDeviceTotalMem`, which would be none if there were two.
namespace cuda_legacy_driver_calls {

#define CUDA_LEGACY_DETAIL_OF_UNSIGNED                                                                             \
        template <class Unsigned, typename std::enable_if<std::is_same<Unsigned, unsigned int>::value, int>::type = 0>

//! The free and the whole memory of the current context's device in bytes, at most UINT_MAX.
CUDA_LEGACY_DETAIL_OF_UNSIGNED
inline auto cuMemGetInfo_v2(Unsigned* free, Unsigned* total)
    -> decltype(cuMemGetInfo_v2(std::declval<cuda_legacy_narrowed<Unsigned>&>(),
                                std::declval<cuda_legacy_narrowed<Unsigned>&>()))
{
    cuda_legacy_narrowed<Unsigned> wide_free(free), wide_total(total);
    const auto result = cuMemGetInfo_v2(wide_free, wide_total);
    if (static_cast<int>(result) == 0) {
        wide_free.write();
        wide_total.write();
    }
    return result;
}

//! A device's memory in bytes, at most UINT_MAX.
CUDA_LEGACY_DETAIL_OF_UNSIGNED
inline auto cuDeviceTotalMem_v2(Unsigned* bytes, int device)
    -> decltype(cuDeviceTotalMem_v2(std::declval<cuda_legacy_narrowed<Unsigned>&>(), device))
{
    cuda_legacy_narrowed<Unsigned> wide(bytes);
    const auto result = cuDeviceTotalMem_v2(wide, device);
    if (static_cast<int>(result) == 0) wide.write();
    return result;
}

#undef CUDA_LEGACY_DETAIL_OF_UNSIGNED

#if CUDA_LEGACY_DETAIL_TOOLKIT_VERSION >= 13000

//! Tells how managed memory will be used, and by which device; -1 (CU_DEVICE_CPU) is the host.
template <class Advice>
inline auto cuMemAdvise_v2(unsigned long long pointer, size_t count, Advice advice, int device)
    -> decltype(cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device}))
{
    return cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device});
}

#else

//! The state of a stream's capture, and its number; without the graph, as until CUDA 11. In C the call has six
//! arguments.
template <class Status>
inline auto cuStreamGetCaptureInfo_v2(CUstream_st* stream, Status* status, std::uint64_t* id)
    -> decltype(cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr))
{
    return cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}

//! The same with a per-thread default stream.
template <class Status>
inline auto cuStreamGetCaptureInfo_v2_ptsz(CUstream_st* stream, Status* status, std::uint64_t* id)
    -> decltype(cuStreamGetCaptureInfo_v2_ptsz(stream, status, id, nullptr, nullptr, nullptr))
{
    return cuStreamGetCaptureInfo_v2_ptsz(stream, status, id, nullptr, nullptr, nullptr);
}

#endif

} // namespace cuda_legacy_driver_calls
using namespace cuda_legacy_driver_calls;

#endif
