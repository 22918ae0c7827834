// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native texture and surface references: what nvcc still makes of a type with __device_builtin_texture_type__
// (.global .texref), bound with the driver's calls. The expected values are what an H200 gave.
// Prints one line per check and exits with the number of failures. With the argument `freed` it fetches through a
// reference whose memory has been freed, and prints the error.
#include "expect.h"
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <vector>

struct textureReference {
    int attributes[32]; // of the host's side, which nothing here reads
};
struct surfaceReference {
    cudaChannelFormatDesc channelDesc;
};
template <class T, int Type>
struct __device_builtin_texture_type__ texture_of : textureReference {
};
template <class T, int Type>
struct __device_builtin_surface_type__ surface_of : surfaceReference {
};

static int registered; // before main
extern "C" void __cudaRegisterTexture(void**, const textureReference*, const void**, const char*, int, int, int)
{
    ++registered;
}
extern "C" void __cudaRegisterSurface(void**, const surfaceReference*, const void**, const char*, int, int)
{
    ++registered;
}

// nvcc calls these functions for a fetch, and no library defines them any more.
#define FETCH extern "C" __device__ __noinline__ __attribute__((used)) void
FETCH __tex1Dfetch_v2_float(float* r, unsigned long long t, int x)
{
    float y, z, w;
    asm volatile("tex.1d.v4.f32.s32 {%0,%1,%2,%3}, [%4, {%5}];" : "=f"(*r), "=f"(y), "=f"(z), "=f"(w) : "l"(t), "r"(x));
}
FETCH __tex2D_v2_float(float* r, unsigned long long t, float x, float y)
{
    float b, c, d;
    asm volatile("tex.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
                 : "=f"(*r), "=f"(b), "=f"(c), "=f"(d)
                 : "l"(t), "f"(x), "f"(y));
}
FETCH __surf2Dread_v2_float(float* r, unsigned long long s, int x, int y, cudaSurfaceBoundaryMode)
{
    unsigned u;
    asm volatile("suld.b.2d.b32.zero %0, [%1, {%2,%3}];" : "=r"(u) : "l"(s), "r"(x), "r"(y));
    *r = __uint_as_float(u);
}
FETCH __surf2Dwrite_v2_float(float* v, unsigned long long s, int x, int y, cudaSurfaceBoundaryMode)
{
    asm volatile("sust.b.2d.b32.zero [%0, {%1,%2}], %3;" ::"l"(s), "r"(x), "r"(y), "r"(__float_as_uint(*v)));
}

texture_of<float, 1> line;
texture_of<float, 2> plane;
namespace inner {
texture_of<float, 2> other;
}
surface_of<void, 2> surface;
__device__ int counter;

#ifdef __CUDA_ARCH__
    #define CALL(...) __nv_tex_surf_handler(__VA_ARGS__)
#else
    #define CALL(...)
#endif
__global__ void read_line(float* out)
{
    float r = -1;
    CALL("__tex1Dfetch_v2", (float*)&r, line, (int)threadIdx.x);
    out[threadIdx.x] = r;
}
__global__ void read_plane(float* out, float x, float y, float step)
{
    float r = -1;
    CALL("__tex2D_v2", (float*)&r, plane, x + step * threadIdx.x, y);
    out[threadIdx.x] = r;
}
__global__ void read_other(float* out)
{
    float r = -1;
    CALL("__tex2D_v2", (float*)&r, inner::other, (float)threadIdx.x, 0.0f);
    out[threadIdx.x] = r;
}
__global__ void read_surface(float* out)
{
    float r = -1;
    CALL("__surf2Dread_v2", (float*)&r, surface, 4 * (int)threadIdx.x, 1, cudaBoundaryModeZero);
    out[threadIdx.x] = r;
}
__global__ void write_surface(float v)
{
    CALL("__surf2Dwrite_v2", (float*)&v, surface, 4 * (int)threadIdx.x, 1, cudaBoundaryModeZero);
}
// By name in the instruction itself, too.
__global__ void read_named(float* out)
{
    float a, b, c, d;
    asm volatile("tex.2d.v4.f32.f32 {%0,%1,%2,%3}, [plane, {%4,%5}];"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "f"(threadIdx.x + 0.5f), "f"(1.5f));
    out[threadIdx.x] = a;
}

