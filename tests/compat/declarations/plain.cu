// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several references in one declaration, with constructor arguments, const, extern, static, in namespaces, and with C
// linkage.
texture<float, 2> plain, constructed(1, cudaFilterModeLinear, cudaAddressModeWrap), another;
const texture<float, 2> constant;
static texture<float, 2> internal;
namespace outer {
texture<uchar4, 2, cudaReadModeNormalizedFloat> named;
namespace {
texture<float, 3> unnamed;
}
} // namespace outer
extern "C" {
texture<int, cudaTextureType1D> of_c;
}
surface<void, cudaSurfaceType2D> canvas, other_canvas;
namespace outer {
static surface<void, cudaSurfaceType3D> volume;
}

__global__ void kernel(float* out)
{
    *out = tex2D(plain, 1, 2) + tex2D(constructed, 1, 2) + tex2D(another, 1, 2) + tex2D(constant, 1, 2) +
           tex2D(internal, 1, 2) + tex2D(outer::named, 1, 2).x + tex3D(outer::unnamed, 1, 2, 3) +
           static_cast<float>(tex1Dfetch(of_c, 1)) + surf2Dread<float>(canvas, 4, 0) +
           surf2Dread<float>(other_canvas, 4, 0) + surf3Dread<float>(outer::volume, 4, 0, 0);
}
