// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/translation.h"

#include "machine/kernel_name.h"
#include "machine/lanes.h"
#include "machine/translated_code.h"
#include "settings/environment.h"
#include "translate/compiler.h"
#include "translate/source.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace cuda_emulator {

//! Of one kernel, by row length.
struct kernel_translations {
    std::map<int, std::shared_ptr<translated_kernel>> by_row;
};

namespace {

enum : int { off, when_hot, at_once };

int mode()
{
    static const int chosen = whole_number_in("CUDA_EMULATOR_TRANSLATE", off, off, at_once);
    return chosen;
}

// Instructions of warps after which compiling pays: a quarter of a second in the interpreter, or so.
constexpr std::uint64_t hot = 10u << 20;

// Lanes beside each other in the block's x direction; 0 where the rows of a warp are no rectangle.
int row_of(const dimensions& block)
{
    if (block.x % warp_size == 0 || std::uint64_t{block.y} * block.z == 1) return warp_size;
    if (block.x > warp_size || (block.x & (block.x - 1)) != 0) return 0;
    const std::uint32_t rows = warp_size / block.x;
    return block.z == 1 || block.y % rows == 0 ? static_cast<int>(block.x) : 0;
}

std::atomic<bool> ending{false};

// Threads with a compiler each. A program that ends does not wait for these, and they leave nothing behind.
struct compiling {
    std::mutex mutex;
    std::vector<std::thread> threads;

    static compiling& instance()
    {
        static auto* all = [] {
            std::atexit([] {
                ending = true;
                translation::end_compilers();
                compiling& all = instance();
                std::lock_guard lock(all.mutex);
                for (std::thread& t : all.threads)
                    t.join();
                all.threads.clear();
            });
            return new compiling;
        }();
        return *all;
    }
};

void compile_into(translated_kernel& k, const std::string& text)
{
    std::string why;
    if (std::shared_ptr<void> run = translation::compile(text, why)) {
        k.loaded = run;
        k.run.store(reinterpret_cast<translated_kernel::function>(run.get()), std::memory_order_release);
    } else if (!ending) {
        static std::once_flag said;
        std::call_once(said, [&] {
            std::fprintf(stderr, "cuda_emulator: kernels are interpreted, for they cannot be translated: %s\n",
                         why.c_str());
        });
    }
}

// To the file CUDA_EMULATOR_TRANSLATE_LOG, once for each kernel.
void tell(const launch& l, const std::string& what)
{
    static const char* const name = std::getenv("CUDA_EMULATOR_TRANSLATE_LOG");
    if (!name || !*name) return;
    const std::string line = demangled(l.code->kernel->source->name) + ": " + what + "\n";
    static std::mutex mutex;
    static std::set<std::string> told;
    std::lock_guard lock(mutex);
    if (!told.insert(line).second) return;
    if (std::FILE* const log = std::fopen(name, "a")) {
        std::fputs(line.c_str(), log);
        std::fclose(log);
    }
}

std::string size_of(const dimensions& d)
{
    return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
}

// Why no translation of the kernel may be used, whatever its code is; null where one may.
const char* hindrance(const launch& l)
{
    if (l.lock_step) return "warps run in lock-step";
    if (l.counters) return "it is counted or traced";
    if (l.has_clusters || l.code->in_clusters) return "it runs in clusters";
    return nullptr;
}

std::string text_for(translated_kernel& k, const launch& l)
{
    translation::source s = translation::source_of(*l.code->kernel, row_of(l.block));
    std::string others;
    for (const int line : s.handled)
        others += (others.empty() ? "; the interpreter's handlers run PTX lines " : ", ") + std::to_string(line);
    tell(l, "translated, " + std::to_string(s.translated) + " of " + std::to_string(l.code->kernel->code.size()) +
                " instructions, blocks of " + size_of(l.block) + others);
    k.is_entry = std::move(s.is_entry);
    k.kept_values = s.kept_values;
    return std::move(s.text);
}

void compile_beside(const launch& l)
{
    // The program may be gone before the compiler is done.
    const auto kept = l.code->kernel->translations->by_row[row_of(l.block)];
    compiling& all = compiling::instance();
    std::lock_guard lock(all.mutex);
    if (ending) return;
    all.threads.emplace_back([kept, text = text_for(*kept, l)] { compile_into(*kept, text); });
}

} // namespace

translated_kernel* translation_of(const launch& l)
{
    if (mode() == off) return nullptr;
    if (const char* why = hindrance(l)) {
        tell(l, "interpreted, for " + std::string(why) + ", blocks of " + size_of(l.block));
        return nullptr;
    }
    const int row = row_of(l.block);
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    auto& all = l.code->kernel->translations;
    if (!all) all = std::make_shared<kernel_translations>();
    auto& k = all->by_row[row];
    if (!k) {
        k = std::make_shared<translated_kernel>();
        k->hot = hot;
        k->compile = compile_beside;
    }
    if (mode() == at_once && !k->wanted.exchange(true)) { compile_into(*k, text_for(*k, l)); }
    return k.get();
}

} // namespace cuda_emulator
