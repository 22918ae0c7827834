// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes of a file, by place. All places are of the file as it was read, so that changes of several fixes go together.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scanner {

struct edit {
    std::size_t offset; // in bytes
    std::size_t length; // 0: an insertion
    std::string replacement;
};

inline bool operator==(const edit& a, const edit& b)
{
    return a.offset == b.offset && a.length == b.length && a.replacement == b.replacement;
}

// Of one file.
class edit_list {
public:
    // Adds all of them. Where one overlaps with what is there, or with another of them, it adds none: false.
    // - Two overlap if they change the same byte, or if one inserts inside of what another replaces.
    // - What is there already in the same words counts once.
    // - Insertions at one place stay in the order in which they came.
    bool add(const std::vector<edit>& together);

    bool empty() const { return edits_.empty(); }
    // By offset; at one offset insertions first.
    const std::vector<edit>& in_order() const { return edits_; }
    std::string applied_to(std::string_view text) const;

private:
    std::vector<edit> edits_;
};

struct file_edit {
    std::string path;
    edit change;
};

// Of several files. A file has one list, by whatever path it is reached.
class changes {
public:
    // All or none, as above.
    bool add(const std::vector<file_edit>& together);

    bool empty() const { return files_.empty(); }
    // Null where the file has none.
    const edit_list* of(const std::string& path) const;
    // By real path.
    const std::map<std::string, edit_list>& files() const { return files_; }

private:
    std::map<std::string, edit_list> files_;
};

} // namespace scanner
