// cudaGetTextureReference and cudaGetSurfaceReference: which symbols of device code are references.
#ifndef CUDA_LEGACY_DETAIL_FOUND_REFERENCE_H
#define CUDA_LEGACY_DETAIL_FOUND_REFERENCE_H

#include <cuda_runtime_api.h>

#include "bound_reference.h"

namespace cuda_legacy {
namespace detail {

template <class Reference>
cudaError_t find_reference(const Reference** reference, const void* symbol, cudaError_t otherwise)
{
    if (!reference) return found(cudaErrorInvalidValue);
    const std::lock_guard<std::mutex> lock(program().mutex);
    // CUDA 11.8 does not leave this error for cudaGetLastError.
    if (!symbol || !is_reference(static_cast<const Reference*>(symbol))) return otherwise;
    *reference = static_cast<const Reference*>(symbol);
    return cudaSuccess;
}

} // namespace detail
} // namespace cuda_legacy

#endif
