// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the source line of an instruction.
//
// Intrinsics are functions of CUDA's headers, which nvcc inlines. A finding there would name a line that the user did
// not write. With -lineinfo each place has the place of its call. So a finding can name the innermost place in the
// program itself.
#include "ptx/source_line.h"

namespace cuda_emulator::ptx {

namespace {

// Recognises headers of the toolkit and of compat by the path after its last "include". CCCL may also be a folder of
// its own.
bool is_library(std::string_view path)
{
    if (path.find("/cub/cub/") != path.npos || path.find("/thrust/thrust/") != path.npos) return true;
    constexpr std::string_view folder = "/include/";
    const std::size_t at = path.rfind(folder);
    if (at == path.npos) return false;
    const std::string_view name = path.substr(at + folder.size());
    for (std::string_view beginning : {"crt/",
                                       "cccl/",
                                       "cub/",
                                       "thrust/",
                                       "cuda/",
                                       "nv/",
                                       "cooperative_groups",
                                       "cuda_awbarrier",
                                       "cuda_bf",
                                       "cuda_fp",
                                       "cuda_legacy",
                                       "cuda_pipeline",
                                       "cuda_runtime",
                                       "device_atomic",
                                       "device_functions",
                                       "math_functions",
                                       "mma.h",
                                       "shims/",
                                       "sm_",
                                       "surface_functions",
                                       "surface_indirect",
                                       "texture_fetch",
                                       "texture_indirect",
                                       "vector_functions"})
        if (name.substr(0, beginning.size()) == beginning) return true;
    return false;
}

} // namespace

std::string file_of(const module& m, const source_location& at)
{
    const auto file = m.files.find(at.file);
    return file == m.files.end() ? "file " + std::to_string(at.file) : file->second;
}

int told_source(const module& m, const function_body& body, int source)
{
    for (int at = source; at >= 0; at = body.sources[static_cast<std::size_t>(at)].caller)
        if (!is_library(file_of(m, body.sources[static_cast<std::size_t>(at)]))) return at;
    return source;
}

std::string module::source_line(const function_body& body, int source) const
{
    const source_location& told = body.sources[static_cast<std::size_t>(told_source(*this, body, source))];
    return file_of(*this, told) + ":" + std::to_string(told.line);
}

} // namespace cuda_emulator::ptx
