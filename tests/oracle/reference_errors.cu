// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong calls, and calls at the edge of what is allowed, for texture references of every shape and for surface
// references: what each function returns and what a launch says afterwards. The one-dimensional ones are in
// texture_reference_1d.cu. Null pointers to descriptors and to results crashed 11.8, so they are not here.
//
// Usage: reference_errors [--list | CASE...]    all cases when none is named; an unknown one exits with status 2

#include <climits>

#include "facts.h"

texture<float, 1, cudaReadModeElementType> row;
texture<float, 2, cudaReadModeElementType> image;
texture<float, 3, cudaReadModeElementType> volume;
texture<float, cudaTextureType1DLayered, cudaReadModeElementType> rows;
texture<float, cudaTextureType2DLayered, cudaReadModeElementType> images;
texture<float, cudaTextureTypeCubemap, cudaReadModeElementType> cube;
texture<float, cudaTextureTypeCubemapLayered, cudaReadModeElementType> cubes;
texture<int, 2, cudaReadModeElementType> integers;
texture<uchar4, 2, cudaReadModeNormalizedFloat> bytes;
texture<unsigned char, 1, cudaReadModeElementType> single_bytes;
texture<double, 2, cudaReadModeElementType> doubles; // declared, never fetched
texture<long, 2, cudaReadModeElementType> longs;
typedef texture<float, 2, cudaReadModeElementType> image_type;
typedef surface<void, 2> surface_type;
surface<void, 1> row_surface;
surface<void, 2> image_surface;
surface<void, 3> volume_surface;
surface<void, cudaSurfaceType2DLayered> images_surface;
__device__ float no_reference[64];

namespace {

#define KERNEL(name, expression)                                                                                       \
    __global__ void name(float* out, const float* at, int n)                                                           \
    {                                                                                                                  \
        const float x = threadIdx.x < n ? at[threadIdx.x] : 0;                                                         \
        if (threadIdx.x < n) out[threadIdx.x] = expression;                                                            \
    }

KERNEL(fetch_row, tex1D(row, x))
KERNEL(fetch_image, tex2D(image, x, 1.25f))
KERNEL(fetch_volume, tex3D(volume, x, 1.25f, 1.25f))
KERNEL(fetch_rows, tex1DLayered(rows, x, 1))
KERNEL(fetch_images, tex2DLayered(images, x, 1.25f, 1))
KERNEL(fetch_cube, texCubemap(cube, x, 0.25f, 0.125f))
KERNEL(fetch_cubes, texCubemapLayered(cubes, x, 0.25f, 0.125f, 1))
KERNEL(fetch_integers, (float)tex2D(integers, x, 1.25f))
KERNEL(fetch_bytes, tex2D(bytes, x, 1.25f).y)
KERNEL(fetch_single_bytes, (float)tex1Dfetch(single_bytes, (int)x))
KERNEL(read_row_surface, surf1Dread<float>(row_surface, (int)x * 4, cudaBoundaryModeZero))
KERNEL(read_surface, surf2Dread<float>(image_surface, (int)x * 4, 1, cudaBoundaryModeZero))
KERNEL(read_volume_surface, surf3Dread<float>(volume_surface, (int)x * 4, 1, 1, cudaBoundaryModeZero))
KERNEL(read_images_surface, surf2DLayeredread<float>(images_surface, (int)x * 4, 1, 1, cudaBoundaryModeZero))
KERNEL(trap_surface, surf2Dread<float>(image_surface, (int)x * 4, 1, cudaBoundaryModeTrap))

const std::vector<float> at = {0.f, 0.25f, 1.f, 2.75f, -3.f, 100.f};

struct shape {
    const char* name;
    int width, height, depth;
    unsigned int flags;
};

const shape shapes[] = {{"1D", 16, 0, 0, 0},
                        {"2D", 16, 6, 0, 0},
                        {"3D", 16, 6, 6, 0},
                        {"1D layered", 16, 0, 6, cudaArrayLayered},
                        {"2D layered", 16, 16, 6, cudaArrayLayered},
                        {"cubemap", 16, 16, 6, cudaArrayCubemap},
                        {"cubemap layered", 16, 16, 12, cudaArrayCubemap | cudaArrayLayered},
                        {"2D gather", 16, 6, 0, cudaArrayTextureGather},
                        {"1D surface", 16, 0, 0, cudaArraySurfaceLoadStore},
                        {"2D surface", 16, 6, 0, cudaArraySurfaceLoadStore},
                        {"3D surface", 16, 6, 6, cudaArraySurfaceLoadStore},
                        {"2D layered surface", 16, 16, 6, cudaArrayLayered | cudaArraySurfaceLoadStore}};

template <class T>
cudaArray_t ramp(const shape& of)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    cudaExtent extent = make_cudaExtent(of.width, of.height, of.depth);
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &desc, extent, of.flags);
    if (!extent.height) extent.height = 1;
    if (!extent.depth) extent.depth = 1;
    std::vector<T> host(extent.width * extent.height * extent.depth);
    for (std::size_t i = 0; i < host.size(); i++)
        host[i] = (T)(i % 251);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host.data(), extent.width * sizeof(T), extent.width, extent.height);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    return array;
}

