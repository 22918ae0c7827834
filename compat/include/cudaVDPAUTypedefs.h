// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of the types of function pointers for VDPAU, and adds their names without a version, as
//! cudaTypedefs.h does.
//!
//! Note: migration-notes/context_creation.md.
#ifndef CUDA_LEGACY_FRONT_OF_CUDA_VDPAUTYPEDEFS_H
#define CUDA_LEGACY_FRONT_OF_CUDA_VDPAUTYPEDEFS_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <cudaVDPAUTypedefs.h>

#ifndef PFN_cuVDPAUGetDevice // CUDA 12 has them itself

    #define PFN_cuGraphicsVDPAURegisterOutputSurface PFN_cuGraphicsVDPAURegisterOutputSurface_v3010
    #define PFN_cuGraphicsVDPAURegisterVideoSurface PFN_cuGraphicsVDPAURegisterVideoSurface_v3010
    #define PFN_cuVDPAUCtxCreate PFN_cuVDPAUCtxCreate_v3020
    #define PFN_cuVDPAUGetDevice PFN_cuVDPAUGetDevice_v3010

#endif

#endif
