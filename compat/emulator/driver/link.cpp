// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuLink*: links PTX and fat binaries into one module. The output is not machine code but a fat binary with the linked
// PTX, for cuModuleLoadData.
#include "ptx/link.h"
#include "driver/call.h"
#include "ptx/assembly.h"
#include "ptx/parser.h"
#include "ptx/shared_symbols.h"
#include "runtime/image.h"
#include "runtime/unsupported.h"

#include <cstring>
#include <memory>
#include <set>

struct CUlinkState_st {
    std::vector<std::string> texts;
    cuda_emulator::ptx::shared_symbols symbols;
    cuda_emulator::jit_options options;
    unsigned inputs = 0;
    CUresult broken = CUDA_SUCCESS; //!< the error that ended the linking
    bool has_ended = false;         //!< cuLinkComplete was called
    bool is_complete = false;
    std::vector<char> result;
};

using namespace cuda_emulator;

namespace {

std::mutex states_mutex;
std::set<CUlinkState> states;

// Returns success if the program can use the linker. An H200 tests the handle before the context.
CUresult check(CUlinkState s)
{
    const CUresult e = check_current_context();
    if (e == CUDA_ERROR_NOT_INITIALIZED) return e;
    std::lock_guard lock(states_mutex);
    return states.count(s) ? e : CUDA_ERROR_INVALID_HANDLE;
}

// A further input after the end is another error than the one that ended the linking.
CUresult check_input(CUlinkState s, const void* data, CUjitInputType type, unsigned count, CUjit_option* options,
                     void** values)
{
    if (const CUresult e = check(s)) return e;
    if (s->has_ended) return CUDA_ERROR_INVALID_VALUE;
    if (s->broken) return s->broken;
    const bool is_valid = data && static_cast<unsigned>(type) < CU_JIT_NUM_INPUT_TYPES &&
                          jit_options::are_valid(count, reinterpret_cast<const int*>(options), values);
    return is_valid ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Returns an uncompressed fat binary with one entry. fatbin/fatbin.cpp documents the fields.
std::vector<char> packed(const std::string& ptx)
{
    constexpr std::size_t data_header = 16, entry_header = 0x50;
    const std::size_t payload = (ptx.size() + 8) / 8 * 8;
    std::vector<char> out(data_header + entry_header + payload);
    const auto put = [&](std::size_t at, auto value) { std::memcpy(&out[at], &value, sizeof value); };
    put(0, std::uint32_t{0xBA55ED50});
    put(4, std::uint16_t{1});
    put(6, std::uint16_t{data_header});
    put(8, std::uint64_t{entry_header + payload});
    put(data_header, std::uint16_t{1});
    put(data_header + 4, std::uint32_t{entry_header});
    put(data_header + 8, std::uint64_t{payload});
    put(data_header + 0x1c, std::uint32_t(context::instance().architecture()));
    std::memcpy(&out[data_header + entry_header], ptx.data(), ptx.size());
    return out;
}

// The last line of linked PTX. A GPU's linker writes machine code, which is no other kind of input.
constexpr char mark_of_linked[] = "// linked by cuLinkComplete\n";

bool is_machine_code(const std::string& bytes, const image_ptx& ptx)
{
    if (kind_of_image(bytes.data(), bytes.size()) == image_kind::machine_code) return true;
    const std::size_t length = sizeof mark_of_linked - 1;
    return ptx.kind == image_kind::fat_binary && ptx.text.size() >= length &&
           ptx.text.compare(ptx.text.size() - length, length, mark_of_linked) == 0;
}

// Returns an error that only fails the call, or with `ends` the linker.
CUresult refuse(CUlinkState s, const image_refusal& x, bool ends)
{
    const CUresult e = call_without_context([&] { return refused_image(x, s->options); });
    if (ends) s->broken = e;
    return e;
}

// Runs a step of the linker, and turns its exceptions into results.
template <class Step>
CUresult run_step(CUlinkState s, Step step)
{
    if (const CUresult e = call_without_context([] {
            CUDA_EMULATOR_ENTER();
            return cudaSuccess;
        }))
        return e;
    try {
        return step();
    } catch (const ptx::link_error& x) {
        return refuse(s, image_refusal(cudaErrorInvalidSource, x.what()), true);
    } catch (const image_refusal& x) {
        return refuse(s, x, false);
    } catch (const std::exception& x) {
        return refuse(s, image_refusal(cudaErrorInvalidPtx, x.what()), false);
    }
}

// A host's object may have code of the device, which the emulated device does not look for. Other bytes have none.
CUresult refuse_object(CUlinkState s, const std::string& bytes, const std::string& name)
{
    const bool is_archive = bytes.compare(0, 8, "!<arch>\n") == 0;
    if (!is_archive && kind_of_image(bytes.data(), bytes.size()) != image_kind::machine_code)
        return refuse(s,
                      image_refusal(cudaErrorUnknown, "'" + name + "' is no object",
                                    "fatal   : Could not find fatbin in '" + name + "'"),
                      false);
    // Without the object the result would lack code, so the linking ends here.
    return s->broken =
               static_cast<CUresult>(cuda_emulator_unsupported_driver("cuLinkAdd* of a host's object or library"));
}

CUresult add(CUlinkState s, CUjitInputType type, const std::string& bytes, const std::string& name)
{
    const bool is_text = kind_of_image(bytes.data(), bytes.size()) == image_kind::text;
    const bool is_ptx = is_text && ptx::begins_as_ptx(bytes);
    if (type == CU_JIT_INPUT_NVVM) { // an H200 without the compiler's library returns this error
        cuda_emulator_unsupported_driver("cuLinkAdd* of NVVM code");
        return s->broken = CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
    }
    if (type == CU_JIT_INPUT_LIBRARY && is_text && bytes.compare(0, 8, "!<arch>\n") != 0)
        return refuse(s, image_refusal(cudaErrorInvalidKernelImage, "'" + name + "' is no library", ""), false);
    if (type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY) return refuse_object(s, bytes, name);
    // The fat binary of cuLinkComplete passes as machine code.
    if (type == CU_JIT_INPUT_CUBIN && is_text)
        return refuse(s, image_refusal(cudaErrorInvalidKernelImage, "'" + name + "' is no machine code", ""), true);
    if (is_text && !is_ptx) { // an H200 reads a fat binary in two ways
        const std::string line = no_code_line, log = type == CU_JIT_INPUT_PTX ? line : line + "\n" + line;
        return refuse(s, image_refusal(cudaErrorInvalidKernelImage, "'" + name + "' is no code", log), false);
    }
    const image_ptx image = ptx_of_image(bytes.data(), bytes.size());
    const std::string& text = image.text;
    if (type != CU_JIT_INPUT_CUBIN && is_machine_code(bytes, image))
        return refuse(s, image_refusal(cudaErrorNoKernelImageForDevice, "'" + name + "' is machine code", ""), true);
    std::unique_ptr<ptx::module> m;
    assemble([&] {
        m = ptx::parse_module(text);
        const int target = s->options.target();
        const auto from = is_text ? ptx::origin::program : ptx::origin::compiler;
        ptx::check_target(*m, target ? target : context::instance().architecture(), from);
        ptx::check_code(*m, ptx::unit::part, is_system_function, from);
    });
    s->symbols.add(*m, name);
    s->texts.push_back(text);
    s->options.finish(); // the sizes of the logs are known after each input
    return CUDA_SUCCESS;
}

std::string empty_module()
{
    const int device = context::instance().architecture();
    return ".version " + std::string(device > 90 ? "9.0" : "7.8") + "\n.target sm_" + std::to_string(device) +
           "\n.address_size 64\n";
}

CUresult complete(CUlinkState s)
{
    s->symbols.check_complete(is_system_function);
    s->result = packed((s->texts.empty() ? empty_module() : ptx::link(s->texts)) + "\n" + mark_of_linked);
    s->is_complete = true;
    s->options.finish();
    return CUDA_SUCCESS;
}

} // namespace

extern "C" {

CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* out)
{
    if (const CUresult e = check_current_context()) return e;
    const auto* numbers = reinterpret_cast<const int*>(options);
    if (!out || !jit_options::are_valid(count, numbers, values)) return CUDA_ERROR_INVALID_VALUE;
    auto state = std::make_unique<CUlinkState_st>();
    state->options = jit_options(count, numbers, values);
    std::lock_guard lock(states_mutex);
    *out = state.release();
    states.insert(*out);
    return CUDA_SUCCESS;
}
CUresult cuLinkAddData(CUlinkState s, CUjitInputType type, void* data, std::size_t size, const char* name,
                       unsigned count, CUjit_option* options, void** values)
{
    if (const CUresult e = check_input(s, size ? data : nullptr, type, count, options, values)) return e;
    const std::string input = "Input " + std::to_string(++s->inputs);
    return run_step(
        s, [&] { return add(s, type, std::string(static_cast<const char*>(data), size), name ? name : input); });
}
CUresult cuLinkAddFile(CUlinkState s, CUjitInputType type, const char* path, unsigned count, CUjit_option* options,
                       void** values)
{
    if (const CUresult e = check_input(s, path, type, count, options, values)) return e;
    ++s->inputs;
    return run_step(s, [&] { return add(s, type, read_image(path), path); });
}
CUresult cuLinkComplete(CUlinkState s, void** code, std::size_t* size)
{
    if (const CUresult e = check(s)) return e;
    if (s->is_complete) return CUDA_ERROR_INVALID_HANDLE;
    if (s->broken) return s->broken;
    if (!code) return CUDA_ERROR_INVALID_VALUE;
    s->has_ended = true;
    CUresult e = run_step(s, [&] { return complete(s); });
    // Undefined names give this error if the log has other errors, too.
    if (e == CUDA_ERROR_INVALID_SOURCE && s->options.has_many_errors()) e = CUDA_ERROR_UNKNOWN;
    if (e != CUDA_SUCCESS) return s->broken = e;
    *code = s->result.data();
    if (size) *size = s->result.size();
    return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState s)
{
    std::lock_guard lock(states_mutex);
    if (!states.erase(s)) return CUDA_ERROR_INVALID_HANDLE;
    delete s;
    return CUDA_SUCCESS;
}

} // extern "C"
