// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one lane computes alone: PTX on the device, and C++ that gives the same on the host.
#pragma once

#include "atomics.h"
#include "floats.h"
#include "integers.h"
