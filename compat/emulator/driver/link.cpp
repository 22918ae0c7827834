// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuLink*: links PTX and fat binaries into one module. The output is not machine code but a fat binary with the linked
// PTX, for cuModuleLoadData.
#include "ptx/link.h"
#include "driver/call.h"
#include "ptx/parser.h"
#include "runtime/image.h"
#include "runtime/unsupported.h"

#include <cstring>
#include <memory>
#include <set>

struct CUlinkState_st {
    std::vector<std::string> texts;
    cuda_emulator::jit_log log;
    std::vector<char> result;
};

using namespace cuda_emulator;

namespace {

std::mutex states_mutex;
std::set<CUlinkState> states;

bool known(CUlinkState s)
{
    std::lock_guard lock(states_mutex);
    return states.count(s) != 0;
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

template <class Make>
CUresult add(CUlinkState s, CUjitInputType type, Make make)
{
    if (!known(s)) return CUDA_ERROR_INVALID_HANDLE;
    if (type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY || type == CU_JIT_INPUT_NVVM)
        return static_cast<CUresult>(cuda_emulator_unsupported_driver(
            type == CU_JIT_INPUT_NVVM ? "cuLinkAdd* of NVVM code" : "cuLinkAdd* of a host's object or library"));
    return call_runtime([&] {
        CUDA_EMULATOR_ENTER();
        try {
            std::string text = make();
            ptx::parse_module(text);
            s->texts.push_back(std::move(text));
            return cudaSuccess;
        } catch (const image_refusal& x) {
            return refused_image(x, s->log);
        } catch (const std::exception& x) {
            return refused_image(image_refusal(cudaErrorInvalidPtx, x.what()), s->log);
        }
    });
}

} // namespace

extern "C" {

CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* out)
{
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    std::lock_guard lock(states_mutex);
    *out = new CUlinkState_st{{}, jit_log(count, reinterpret_cast<const int*>(options), values), {}};
    states.insert(*out);
    return CUDA_SUCCESS;
}
CUresult cuLinkAddData(CUlinkState s, CUjitInputType type, void* data, std::size_t size, const char*, unsigned,
                       CUjit_option*, void**)
{
    if (!data || !size) return CUDA_ERROR_INVALID_VALUE;
    return add(s, type, [&] { return ptx_of_image(data, size); });
}
CUresult cuLinkAddFile(CUlinkState s, CUjitInputType type, const char* path, unsigned, CUjit_option*, void**)
{
    if (!path) return CUDA_ERROR_INVALID_VALUE;
    return add(s, type, [&] {
        const std::string bytes = read_image(path);
        return ptx_of_image(bytes.data(), bytes.size());
    });
}
CUresult cuLinkComplete(CUlinkState s, void** code, std::size_t* size)
{
    if (!known(s)) return CUDA_ERROR_INVALID_HANDLE;
    if (!code || s->texts.empty()) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] {
        CUDA_EMULATOR_ENTER();
        try {
            s->result = packed(ptx::link(s->texts));
        } catch (const std::exception& x) {
            return refused_image(image_refusal(cudaErrorInvalidPtx, x.what()), s->log);
        }
        s->log.write("");
        *code = s->result.data();
        if (size) *size = s->result.size();
        return cudaSuccess;
    });
}
CUresult cuLinkDestroy(CUlinkState s)
{
    std::lock_guard lock(states_mutex);
    if (!states.erase(s)) return CUDA_ERROR_INVALID_HANDLE;
    delete s;
    return CUDA_SUCCESS;
}

} // extern "C"
