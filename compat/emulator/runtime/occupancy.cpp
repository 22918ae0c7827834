// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function attributes and occupancy.
#include "runtime/context.h"

#include <cuda.h>

#include <algorithm>

using namespace cuda_emulator;

namespace {
// PTX uses virtual registers, so the real number is unknown. Every kernel reports this number.
constexpr int registers_per_thread = 32;

cudaError_t kernel_of(const void* function, std::shared_ptr<kernel>& k, const program*& code)
{
    CUDA_EMULATOR_ENTER();
    context& c = context::instance();
    if (!in_driver_call) c.activate(); // a driver's call has made a context before, or needs none
    std::lock_guard lock(c.mutex);
    k = c.find_kernel(function);
    if (!k) return record(context::no_kernel(function));
    code = k->decoded();
    if (!code) {
        c.sticky = cudaErrorInvalidPtx;
        return record(cudaErrorInvalidPtx);
    }
    return cudaSuccess;
}

// Ignores the launch bounds of the kernel, as the occupancy calls of an H200 do.
int blocks_that_fit(const program& code, int threads, std::size_t dynamic_shared)
{
    const int arch = context::instance().architecture();
    const device_limits limits = limits_of(arch);
    const int warps = (threads + 31) / 32;
    if (threads > 1024) return 0;
    int n = std::min(limits.blocks_per_multiprocessor, limits.threads_per_multiprocessor / 32 / warps);
    n = std::min(n, 65536 / registers_per_thread / 32 / warps);
    if (dynamic_shared > std::size_t(limits.shared_per_multiprocessor)) return 0;
    const std::size_t used = code.static_shared() + dynamic_shared + (arch >= 80 ? 1024 : 0);
    if (used > 0) n = std::min<int>(n, static_cast<int>(std::size_t(limits.shared_per_multiprocessor) / used));
    return std::max(n, 0);
}

cudaError_t occupancy(int* blocks, const void* function, int block_size, std::size_t shared)
{
    std::shared_ptr<kernel> k;
    const program* code = nullptr;
    if (!blocks || block_size <= 0) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = kernel_of(function, k, code)) return e;
    const bool fits = shared <= std::size_t(std::max(0, function_attributes(*k, *code).maxDynamicSharedSizeBytes));
    *blocks = fits ? blocks_that_fit(*code, block_size, shared) : 0;
    return cudaSuccess;
}
} // namespace

int cuda_emulator::blocks_per_multiprocessor(const program& code, int threads, std::size_t dynamic_shared)
{
    const int bound = code.kernel->source->maximum_threads;
    return bound && threads > bound ? 0 : blocks_that_fit(code, threads, dynamic_shared);
}

bool cuda_emulator::fits_at_once(const program& code, dim3 grid, dim3 block, std::size_t dynamic_shared)
{
    const int each = blocks_per_multiprocessor(code, static_cast<int>(block.x * block.y * block.z), dynamic_shared);
    return std::uint64_t{grid.x} * grid.y * grid.z <= std::uint64_t(each) * multiprocessor_count();
}

cudaFuncAttributes cuda_emulator::function_attributes(const kernel& k, const program& code)
{
    cudaFuncAttributes a{};
    const ptx::function& f = *code.kernel->source;
    // With dynamic shared memory, the gap before it counts, too (seen on an H100). The limit of a launch ignores the
    // gap.
    a.sharedSizeBytes = code.uses_dynamic_shared ? code.dynamic_offset - code.reserved_bytes : code.static_shared();
    a.localSizeBytes = (code.local_bytes + 7) / 8 * 8;
    a.maxThreadsPerBlock = f.maximum_threads ? f.maximum_threads : 1024;
    a.numRegs = registers_per_thread;
    a.ptxVersion = k.owner->architecture();
    a.binaryVersion = k.owner->architecture();
    a.maxDynamicSharedSizeBytes =
        k.maximum_dynamic_shared >= 0
            ? k.maximum_dynamic_shared
            : static_cast<int>(48 * 1024 - std::min<std::size_t>(code.static_shared(), 48 * 1024));
    a.preferredShmemCarveout = k.carveout;
    const bool coded = f.cluster[0] != 0;
    a.clusterDimMustBeSet = f.is_cluster;
    a.requiredClusterWidth = coded ? f.cluster[0] : static_cast<int>(k.required_cluster[0]);
    a.requiredClusterHeight = coded ? f.cluster[1] : static_cast<int>(k.required_cluster[1]);
    a.requiredClusterDepth = coded ? f.cluster[2] : static_cast<int>(k.required_cluster[2]);
    a.nonPortableClusterSizeAllowed = k.non_portable_clusters;
    a.clusterSchedulingPolicyPreference = k.cluster_policy;
    return a;
}

