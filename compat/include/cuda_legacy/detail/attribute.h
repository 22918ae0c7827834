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
namespace __detail {

inline void __before_read(textureReference& reference);
inline void __after_write(textureReference& reference);

// What every attribute carries: where its reference begins (0 for a copy that belongs to none), and whether the program
// wrote it.
class __attribute_base {
protected:
    constexpr explicit __attribute_base(unsigned short offset)
        : __offset_(offset)
        , __written_(offset == 0)
    {
    }

    textureReference& reference() const
    {
        return *reinterpret_cast<textureReference*>(reinterpret_cast<char*>(const_cast<__attribute_base*>(this)) -
                                                    __offset_);
    }

    unsigned short __offset_;
    mutable bool __written_; // as the value: of a `const` reference it is read back
};

template <class _Tp>
class attribute : public __attribute_base {
public:
    constexpr attribute(_Tp value, unsigned short offset)
        : __attribute_base(offset)
        , __value_(value)
    {
    }
#if defined(__CUDA_ARCH__)
    attribute(const attribute&) = default; // a reference is passed by value in device code
#else
    // A copy is a value; not trivial, so that passing a field to printf without a cast is an error and not a wrong
    // number.
    attribute(const attribute& __other)
        : __attribute_base(0)
        , __value_(static_cast<_Tp>(__other))
    {
    }
#endif

    attribute& operator=(_Tp value)
    {
        const bool __changes = !__written_ || __value_ != value;
        __value_ = value;
        __written_ = true;
        if (__changes && __offset_) __after_write(reference());
        return *this;
    }
    attribute& operator=(const attribute& __other) { return *this = static_cast<_Tp>(__other); }

    operator _Tp() const
    {
        if (!__written_ && __offset_) __before_read(reference());
        return __value_;
    }

    // Reads without asking the device first, and takes over what the device's image holds.
    constexpr _Tp __raw() const { return __value_; }
    unsigned short offset() const { return __offset_; }
    void __take(const attribute& __image)
    {
        if (!__written_) __value_ = __image.__value_;
        __offset_ = __image.__offset_;
    }

private:
    mutable _Tp __value_;
};

// The channel descriptor is a struct whose members programs use, so it is one here too; only a write of all of it is
// seen at once, a write of a member (or through a pointer) when the value is no longer the type's own.
class __channel_attribute : public cudaChannelFormatDesc {
public:
    constexpr explicit __channel_attribute(cudaChannelFormatDesc desc)
        : cudaChannelFormatDesc(desc)
        , __written_(false)
    {
    }
    __channel_attribute(const __channel_attribute&) = default;

    __channel_attribute& operator=(const cudaChannelFormatDesc& desc)
    {
        static_cast<cudaChannelFormatDesc&>(*this) = desc;
        __written_ = true;
        return *this;
    }
    __channel_attribute& operator=(const __channel_attribute& __other)
    {
        return *this = static_cast<const cudaChannelFormatDesc&>(__other);
    }

    void __take(const __channel_attribute& __image, unsigned int __packed_desc_of_the_type)
    {
        if (!__written_ && __packed_desc(*this) == __packed_desc_of_the_type)
            static_cast<cudaChannelFormatDesc&>(*this) = __image;
    }

private:
    bool __written_;
};

} // namespace __detail
} // namespace cuda_legacy

#endif
