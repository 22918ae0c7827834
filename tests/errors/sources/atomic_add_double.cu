// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take your own out: every GPU from 6.0 on has it.
// note: device_functions.md
__device__ double atomicAdd(double* address, double value)
{
    auto* bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
