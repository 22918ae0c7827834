// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls with changed parameters in C sources, NVTX by its old headers, and the old names of attributes.

#include "changed_calls.h"

#include <cuda.h>
#include <cuda_runtime.h>

#include <nvToolsExt.h>
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
#include <nvToolsExtSync.h>

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_CASE(c_sources_make_the_old_calls_and_the_new) { BOOST_TEST(changed_calls_in_c() == 0); }

BOOST_AUTO_TEST_CASE(ranges_are_marked_where_no_tool_listens)
{
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "range";
    nvtxMarkA("mark");
    BOOST_TEST(nvtxRangePushA("outer") <= 0); // a depth, or that no tool listens
    nvtxRangePushEx(&attributes);
    BOOST_TEST(nvtxRangePop() <= 1);
    nvtxRangePop();
    nvtxNameOsThreadA(0, "thread");
    nvtxNameCudaStreamA(nullptr, "stream");
    nvtxNameCuDeviceA(0, "device");
}

BOOST_AUTO_TEST_CASE(attributes_have_their_old_names)
{
    int old_way = -1, now = -1;
    BOOST_TEST(cudaDeviceGetAttribute(&old_way, cudaDevAttrMaxTimelineSemaphoreInteropSupported, 0) == cudaSuccess);
    BOOST_TEST(cudaDeviceGetAttribute(&now, cudaDevAttrTimelineSemaphoreInteropSupported, 0) == cudaSuccess);
    BOOST_TEST(old_way == now);
    BOOST_TEST(static_cast<int>(cudaDevAttrCooperativeMultiDeviceLaunch) == 96);

    cudaDeviceProp wanted = cudaDevicePropDontCare;
    int device = -1;
    BOOST_TEST(wanted.name[0] == '\0');
    BOOST_TEST(wanted.totalGlobalMem == 0u);
    BOOST_TEST(cudaChooseDevice(&device, &wanted) == cudaSuccess);
    BOOST_TEST(device >= 0);
}