// Every shape of reference to every shape of array, as far as the bind is refused: a fetch would be undefined
// otherwise, unless the shapes agree.
void shapes_of_arrays()
{
    for (const shape& of : shapes) {
        cudaArray_t array = ramp<float>(of);
        const auto bind = [&](const char* name, auto& reference) {
            says(std::string(name) + " reference, " + of.name + " array", cudaBindTextureToArray(reference, array));
            cudaUnbindTexture(reference);
        };
        bind("1D", row);
        bind("2D", image);
        bind("3D", volume);
        bind("1D layered", rows);
        bind("2D layered", images);
        bind("cubemap", cube);
        bind("cubemap layered", cubes);
        const auto bind_surface = [&](const char* name, auto& reference) {
            says(std::string(name) + " surface, " + of.name + " array", cudaBindSurfaceToArray(reference, array));
        };
        bind_surface("1D", row_surface);
        bind_surface("2D", image_surface);
        bind_surface("3D", volume_surface);
        bind_surface("2D layered", images_surface);
        cudaFreeArray(array);
    }
}

// What the launch says of a reference whose shape differs from that of its array; each is a case of its own.
template <class Reference>
void launch(Reference& reference, const shape& of, void (*kernel)(float*, const float*, int))
{
    cudaArray_t array = ramp<float>(of);
    says(of.name, cudaBindTextureToArray(reference, array));
    fetch(of.name, kernel, at);
    cudaUnbindTexture(reference);
    cudaFreeArray(array);
}
void shape_row_of_2d() { launch(row, shapes[1], fetch_row); }
void shape_image_of_1d() { launch(image, shapes[0], fetch_image); }
void shape_image_of_3d() { launch(image, shapes[2], fetch_image); }
void shape_image_of_layered() { launch(image, shapes[4], fetch_image); }
void shape_image_of_cubemap() { launch(image, shapes[5], fetch_image); }
void shape_volume_of_2d() { launch(volume, shapes[1], fetch_volume); }
void shape_volume_of_layered() { launch(volume, shapes[4], fetch_volume); }
void shape_rows_of_2d() { launch(rows, shapes[1], fetch_rows); }
void shape_images_of_2d() { launch(images, shapes[1], fetch_images); }
void shape_images_of_3d() { launch(images, shapes[2], fetch_images); }
void shape_cube_of_layered() { launch(cube, shapes[4], fetch_cube); }
void shape_cubes_of_cubemap() { launch(cubes, shapes[5], fetch_cubes); }

void never_bound()
{
    fetch("1D", fetch_row, at);
    fetch("2D", fetch_image, at);
    fetch("3D", fetch_volume, at);
    fetch("1D layered", fetch_rows, at);
    fetch("2D layered", fetch_images, at);
    fetch("cubemap", fetch_cube, at);
    fetch("cubemap layered", fetch_cubes, at);
    fetch("surface", read_surface, at);
    fetch("3D surface", read_volume_surface, at);
}

