// native only
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 2> copied = texture<float, 2>(1, cudaFilterModeLinear);

__global__ void kernel(float* out) { *out = tex2D(copied, 1, 2); }

int normalized()
{
    texture<float, 2> local(copied);
    local = copied;
    return local.normalized;
}
