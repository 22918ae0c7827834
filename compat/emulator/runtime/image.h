// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that a program loads: PTX text or a fat binary, in memory or in a file. cudaLibrary*, cuModule* and cuLink*
// share these functions.
#pragma once

#include "runtime/context.h"

#include <stdexcept>

namespace cuda_emulator {

//! The reason why an image cannot be loaded, with the error to return.
struct image_refusal : std::runtime_error {
    image_refusal(cudaError_t code, const std::string& why)
        : std::runtime_error(why)
        , code(code)
    {
    }
    cudaError_t code;
};

//! Returns the PTX of an image. With `size` 0, the header or the text's end gives the length. Throws image_refusal.
std::string ptx_of_image(const void* image, std::size_t size = 0);
//! Reads a file. Throws image_refusal.
std::string read_image(const char* path);

//! Makes a module of PTX and decodes every function, so that errors show now. Throws image_refusal.
loaded_module* load_ptx(std::string text);

//! The options of a load. Only the options for messages have an effect.
class jit_log {
public:
    //! `options` holds values of CUjit_option. cudaJitOption uses the same values.
    jit_log(unsigned count, const int* options, void** values);
    //! Writes the message and its length to the program's error buffer. Must be called once, with "" after success.
    void write(const std::string& error) const;

private:
    char *buffer_ = nullptr, *info_ = nullptr;
    void **size_ = nullptr, **info_size_ = nullptr;
};

//! Returns the error of a refusal. Reports a finding, and writes the reason to the program's log. A missing file is not
//! a finding, because a program may search several places.
cudaError_t refused_image(const image_refusal&, const jit_log&);

//! Loads the PTX that `make` returns. Reports a failure as a finding and in the program's log.
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
