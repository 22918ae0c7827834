// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The document's first declaration of a structure of arrays. It is compiled after the legacy file, and the test passes
// if it compiles.
#include <cstddef>
#include <type_traits>

static_assert(std::is_same<decltype(moa), innerArray>::value, "moa is no innerArray");
static_assert(offsetof(innerArray, y) == N * sizeof(float), "the first y does not follow the last x");
static_assert(sizeof(innerArray) == 2 * N * sizeof(float), "innerArray is not two arrays of N");