void pitched_memory()
{
    const std::size_t w = 16, h = 6;
    char* memory = nullptr;
    cudaMalloc((void**)&memory, 1 << 16);
    std::vector<float> host(1 << 14);
    for (std::size_t i = 0; i < host.size(); i++)
        host[i] = (float)i;
    cudaMemcpy(memory, host.data(), 1 << 16, cudaMemcpyHostToDevice);
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    const auto bind = [&](const std::string& what, char* at_pointer, std::size_t width, std::size_t height,
                          std::size_t pitch, bool with_offset = true) {
        std::size_t offset = 99;
        const cudaError_t error =
            cudaBindTexture2D(with_offset ? &offset : NULL, image, at_pointer, desc, width, height, pitch);
        says(what, error);
        std::size_t asked = 99;
        const cudaError_t answer = cudaGetTextureAlignmentOffset(&asked, image);
        cudaGetLastError();
        std::printf("%s: offset %zu, asked %zu %s\n", what.c_str(), offset, asked, cudaGetErrorName(answer));
        if (error == cudaSuccess) fetch(what, fetch_image, at);
        cudaUnbindTexture(image);
    };
    for (std::size_t pitch :
         {std::size_t(64), std::size_t(63), std::size_t(65), std::size_t(68), std::size_t(80), std::size_t(96),
          std::size_t(128), std::size_t(256), std::size_t(512), std::size_t(32), std::size_t(0)})
        bind("pitch " + std::to_string(pitch), memory, w, h, pitch);
    for (std::size_t shift : {4, 16, 32, 64, 128, 256, 508, 512, 516}) {
        bind("shift " + std::to_string(shift), memory + shift, w, h, 128);
        bind("shift " + std::to_string(shift) + ", no offset", memory + shift, w, h, 128, false);
    }
    bind("width 0", memory, 0, h, 64);
    bind("height 0", memory, w, 0, 64);
    bind("width 1 height 1", memory, 1, 1, 64);
    bind("width beyond the pitch", memory, 33, h, 128);
    bind("null", nullptr, w, h, 64);
    bind("host memory", (char*)host.data(), w, h, 64);
    bind("height beyond the allocation", memory, w, 1 << 12, 64);
    const cudaChannelFormatDesc as_int = cudaCreateChannelDesc<int>();
    says("as int", cudaBindTexture2D(NULL, image, memory, as_int, w, h, 64));
    says("as float4", cudaBindTexture2D(NULL, image, memory, cudaCreateChannelDesc<float4>(), 4, h, 64));
    says("three channels",
         cudaBindTexture2D(NULL, image, memory, cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat), 4, h,
                           64));
    says("no channels", cudaBindTexture2D(NULL, image, memory,
                                          cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone), w, h, 64));
    says("inherited descriptor", cudaBindTexture2D(NULL, image, memory, w, h, 64));
    fetch("inherited descriptor", fetch_image, at);
    says("of C", cudaBindTexture2D(NULL, &image, memory, &desc, w, h, 64));
    says("of C, no reference", cudaBindTexture2D(NULL, (const textureReference*)NULL, memory, &desc, w, h, 64));
    cudaUnbindTexture(image);
    says("2D memory to a 1D reference", cudaBindTexture2D(NULL, row, memory, desc, w, h, 64));
    says("2D memory to a 3D reference", cudaBindTexture2D(NULL, volume, memory, desc, w, h, 64));
    says("2D memory to a layered reference", cudaBindTexture2D(NULL, images, memory, desc, w, h, 64));
    says("2D memory to a cubemap reference", cudaBindTexture2D(NULL, cube, memory, desc, w, h, 64));
    says("linear memory to a 2D reference", cudaBindTexture(NULL, image, memory, desc, 4096));
    says("linear memory to a 3D reference", cudaBindTexture(NULL, volume, memory, desc, 4096));
    cudaFree(memory);
}

// The largest width, height and pitch that a device can bind, and one more.
void pitched_limits()
{
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    const std::size_t width = device.maxTexture2DLinear[0], height = device.maxTexture2DLinear[1],
                      pitch = device.maxTexture2DLinear[2];
    unsigned char* memory = nullptr;
    cudaMalloc((void**)&memory, std::size_t(1) << 29);
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    const auto bind = [&](const char* what, std::size_t w, std::size_t h, std::size_t p) {
        says(what, cudaBindTexture2D(NULL, image, memory, desc, w, h, p));
        cudaUnbindTexture(image);
    };
    bind("widest", width, 1, width * 4);
    bind("too wide", width + 1, 1, (width + 32) * 4);
    bind("highest", 16, height, 64);
    bind("too high", 16, height + 1, 64);
    bind("largest pitch", 16, 2, pitch);
    bind("pitch of one step more", 16, 2, pitch + 32);
    cudaFree(memory);
}

