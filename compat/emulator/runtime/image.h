// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that a program loads: PTX text or a fat binary, in memory or in a file. cudaLibrary*, cuModule* and cuLink*
// share these functions.
#pragma once

#include "runtime/context.h"
#include "runtime/jit_options.h"

#include <functional>
#include <stdexcept>

namespace cuda_emulator {

//! The reason why an image cannot be loaded, with the error to return, and with the lines for the program's log.
struct image_refusal : std::runtime_error {
    image_refusal(cudaError_t code, const std::string& why)
        : image_refusal(code, why, why)
    {
    }
    image_refusal(cudaError_t code, const std::string& why, std::string log)
        : std::runtime_error(why)
        , code(code)
        , log(std::move(log))
    {
    }
    cudaError_t code;
    std::string log;
};

//! The line that an H200's driver logs about bytes that are no code.
inline constexpr char no_code_line[] = "error   : Binary format for key='0', ident='' is not recognized";

enum class image_kind { text, fat_binary, machine_code };
//! The kind of an image, by its first bytes. With `size` 0 it ends with a zero byte.
image_kind kind_of_image(const void* image, std::size_t size = 0);

struct image_ptx {
    std::string text;
    image_kind kind;
};
//! Returns the PTX of an image. With `size` 0, the header or the text's end gives the length. Throws image_refusal.
image_ptx ptx_of_image(const void* image, std::size_t size = 0);
//! Reads a file. Throws image_refusal.
std::string read_image(const char* path);

//! Calls a function that parses PTX. Turns its errors into an image_refusal with the log of a GPU's driver.
void assemble(const std::function<void()>&);

//! A text that does not assemble is refused, or it is an error at the first use, as in a library. The error log has the
//! reason in both cases.
enum class loading { at_once, lazy };

//! Makes a module of PTX and decodes every function, so that errors show now. Throws image_refusal.
loaded_module* load_ptx(image_ptx, jit_options&, loading);

//! Returns the error of a refusal. Reports a finding, and writes the reason to the program's log. A missing file is not
//! a finding, because a program may search several places.
cudaError_t refused_image(const image_refusal&, jit_options&);

//! Loads the PTX that `make` returns. Reports a failure as a finding and in the program's log.
template <class Make>
cudaError_t load_image(loaded_module*& out, jit_options& options, loading how, Make make)
{
    try {
        out = load_ptx(make(), options, how);
        options.finish();
        return cudaSuccess;
    } catch (const image_refusal& x) {
        return refused_image(x, options);
    }
}

} // namespace cuda_emulator
