// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/context.h"

#include "check/findings.h"
#include "coverage/coverage.h"
#include "machine/kernel_name.h"
#include "memory/device_memory.h"
#include "profile/report.h"
#include "profile/totals.h"
#include "ptx/link.h"
#include "ptx/parser.h"
#include "runtime/device_queue.h"
#include "runtime/leaks.h"
#include "runtime/progress.h"
#include "runtime/recording.h"
#include "runtime/unread_errors.h"
#include "runtime/unsupported.h"
#include "settings/checks_off.h"
#include "settings/environment.h"
#include "settings/schedule_seed.h"
#include "trace/finding_places.h"
#include "trace/trace.h"
#include "translate/translation.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

namespace cuda_emulator {

thread_local cudaError_t last_error = cudaSuccess;
thread_local bool has_primary_context = false;
thread_local bool in_driver_call = false;
thread_local bool in_host_function = false;

cudaError_t record(cudaError_t e)
{
    if (e != cudaSuccess) {
        last_error = e;
        note_error(e);
    }
    return e;
}

cudaError_t checked(cudaError_t code)
{
    const cudaError_t broken = context::instance().enter();
    return record(broken != cudaSuccess ? broken : code);
}

context& context::instance()
{
    // The context is never destroyed, because programs call the runtime from static destructors.
    static auto* c = new context;
    return *c;
}

namespace {
// A user who fixes all findings should know which hazards were not checked.
void print_summary(unsigned findings)
{
    std::fprintf(stderr, "cuda_emulator: %u finding%s\n", findings, findings == 1 ? "" : "s");
    if (const auto seed = schedule_seed())
        std::fprintf(stderr, "cuda_emulator: (CUDA_EMULATOR_SCHEDULE=%llu repeats this order of blocks and warps)\n",
                     static_cast<unsigned long long>(*seed));
    const std::string off = checks_that_are_off();
    if (!off.empty()) std::fprintf(stderr, "cuda_emulator: (not looked for: %s)\n", off.c_str());
    const std::vector<finding> told = first_findings();
    if (std::any_of(told.begin(), told.end(), [](const finding& f) { return lacks_source(f.text); }))
        std::fprintf(stderr, "cuda_emulator: (nvcc -lineinfo makes findings name lines of the source)\n");
}

// The functions that never ran belong to the coverage, too.
void list_for_coverage(coverage& c, loaded_module& m)
{
    try {
        c.add_module(m.load(), m.shared_from_this());
    } catch (const std::exception&) {
        // What cannot be loaded is a finding at the first launch.
    }
}

// A coverage that cannot be written changes no exit status: the run itself is as good as without.
void write_coverage()
{
    coverage* const c = coverage::wanted();
    if (!c) return;
    std::lock_guard lock(context::instance().mutex);
    for (const auto& m : context::instance().modules)
        list_for_coverage(*c, *m);
    c->write();
}

// A program that ignores a finding must not exit with success. Neither must a program whose counters, trace or
// record could not be written.
void report_at_exit()
{
    // A child process reports its own findings. Its parent reports counters, leaks and traces.
    const bool whole = !context::instance().forked;
    if (whole) end_progress();
    if (whole && !end_queue())
        std::fprintf(stderr, "cuda_emulator: the program ends, and a kernel or a stream still waits for the host\n");
    managed_watch::begin_call();
    const bool written = !whole || write_report();
    tell_unread_errors();
    if (whole) tell_leaks();
    const bool traced = !whole || write_trace();
    const bool recorded = !whole || finish_record();
    if (whole) write_coverage();
    const unsigned findings = finding_count();
    const bool wants_summary = whole && whole_number_in("CUDA_EMULATOR_SUMMARY", 0, 0, 1) == 1;
    const bool is_clean = findings == 0 && written && traced && recorded;
    if (is_clean && !wants_summary) return;
    std::fflush(nullptr);
    list_refusals();
    if (findings || wants_summary) print_summary(findings);
    if (is_clean) return;
    if (const int status = whole_number_in("CUDA_EMULATOR_EXIT_STATUS", 99, 0, 255)) _exit(status);
}
} // namespace

context::context()
{
    architecture_limit_ = whole_number_in("CUDA_EMULATOR_ARCH", 0, 50, 999);
    std::atexit(report_at_exit);
    pthread_atfork(nullptr, nullptr, begin_child);
    begin_progress();
}

// A GPU's driver works only in the process that initialised it. Forked children cannot use CUDA.
void context::begin_child()
{
    context& c = instance();
    if (!c.is_used) return;
    c.forked = true;
    c.sticky = cudaErrorInitializationError;
    forget_findings();
    errors_were_read();
    managed_watch::begin_child();
}

cudaError_t context::refuse_in_child()
{
    static const bool told = [] {
        std::fprintf(stderr,
                     "cuda_emulator: process %d was forked after its parent had used CUDA: its calls return "
                     "cudaErrorInitializationError, as on a GPU. Fork before the first call, or start a program "
                     "anew\n",
                     static_cast<int>(getpid()));
        return true;
    }();
    (void)told;
    return sticky;
}

void context::activate()
{
    is_active = true;
    if (!in_driver_call) has_primary_context = is_retained_by_runtime = true;
}

bool context::runs_in_lock_step() const
{
    static const bool wanted = [] {
        const bool on = whole_number_in("CUDA_EMULATOR_WARP_SYNCHRONOUS", 0, 0, 1) == 1;
        if (on)
            std::fprintf(stderr,
                         "cuda_emulator: CUDA_EMULATOR_WARP_SYNCHRONOUS=1: warps run in lock-step, as on GPUs before "
                         "Volta, and races within a warp are not told. No GPU of today runs them so: "
                         "migration-notes/warp_functions.md\n");
        return on;
    }();
    return wanted;
}

int context::architecture()
{
    if (architecture_limit_) return architecture_limit_;
    int highest = 0;
    for (const auto& m : modules)
        highest = std::max(highest, m->highest_architecture());
    return highest ? highest : 90;
}

std::shared_ptr<kernel> context::find_kernel(const void* host)
{
    std::lock_guard lock(mutex);
    auto k = kernels.find(host);
    if (k != kernels.end()) return k->second;
    // A cudaKernel_t or cudaFunction_t is a pointer to the record.
    for (auto& x : kernels)
        if (x.second.get() == host) return x.second;
    return nullptr;
}

void context::print_finding(const std::string& text) { add_finding(text); }

kernel* context::kernel_named(loaded_module& m, const std::string& name)
{
    std::lock_guard lock(mutex);
    for (const auto& k : kernels)
        if (k.second->owner.get() == &m && k.second->name == name) return k.second.get();
    const ptx::module& text = m.load();
    const auto at = text.function_index.find(name);
    if (at == text.function_index.end() || !text.functions[at->second].is_entry) return nullptr;
    auto k = std::make_shared<kernel>();
    k->owner = m.shared_from_this();
    k->name = name;
    kernel* out = k.get();
    kernels[out] = std::move(k);
    return out;
}

void context::unload(loaded_module& m)
{
    wait_for_queue(); // kernels beside the host may use the module's variables
    std::lock_guard lock(mutex);
    for (auto k = kernels.begin(); k != kernels.end();) {
        if (k->second->owner.get() != &m) {
            ++k;
            continue;
        }
        retire(k->second);
        k = kernels.erase(k);
    }
    if (coverage* const c = coverage::wanted()) list_for_coverage(*c, m);
    m.free_variables();
    for (auto at = modules.begin(); at != modules.end(); ++at)
        if (at->get() == &m) {
            retire(*at);
            modules.erase(at);
            return;
        }
}

void context::retire(std::weak_ptr<const void> handle)
{
    constexpr std::size_t most = 4096;
    retired_.push_back(std::move(handle));
    if (retired_.size() > most) retired_.pop_front();
}

kernel::~kernel() { counter_totals::instance().forget(this); }

loaded_module::loaded_module(std::vector<std::vector<fatbin::entry>> parts)
    : parts_(std::move(parts))
{
    // A program without -rdc=true has one part.
    for (std::size_t k = 0; parts_.size() > 1 && k < parts_.size(); ++k) {
        if (!fatbin::is_device_runtime(parts_[k])) continue;
        device_runtime_ = std::move(parts_[k]);
        parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(k));
        break;
    }
}

