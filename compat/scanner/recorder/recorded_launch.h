// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of one launch: its kernel, shape and arguments, and on request the bytes that it changed.
#pragma once

#include "kernel_parameters.h"
#include "recorder.h"

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace cuda_recorder {

//! A kernel of the program, by what the launch names it with.
struct launched_kernel {
    cudaKernel_t handle = nullptr; //!< null: not known
    std::string mangled;
};
launched_kernel kernel_of(const void* function_or_handle);

struct launch_shape {
    dim3 grid, block;
    std::size_t shared;
    cudaStream_t stream;
};

class recorded_launch {
public:
    recorded_launch(recorder&, const void* function_or_handle, const launch_shape&);
    //! Behind the launch: its arguments, and the error of the call.
    void end(void** arguments, cudaError_t);

private:
    void read_memory_before();
    void note_arguments(void** arguments);
    void note_changes();
    void note_changes_of(known_allocation&);

    recorder& recorder_;
    const launched_kernel kernel_;
    const launch_shape shape_;
    const bool compares_memory_;
    std::unique_lock<std::mutex> alone_;
    std::uint64_t number_ = 0;
    std::vector<kernel_parameter> parameters_;
    std::map<const known_allocation*, std::string> types_; //!< of elements, by the pointers that are arguments
    std::vector<cuda_emulator::record_line> lines_;        //!< behind the launch's own line
};

} // namespace cuda_recorder
