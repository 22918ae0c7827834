// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits.hpp"

#include <algorithm>
#include <filesystem>

namespace scanner {
namespace {

bool comes_before(const edit& a, const edit& b)
{
    if (a.offset != b.offset) return a.offset < b.offset;
    return a.length == 0 && b.length != 0;
}

std::string canonical_path(const std::string& path)
{
    std::error_code error;
    const auto result = std::filesystem::canonical(path, error);
    return error ? path : result.string();
}

} // namespace

bool edit_list::add(const std::vector<edit>& together)
{
    std::vector<std::size_t> added; // removed last first, so that the indices stay valid
    const auto take_back = [&] {
        for (; !added.empty(); added.pop_back())
            edits_.erase(edits_.begin() + static_cast<std::ptrdiff_t>(added.back()));
        return false;
    };
    for (const edit& one : together) {
        const auto place = std::upper_bound(edits_.begin(), edits_.end(), one, comes_before);
        bool is_there = false;
        for (auto before = place; before != edits_.begin() && (before - 1)->offset == one.offset && !is_there; --before)
            is_there = *(before - 1) == one;
        if (is_there) continue;
        // The edits do not overlap, so only the neighbours can reach this edit.
        if (place != edits_.begin() && (place - 1)->offset + (place - 1)->length > one.offset) return take_back();
        if (place != edits_.end() && one.offset + one.length > place->offset) return take_back();
        const auto index = static_cast<std::size_t>(place - edits_.begin());
        edits_.insert(place, one);
        added.push_back(index);
    }
    return true;
}

std::string edit_list::applied_to(std::string_view text) const
{
    std::string result;
    std::size_t at = 0;
    for (const edit& one : edits_) {
        result.append(text, at, one.offset - at).append(one.replacement);
        at = one.offset + one.length;
    }
    return result.append(text, at);
}

bool changes::add(const std::vector<file_edit>& together)
{
    std::map<std::string, std::vector<edit>> by_file;
    for (const file_edit& one : together)
        by_file[canonical_path(one.path)].push_back(one.change);
    std::map<std::string, edit_list> grown;
    for (const auto& [path, edits] : by_file) {
        edit_list list;
        if (const auto found = files_.find(path); found != files_.end()) list = found->second;
        if (!list.add(edits)) return false;
        grown.emplace(path, std::move(list));
    }
    for (auto& [path, list] : grown)
        files_.insert_or_assign(path, std::move(list));
    return true;
}

const edit_list* changes::of(const std::string& path) const
{
    if (files_.empty()) return nullptr;
    const auto found = files_.find(canonical_path(path));
    return found == files_.end() ? nullptr : &found->second;
}

} // namespace scanner
