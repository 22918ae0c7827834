// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of a running kernel, and the texts that name places in errors and findings.
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

//! Errors of a running kernel, with the numbers of cudaError_t.
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

//! An error of the running kernel. It ends the launch and leaves the context unusable, as in CUDA.
struct device_fault : std::runtime_error {
    device_fault(device_error code, const std::string& what)
        : std::runtime_error(what)
        , code(code)
    {
    }
    device_error code;
};

[[noreturn]] void fault(const warp&, const instruction&, int lane, device_error code, const std::string& what);

//! "(x,y,z)" of the thread with this number in the block.
std::string thread_name(const block&, std::uint32_t thread);
//! "(x,y,z)" of the block with this number.
std::string block_name(const launch&, std::uint64_t block);
//! "PTX line n, file:line"
std::string line_of(const program&, const decoded_function&, const instruction&);
//! Only the source line, if it is known, because one line may become many instructions.
std::string key_of(const program&, const decoded_function&, const instruction&);
//! line_of() for an instruction of the warp's current function.
std::string line_of(const warp&, const instruction&);
//! "offset n ('variable' + m)" of a byte of shared memory.
std::string shared_place(const block&, std::size_t offset);
std::string place_of(const block&, std::uint32_t thread, const decoded_function&, const instruction&);
//! "kernel 'name', block (x,y,z), thread (x,y,z), PTX line n, file:line: "
std::string place_of(const warp&, const instruction&, int lane);

} // namespace cuda_emulator
