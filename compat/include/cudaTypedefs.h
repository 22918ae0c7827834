// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of cuda.h's types of function pointers, and adds their names without a version, which CUDA 13.0
//! removed. Each is what CUDA 12.9 had for it, PFN_cuMemAlloc_v3020 for PFN_cuMemAlloc.
//!
//! CUDA 12.9's own names for cuStreamGetId and cuGraphBatchMemOpNodeSetParams had a slip and stood for nothing. Here
//! they stand for the one version that there is.
//!
//! A call of cudaGetDriverEntryPoint behind this header finds what CUDA 12.9 found: CUDA 13 has functions of the same
//! names with other parameters. cuGetProcAddress takes a version: with CUDA_VERSION it finds today's.
//!
//! Note: migration-notes/context_creation.md.
#ifndef CUDA_LEGACY_FRONT_OF_CUDA_TYPEDEFS_H
#define CUDA_LEGACY_FRONT_OF_CUDA_TYPEDEFS_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <cudaTypedefs.h>

#include <cuda_runtime_api.h>

#include <cuda_legacy/detail/versions_for_streams.h>

#ifndef PFN_cuInit // CUDA 12 has them itself

    #undef cudaGetDriverEntryPoint // a name with a suffix, where each thread has a default stream
    #define cudaGetDriverEntryPoint(symbol, __function, ...)                                                           \
        cudaGetDriverEntryPointByVersion(symbol, __function, 12090, __VA_ARGS__)

    #define PFN_cuArray3DCreate PFN_cuArray3DCreate_v3020
    #define PFN_cuArray3DGetDescriptor PFN_cuArray3DGetDescriptor_v3020
    #define PFN_cuArrayCreate PFN_cuArrayCreate_v3020
    #define PFN_cuArrayDestroy PFN_cuArrayDestroy_v2000
    #define PFN_cuArrayGetDescriptor PFN_cuArrayGetDescriptor_v3020
    #define PFN_cuArrayGetMemoryRequirements PFN_cuArrayGetMemoryRequirements_v11060
    #define PFN_cuArrayGetPlane PFN_cuArrayGetPlane_v11020
    #define PFN_cuArrayGetSparseProperties PFN_cuArrayGetSparseProperties_v11010
    #define PFN_cuCheckpointProcessCheckpoint PFN_cuCheckpointProcessCheckpoint_v12080
    #define PFN_cuCheckpointProcessGetRestoreThreadId PFN_cuCheckpointProcessGetRestoreThreadId_v12080
    #define PFN_cuCheckpointProcessGetState PFN_cuCheckpointProcessGetState_v12080
    #define PFN_cuCheckpointProcessLock PFN_cuCheckpointProcessLock_v12080
    #define PFN_cuCheckpointProcessRestore PFN_cuCheckpointProcessRestore_v12080
    #define PFN_cuCheckpointProcessUnlock PFN_cuCheckpointProcessUnlock_v12080
    #define PFN_cuCoredumpGetAttribute PFN_cuCoredumpGetAttribute_v12010
    #define PFN_cuCoredumpGetAttributeGlobal PFN_cuCoredumpGetAttributeGlobal_v12010
    #define PFN_cuCoredumpSetAttribute PFN_cuCoredumpSetAttribute_v12010
    #define PFN_cuCoredumpSetAttributeGlobal PFN_cuCoredumpSetAttributeGlobal_v12010
    #define PFN_cuCtxAttach PFN_cuCtxAttach_v2000
    #define PFN_cuCtxCreate PFN_cuCtxCreate_v11040
    #define PFN_cuCtxDestroy PFN_cuCtxDestroy_v4000
    #define PFN_cuCtxDetach PFN_cuCtxDetach_v2000
    #define PFN_cuCtxDisablePeerAccess PFN_cuCtxDisablePeerAccess_v4000
    #define PFN_cuCtxEnablePeerAccess PFN_cuCtxEnablePeerAccess_v4000
    #define PFN_cuCtxFromGreenCtx PFN_cuCtxFromGreenCtx_v12040
    #define PFN_cuCtxGetApiVersion PFN_cuCtxGetApiVersion_v3020
    #define PFN_cuCtxGetCacheConfig PFN_cuCtxGetCacheConfig_v3020
    #define PFN_cuCtxGetCurrent PFN_cuCtxGetCurrent_v4000
    #define PFN_cuCtxGetDevice PFN_cuCtxGetDevice_v2000
    #define PFN_cuCtxGetDevResource PFN_cuCtxGetDevResource_v12040
    #define PFN_cuCtxGetExecAffinity PFN_cuCtxGetExecAffinity_v11040
    #define PFN_cuCtxGetFlags PFN_cuCtxGetFlags_v7000
    #define PFN_cuCtxGetId PFN_cuCtxGetId_v12000
    #define PFN_cuCtxGetLimit PFN_cuCtxGetLimit_v3010
    #define PFN_cuCtxGetSharedMemConfig PFN_cuCtxGetSharedMemConfig_v4020
    #define PFN_cuCtxGetStreamPriorityRange PFN_cuCtxGetStreamPriorityRange_v5050
    #define PFN_cuCtxPopCurrent PFN_cuCtxPopCurrent_v4000
    #define PFN_cuCtxPushCurrent PFN_cuCtxPushCurrent_v4000
    #define PFN_cuCtxRecordEvent PFN_cuCtxRecordEvent_v12050
    #define PFN_cuCtxResetPersistingL2Cache PFN_cuCtxResetPersistingL2Cache_v11000
    #define PFN_cuCtxSetCacheConfig PFN_cuCtxSetCacheConfig_v3020
    #define PFN_cuCtxSetCurrent PFN_cuCtxSetCurrent_v4000
    #define PFN_cuCtxSetFlags PFN_cuCtxSetFlags_v12010
    #define PFN_cuCtxSetLimit PFN_cuCtxSetLimit_v3010
    #define PFN_cuCtxSetSharedMemConfig PFN_cuCtxSetSharedMemConfig_v4020
    #define PFN_cuCtxSynchronize PFN_cuCtxSynchronize_v2000
    #define PFN_cuCtxWaitEvent PFN_cuCtxWaitEvent_v12050
    #define PFN_cuDestroyExternalMemory PFN_cuDestroyExternalMemory_v10000
    #define PFN_cuDestroyExternalSemaphore PFN_cuDestroyExternalSemaphore_v10000
    #define PFN_cuDeviceCanAccessPeer PFN_cuDeviceCanAccessPeer_v4000
    #define PFN_cuDeviceComputeCapability PFN_cuDeviceComputeCapability_v2000
    #define PFN_cuDeviceGet PFN_cuDeviceGet_v2000
    #define PFN_cuDeviceGetAttribute PFN_cuDeviceGetAttribute_v2000
    #define PFN_cuDeviceGetByPCIBusId PFN_cuDeviceGetByPCIBusId_v4010
    #define PFN_cuDeviceGetCount PFN_cuDeviceGetCount_v2000
    #define PFN_cuDeviceGetDefaultMemPool PFN_cuDeviceGetDefaultMemPool_v11020
    #define PFN_cuDeviceGetDevResource PFN_cuDeviceGetDevResource_v12040
    #define PFN_cuDeviceGetExecAffinitySupport PFN_cuDeviceGetExecAffinitySupport_v11040
    #define PFN_cuDeviceGetGraphMemAttribute PFN_cuDeviceGetGraphMemAttribute_v11040
    #define PFN_cuDeviceGetLuid PFN_cuDeviceGetLuid_v10000
    #define PFN_cuDeviceGetMemPool PFN_cuDeviceGetMemPool_v11020
    #define PFN_cuDeviceGetName PFN_cuDeviceGetName_v2000
    #define PFN_cuDeviceGetNvSciSyncAttributes PFN_cuDeviceGetNvSciSyncAttributes_v10020
    #define PFN_cuDeviceGetP2PAttribute PFN_cuDeviceGetP2PAttribute_v8000
    #define PFN_cuDeviceGetPCIBusId PFN_cuDeviceGetPCIBusId_v4010
    #define PFN_cuDeviceGetProperties PFN_cuDeviceGetProperties_v2000
    #define PFN_cuDeviceGetTexture1DLinearMaxWidth PFN_cuDeviceGetTexture1DLinearMaxWidth_v11010
    #define PFN_cuDeviceGetUuid PFN_cuDeviceGetUuid_v11040
    #define PFN_cuDeviceGraphMemTrim PFN_cuDeviceGraphMemTrim_v11040
    #define PFN_cuDevicePrimaryCtxGetState PFN_cuDevicePrimaryCtxGetState_v7000
    #define PFN_cuDevicePrimaryCtxRelease PFN_cuDevicePrimaryCtxRelease_v11000
    #define PFN_cuDevicePrimaryCtxReset PFN_cuDevicePrimaryCtxReset_v11000
    #define PFN_cuDevicePrimaryCtxRetain PFN_cuDevicePrimaryCtxRetain_v7000
    #define PFN_cuDevicePrimaryCtxSetFlags PFN_cuDevicePrimaryCtxSetFlags_v11000
    #define PFN_cuDeviceRegisterAsyncNotification PFN_cuDeviceRegisterAsyncNotification_v12040
    #define PFN_cuDeviceSetGraphMemAttribute PFN_cuDeviceSetGraphMemAttribute_v11040
    #define PFN_cuDeviceSetMemPool PFN_cuDeviceSetMemPool_v11020
    #define PFN_cuDeviceTotalMem PFN_cuDeviceTotalMem_v3020
    #define PFN_cuDeviceUnregisterAsyncNotification PFN_cuDeviceUnregisterAsyncNotification_v12040
    #define PFN_cuDevResourceGenerateDesc PFN_cuDevResourceGenerateDesc_v12040
    #define PFN_cuDevSmResourceSplitByCount PFN_cuDevSmResourceSplitByCount_v12040
    #define PFN_cuDriverGetVersion PFN_cuDriverGetVersion_v2020
    #define PFN_cuEventCreate PFN_cuEventCreate_v2000
    #define PFN_cuEventDestroy PFN_cuEventDestroy_v4000
    #define PFN_cuEventElapsedTime PFN_cuEventElapsedTime_v12080
    #define PFN_cuEventElapsedTime_v2 PFN_cuEventElapsedTime_v12080
    #define PFN_cuEventQuery PFN_cuEventQuery_v2000
    #define PFN_cuEventRecord CUDA_LEGACY_DETAIL_PTSZ(PFN_cuEventRecord, 2000, 7000)
    #define PFN_cuEventRecordWithFlags CUDA_LEGACY_DETAIL_PTSZ(PFN_cuEventRecordWithFlags, 11010, 11010)
    #define PFN_cuEventSynchronize PFN_cuEventSynchronize_v2000
    #define PFN_cuExternalMemoryGetMappedBuffer PFN_cuExternalMemoryGetMappedBuffer_v10000
    #define PFN_cuExternalMemoryGetMappedMipmappedArray PFN_cuExternalMemoryGetMappedMipmappedArray_v10000
    #define PFN_cuFlushGPUDirectRDMAWrites PFN_cuFlushGPUDirectRDMAWrites_v11030
    #define PFN_cuFuncGetAttribute PFN_cuFuncGetAttribute_v2020
    #define PFN_cuFuncGetModule PFN_cuFuncGetModule_v11000
    #define PFN_cuFuncGetName PFN_cuFuncGetName_v12030
    #define PFN_cuFuncGetParamInfo PFN_cuFuncGetParamInfo_v12040
    #define PFN_cuFuncIsLoaded PFN_cuFuncIsLoaded_v12040
    #define PFN_cuFuncLoad PFN_cuFuncLoad_v12040
    #define PFN_cuFuncSetAttribute PFN_cuFuncSetAttribute_v9000
    #define PFN_cuFuncSetBlockShape PFN_cuFuncSetBlockShape_v2000
    #define PFN_cuFuncSetCacheConfig PFN_cuFuncSetCacheConfig_v3000
    #define PFN_cuFuncSetSharedMemConfig PFN_cuFuncSetSharedMemConfig_v4020
    #define PFN_cuFuncSetSharedSize PFN_cuFuncSetSharedSize_v2000
    #define PFN_cuGetErrorName PFN_cuGetErrorName_v6000
    #define PFN_cuGetErrorString PFN_cuGetErrorString_v6000
    #define PFN_cuGetExportTable PFN_cuGetExportTable_v3000
    #define PFN_cuGetProcAddress PFN_cuGetProcAddress_v12000
    #define PFN_cuGraphAddBatchMemOpNode PFN_cuGraphAddBatchMemOpNode_v11070
    #define PFN_cuGraphAddChildGraphNode PFN_cuGraphAddChildGraphNode_v10000
    #define PFN_cuGraphAddDependencies PFN_cuGraphAddDependencies_v12030
    #define PFN_cuGraphAddEmptyNode PFN_cuGraphAddEmptyNode_v10000
    #define PFN_cuGraphAddEventRecordNode PFN_cuGraphAddEventRecordNode_v11010
    #define PFN_cuGraphAddEventWaitNode PFN_cuGraphAddEventWaitNode_v11010
    #define PFN_cuGraphAddExternalSemaphoresSignalNode PFN_cuGraphAddExternalSemaphoresSignalNode_v11020
    #define PFN_cuGraphAddExternalSemaphoresWaitNode PFN_cuGraphAddExternalSemaphoresWaitNode_v11020
    #define PFN_cuGraphAddHostNode PFN_cuGraphAddHostNode_v10000
    #define PFN_cuGraphAddKernelNode PFN_cuGraphAddKernelNode_v12000
    #define PFN_cuGraphAddMemAllocNode PFN_cuGraphAddMemAllocNode_v11040
    #define PFN_cuGraphAddMemcpyNode PFN_cuGraphAddMemcpyNode_v10000
    #define PFN_cuGraphAddMemFreeNode PFN_cuGraphAddMemFreeNode_v11040
    #define PFN_cuGraphAddMemsetNode PFN_cuGraphAddMemsetNode_v10000
    #define PFN_cuGraphAddNode PFN_cuGraphAddNode_v12030
    #define PFN_cuGraphBatchMemOpNodeGetParams PFN_cuGraphBatchMemOpNodeGetParams_v11070
    #define PFN_cuGraphBatchMemOpNodeSetParams PFN_cuGraphBatchMemOpNodeSetParams_v11070
    #define PFN_cuGraphChildGraphNodeGetGraph PFN_cuGraphChildGraphNodeGetGraph_v10000
    #define PFN_cuGraphClone PFN_cuGraphClone_v10000
    #define PFN_cuGraphCreate PFN_cuGraphCreate_v10000
    #define PFN_cuGraphDebugDotPrint PFN_cuGraphDebugDotPrint_v11030
    #define PFN_cuGraphDestroy PFN_cuGraphDestroy_v10000
    #define PFN_cuGraphDestroyNode PFN_cuGraphDestroyNode_v10000
    #define PFN_cuGraphEventRecordNodeGetEvent PFN_cuGraphEventRecordNodeGetEvent_v11010
    #define PFN_cuGraphEventRecordNodeSetEvent PFN_cuGraphEventRecordNodeSetEvent_v11010
    #define PFN_cuGraphEventWaitNodeGetEvent PFN_cuGraphEventWaitNodeGetEvent_v11010
    #define PFN_cuGraphEventWaitNodeSetEvent PFN_cuGraphEventWaitNodeSetEvent_v11010
    #define PFN_cuGraphExecBatchMemOpNodeSetParams PFN_cuGraphExecBatchMemOpNodeSetParams_v11070
    #define PFN_cuGraphExecChildGraphNodeSetParams PFN_cuGraphExecChildGraphNodeSetParams_v11010
    #define PFN_cuGraphExecDestroy PFN_cuGraphExecDestroy_v10000
    #define PFN_cuGraphExecEventRecordNodeSetEvent PFN_cuGraphExecEventRecordNodeSetEvent_v11010
    #define PFN_cuGraphExecEventWaitNodeSetEvent PFN_cuGraphExecEventWaitNodeSetEvent_v11010
    #define PFN_cuGraphExecExternalSemaphoresSignalNodeSetParams                                                       \
        PFN_cuGraphExecExternalSemaphoresSignalNodeSetParams_v11020
    #define PFN_cuGraphExecExternalSemaphoresWaitNodeSetParams PFN_cuGraphExecExternalSemaphoresWaitNodeSetParams_v11020
    #define PFN_cuGraphExecGetFlags PFN_cuGraphExecGetFlags_v12000
    #define PFN_cuGraphExecHostNodeSetParams PFN_cuGraphExecHostNodeSetParams_v10020
    #define PFN_cuGraphExecKernelNodeSetParams PFN_cuGraphExecKernelNodeSetParams_v12000
    #define PFN_cuGraphExecMemcpyNodeSetParams PFN_cuGraphExecMemcpyNodeSetParams_v10020
    #define PFN_cuGraphExecMemsetNodeSetParams PFN_cuGraphExecMemsetNodeSetParams_v10020
    #define PFN_cuGraphExecNodeSetParams PFN_cuGraphExecNodeSetParams_v12020
    #define PFN_cuGraphExecUpdate PFN_cuGraphExecUpdate_v12000
    #define PFN_cuGraphExternalSemaphoresSignalNodeGetParams PFN_cuGraphExternalSemaphoresSignalNodeGetParams_v11020
    #define PFN_cuGraphExternalSemaphoresSignalNodeSetParams PFN_cuGraphExternalSemaphoresSignalNodeSetParams_v11020
    #define PFN_cuGraphExternalSemaphoresWaitNodeGetParams PFN_cuGraphExternalSemaphoresWaitNodeGetParams_v11020
    #define PFN_cuGraphExternalSemaphoresWaitNodeSetParams PFN_cuGraphExternalSemaphoresWaitNodeSetParams_v11020
    #define PFN_cuGraphGetEdges PFN_cuGraphGetEdges_v12030
    #define PFN_cuGraphGetNodes PFN_cuGraphGetNodes_v10000
    #define PFN_cuGraphGetRootNodes PFN_cuGraphGetRootNodes_v10000
    #define PFN_cuGraphHostNodeGetParams PFN_cuGraphHostNodeGetParams_v10000
    #define PFN_cuGraphHostNodeSetParams PFN_cuGraphHostNodeSetParams_v10000
    #define PFN_cuGraphicsMapResources CUDA_LEGACY_DETAIL_PTSZ(PFN_cuGraphicsMapResources, 3000, 7000)
    #define PFN_cuGraphicsResourceGetMappedMipmappedArray PFN_cuGraphicsResourceGetMappedMipmappedArray_v5000
    #define PFN_cuGraphicsResourceGetMappedPointer PFN_cuGraphicsResourceGetMappedPointer_v3020
    #define PFN_cuGraphicsResourceSetMapFlags PFN_cuGraphicsResourceSetMapFlags_v6050
    #define PFN_cuGraphicsSubResourceGetMappedArray PFN_cuGraphicsSubResourceGetMappedArray_v3000
    #define PFN_cuGraphicsUnmapResources CUDA_LEGACY_DETAIL_PTSZ(PFN_cuGraphicsUnmapResources, 3000, 7000)
    #define PFN_cuGraphicsUnregisterResource PFN_cuGraphicsUnregisterResource_v3000
    #define PFN_cuGraphInstantiate PFN_cuGraphInstantiateWithFlags_v11040
    #define PFN_cuGraphInstantiateWithFlags PFN_cuGraphInstantiateWithFlags_v11040
    #define PFN_cuGraphInstantiateWithParams CUDA_LEGACY_DETAIL_PTSZ(PFN_cuGraphInstantiateWithParams, 12000, 12000)
    #define PFN_cuGraphKernelNodeCopyAttributes PFN_cuGraphKernelNodeCopyAttributes_v11000
    #define PFN_cuGraphKernelNodeGetAttribute PFN_cuGraphKernelNodeGetAttribute_v11000
    #define PFN_cuGraphKernelNodeGetParams PFN_cuGraphKernelNodeGetParams_v12000
    #define PFN_cuGraphKernelNodeSetAttribute PFN_cuGraphKernelNodeSetAttribute_v11000
    #define PFN_cuGraphKernelNodeSetParams PFN_cuGraphKernelNodeSetParams_v12000
    #define PFN_cuGraphLaunch CUDA_LEGACY_DETAIL_PTSZ(PFN_cuGraphLaunch, 10000, 10000)
    #define PFN_cuGraphMemAllocNodeGetParams PFN_cuGraphMemAllocNodeGetParams_v11040
    #define PFN_cuGraphMemcpyNodeGetParams PFN_cuGraphMemcpyNodeGetParams_v10000
    #define PFN_cuGraphMemcpyNodeSetParams PFN_cuGraphMemcpyNodeSetParams_v10000
    #define PFN_cuGraphMemFreeNodeGetParams PFN_cuGraphMemFreeNodeGetParams_v11040
    #define PFN_cuGraphMemsetNodeGetParams PFN_cuGraphMemsetNodeGetParams_v10000
    #define PFN_cuGraphMemsetNodeSetParams PFN_cuGraphMemsetNodeSetParams_v10000
    #define PFN_cuGraphNodeFindInClone PFN_cuGraphNodeFindInClone_v10000
    #define PFN_cuGraphNodeGetDependencies PFN_cuGraphNodeGetDependencies_v12030
    #define PFN_cuGraphNodeGetDependentNodes PFN_cuGraphNodeGetDependentNodes_v12030
    #define PFN_cuGraphNodeGetEnabled PFN_cuGraphNodeGetEnabled_v11060
    #define PFN_cuGraphNodeGetType PFN_cuGraphNodeGetType_v10000
    #define PFN_cuGraphNodeSetEnabled PFN_cuGraphNodeSetEnabled_v11060
    #define PFN_cuGraphNodeSetParams PFN_cuGraphNodeSetParams_v12020
    #define PFN_cuGraphReleaseUserObject PFN_cuGraphReleaseUserObject_v11030
    #define PFN_cuGraphRemoveDependencies PFN_cuGraphRemoveDependencies_v12030
    #define PFN_cuGraphRetainUserObject PFN_cuGraphRetainUserObject_v11030
    #define PFN_cuGraphUpload CUDA_LEGACY_DETAIL_PTSZ(PFN_cuGraphUpload, 11010, 11010)
    #define PFN_cuGreenCtxCreate PFN_cuGreenCtxCreate_v12040
    #define PFN_cuGreenCtxDestroy PFN_cuGreenCtxDestroy_v12040
    #define PFN_cuGreenCtxGetDevResource PFN_cuGreenCtxGetDevResource_v12040
    #define PFN_cuGreenCtxRecordEvent PFN_cuGreenCtxRecordEvent_v12040
    #define PFN_cuGreenCtxStreamCreate PFN_cuGreenCtxStreamCreate_v12050
    #define PFN_cuGreenCtxWaitEvent PFN_cuGreenCtxWaitEvent_v12040
    #define PFN_cuImportExternalMemory PFN_cuImportExternalMemory_v10000
    #define PFN_cuImportExternalSemaphore PFN_cuImportExternalSemaphore_v10000
    #define PFN_cuInit PFN_cuInit_v2000
    #define PFN_cuIpcCloseMemHandle PFN_cuIpcCloseMemHandle_v4010
    #define PFN_cuIpcGetEventHandle PFN_cuIpcGetEventHandle_v4010
    #define PFN_cuIpcGetMemHandle PFN_cuIpcGetMemHandle_v4010
    #define PFN_cuIpcOpenEventHandle PFN_cuIpcOpenEventHandle_v4010
    #define PFN_cuIpcOpenMemHandle PFN_cuIpcOpenMemHandle_v11000
    #define PFN_cuKernelGetAttribute PFN_cuKernelGetAttribute_v12000
    #define PFN_cuKernelGetFunction PFN_cuKernelGetFunction_v12000
    #define PFN_cuKernelGetLibrary PFN_cuKernelGetLibrary_v12050
    #define PFN_cuKernelGetName PFN_cuKernelGetName_v12030
    #define PFN_cuKernelGetParamInfo PFN_cuKernelGetParamInfo_v12040
    #define PFN_cuKernelSetAttribute PFN_cuKernelSetAttribute_v12000
    #define PFN_cuKernelSetCacheConfig PFN_cuKernelSetCacheConfig_v12000
    #define PFN_cuLaunch PFN_cuLaunch_v2000
    #define PFN_cuLaunchCooperativeKernel CUDA_LEGACY_DETAIL_PTSZ(PFN_cuLaunchCooperativeKernel, 9000, 9000)
    #define PFN_cuLaunchCooperativeKernelMultiDevice PFN_cuLaunchCooperativeKernelMultiDevice_v9000
    #define PFN_cuLaunchGrid PFN_cuLaunchGrid_v2000
    #define PFN_cuLaunchGridAsync PFN_cuLaunchGridAsync_v2000
    #define PFN_cuLaunchHostFunc CUDA_LEGACY_DETAIL_PTSZ(PFN_cuLaunchHostFunc, 10000, 10000)
    #define PFN_cuLaunchKernel CUDA_LEGACY_DETAIL_PTSZ(PFN_cuLaunchKernel, 4000, 7000)
    #define PFN_cuLaunchKernelEx CUDA_LEGACY_DETAIL_PTSZ(PFN_cuLaunchKernelEx, 11060, 11060)
    #define PFN_cuLibraryEnumerateKernels PFN_cuLibraryEnumerateKernels_v12040
    #define PFN_cuLibraryGetGlobal PFN_cuLibraryGetGlobal_v12000
    #define PFN_cuLibraryGetKernel PFN_cuLibraryGetKernel_v12000
    #define PFN_cuLibraryGetKernelCount PFN_cuLibraryGetKernelCount_v12040
    #define PFN_cuLibraryGetManaged PFN_cuLibraryGetManaged_v12000
    #define PFN_cuLibraryGetModule PFN_cuLibraryGetModule_v12000
    #define PFN_cuLibraryGetUnifiedFunction PFN_cuLibraryGetUnifiedFunction_v12000
    #define PFN_cuLibraryLoadData PFN_cuLibraryLoadData_v12000
    #define PFN_cuLibraryLoadFromFile PFN_cuLibraryLoadFromFile_v12000
    #define PFN_cuLibraryUnload PFN_cuLibraryUnload_v12000
    #define PFN_cuLinkAddData PFN_cuLinkAddData_v6050
    #define PFN_cuLinkAddFile PFN_cuLinkAddFile_v6050
    #define PFN_cuLinkComplete PFN_cuLinkComplete_v5050
    #define PFN_cuLinkCreate PFN_cuLinkCreate_v6050
    #define PFN_cuLinkDestroy PFN_cuLinkDestroy_v5050
    #define PFN_cuLogsCurrent PFN_cuLogsCurrent_v12090
    #define PFN_cuLogsDumpToFile PFN_cuLogsDumpToFile_v12090
    #define PFN_cuLogsDumpToMemory PFN_cuLogsDumpToMemory_v12090
    #define PFN_cuLogsRegisterCallback PFN_cuLogsRegisterCallback_v12090
    #define PFN_cuLogsUnregisterCallback PFN_cuLogsUnregisterCallback_v12090
    #define PFN_cuMemAddressFree PFN_cuMemAddressFree_v10020
    #define PFN_cuMemAddressReserve PFN_cuMemAddressReserve_v10020
    #define PFN_cuMemAdvise PFN_cuMemAdvise_v12020
    #define PFN_cuMemAdvise_v2 PFN_cuMemAdvise_v12020
    #define PFN_cuMemAlloc PFN_cuMemAlloc_v3020
    #define PFN_cuMemAllocAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemAllocAsync, 11020, 11020)
    #define PFN_cuMemAllocFromPoolAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemAllocFromPoolAsync, 11020, 11020)
    #define PFN_cuMemAllocHost PFN_cuMemAllocHost_v3020
    #define PFN_cuMemAllocManaged PFN_cuMemAllocManaged_v6000
    #define PFN_cuMemAllocPitch PFN_cuMemAllocPitch_v3020
    #define PFN_cuMemBatchDecompressAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemBatchDecompressAsync, 12060, 12060)
    #define PFN_cuMemcpy CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpy, 4000, 7000)
    #define PFN_cuMemcpy2D CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpy2D, 3020, 7000)
    #define PFN_cuMemcpy2DAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpy2DAsync, 3020, 7000)
    #define PFN_cuMemcpy2DUnaligned CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpy2DUnaligned, 3020, 7000)
    #define PFN_cuMemcpy3D CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpy3D, 3020, 7000)
    #define PFN_cuMemcpy3DAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpy3DAsync, 3020, 7000)
    #define PFN_cuMemcpy3DBatchAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpy3DBatchAsync, 12080, 12080)
    #define PFN_cuMemcpy3DPeer CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpy3DPeer, 4000, 7000)
    #define PFN_cuMemcpy3DPeerAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpy3DPeerAsync, 4000, 7000)
    #define PFN_cuMemcpyAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyAsync, 4000, 7000)
    #define PFN_cuMemcpyAtoA CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyAtoA, 3020, 7000)
    #define PFN_cuMemcpyAtoD CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyAtoD, 3020, 7000)
    #define PFN_cuMemcpyAtoH CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyAtoH, 3020, 7000)
    #define PFN_cuMemcpyAtoHAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyAtoHAsync, 3020, 7000)
    #define PFN_cuMemcpyBatchAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyBatchAsync, 12080, 12080)
    #define PFN_cuMemcpyDtoA CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyDtoA, 3020, 7000)
    #define PFN_cuMemcpyDtoD CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyDtoD, 3020, 7000)
    #define PFN_cuMemcpyDtoDAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyDtoDAsync, 3020, 7000)
    #define PFN_cuMemcpyDtoH CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyDtoH, 3020, 7000)
    #define PFN_cuMemcpyDtoHAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyDtoHAsync, 3020, 7000)
    #define PFN_cuMemcpyHtoA CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyHtoA, 3020, 7000)
    #define PFN_cuMemcpyHtoAAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyHtoAAsync, 3020, 7000)
    #define PFN_cuMemcpyHtoD CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyHtoD, 3020, 7000)
    #define PFN_cuMemcpyHtoDAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyHtoDAsync, 3020, 7000)
    #define PFN_cuMemcpyPeer CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemcpyPeer, 4000, 7000)
    #define PFN_cuMemcpyPeerAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemcpyPeerAsync, 4000, 7000)
    #define PFN_cuMemCreate PFN_cuMemCreate_v10020
    #define PFN_cuMemExportToShareableHandle PFN_cuMemExportToShareableHandle_v10020
    #define PFN_cuMemFree PFN_cuMemFree_v3020
    #define PFN_cuMemFreeAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemFreeAsync, 11020, 11020)
    #define PFN_cuMemFreeHost PFN_cuMemFreeHost_v2000
    #define PFN_cuMemGetAccess PFN_cuMemGetAccess_v10020
    #define PFN_cuMemGetAddressRange PFN_cuMemGetAddressRange_v3020
    #define PFN_cuMemGetAllocationGranularity PFN_cuMemGetAllocationGranularity_v10020
    #define PFN_cuMemGetAllocationPropertiesFromHandle PFN_cuMemGetAllocationPropertiesFromHandle_v10020
    #define PFN_cuMemGetHandleForAddressRange PFN_cuMemGetHandleForAddressRange_v11070
    #define PFN_cuMemGetInfo PFN_cuMemGetInfo_v3020
    #define PFN_cuMemHostAlloc PFN_cuMemHostAlloc_v2020
    #define PFN_cuMemHostGetDevicePointer PFN_cuMemHostGetDevicePointer_v3020
    #define PFN_cuMemHostGetFlags PFN_cuMemHostGetFlags_v2030
    #define PFN_cuMemHostRegister PFN_cuMemHostRegister_v6050
    #define PFN_cuMemHostUnregister PFN_cuMemHostUnregister_v4000
    #define PFN_cuMemImportFromShareableHandle PFN_cuMemImportFromShareableHandle_v10020
    #define PFN_cuMemMap PFN_cuMemMap_v10020
    #define PFN_cuMemMapArrayAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemMapArrayAsync, 11010, 11010)
    #define PFN_cuMemPoolCreate PFN_cuMemPoolCreate_v11020
    #define PFN_cuMemPoolDestroy PFN_cuMemPoolDestroy_v11020
    #define PFN_cuMemPoolExportPointer PFN_cuMemPoolExportPointer_v11020
    #define PFN_cuMemPoolExportToShareableHandle PFN_cuMemPoolExportToShareableHandle_v11020
    #define PFN_cuMemPoolGetAccess PFN_cuMemPoolGetAccess_v11020
    #define PFN_cuMemPoolGetAttribute PFN_cuMemPoolGetAttribute_v11020
    #define PFN_cuMemPoolImportFromShareableHandle PFN_cuMemPoolImportFromShareableHandle_v11020
    #define PFN_cuMemPoolImportPointer PFN_cuMemPoolImportPointer_v11020
    #define PFN_cuMemPoolSetAccess PFN_cuMemPoolSetAccess_v11020
    #define PFN_cuMemPoolSetAttribute PFN_cuMemPoolSetAttribute_v11020
    #define PFN_cuMemPoolTrimTo PFN_cuMemPoolTrimTo_v11020
    #define PFN_cuMemPrefetchAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemPrefetchAsync, 12020, 12020)
    #define PFN_cuMemPrefetchAsync_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemPrefetchAsync, 12020, 12020)
    #define PFN_cuMemRangeGetAttribute PFN_cuMemRangeGetAttribute_v8000
    #define PFN_cuMemRangeGetAttributes PFN_cuMemRangeGetAttributes_v8000
    #define PFN_cuMemRelease PFN_cuMemRelease_v10020
    #define PFN_cuMemRetainAllocationHandle PFN_cuMemRetainAllocationHandle_v11000
    #define PFN_cuMemSetAccess PFN_cuMemSetAccess_v10020
    #define PFN_cuMemsetD16 CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemsetD16, 3020, 7000)
    #define PFN_cuMemsetD16Async CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemsetD16Async, 3020, 7000)
    #define PFN_cuMemsetD2D16 CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemsetD2D16, 3020, 7000)
    #define PFN_cuMemsetD2D16Async CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemsetD2D16Async, 3020, 7000)
    #define PFN_cuMemsetD2D32 CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemsetD2D32, 3020, 7000)
    #define PFN_cuMemsetD2D32Async CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemsetD2D32Async, 3020, 7000)
    #define PFN_cuMemsetD2D8 CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemsetD2D8, 3020, 7000)
    #define PFN_cuMemsetD2D8Async CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemsetD2D8Async, 3020, 7000)
    #define PFN_cuMemsetD32 CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemsetD32, 3020, 7000)
    #define PFN_cuMemsetD32Async CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemsetD32Async, 3020, 7000)
    #define PFN_cuMemsetD8 CUDA_LEGACY_DETAIL_PTDS(PFN_cuMemsetD8, 3020, 7000)
    #define PFN_cuMemsetD8Async CUDA_LEGACY_DETAIL_PTSZ(PFN_cuMemsetD8Async, 3020, 7000)
    #define PFN_cuMemUnmap PFN_cuMemUnmap_v10020
    #define PFN_cuMipmappedArrayCreate PFN_cuMipmappedArrayCreate_v5000
    #define PFN_cuMipmappedArrayDestroy PFN_cuMipmappedArrayDestroy_v5000
    #define PFN_cuMipmappedArrayGetLevel PFN_cuMipmappedArrayGetLevel_v5000
    #define PFN_cuMipmappedArrayGetMemoryRequirements PFN_cuMipmappedArrayGetMemoryRequirements_v11060
    #define PFN_cuMipmappedArrayGetSparseProperties PFN_cuMipmappedArrayGetSparseProperties_v11010
    #define PFN_cuModuleEnumerateFunctions PFN_cuModuleEnumerateFunctions_v12040
    #define PFN_cuModuleGetFunction PFN_cuModuleGetFunction_v2000
    #define PFN_cuModuleGetFunctionCount PFN_cuModuleGetFunctionCount_v12040
    #define PFN_cuModuleGetGlobal PFN_cuModuleGetGlobal_v3020
    #define PFN_cuModuleGetLoadingMode PFN_cuModuleGetLoadingMode_v11070
    #define PFN_cuModuleGetSurfRef PFN_cuModuleGetSurfRef_v3000
    #define PFN_cuModuleGetTexRef PFN_cuModuleGetTexRef_v2000
    #define PFN_cuModuleLoad PFN_cuModuleLoad_v2000
    #define PFN_cuModuleLoadData PFN_cuModuleLoadData_v2000
    #define PFN_cuModuleLoadDataEx PFN_cuModuleLoadDataEx_v2010
    #define PFN_cuModuleLoadFatBinary PFN_cuModuleLoadFatBinary_v2000
    #define PFN_cuModuleUnload PFN_cuModuleUnload_v2000
    #define PFN_cuMulticastAddDevice PFN_cuMulticastAddDevice_v12010
    #define PFN_cuMulticastBindAddr PFN_cuMulticastBindAddr_v12010
    #define PFN_cuMulticastBindMem PFN_cuMulticastBindMem_v12010
    #define PFN_cuMulticastCreate PFN_cuMulticastCreate_v12010
    #define PFN_cuMulticastGetGranularity PFN_cuMulticastGetGranularity_v12010
    #define PFN_cuMulticastUnbind PFN_cuMulticastUnbind_v12010
    #define PFN_cuOccupancyAvailableDynamicSMemPerBlock PFN_cuOccupancyAvailableDynamicSMemPerBlock_v10020
    #define PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050
    #define PFN_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags                                                   \
        PFN_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags_v7000
    #define PFN_cuOccupancyMaxActiveClusters PFN_cuOccupancyMaxActiveClusters_v11070
    #define PFN_cuOccupancyMaxPotentialBlockSize PFN_cuOccupancyMaxPotentialBlockSize_v6050
    #define PFN_cuOccupancyMaxPotentialBlockSizeWithFlags PFN_cuOccupancyMaxPotentialBlockSizeWithFlags_v7000
    #define PFN_cuOccupancyMaxPotentialClusterSize PFN_cuOccupancyMaxPotentialClusterSize_v11070
    #define PFN_cuParamSetf PFN_cuParamSetf_v2000
    #define PFN_cuParamSeti PFN_cuParamSeti_v2000
    #define PFN_cuParamSetSize PFN_cuParamSetSize_v2000
    #define PFN_cuParamSetTexRef PFN_cuParamSetTexRef_v2000
    #define PFN_cuParamSetv PFN_cuParamSetv_v2000
    #define PFN_cuPointerGetAttribute PFN_cuPointerGetAttribute_v4000
    #define PFN_cuPointerGetAttributes PFN_cuPointerGetAttributes_v7000
    #define PFN_cuPointerSetAttribute PFN_cuPointerSetAttribute_v6000
    #define PFN_cuSignalExternalSemaphoresAsync                                                                        \
        CUDA_LEGACY_DETAIL_PTSZ(PFN_cuSignalExternalSemaphoresAsync, 10000, 10000)
    #define PFN_cuStreamAddCallback CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamAddCallback, 5000, 7000)
    #define PFN_cuStreamAttachMemAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamAttachMemAsync, 6000, 7000)
    #define PFN_cuStreamBatchMemOp CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamBatchMemOp, 8000, 8000)
    #define PFN_cuStreamBatchMemOp_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamBatchMemOp, 11070, 11070)
    #define PFN_cuStreamBeginCapture CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamBeginCapture, 10010, 10010)
    #define PFN_cuStreamBeginCaptureToGraph CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamBeginCaptureToGraph, 12030, 12030)
    #define PFN_cuStreamCopyAttributes CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamCopyAttributes, 11000, 11000)
    #define PFN_cuStreamCreate PFN_cuStreamCreate_v2000
    #define PFN_cuStreamCreateWithPriority PFN_cuStreamCreateWithPriority_v5050
    #define PFN_cuStreamDestroy PFN_cuStreamDestroy_v4000
    #define PFN_cuStreamEndCapture CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamEndCapture, 10000, 10000)
    #define PFN_cuStreamGetAttribute CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetAttribute, 11000, 11000)
    #define PFN_cuStreamGetCaptureInfo CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetCaptureInfo, 12030, 12030)
    #define PFN_cuStreamGetCaptureInfo_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetCaptureInfo, 11030, 11030)
    #define PFN_cuStreamGetCaptureInfo_v3 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetCaptureInfo, 12030, 12030)
    #define PFN_cuStreamGetCtx CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetCtx, 12050, 12050)
    #define PFN_cuStreamGetCtx_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetCtx, 12050, 12050)
    #define PFN_cuStreamGetDevice CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetDevice, 12080, 12080)
    #define PFN_cuStreamGetFlags CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetFlags, 5050, 7000)
    #define PFN_cuStreamGetGreenCtx PFN_cuStreamGetGreenCtx_v12040
    #define PFN_cuStreamGetId CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetId, 12000, 12000)
    #define PFN_cuStreamGetPriority CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamGetPriority, 5050, 7000)
    #define PFN_cuStreamIsCapturing CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamIsCapturing, 10000, 10000)
    #define PFN_cuStreamQuery CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamQuery, 2000, 7000)
    #define PFN_cuStreamSetAttribute CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamSetAttribute, 11000, 11000)
    #define PFN_cuStreamSynchronize CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamSynchronize, 2000, 7000)
    #define PFN_cuStreamUpdateCaptureDependencies                                                                      \
        CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamUpdateCaptureDependencies, 12030, 12030)
    #define PFN_cuStreamUpdateCaptureDependencies_v2                                                                   \
        CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamUpdateCaptureDependencies, 12030, 12030)
    #define PFN_cuStreamWaitEvent CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWaitEvent, 3020, 7000)
    #define PFN_cuStreamWaitValue32 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWaitValue32, 8000, 8000)
    #define PFN_cuStreamWaitValue32_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWaitValue32, 11070, 11070)
    #define PFN_cuStreamWaitValue64 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWaitValue64, 9000, 9000)
    #define PFN_cuStreamWaitValue64_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWaitValue64, 11070, 11070)
    #define PFN_cuStreamWriteValue32 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWriteValue32, 8000, 8000)
    #define PFN_cuStreamWriteValue32_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWriteValue32, 11070, 11070)
    #define PFN_cuStreamWriteValue64 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWriteValue64, 9000, 9000)
    #define PFN_cuStreamWriteValue64_v2 CUDA_LEGACY_DETAIL_PTSZ(PFN_cuStreamWriteValue64, 11070, 11070)
    #define PFN_cuSurfObjectCreate PFN_cuSurfObjectCreate_v5000
    #define PFN_cuSurfObjectDestroy PFN_cuSurfObjectDestroy_v5000
    #define PFN_cuSurfObjectGetResourceDesc PFN_cuSurfObjectGetResourceDesc_v5000
    #define PFN_cuSurfRefGetArray PFN_cuSurfRefGetArray_v3000
    #define PFN_cuSurfRefSetArray PFN_cuSurfRefSetArray_v3000
    #define PFN_cuTensorMapEncodeIm2col PFN_cuTensorMapEncodeIm2col_v12000
    #define PFN_cuTensorMapEncodeIm2colWide PFN_cuTensorMapEncodeIm2colWide_v12080
    #define PFN_cuTensorMapEncodeTiled PFN_cuTensorMapEncodeTiled_v12000
    #define PFN_cuTensorMapReplaceAddress PFN_cuTensorMapReplaceAddress_v12000
    #define PFN_cuTexObjectCreate PFN_cuTexObjectCreate_v5000
    #define PFN_cuTexObjectDestroy PFN_cuTexObjectDestroy_v5000
    #define PFN_cuTexObjectGetResourceDesc PFN_cuTexObjectGetResourceDesc_v5000
    #define PFN_cuTexObjectGetResourceViewDesc PFN_cuTexObjectGetResourceViewDesc_v5000
    #define PFN_cuTexObjectGetTextureDesc PFN_cuTexObjectGetTextureDesc_v5000
    #define PFN_cuTexRefCreate PFN_cuTexRefCreate_v2000
    #define PFN_cuTexRefDestroy PFN_cuTexRefDestroy_v2000
    #define PFN_cuTexRefGetAddress PFN_cuTexRefGetAddress_v3020
    #define PFN_cuTexRefGetAddressMode PFN_cuTexRefGetAddressMode_v2000
    #define PFN_cuTexRefGetArray PFN_cuTexRefGetArray_v2000
    #define PFN_cuTexRefGetBorderColor PFN_cuTexRefGetBorderColor_v8000
    #define PFN_cuTexRefGetFilterMode PFN_cuTexRefGetFilterMode_v2000
    #define PFN_cuTexRefGetFlags PFN_cuTexRefGetFlags_v2000
    #define PFN_cuTexRefGetFormat PFN_cuTexRefGetFormat_v2000
    #define PFN_cuTexRefGetMaxAnisotropy PFN_cuTexRefGetMaxAnisotropy_v5000
    #define PFN_cuTexRefGetMipmapFilterMode PFN_cuTexRefGetMipmapFilterMode_v5000
    #define PFN_cuTexRefGetMipmapLevelBias PFN_cuTexRefGetMipmapLevelBias_v5000
    #define PFN_cuTexRefGetMipmapLevelClamp PFN_cuTexRefGetMipmapLevelClamp_v5000
    #define PFN_cuTexRefGetMipmappedArray PFN_cuTexRefGetMipmappedArray_v5000
    #define PFN_cuTexRefSetAddress PFN_cuTexRefSetAddress_v3020
    #define PFN_cuTexRefSetAddress2D PFN_cuTexRefSetAddress2D_v4010
    #define PFN_cuTexRefSetAddressMode PFN_cuTexRefSetAddressMode_v2000
    #define PFN_cuTexRefSetArray PFN_cuTexRefSetArray_v2000
    #define PFN_cuTexRefSetBorderColor PFN_cuTexRefSetBorderColor_v8000
    #define PFN_cuTexRefSetFilterMode PFN_cuTexRefSetFilterMode_v2000
    #define PFN_cuTexRefSetFlags PFN_cuTexRefSetFlags_v2000
    #define PFN_cuTexRefSetFormat PFN_cuTexRefSetFormat_v2000
    #define PFN_cuTexRefSetMaxAnisotropy PFN_cuTexRefSetMaxAnisotropy_v5000
    #define PFN_cuTexRefSetMipmapFilterMode PFN_cuTexRefSetMipmapFilterMode_v5000
    #define PFN_cuTexRefSetMipmapLevelBias PFN_cuTexRefSetMipmapLevelBias_v5000
    #define PFN_cuTexRefSetMipmapLevelClamp PFN_cuTexRefSetMipmapLevelClamp_v5000
    #define PFN_cuTexRefSetMipmappedArray PFN_cuTexRefSetMipmappedArray_v5000
    #define PFN_cuThreadExchangeStreamCaptureMode PFN_cuThreadExchangeStreamCaptureMode_v10010
    #define PFN_cuUserObjectCreate PFN_cuUserObjectCreate_v11030
    #define PFN_cuUserObjectRelease PFN_cuUserObjectRelease_v11030
    #define PFN_cuUserObjectRetain PFN_cuUserObjectRetain_v11030
    #define PFN_cuWaitExternalSemaphoresAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuWaitExternalSemaphoresAsync, 10000, 10000)
    #define PFN_GraphConditionalHandleCreate PFN_cuGraphConditionalHandleCreate_v12030

#endif

#if CUDA_VERSION >= 12000 && !defined(__CUDA_API_VERSION_INTERNAL)

typedef CUresult(CUDAAPI* cuda_legacy_graph_instantiate)(CUgraphExec* __exec, CUgraph graph, CUgraphNode* __error_node,
                                                         char* __log, size_t size);
    #define PFN_cuGraphInstantiate_v11000 cuda_legacy_graph_instantiate //!< in CUDA 11 what PFN_cuGraphInstantiate was

#endif

#endif
