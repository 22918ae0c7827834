//! \file
//! The macro that lets old declarations of surface references stand as they are. Included by cuda_legacy.h only.
//!
//! As texture_keyword.h: `surface<void, 2> s;` becomes a `__constant__` variable of type cuda_legacy::surface, and a
//! program that uses the word for something else defines CUDA_LEGACY_NO_SURFACE_KEYWORD before this header.
#ifndef CUDA_LEGACY_SURFACE_KEYWORD_H
#define CUDA_LEGACY_SURFACE_KEYWORD_H

#include "detail/host_writes.h"
#include "surface_reference.h"

#if !defined(CUDA_LEGACY_NO_SURFACE_KEYWORD) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)

namespace cuda_legacy {
namespace see_migration_notes_surface_reference_md {
using cuda_legacy::surface;
} // namespace see_migration_notes_surface_reference_md
} // namespace cuda_legacy

    #define surface __constant__ ::cuda_legacy::see_migration_notes_surface_reference_md::surface

#endif

#endif
