// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVRTC beside the emulated device: a program compiles kernels, loads them as machine code or as PTX, and runs them.
// Prints one line per check and exits with the number of failures. With the argument 'race' it runs a kernel with one.
#include "../programs/expect.h"
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>

namespace {

const char* const twice = R"(extern "C" __global__ void twice(int* values, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= 2;
}
)";

const char* const add =
    R"(template <typename T, int Amount> __global__ void add(T* values) { values[threadIdx.x] += Amount; }
)";

const char* const neighbour = R"(extern "C" __global__ void neighbour(int* values)
{
    __shared__ int copy[64];
    copy[threadIdx.x] = values[threadIdx.x];
    values[threadIdx.x] = copy[63 - threadIdx.x];
}
)";

const char* const caller = R"(extern __device__ int grown(int);
extern "C" __global__ void grow(int* values) { values[threadIdx.x] = grown(values[threadIdx.x]); }
)";
const char* const callee = "__device__ int grown(int value) { return value + value; }\n";

struct compilation {
    nvrtcProgram program = nullptr;
    nvrtcResult result = NVRTC_SUCCESS;

    compilation(const char* text, const char* name, const std::vector<const char*>& options,
                const char* expression = nullptr)
    {
        nvrtcCreateProgram(&program, text, name, 0, nullptr, nullptr);
        if (expression) nvrtcAddNameExpression(program, expression);
        result =
            nvrtcCompileProgram(program, static_cast<int>(options.size()), options.empty() ? nullptr : options.data());
    }
    ~compilation() { nvrtcDestroyProgram(&program); }

    std::string log() const
    {
        std::size_t size = 0;
        nvrtcGetProgramLogSize(program, &size);
        std::string text(size, '\0');
        nvrtcGetProgramLog(program, text.data());
        return text.c_str();
    }
    std::string machine_code() const
    {
        std::size_t size = 0;
        nvrtcGetCUBINSize(program, &size);
        std::string code(size, '\0');
        nvrtcGetCUBIN(program, code.data());
        return code;
    }
    std::string ptx() const
    {
        std::size_t size = 0;
        nvrtcGetPTXSize(program, &size);
        std::string text(size, '\0');
        nvrtcGetPTX(program, text.data());
        return text;
    }
};

// "sm_90", say: what programs ask NVRTC for.
std::string architecture(const char* kind)
{
    int major = 0, minor = 0;
    CUdevice device;
    cuDeviceGet(&device, 0);
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    return std::string("--gpu-architecture=") + kind + std::to_string(10 * major + minor);
}

// Runs a kernel of 64 threads on 0, 1, 2, ..., 63. Empty: an error, which is printed.
std::vector<int> run(const std::string& image, const char* name)
{
    std::vector<int> values(64);
    for (int i = 0; i < 64; ++i)
        values[i] = i;
    CUmodule module = nullptr;
    CUfunction kernel = nullptr;
    CUdeviceptr memory = 0;
    int n = 64;
    void* arguments[] = {&memory, &n};
    CUresult result = cuModuleLoadData(&module, image.data());
    if (!result) result = cuModuleGetFunction(&kernel, module, name);
    if (!result) result = cuMemAlloc(&memory, sizeof(int) * 64);
    if (!result) result = cuMemcpyHtoD(memory, values.data(), sizeof(int) * 64);
    if (!result) result = cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr);
    if (!result) result = cuMemcpyDtoH(values.data(), memory, sizeof(int) * 64);
    if (memory) cuMemFree(memory);
    if (module) cuModuleUnload(module);
    if (!result) return values;
    const char* error = nullptr;
    cuGetErrorName(result, &error);
    std::printf("%s: %s\n", name, error);
    return {};
}

bool is_doubled(const std::vector<int>& values)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 2 * static_cast<int>(i)) return false;
    return !values.empty();
}

void test_machine_code(const std::string& real, std::vector<const char*> options, const char* what)
{
    options.push_back(real.c_str());
    const compilation compiled(twice, "twice.cu", options);
    EXPECT(what, compiled.result == NVRTC_SUCCESS && compiled.log().empty() &&
                     is_doubled(run(compiled.machine_code(), "twice")));
}

