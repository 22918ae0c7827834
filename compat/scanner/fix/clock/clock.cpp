// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clock.hpp"

#include <filesystem>
#include <set>

#include "files/read.hpp"
#include "files/walk.hpp"
#include "source/launch_marks.hpp"
#include "timers.hpp"

namespace scanner {

void plan_clock_fixes(const program& source, std::vector<edit>& edits, std::vector<std::string>& refusals)
{
    if (!source.is_cuda()) return;
    for (const function& body : source.functions())
        if (!body.device) plan_timers(source, body, edits, refusals);
}

void plan_clock_fixes(const options& wanted, planned_fixes& result)
{
    walk files(wanted.paths, wanted.files, [](const std::string&) {}); // the scan reports unreadable paths
    std::set<std::string> seen;
    program source;
    for (std::string path, text; files.next(path);) {
        std::error_code ignored;
        if (!seen.insert(std::filesystem::weakly_canonical(path, ignored).string()).second) continue;
        if (!read_source(path, text).empty()) continue;
        join_launch_marks(text); // keeps all offsets
        source.read(path, text, wanted.asked.to);
        std::vector<edit> edits;
        plan_clock_fixes(source, edits, result.refusals);
        std::vector<file_edit> together;
        for (const edit& one : edits)
            together.push_back({path, one});
        if (!together.empty() && !result.planned.add(together))
            result.refusals.push_back(path + ":1:1: two changes of one place");
    }
}

} // namespace scanner
