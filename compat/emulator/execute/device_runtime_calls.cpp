// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the arguments of libcudadevrt's calls, and hands them to the launch's device_runtime. The functions that a
// kernel calls, as cudaMemcpyAsync, have bodies in libcudadevrt, and call these.
#include "execute/device_runtime_calls.h"

#include "check/findings.h"
#include "check/global_races.h"
#include "machine/block.h"
#include "machine/device_runtime.h"
#include "machine/fault.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>

namespace cuda_emulator {

namespace {

// The arguments and the result of a lane's call.
class lane_call {
public:
    lane_call(warp& w, const instruction& i, const call_info& call, int lane, char* frame)
        : w_(w)
        , i_(i)
        , call_(call)
        , lane_(lane)
        , frame_(frame)
    {
    }
    device_runtime& runtime() const { return *w_.grid->runtime; }
    std::uint32_t& last_error() const
    {
        return runtime().last_error(w_.owner->linear_index, w_.index * warp_size + static_cast<unsigned>(lane_));
    }
    template <class T>
    T argument(std::size_t k) const
    {
        T value{};
        if (k < call_.arguments.size())
            std::memcpy(&value, frame_ + call_.arguments[k].offset,
                        std::min<std::size_t>(sizeof value, call_.arguments[k].size));
        return value;
    }
    void result(std::uint64_t value) const
    {
        if (call_.results.empty()) return;
        const parameter_slot& to = call_.results[0];
        std::memcpy(frame_ + to.offset, &value, std::min<std::size_t>(sizeof value, to.size));
    }
    void result(device_runtime_error e) const { result(static_cast<std::uint64_t>(e)); }
    // Writes a value through the pointer that is argument k: to the stack of the lane, or to the device's memory.
    template <class T>
    void store(std::size_t k, T value) const
    {
        const auto to = argument<std::uint64_t>(k);
        device_memory::found found;
        if (!on_stack(to, sizeof value) && !device_memory::instance().find_live(to, sizeof value, found))
            fault(w_, i_, lane_, device_error::illegal_address, "the device runtime writes where no memory is");
        std::memcpy(reinterpret_cast<void*>(to), &value, sizeof value);
        device_memory::instance().wrote(reinterpret_cast<void*>(to), sizeof value);
    }
    // Reads what argument k points to.
    template <class T>
    T load(std::size_t k) const
    {
        const auto from = argument<std::uint64_t>(k);
        device_memory::found found;
        if (!on_stack(from, sizeof(T)) && !device_memory::instance().find_live(from, sizeof(T), found))
            fault(w_, i_, lane_, device_error::illegal_address, "the device runtime reads where no memory is");
        T value{};
        std::memcpy(&value, reinterpret_cast<const void*>(from), sizeof value);
        return value;
    }
    // The call is in libcudadevrt, which has no source lines. So the text makes the key.
    void report(const std::string& text) const
    {
        add_finding(*w_.owner, "launch " + std::string(w_.grid->code->kernel->source->name) + text,
                    place_of(w_, i_, lane_) + ": " + text);
    }
    void forget_races(std::uint64_t at, std::uint64_t bytes) const
    {
        if (w_.races) w_.races->forget(at, bytes);
    }

private:
    bool on_stack(std::uint64_t at, std::size_t bytes) const
    {
        const auto first = reinterpret_cast<std::uint64_t>(w_.stack + std::size_t(w_.stack_stride) * lane_);
        return at >= first && at - first <= w_.stack_stride - bytes;
    }

