// Which module of the program a native reference is in: a kernel of the same translation unit tells.
#ifndef CUDA_LEGACY_DETAIL_NATIVE_MODULE_H
#define CUDA_LEGACY_DETAIL_NATIVE_MODULE_H

namespace cuda_legacy {
namespace detail {

static __global__ void module_anchor() {}

// A default argument of the constructors: it is evaluated where a reference is defined, in that translation unit.
static inline const void* this_module() { return reinterpret_cast<const void*>(&module_anchor); }

} // namespace detail
} // namespace cuda_legacy

#endif
