// Launches of the driver API.
#include "driver/call.h"
#include "runtime/unsupported.h"

using namespace cuda_emulator;

namespace {

kernel* kernel_of(CUfunction handle) { return context::instance().find_kernel(handle); }

// The arguments that lie behind each other in one buffer, which `extra` tells of.
class packed_arguments {
public:
    packed_arguments(kernel& k, void** extra)
    {
        char* buffer = nullptr;
        std::size_t size = 0;
        for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
            if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) {
                buffer = static_cast<char*>(extra[1]);
            } else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) {
                if (!extra[1]) return;
                size = *static_cast<std::size_t*>(extra[1]);
            } else {
                return;
            }
        }
        std::lock_guard lock(context::instance().mutex);
        const program* code = k.decoded();
        good_ = !code || code->parameters.empty() || (buffer && size >= code->parameter_bytes);
        for (std::size_t n = 0; good_ && code && n < code->parameters.size(); ++n)
            arguments_.push_back(buffer + code->parameters[n].offset);
    }
    bool good() const { return good_; }
    void** arguments() { return arguments_.data(); }

private:
    bool good_ = false;
    std::vector<void*> arguments_;
};

CUresult run(const cudaLaunchConfig_t& config, CUfunction f, void** arguments, void** extra)
{
    kernel* k = kernel_of(f);
    if (!k) return CUDA_ERROR_INVALID_HANDLE;
    if (!extra) return call_runtime([&] { return cudaLaunchKernelExC(&config, f, arguments); });
    if (arguments) return CUDA_ERROR_INVALID_VALUE;
    packed_arguments packed(*k, extra);
    if (!packed.good()) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaLaunchKernelExC(&config, f, packed.arguments()); });
}

} // namespace

extern "C" {

CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments,
                        void** extra)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(grid_x, grid_y, grid_z);
    config.blockDim = dim3(block_x, block_y, block_z);
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    return run(config, f, arguments, extra);
}
CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                   unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
                                   void** arguments)
{
    if (!kernel_of(f)) return CUDA_ERROR_INVALID_HANDLE;
    return call_runtime([&] {
        return cudaLaunchCooperativeKernel(f, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), arguments,
                                           shared, stream);
    });
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* c, CUfunction f, void** arguments, void** extra)
{
    if (!c) return CUDA_ERROR_INVALID_VALUE;
    // The attributes are the runtime's, by other names.
    static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(c->gridDimX, c->gridDimY, c->gridDimZ);
    config.blockDim = dim3(c->blockDimX, c->blockDimY, c->blockDimZ);
    config.dynamicSmemBytes = c->sharedMemBytes;
    config.stream = c->hStream;
    config.attrs = reinterpret_cast<cudaLaunchAttribute*>(c->attrs);
    config.numAttrs = c->numAttrs;
    return run(config, f, arguments, extra);
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data)
{
    return call_runtime([&] { return cudaLaunchHostFunc(stream, function, data); });
}

} // extern "C"
