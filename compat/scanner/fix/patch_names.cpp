// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "patch_names.hpp"

#include <algorithm>
#include <cctype>
#include <system_error>

namespace scanner {
namespace {

namespace fs = std::filesystem;

// Tests for a path that can lead out of the current folder.
bool may_leave(const fs::path& path)
{
    return path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
}

fs::path whole(const fs::path& path)
{
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
}

// The folder of a file. A file that is a link keeps its own folder.
fs::path folder_of(const fs::path& path)
{
    std::error_code ignored;
    return whole(fs::is_directory(path, ignored) ? path : path.parent_path().empty() ? "." : path.parent_path());
}

bool has(const fs::path& folder, const fs::path& path)
{
    const fs::path rest = path.lexically_relative(folder);
    return !rest.empty() && *rest.begin() != "..";
}

std::string in_quotes(const std::string& text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

} // namespace

patch_names::patch_names(const std::vector<std::string>& paths)
    : begin_(whole("."))
{
    for (const std::string& path : paths) {
        const fs::path folder = folder_of(path);
        while (!has(begin_, folder) && begin_.has_relative_path()) {
            begin_ = begin_.parent_path();
            is_elsewhere_ = true;
        }
    }
}

std::string patch_names::of(const std::string& path) const
{
    const fs::path given(path);
    if (!is_elsewhere_ && !may_leave(given)) return given.lexically_normal().string();
    const fs::path file = folder_of(given) / given.filename();
    return has(begin_, file) ? file.lexically_relative(begin_).string() : path;
}

std::string patch_names::command() const { return "patch -p1 -d " + in_quotes(begin_.string()) + " applies it"; }

std::string patch_names::head() const
{
    const std::string text = command();
    // A folder's name with a line break could pass for a part of the diff.
    const bool is_plain = std::none_of(text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c); });
    return is_elsewhere_ && is_plain ? text + '\n' : "";
}

std::string patch_names::hint() const { return is_elsewhere_ ? "; " + command() : ""; }

} // namespace scanner
