// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Pointers are of 64 bits: constraint `"l"` in the place of `"r"`.
// note: architectures.md
__global__ void kernel(int* p)
{
    int value;
    asm("ld.global.s32 %0, [%1];" : "=r"(value) : "r"(p));
    *p = value;
}
