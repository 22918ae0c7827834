// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Leave the last argument, `debug_synchronous`, out. To wait after each kernel, define `CUB_DEBUG_SYNC`.
// note: cccl_3.md
// needs: cuda/std/type_traits
#include <cub/device/device_reduce.cuh>
void sum(void* memory, std::size_t& bytes, int* in, int* out) { cub::DeviceReduce::Sum(memory, bytes, in, out, 10, cudaStream_t(), false); }
