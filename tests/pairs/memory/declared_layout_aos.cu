// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The document's first declaration of an array of structures. It is compiled after the legacy file, and the test passes
// if it compiles.
#include <cstddef>
#include <type_traits>

static_assert(std::is_same<decltype(myAoS), innerStruct[N]>::value, "myAoS is no array of N structures");
static_assert(offsetof(innerStruct, y) == sizeof(float), "y does not follow its x");
static_assert(sizeof(innerStruct) == 2 * sizeof(float), "the next x does not follow y");