std::shared_ptr<loaded_module> loaded_module::of_text(std::string ptx)
{
    auto m = std::make_shared<loaded_module>(std::vector<std::vector<fatbin::entry>>{});
    m->text_ = std::move(ptx);
    return m;
}

int loaded_module::highest_architecture() const
{
    int highest = 0;
    for (const auto& part : parts_)
        for (const fatbin::entry& e : part)
            if (!e.tile) highest = std::max(highest, e.architecture);
    return highest;
}

// Chooses the PTX of each part and links it. A part without PTX may belong to a library that the program does not call.
// A missing function is reported at its first call.
std::string loaded_module::choose_text()
{
    std::vector<std::string> texts;
    std::string have;
    bool tile = false;
    for (const auto& part : parts_) {
        tile = tile || fatbin::has_tile_code(part);
        if (const fatbin::entry* e = fatbin::choose(part, context::instance().architecture_limit())) {
            architecture_ = std::max(architecture_, e->architecture);
            texts.push_back(fatbin::text_of(*e));
        }
        for (const fatbin::entry& x : part)
            if (!x.tile) have += (have.empty() ? "" : ", ") + std::to_string(x.architecture);
    }
    // nvcc puts tile kernels into a fat binary of their own.
    if (tile && have.empty())
        throw std::runtime_error(std::string("the program carries no PTX: ") + fatbin::only_tile_code);
    if (texts.empty())
        throw std::runtime_error(
            have.empty() ? "the program carries no PTX: build it with -gencode arch=compute_XX,code=compute_XX"
                         : "the program carries PTX only for " + have + ", above CUDA_EMULATOR_ARCH");
    if (!device_runtime_.empty()) {
        const fatbin::entry* const e = fatbin::choose(device_runtime_, context::instance().architecture_limit());
        texts.push_back(fatbin::text_of(e ? *e : device_runtime_.front()));
    }
    return ptx::link(texts);
}

