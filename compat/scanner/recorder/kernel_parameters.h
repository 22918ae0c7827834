// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel's parameters are: their sizes by the driver, the types that its pointers point to by its name.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_recorder {

struct kernel_parameter {
    std::size_t bytes = 0;
    std::string type; //!< what a pointer points to, as PTX has it: "f32"; empty: no pointer, or not known
};

//! Empty where the driver cannot say: before CUDA 12.4. To be called after a launch of the kernel.
std::vector<kernel_parameter> parameters_of(cudaKernel_t, const std::string& mangled);

//! What the pointers of "step(float const*, int)" point to, parameter by parameter: {"f32", ""}.
std::vector<std::string> pointed_types(const std::string& demangled);

//! Bytes of an element of the type; 4 where it is not known.
std::size_t element_bytes(const std::string& type);

} // namespace cuda_recorder
