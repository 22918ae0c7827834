// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of a running kernel, and the places that they and the findings name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace cuda_emulator {

struct block;
struct decoded_function;
struct instruction;
struct launch;
struct program;
struct warp;

//! What may go wrong in a running kernel, with the number that cudaError_t has for it.
enum class device_error : int {
    memory_allocation = 2,
    illegal_address = 700,
    launch_timeout = 702,
    assertion = 710,
    hardware_stack = 714,
    illegal_instruction = 715,
    misaligned_address = 716,
    invalid_pc = 718,
    launch_failure = 719
};

//! An error of the running kernel: the launch ends, and the context stays broken as CUDA's does.
struct device_fault : std::runtime_error {
    device_fault(device_error code, const std::string& what)
        : std::runtime_error(what)
        , code(code)
    {
    }
    device_error code;
};

[[noreturn]] void fault(const warp&, const instruction&, int lane, device_error code, const std::string& what);

//! "(x,y,z)" of a thread of the block, by its number.
std::string thread_name(const block&, std::uint32_t thread);
//! "(x,y,z)" of a block, by its number.
std::string block_name(const launch&, std::uint64_t block);
//! "PTX line n, file:line"
std::string line_of(const program&, const decoded_function&, const instruction&);
//! The source line alone where it is known: one line may become many instructions.
std::string key_of(const program&, const decoded_function&, const instruction&);
//! line_of for an instruction of the function that the warp runs.
std::string line_of(const warp&, const instruction&);
//! "offset n ('variable' + m)" of a byte of shared memory.
std::string shared_place(const block&, std::size_t offset);
std::string place_of(const block&, std::uint32_t thread, const decoded_function&, const instruction&);
//! "kernel 'name', block (x,y,z), thread (x,y,z), PTX line n, file:line: "
std::string place_of(const warp&, const instruction&, int lane);

} // namespace cuda_emulator