bool cuda_emulator::find_function_attribute(const cudaFuncAttributes& a, int attribute, int& value)
{
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        value = a.maxThreadsPerBlock;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        value = static_cast<int>(a.sharedSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        value = static_cast<int>(a.constSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        value = static_cast<int>(a.localSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        value = a.numRegs;
        break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
        value = a.ptxVersion;
        break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        value = a.binaryVersion;
        break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
        value = a.cacheModeCA;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        value = a.maxDynamicSharedSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        value = a.preferredShmemCarveout;
        break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
        value = a.clusterDimMustBeSet;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
        value = a.requiredClusterWidth;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
        value = a.requiredClusterHeight;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        value = a.requiredClusterDepth;
        break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        value = a.nonPortableClusterSizeAllowed;
        break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        value = a.clusterSchedulingPolicyPreference;
        break;
    default:
        return false;
    }
    return true;
}

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, const void* function)
{
    std::shared_ptr<kernel> k;
    const program* code = nullptr;
    if (!a) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = kernel_of(function, k, code)) return e;
    *a = function_attributes(*k, *code);
    return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value)
{
    std::shared_ptr<kernel> k;
    const program* code = nullptr;
    if (const cudaError_t e = kernel_of(function, k, code)) // an H200 has another error for no function here
        return e == cudaErrorInvalidDeviceFunction ? record(cudaErrorInvalidResourceHandle) : e;
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 ||
            value + std::int64_t(code->static_shared()) > limits_of(context::instance().architecture()).shared_opt_in)
            return record(cudaErrorInvalidValue);
        k->maximum_dynamic_shared = value;
        return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return record(cudaErrorInvalidValue);
        k->carveout = value;
        return cudaSuccess;
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
        if (value < 0) return record(cudaErrorInvalidValue);
        if (const int* const coded = code->kernel->source->cluster; coded[0] != 0)
            return record(value == coded[attribute - cudaFuncAttributeRequiredClusterWidth] ? cudaSuccess
                                                                                            : cudaErrorInvalidValue);
        k->required_cluster[attribute - cudaFuncAttributeRequiredClusterWidth] = static_cast<unsigned>(value);
        return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        if (value < 0 || value > 1) return record(cudaErrorInvalidValue);
        k->non_portable_clusters = value != 0;
        return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        if (value < cudaClusterSchedulingPolicyDefault || value > cudaClusterSchedulingPolicyLoadBalancing)
            return record(cudaErrorInvalidValue);
        k->cluster_policy = value;
        return cudaSuccess;
    default:
        return record(cudaErrorInvalidValue);
    }
}
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache)
{
    CUDA_EMULATOR_ENTER();
    return record(context::instance().find_kernel(function) ? cudaSuccess : context::no_kernel(function));
}
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig)
{
    return cudaFuncSetCacheConfig(function, cudaFuncCachePreferNone);
}
cudaError_t cudaFuncGetName(const char** name, const void* function)
{
    CUDA_EMULATOR_ENTER();
    const std::shared_ptr<kernel> k = context::instance().find_kernel(function);
    if (!name || !k) return record(name ? context::no_kernel(function) : cudaErrorInvalidValue);
    *name = k->name.c_str();
    return cudaSuccess;
}
cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset, std::size_t* size)
{
    std::shared_ptr<kernel> k;
    const program* code = nullptr;
    if (const cudaError_t e = kernel_of(function, k, code)) return e;
    if (!offset || index >= code->parameters.size()) return record(cudaErrorInvalidValue);
    *offset = code->parameters[index].offset;
    if (size) *size = code->parameters[index].size;
    return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          std::size_t shared)
{
    return occupancy(blocks, function, block_size, shared);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int block_size,
                                                                   std::size_t shared, unsigned flags)
{
    if (flags & ~unsigned{cudaOccupancyDisableCachingOverride}) return record(cudaErrorInvalidValue);
    return occupancy(blocks, function, block_size, shared);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* shared, const void* function, int blocks,
                                                      int block_size)
{
    std::shared_ptr<kernel> k;
    const program* code = nullptr;
    if (!shared || blocks <= 0 || block_size <= 0) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = kernel_of(function, k, code)) return e;
    // An H200 rounds to 128 bytes, and does not count the memory that it reserves in each block.
    if (blocks > blocks_per_multiprocessor(*code, block_size, 0)) return record(cudaErrorInvalidValue);
    const device_limits limits = limits_of(context::instance().architecture());
    const std::size_t each = std::size_t(limits.shared_per_multiprocessor) / blocks / 128 * 128;
    const std::size_t used = code->static_shared();
    const auto most = std::size_t(std::max(0, function_attributes(*k, *code).maxDynamicSharedSizeBytes));
    *shared = each > used ? std::min(each - used, most) : 0;
    return cudaSuccess;
}

} // extern "C"
