// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References, all of it: their types, what they are bound to, the back end, and the runtime's functions that have to
// know of them. The parts include only what stands in front of them here.
#ifndef CUDA_LEGACY_DETAIL_REFERENCES_H
#define CUDA_LEGACY_DETAIL_REFERENCES_H

#include "surface_type.h"
#include "texture_type.h"

#include "bound_reference.h"

#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
    #include "native.h"
#else
    #include "objects.h"
#endif

// Last, for what stands in front of it means the runtime's own functions.
#include "renamed_calls.h"

#endif
