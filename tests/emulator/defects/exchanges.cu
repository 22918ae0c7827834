// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who takes part in an exchange within a warp, and what becomes of the values that a shuffle takes from lanes that do
// not. Each case is correct, and with a second argument it has one defect.
#include "defect.h"

#include <cooperative_groups.h>
#include <cstring>

namespace cg = cooperative_groups;

// The threads beyond n return, and the others take the values of them.
__global__ void returned(const float* in, float* out, int n, bool broken)
{
    const int t = threadIdx.x;
    if (broken && t >= n) return;
    float v = t < n ? in[t] : 0;
    for (int k = 16; k > 0; k /= 2)
        v += __shfl_xor_sync(0xffffffff, v, k);
    if (t % 32 == 0) atomicAdd(out, v);
}

// The same, but what the lanes beyond would have is thrown away.
__global__ void discarded(const float* in, float* out, int n, bool broken)
{
    const int t = threadIdx.x;
    if (t >= n) return;
    float v = in[t];
    for (int k = 16; k > 0; k /= 2) {
        const float other = __shfl_down_sync(0xffffffff, v, k);
        if (t + k < n || broken) v += other;
    }
    if (t % 32 == 0) out[t / 32] = v;
}

// A finding in a header's function names the line of the call.
__global__ void tile(const float* in, float* out, int n, bool broken)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int t = threadIdx.x;
    if (t >= n) return;
    const int other = broken ? warp.size() - 1 : 7;
    out[t] = in[t] - warp.shfl(in[t], other);
}

// The block has no whole last warp.
__global__ void never_there(const float* in, float* out, bool broken)
{
    const int t = threadIdx.x;
    out[t] = __shfl_down_sync(0xffffffff, in[t], 16, broken ? 32 : 16);
}

__global__ void not_named(const float* in, float* out, bool broken)
{
    const int t = threadIdx.x;
    if (t < 16) out[t] = __shfl_xor_sync(0xffff, in[t], broken ? 16 : 8);
}

// Each half of the warp exchanges by itself, and one of them believes that the other takes part: it waits until that
// has returned.
__global__ void other_mask(const float* in, float* out, bool broken)
{
    const int t = threadIdx.x;
    const unsigned mask = t >= 16 ? 0xffff0000 : broken ? 0xffffffff : 0xffff;
    out[t] = __shfl_xor_sync(mask, in[t], broken ? 16 : 8);
}

// --- the mask does not name thread 3, which comes all the same
__device__ unsigned mask_of(bool broken) { return broken ? 0xfffffff7 : 0xffffffff; }

__global__ void unnamed_shuffle(const float* in, float* out, bool broken)
{
    const int t = threadIdx.x;
    out[t] = __shfl_xor_sync(mask_of(broken), in[t], 1);
}
__global__ void unnamed_ballot(const float* in, float* out, bool broken)
{
    const int t = threadIdx.x;
    out[t] = __ballot_sync(mask_of(broken), in[t] > 3);
}
__global__ void unnamed_match(const float* in, float* out, bool broken)
{
    const int t = threadIdx.x;
    out[t] = __match_any_sync(mask_of(broken), in[t]);
}
__global__ void unnamed_reduction(const float* in, float* out, bool broken)
{
#if __CUDA_ARCH__ >= 800
    const int t = threadIdx.x;
    out[t] = __reduce_add_sync(mask_of(broken), int(in[t]));
#endif
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *in = numbers(256), *out = numbers(256);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("returned")) returned<<<1, 64>>>(in, out, 40, broken);
    if (is("discarded")) discarded<<<1, 64>>>(in, out, 40, broken);
    if (is("tile")) tile<<<1, 64>>>(in, out, 40, broken);
    if (is("never_there")) never_there<<<1, 48>>>(in, out, broken);
    if (is("not_named")) not_named<<<1, 32>>>(in, out, broken);
    if (is("other_mask")) other_mask<<<1, 32>>>(in, out, broken);
    if (is("unnamed_shuffle")) unnamed_shuffle<<<1, 32>>>(in, out, broken);
    if (is("unnamed_ballot")) unnamed_ballot<<<1, 32>>>(in, out, broken);
    if (is("unnamed_match")) unnamed_match<<<1, 32>>>(in, out, broken);
    if (is("unnamed_reduction")) unnamed_reduction<<<1, 32>>>(in, out, broken);
    return report();
}
