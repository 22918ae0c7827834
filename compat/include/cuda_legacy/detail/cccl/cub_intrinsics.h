// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's functions for lanes, warps, barriers and bits: device code.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_INTRINSICS_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_INTRINSICS_H

CUB_NAMESPACE_BEGIN

// LaneId gives the lane within the warp, and WarpId the hardware's number of the warp.
__device__ inline unsigned int LaneId()
{
    unsigned int value;
    asm("mov.u32 %0, %%laneid;" : "=r"(value));
    return value;
}

__device__ inline unsigned int WarpId()
{
    unsigned int value;
    asm("mov.u32 %0, %%warpid;" : "=r"(value));
    return value;
}

// The masks of the lanes below this lane, up to it, above it, and from it on.
__device__ inline unsigned int LaneMaskLt()
{
    unsigned int value;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(value));
    return value;
}

__device__ inline unsigned int LaneMaskLe()
{
    unsigned int value;
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(value));
    return value;
}

__device__ inline unsigned int LaneMaskGt()
{
    unsigned int value;
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(value));
    return value;
}

__device__ inline unsigned int LaneMaskGe()
{
    unsigned int value;
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(value));
    return value;
}

__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline int CTA_SYNC_AND(int __predicate) { return __syncthreads_and(__predicate); }
__device__ inline int CTA_SYNC_OR(int __predicate) { return __syncthreads_or(__predicate); }
// The barrier for the given number of threads.
__device__ inline void BAR(int count) { asm volatile("bar.sync 1, %0;" : : "r"(count) : "memory"); }

__device__ inline void WARP_SYNC(unsigned int __member_mask) { __syncwarp(__member_mask); }
__device__ inline int WARP_ANY(int __predicate, unsigned int __member_mask)
{
    return __any_sync(__member_mask, __predicate);
}
__device__ inline int WARP_ALL(int __predicate, unsigned int __member_mask)
{
    return __all_sync(__member_mask, __predicate);
}
__device__ inline int WARP_BALLOT(int __predicate, unsigned int __member_mask)
{
    return static_cast<int>(__ballot_sync(__member_mask, __predicate));
}

// Executes shfl.sync.idx with PTX's flags: the mask of the segments in bits 8 to 12, the largest lane in bits 0 to 4.
__device__ inline unsigned int SHFL_IDX_SYNC(unsigned int __word, int __src_lane, int flags, unsigned int __member_mask)
{
    unsigned int value;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, %3, %4;"
                 : "=r"(value)
                 : "r"(__word), "r"(__src_lane), "r"(flags), "r"(__member_mask));
    return value;
}

// Inserts num_bits of y into x, from bit_start on.
__device__ inline void BFI(unsigned int& __ret, unsigned int x, unsigned int y, unsigned int __bit_start,
                           unsigned int __num_bits)
{
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(__ret) : "r"(y), "r"(x), "r"(__bit_start), "r"(__num_bits));
}

__device__ inline int PRMT(unsigned int __a, unsigned int __b, unsigned int __index)
{
    return static_cast<int>(__byte_perm(__a, __b, __index));
}

// Compute (x >> shift) + addend and (x << shift) + addend. A shift by 32 or more leaves the addend.
__device__ inline unsigned int SHR_ADD(unsigned int x, unsigned int __shift, unsigned int __addend)
{
    return (__shift < 32 ? x >> __shift : 0) + __addend;
}

__device__ inline unsigned int SHL_ADD(unsigned int x, unsigned int __shift, unsigned int __addend)
{
    return (__shift < 32 ? x << __shift : 0) + __addend;
}

__device__ inline unsigned int IADD3(unsigned int x, unsigned int y, unsigned int z) { return x + y + z; }
__device__ inline float FMUL_RZ(float __a, float __b) { return __fmul_rz(__a, __b); }
__device__ inline float FFMA_RZ(float __a, float __b, float __c) { return __fmaf_rz(__a, __b, __c); }
__device__ inline void ThreadTrap() { __trap(); }

CUB_NAMESPACE_END

#endif
