// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of the original for the channel descriptor of a bind.
#ifndef CUDA_LEGACY_DETAIL_CHANNEL_CHECK_H
#define CUDA_LEGACY_DETAIL_CHANNEL_CHECK_H

#include <cuda_runtime_api.h>

#include "texel.h"

namespace cuda_legacy {
namespace __detail {

inline int __channels_of(const cudaChannelFormatDesc& desc)
{
    return (desc.x != 0) + (desc.y != 0) + (desc.z != 0) + (desc.w != 0);
}

// One, two or four channels of one width that a texel can have.
inline bool __is_texel(const cudaChannelFormatDesc& desc)
{
    const int __channels = __channels_of(desc);
    const int __widths[] = {desc.x, desc.y, desc.z, desc.w};
    for (int __i = 0; __i < 4; ++__i)
        if (__widths[__i] != (__i < __channels ? desc.x : 0)) return false;
    if (__channels != 1 && __channels != 2 && __channels != 4) return false;
    switch (desc.f) {
    case cudaChannelFormatKindSigned:
    case cudaChannelFormatKindUnsigned:
        return desc.x == 8 || desc.x == 16 || desc.x == 32;
    case cudaChannelFormatKindFloat:
        return desc.x == 16 || desc.x == 32;
    default:
        return false;
    }
}

// `desc` is the descriptor of the bind, and `of_the_reference` is the reference's channelDesc. Halves are fetched as
// floats; otherwise the two must be equal.
inline cudaError_t __check_channels(const cudaChannelFormatDesc& desc, const cudaChannelFormatDesc& __of_the_reference)
{
    if (!__is_texel(desc) || !__is_texel(__of_the_reference)) return cudaErrorInvalidChannelDescriptor;
    if (__packed_desc(desc) == __packed_desc(__of_the_reference)) return cudaSuccess;
    const bool __halves = desc.f == cudaChannelFormatKindFloat && __of_the_reference.f == cudaChannelFormatKindFloat &&
                          desc.x == 16 && __of_the_reference.x == 32 &&
                          __channels_of(desc) == __channels_of(__of_the_reference);
    return __halves ? cudaSuccess : cudaErrorInvalidValue;
}

// The rule for an array: its own descriptor is compared first.
inline cudaError_t __check_channels(const cudaChannelFormatDesc& desc, const cudaChannelFormatDesc& __of_the_array,
                                    const cudaChannelFormatDesc& __of_the_reference)
{
    if (!__is_texel(desc)) return cudaErrorInvalidChannelDescriptor;
    if (__packed_desc(desc) != __packed_desc(__of_the_array)) return cudaErrorInvalidValue;
    return __check_channels(desc, __of_the_reference);
}

} // namespace __detail
} // namespace cuda_legacy

#endif
