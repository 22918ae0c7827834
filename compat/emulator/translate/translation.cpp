// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/translation.h"

#include "machine/hotness.h"
#include "machine/kernel_name.h"
#include "machine/lanes.h"
#include "machine/translated_code.h"
#include "settings/environment.h"
#include "translate/hot_code.h"
#include "translate/path_translation.h"
#include "translate/source.h"
#include "translate/work_beside.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace cuda_emulator {

using translation::compile_into;
using translation::find_compiled;
using translation::largest_text;
using translation::not_known;
using translation::own_size;

//! The translation for warps, and its way there. A warm kernel is looked up in the cache, again each time its count
//! has doubled. A hot kernel is compiled in the background.
struct kernel_translation : translated_kernel, hotness_counter, std::enable_shared_from_this<kernel_translation> {
    explicit kernel_translation(kernel_translations& of)
        : all(of)
    {
    }
    void turn_ended(const launch&, const executed_turn&) override;
    void path_waits(const launch&, decoded_function& f) override { all.paths_->compile_now(f); }
    bool wants_time() const override { return !wanted.load(std::memory_order_relaxed) || !all.paths_->are_wanted(); }
    unsigned compilers() const override;
    bool is_worth_compiling(const launch&, std::uint64_t now) const;
    void look_up(const launch&);
    void compile_hot(const launch&);

    kernel_translations& all;
    std::shared_ptr<void> loaded;           //!< the library of `run`
    std::string text;                       //!< C++ text; empty: not generated yet
    std::atomic<bool> wanted{false};        //!< compilation has been started
    std::atomic<bool> is_for_paths{false};  //!< there will be no code for warps
    std::atomic<std::uint64_t> executed{0}; //!< executed warp instructions
    std::atomic<std::uint64_t> diverged{0}; //!< the part of `executed` that some lanes executed
    std::atomic<std::uint64_t> ended{0};    //!< blocks that have ended
    std::atomic<std::uint64_t> work{0};     //!< work_of() all turns
    std::atomic<std::uint64_t> earlier{0};  //!< work of earlier programs, once looked up
    std::atomic<std::uint64_t> look_at;     //!< threshold of `work` for the next look-up in the cache
    std::atomic<std::uint64_t> hot;         //!< threshold of `work` for compilation
};

//! The translation for whole blocks.
struct block_translation : translated_block {
    std::shared_ptr<void> loaded;    //!< the library of `run`
    std::string text;                //!< C++ text; empty: not generated yet
    std::atomic<bool> wanted{false}; //!< compilation has been started
};

