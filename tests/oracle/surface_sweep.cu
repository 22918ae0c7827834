// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sweep of surface references: reads and writes of every shape and element size, in each boundary mode, at and
// outside the borders. A read prints a hash of what it returned, a write one of the whole array afterwards.
//
// Usage: surface_sweep [--list | [--settings | --values] CASE...]

#include "array_of.h"

surface<void, cudaSurfaceType1D> row;
surface<void, cudaSurfaceType2D> image;
surface<void, cudaSurfaceType3D> volume;
surface<void, cudaSurfaceType1DLayered> rows;
surface<void, cudaSurfaceType2DLayered> images;
surface<void, cudaSurfaceTypeCubemap> cube;
surface<void, cudaSurfaceTypeCubemapLayered> cubes;

namespace {

constexpr int width = 8, height = 5, depth = 3, layers = 2;

struct point {
    int x, y, z; // z: depth, layer or face
};

// The shapes: how each is read and written. x counts bytes.
#define SHAPE(name, reader, writer, coordinates)                                                                       \
    struct name##_shape {                                                                                              \
        template <class T>                                                                                             \
        static __device__ T read(point p, cudaSurfaceBoundaryMode mode)                                                \
        {                                                                                                              \
            return reader<T>(name, coordinates, mode);                                                                 \
        }                                                                                                              \
        template <class T>                                                                                             \
        static __device__ void read_to(T* result, point p, cudaSurfaceBoundaryMode mode)                               \
        {                                                                                                              \
            reader(result, name, coordinates, mode);                                                                   \
        }                                                                                                              \
        template <class T>                                                                                             \
        static __device__ void read_sized(T* result, point p, cudaSurfaceBoundaryMode mode)                            \
        {                                                                                                              \
            reader(result, name, coordinates, (int)sizeof(T), mode);                                                   \
        }                                                                                                              \
        template <class T>                                                                                             \
        static __device__ void write(T value, point p, cudaSurfaceBoundaryMode mode)                                   \
        {                                                                                                              \
            writer(value, name, coordinates, mode);                                                                    \
        }                                                                                                              \
        template <class T>                                                                                             \
        static __device__ void write_sized(T value, point p, cudaSurfaceBoundaryMode mode)                             \
        {                                                                                                              \
            writer(value, name, coordinates, (int)sizeof(T), mode);                                                    \
        }                                                                                                              \
        static auto reference() -> decltype(name)& { return name; }                                                    \
    };
#define ONE p.x
#define TWO p.x, p.y
#define THREE p.x, p.y, p.z
#define ONE_AND_LAYER p.x, p.z
SHAPE(row, surf1Dread, surf1Dwrite, ONE)
SHAPE(image, surf2Dread, surf2Dwrite, TWO)
SHAPE(volume, surf3Dread, surf3Dwrite, THREE)
SHAPE(rows, surf1DLayeredread, surf1DLayeredwrite, ONE_AND_LAYER)
SHAPE(images, surf2DLayeredread, surf2DLayeredwrite, THREE)
SHAPE(cube, surfCubemapread, surfCubemapwrite, THREE)
SHAPE(cubes, surfCubemapLayeredread, surfCubemapLayeredwrite, THREE)

enum class form { returned, by_pointer, sized };

template <class Shape, class T, form Form, cudaSurfaceBoundaryMode Mode>
__global__ void read_all(const point* at, sweep::raw* results, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T texel;
    if (Form == form::returned)
        texel = Shape::template read<T>(at[i], Mode);
    else if (Form == form::by_pointer)
        Shape::read_to(&texel, at[i], Mode);
    else
        Shape::read_sized(&texel, at[i], Mode);
    results[i] = sweep::as_raw(texel);
}

template <class Shape, class T, form Form, cudaSurfaceBoundaryMode Mode>
__global__ void write_all(const point* at, const void* values, int n)
{
    for (int i = 0; i < n; i++) // in order, because clamped writes overlap
        if (Form == form::sized)
            Shape::write_sized(static_cast<const T*>(values)[i], at[i], Mode);
        else
            Shape::write(static_cast<const T*>(values)[i], at[i], Mode);
}

