// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All parts of references: the types, the bindings, the back end, and the functions of the runtime that must know of
// references. Each part includes only the parts before it.
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

// This part comes last: the parts before it call the runtime's own functions.
#include "renamed_calls.h"

#endif
