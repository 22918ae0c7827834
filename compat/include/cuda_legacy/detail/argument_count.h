// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the arguments of a macro, from 1 to 9, for functions whose old and new forms differ in this number. The count
// becomes the end of a name.
#ifndef CUDA_LEGACY_DETAIL_ARGUMENT_COUNT_H
#define CUDA_LEGACY_DETAIL_ARGUMENT_COUNT_H

// The additional expansions make an old preprocessor of MSVC split a name that stands for several arguments.
#define CUDA_LEGACY_DETAIL_EXPAND(x) x
#define CUDA_LEGACY_DETAIL_NINTH(__a, __b, __c, __d, __e, f, __g, h, __i, __n, ...) __n
#define CUDA_LEGACY_DETAIL_COUNT(...)                                                                                  \
    CUDA_LEGACY_DETAIL_EXPAND(CUDA_LEGACY_DETAIL_NINTH(__VA_ARGS__, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))
#define CUDA_LEGACY_DETAIL_JOIN_(__a, __b) __a##__b
#define CUDA_LEGACY_DETAIL_JOIN(__a, __b) CUDA_LEGACY_DETAIL_JOIN_(__a, __b)

// Calls name_2(a, b) for two arguments, name_3(a, b, c) for three …
#define CUDA_LEGACY_DETAIL_BY_COUNT(name, ...)                                                                         \
    CUDA_LEGACY_DETAIL_EXPAND(CUDA_LEGACY_DETAIL_JOIN(name, CUDA_LEGACY_DETAIL_COUNT(__VA_ARGS__))(__VA_ARGS__))

#endif