// Gives the numbers of texels along an axis of n texels, and those outside unless the mode would trap.
std::vector<int> numbers(int n, bool outside)
{
    std::vector<int> result;
    for (int i = outside ? -2 : 0; i < n + (outside ? 3 : 0); i++)
        result.push_back(i);
    if (outside)
        for (int i : {-1000, 1000, -(1 << 24), 1 << 24})
            result.push_back(i);
    return result;
}

std::vector<point> points(cudaExtent extent, int texel, bool outside, bool z_is_a_layer)
{
    std::vector<point> result;
    for (int x : numbers(static_cast<int>(extent.width), outside))
        for (int y : numbers(extent.height ? static_cast<int>(extent.height) : 1, outside && extent.height))
            for (int z :
                 numbers(extent.depth ? static_cast<int>(extent.depth) : 1, outside && extent.depth && !z_is_a_layer))
                result.push_back({x * texel, y, z});
    return result;
}

// The kernels of one kind of access, with the size of what they read and write.
struct kernels {
    void (*read)(const point*, sweep::raw*, int);
    void (*write)(const point*, const void*, int);
    std::size_t size;
};

// No template, so that the host compiler reads it once and not for each kind of access.
void run(const kernels& access, const std::string& what, const std::vector<point>& at, cudaArray_t array,
         cudaExtent extent, const cudaChannelFormatDesc& desc)
{
    const int n = static_cast<int>(at.size());
    point* d_at;
    sweep::raw* d_results;
    void* d_values;
    cudaMalloc((void**)&d_at, at.size() * sizeof(point));
    cudaMalloc((void**)&d_results, at.size() * sizeof(sweep::raw));
    cudaMalloc(&d_values, at.size() * access.size);
    cudaMemcpy(d_at, at.data(), at.size() * sizeof(point), cudaMemcpyHostToDevice);
    const std::vector<unsigned char> values = sweep::texels(at.size() * access.size, desc);
    cudaMemcpy(d_values, values.data(), values.size(), cudaMemcpyHostToDevice);
    cudaMemset(d_results, 0xee, at.size() * sizeof(sweep::raw));

    sweep::filled_array::fill(array, desc, extent);
    access.read<<<(n + 127) / 128, 128>>>(d_at, d_results, n);
    cudaError_t error = cudaDeviceSynchronize();
    std::vector<sweep::raw> results(at.size());
    cudaMemcpy(results.data(), d_results, at.size() * sizeof(sweep::raw), cudaMemcpyDeviceToHost);
    std::printf("%s read: %s %016llx of %d\n", what.c_str(), cudaGetErrorName(error), sweep::of(results), n);
    if (sweep::verbosity() > 1)
        for (int i = 0; i < n; i++)
            std::printf("  %d %d %d: %08x %08x %08x %08x\n", at[i].x, at[i].y, at[i].z, results[i].words[0],
                        results[i].words[1], results[i].words[2], results[i].words[3]);

    access.write<<<1, 1>>>(d_at, d_values, n);
    error = cudaDeviceSynchronize();
    cudaExtent whole = extent;
    if (!whole.height) whole.height = 1;
    if (!whole.depth) whole.depth = 1;
    std::vector<sweep::raw> contents((whole.width * whole.height * whole.depth * access.size + 15) / 16, sweep::raw{});
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(contents.data(), whole.width * access.size, whole.width, whole.height);
    copy.extent = whole;
    copy.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&copy);
    std::printf("%s write: %s %016llx\n", what.c_str(), cudaGetErrorName(error), sweep::of(contents));
    cudaFree(d_at);
    cudaFree(d_results);
    cudaFree(d_values);
}

