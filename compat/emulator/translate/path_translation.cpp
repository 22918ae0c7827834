// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/path_translation.h"

#include "translate/hot_code.h"
#include "translate/source.h"
#include "translate/work_beside.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace cuda_emulator::translation {

namespace {

std::mutex texts; //!< guards the texts of translations

const std::string& text_for(path_translation& p, const decoded_function& f)
{
    if (!p.text.empty()) return p.text;
    lane_layout lanes = {0};
    lanes.of_path = true;
    source s = source_of(f, lanes);
    p.is_entry = std::move(s.is_entry);
    return p.text = std::move(s.text);
}

} // namespace

void path_translations::begin(const launch& l, bool awaited)
{
    kernel_ = l.code->kernel;
    look_at_ = awaited ? not_known : warm;
    hot_ = not_known;
    for (const auto& [source, f] : l.code->functions) {
        const auto p = std::make_shared<path_translation>();
        p->is_awaited = awaited;
        by_function_[f.get()] = p;
        f->paths.store(p.get(), std::memory_order_release);
    }
}

void path_translations::count(std::uint64_t more)
{
    if (are_wanted()) return;
    const std::uint64_t now = work_.fetch_add(more) + more;
    if (now >= hot_.load(std::memory_order_relaxed)) {
        compile_soon();
    } else if (std::uint64_t at = look_at_.load(std::memory_order_relaxed); now >= at) {
        if (look_at_.compare_exchange_strong(at, 2 * now)) look_up();
    }
}

void path_translations::look_up()
{
    std::lock_guard lock(texts);
    std::uint64_t size = 0;
    for (const auto& [f, p] : by_function_)
        size += own_size(text_for(*p, *f));
    const std::string& text = by_function_.at(kernel_)->text;
    if (hot_ == not_known) {
        const std::uint64_t least = std::max<std::uint64_t>(hot_at_least, hot_by_byte * size);
        earlier_ = ran_before(text);
        hot_ = least - std::min(least, earlier_);
    }
    work_beside::instance().add([all = shared_from_this()] {
        bool are_all = true;
        for (const auto& [f, p] : all->by_function_) {
            find_compiled(*p, p->text);
            are_all = are_all && p->wanted;
        }
        if (are_all) all->wanted_ = true;
        const path_translation& kernel = *all->by_function_.at(all->kernel_);
        if (!kernel.wanted && kernel.text.size() <= largest_text) note_run(kernel.text, all->earlier_ + all->work_);
    });
}

void path_translations::compile_hot()
{
    // The program may unload the decoded code before the thread beside begins, so the texts are made here.
    {
        std::lock_guard lock(texts);
        for (const auto& [f, p] : by_function_)
            text_for(*p, *f);
    }
    work_beside::instance().add([all = shared_from_this()] {
        for (const auto& [f, p] : all->by_function_)
            all->compile_now(*f);
    });
}

void path_translations::compile_now(decoded_function& f)
{
    path_translation& p = *by_function_.at(&f);
    if (p.wanted.exchange(true)) return;
    const std::string& text = [&]() -> const std::string& {
        std::lock_guard lock(texts);
        return text_for(p, f);
    }();
    compile_into(p, text);
    p.is_awaited = false;
}

} // namespace cuda_emulator::translation
