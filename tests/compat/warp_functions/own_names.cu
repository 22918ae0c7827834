// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs use the names themselves: as macros, which come after compat's (with a warning), and as variables.
#define __shfl_down(value, distance) __shfl_down_sync(0xffffffffu, value, distance)
#define __any(predicate) __any_sync(0xffffffffu, predicate)
#define mul24(a, b) ((a) * (b))

__device__ int trap;
__device__ float saturate[4];
enum class how { any, all, ballot };

__global__ void use(int* out)
{
    const int all = __any(out[0] > 3), any = __shfl_down(all, 1);
    trap = mul24(all, any);
    saturate[threadIdx.x & 3] = static_cast<float>(static_cast<int>(how::ballot));
    out[1] = all + any;
}