template <class Shape, class T, form Form, cudaSurfaceBoundaryMode Mode>
void one_mode(std::string what, cudaArray_t array, cudaExtent extent, const cudaChannelFormatDesc& desc,
              bool z_is_a_layer)
{
    what += Mode == cudaBoundaryModeZero ? " zero" : Mode == cudaBoundaryModeClamp ? " clamp" : " trap";
    what += Form == form::returned ? "" : Form == form::by_pointer ? " by pointer" : " sized";
    run({read_all<Shape, T, Form, Mode>, write_all<Shape, T, Form, Mode>, sizeof(T)}, what,
        points(extent, sizeof(T), Mode != cudaBoundaryModeTrap, z_is_a_layer), array, extent, desc);
}

template <class Shape, class T>
void one_type(const std::string& what, cudaExtent extent, unsigned int flags)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &desc, extent, flags | cudaArraySurfaceLoadStore);
    if (sweep::bound(what, cudaBindSurfaceToArray(Shape::reference(), array))) {
        one_mode<Shape, T, form::returned, cudaBoundaryModeZero>(what, array, extent, desc, flags != 0);
        one_mode<Shape, T, form::returned, cudaBoundaryModeClamp>(what, array, extent, desc, flags != 0);
        one_mode<Shape, T, form::returned, cudaBoundaryModeTrap>(what, array, extent, desc, flags != 0);
        one_mode<Shape, T, form::by_pointer, cudaBoundaryModeZero>(what, array, extent, desc, flags != 0);
        one_mode<Shape, T, form::sized, cudaBoundaryModeClamp>(what, array, extent, desc, flags != 0);
    }
    cudaFreeArray(array);
}

template <class Shape>
void all_types(std::size_t w, std::size_t h, std::size_t d, unsigned int flags)
{
    const cudaExtent extent = make_cudaExtent(w, h, d);
    one_type<Shape, char>("char", extent, flags);
    one_type<Shape, signed char>("signed char", extent, flags);
    one_type<Shape, unsigned char>("unsigned char", extent, flags);
    one_type<Shape, char1>("char1", extent, flags);
    one_type<Shape, uchar2>("uchar2", extent, flags);
    one_type<Shape, char4>("char4", extent, flags);
    one_type<Shape, short>("short", extent, flags);
    one_type<Shape, unsigned short>("unsigned short", extent, flags);
    one_type<Shape, ushort2>("ushort2", extent, flags);
    one_type<Shape, short4>("short4", extent, flags);
    one_type<Shape, int>("int", extent, flags);
    one_type<Shape, unsigned int>("unsigned int", extent, flags);
    one_type<Shape, uint1>("uint1", extent, flags);
    one_type<Shape, int2>("int2", extent, flags);
    one_type<Shape, uint4>("uint4", extent, flags);
    one_type<Shape, float>("float", extent, flags);
    one_type<Shape, float2>("float2", extent, flags);
    one_type<Shape, float4>("float4", extent, flags);
}

void sweep_row() { all_types<row_shape>(width, 0, 0, 0); }
void sweep_image() { all_types<image_shape>(width, height, 0, 0); }
void sweep_volume() { all_types<volume_shape>(width, height, depth, 0); }
void sweep_rows() { all_types<rows_shape>(width, 0, layers, cudaArrayLayered); }
void sweep_images() { all_types<images_shape>(width, height, layers, cudaArrayLayered); }
void sweep_cube() { all_types<cube_shape>(width, width, 6, cudaArrayCubemap); }
void sweep_cubes() { all_types<cubes_shape>(width, width, 6 * layers, cudaArrayCubemap | cudaArrayLayered); }

} // namespace

int main(int argc, char** argv)
{
    return sweep::run(argc, argv,
                      {{"row", sweep_row},
                       {"image", sweep_image},
                       {"volume", sweep_volume},
                       {"rows", sweep_rows},
                       {"images", sweep_images},
                       {"cube", sweep_cube},
                       {"cubes", sweep_cubes}});
}