void pitched_attributes()
{
    const std::size_t w = 16, h = 6;
    float* memory = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch((void**)&memory, &pitch, w * sizeof(float), h);
    std::vector<float> host(w * h);
    for (std::size_t i = 0; i < host.size(); i++)
        host[i] = (float)i;
    cudaMemcpy2D(memory, pitch, host.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
    says("bind", cudaBindTexture2D(NULL, image, memory, w, h, pitch));
    fetch("as bound", fetch_image, at);
    image.filterMode = cudaFilterModeLinear;
    fetch("linear", fetch_image, at);
    image.normalized = 1;
    fetch("normalised", fetch_image, at);
    image.addressMode[0] = cudaAddressModeWrap;
    image.addressMode[1] = cudaAddressModeMirror;
    fetch("wrap and mirror", fetch_image, at);
    image.addressMode[0] = image.addressMode[1] = cudaAddressModeBorder;
    fetch("border", fetch_image, at);
    image.maxAnisotropy = 8;
    fetch("anisotropy", fetch_image, at);
    image.sRGB = 1;
    fetch("sRGB", fetch_image, at);
    cudaUnbindTexture(image);
    cudaFree(memory);
}

// Attributes that the elements or the resource cannot have; what the bind says, and what the launch says.
void unfit(void (*set)())
{
    cudaArray_t array = ramp<int>(shapes[1]);
    set();
    says("bind", cudaBindTextureToArray(integers, array));
    fetch("fetch", fetch_integers, {0.f, 1.f, 0.75f, -1.f, 17.f, 40.f});
}
// The same of floats, which can be filtered, with normalised coordinates.
void unfit_floats(void (*set)())
{
    cudaArray_t array = ramp<float>(shapes[1]);
    image.normalized = 1;
    set();
    says("bind", cudaBindTextureToArray(image, array));
    fetch("fetch", fetch_image, {0.f, 0.2f, 0.75f, -1.3f, 1.1f, 40.7f});
}
void unfit_filter_mode_of_floats()
{
    unfit_floats([] { image.filterMode = (cudaTextureFilterMode)7; });
}
void unfit_negative_filter_mode_of_floats()
{
    unfit_floats([] { image.filterMode = (cudaTextureFilterMode)-1; });
}
void unfit_address_mode_of_floats()
{
    unfit_floats([] { image.addressMode[0] = (cudaTextureAddressMode)7; });
}
void unfit_address_mode_4_of_floats()
{
    unfit_floats([] { image.addressMode[0] = (cudaTextureAddressMode)4; });
}
void unfit_mipmap_filter_mode_of_floats()
{
    unfit_floats([] { image.mipmapFilterMode = cudaFilterModeLinear; });
}
void unfit_linear_filter_of_integers()
{
    unfit([] { integers.filterMode = cudaFilterModeLinear; });
}
void unfit_filter_mode()
{
    unfit([] { integers.filterMode = (cudaTextureFilterMode)7; });
}
void unfit_address_mode()
{
    unfit([] { integers.addressMode[1] = (cudaTextureAddressMode)7; });
}
void unfit_unused_address_mode()
{
    unfit([] { integers.addressMode[2] = (cudaTextureAddressMode)7; });
}
void unfit_mipmap_filter_mode()
{
    unfit([] { integers.mipmapFilterMode = (cudaTextureFilterMode)7; });
}
void unfit_linear_mipmap_filter_of_integers()
{
    unfit([] { integers.mipmapFilterMode = cudaFilterModeLinear; });
}
void unfit_anisotropy()
{
    unfit([] { integers.maxAnisotropy = 1000; });
}
void unfit_sRGB_of_integers()
{
    unfit([] { integers.sRGB = 1; });
}
void unfit_size_0_of_bytes()
{
    unsigned char* memory = nullptr;
    cudaMalloc((void**)&memory, 4096);
    std::size_t offset = 99;
    says("bind", cudaBindTexture(&offset, single_bytes, memory, 0));
    fetch("fetch", fetch_single_bytes, {0.f, 1.f});
}
void unfit_mipmap_clamp()
{
    unfit([] {
        integers.minMipmapLevelClamp = 3;
        integers.maxMipmapLevelClamp = -3;
    });
}
void unfit_normalized()
{
    unfit([] { integers.normalized = -1; });
}

cudaError_t mipmapped_ramp(cudaMipmappedArray_t& array)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    const cudaError_t error = cudaMallocMipmappedArray(&array, &desc, make_cudaExtent(16, 8, 0), 3);
    for (unsigned int level = 0; level < 3; level++) {
        cudaArray_t one = nullptr;
        cudaGetMipmappedArrayLevel(&one, array, level);
        std::vector<float> host(16 * 8);
        for (std::size_t i = 0; i < host.size(); i++)
            host[i] = 1000.f * (level + 1) + i;
        cudaMemcpy2DToArray(one, 0, 0, host.data(), (16 >> level) * sizeof(float), (16 >> level) * sizeof(float),
                            8 >> level, cudaMemcpyHostToDevice);
    }
    return error;
}

