// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/image.h"

#include "fatbin/machine_code.h"
#include "ptx/assembly.h"
#include "ptx/link.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <iterator>

namespace cuda_emulator {

namespace {

constexpr char elf_magic[] = {0x7f, 'E', 'L', 'F'};
constexpr std::uint32_t wrapper_magic = 0x466243b1;

bool begins_with(const void* image, const void* what, std::size_t size, std::size_t available)
{
    return available >= size && std::memcmp(image, what, size) == 0;
}

std::string ptx_of_entries(const std::vector<fatbin::entry>& entries)
{
    const int device = context::instance().architecture();
    if (const fatbin::entry* e = fatbin::choose(entries, device)) return fatbin::text_of(*e);
    if (!entries.empty() && std::all_of(entries.begin(), entries.end(), [](const auto& e) { return e.tile; }))
        throw image_refusal(cudaErrorNoKernelImageForDevice,
                            std::string("the fat binary carries no PTX: ") + fatbin::only_tile_code);
    throw image_refusal(cudaErrorNoKernelImageForDevice,
                        entries.empty() ? "the fat binary carries no PTX: build it with -gencode "
                                          "arch=compute_XX,code=compute_XX"
                                        : "the fat binary carries PTX only for architectures above " +
                                              std::to_string(device) + ", which CUDA_EMULATOR_ARCH sets");
}

// A load from memory does not say the size of machine code. Its headers are trusted then, as the driver does.
std::string ptx_of_machine_code(const void* image, std::size_t size)
{
    std::vector<std::string> texts = fatbin::ptx_of_machine_code(image, size ? size : SIZE_MAX);
    if (texts.empty())
        throw image_refusal(cudaErrorNoKernelImageForDevice,
                            "machine code (a cubin) cannot run here: load PTX, a fat binary with PTX, or machine code "
                            "that was compiled with -lineinfo, which keeps its PTX");
    return texts.size() == 1 ? std::move(texts.front()) : ptx::link(texts);
}

} // namespace

image_kind kind_of_image(const void* image, std::size_t size)
{
    // PTX text ends with a zero byte.
    const std::size_t known = size ? size : ::strnlen(static_cast<const char*>(image), sizeof elf_magic);
    if (begins_with(image, elf_magic, sizeof elf_magic, known)) return image_kind::machine_code;
    const bool is_wrapper = begins_with(image, &wrapper_magic, sizeof wrapper_magic, known);
    return is_wrapper || (known >= 4 && fatbin::size_of_data(image)) ? image_kind::fat_binary : image_kind::text;
}

image_ptx ptx_of_image(const void* image, std::size_t size)
{
    const image_kind kind = kind_of_image(image, size);
    try {
        if (kind == image_kind::machine_code) return {ptx_of_machine_code(image, size), kind};
        if (kind == image_kind::fat_binary) {
            const std::size_t bytes = fatbin::size_of_data(image);
            return {ptx_of_entries(bytes ? fatbin::entries_of_data(image, size ? size : bytes)
                                         : fatbin::entries_of_wrapper(image)),
                    kind};
        }
    } catch (const image_refusal&) {
        throw;
    } catch (const std::exception& x) {
        throw image_refusal(cudaErrorInvalidKernelImage, x.what());
    }
    const auto* text = static_cast<const char*>(image);
    std::string ptx = size ? std::string(text, ::strnlen(text, size)) : std::string(text);
    if (ptx.empty()) throw image_refusal(cudaErrorInvalidKernelImage, "the image is empty");
    return {std::move(ptx), kind};
}

std::string read_image(const char* path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw image_refusal(cudaErrorFileNotFound, std::string("no file '") + path + "'");
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.empty()) throw image_refusal(cudaErrorInvalidKernelImage, std::string("'") + path + "' is empty");
    return bytes;
}

void assemble(const std::function<void()>& parse)
{
    try {
        parse();
    } catch (const ptx::assembly_error& x) {
        throw image_refusal(x.is_version ? cudaErrorUnsupportedPtxVersion : cudaErrorInvalidPtx, x.what(), x.log);
    } catch (const ptx::syntax_error& x) {
        throw image_refusal(cudaErrorInvalidPtx, x.what(), ptx::assembler_log(x));
    } catch (const image_refusal&) {
        throw;
    } catch (const std::exception& x) {
        throw image_refusal(cudaErrorInvalidPtx, x.what(), x.what());
    }
}

loaded_module* load_ptx(image_ptx image, jit_options& options, loading how)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    const int device = c.architecture();
    const int target = options.target() ? options.target() : device;
    // The linker has found each function of machine code. What has no PTX is an error at the launch.
    bool (*provides)(std::string_view) = is_system_function;
    if (image.kind == image_kind::machine_code) provides = [](std::string_view) { return true; };
    const bool is_ptx = ptx::begins_as_ptx(image.text);
    auto m = loaded_module::of_text(std::move(image.text));
    bool fits_device = false;
    try {
        if (!is_ptx)
            throw image_refusal(cudaErrorInvalidKernelImage,
                                "the image is neither PTX nor a fat binary nor machine code", no_code_line);
        const auto from = image.kind == image_kind::text ? ptx::origin::program : ptx::origin::compiler;
        assemble([&] { ptx::check_target(m->load(), target, from); });
        fits_device = true;
        assemble([&] { ptx::check_code(m->load(), ptx::unit::whole, provides, from); });
    } catch (const image_refusal& x) {
        m->free_variables();
        if (how == loading::at_once) throw;
        // Each use reports the mistake. The load does so, too, if the program may never use the code.
        if (!fits_device || options.has_error_log()) c.print_finding(x.what());
        options.add_error(x.log);
        m = std::make_shared<loaded_module>(std::string(x.what()), x.code);
    }
    // PTX becomes machine code for the target, which runs only on later devices of the same generation.
    if (image.kind != image_kind::machine_code && (target > device || target / 10 != device / 10)) {
        m->free_variables();
        throw image_refusal(cudaErrorInvalidSource, "CU_JIT_TARGET asks for sm_" + std::to_string(target) +
                                                        ", and the device is of sm_" + std::to_string(device) +
                                                        ", which CUDA_EMULATOR_ARCH sets");
    }
    // A driver's call has made a context before, or needs none.
    if (!in_driver_call) c.activate();
    c.modules.push_back(std::move(m));
    return c.modules.back().get();
}

cudaError_t refused_image(const image_refusal& x, jit_options& options)
{
    if (x.code != cudaErrorFileNotFound) context::instance().print_finding(x.what());
    options.add_error(x.log);
    options.finish();
    return record(x.code);
}

} // namespace cuda_emulator
