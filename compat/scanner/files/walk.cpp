// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "walk.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "rules/rules.hpp"

namespace scanner {
namespace fs = std::filesystem;

namespace {

bool is_source(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || dot == 0) return false;
    const std::string_view end = name.substr(dot + 1);
    for (std::string_view known :
         {"cu",  "cuh", "c",   "cc",  "cpp", "cxx", "c++", "C",    "h",     "hh",  "hpp", "hxx",
          "h++", "H",   "inl", "ipp", "tpp", "txx", "inc", "ptxh", "cuinc", "tcc", "impl"})
        if (end == known) return true;
    return false;
}

ignore_rules rules_of(const fs::path& folder)
{
    ignore_rules result;
    std::ifstream file(folder / ".gitignore");
    for (std::string line; std::getline(file, line);)
        result.add_line(line);
    return result;
}

} // namespace

walk::walk(std::vector<std::string> paths, walk_options options, std::function<void(const std::string&)> complain)
    : paths_(std::move(paths))
    , options_(std::move(options))
    , complain_(std::move(complain))
{
    for (const std::string& one : options_.exclude)
        excluded_.add_line(one);
}

bool walk::next(std::string& path)
{
    while (true) {
        if (open_.empty()) {
            if (next_path_ == paths_.size()) return false;
            const std::string& top = paths_[next_path_++];
            std::error_code error;
            const bool is_folder = fs::is_directory(top, error);
            if (options_.force_exclude && is_excluded(top, is_folder)) continue;
            if (!is_folder) {
                path = top; // a file that the user named is scanned whatever its name is
                return true;
            }
            outer_.clear();
            if (options_.use_gitignore) outer_rules(top);
            std::string folder = top;
            while (folder.size() > 1 && folder.back() == '/')
                folder.pop_back();
            enter(folder);
            continue;
        }
        folder& here = open_.back();
        if (here.at == here.entries.size()) {
            open_.pop_back();
            continue;
        }
        const entry& one = here.entries[here.at++];
        const std::string found = here.path + one.name;
        if (one.is_folder) {
            if (one.name != ".git" && one.name != ".hg" && one.name != ".svn" && !is_ignored(found, true)) enter(found);
        } else if ((is_source(one.name) || is_build_file(one.name)) && !is_ignored(found, false)) {
            path = found;
            return true;
        }
    }
}

void walk::enter(const std::string& path)
{
    folder next;
    next.path = path == "." ? "" : path == "/" ? path : path + "/";
    std::error_code error;
    fs::directory_iterator at(path, error), end;
    for (; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        // Links to folders are not followed, because they can form a cycle.
        const bool is_folder = at->is_directory(ignored) && !at->is_symlink(ignored);
        if (!is_folder && !at->is_regular_file(ignored)) continue;
        next.entries.push_back({at->path().filename().string(), is_folder});
    }
    if (error) complain_(path + ": " + error.message());
    std::sort(next.entries.begin(), next.entries.end(), [](const entry& a, const entry& b) { return a.name < b.name; });
    if (options_.use_gitignore) next.ignored = rules_of(path);
    open_.push_back(std::move(next));
}

void walk::outer_rules(const fs::path& top)
{
    std::error_code error;
    fs::path folder = fs::canonical(top, error);
    std::string behind;
    while (!error && !folder.empty()) {
        if (fs::exists(folder / ".git", error) || folder == folder.root_path()) return;
        behind = folder.filename().string() + "/" + behind;
        folder = folder.parent_path();
        if (ignore_rules rules = rules_of(folder); !rules.empty()) outer_.emplace_back(behind, std::move(rules));
        if (fs::exists(folder / ".git", error)) return;
    }
}

// A path that the user named, or a folder above it.
bool walk::is_excluded(const std::string& top, bool is_folder) const
{
    fs::path whole = fs::path(top).lexically_normal();
    std::error_code error;
    if (whole.is_absolute())
        if (const fs::path below = whole.lexically_proximate(fs::current_path(error)); *below.begin() != "..")
            whole = below;
    fs::path part;
    for (auto one = whole.begin(); one != whole.end(); ++one) {
        part /= *one;
        const bool is_last = std::next(one) == whole.end();
        if (part != "." &&
            excluded_.of(part.relative_path().string(), is_folder || !is_last) == ignore_rules::answer::ignored)
            return true;
    }
    return false;
}

bool walk::is_ignored(const std::string& path, bool is_folder) const
{
    // Patterns match the printed path or the path relative to the walked folder.
    const std::string_view from_top = std::string_view(path).substr(open_.front().path.size());
    if (excluded_.of(path, is_folder) == ignore_rules::answer::ignored ||
        excluded_.of(from_top, is_folder) == ignore_rules::answer::ignored)
        return true;
    for (auto one = open_.rbegin(); one != open_.rend(); ++one) {
        if (one->ignored.empty()) continue;
        const auto answer = one->ignored.of(std::string_view(path).substr(one->path.size()), is_folder);
        if (answer != ignore_rules::answer::none) return answer == ignore_rules::answer::ignored;
    }
    for (const auto& [behind, rules] : outer_) {
        const auto answer = rules.of(behind + path.substr(open_.front().path.size()), is_folder);
        if (answer != ignore_rules::answer::none) return answer == ignore_rules::answer::ignored;
    }
    return false;
}

} // namespace scanner
