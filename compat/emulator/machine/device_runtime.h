// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the device runtime (libcudadevrt) asks of the driver while a kernel runs: launches of other kernels, that is,
// dynamic parallelism. runtime/ implements it.
#pragma once

#include "machine/launch.h"

#include <cstdint>
#include <string>

namespace cuda_emulator {

//! Errors as libcudadevrt's PTX knows them. It translates them to those of the runtime API (its table
//! cudartErrorCnpMap).
enum class device_runtime_error : std::uint32_t {
    none = 0,
    invalid_value = 1,
    out_of_resources = 6,
    invalid_configuration = 7,
    too_many_pending = 12,
};

//! Serves one grid. Its blocks call in order, from one thread.
class device_runtime {
public:
    virtual ~device_runtime() = default;
    //! Gives memory for the parameters of a launch, or 0 if there is none, or if `function` is no kernel of the module.
    virtual std::uint64_t parameter_buffer(std::uint64_t function, dimensions grid, dimensions block,
                                           std::uint32_t dynamic_shared) = 0;
    //! Notes the launch that the buffer is for. It begins when the grid has ended.
    virtual device_runtime_error launch(std::uint64_t buffer, std::uint64_t stream) = 0;
    //! The same in two steps of an older interface, cudaGetParameterBuffer and cudaLaunchDevice: memory of a size, and
    //! the launch that says what it is for. `mistake` describes a buffer that is smaller than the kernel's parameters.
    virtual std::uint64_t parameter_buffer(std::uint32_t bytes) = 0;
    virtual device_runtime_error launch(std::uint64_t function, std::uint64_t buffer, dimensions grid, dimensions block,
                                        std::uint32_t dynamic_shared, std::uint64_t stream, std::string& mistake) = 0;
    //! Gives the error of the thread's last call.
    virtual std::uint32_t& last_error(std::uint64_t block, std::uint32_t thread) = 0;
    //! Makes the handle of a stream or event. Launches run in order, so that no handle has a state.
    virtual std::uint64_t new_handle() = 0;
    //! Gives an attribute of the device, or a limit, by the runtime API's number.
    virtual device_runtime_error attribute(std::uint32_t number, int device, int& value) = 0;
    virtual device_runtime_error limit(std::uint32_t number, std::uint64_t& value) = 0;
    //! Gives the number of a kernel's blocks that a multiprocessor runs at once.
    virtual device_runtime_error occupancy(std::uint64_t function, int threads, std::uint64_t dynamic_shared,
                                           int& blocks) = 0;
    //! Gives an attribute of a kernel, by the driver API's number.
    virtual device_runtime_error function_attribute(std::uint64_t function, std::uint32_t number, int& value) = 0;
};

} // namespace cuda_emulator
