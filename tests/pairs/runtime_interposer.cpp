// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime_interposer.hpp"

#include "timing_start.hpp"

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

namespace pairs {
namespace {

struct timed_launch {
    cudaEvent_t start, stop;
};

std::mutex mutex;
bool poisoning = false;
unsigned char poison = 0;
int live = 0;
int allocations_left = -1; // until one fails; negative: none fails
int allocations_failed = 0;
bool copies_fail = false, launches_fail = false;
int copies_failed = 0, launches_failed = 0;
std::atomic<bool> first_alone{false}; // read both with and without the mutex
std::atomic<int> launches_so_far{0};  // while first_alone
std::mutex notes;                     // a separate mutex, because calls are noted under the other one
bool noting = false;
std::string noted;
std::vector<std::size_t> threads_noted; // of each launch
bool timing = false;
std::vector<timed_launch> timed_launches;
std::atomic<bool> host_waited{true};                // since the last launch that was timed
std::vector<replaced_attributes::value> attributes; // in place of the devices' own
int launches_not_counted = -1;                      // before counting begins; negative: it has begun, or is off

template <class Function>
Function* next(const char* name)
{
    void* const function = dlsym(RTLD_NEXT, name);
    if (!function) throw std::runtime_error{std::string{"the runtime library has no "} + name};
    return reinterpret_cast<Function*>(function);
}

// Tells whether the current allocation must fail.
bool allocation_fails()
{
    const std::lock_guard<std::mutex> lock{mutex};
    if (allocations_left == 0) {
        allocations_failed++;
        return true;
    }
    if (allocations_left > 0) allocations_left--;
    return false;
}

// Tells whether the current copy, or the current launch, must fail.
bool copy_fails(cudaMemcpyKind kind)
{
    const std::lock_guard<std::mutex> lock{mutex};
    if (!copies_fail || kind != cudaMemcpyDeviceToHost) return false;
    copies_failed++;
    return true;
}

bool launch_fails()
{
    const std::lock_guard<std::mutex> lock{mutex};
    launches_failed += launches_fail;
    return launches_fail;
}

// Tells whether the current launch must be left out, because the only wanted one has run.
bool is_left_out() { return first_alone && launches_so_far++ > 0; }

bool first_has_been() { return first_alone && launches_so_far > 0; }

// Arguments that make the runtime itself refuse, and set its last error: an unknown direction, and more threads than
// any device allows in a block.
constexpr auto no_direction = static_cast<cudaMemcpyKind>(-1);
constexpr unsigned too_many_threads = 1025;

// A size that no device has. So the failure is the runtime's own, with its last error.
constexpr std::size_t too_much = std::size_t{1} << 60;

// An array of this size has no valid shape. So plain memory is requested instead.
cudaError_t no_memory_for_an_array()
{
    void* none;
    return next<cudaError_t(void**, std::size_t)>("cudaMalloc")(&none, too_much);
}

// Counts an allocation that has succeeded or has been freed.
cudaError_t come(cudaError_t error)
{
    const std::lock_guard<std::mutex> lock{mutex};
    live += error == cudaSuccess;
    return error;
}

cudaError_t gone(const void* pointer, cudaError_t error)
{
    const std::lock_guard<std::mutex> lock{mutex};
    live -= pointer && error == cudaSuccess;
    return error;
}

// Replaces the device's value of an attribute, if there is a replacement.
template <class Value>
void replace(cudaDeviceAttr which, Value* value)
{
    const std::lock_guard<std::mutex> lock{mutex};
    for (const auto& [attribute, instead] : attributes)
        if (attribute == which) *value = static_cast<Value>(instead);
}

void note_threads(dim3 grid, dim3 block)
{
    const auto all = [](dim3 of) { return std::size_t{of.x} * of.y * of.z; };
    const std::lock_guard<std::mutex> lock{notes};
    if (noting) threads_noted.push_back(all(grid) * all(block));
}

// Precedes a launch that is timed. If the host has waited since the last launch, the cache is emptied; kernels that
// follow each other use what the previous one left there. Then the stream is kept busy for some 30 microseconds at 2
// GHz. The emulated device has no times, so nothing is done.
void start_timing(cudaStream_t stream)
{
    const bool first = host_waited.exchange(false);
    if (cuda_emulator()) return;
    static const timing_calls calls{
        next<cudaError_t(void**, size_t)>("cudaMalloc"),
        next<cudaError_t(const void*, dim3, dim3, void**, size_t, cudaStream_t)>("cudaLaunchKernel")};
    // If there is no memory for this, the cache stays as it is. The error does not concern the program.
    if (first && empty_cache(stream, calls) != cudaSuccess) cudaGetLastError();
    keep_busy(stream, 60'000, calls);
}

// Records events around a launch. A stream that is being captured is left alone.
template <class Launch>
cudaError_t observed(dim3 grid, dim3 block, cudaStream_t stream, Launch launch)
{
    note_call("launch");
    note_threads(grid, block);
    if (is_left_out()) return cudaSuccess;
    {
        const std::lock_guard<std::mutex> lock{mutex};
        if (launches_not_counted >= 0 && launches_not_counted-- == 0) cuda_emulator_start_counting();
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        if (!timing || cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone)
            return launch();
    }
    timed_launch one{};
    cudaEventCreate(&one.start);
    cudaEventCreate(&one.stop);
    start_timing(stream);
    static const auto record = next<cudaError_t(cudaEvent_t, cudaStream_t)>("cudaEventRecord"); // is not noted
    record(one.start, stream);
    const cudaError_t error = launch();
    record(one.stop, stream);
    const std::lock_guard<std::mutex> lock{mutex};
    timed_launches.push_back(one);
    return error;
}

} // namespace

poisoned_allocations::poisoned_allocations(unsigned char byte)
{
    const std::lock_guard<std::mutex> lock{mutex};
    poisoning = true;
    poison = byte;
}

poisoned_allocations::~poisoned_allocations()
{
    const std::lock_guard<std::mutex> lock{mutex};
    poisoning = false;
}

failing_allocations::failing_allocations(int after)
{
    const std::lock_guard<std::mutex> lock{mutex};
    allocations_left = after;
    allocations_failed = 0;
}

failing_allocations::~failing_allocations()
{
    const std::lock_guard<std::mutex> lock{mutex};
    allocations_left = -1;
}

int failing_allocations::failed() const
{
    const std::lock_guard<std::mutex> lock{mutex};
    return allocations_failed;
}

failing_copies::failing_copies()
{
    const std::lock_guard<std::mutex> lock{mutex};
    copies_fail = true;
    copies_failed = 0;
}

failing_copies::~failing_copies()
{
    const std::lock_guard<std::mutex> lock{mutex};
    copies_fail = false;
}

int failing_copies::failed() const
{
    const std::lock_guard<std::mutex> lock{mutex};
    return copies_failed;
}

failing_launches::failing_launches()
{
    const std::lock_guard<std::mutex> lock{mutex};
    launches_fail = true;
    launches_failed = 0;
}

failing_launches::~failing_launches()
{
    const std::lock_guard<std::mutex> lock{mutex};
    launches_fail = false;
}

int failing_launches::failed() const
{
    const std::lock_guard<std::mutex> lock{mutex};
    return launches_failed;
}

first_kernel_alone::first_kernel_alone()
{
    launches_so_far = 0;
    first_alone = true;
}

first_kernel_alone::~first_kernel_alone() { first_alone = false; }

int first_kernel_alone::left_out() const { return launches_so_far > 0 ? launches_so_far - 1 : 0; }

call_order::call_order()
{
    const std::lock_guard<std::mutex> lock{notes};
    noting = true;
    noted.clear();
    threads_noted.clear();
}

call_order::~call_order()
{
    const std::lock_guard<std::mutex> lock{notes};
    noting = false;
}

std::string call_order::words() const
{
    const std::lock_guard<std::mutex> lock{notes};
    return noted;
}

std::vector<std::size_t> call_order::threads() const
{
    const std::lock_guard<std::mutex> lock{notes};
    return threads_noted;
}

void note_call(const char* word)
{
    const std::lock_guard<std::mutex> lock{notes};
    if (noting) noted += std::string{word} + " ";
}

int live_allocations()
{
    const std::lock_guard<std::mutex> lock{mutex};
    return live;
}

replaced_attributes::replaced_attributes(std::vector<value> values)
{
    const std::lock_guard<std::mutex> lock{mutex};
    attributes = std::move(values);
}

replaced_attributes::~replaced_attributes()
{
    const std::lock_guard<std::mutex> lock{mutex};
    attributes.clear();
}

launch_timer::launch_timer()
{
    const std::lock_guard<std::mutex> lock{mutex};
    timing = true;
    host_waited = true;
}

launch_timer::~launch_timer()
{
    const std::lock_guard<std::mutex> lock{mutex};
    timing = false;
    for (const timed_launch& one : timed_launches) {
        cudaEventDestroy(one.start);
        cudaEventDestroy(one.stop);
    }
    timed_launches.clear();
}

double launch_timer::milliseconds(int skip) const
{
    const std::lock_guard<std::mutex> lock{mutex};
    double sum = 0;
    for (std::size_t i = skip; i < timed_launches.size(); i++) {
        float one = 0;
        cudaEventSynchronize(timed_launches[i].stop);
        if (cudaEventElapsedTime(&one, timed_launches[i].start, timed_launches[i].stop) == cudaSuccess) sum += one;
    }
    return sum;
}

int launch_timer::launches() const
{
    const std::lock_guard<std::mutex> lock{mutex};
    return static_cast<int>(timed_launches.size());
}

launch_counter::launch_counter(int skip)
{
    const std::lock_guard<std::mutex> lock{mutex};
    cuda_emulator_reset_counters();
    launches_not_counted = skip;
}

launch_counter::~launch_counter()
{
    const std::lock_guard<std::mutex> lock{mutex};
    launches_not_counted = -1;
    cuda_emulator_stop_counting();
}

std::vector<cuda_emulator_counters> launch_counter::kernels() const
{
    std::vector<cuda_emulator_counters> all(cuda_emulator_kernels());
    for (std::size_t k = 0; k < all.size(); k++)
        cuda_emulator_get_counters(k, &all[k]);
    return all;
}

} // namespace pairs

// From here on, the functions have the runtime's own names. nvcc's host code launches through the second and third.
extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t size)
{
    static const auto real = pairs::next<cudaError_t(void**, size_t)>("cudaMalloc");
    if (pairs::allocation_fails()) size = pairs::too_much;
    const cudaError_t error = real(pointer, size);
    if (error != cudaSuccess || !pointer || !*pointer) return error;
    const std::lock_guard<std::mutex> lock{pairs::mutex};
    pairs::live++;
    if (pairs::poisoning) return cudaMemset(*pointer, pairs::poison, size);
    return error;
}

