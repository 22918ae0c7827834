// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NPP's functions without a stream context use the stream of nppSetStream, whichever source has set it. A stand-in for
// one function of NPP 13 records its arguments.
#include <nppcore.h>
#include <nppi_filtering_functions.h>

#include <cstring>

#include "../alone/check.h"

extern "C" int set_in_c(cudaStream_t stream);

static NppStreamContext given;
static NppiSize roi, mask;
static NppiPoint place;

extern "C" NppStatus nppiFilterBox_8u_C1R_Ctx(const Npp8u* source, int step, Npp8u* target, int, NppiSize size,
                                              NppiSize of_mask, NppiPoint anchor, NppStreamContext context)
{
    given = context;
    roi = size, mask = of_mask, place = anchor;
    if (!source || !target) return NPP_NULL_POINTER_ERROR;
    const cudaError_t error = cudaMemcpyAsync(target, source, step, cudaMemcpyDeviceToDevice, context.hStream);
    return error == cudaSuccess ? NPP_NO_ERROR : NPP_ERROR;
}

static int attribute(cudaDeviceAttr which)
{
    int value = -1;
    CHECK(cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess);
    return value;
}

static void the_context_of(cudaStream_t stream, unsigned int flags)
{
    CHECK(given.hStream == stream && given.nStreamFlags == flags && given.nCudaDeviceId == 0);
    CHECK(given.nMultiProcessorCount == attribute(cudaDevAttrMultiProcessorCount));
    CHECK(given.nMaxThreadsPerMultiProcessor == attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
    CHECK(given.nMaxThreadsPerBlock == attribute(cudaDevAttrMaxThreadsPerBlock));
    CHECK(given.nSharedMemPerBlock == static_cast<size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlock)));
    CHECK(given.nCudaDevAttrComputeCapabilityMajor == attribute(cudaDevAttrComputeCapabilityMajor));
    CHECK(given.nCudaDevAttrComputeCapabilityMinor == attribute(cudaDevAttrComputeCapabilityMinor));
}

static void what_it_tells_of_the_device()
{
    int per_processor = 0, per_block = 0, processors = 0;
    cudaDeviceProp properties;
    CHECK(nppGetGpuDeviceProperties(&per_processor, &per_block, &processors) == 0);
    CHECK(per_processor == attribute(cudaDevAttrMaxThreadsPerMultiProcessor) &&
          per_block == nppGetMaxThreadsPerBlock());
    CHECK(processors == nppGetGpuNumSMs() && nppGetStreamNumSMs() == static_cast<unsigned int>(processors));
    CHECK(nppGetMaxThreadsPerSM() == per_processor);
    CHECK(nppGetStreamMaxThreadsPerSM() == static_cast<unsigned int>(per_processor));
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    CHECK(std::strcmp(nppGetGpuName(), properties.name) == 0);
    CHECK(nppGetStreamContext(nullptr) == NPP_NULL_POINTER_ERROR);
}

int main()
{
    Npp8u *memory, seen[4] = {};
    cudaStream_t stream;
    CHECK(cudaMalloc(&memory, 8) == cudaSuccess && cudaMemset(memory, 7, 8) == cudaSuccess);
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    const NppiSize size = {4, 1}, box = {3, 2};

    CHECK(nppGetStream() == nullptr);
    CHECK(nppiFilterBox_8u_C1R(memory, 4, memory + 4, 4, size, box, NppiPoint{1, 0}) == NPP_SUCCESS);
    the_context_of(nullptr, 0);
    CHECK(roi.width == 4 && mask.width == 3 && mask.height == 2 && place.x == 1);

    CHECK(nppSetStream(stream) == NPP_SUCCESS && nppGetStream() == stream);
    CHECK(nppiFilterBox_8u_C1R(memory, 4, memory + 4, 4, size, box, NppiPoint()) == NPP_SUCCESS);
    the_context_of(stream, cudaStreamNonBlocking);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaMemcpy(seen, memory + 4, 4, cudaMemcpyDeviceToHost) == cudaSuccess && seen[0] == 7 && seen[3] == 7);
    CHECK(nppiFilterBox_8u_C1R(nullptr, 4, memory, 4, size, box, NppiPoint()) == NPP_NULL_POINTER_ERROR);

    CHECK(set_in_c(nullptr) == 0 && nppGetStream() == nullptr); // one stream for all sources
    the_context_of(nullptr, 0);
    what_it_tells_of_the_device();
    return failures;
}
