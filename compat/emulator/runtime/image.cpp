// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/image.h"

#include "fatbin/machine_code.h"
#include "ptx/link.h"
#include "ptx/parser.h"

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

std::string ptx_of_image(const void* image, std::size_t size)
{
    // The first bytes identify the kind of image. PTX text ends with a zero byte.
    const std::size_t known = size ? size : ::strnlen(static_cast<const char*>(image), sizeof elf_magic);
    try {
        if (begins_with(image, elf_magic, sizeof elf_magic, known)) return ptx_of_machine_code(image, size);
        if (begins_with(image, &wrapper_magic, sizeof wrapper_magic, known))
            return ptx_of_entries(fatbin::entries_of_wrapper(image));
        if (known >= 4 && fatbin::size_of_data(image))
            return ptx_of_entries(fatbin::entries_of_data(image, size ? size : fatbin::size_of_data(image)));
    } catch (const image_refusal&) {
        throw;
    } catch (const std::exception& x) {
        throw image_refusal(cudaErrorInvalidKernelImage, x.what());
    }
    const auto* text = static_cast<const char*>(image);
    std::string ptx = size ? std::string(text, ::strnlen(text, size)) : std::string(text);
    if (ptx.empty()) throw image_refusal(cudaErrorInvalidKernelImage, "the image is empty");
    return ptx;
}

std::string read_image(const char* path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw image_refusal(cudaErrorFileNotFound, std::string("no file '") + path + "'");
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.empty()) throw image_refusal(cudaErrorInvalidKernelImage, std::string("'") + path + "' is empty");
    return bytes;
}

loaded_module* load_ptx(std::string text)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    auto m = loaded_module::of_text(std::move(text));
    try {
        const ptx::module& parsed = m->load();
        const int device = c.architecture();
        if (parsed.target > device) {
            m->free_variables();
            throw image_refusal(cudaErrorInvalidPtx, "the PTX is for sm_" + std::to_string(parsed.target) +
                                                         ", and the device is of sm_" + std::to_string(device) +
                                                         ", which CUDA_EMULATOR_ARCH sets");
        }
        for (const ptx::function& f : parsed.functions)
            if (f.has_body) parse_body(parsed, f);
    } catch (const image_refusal&) {
        throw;
    } catch (const std::exception& x) {
        m->free_variables();
        throw image_refusal(cudaErrorInvalidPtx, x.what());
    }
    c.activate();
    c.modules.push_back(std::move(m));
    return c.modules.back().get();
}

cudaError_t refused_image(const image_refusal& x, const jit_log& log)
{
    if (x.code != cudaErrorFileNotFound) context::instance().print_finding(x.what());
    log.write(x.what());
    return record(x.code);
}

jit_log::jit_log(unsigned count, const int* options, void** values)
{
    for (unsigned k = 0; options && values && k < count; ++k) {
        if (options[k] == CU_JIT_ERROR_LOG_BUFFER) buffer_ = static_cast<char*>(values[k]);
        if (options[k] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) size_ = &values[k];
        if (options[k] == CU_JIT_INFO_LOG_BUFFER) info_ = static_cast<char*>(values[k]);
        if (options[k] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) info_size_ = &values[k];
    }
}

void jit_log::write(const std::string& error) const
{
    // The option value is the number itself, not a pointer. It holds the buffer's size first, and the written length
    // afterwards.
    const auto put = [](char* buffer, void** size, const std::string& text) {
        const auto room = size ? reinterpret_cast<std::uintptr_t>(*size) : 0;
        if (!buffer || room == 0) return;
        const std::size_t length = std::min<std::size_t>(text.size(), room - 1);
        std::memcpy(buffer, text.data(), length);
        buffer[length] = '\0';
        *size = reinterpret_cast<void*>(length);
    };
    put(buffer_, size_, error);
    put(info_, info_size_, "");
}

} // namespace cuda_emulator