const ptx::module& loaded_module::load()
{
    std::lock_guard lock(loading_);
    if (module_) return *module_;
    if (!error_.empty()) throw std::runtime_error(error_);
    try {
        module_ = ptx::parse_module(text_.empty() ? choose_text() : std::move(text_));
        if (!architecture_) architecture_ = module_->target;
        place_variables();
    } catch (const std::exception& x) {
        error_ = x.what();
        module_.reset();
        throw;
    }
    return *module_;
}

void loaded_module::place_variables()
{
    auto& memory = device_memory::instance();
    for (const ptx::variable& v : module_->variables) {
        if (v.space != ptx::space::global && v.space != ptx::space::constant) continue;
        if (ptx::is_reference(v.type)) {
            references_.add(v);
            continue;
        }
        const auto kind = v.space == ptx::space::constant ? allocation_kind::constant
                          : v.is_managed                  ? allocation_kind::managed
                                                          : allocation_kind::variable;
        void* p =
            memory.allocate(std::max<std::size_t>(v.size, 1), kind, 0, std::max(256, v.alignment), std::string(v.name));
        if (!p) throw std::runtime_error("no memory for variable '" + std::string(v.name) + "'");
        addresses_[&v] = static_cast<char*>(p);
    }
    for (const ptx::variable& v : module_->variables)
        if (auto at = addresses_.find(&v); at != addresses_.end()) initialise(v, at->second);
}

void loaded_module::initialise(const ptx::variable& v, char* to)
{
    const int element = ptx::size_of(v.type);
    for (std::size_t k = 0; k < v.initial.size() && (k + 1) * element <= v.size; ++k) {
        const ptx::initial_value& x = v.initial[k];
        std::uint64_t bits = x.bits;
        if (!x.symbol.empty()) {
            if (auto f = module_->function_index.find(x.symbol); f != module_->function_index.end()) {
                const ptx::function& function = module_->functions[f->second];
                bits = function_address(function);
                if (std::find(addressed_.begin(), addressed_.end(), &function) == addressed_.end())
                    addressed_.push_back(&function);
            } else if (auto g = module_->variable_index.find(x.symbol); g != module_->variable_index.end()) {
                bits = variable_address(module_->variables[g->second]);
            } else {
                throw std::runtime_error("PTX line " + std::to_string(v.line) + ": initialiser of '" +
                                         std::string(v.name) + "' names '" + std::string(x.symbol) +
                                         "', which is unknown");
            }
            bits += static_cast<std::uint64_t>(x.addend);
            if (x.one_byte) bits = bits >> x.shift & 0xff;
        }
        std::memcpy(to + k * element, &bits, element);
    }
}

void loaded_module::reset_variables()
{
    if (!module_) return;
    references_.reset();
    for (auto& [v, at] : addresses_) {
        std::memset(at, 0, v->size);
        initialise(*v, at);
    }
}

void loaded_module::free_variables()
{
    for (const auto& [v, at] : addresses_)
        device_memory::instance().free_variable(at);
    addresses_.clear();
}

std::uint64_t loaded_module::variable_address(const ptx::variable& v) const
{
    if (ptx::is_reference(v.type)) return references_.handle(v);
    auto at = addresses_.find(&v);
    return at == addresses_.end() ? 0 : reinterpret_cast<std::uint64_t>(at->second);
}

std::uint64_t loaded_module::function_address(const ptx::function& f) const
{
    // The address of the syntax tree is unique. It is not device memory, so the memory check reports a read through it.
    return reinterpret_cast<std::uint64_t>(&f);
}

const ptx::variable* loaded_module::find_variable(const std::string& name)
{
    const ptx::module& m = load();
    auto at = m.variable_index.find(name);
    return at == m.variable_index.end() ? nullptr : &m.variables[at->second];
}

const program* kernel::decoded()
{
    std::lock_guard lock(decoding_);
    if (code) return code.get();
    if (!error.empty()) return nullptr;
    try {
        const ptx::module& m = owner->load();
        auto f = m.function_index.find(name);
        if (f == m.function_index.end()) throw std::runtime_error("the PTX has no kernel of this name");
        code = decode(m, m.functions[f->second], *owner);
        translations = std::make_shared<kernel_translations>();
        return code.get();
    } catch (const std::exception& x) {
        error = x.what();
        context::instance().print_finding("kernel '" + name_in_message(name) + "': " + error);
        return nullptr;
    }
}

device_limits limits_of(int architecture)
{
    constexpr int kib = 1024;
    switch (architecture) {
    case 75:
        return {64 * kib, 64 * kib, 1024, 16};
    case 80:
    case 87:
        return {164 * kib, 163 * kib, 2048, 32};
    case 86:
        return {100 * kib, 99 * kib, 1536, 16};
    case 89:
        return {100 * kib, 99 * kib, 1536, 24};
    case 120:
    case 121:
        return {100 * kib, 99 * kib, 1536, 24};
    default:
        return {228 * kib, 227 * kib, 2048, 32};
    }
}

} // namespace cuda_emulator
