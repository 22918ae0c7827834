// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of this header that cudaVDPAU.h uses. VDPAU need not be installed.
#pragma once
#include <stdint.h>
typedef uint32_t VdpDevice;
typedef uint32_t VdpFuncId;
typedef uint32_t VdpStatus;
typedef uint32_t VdpVideoSurface;
typedef uint32_t VdpOutputSurface;
typedef VdpStatus VdpGetProcAddress(VdpDevice device, VdpFuncId function, void** pointer);
