// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that a program loads itself: PTX text or a fat binary, in memory or in a file. cudaLibrary*, cuModule* and
// cuLink* share it.
#pragma once

#include "runtime/context.h"

#include <stdexcept>

namespace cuda_emulator {

//! An image that cannot be loaded, and the error that says so.
struct image_refusal : std::runtime_error {
    image_refusal(cudaError_t code, const std::string& why)
        : std::runtime_error(why)
        , code(code)
    {
    }
    cudaError_t code;
};

//! The PTX of an image. With `size` 0 it is as long as its header says, or as its text is. Throws image_refusal.
std::string ptx_of_image(const void* image, std::size_t size = 0);
//! The bytes of a file. Throws image_refusal.
std::string read_image(const char* path);

//! Makes a module of PTX, with every function looked at: a mistake shows now. Throws image_refusal.
loaded_module* load_ptx(std::string text);

//! The options of a load. Here they say where messages go; there is nothing to optimise.
class jit_log {
public:
    //! The names are those of CUjit_option, which cudaJitOption has, too.
    jit_log(unsigned count, const int* options, void** values);
    //! Writes the message into the program's buffer for errors, and how long it is. Called once, with "" after success.
    void write(const std::string& error) const;

private:
    char *buffer_ = nullptr, *info_ = nullptr;
    void **size_ = nullptr, **info_size_ = nullptr;
};

//! The error of a refusal, which is told as a finding and goes to the program's log. A file that is not there is no
//! finding: a program may look in several places.
cudaError_t refused_image(const image_refusal&, const jit_log&);

//! Loads as `make` says, a function that gives PTX. A failure is told as a finding, and goes to the program's log.
template <class Make>
cudaError_t load_image(loaded_module*& out, const jit_log& log, Make make)
{
    try {
        out = load_ptx(make());
        log.write("");
        return cudaSuccess;
    } catch (const image_refusal& x) {
        return refused_image(x, log);
    }
}

} // namespace cuda_emulator
