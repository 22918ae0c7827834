// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edits of a file by position. Every position refers to the file as it was read, so the edits of several fixes combine.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scanner {

struct edit {
    std::size_t offset; // in bytes
    std::size_t length; // 0 for an insertion
    std::string replacement;
};

inline bool operator==(const edit& a, const edit& b)
{
    return a.offset == b.offset && a.length == b.length && a.replacement == b.replacement;
}

// The edits of one file.
class edit_list {
public:
    // Adds all edits, or adds none and returns false if any of them overlaps with another edit.
    // - Two edits overlap if both change one byte, or if one inserts within the range that the other replaces.
    // - An identical edit that already exists counts once.
    // - Insertions at one position keep the order in which they were added.
    bool add(const std::vector<edit>& together);

    bool empty() const { return edits_.empty(); }
    // Sorted by offset. Insertions come first at equal offsets.
    const std::vector<edit>& in_order() const { return edits_; }
    std::string applied_to(std::string_view text) const;

private:
    std::vector<edit> edits_;
};

struct file_edit {
    std::string path;
    edit change;
};

// The edits of several files. Paths to the same file share one list.
class changes {
public:
    // Adds all edits or none, as edit_list::add does.
    bool add(const std::vector<file_edit>& together);

    bool empty() const { return files_.empty(); }
    // Returns null if the file has no edits.
    const edit_list* of(const std::string& path) const;
    // The key is the real path.
    const std::map<std::string, edit_list>& files() const { return files_; }

private:
    std::map<std::string, edit_list> files_;
};

} // namespace scanner
