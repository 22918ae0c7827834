// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of the runtime API: registered modules, kernels, variables and the last error.
#pragma once

#include "decode/decoder.h"
#include "fatbin/fatbin.h"
#include "machine/program.h"
#include "runtime/managed_watch.h"
#include "runtime/reference.h"
#include "settings/check_options.h"
#include "settings/device_size.h"
#include "settings/more_options.h"

#include <algorithm>
#include <atomic>
#include <cuda_runtime_api.h>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

//! A registered fat binary, or an image that the program loaded. The PTX is read on first use.
class loaded_module : public symbol_addresses, public std::enable_shared_from_this<loaded_module> {
public:
    //! Links the parts. With -rdc=true each object file is one part.
    explicit loaded_module(std::vector<std::vector<fatbin::entry>> parts);
    //! Makes a module of PTX that the program holds in memory.
    static std::shared_ptr<loaded_module> of_text(std::string ptx);
    //! Makes a module that could not be read, with the reason, and the error of a use.
    explicit loaded_module(std::string error, cudaError_t code = cudaErrorInvalidPtx)
        : error_(std::move(error))
        , code_(code)
    {
    }
    cudaError_t code() const { return code_; }

    //! Parses the PTX and allocates the variables. Throws std::runtime_error.
    const ptx::module& load();
    int architecture() const { return architecture_; }
    //! Returns the highest architecture whose PTX the module contains, or 0.
    int highest_architecture() const;

    std::uint64_t variable_address(const ptx::variable&) const override;
    std::uint64_t function_address(const ptx::function&) const override;
    const std::vector<const ptx::function*>& addressed_functions() const override { return addressed_; }

    const ptx::variable* find_variable(const std::string& name);
    void reset_variables();
    //! Frees the variables. The module must not be used afterwards.
    void free_variables();
    //! The `.texref` and `.surfref` variables.
    module_references& references() { return references_; }

private:
    std::recursive_mutex loading_; //!< kernels of the module may be decoded in several threads
    std::string choose_text();
    void place_variables();
    void initialise(const ptx::variable&, char* at);

    std::vector<std::vector<fatbin::entry>> parts_;
    std::vector<fatbin::entry> device_runtime_; //!< libcudadevrt, if it is linked in
    std::string text_;                          //!< the PTX of a module that the program loaded
    std::unique_ptr<ptx::module> module_;
    int architecture_ = 0;
    std::unordered_map<const ptx::variable*, char*> addresses_;
    std::vector<const ptx::function*> addressed_;
    module_references references_;
    std::string error_;
    cudaError_t code_ = cudaErrorInvalidPtx;
};

class kernel_translations; // translate/translation.h

//! A kernel may outlive its entry in context::kernels, because graphs and the trace keep it.
struct kernel : std::enable_shared_from_this<kernel> {
    kernel() = default;
    ~kernel();
    kernel(const kernel&) = delete;

    std::shared_ptr<loaded_module> owner;
    std::string name;
    const void* host = nullptr;
    std::unique_ptr<program> code;
    std::shared_ptr<kernel_translations> translations; //!< decoded() creates them
    std::string error;                                 //!< the reason why decoding failed
    int maximum_dynamic_shared = -1;                   //!< set by cudaFuncSetAttribute
    int carveout = -1;
    unsigned required_cluster[3] = {0, 0, 0}; //!< set by cudaFuncSetAttribute
    bool non_portable_clusters = false;
    int cluster_policy = 0;
    std::atomic<bool> has_run{false}; //!< a launch ran the kernel

    //! Decodes the kernel on first use. Returns null if decoding fails, and reports the reason once on stderr.
    const program* decoded();

private:
    std::mutex decoding_; //!< kernels that run beside each other may launch this kernel
};

struct registered_variable {
    std::shared_ptr<loaded_module> owner;
    std::string name;
    std::size_t size = 0;
    void** managed = nullptr; //!< the host's pointer to a __managed__ variable
};

//! A stream or a graph calls a function of the program in this thread. As on an H200, it may make no calls.
extern thread_local bool in_host_function;

class context {
public:
    static context& instance();