void mipmapped_arrays()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t array = nullptr;
    says("allocate", mipmapped_ramp(array));
    cudaArray_t one = nullptr;
    cudaGetMipmappedArrayLevel(&one, array, 1);
    says("bind a level as an array", cudaBindTextureToArray(image, one));
    fetch("a level as an array", fetch_image, at);
    cudaUnbindTexture(image);
    says("null", cudaBindTextureToMipmappedArray(image, (cudaMipmappedArray_t)NULL));
    says("null, descriptor", cudaBindTextureToMipmappedArray(image, (cudaMipmappedArray_t)NULL, desc));
    says("wrong descriptor", cudaBindTextureToMipmappedArray(image, array, cudaCreateChannelDesc<int>()));
    says("int reference", cudaBindTextureToMipmappedArray(integers, array));
    says("of C, no reference", cudaBindTextureToMipmappedArray((const textureReference*)NULL, array, &desc));
    says("3D reference", cudaBindTextureToMipmappedArray(volume, array));
    says("normalised", (image.normalized = 1, cudaBindTextureToMipmappedArray(image, array)));
    fetch("normalised", fetch_image, at);
    std::size_t offset = 99;
    says("alignment offset", cudaGetTextureAlignmentOffset(&offset, image));
    cudaUnbindTexture(image);
    says("free while bound", (cudaBindTextureToMipmappedArray(image, array), cudaFreeMipmappedArray(array)));
    says("unbind", cudaUnbindTexture(image));
}

void mipmapped_in_texels()
{
    cudaMipmappedArray_t array = nullptr;
    mipmapped_ramp(array);
    says("coordinates in texels", cudaBindTextureToMipmappedArray(image, array));
    fetch("coordinates in texels", fetch_image, at);
    image.maxMipmapLevelClamp = 2;
    fetch("more levels", fetch_image, at);
    image.normalized = 1;
    fetch("normalised", fetch_image, at);
}

// The functions of C: null pointers, and references that are none.
void functions_of_c()
{
    cudaArray_t array = ramp<float>(shapes[1]);
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    const textureReference* const none = NULL;
    std::size_t offset = 99;
    float* memory = nullptr;
    cudaMalloc((void**)&memory, 4096);
    says("bind, no reference", cudaBindTexture(&offset, none, memory, &desc, 64));
    says("bind array, no reference", cudaBindTextureToArray(none, array, &desc));
    says("bind array, no array", cudaBindTextureToArray(&image, (cudaArray_t)NULL, &desc));
    says("unbind, no reference", cudaUnbindTexture(none));
    says("alignment offset, no reference", cudaGetTextureAlignmentOffset(&offset, none));
    says("good", cudaBindTextureToArray(&image, array, &desc));
    fetch("good", fetch_image, at);
    cudaUnbindTexture(&image);
    const textureReference* found = NULL;
    says("get reference", cudaGetTextureReference(&found, &image));
    std::printf("get reference: %s\n", found == &image ? "the variable" : found ? "another" : "null");
    found = NULL;
    says("get reference, no symbol", cudaGetTextureReference(&found, NULL));
    says("get reference of a variable", cudaGetTextureReference(&found, no_reference));
    says("get reference of host memory", cudaGetTextureReference(&found, &desc));
    says("get reference of a surface", cudaGetTextureReference(&found, &image_surface));
    says("get reference by name", cudaGetTextureReference(&found, (const void*)"image"));
    std::printf("after the failures: %s\n", found ? "not null" : "null");
    cudaFreeArray(array);
    cudaFree(memory);
}

