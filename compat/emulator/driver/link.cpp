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
    CUresult broken = CUDA_SUCCESS; //!< the error that ended the linking
    bool is_complete = false;
    std::vector<char> result;
};

using namespace cuda_emulator;

namespace {

std::mutex states_mutex;
std::set<CUlinkState> states;

// Returns success if the program can use the linker.
CUresult check(CUlinkState s)
{
    if (const CUresult e = check_current_context()) return e;
    std::lock_guard lock(states_mutex);
    return states.count(s) != 0 && !s->is_complete ? s->broken : CUDA_ERROR_INVALID_HANDLE;
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

bool is_input_type(CUjitInputType t) { return static_cast<unsigned>(t) < CU_JIT_NUM_INPUT_TYPES; }

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
    if (type == CU_JIT_INPUT_NVVM)
        return s->broken = static_cast<CUresult>(cuda_emulator_unsupported_driver("cuLinkAdd* of NVVM code"));
    if (type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY) return refuse_object(s, bytes, name);
    // The fat binary of cuLinkComplete passes as machine code.
    if (type == CU_JIT_INPUT_CUBIN && kind_of_image(bytes.data(), bytes.size()) == image_kind::text)
        return refuse(s, image_refusal(cudaErrorInvalidKernelImage, "'" + name + "' is no machine code", ""), true);
    std::string text = ptx_of_image(bytes.data(), bytes.size()).text;
    std::unique_ptr<ptx::module> m;
    assemble([&] {
        if (!ptx::begins_as_ptx(text))
            throw ptx::syntax_error(1, "Missing .version directive at start of file 'application ptx input'");
        m = ptx::parse_module(text);
        const int target = s->options.target();
        ptx::check_target(*m, target ? target : context::instance().architecture());
        ptx::check_code(*m, ptx::unit::part, is_system_function);
    });
    s->symbols.add(*m, name);
    s->texts.push_back(std::move(text));
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
    s->result = packed(s->texts.empty() ? empty_module() : ptx::link(s->texts));
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
    if (const CUresult e = check(s)) return e;
    if (!data || !size || !is_input_type(type) ||
        !jit_options::are_valid(count, reinterpret_cast<const int*>(options), values))
        return CUDA_ERROR_INVALID_VALUE;
    return run_step(s,
                    [&] { return add(s, type, std::string(static_cast<const char*>(data), size), name ? name : ""); });
}
CUresult cuLinkAddFile(CUlinkState s, CUjitInputType type, const char* path, unsigned count, CUjit_option* options,
                       void** values)
{
    if (const CUresult e = check(s)) return e;
    if (!path || !is_input_type(type) || !jit_options::are_valid(count, reinterpret_cast<const int*>(options), values))
        return CUDA_ERROR_INVALID_VALUE;
    return run_step(s, [&] { return add(s, type, read_image(path), path); });
}
CUresult cuLinkComplete(CUlinkState s, void** code, std::size_t* size)
{
    if (const CUresult e = check(s)) return e;
    if (!code) return CUDA_ERROR_INVALID_VALUE;
    const CUresult e = run_step(s, [&] { return complete(s); });
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