template <class Function>
static void find(const char* name, Function*& function)
{
    void* address = nullptr;
    cudaDriverEntryPointQueryResult status;
    const cudaError_t e = cudaGetDriverEntryPointByVersion(name, &address, 12050, cudaEnableDefault, &status);
    EXPECT(name, e == cudaSuccess && status == cudaDriverEntryPointSuccess && address);
    function = reinterpret_cast<Function*>(address);
}
#define DRIVER(function)                                                                                               \
    decltype(::function)* p_##function;                                                                                \
    find(#function, p_##function)

int main(int count, char**)
{
    using floats = std::vector<float>;
    EXPECT("three textures and a surface are registered", registered == 4);
    // Newer versions of these have the plain name, which the query takes; their types are those of cuda.h.
    decltype(cuTexRefSetAddress)* set_address;
    find("cuTexRefSetAddress", set_address);
    decltype(cuTexRefSetAddress2D)* set_address_2d;
    find("cuTexRefSetAddress2D", set_address_2d);
    decltype(cuModuleGetGlobal)* get_global;
    find("cuModuleGetGlobal", get_global);
    DRIVER(cuFuncGetModule);
    DRIVER(cuModuleGetTexRef);
    DRIVER(cuModuleGetSurfRef);
    DRIVER(cuTexRefSetFormat);
    DRIVER(cuTexRefSetArray);
    DRIVER(cuTexRefSetMipmappedArray);
    DRIVER(cuTexRefSetFlags);
    DRIVER(cuTexRefSetFilterMode);
    DRIVER(cuTexRefSetAddressMode);
    DRIVER(cuTexRefGetAddressMode);
    DRIVER(cuTexRefGetAddress);
    DRIVER(cuTexRefSetMipmapLevelClamp);
    DRIVER(cuTexRefSetBorderColor);
    DRIVER(cuSurfRefSetArray);
    DRIVER(cuCtxGetCurrent);
    DRIVER(cuCtxGetId);

    void* unknown = &unknown;
    cudaDriverEntryPointQueryResult status;
    EXPECT("an unknown function",
           cudaGetDriverEntryPointByVersion("cuNoSuch", &unknown, 12000, cudaEnableDefault, &status) == cudaSuccess &&
               status == cudaDriverEntryPointSymbolNotFound && !unknown);
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    EXPECT("libcuda.so.1",
           library && dlsym(library, "cuTexRefSetArray") == reinterpret_cast<void*>(p_cuTexRefSetArray));
    // Asking for one that only its name is there of: no call, and so no finding.
    EXPECT("a function that is not there", library && dlsym(library, "cuGreenCtxCreate"));

    float *out, *data;
    floats h(64);
    for (int i = 0; i < 64; ++i)
        h[i] = i + 0.5f;
    cudaMalloc(&out, 256), cudaMalloc(&data, 4096);
    cudaMemcpy(data, h.data(), 256, cudaMemcpyHostToDevice);
    auto result = [&](int n) {
        floats r(n);
        cudaMemcpy(r.data(), out, 4 * n, cudaMemcpyDeviceToHost);
        return r;
    };

    cudaFunction_t function;
    CUmodule module = nullptr;
    cudaGetFuncBySymbol(&function, (const void*)read_line);
    EXPECT("a kernel's module", p_cuFuncGetModule(&module, function) == CUDA_SUCCESS && module);
    CUtexref t, u, none;
    CUsurfref s;
    EXPECT("find texture references", p_cuModuleGetTexRef(&t, module, "line") == CUDA_SUCCESS &&
                                          p_cuModuleGetTexRef(&u, module, "plane") == CUDA_SUCCESS && t != u);
    EXPECT("find a surface reference", p_cuModuleGetSurfRef(&s, module, "surface") == CUDA_SUCCESS);
    EXPECT("what is no texture reference", p_cuModuleGetTexRef(&none, module, "surface") == CUDA_ERROR_NOT_FOUND &&
                                               p_cuModuleGetTexRef(&none, module, "counter") == CUDA_ERROR_NOT_FOUND &&
                                               p_cuModuleGetTexRef(&none, module, "no") == CUDA_ERROR_NOT_FOUND);
    CUdeviceptr address;
    std::size_t bytes = 0;
    EXPECT("a variable", get_global(&address, &bytes, module, "counter") == CUDA_SUCCESS && bytes == 4);
    EXPECT("a reference is no variable", get_global(&address, &bytes, module, "line") == CUDA_ERROR_INVALID_VALUE);

    CUaddress_mode mode;
    EXPECT("clamp is the default", p_cuTexRefGetAddressMode(&mode, t, 0) == CUDA_SUCCESS && mode == 1);
    read_line<<<1, 4>>>(out);
    EXPECT("never bound: zeros", result(4) == floats({0, 0, 0, 0}));
    std::size_t offset = 99;
    EXPECT("bind linear memory", p_cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 1) == CUDA_SUCCESS &&
                                     set_address(&offset, t, (CUdeviceptr)data, 256) == CUDA_SUCCESS && offset == 0);
    read_line<<<1, 4>>>(out);
    EXPECT("linear memory", result(4) == floats({0.5f, 1.5f, 2.5f, 3.5f}));
    EXPECT("unaligned", set_address(&offset, t, (CUdeviceptr)(data + 3), 64) == CUDA_SUCCESS && offset == 12);
    read_line<<<1, 4>>>(out);
    EXPECT("unaligned, from the aligned address", result(4) == floats({0.5f, 1.5f, 2.5f, 3.5f}));
    EXPECT("unaligned, without an offset",
           set_address(nullptr, t, (CUdeviceptr)(data + 3), 64) == CUDA_ERROR_INVALID_VALUE);
    set_address(&offset, t, (CUdeviceptr)data, 8);
    read_line<<<1, 4>>>(out);
    EXPECT("beyond the end: zeros", result(4) == floats({0.5f, 1.5f, 0, 0}));

    const auto desc = cudaCreateChannelDesc<float>();
    cudaArray_t array, writable;
    cudaMallocArray(&array, &desc, 8, 8), cudaMallocArray(&writable, &desc, 8, 8, cudaArraySurfaceLoadStore);
    for (cudaArray_t a : {array, writable})
        cudaMemcpy2DToArray(a, 0, 0, h.data(), 32, 32, 8, cudaMemcpyHostToDevice);
    EXPECT("bind an array", p_cuTexRefSetArray(u, (CUarray)array, CU_TRSA_OVERRIDE_FORMAT) == CUDA_SUCCESS);
    EXPECT("which has no address", p_cuTexRefGetAddress(&address, u) == CUDA_ERROR_INVALID_VALUE);
    read_plane<<<1, 10>>>(out, -0.5f, 1.5f, 1);
    EXPECT("array", result(10) == floats({8.5f, 8.5f, 9.5f, 10.5f, 11.5f, 12.5f, 13.5f, 14.5f, 15.5f, 15.5f}));
    read_named<<<1, 4>>>(out);
    EXPECT("array, by name", result(4) == floats({8.5f, 9.5f, 10.5f, 11.5f}));
    read_other<<<1, 4>>>(out);
    EXPECT("another reference", result(4) == floats({0, 0, 0, 0}));
    p_cuTexRefSetFilterMode(u, CU_TR_FILTER_MODE_LINEAR);
    read_plane<<<1, 10>>>(out, 0, 2, 0.75f);
    EXPECT("filter", result(10) == floats({12.5f, 12.75f, 13.5f, 14.25f, 15, 15.75f, 16.5f, 17.25f, 18, 18.75f}));
    p_cuTexRefSetFlags(u, CU_TRSF_NORMALIZED_COORDINATES);
    p_cuTexRefSetAddressMode(u, 0, CU_TR_ADDRESS_MODE_WRAP);
    read_plane<<<1, 6>>>(out, -1, 0.5f, 0.25f);
    EXPECT("wrap", result(6) == floats({32, 30, 32, 34, 32, 30}));
    float nine[4] = {9, 9, 9, 9};
    p_cuTexRefSetAddressMode(u, 0, CU_TR_ADDRESS_MODE_BORDER);
    p_cuTexRefSetBorderColor(u, nine);
    read_plane<<<1, 10>>>(out, -1, 0.5f, 0.25f);
    EXPECT("border", result(10) == floats({9, 9, 9, 9, 18.75f, 30, 32, 34, 22.25f, 9}));
    p_cuTexRefSetFlags(u, 0);
    p_cuTexRefSetFilterMode(u, CU_TR_FILTER_MODE_POINT);
    CUDA_ARRAY_DESCRIPTOR pitched = {8, 4, CU_AD_FORMAT_FLOAT, 1};
    EXPECT("bind pitched memory", set_address_2d(u, &pitched, (CUdeviceptr)data, 32) == CUDA_SUCCESS);
    EXPECT("with a wrong pitch", set_address_2d(u, &pitched, (CUdeviceptr)data, 33) == CUDA_ERROR_INVALID_VALUE);
    read_plane<<<1, 8>>>(out, 0.5f, 2.5f, 1);
    EXPECT("pitched memory", result(8) == floats({16.5f, 17.5f, 18.5f, 19.5f, 20.5f, 21.5f, 22.5f, 23.5f}));

    float* freed;
    cudaMalloc(&freed, 256);
    EXPECT("bind memory that is freed", set_address(&offset, t, (CUdeviceptr)freed, 256) == CUDA_SUCCESS);
    cudaFree(freed);
    read_other<<<1, 4>>>(out);
    EXPECT("kernels run that do not read it",
           cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
    if (count > 1) {
        read_line<<<1, 1>>>(out);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    set_address(&offset, t, (CUdeviceptr)data, 256);
    cudaArray_t gone;
    cudaMallocArray(&gone, &desc, 8, 8);
    EXPECT("bind an array that is freed",
           p_cuTexRefSetArray(u, (CUarray)gone, CU_TRSA_OVERRIDE_FORMAT) == CUDA_SUCCESS);
    cudaFreeArray(gone);
    read_line<<<1, 4>>>(out);
    EXPECT("other references are read", result(4) == floats({0.5f, 1.5f, 2.5f, 3.5f}));

    const auto byte_desc = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t byte_array;
    cudaMallocArray(&byte_array, &byte_desc, 8, 8);
    std::vector<unsigned char> hb(64);
    for (int i = 0; i < 64; ++i)
        hb[i] = static_cast<unsigned char>(i * 4);
    cudaMemcpy2DToArray(byte_array, 0, 0, hb.data(), 8, 8, 8, cudaMemcpyHostToDevice);
    p_cuTexRefSetArray(u, (CUarray)byte_array, CU_TRSA_OVERRIDE_FORMAT);
    read_plane<<<1, 3>>>(out, 0.5f, 1.5f, 1);
    EXPECT("bytes are fractions", result(3) == floats({32 / 255.0f, 36 / 255.0f, 40 / 255.0f}));
    p_cuTexRefSetFlags(u, CU_TRSF_READ_AS_INTEGER);
    read_plane<<<1, 3>>>(out, 0.5f, 1.5f, 1);
    const floats raw = result(3);
    int integers[3];
    std::memcpy(integers, raw.data(), sizeof integers);
    EXPECT("or integers", integers[0] == 32 && integers[1] == 36 && integers[2] == 40);
    p_cuTexRefSetFlags(u, 0);

    EXPECT("an array that is not for surfaces", p_cuSurfRefSetArray(s, (CUarray)array, 0) == CUDA_ERROR_INVALID_VALUE);
    read_surface<<<1, 3>>>(out);
    EXPECT("surface never bound: zeros", result(3) == floats({0, 0, 0}));
    EXPECT("bind a surface", p_cuSurfRefSetArray(s, (CUarray)writable, 0) == CUDA_SUCCESS);
    read_surface<<<1, 10>>>(out);
    EXPECT("surface", result(10) == floats({8.5f, 9.5f, 10.5f, 11.5f, 12.5f, 13.5f, 14.5f, 15.5f, 0, 0}));
    write_surface<<<1, 2>>>(77);
    read_surface<<<1, 3>>>(out);
    EXPECT("surface written", result(3) == floats({77, 77, 10.5f}));

    cudaMipmappedArray_t mipmap;
    cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(8, 8, 0), 4);
    for (int l = 0; l < 4; ++l) {
        cudaArray_t level;
        cudaGetMipmappedArrayLevel(&level, mipmap, l);
        const floats v(64, l * 10.0f + 1);
        const int n = 8 >> l;
        cudaMemcpy2DToArray(level, 0, 0, v.data(), n * 4, n * 4, n, cudaMemcpyHostToDevice);
    }
    EXPECT("bind a mipmapped array",
           p_cuTexRefSetMipmappedArray(u, (CUmipmappedArray)mipmap, CU_TRSA_OVERRIDE_FORMAT) == CUDA_SUCCESS);
    p_cuTexRefSetFlags(u, CU_TRSF_NORMALIZED_COORDINATES);
    read_plane<<<1, 2>>>(out, 0.5f, 0.5f, 0);
    EXPECT("its first level", result(2) == floats({1, 1}));
    p_cuTexRefSetMipmapLevelClamp(u, 2, 3);
    read_plane<<<1, 2>>>(out, 0.5f, 0.5f, 0);
    EXPECT("its third level", result(2) == floats({21, 21}));

    CUcontext context;
    unsigned long long id = 0, after = 0;
    EXPECT("the context", p_cuCtxGetCurrent(&context) == CUDA_SUCCESS && p_cuCtxGetId(context, &id) == CUDA_SUCCESS);
    cudaDeviceReset();
    EXPECT("is destroyed by a reset", p_cuCtxGetId(context, &after) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    cudaFree(nullptr);
    EXPECT("and another after it",
           p_cuCtxGetCurrent(&context) == CUDA_SUCCESS && p_cuCtxGetId(context, &after) == CUDA_SUCCESS && after != id);
    return failures;
}