namespace {

enum : int { off, when_hot, at_once };

int mode()
{
    static const int chosen = whole_number_in("CUDA_EMULATOR_TRANSLATE", when_hot, off, at_once);
    return chosen;
}

// Lanes that are adjacent in the block's x direction. 0 if the rows of a warp form no rectangle.
int row_of(const dimensions& block)
{
    if (block.x % warp_size == 0 || std::uint64_t{block.y} * block.z == 1) return warp_size;
    if (block.x > warp_size || (block.x & (block.x - 1)) != 0) return 0;
    const std::uint32_t rows = warp_size / block.x;
    return block.z == 1 || block.y % rows == 0 ? static_cast<int>(block.x) : 0;
}

// The layout of a whole block. `warps` is 0 if no such translation exists.
//
// A kernel whose order of warps is observable runs warp by warp, as in the interpreter.
translation::lane_layout layout_of_block(const launch& l)
{
    const bool has_rows = l.block.x % warp_size == 0 || (l.block.x >= 8 && warp_size % l.block.x == 0);
    const auto row = static_cast<int>(std::uint64_t{l.block.y} * l.block.z == 1 ? l.block.volume() : l.block.x);
    if (!has_rows || l.block.z != 1 || l.block.volume() % warp_size != 0 || l.block.volume() == warp_size ||
        l.code->ordered || l.code->warps_ordered)
        return {0, 0};
    return {row, static_cast<int>(l.block.volume() / warp_size)};
}

// Writes to the file CUDA_EMULATOR_TRANSLATE_LOG, once for each kernel.
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

// The reason why this launch may not use translations; null if it may.
const char* hindrance(const launch& l)
{
    if (l.lock_step) return "warps run in lock-step";
    if (l.counters) return "it is counted or traced";
    if (l.has_clusters || l.code->in_clusters) return "it runs in clusters";
    return nullptr;
}

// The text is made once: other threads may already use what was made with it.
const std::string& text_for(kernel_translation& k, const launch& l)
{
    if (!k.text.empty()) return k.text;
    translation::source s = translation::source_of(*l.code->kernel, {row_of(l.block)});
    constexpr std::size_t most_lines = 20;
    std::string others;
    for (std::size_t k = 0; k < std::min(most_lines, s.handled.size()); ++k)
        others += (k ? ", " : "; the interpreter's handlers run PTX lines ") + std::to_string(s.handled[k]);
    if (s.handled.size() > most_lines) others += " and " + std::to_string(s.handled.size() - most_lines) + " more";
    if (s.text.size() > largest_text) {
        tell(l, "interpreted, for its code would be too large, blocks of " + size_of(l.block));
        k.is_for_paths = true;
        return k.text = std::move(s.text);
    }
    tell(l, "translated, " + std::to_string(s.translated) + " of " + std::to_string(l.code->kernel->code.size()) +
                " instructions" +
                (s.converted ? ", " + std::to_string(s.converted) + " divergent branches by lane masks" : "") +
                ", blocks of " + size_of(l.block) + others);
    k.is_entry = std::move(s.is_entry);
    k.kept_values = s.kept_values;
    return k.text = std::move(s.text);
}

const std::string& text_for(block_translation& k, const launch& l)
{
    if (k.text.empty()) k.text = translation::source_of(*l.code->kernel, layout_of_block(l)).text;
    return k.text;
}

// In place of a row length: no warp has all its lanes.
constexpr int no_row = -1;

std::mutex lists; //!< guards the maps and texts of translations

} // namespace

std::shared_ptr<block_translation> kernel_translations::of_block(const launch& l)
{
    const translation::lane_layout lanes = layout_of_block(l);
    if (!lanes.warps) return nullptr;
    auto& k = by_layout_[{lanes.row, lanes.warps}];
    if (!k) k = std::make_shared<block_translation>();
    return k;
}

void kernel_translation::turn_ended(const launch& l, const executed_turn& t)
{
    const std::uint64_t by_turn = translation::work_of(t);
    // Before the code of warps is there, it is not known what the interpreter will be left with.
    if (run.load(std::memory_order_relaxed) || is_for_paths.load(std::memory_order_relaxed)) all.paths_->count(by_turn);
    if (wanted.load(std::memory_order_relaxed)) return;
    ended.fetch_add(t.blocks, std::memory_order_relaxed);
    diverged.fetch_add(t.instructions.diverged, std::memory_order_relaxed);
    executed.fetch_add(t.instructions.all, std::memory_order_relaxed);
    const std::uint64_t now = work.fetch_add(by_turn) + by_turn;
    if (now >= hot.load(std::memory_order_relaxed) || is_worth_compiling(l, now)) {
        if (!wanted.exchange(true)) compile_hot(l);
    } else if (std::uint64_t at = look_at.load(std::memory_order_relaxed); now >= at) {
        if (look_at.compare_exchange_strong(at, 2 * now)) look_up(l);
    }
}

// The launch is expected to run twice as long as its compiler, or longer: its blocks do as much as those that have
// ended, on average.
bool kernel_translation::is_worth_compiling(const launch& l, std::uint64_t now) const
{
    const std::uint64_t limit = hot.load(std::memory_order_relaxed), blocks = ended.load(std::memory_order_relaxed);
    if (limit == not_known || !blocks || now < limit / 16) return false;
    return double(now) / double(blocks) * double(l.grid.volume()) >= 4.0 * double(limit);
}