void test_ptx()
{
    const std::string virtual_one = architecture("compute_");
    const compilation compiled(twice, "twice.cu", {virtual_one.c_str()});
    std::size_t size = 1;
    EXPECT("for a virtual architecture there is no machine code",
           nvrtcGetCUBINSize(compiled.program, &size) == NVRTC_SUCCESS && size == 0);
    EXPECT("PTX runs", is_doubled(run(compiled.ptx(), "twice")));
    const compilation by_default(twice, "twice.cu", {});
    EXPECT("PTX without options runs", is_doubled(run(by_default.ptx(), "twice")));
}

void test_names(const std::string& real)
{
    const char* const expression = "add<int, 7>";
    const compilation compiled(add, "add.cu", {real.c_str()}, expression);
    const char* lowered = nullptr;
    EXPECT("a template has a lowered name",
           nvrtcGetLoweredName(compiled.program, expression, &lowered) == NVRTC_SUCCESS && lowered);
    const std::vector<int> values = lowered ? run(compiled.machine_code(), lowered) : std::vector<int>();
    EXPECT("a template runs", values.size() == 64 && values[0] == 7 && values[63] == 70);
}

void test_linking(const std::string& real)
{
    CUlinkState link = nullptr;
    CUresult result = cuLinkCreate(0, nullptr, nullptr, &link);
    for (const char* text : {caller, callee}) {
        std::string code = compilation(text, "part.cu", {real.c_str(), "-rdc=true"}).machine_code();
        if (!result)
            result = cuLinkAddData(link, CU_JIT_INPUT_CUBIN, code.data(), code.size(), "part", 0, nullptr, nullptr);
    }
    void* image = nullptr;
    std::size_t size = 0;
    if (!result) result = cuLinkComplete(link, &image, &size);
    EXPECT("two parts are linked", !result && is_doubled(run(std::string(static_cast<char*>(image), size), "grow")));
    cuLinkDestroy(link);
}

void test_errors(const std::string& real)
{
    const compilation wrong("__global__ void k(int* p) { *p = undeclared; }\n", "wrong.cu", {real.c_str()});
    EXPECT("an error of the source",
           wrong.result == NVRTC_ERROR_COMPILATION && wrong.log().find("wrong.cu(1)") != std::string::npos);
    const compilation option(twice, "twice.cu", {"--no-such-option"});
    EXPECT("a wrong option", option.result == NVRTC_ERROR_INVALID_OPTION);
    EXPECT("its text", std::strcmp(nvrtcGetErrorString(option.result), "NVRTC_ERROR_INVALID_OPTION") == 0);
    EXPECT("a count without options", nvrtcCompileProgram(option.program, 1, nullptr) == NVRTC_ERROR_INVALID_OPTION);
    EXPECT("no place for a size", nvrtcGetCUBINSize(wrong.program, nullptr) == NVRTC_ERROR_INVALID_INPUT);
    EXPECT("no place for machine code", nvrtcGetCUBIN(wrong.program, nullptr) == NVRTC_ERROR_INVALID_INPUT);
    std::size_t size = 1;
    EXPECT("no machine code of a wrong program", nvrtcGetCUBINSize(wrong.program, &size) != NVRTC_SUCCESS || size == 0);
    EXPECT("a program that is none", nvrtcCompileProgram(nullptr, 0, nullptr) == NVRTC_ERROR_INVALID_PROGRAM);
}

} // namespace

int main(int count, char** words)
{
    int major = 0, minor = 0;
    const nvrtcResult found = nvrtcVersion(&major, &minor);
    EXPECT("NVRTC is there", found == NVRTC_SUCCESS && major >= 12);
    if (found != NVRTC_SUCCESS) return std::printf("%s\n", nvrtcGetErrorString(found)), 3;

    cuInit(0);
    CUcontext context = nullptr;
    CUdevice device;
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    const std::string real = architecture("sm_");
    if (count > 1 && std::strcmp(words[1], "race") == 0)
        return run(compilation(neighbour, "neighbour.cu", {real.c_str()}).machine_code(), "neighbour").empty();

    test_machine_code(real, {}, "machine code runs");
    test_machine_code(real, {"-lineinfo"}, "and with -lineinfo");
    test_machine_code(real, {"-G"}, "and with -G");
    test_machine_code(real, {"--device-debug", "-DNDEBUG"}, "and with --device-debug");
    test_ptx();
    test_names(real);
    test_linking(real);
    test_errors(real);
    return failures;
}
