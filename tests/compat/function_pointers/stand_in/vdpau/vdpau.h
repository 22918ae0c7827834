// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cudaVDPAU.h takes from the header of this name, which need not be installed.
#pragma once
#include <stdint.h>
typedef uint32_t VdpDevice;
typedef uint32_t VdpFuncId;
typedef uint32_t VdpStatus;
typedef uint32_t VdpVideoSurface;
typedef uint32_t VdpOutputSurface;
typedef VdpStatus VdpGetProcAddress(VdpDevice device, VdpFuncId function, void** pointer);
