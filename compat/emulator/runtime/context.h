// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind the runtime API: registered modules, kernels, variables, the last error.
#pragma once

#include "decode/decoder.h"
#include "fatbin/fatbin.h"
#include "machine/program.h"
#include "runtime/reference.h"
#include "settings/check_options.h"
#include "settings/more_options.h"

#include <atomic>
#include <cuda_runtime_api.h>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

//! A registered fat binary, or an image that the program loaded itself. Its PTX is read on first use.
class loaded_module : public symbol_addresses, public std::enable_shared_from_this<loaded_module> {
public:
    //! The parts are linked: with -rdc=true there is one for each object.
    explicit loaded_module(std::vector<std::vector<fatbin::entry>> parts)
        : parts_(std::move(parts))
    {
    }
    //! PTX that the program has at hand.
    static std::shared_ptr<loaded_module> of_text(std::string ptx);
    //! One that could not be read, and why.
    explicit loaded_module(std::string error)
        : error_(std::move(error))
    {
    }

    //! Parses and places the variables. Throws std::runtime_error.
    const ptx::module& load();
    int architecture() const { return architecture_; }
    //! The highest architecture that the program carries PTX for in it, or 0.
    int highest_architecture() const;

    std::uint64_t variable_address(const ptx::variable&) const override;
    std::uint64_t function_address(const ptx::function&) const override;
    const std::vector<const ptx::function*>& addressed_functions() const override { return addressed_; }

    const ptx::variable* find_variable(const std::string& name);
    void reset_variables();
    //! Gives their memory back: the module is not used any more.
    void free_variables();
    //! Its `.texref` and `.surfref` variables.
    module_references& references() { return references_; }

private:
    std::string choose_text();
    void place_variables();
    void initialise(const ptx::variable&, char* at);

    std::vector<std::vector<fatbin::entry>> parts_;
    std::string text_; //!< of a module that the program loaded itself
    std::unique_ptr<ptx::module> module_;
    int architecture_ = 0;
    std::unordered_map<const ptx::variable*, char*> addresses_;
    std::vector<const ptx::function*> addressed_;
    module_references references_;
    std::string error_;
};

//! It may outlive its place among the program's kernels: a graph that launches it keeps it, and so does the trace.
struct kernel : std::enable_shared_from_this<kernel> {
    kernel() = default;
    ~kernel();
    kernel(const kernel&) = delete;

    std::shared_ptr<loaded_module> owner;
    std::string name;
    const void* host = nullptr;
    std::unique_ptr<program> code;
    std::string error;               //!< why it cannot be decoded
    int maximum_dynamic_shared = -1; //!< set by cudaFuncSetAttribute
    int carveout = -1;
    unsigned required_cluster[3] = {0, 0, 0}; //!< set by cudaFuncSetAttribute
    bool non_portable_clusters = false;
    int cluster_policy = 0;

    //! Decodes on first use; null when it cannot be, and then says why on stderr once.
    const program* decoded();
};

struct registered_variable {
    std::shared_ptr<loaded_module> owner;
    std::string name;
    std::size_t size = 0;
    void** managed = nullptr; //!< the host's pointer of a __managed__ variable
};

class context {
public:
    static context& instance();

    std::recursive_mutex mutex;
    std::vector<std::shared_ptr<loaded_module>> modules;
    std::unordered_map<const void*, std::shared_ptr<kernel>> kernels;
    std::unordered_map<const void*, registered_variable> variables;
    cudaError_t sticky = cudaSuccess;
    //! Every entry point begins with it: what the device is in, which is the sticky error.
    cudaError_t enter()
    {
        is_used.store(true, std::memory_order_relaxed);
        return forked ? refuse_in_child() : sticky;
    }
    std::atomic<bool> is_used{false}; //!< a call was made that a GPU's driver would be initialised by
    bool forked = false;              //!< this process is the child of one that has used CUDA
    unsigned device_flags = 0;
    unsigned long long resets = 0;      //!< of the device so far
    std::atomic<bool> is_active{false}; //!< the device's context is there: made by the first call that needs one
    //! Makes it. Where the runtime asked, the calling thread's current context is the primary one from now on.
    void activate();
    std::size_t stack_limit = 1024;
    std::size_t printf_limit = 1 << 20;

    //! CUDA_EMULATOR_ARCH, or 0.
    int architecture_limit() const { return architecture_limit_; }
    //! What the device says it is: the limit, else the highest PTX of the program.
    int architecture();
    check_options check() const { return check_; }
    memory_options memory_check() const { return memory_check_; }
    call_options call_check() const { return call_check_; }
    //! CUDA_EMULATOR_WARP_SYNCHRONOUS. What it does is told when it is asked for first.
    bool runs_in_lock_step() const;

    std::shared_ptr<kernel> find_kernel(const void* host);
    //! Of a module by its name; null when the module has no such kernel. Throws what loaded_module::load() throws.
    kernel* kernel_named(loaded_module&, const std::string& name);
    //! Takes the module, its kernels and its variables from the program. Nothing of them stays but what somebody keeps.
    void unload(loaded_module&);
    void print_finding(const std::string&);

private:
    context();
    cudaError_t refuse_in_child();
    static void begin_child();
    void retire(std::weak_ptr<const void>);
    //! Of what was unloaded last. They keep no object, but its address: no new handle is one of these.
    std::deque<std::weak_ptr<const void>> retired_;
    int architecture_limit_ = 0;
    check_options check_ = check_options::from_environment();
    memory_options memory_check_ = memory_options::from_environment();
    call_options call_check_ = call_options::from_environment();
};

//! Sets the calling thread's last error and gives it back; every API function returns through it.
cudaError_t record(cudaError_t);
//! Tells that the program asked for what is not there, and gives cudaErrorNotSupported; `what` names it.
cudaError_t unsupported(const char* what);
//! The sticky error if there is one, else what `code` says.
cudaError_t checked(cudaError_t code);
extern thread_local cudaError_t last_error;
//! Whether the runtime has made the primary context current in this thread, and whether a driver call runs in it.
extern thread_local bool has_primary_context;
extern thread_local bool in_driver_call;

//! Runs a kernel to its end.
cudaError_t launch_kernel(kernel&, dim3 grid, dim3 block, void** arguments, std::size_t shared, bool cooperative,
                          dim3 cluster = dim3(0, 0, 0));

//! What the device of an architecture can hold.
struct device_limits {
    int shared_per_multiprocessor;
    int shared_opt_in;
    int threads_per_multiprocessor;
    int blocks_per_multiprocessor;
};
device_limits limits_of(int architecture);
constexpr int multiprocessor_count = 4;
//! Blocks of a kernel that a multiprocessor holds at once; 0 when it can hold none.
int blocks_per_multiprocessor(const program&, int threads, std::size_t dynamic_shared);
//! Whether the device holds a whole grid at once, as a cooperative launch needs: its blocks wait for each other.
bool fits_at_once(const program&, dim3 grid, dim3 block, std::size_t dynamic_shared);

} // namespace cuda_emulator

//! Every entry point begins with this: after a device fault nothing works any more.
#define CUDA_EMULATOR_ENTER()                                                                                          \
    do {                                                                                                               \
        const cudaError_t broken = ::cuda_emulator::context::instance().enter();                                       \
        if (broken != cudaSuccess) return ::cuda_emulator::record(broken);                                             \
    } while (0)