cudaError_t cudaFree(void* pointer)
{
    static const auto real = pairs::next<cudaError_t(void*)>("cudaFree");
    return pairs::gone(pointer, real(pointer));
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width, size_t height,
                            unsigned flags)
{
    static const auto real =
        pairs::next<cudaError_t(cudaArray_t*, const cudaChannelFormatDesc*, size_t, size_t, unsigned)>(
            "cudaMallocArray");
    if (pairs::allocation_fails()) return pairs::no_memory_for_an_array();
    return pairs::come(real(array, desc, width, height, flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned flags)
{
    static const auto real =
        pairs::next<cudaError_t(cudaArray_t*, const cudaChannelFormatDesc*, cudaExtent, unsigned)>("cudaMalloc3DArray");
    if (pairs::allocation_fails()) return pairs::no_memory_for_an_array();
    return pairs::come(real(array, desc, extent, flags));
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    static const auto real = pairs::next<cudaError_t(cudaArray_t)>("cudaFreeArray");
    return pairs::gone(array, real(array));
}

// Weak, because some tests replace these calls themselves.
__attribute__((weak)) cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
{
    static const auto real = pairs::next<cudaError_t(void*, const void*, size_t, cudaMemcpyKind)>("cudaMemcpy");
    if (kind == cudaMemcpyDeviceToHost) pairs::note_call("copy");
    pairs::host_waited = true;
    return real(to, from, bytes, pairs::copy_fails(kind) ? pairs::no_direction : kind);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    static const auto real =
        pairs::next<cudaError_t(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t)>("cudaMemcpyAsync");
    return real(to, from, bytes, pairs::copy_fails(kind) ? pairs::no_direction : kind, stream);
}

cudaError_t cudaMemset(void* memory, int value, size_t bytes)
{
    static const auto real = pairs::next<cudaError_t(void*, int, size_t)>("cudaMemset");
    pairs::note_call("memset");
    if (pairs::first_has_been()) return cudaSuccess;
    return real(memory, value, bytes);
}

cudaError_t cudaDeviceSynchronize()
{
    static const auto real = pairs::next<cudaError_t()>("cudaDeviceSynchronize");
    pairs::note_call("synchronize");
    pairs::host_waited = true;
    return real();
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    static const auto real = pairs::next<cudaError_t(cudaStream_t)>("cudaStreamSynchronize");
    pairs::note_call("synchronize");
    pairs::host_waited = true;
    return real(stream);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    static const auto real = pairs::next<cudaError_t(cudaEvent_t, cudaStream_t)>("cudaEventRecord");
    pairs::note_call("record");
    return real(event, stream);
}

__attribute__((weak)) cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    static const auto real = pairs::next<cudaError_t(cudaEvent_t)>("cudaEventSynchronize");
    pairs::note_call("wait");
    pairs::host_waited = true;
    return real(event);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    static const auto real = pairs::next<cudaError_t(float*, cudaEvent_t, cudaEvent_t)>("cudaEventElapsedTime");
    pairs::note_call("elapsed");
    return real(milliseconds, start, stop);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device)
{
    static const auto real = pairs::next<cudaError_t(int*, cudaDeviceAttr, int)>("cudaDeviceGetAttribute");
    const cudaError_t error = real(value, which, device);
    if (error == cudaSuccess) pairs::replace(which, value);
    return error;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* texels, const cudaChannelFormatDesc* desc, int device)
{
    static const auto real =
        pairs::next<cudaError_t(size_t*, const cudaChannelFormatDesc*, int)>("cudaDeviceGetTexture1DLinearMaxWidth");
    const cudaError_t error = real(texels, desc, device);
    if (error == cudaSuccess) pairs::replace(cudaDevAttrMaxTexture1DLinearWidth, texels);
    return error;
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream)
{
    static const auto real =
        pairs::next<cudaError_t(const void*, dim3, dim3, void**, size_t, cudaStream_t)>("cudaLaunchKernel");
    if (pairs::launch_fails()) block.x = pairs::too_many_threads;
    return pairs::observed(grid, block, stream, [&] { return real(kernel, grid, block, arguments, shared, stream); });
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                               cudaStream_t stream)
{
    static const auto real =
        pairs::next<cudaError_t(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t)>("__cudaLaunchKernel");
    if (pairs::launch_fails()) block.x = pairs::too_many_threads;
    return pairs::observed(grid, block, stream, [&] { return real(kernel, grid, block, arguments, shared, stream); });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments)
{
    static const auto real =
        pairs::next<cudaError_t(const cudaLaunchConfig_t*, const void*, void**)>("cudaLaunchKernelExC");
    if (!config) return real(config, kernel, arguments);
    cudaLaunchConfig_t changed = *config;
    if (pairs::launch_fails()) changed.blockDim.x = pairs::too_many_threads;
    return pairs::observed(config->gridDim, config->blockDim, config->stream,
                           [&] { return real(&changed, kernel, arguments); });
}
}