unsigned kernel_translation::compilers() const
{
    if (!wanted.load(std::memory_order_relaxed) || run.load(std::memory_order_relaxed) ||
        is_for_paths.load(std::memory_order_relaxed))
        return 0;
    return translation::work_beside::instance().busy();
}

void kernel_translation::look_up(const launch& l)
{
    std::lock_guard lock(lists);
    const auto kernel = shared_from_this();
    const auto together = all.of_block(l);
    const std::string its_text = text_for(*this, l), text_together = together ? text_for(*together, l) : "";
    if (hot == not_known) {
        const std::uint64_t least = std::max(translation::hot_at_least,
                                             translation::hot_by_byte * (own_size(its_text) + own_size(text_together)));
        earlier = translation::ran_before(its_text);
        hot = least - std::min<std::uint64_t>(least, earlier);
    }
    translation::work_beside::instance().add([=] {
        if (together) find_compiled(*together, text_together); // the translation with the larger gain first
        find_compiled(*kernel, its_text);
        if (!kernel->wanted && its_text.size() <= largest_text)
            translation::note_run(its_text, kernel->earlier + kernel->work);
    });
}

void kernel_translation::compile_hot(const launch& l)
{
    std::lock_guard lock(lists);
    const auto kernel = shared_from_this();
    auto together = all.of_block(l);
    if (together && together->wanted.exchange(true)) together = nullptr;
    const std::string its_text = text_for(*this, l), text_together = together ? text_for(*together, l) : "";
    const auto compile_together = [&] {
        if (together)
            translation::work_beside::instance().add(
                [together, text_together] { compile_into(*together, text_together); });
    };
    // The translation that most instructions will use comes first. A block's code leaves where its warps diverge.
    const std::uint64_t parted = diverged, all_of_them = executed;
    if (8 * parted < all_of_them) compile_together();
    if (2 * parted >= all_of_them) all.paths_->compile_soon();
    translation::work_beside::instance().add([kernel, its_text] { compile_into(*kernel, its_text); });
    if (8 * parted >= all_of_them) {
        all.paths_->compile_soon();
        compile_together();
    }
}

void kernel_translations::find(launch& l)
{
    if (mode() == off) return;
    if (const char* why = hindrance(l)) {
        tell(l, "interpreted, for " + std::string(why) + ", blocks of " + size_of(l.block));
        return;
    }
    std::lock_guard lock(lists);
    if (!paths_) {
        paths_ = std::make_shared<translation::path_translations>();
        paths_->begin(l, mode() == at_once);
    }
    l.translates_paths = true;
    const bool has_whole_warps = l.block.volume() >= warp_size;
    auto& k = by_row_[has_whole_warps ? row_of(l.block) : no_row];
    if (!k) {
        k = std::make_shared<kernel_translation>(*this);
        k->look_at = translation::warm;
        k->hot = not_known;
        k->wanted = k->is_for_paths = !has_whole_warps;
    }
    l.hotness = k.get();
    if (!has_whole_warps) {
        tell(l, "translated, as divergent paths, blocks of " + size_of(l.block));
        return;
    }
    const auto together = of_block(l);
    if (mode() == at_once) {
        if (!k->wanted.exchange(true)) compile_into(*k, text_for(*k, l));
        if (together && !together->wanted.exchange(true)) compile_into(*together, text_for(*together, l));
    } else if (together && k->run.load() && !together->wanted.exchange(true)) { // new block shape or checks
        translation::work_beside::instance().add(
            [together, text = text_for(*together, l)] { compile_into(*together, text); });
    }
    l.translated = k.get();
    l.together = together.get();
    if (k->wanted && paths_->are_wanted()) l.hotness = nullptr;
}

} // namespace cuda_emulator
