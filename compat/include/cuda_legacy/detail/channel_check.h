// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which channel descriptors the original let be bound to which reference.
#ifndef CUDA_LEGACY_DETAIL_CHANNEL_CHECK_H
#define CUDA_LEGACY_DETAIL_CHANNEL_CHECK_H

#include <cuda_runtime_api.h>

#include "texel.h"

namespace cuda_legacy {
namespace detail {

inline int channels_of(const cudaChannelFormatDesc& desc)
{
    return (desc.x != 0) + (desc.y != 0) + (desc.z != 0) + (desc.w != 0);
}

// One, two or four channels of one width that a texel can have.
inline bool is_texel(const cudaChannelFormatDesc& desc)
{
    const int channels = channels_of(desc);
    const int widths[] = {desc.x, desc.y, desc.z, desc.w};
    for (int i = 0; i < 4; ++i)
        if (widths[i] != (i < channels ? desc.x : 0)) return false;
    if (channels != 1 && channels != 2 && channels != 4) return false;
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

// `desc` is what is to be bound, `of_the_reference` the reference's channelDesc. Halves are fetched as floats;
// otherwise the two must be the same.
inline cudaError_t check_channels(const cudaChannelFormatDesc& desc, const cudaChannelFormatDesc& of_the_reference)
{
    if (!is_texel(desc) || !is_texel(of_the_reference)) return cudaErrorInvalidChannelDescriptor;
    if (packed_desc(desc) == packed_desc(of_the_reference)) return cudaSuccess;
    const bool halves = desc.f == cudaChannelFormatKindFloat && of_the_reference.f == cudaChannelFormatKindFloat &&
                        desc.x == 16 && of_the_reference.x == 32 && channels_of(desc) == channels_of(of_the_reference);
    return halves ? cudaSuccess : cudaErrorInvalidValue;
}

// The same for an array, which has a descriptor of its own: it is compared first.
inline cudaError_t check_channels(const cudaChannelFormatDesc& desc, const cudaChannelFormatDesc& of_the_array,
                                  const cudaChannelFormatDesc& of_the_reference)
{
    if (!is_texel(desc)) return cudaErrorInvalidChannelDescriptor;
    if (packed_desc(desc) != packed_desc(of_the_array)) return cudaErrorInvalidValue;
    return check_channels(desc, of_the_reference);
}

} // namespace detail
} // namespace cuda_legacy

#endif
