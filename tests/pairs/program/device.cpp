// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include <cuda_runtime_api.h>
#include <unistd.h>

namespace pairs {
namespace {

constexpr const char* started_again = "CUDA_LEGACY_PAIRS_EMULATED";

chosen_device current_device()
{
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        cudaGetLastError();
        return {false, false, error != cudaSuccess ? cudaGetErrorString(error) : "no device"};
    }
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return {false, false, "the device does not answer"};
    // If a user has set that library's path, this is also the emulated device.
    const bool emulated = std::getenv(started_again) || std::string{properties.name} == "CUDA emulated device";
    return {true, emulated, properties.name};
}

bool emulator_is_built() { return std::filesystem::exists(CUDA_LEGACY_EMULATOR_DIR "/libcudart.so.13"); }

void start_again_emulated(char** argv)
{
    std::string path = CUDA_LEGACY_EMULATOR_DIR;
    if (const char* before = std::getenv("LD_LIBRARY_PATH"); before && *before) path += std::string{":"} + before;
    setenv("LD_LIBRARY_PATH", path.c_str(), 1);
    setenv(started_again, "1", 1);
    execv("/proc/self/exe", argv);
    std::cerr << "pairs: cannot start again on the emulated device: " << std::strerror(errno) << '\n';
    std::exit(exit_status::failed);
}

} // namespace

chosen_device choose_device(device_choice choice, char** argv)
{
    const bool again = std::getenv(started_again) != nullptr;
    if (choice == device_choice::emulated && !again) {
        if (!emulator_is_built()) {
            std::cerr << "pairs: the emulated device is not built; --device gpu needs a GPU\n";
            std::exit(exit_status::unavailable);
        }
        start_again_emulated(argv);
    }
    chosen_device found = current_device();
    if (!found.there && choice == device_choice::any && !again && emulator_is_built()) start_again_emulated(argv);
    return found;
}

} // namespace pairs