    warp& w_;
    const instruction& i_;
    const call_info& call_;
    const int lane_;
    char* const frame_;
};

void get_parameter_buffer(const lane_call& c)
{
    c.result(c.runtime().parameter_buffer(c.argument<std::uint64_t>(0), c.argument<dimensions>(1),
                                          c.argument<dimensions>(2), c.argument<std::uint32_t>(3)));
}

void launch_device(const lane_call& c)
{
    c.result(c.runtime().launch(c.argument<std::uint64_t>(0), c.argument<std::uint64_t>(1)));
}

void get_parameter_buffer_of_size(const lane_call& c)
{
    c.result(c.runtime().parameter_buffer(c.argument<std::uint32_t>(1)));
}

void launch_device_with_buffer(const lane_call& c)
{
    std::string mistake;
    c.result(c.runtime().launch(c.argument<std::uint64_t>(0), c.argument<std::uint64_t>(1), c.load<dimensions>(2),
                                c.load<dimensions>(3), c.argument<std::uint32_t>(4), c.argument<std::uint64_t>(5),
                                mistake));
    if (!mistake.empty()) c.report(mistake);
}

void get_last_error(const lane_call& c) { c.result(c.last_error()); }

// libcudadevrt returns to its caller what this function returns.
void set_last_error(const lane_call& c) { c.result(c.last_error() = c.argument<std::uint32_t>(0)); }

void create_handle(const lane_call& c)
{
    c.store(0, c.runtime().new_handle());
    c.result(device_runtime_error::none);
}

void succeed(const lane_call& c) { c.result(device_runtime_error::none); }

// The number of the device, or a configuration that has no effect.
void get_zero(const lane_call& c)
{
    c.store(0, std::uint32_t{0});
    c.result(device_runtime_error::none);
}

void get_device_count(const lane_call& c)
{
    c.store(0, std::uint32_t{1});
    c.result(device_runtime_error::none);
}

void get_attribute(const lane_call& c)
{
    int value = 0;
    const device_runtime_error e = c.runtime().attribute(c.argument<std::uint32_t>(1), c.argument<int>(2), value);
    if (e == device_runtime_error::none) c.store(0, value);
    c.result(e);
}

void get_limit(const lane_call& c)
{
    std::uint64_t value = 0;
    const device_runtime_error e = c.runtime().limit(c.argument<std::uint32_t>(1), value);
    if (e == device_runtime_error::none) c.store(0, value);
    c.result(e);
}

void get_occupancy(const lane_call& c)
{
    int blocks = 0;
    const device_runtime_error e =
        c.runtime().occupancy(c.argument<std::uint64_t>(1), c.argument<int>(2), c.argument<std::uint64_t>(3), blocks);
    if (e == device_runtime_error::none) c.store(0, blocks);
    c.result(e);
}

void get_function_attribute(const lane_call& c)
{
    int value = 0;
    const device_runtime_error e =
        c.runtime().function_attribute(c.argument<std::uint64_t>(2), c.argument<std::uint32_t>(1), value);
    if (e == device_runtime_error::none) c.store(0, value);
    c.result(e);
}

struct function {
    std::string_view name; // behind the prefix
    void (*call)(const lane_call&);
};

constexpr std::string_view prefix = "__cuda_syscall_cnpv2";
constexpr function functions[] = {
    {"GetParameterBufferV2", get_parameter_buffer},
    {"LaunchDeviceV2", launch_device},
    {"GetParameterBuffer", get_parameter_buffer_of_size},
    {"LaunchDevice", launch_device_with_buffer},
    {"GetLastError", get_last_error},
    {"SetLastError", set_last_error},
    {"StreamCreate", create_handle},
    {"StreamDestroy", succeed},
    {"StreamWaitEvent", succeed},
    {"EventCreate", create_handle},
    {"EventRecord", succeed},
    {"EventDestroy", succeed},
    {"GetDevice", get_zero},
    {"GetDeviceCount", get_device_count},
    {"DeviceGetAttribute", get_attribute},
    {"GetLimit", get_limit},
    {"GetCacheConfig", get_zero},
    {"GetSharedMemConfig", get_zero},
    {"MaxActiveBlocksPerMultiprocessor", get_occupancy},
    {"MaxActiveBlocksPerMultiprocessorWithFlags", get_occupancy},
    {"FuncGetAttribute", get_function_attribute},
};

} // namespace

std::uint8_t device_runtime_function(std::string_view name)
{
    if (name.substr(0, prefix.size()) != prefix) return 0;
    name.remove_prefix(prefix.size());
    const auto at =
        std::find_if(std::begin(functions), std::end(functions), [&](const function& f) { return f.name == name; });
    return at == std::end(functions) ? 0 : static_cast<std::uint8_t>(at - std::begin(functions) + 1);
}

void call_device_runtime(warp& w, const instruction& i, const call_info& call, int lane, char* frame)
{
    functions[call.device_function - 1].call(lane_call(w, i, call, lane, frame));
}

} // namespace cuda_emulator
