// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References as parameters: by value in device code, as CUDA 11.8 allowed, and by reference and pointer on the host.
texture<float, 2> image, other;
surface<void, cudaSurfaceType2D> canvas;

__device__ float at(texture<float, 2> any, float x) { return tex2D(any, x, x); }

template <class T>
struct fetcher {
    static __device__ T get(texture<T, 2> any, float x) { return tex2D(any, x, x); }
};

template <class Texture>
__device__ float generic(Texture any, float x)
{
    return tex2D(any, x, x);
}

__device__ __noinline__ float not_inlined(texture<float, 2> any, float x) { return tex2D(any, x, x); }

__device__ float through(surface<void, cudaSurfaceType2D> any, int x) { return surf2Dread<float>(any, x, 0); }

__global__ void kernel(float* out, bool choice)
{
    *out = at(image, 1) + fetcher<float>::get(image, 2) + generic(other, 3) + not_inlined(image, 4) +
           tex2D(choice ? image : other, 5, 6) + through(canvas, 4);
}

void set(texture<float, 2>& any) { any.normalized = 1; }
void set(texture<float, 2>* any) { any->filterMode = cudaFilterModeLinear; }
cudaError_t bind(const texture<float, 2>& any, cudaArray_t array) { return cudaBindTextureToArray(any, array); }
template <class T, enum cudaTextureReadMode Mode>
cudaError_t unbind(const texture<T, 2, Mode>& any)
{
    return cudaUnbindTexture(any);
}
texture<float, 2>& choose(bool first) { return first ? image : other; }

texture<float, 2>* const pointer = &image;
const textureReference* const of_c = &image;

cudaError_t use(cudaArray_t array)
{
    set(image);
    set(pointer);
    set(choose(true));
    pointer->addressMode[0] = cudaAddressModeWrap;
    bind(image, array);
    unbind(image);
    return cudaUnbindTexture(of_c);
}
