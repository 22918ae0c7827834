// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The areas of the driver API. They come with cuda.h: a program may have declarations of its own instead.
#ifndef CUDA_LEGACY_DETAIL_DRIVER_AREAS_H
#define CUDA_LEGACY_DETAIL_DRIVER_AREAS_H

#include "../driver_calls.h"
#include "../driver_names.h"

#endif
