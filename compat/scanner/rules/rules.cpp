// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rules.hpp"

#include <algorithm>
#include <cstdio>

namespace scanner {
namespace {

// In longer lines, only a part around the place is examined.
constexpr std::size_t most_of_a_line = 400;

class fnv {
public:
    void add(std::string_view text)
    {
        for (unsigned char c : text) {
            value_ ^= c;
            value_ *= 1099511628211u;
        }
        value_ *= 1099511628211u;
    }

    std::string hex() const
    {
        char result[17];
        std::snprintf(result, sizeof result, "%016llx", static_cast<unsigned long long>(value_));
        return result;
    }

private:
    std::uint64_t value_ = 14695981039346656037u;
};

} // namespace

void locate(finding& one, std::string_view path, std::string_view text, std::size_t start)
{
    const std::size_t least = start > most_of_a_line ? start - most_of_a_line : 0;
    std::size_t begin = start;
    while (begin > least && text[begin - 1] != '\n')
        --begin;
    std::size_t end = start;
    while (end < text.size() && end - start < most_of_a_line && text[end] != '\n')
        ++end;
    // A byte that continues a UTF-8 character does not count as a column.
    for (std::size_t i = begin; i < start; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xc0) == 0x80 && one.column > 1) --one.column;
    const auto blank = [&](std::size_t i) { return text[i] == ' ' || text[i] == '\t' || text[i] == '\r'; };
    while (begin < end && blank(begin))
        ++begin;
    while (begin < end && blank(end - 1))
        --end;
    fnv sum;
    sum.add(path);
    sum.add(one.rule);
    sum.add(one.name);
    sum.add(text.substr(begin, end - begin));
    one.fingerprint = sum.hex();
}

finding* search::add(const token& at, std::string_view rule, std::string_view name, version deprecated,
                     version removed) const
{
    const bool gone = asked.has(removed);
    if (!gone && !asked.has(deprecated)) return nullptr;
    found.emplace_back();
    finding& one = found.back();
    one.line = at.line;
    one.column = at.column;
    one.rule = rule;
    one.name = name;
    one.level = gone ? severity::error : severity::warning;
    one.deprecated = deprecated;
    one.removed = removed;
    const char* begin = source.text().data();
    const bool inside = at.text.data() >= begin && at.text.data() < begin + source.text().size();
    if (inside)
        locate(one, source.path(), source.text(), at.text.data() - begin);
    else // a name that a line splice cuts
        locate(one, source.path(), at.text, 0);
    return &one;
}

finding* search::advise(const token& at, std::string_view rule, std::string_view name) const
{
    if (asked.from) return nullptr;
    finding* one = search{source, {0, 1}, found}.add(at, rule, name, 1, 0);
    one->deprecated = 0;
    one->level = severity::note;
    return one;
}

namespace {

// HIP has CUDA's device functions under their old names, and keeps them.
bool is_hip_source(const program& source)
{
    bool hip = false;
    for (const std::size_t i : source.headers()) {
        const std::string_view name = source.at(i).text, last = name.substr(name.rfind('/') + 1);
        if (name.substr(0, 4) == "hip/" || name.substr(0, 4) == "hipc" || last.substr(0, 4) == "hip_") hip = true;
        if (last.substr(0, 4) == "cuda" || last == "device_launch_parameters.h") return false;
    }
    return hip;
}

} // namespace

void find_in_source(const search& where)
{
    if (is_hip_source(where.source)) return;
    const std::size_t before = where.found.size();
    find_names(where);
    find_cccl_uses(where);
    if (where.source.is_cuda()) {
        find_inline_assembly(where);
        find_volatile_sums(where);
        find_divergent_barriers(where);
        find_unchecked_launches(where);
        find_host_sums(where);
        find_block_clocks(where);
        find_static_members(where);
        find_kernel_linkage(where);
    }
    std::stable_sort(where.found.begin() + before, where.found.end(), [](const finding& a, const finding& b) {
        return a.line != b.line ? a.line < b.line : a.column < b.column;
    });
}

} // namespace scanner
