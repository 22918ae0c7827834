// expect: cub::DeviceSpmv is gone.*migration-notes/cccl_3.md
#include <cub/device/device_spmv.cuh>