    std::recursive_mutex mutex;
    std::vector<std::shared_ptr<loaded_module>> modules;
    std::unordered_map<const void*, std::shared_ptr<kernel>> kernels;
    std::unordered_map<const void*, registered_variable> variables;
    std::atomic<cudaError_t> sticky{cudaSuccess}; //!< a kernel beside the host sets it, too
    //! Every entry point calls this function first. Returns the device's sticky error.
    cudaError_t enter()
    {
        is_used.store(true, std::memory_order_relaxed);
        managed_watch::begin_call();
        if (in_host_function && !forked) return cudaErrorNotPermitted;
        return forked ? refuse_in_child() : sticky.load();
    }
    //! The same for calls that work after a fault: that error is left out.
    cudaError_t enter_after_fault()
    {
        const cudaError_t e = enter();
        return forked || in_host_function ? e : cudaSuccess;
    }
    std::atomic<bool> is_used{false}; //!< true after a call that initialises a GPU's driver
    bool forked = false;              //!< true in a child of a process that used CUDA
    unsigned device_flags = 0;
    unsigned long long resets = 0;                   //!< number of device resets
    std::atomic<bool> is_retained_by_runtime{false}; //!< the runtime API uses the primary context
    std::atomic<bool> is_active{false}; //!< the primary context exists; the first call that needs it creates it
    //! Creates the primary context. If the runtime API called, the context also becomes current in the calling thread.
    void activate();
    static constexpr std::size_t default_stack_limit = 1024;
    //! An H200 has 64 KiB for each multiprocessor.
    const std::size_t default_printf_limit = std::max(std::size_t{1} << 20, std::size_t(multiprocessor_count()) << 16);
    std::size_t stack_limit = default_stack_limit;
    std::size_t printf_limit = default_printf_limit; //!< kept for the program
    std::size_t pending_launch_limit = 2048;         //!< kept for the program; launches by kernels have no limit here
    std::size_t fetch_granularity = 64, persisting_limit = 0; //!< kept for the program, which has no L2 cache here
    //! The number of resets, plus 1, at the last launch of a kernel that calls printf().
    std::atomic<unsigned long long> printf_begun{0};

    //! Returns CUDA_EMULATOR_ARCH, or 0.
    int architecture_limit() const { return architecture_limit_; }
    //! Returns the architecture that the device reports: the limit, or the highest PTX of the program.
    int architecture();
    check_options check() const { return check_; }
    memory_options memory_check() const { return memory_check_; }
    call_options call_check() const { return call_check_; }
    //! Returns the setting CUDA_EMULATOR_WARP_SYNCHRONOUS. The first call reports its effect.
    bool runs_in_lock_step() const;

    std::shared_ptr<kernel> find_kernel(const void* host);
    //! The error for what find_kernel() does not find. An H200 takes any pointer but null for a handle.
    static cudaError_t no_kernel(const void* host)
    {
        return host ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;
    }
    //! Returns a module's kernel by its name, or null. Throws what loaded_module::load() throws.
    kernel* kernel_named(loaded_module&, const std::string& name);
    //! Removes the module with its kernels and variables. Objects that other owners keep stay alive.
    void unload(loaded_module&);
    void print_finding(const std::string&);

private:
    context();
    cudaError_t refuse_in_child();
    static void begin_child();
    void retire(std::weak_ptr<const void>);
    //! The latest unloaded objects. The weak pointers keep only the addresses reserved, so no new handle equals an old
    //! one.
    std::deque<std::weak_ptr<const void>> retired_;
    int architecture_limit_ = 0;
    check_options check_ = check_options::from_environment();
    memory_options memory_check_ = memory_options::from_environment();
    call_options call_check_ = call_options::from_environment();
};

//! Sets the calling thread's last error and returns it. Every API function returns through this function.
cudaError_t record(cudaError_t);
//! Reports that the emulated device lacks `what`, and returns cudaErrorNotSupported.
cudaError_t unsupported(const char* what);
//! Returns the sticky error if one is set, otherwise `code`.
cudaError_t checked(cudaError_t code);
extern thread_local cudaError_t last_error;
//! has_primary_context: the runtime made the primary context current in this thread. in_driver_call: a driver call is
//! running in this thread.
extern thread_local bool has_primary_context;
extern thread_local bool in_driver_call;

//! Resource limits of an architecture.
struct device_limits {
    int shared_per_multiprocessor;
    int shared_opt_in;
    int threads_per_multiprocessor;
    int blocks_per_multiprocessor;
};
device_limits limits_of(int architecture);
//! Returns the number of a kernel's blocks that fit on a multiprocessor.
int blocks_per_multiprocessor(const program&, int threads, std::size_t dynamic_shared);
cudaFuncAttributes function_attributes(const kernel&, const program&);
//! Gives the attribute that the driver API has under a number (CUfunction_attribute), or false.
bool find_function_attribute(const cudaFuncAttributes&, int number, int& value);
//! Tests whether all blocks of the grid fit on the device together. A cooperative launch needs this, because its blocks
//! wait for each other.
bool fits_at_once(const program&, dim3 grid, dim3 block, std::size_t dynamic_shared);

} // namespace cuda_emulator

//! Most entry points begin with this macro. After a device fault, such calls return the fault's error.
#define CUDA_EMULATOR_ENTER()                                                                                          \
    do {                                                                                                               \
        const cudaError_t broken = ::cuda_emulator::context::instance().enter();                                       \
        if (broken != cudaSuccess) return ::cuda_emulator::record(broken);                                             \
    } while (0)

//! Begins an entry point that also works after a device fault, as on an H200.
#define CUDA_EMULATOR_ENTER_AFTER_FAULT()                                                                              \
    do {                                                                                                               \
        const cudaError_t broken = ::cuda_emulator::context::instance().enter_after_fault();                           \
        if (broken != cudaSuccess) return ::cuda_emulator::record(broken);                                             \
    } while (0)
