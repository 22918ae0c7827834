// native only
// Static members of class templates, as sorting and graph libraries have them; traits that lead to a reference.
// CUDA 11.8 takes them where their type depends on the template's arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
template <class T>
struct filter {
    static texture<T, 2> source;
};
template <class T>
texture<T, 2> filter<T>::source;

template <class T>
struct word_of {
    typedef T type;
};
template <class T>
struct row {
    typedef typename word_of<T>::type word;
    typedef texture<word, cudaTextureType1D, cudaReadModeElementType> reference_type;
    static reference_type reference;
    static surface<T, cudaSurfaceType2D> canvas;
    static cudaError_t bind(const T* values, size_t& offset)
    {
        const cudaChannelFormatDesc desc = cudaCreateChannelDesc<word>();
        return cudaBindTexture(&offset, reference, values, desc, 16 * sizeof(T));
    }
};
template <class T>
typename row<T>::reference_type row<T>::reference;
template <class T>
surface<T, cudaSurfaceType2D> row<T>::canvas;

template <class T>
struct traits;
texture<float, 2> of_floats;
template <>
struct traits<float> {
    typedef texture<float, 2, cudaReadModeElementType> type;
    static type& get() { return of_floats; }
    static __device__ float fetch(float x) { return tex2D(of_floats, x, x); }
};

template <class T>
__global__ void kernel(T* out)
{
    *out = tex2D(filter<T>::source, 1, 2) + tex1Dfetch(row<T>::reference, 1) + traits<T>::fetch(1);
}

cudaError_t run(float* out, cudaArray_t array)
{
    size_t offset = 0;
    row<float>::bind(out, offset);
    cudaBindSurfaceToArray(row<float>::canvas, array);
    traits<float>::get().normalized = 1;
    kernel<float><<<1, 1>>>(out);
    return cudaBindTextureToArray(filter<float>::source, array);
}
