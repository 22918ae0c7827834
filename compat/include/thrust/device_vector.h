// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of Thrust's own header of this name. Up to CUDA 13.0 it included the headers of pairs, tuples and
//! distances too, and old programs include no other. Some take host_vector from it, too. Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#include_next <thrust/device_vector.h>

#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/host_vector.h>
#include <thrust/pair.h>
#include <thrust/tuple.h>
