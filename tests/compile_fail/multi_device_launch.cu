// expect: cudaLaunchCooperativeKernelMultiDevice is gone.*migration-notes/device_synchronisation.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cudaError_t launch(cudaLaunchParams* list, unsigned int devices)
{
    const unsigned int flags = cudaCooperativeLaunchMultiDeviceNoPreSync | cudaCooperativeLaunchMultiDeviceNoPostSync;
    return cudaLaunchCooperativeKernelMultiDevice(list, devices, flags);
}
