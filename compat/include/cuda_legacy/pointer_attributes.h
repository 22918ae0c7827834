/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The fields of cudaPointerAttributes that CUDA 11.0 removed: memoryType and isManaged.
//!
//! This header defines a type of its own under the name cudaPointerAttributes: the toolkit's type with the two fields
//! behind it. cudaPointerGetAttributes fills them. For managed memory, memoryType is cudaMemoryTypeDevice, as before.
//!
//! Difference: until CUDA 10, the call failed with cudaErrorInvalidValue for memory that CUDA does not know. Today the
//! call succeeds, and memoryType is cudaMemoryTypeUnregistered (0).
//! Now: the field `type`.
#ifndef CUDA_LEGACY_POINTER_ATTRIBUTES_H
    #define CUDA_LEGACY_POINTER_ATTRIBUTES_H

    #include <string.h>

    #include <cuda_runtime_api.h>

    #include "detail/language.h"

typedef struct cudaPointerAttributes cuda_legacy_current_pointer_attributes;

    #define cudaPointerAttributes cuda_legacy_cudaPointerAttributes

    #ifdef __cplusplus
struct cudaPointerAttributes : cuda_legacy_current_pointer_attributes {
    #else
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void* devicePointer;
    void* hostPointer;
        #if CUDART_VERSION >= 13000
    long reserved[8];
        #endif
    #endif
    enum cudaMemoryType memoryType; //!< cudaMemoryTypeHost or cudaMemoryTypeDevice. Now: type
    int isManaged;                  //!< Now: type == cudaMemoryTypeManaged
};

//! Gives the attributes of a pointer, including the removed fields.
//!
//! \param attributes receives the attributes
//! \param pointer the pointer, to memory of the host or of a device
//! \return cudaErrorInvalidValue for null attributes
//!
//! Difference: the call succeeds for memory that CUDA does not know.
//! Now: cudaPointerGetAttributes with the toolkit's type.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaPointerGetAttributes(struct cudaPointerAttributes* attributes,
                                                                           const void* pointer)
{
    cuda_legacy_current_pointer_attributes __current;
    const cudaError_t error = cudaPointerGetAttributes(attributes ? &__current : NULL, pointer);
    if (error != cudaSuccess) return error;
    memset((void*)attributes, 0, sizeof *attributes);
    memcpy((void*)attributes, &__current, sizeof __current);
    attributes->isManaged = __current.type == cudaMemoryTypeManaged;
    attributes->memoryType = attributes->isManaged ? cudaMemoryTypeDevice : __current.type;
    return cudaSuccess;
}

    // The toolkit's fields must have the same offsets. C++ guarantees it by derivation.
    #ifndef __cplusplus
typedef char cuda_legacy_the_layout_of_cudaPointerAttributes_is_known
    [sizeof(struct cudaPointerAttributes) == sizeof(cuda_legacy_current_pointer_attributes) + 2 * sizeof(int) ? 1 : -1];
    #endif

    #define cudaPointerGetAttributes cuda_legacy_cudaPointerGetAttributes

#endif
