// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References declared in every form that works on the device. Each is bound by itself, to an array or memory with a
// number of its own, and a kernel fetches through all of them. The source is compiled as an old program is, with
// cuda_legacy.h before it, once for each back end. Objects support fewer forms: tests/compile_fail has the messages for
// the others.

#include <vector>

#include <boost/test/unit_test.hpp>

namespace {

void require_at(int line, cudaError_t error)
{
    BOOST_REQUIRE_MESSAGE(error == cudaSuccess, "line " << line << ": " << cudaGetErrorString(error));
}
#define require(call) require_at(__LINE__, call)

// An array of 4 by 4 floats: `value` at column 1 of row 2, and 32 elsewhere.
cudaArray_t array_of(float value, unsigned int flags = cudaArrayDefault)
{
    std::vector<float> host(16, 32);
    host[4 * 2 + 1] = value;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    require(cudaMallocArray(&array, &desc, 4, 4, flags));
    require(cudaMemcpy2DToArray(array, 0, 0, host.data(), 16, 16, 4, cudaMemcpyHostToDevice));
    return array;
}

std::vector<float> read_back(const float* device, std::size_t count)
{
    std::vector<float> host(count);
    require(cudaDeviceSynchronize());
    require(cudaMemcpy(host.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost));
    return host;
}

float* memory_of(std::size_t count, float value)
{
    const std::vector<float> host(count, value);
    float* device = nullptr;
    require(cudaMalloc(&device, count * sizeof(float)));
    require(cudaMemcpy(device, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

// The numbers 1, 2, … up to `count`.
std::vector<float> numbers(std::size_t count)
{
    std::vector<float> result;
    while (result.size() < count)
        result.push_back(static_cast<float>(result.size() + 1));
    return result;
}

} // namespace

// The declarations for both back ends.
texture<float, 2> plain, beside;
const texture<float, 2> constant, constant_linear(0, cudaFilterModeLinear);
static texture<float, 2, cudaReadModeElementType> internal;
namespace outer {
texture<float, 2> named;
namespace {
texture<float, 2> unnamed;
}
inline namespace version {
texture<float, 2> versioned;
}
} // namespace outer
#define DECLARE(name) texture<float, cudaTextureType2D, cudaReadModeElementType> declared_##name
DECLARE(by_macro);
extern "C" {
texture<float, 2> of_c;
}
texture<float, 2>* const table[] = {&plain, &beside, &internal};

__device__ float by_value(texture<float, 2> any) { return tex2D(any, 1, 2); }

__global__ void fetch_plain(float* out)
{
    out[0] = by_value(plain);
    out[1] = tex2D(beside, 1, 2);
    out[2] = tex2D(internal, 1, 2);
    out[3] = tex2D(constant, 1, 2);
    out[4] = tex2D(outer::named, 1, 2);
    out[5] = tex2D(outer::unnamed, 1, 2);
    out[6] = tex2D(outer::versioned, 1, 2);
    out[7] = tex2D(declared_by_macro, 1, 2);
    out[8] = tex2D(of_c, 1, 2);
    out[9] = tex2D(constant_linear, 1.5f, 2.5f); // a texel's middle
}

BOOST_AUTO_TEST_CASE(plain_declarations)
{
    float* const out = memory_of(10, -1);
    for (int i = 0; i < 3; i++)
        require(cudaBindTextureToArray(*table[i], array_of(static_cast<float>(i + 1))));
    require(cudaBindTextureToArray(constant, array_of(4)));
    require(cudaBindTextureToArray(outer::named, array_of(5)));
    require(cudaBindTextureToArray(outer::unnamed, array_of(6)));
    require(cudaBindTextureToArray(outer::versioned, array_of(7)));
    require(cudaBindTextureToArray(declared_by_macro, array_of(8)));
    require(cudaBindTextureToArray(of_c, array_of(9)));
    require(cudaBindTextureToArray(constant_linear, array_of(10)));
    fetch_plain<<<1, 1>>>(out);
    BOOST_TEST(read_back(out, 10) == numbers(10), boost::test_tools::per_element());
    BOOST_TEST((constant_linear.filterMode == cudaFilterModeLinear));
}

surface<void, 2> canvas;
static surface<void, cudaSurfaceType2D> internal_canvas;
const surface<void, 2> constant_canvas;
namespace outer {
surface<void, 2> canvas;
}

__global__ void read_plain_surfaces(float* out)
{
    out[0] = surf2Dread<float>(canvas, 4, 2);
    out[1] = surf2Dread<float>(internal_canvas, 4, 2);
    out[2] = surf2Dread<float>(outer::canvas, 4, 2);
    out[3] = surf2Dread<float>(constant_canvas, 4, 2);
}

BOOST_AUTO_TEST_CASE(plain_declarations_of_surfaces)
{
    float* const out = memory_of(4, -1);
    require(cudaBindSurfaceToArray(canvas, array_of(1, cudaArraySurfaceLoadStore)));
    require(cudaBindSurfaceToArray(internal_canvas, array_of(2, cudaArraySurfaceLoadStore)));
    require(cudaBindSurfaceToArray(&outer::canvas, array_of(3, cudaArraySurfaceLoadStore), &outer::canvas.channelDesc));
    require(cudaBindSurfaceToArray(constant_canvas, array_of(4, cudaArraySurfaceLoadStore)));
    read_plain_surfaces<<<1, 1>>>(out);
    BOOST_TEST(read_back(out, 4) == numbers(4), boost::test_tools::per_element());
}

// No kernel fetches through these. CUDA 11.8 kept them in the module, and they could be bound.
texture<float, 2> unused;
static texture<float> unused_row;
surface<void, 2> unused_canvas;

BOOST_AUTO_TEST_CASE(what_no_kernel_uses_is_bound_all_the_same)
{
    size_t offset = 1;
    float* const memory = memory_of(16, 1);
    cudaArray_t const array = array_of(1, cudaArraySurfaceLoadStore);
    unused.filterMode = cudaFilterModeLinear;
    require(cudaBindTextureToArray(unused, array));
    require(cudaBindTexture(&offset, unused_row, memory, 64));
    require(cudaBindSurfaceToArray(unused_canvas, array));
    unused.filterMode = cudaFilterModePoint;
    BOOST_TEST(offset == 0);
    require(cudaGetTextureAlignmentOffset(&offset, unused_row));
    BOOST_TEST(cudaGetTextureAlignmentOffset(&offset, unused) == cudaErrorInvalidTextureBinding);
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidTextureBinding);
    BOOST_TEST(cudaBindTexture(nullptr, unused_row, memory + 1, 60) == cudaErrorInvalidValue);
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidValue);
    require(cudaUnbindTexture(unused));
    require(cudaUnbindTexture(unused_row));
    require(cudaGetLastError());
}

#ifdef CUDA_LEGACY_NATIVE_REFERENCES

typedef texture<float, 2, cudaReadModeElementType> image_type;
template <class T>
using row_type = texture<T, cudaTextureType1D>;
typedef surface<void, cudaSurfaceType2D> canvas_type;
image_type image;
static image_type internal_image;
row_type<float> row;
image_type copy_of_a_value = image_type(0, cudaFilterModeLinear);
image_type copy_of_a_variable(copy_of_a_value);
canvas_type typed_canvas;
canvas_type copied_canvas(typed_canvas);
texture<float, 2>& alias = image;

template <class T>
struct filter {
    typedef texture<T, cudaTextureType2D> reference_type;
    static reference_type source;
    static cudaError_t bind(cudaArray_t array) { return cudaBindTextureToArray(source, array); }
    static __device__ T fetch() { return tex2D(source, 1, 2); }
};
template <class T>
typename filter<T>::reference_type filter<T>::source;

template <class T>
struct traits;
template <>
struct traits<float> {
    static image_type& get() { return internal_image; }
};

template <class T>
__global__ void fetch_typed(T* out)
{
    out[0] = tex2D(image, 1, 2);
    out[1] = tex2D(internal_image, 1, 2);
    out[2] = tex1Dfetch(row, 2);
    out[3] = tex2D(copy_of_a_value, 1.5f, 2.5f);
    out[4] = tex2D(copy_of_a_variable, 1.5f, 2.5f);
    out[5] = filter<T>::fetch();
    out[6] = surf2Dread<float>(typed_canvas, 4, 2);
    out[7] = surf2Dread<float>(copied_canvas, 4, 2);
}

BOOST_AUTO_TEST_CASE(types_with_names_copies_and_static_members)
{
    float* const out = memory_of(8, -1);
    size_t offset = 0;
    require(cudaBindTextureToArray(alias, array_of(1)));
    require(cudaBindTextureToArray(traits<float>::get(), array_of(2)));
    require(cudaBindTexture(&offset, row, memory_of(16, 3), 64));
    require(cudaBindTextureToArray(copy_of_a_value, array_of(4)));
    require(cudaBindTextureToArray(copy_of_a_variable, array_of(5)));
    require(filter<float>::bind(array_of(6)));
    require(cudaBindSurfaceToArray(typed_canvas, array_of(7, cudaArraySurfaceLoadStore)));
    require(cudaBindSurfaceToArray(copied_canvas, array_of(8, cudaArraySurfaceLoadStore)));
    fetch_typed<<<1, 1>>>(out);
    BOOST_TEST(read_back(out, 8) == numbers(8), boost::test_tools::per_element());
    BOOST_TEST((copy_of_a_variable.filterMode == cudaFilterModeLinear));
}

BOOST_AUTO_TEST_CASE(an_assignment_brings_the_attributes_and_keeps_the_binding)
{
    float* const out = memory_of(10, -1);
    texture<float, 2>* const chosen = table[1];
    const texture<float, 2>& same = *chosen;
    require(cudaBindTextureToArray(same, array_of(0)));
    *chosen = texture<float, 2>(0, cudaFilterModeLinear, cudaAddressModeWrap);
    BOOST_TEST((beside.addressMode[2] == cudaAddressModeWrap));
    fetch_plain<<<1, 1>>>(out);
    // (1, 2) is the corner of four texels: three of 32 and the 0.
    BOOST_TEST(read_back(out, 2)[1] == 24);
    *chosen = image_type();
    fetch_plain<<<1, 1>>>(out);
    BOOST_TEST(read_back(out, 2)[1] == 0);
}

// A program with references also uses the words as its own names.
struct material {
    float texture;
    int surface;
};

BOOST_AUTO_TEST_CASE(the_words_are_names_like_others)
{
    float* const texture = memory_of(10, -1);
    cudaArray_t surface = array_of(11);
    require(cudaBindTextureToArray(plain, surface));
    fetch_plain<<<1, 1>>>(texture);
    material one = {read_back(texture, 1)[0], 2};
    one.texture += one.surface;
    BOOST_TEST(one.texture == 13);
    require(cudaFreeArray(surface));
}

#else

texture<float, 2> aliased;
texture<float, 2>& alias = aliased;
__global__ void fetch_aliased(float* out) { *out = tex2D(aliased, 1, 2); }

// nvcc registers both under one address, and the runtime keeps the first entry: the variable itself.
BOOST_AUTO_TEST_CASE(a_reference_to_a_reference_at_file_scope_binds_what_it_names)
{
    float* const out = memory_of(1, -1);
    require(cudaBindTextureToArray(aliased, array_of(1)));
    fetch_aliased<<<1, 1>>>(out);
    BOOST_TEST(read_back(out, 1)[0] == 1);
    require(cudaBindTextureToArray(alias, array_of(2)));
    fetch_aliased<<<1, 1>>>(out);
    BOOST_TEST(read_back(out, 1)[0] == 2);
}

#endif
