/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The toolkit's version, of whichever header came: a source with cuda.h alone has no names of the runtime, and may have
   its own float2. */
#ifndef CUDA_LEGACY_DETAIL_TOOLKIT_VERSION_H
#define CUDA_LEGACY_DETAIL_TOOLKIT_VERSION_H

#if !defined(CUDA_VERSION) && !defined(CUDART_VERSION)
    #include <cuda_runtime_api.h>
#endif

#if defined(CUDART_VERSION)
    #define CUDA_LEGACY_DETAIL_TOOLKIT_VERSION CUDART_VERSION
#else
    #define CUDA_LEGACY_DETAIL_TOOLKIT_VERSION CUDA_VERSION
#endif

#endif