void references_that_are_not_global()
{
    image_type mine;
    cudaArray_t array = ramp<float>(shapes[1]);
    says("bind", cudaBindTextureToArray(mine, array));
    says("unbind", cudaUnbindTexture(mine));
    std::size_t offset = 99;
    says("alignment offset", cudaGetTextureAlignmentOffset(&offset, mine));
    float* memory = nullptr;
    cudaMalloc((void**)&memory, 4096);
    says("bind linear", cudaBindTexture(&offset, mine, memory, 4096));
    cudaFree(memory);
    cudaFreeArray(array);
}

void types_without_texels()
{
    cudaArray_t array = ramp<float>(shapes[1]);
    says("double", cudaBindTextureToArray(doubles, array));
    says("long", cudaBindTextureToArray(longs, array));
    std::printf("double: %d %d, long: %d %d\n", doubles.channelDesc.x, (int)doubles.channelDesc.f, longs.channelDesc.x,
                (int)longs.channelDesc.f);
    cudaFreeArray(array);
}

void surfaces()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t plain = ramp<float>(shapes[1]);
    cudaArray_t array = ramp<float>(shapes[9]);
    const surfaceReference* const none = NULL;
    std::printf("descriptor as declared: %d %d %d %d %d\n", image_surface.channelDesc.x, image_surface.channelDesc.y,
                image_surface.channelDesc.z, image_surface.channelDesc.w, (int)image_surface.channelDesc.f);
    says("array without load and store", cudaBindSurfaceToArray(image_surface, plain));
    says("null array", cudaBindSurfaceToArray(image_surface, (cudaArray_t)NULL));
    says("null array, descriptor", cudaBindSurfaceToArray(image_surface, (cudaArray_t)NULL, desc));
    says("wrong descriptor", cudaBindSurfaceToArray(image_surface, array, cudaCreateChannelDesc<int>()));
    says("wider descriptor", cudaBindSurfaceToArray(image_surface, array, cudaCreateChannelDesc<float4>()));
    says("no channels",
         cudaBindSurfaceToArray(image_surface, array, cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone)));
    says("three channels", cudaBindSurfaceToArray(image_surface, array,
                                                  cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat)));
    says("of C, no reference", cudaBindSurfaceToArray(none, array, &desc));
    says("of C", cudaBindSurfaceToArray(&image_surface, array, &desc));
    fetch("of C", read_surface, at);
    says("good", cudaBindSurfaceToArray(image_surface, array));
    fetch("good", read_surface, at);
    says("failing bind", cudaBindSurfaceToArray(image_surface, plain));
    fetch("after a failing bind", read_surface, at);
    const surfaceReference* found = NULL;
    says("get reference", cudaGetSurfaceReference(&found, &image_surface));
    std::printf("get reference: %s\n", found == &image_surface ? "the variable" : found ? "another" : "null");
    says("get reference, no symbol", cudaGetSurfaceReference(&found, NULL));
    says("get reference of a variable", cudaGetSurfaceReference(&found, no_reference));
    says("get reference of a texture", cudaGetSurfaceReference(&found, &image));
    says("get reference of host memory", cudaGetSurfaceReference(&found, &desc));
    surface_type mine;
    says("not global", cudaBindSurfaceToArray(mine, array));
    cudaFreeArray(array);
    cudaFreeArray(plain);
}

template <class Reference>
void read_surface_of(Reference& reference, const shape& of, void (*kernel)(float*, const float*, int))
{
    cudaArray_t array = ramp<float>(of);
    says(of.name, cudaBindSurfaceToArray(reference, array));
    fetch(of.name, kernel, at);
    cudaFreeArray(array);
}
void surface_row_of_2d() { read_surface_of(row_surface, shapes[9], read_row_surface); }
void surface_image_of_1d() { read_surface_of(image_surface, shapes[8], read_surface); }
void surface_image_of_3d() { read_surface_of(image_surface, shapes[10], read_surface); }
void surface_volume_of_2d() { read_surface_of(volume_surface, shapes[9], read_volume_surface); }
void surface_images_of_2d() { read_surface_of(images_surface, shapes[9], read_images_surface); }
void surface_trap() { read_surface_of(image_surface, shapes[9], trap_surface); }

void surface_of_a_freed_array()
{
    cudaArray_t array = ramp<float>(shapes[9]);
    says("bind", cudaBindSurfaceToArray(image_surface, array));
    fetch("bound", read_surface, at);
    says("free", cudaFreeArray(array));
    for (int round = 0; round < 4; round++) {
        array = ramp<float>(shapes[9]);
        says("bind the next", cudaBindSurfaceToArray(image_surface, array));
        fetch("the next", read_surface, at);
        cudaFreeArray(array);
    }
}

