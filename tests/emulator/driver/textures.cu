// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects of the driver API.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cuda.h>

int main()
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    CUmodule m;
    CUfunction f;
    cuModuleLoad(&m, KERNELS ".fatbin");
    cuModuleGetFunction(&f, m, "fetch");
    unsigned char texels[2][4] = {{0, 51, 102, 153}, {204, 255, 10, 20}};
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR d = {4, 2, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    cuArrayCreate(&array, &d);
    CUDA_MEMCPY2D c = {};
    c.srcMemoryType = CU_MEMORYTYPE_HOST;
    c.srcHost = texels;
    c.srcPitch = 4;
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    c.dstArray = array;
    c.WidthInBytes = 4;
    c.Height = 2;
    cuMemcpy2D(&c);
    CUdeviceptr out;
    cuMemAlloc(&out, 8 * 4);
    int width = 4;
    float host[8];
    const auto fetch = [&](CUtexObject t) {
        void* arguments[] = {&t, &out, &width};
        const CUresult e = cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, arguments, nullptr);
        cuMemcpyDtoH(host, out, sizeof host);
        return e == CUDA_SUCCESS;
    };
    CUDA_RESOURCE_DESC r = {}, r2 = {};
    r.resType = CU_RESOURCE_TYPE_ARRAY;
    r.res.array.hArray = array;
    CUDA_TEXTURE_DESC td = {}, td2 = {};
    td.addressMode[0] = td.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    td.filterMode = CU_TR_FILTER_MODE_POINT;
    CUtexObject t = 0;
    EXPECT("create", cuTexObjectCreate(&t, &r, &td, nullptr) == CUDA_SUCCESS && t);
    EXPECT("fractions", fetch(t) && host[1] == 51.f / 255 && host[5] == 1 && host[4] == 204.f / 255);
    EXPECT("its resource", cuTexObjectGetResourceDesc(&r2, t) == CUDA_SUCCESS && r2.res.array.hArray == array);
    EXPECT("its description", cuTexObjectGetTextureDesc(&td2, t) == CUDA_SUCCESS && td2.flags == 0 &&
                                  td2.addressMode[0] == CU_TR_ADDRESS_MODE_CLAMP);
    EXPECT("destroy", cuTexObjectDestroy(t) == CUDA_SUCCESS && cuTexObjectDestroy(t) != CUDA_SUCCESS);
    // Rows of floats in linear memory.
    CUdeviceptr rows;
    std::size_t pitch;
    cuMemAllocPitch(&rows, &pitch, 16, 2, 4);
    cuMemsetD2D32(rows, pitch, 0x40400000, 4, 2); // 3.0f
    r = {};
    r.resType = CU_RESOURCE_TYPE_PITCH2D;
    r.res.pitch2D = {rows, CU_AD_FORMAT_FLOAT, 1, 4, 2, pitch};
    EXPECT("of rows",
           cuTexObjectCreate(&t, &r, &td, nullptr) == CUDA_SUCCESS && fetch(t) && host[0] == 3 && host[7] == 3);
    EXPECT("its rows", cuTexObjectGetResourceDesc(&r2, t) == CUDA_SUCCESS && r2.res.pitch2D.devPtr == rows &&
                           r2.res.pitch2D.format == CU_AD_FORMAT_FLOAT && r2.res.pitch2D.width == 4);
    CUsurfObject s = 0;
    r = {};
    r.resType = CU_RESOURCE_TYPE_ARRAY;
    r.res.array.hArray = array;
    EXPECT("a surface", cuSurfObjectCreate(&s, &r) == CUDA_SUCCESS && s && cuSurfObjectDestroy(s) == CUDA_SUCCESS);
    return failures;
}
