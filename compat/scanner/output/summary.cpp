// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a migration costs: each name once. Errors come first, and of them the most frequent.
#include <algorithm>
#include <iomanip>
#include <ostream>

#include "writer.hpp"

namespace scanner {
namespace {

// The names of these findings are the program's own: of kernels, variables and functions. The rule tells what is wrong.
bool has_own_name(const finding& one)
{
    for (const char* rule :
         {"block-clocks", "half-operator", "host-sum", "kernel-linkage", "unchecked-launch", "volatile-sums"})
        if (one.rule == rule) return true;
    return false;
}

} // namespace

void totals::count(const finding& one)
{
    ++findings;
    ++(one.level == severity::error ? errors : one.level == severity::warning ? warnings : notes);
    of_name& entry = names[has_own_name(one) ? one.rule : one.name];
    if (entry.count++ == 0) entry.first = one;
}

namespace {

class summary : public writer {
public:
    explicit summary(std::ostream& output)
        : output_(output)
    {
    }

    void add(const std::string&, const finding&) override {}

    void end(const totals& all) override
    {
        std::vector<const std::pair<const std::string, totals::of_name>*> order;
        std::size_t width = 4, covered = 0, efforts[3] = {};
        for (const auto& entry : all.names) {
            order.push_back(&entry);
            width = std::max(width, entry.first.size());
            efforts[static_cast<int>(entry.second.first.effort)] += entry.second.count;
            if (entry.second.first.compat == "here") covered += entry.second.count;
        }
        std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
            const totals::of_name &left = a->second, &right = b->second;
            return left.first.level != right.first.level ? left.first.level < right.first.level
                                                         : left.count > right.count;
        });
        if (!order.empty())
            output_ << std::left << std::setw(static_cast<int>(width)) << "name"
                    << "  count  level    removed  effort  compat  note\n";
        for (const auto* entry : order) {
            const finding& one = entry->second.first;
            const auto or_dash = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
            output_ << std::left << std::setw(static_cast<int>(width)) << entry->first << std::right << std::setw(7)
                    << entry->second.count << "  " << std::left << std::setw(7) << word(one.level) << "  "
                    << std::setw(7) << or_dash(text_of(one.removed)) << "  " << std::setw(6) << word(one.effort) << "  "
                    << std::setw(6) << or_dash(one.compat) << "  " << or_dash(one.note) << '\n';
        }
        if (!order.empty()) output_ << '\n';
        output_ << all.findings << " findings in " << all.files_with_findings << " of " << all.files
                << " files: " << all.errors << " errors, " << all.warnings << " warnings, " << all.notes << " notes\n"
                << "effort: " << efforts[0] << " low, " << efforts[1] << " medium, " << efforts[2] << " high\n"
                << "compat has " << covered << " of them\n";
        if (all.known) output_ << "the baseline has " << all.known << " more\n";
    }

private:
    std::ostream& output_;
};

class nothing : public writer {
    void add(const std::string&, const finding&) override {}
    void end(const totals&) override {}
};

} // namespace

std::unique_ptr<writer> no_writer() { return std::make_unique<nothing>(); }

std::unique_ptr<writer> summary_writer(std::ostream& output) { return std::make_unique<summary>(output); }

} // namespace scanner