void fetch_2d_after_unbind()
{
    cudaArray_t array = ramp<float>(shapes[1]);
    cudaBindTextureToArray(image, array);
    fetch("bound", fetch_image, at);
    says("unbind", cudaUnbindTexture(image));
    fetch("unbound", fetch_image, at);
}

void fetch_pitched_after_unbind()
{
    float* memory = nullptr;
    cudaMalloc((void**)&memory, 4096);
    cudaMemset(memory, 0, 4096);
    says("bind", cudaBindTexture2D(NULL, image, memory, 16, 6, 64));
    fetch("bound", fetch_image, at);
    says("unbind", cudaUnbindTexture(image));
    fetch("unbound", fetch_image, at);
}

void images_of_normalised_bytes()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &desc, 16, 6);
    std::vector<uchar4> host(16 * 6);
    for (std::size_t i = 0; i < host.size(); i++)
        host[i] = make_uchar4(i, 2 * i, 3 * i, 4 * i);
    cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 64, 6, cudaMemcpyHostToDevice);
    for (int sRGB = 0; sRGB < 2; sRGB++)
        for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
            bytes.sRGB = sRGB;
            bytes.filterMode = filter;
            const std::string what = "sRGB " + std::to_string(sRGB) + " filter " + std::to_string(filter);
            says(what, cudaBindTextureToArray(bytes, array));
            fetch(what, fetch_bytes, {0.f, 0.5f, 1.3f, 2.75f, 15.f});
        }
    bytes.sRGB = 0;
    bytes.filterMode = cudaFilterModePoint;
    cudaUnbindTexture(bytes);
    cudaFreeArray(array);
}

} // namespace

int main(int argc, char** argv)
{
#define CASE(name)                                                                                                     \
    {                                                                                                                  \
        #name, name                                                                                                    \
    }
    // Launches with shapes and attributes that do not fit, a trap and fetches through nothing end in errors that stay,
    // and cases leave attributes and bindings as they set them.
    return run_cases(argc, argv,
                     {CASE(shapes_of_arrays),
                      CASE(shape_row_of_2d),
                      CASE(shape_image_of_1d),
                      CASE(shape_image_of_3d),
                      CASE(shape_image_of_layered),
                      CASE(shape_image_of_cubemap),
                      CASE(shape_volume_of_2d),
                      CASE(shape_volume_of_layered),
                      CASE(shape_rows_of_2d),
                      CASE(shape_images_of_2d),
                      CASE(shape_images_of_3d),
                      CASE(shape_cube_of_layered),
                      CASE(shape_cubes_of_cubemap),
                      CASE(never_bound),
                      CASE(pitched_memory),
                      CASE(pitched_limits),
                      CASE(pitched_attributes),
                      CASE(unfit_linear_filter_of_integers),
                      CASE(unfit_filter_mode),
                      CASE(unfit_address_mode),
                      CASE(unfit_unused_address_mode),
                      CASE(unfit_mipmap_filter_mode),
                      CASE(unfit_linear_mipmap_filter_of_integers),
                      CASE(unfit_anisotropy),
                      CASE(unfit_sRGB_of_integers),
                      CASE(unfit_size_0_of_bytes),
                      CASE(unfit_mipmap_clamp),
                      CASE(unfit_normalized),
                      CASE(unfit_filter_mode_of_floats),
                      CASE(unfit_negative_filter_mode_of_floats),
                      CASE(unfit_address_mode_of_floats),
                      CASE(unfit_address_mode_4_of_floats),
                      CASE(unfit_mipmap_filter_mode_of_floats),
                      CASE(mipmapped_arrays),
                      CASE(mipmapped_in_texels),
                      CASE(functions_of_c),
                      CASE(references_that_are_not_global),
                      CASE(types_without_texels),
                      CASE(surfaces),
                      CASE(surface_row_of_2d),
                      CASE(surface_image_of_1d),
                      CASE(surface_image_of_3d),
                      CASE(surface_volume_of_2d),
                      CASE(surface_images_of_2d),
                      CASE(surface_trap),
                      CASE(surface_of_a_freed_array),
                      CASE(fetch_2d_after_unbind),
                      CASE(fetch_pitched_after_unbind),
                      CASE(images_of_normalised_bytes)},
                     processes::one_each);
}
