// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A field of a texture reference. It reads and writes like the plain field of the original, and notices writes.
//
// Reasons for not using a plain int or enum:
// - Attributes of the original take effect at the next kernel launch, bound or not (CUDA 11.8 on an H200:
//   tests/oracle/texture_reference_1d.cu, attributes_after_the_bind). The header cannot act at a launch, so it acts at
//   the write. Kernels launched before still read the old value.
// - nvcc drops a `__constant__` variable's constructor arguments from its host shadow. The header reads them back from
//   the device. They must not overwrite a value that the program wrote, not even the default value.
// - clang does not construct the host shadow: it is zero until the first bind, which copies all of it from the device.
//   Values that the program has written by then stay. A read before the bind gives 0.
#ifndef CUDA_LEGACY_DETAIL_ATTRIBUTE_H
#define CUDA_LEGACY_DETAIL_ATTRIBUTE_H

#include <cuda_runtime_api.h>

#include "texel.h"

struct textureReference;

namespace cuda_legacy {
namespace __detail {

inline void __before_read(textureReference& reference);
inline void __after_write(textureReference& reference);

// The part that all attributes have: the distance to the start of the reference (0 for a copy outside of a reference),
// and whether the program wrote the value.
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
    // A copy is a value. The type is not trivial: printf without a cast then fails to compile instead of printing a
    // wrong number.
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

    // Reads without asking the device before, and accepts the value of the device's image.
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

// The channel descriptor is a struct here as well, because programs use its members. The header notices a write of the
// whole struct at once. It notices a write of a member, or through a pointer, once the value differs from the type's
// own.
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
