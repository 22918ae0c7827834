// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A field of a texture reference: reads and writes like the plain field of the original, and knows when it is written.
//
// Why a field is no plain int or enum:
// - The original's attributes count from the next kernel launch on, bound or not (CUDA 11.8 on an H200:
//   tests/oracle/texture_reference_1d.cu, attributes_after_the_bind). Nothing can be done at a launch, so it is done
//   at the write: what kernels launched before it read does not change.
// - nvcc drops a `__constant__` variable's constructor arguments from its host shadow. They are read back from the
//   device, and must not overwrite what the program wrote, not even a write of the default value.
// - clang constructs no host shadow at all: it is zero until the first bind, which takes all of it from the device.
//   What the program has written by then stays. What it reads before is 0.
#ifndef CUDA_LEGACY_DETAIL_ATTRIBUTE_H
#define CUDA_LEGACY_DETAIL_ATTRIBUTE_H

#include <cuda_runtime_api.h>

#include "texel.h"

struct textureReference;

namespace cuda_legacy {
namespace detail {

inline void before_read(textureReference& reference);
inline void after_write(textureReference& reference);

// What every attribute carries: where its reference begins (0 for a copy that belongs to none), and whether the program
// wrote it.
class attribute_base {
protected:
    constexpr explicit attribute_base(unsigned short offset)
        : offset_(offset)
        , written_(offset == 0)
    {
    }

    textureReference& reference() const
    {
        return *reinterpret_cast<textureReference*>(reinterpret_cast<char*>(const_cast<attribute_base*>(this)) -
                                                    offset_);
    }

    unsigned short offset_;
    mutable bool written_; // as the value: of a `const` reference it is read back
};

template <class T>
class attribute : public attribute_base {
public:
    constexpr attribute(T value, unsigned short offset)
        : attribute_base(offset)
        , value_(value)
    {
    }
#if defined(__CUDA_ARCH__)
    attribute(const attribute&) = default; // a reference is passed by value in device code
#else
    // A copy is a value; not trivial, so that passing a field to printf without a cast is an error and not a wrong
    // number.
    attribute(const attribute& other)
        : attribute_base(0)
        , value_(static_cast<T>(other))
    {
    }
#endif

    attribute& operator=(T value)
    {
        const bool changes = !written_ || value_ != value;
        value_ = value;
        written_ = true;
        if (changes && offset_) after_write(reference());
        return *this;
    }
    attribute& operator=(const attribute& other) { return *this = static_cast<T>(other); }

    operator T() const
    {
        if (!written_ && offset_) before_read(reference());
        return value_;
    }

    // Reads without asking the device first, and takes over what the device's image holds.
    constexpr T raw() const { return value_; }
    unsigned short offset() const { return offset_; }
    void take(const attribute& image)
    {
        if (!written_) value_ = image.value_;
        offset_ = image.offset_;
    }

private:
    mutable T value_;
};

// The channel descriptor is a struct whose members programs use, so it is one here too; only a write of all of it is
// seen at once, a write of a member (or through a pointer) when the value is no longer the type's own.
class channel_attribute : public cudaChannelFormatDesc {
public:
    constexpr explicit channel_attribute(cudaChannelFormatDesc desc)
        : cudaChannelFormatDesc(desc)
        , written_(false)
    {
    }
    channel_attribute(const channel_attribute&) = default;

    channel_attribute& operator=(const cudaChannelFormatDesc& desc)
    {
        static_cast<cudaChannelFormatDesc&>(*this) = desc;
        written_ = true;
        return *this;
    }
    channel_attribute& operator=(const channel_attribute& other)
    {
        return *this = static_cast<const cudaChannelFormatDesc&>(other);
    }

    void take(const channel_attribute& image, unsigned int packed_desc_of_the_type)
    {
        if (!written_ && packed_desc(*this) == packed_desc_of_the_type)
            static_cast<cudaChannelFormatDesc&>(*this) = image;
    }

private:
    bool written_;
};

} // namespace detail
} // namespace cuda_legacy

#endif
