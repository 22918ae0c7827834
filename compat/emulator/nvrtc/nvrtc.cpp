// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libnvrtc.so in front of NVIDIA's. It passes all calls on, and adds an option to each compilation: -lineinfo, with
// which machine code keeps its PTX. The emulated device runs this PTX. The machine code that the program gets carries
// the PTX with the lines of the source, so that findings name them.
#include "nvrtc/machine_code.h"
#include "nvrtc/nvidia_library.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int invalid_input = 3;   // NVRTC_ERROR_INVALID_INPUT
constexpr int internal_error = 11; // NVRTC_ERROR_INTERNAL_ERROR, of a call that cannot be passed on

// The options with which PTX stays. NVRTC warns of -G beside -lineinfo.
bool keeps_ptx(std::string_view option)
{
    return option == "-G" || option == "--device-debug" || option == "-lineinfo" || option == "--generate-line-info";
}

// All functions of NVRTC take up to six integers and pointers. Both x86-64 and AArch64 pass these in registers, so a
// function with six words hands on whatever they are.
using word = std::uintptr_t;
using any_function = word(word, word, word, word, word, word);

using get_size = int (*)(void* program, std::size_t* size);
using get_bytes = int (*)(void* program, char* bytes);

// Asks for the size of a result and for its bytes. Returns NVRTC's error code.
int read_result(void* program, const char* size_name, const char* name, std::string& bytes)
{
    const auto size_of = reinterpret_cast<get_size>(cuda_emulator::nvidia_function(size_name));
    const auto bytes_of = reinterpret_cast<get_bytes>(cuda_emulator::nvidia_function(name));
    if (!size_of || !bytes_of) return internal_error;
    std::size_t size = 0;
    if (const int error = size_of(program, &size)) return error;
    bytes.resize(size);
    return size ? bytes_of(program, bytes.data()) : 0;
}

int read_machine_code(void* program, std::string& code)
{
    if (const int error = read_result(program, "nvrtcGetCUBINSize", "nvrtcGetCUBIN", code)) return error;
    std::string ptx;
    if (!code.empty() && read_result(program, "nvrtcGetPTXSize", "nvrtcGetPTX", ptx) == 0 && ptx.size() > 1)
        code = cuda_emulator::with_ptx(std::move(code), ptx);
    return 0;
}

} // namespace

extern "C" {

extern const int cuda_emulator_nvrtc;
const int cuda_emulator_nvrtc = 1; //!< tells this library from NVIDIA's

#define NVRTC_FUNCTION(name)                                                                                           \
    word name(word a, word b, word c, word d, word e, word f)                                                          \
    {                                                                                                                  \
        static void* const function = cuda_emulator::nvidia_function(#name);                                           \
        if (!function) return internal_error;                                                                          \
        return reinterpret_cast<any_function*>(function)(a, b, c, d, e, f);                                            \
    }
#include "nvrtc/functions.def"

const char* nvrtcGetErrorString(int result)
{
    static void* const function = cuda_emulator::nvidia_function("nvrtcGetErrorString");
    if (!function) return result == internal_error ? "NVRTC_ERROR_INTERNAL_ERROR" : "NVRTC_ERROR unknown";
    return reinterpret_cast<const char* (*)(int)>(function)(result);
}

int nvrtcCompileProgram(void* program, int count, const char* const* options)
{
    static void* const function = cuda_emulator::nvidia_function("nvrtcCompileProgram");
    if (!function) return internal_error;
    const auto compile = reinterpret_cast<int (*)(void*, int, const char* const*)>(function);
    if (count < 0 || (count > 0 && !options)) return compile(program, count, options); // its own error
    std::vector<const char*> all(options, options + count);
    bool kept = false;
    for (const char* option : all)
        kept = kept || (option && keeps_ptx(option));
    if (!kept) all.push_back("-lineinfo");
    return compile(program, static_cast<int>(all.size()), all.data());
}

int nvrtcGetCUBINSize(void* program, std::size_t* size)
{
    std::string code;
    if (!size) return invalid_input;
    const int error = read_machine_code(program, code);
    if (!error) *size = code.size();
    return error;
}

int nvrtcGetCUBIN(void* program, char* bytes)
{
    std::string code;
    if (!bytes) return invalid_input;
    const int error = read_machine_code(program, code);
    if (!error) std::copy(code.begin(), code.end(), bytes);
    return error;
}

} // extern "C"
