// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Old enumerators of the driver API keep their values. cuda.h comes after the header, as with -include.
#include <cuda_legacy/driver_names.h>

#include <cuda.h>

#include "check.h"

static int attribute(CUdevice_attribute which)
{
    int value = -7;
    CHECK(cuDeviceGetAttribute(&value, which, 0) == CUDA_SUCCESS);
    return value;
}

int main()
{
    CHECK(cuInit(0) == CUDA_SUCCESS);
    CHECK(CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS == 92);
    CHECK(CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V2 == 122);
    CHECK(CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V2 == 123);
    CHECK(attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS) >= 0);
    CHECK(attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V2) ==
          attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS));
    CHECK(attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V2) ==
          attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR));

    CUjit_target target = CU_TARGET_COMPUTE_20;
    CHECK(target == 20 && CU_TARGET_COMPUTE_21 == 21);
#if CUDA_VERSION >= 12080
    target = CU_TARGET_COMPUTE_101A;
    CHECK(target == 0x10065 && CU_TARGET_COMPUTE_101 == 101);
#endif
#if CUDA_VERSION >= 12090
    CHECK(CU_TARGET_COMPUTE_101F == 0x20065);
#endif
#if CUDA_VERSION >= 13000
    CUdevSmResourceSplit_flags split = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
    CHECK(split == 1);
#endif
    return failures;
}
