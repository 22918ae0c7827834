// native only
// What the host does with references: pointers, references, copies, assignments, and variables of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

typedef texture<float, 2> image_type;
image_type image, other;
surface<void, cudaSurfaceType2D> canvas;
texture<float>* globals[4];
image_type& alias = image;
const image_type* const table[] = {&image, &other};

__global__ void kernel(float* out) { *out = tex2D(image, 1, 2) + tex2D(other, 1, 2) + surf2Dread<float>(canvas, 0, 0); }

int normalized(texture<float, 2> any) { return any.normalized; }
texture<float, 2> linear()
{
    texture<float, 2> result(1, cudaFilterModeLinear);
    return result;
}

// With the class key, as molecular dynamics codes write it.
const struct texture<float, 2, cudaReadModeElementType>& chosen_reference() {
    return other;
} const struct surface<void, cudaSurfaceType2D>& chosen_surface() {
    return canvas;
} template <typename T>
static cudaError_t set_up(const struct texture<T, 2, cudaReadModeElementType>* reference, cudaArray_t array)
{
    cudaArray_t another = nullptr;
    cudaMallocArray(&another, &reference->channelDesc, 4, 4);
    return cudaBindTextureToArray(reference, array, &reference->channelDesc);
}

int use(cudaArray_t array, bool first)
{
    texture<float>* pointers[4] = {globals[0], nullptr, nullptr, nullptr};
    const texture<float, 2>& chosen = first ? image : other;
    texture<float, 2>* const pointer = first ? &image : &other;
    surface<void, cudaSurfaceType2D>& drawn = canvas;
    const surface<void, 2>* const drawn_pointer = &canvas;
    std::vector<texture<float, 2>*> all(1, pointer);
    for (texture<float, 2>* one : all)
        one->filterMode = cudaFilterModeLinear;
    image = texture<float, 2>(1, cudaFilterModePoint, cudaAddressModeClamp);
    *pointer = linear();
    cudaBindTextureToArray(chosen, array);
    cudaBindTextureToArray(table[1], array, &table[1]->channelDesc);
    cudaBindSurfaceToArray(drawn, array);
    cudaBindSurfaceToArray(chosen_surface(), array);
    set_up(&chosen_reference(), array);
    const textureReference* const plain = static_cast<const texture<float, 2>*>(pointer);
    return normalized(chosen) + plain->normalized + (pointers[0] == nullptr) + (drawn_pointer == &drawn) +
           static_cast<int>(sizeof(texture<float, 2>) + sizeof(surface<void, 2>));
}
