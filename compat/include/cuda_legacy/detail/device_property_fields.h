// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fields of the toolkit's cudaDeviceProp, for C, which has no base classes: CUDA 13.0's, in its order. Later 13.x
// take the place of new fields from the reserved ones; another layout is a compile error in device_properties.h.
#ifndef CUDA_LEGACY_DETAIL_DEVICE_PROPERTY_FIELDS_H
#define CUDA_LEGACY_DETAIL_DEVICE_PROPERTY_FIELDS_H

#define CUDA_LEGACY_DETAIL_DEVICE_PROPERTY_FIELDS                                                                      \
    char name[256];                                                                                                    \
    cudaUUID_t uuid;                                                                                                   \
    char luid[8];                                                                                                      \
    unsigned int luidDeviceNodeMask;                                                                                   \
    size_t totalGlobalMem;                                                                                             \
    size_t sharedMemPerBlock;                                                                                          \
    int regsPerBlock;                                                                                                  \
    int warpSize;                                                                                                      \
    size_t memPitch;                                                                                                   \
    int maxThreadsPerBlock;                                                                                            \
    int maxThreadsDim[3];                                                                                              \
    int maxGridSize[3];                                                                                                \
    size_t totalConstMem;                                                                                              \
    int major;                                                                                                         \
    int minor;                                                                                                         \
    size_t textureAlignment;                                                                                           \
    size_t texturePitchAlignment;                                                                                      \
    int multiProcessorCount;                                                                                           \
    int integrated;                                                                                                    \
    int canMapHostMemory;                                                                                              \
    int maxTexture1D;                                                                                                  \
    int maxTexture1DMipmap;                                                                                            \
    int maxTexture2D[2];                                                                                               \
    int maxTexture2DMipmap[2];                                                                                         \
    int maxTexture2DLinear[3];                                                                                         \
    int maxTexture2DGather[2];                                                                                         \
    int maxTexture3D[3];                                                                                               \
    int maxTexture3DAlt[3];                                                                                            \
    int maxTextureCubemap;                                                                                             \
    int maxTexture1DLayered[2];                                                                                        \
    int maxTexture2DLayered[3];                                                                                        \
    int maxTextureCubemapLayered[2];                                                                                   \
    int maxSurface1D;                                                                                                  \
    int maxSurface2D[2];                                                                                               \
    int maxSurface3D[3];                                                                                               \
    int maxSurface1DLayered[2];                                                                                        \
    int maxSurface2DLayered[3];                                                                                        \
    int maxSurfaceCubemap;                                                                                             \
    int maxSurfaceCubemapLayered[2];                                                                                   \
    size_t surfaceAlignment;                                                                                           \
    int concurrentKernels;                                                                                             \
    int ECCEnabled;                                                                                                    \
    int pciBusID;                                                                                                      \
    int pciDeviceID;                                                                                                   \
    int pciDomainID;                                                                                                   \
    int tccDriver;                                                                                                     \
    int asyncEngineCount;                                                                                              \
    int unifiedAddressing;                                                                                             \
    int memoryBusWidth;                                                                                                \
    int l2CacheSize;                                                                                                   \
    int persistingL2CacheMaxSize;                                                                                      \
    int maxThreadsPerMultiProcessor;                                                                                   \
    int streamPrioritiesSupported;                                                                                     \
    int globalL1CacheSupported;                                                                                        \
    int localL1CacheSupported;                                                                                         \
    size_t sharedMemPerMultiprocessor;                                                                                 \
    int regsPerMultiprocessor;                                                                                         \
    int managedMemory;                                                                                                 \
    int isMultiGpuBoard;                                                                                               \
    int multiGpuBoardGroupID;                                                                                          \
    int hostNativeAtomicSupported;                                                                                     \
    int pageableMemoryAccess;                                                                                          \
    int concurrentManagedAccess;                                                                                       \
    int computePreemptionSupported;                                                                                    \
    int canUseHostPointerForRegisteredMem;                                                                             \
    int cooperativeLaunch;                                                                                             \
    size_t sharedMemPerBlockOptin;                                                                                     \
    int pageableMemoryAccessUsesHostPageTables;                                                                        \
    int directManagedMemAccessFromHost;                                                                                \
    int maxBlocksPerMultiProcessor;                                                                                    \
    int accessPolicyMaxWindowSize;                                                                                     \
    size_t reservedSharedMemPerBlock;                                                                                  \
    int hostRegisterSupported;                                                                                         \
    int sparseCudaArraySupported;                                                                                      \
    int hostRegisterReadOnlySupported;                                                                                 \
    int timelineSemaphoreInteropSupported;                                                                             \
    int memoryPoolsSupported;                                                                                          \
    int gpuDirectRDMASupported;                                                                                        \
    unsigned int gpuDirectRDMAFlushWritesOptions;                                                                      \
    int gpuDirectRDMAWritesOrdering;                                                                                   \
    unsigned int memoryPoolSupportedHandleTypes;                                                                       \
    int deferredMappingCudaArraySupported;                                                                             \
    int ipcEventSupported;                                                                                             \
    int clusterLaunch;                                                                                                 \
    int unifiedFunctionPointers;                                                                                       \
    int deviceNumaConfig;                                                                                              \
    int deviceNumaId;                                                                                                  \
    int mpsEnabled;                                                                                                    \
    int hostNumaId;                                                                                                    \
    unsigned int gpuPciDeviceID;                                                                                       \
    unsigned int gpuPciSubsystemID;                                                                                    \
    int hostNumaMultinodeIpcSupported;                                                                                 \
    int reserved[56];

#endif
