// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An instruction of a loop that the compiler unrolled is there several times, and so is an inlined function. The
// count of a line is the largest one of its instructions in a function, and the sum over the calls that were inlined.
#include "coverage/function_lines.h"

#include "machine/kernel_name.h"
#include "ptx/source_line.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace cuda_emulator {

namespace {

// A path of the PTX is absolute, or relative to the folder of the program's run.
std::string absolute(const std::string& path)
{
    std::error_code error;
    const auto whole = std::filesystem::absolute(path, error);
    return error ? path : whole.lexically_normal().string();
}

// The same in each run, in 31 bits: readers of tracefiles expect a small number.
std::uint32_t number_of(std::string_view function, int ordinal)
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    const std::string text = std::string(function) + "#" + std::to_string(ordinal);
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return static_cast<std::uint32_t>((hash ^ hash >> 32) & 0x7fffffffu);
}

// Where a line stands: in the function itself, or in one that was inlined at these places.
struct place {
    std::string file;
    int line = 0;
    std::vector<std::tuple<int, int, int>> inlined_at;
};
bool operator<(const place& a, const place& b)
{
    return std::tie(a.file, a.line, a.inlined_at) < std::tie(b.file, b.line, b.inlined_at);
}

class function_lines {
public:
    function_lines(const ptx::module& m, const ptx::function_body& body)
        : module_(m)
        , body_(body)
    {
    }
    // An instruction may have no place, or line 0: it has that of the one before it, or of the next at the beginning.
    const place* of(const ptx::instruction& i)
    {
        if (has_line(i.source)) latest_ = i.source;
        if (latest_ < 0)
            for (const ptx::instruction& next : body_.instructions)
                if (latest_ < 0 && has_line(next.source)) latest_ = next.source;
        return latest_ < 0 ? nullptr : &of(latest_);
    }

private:
    bool has_line(int source) const { return source >= 0 && body_.sources[static_cast<std::size_t>(source)].line > 0; }
    const place& of(int source)
    {
        const auto [known, fresh] = places_.try_emplace(source);
        if (!fresh) return known->second;
        const auto& told = body_.sources[static_cast<std::size_t>(ptx::told_source(module_, body_, source))];
        known->second.file = absolute(ptx::file_of(module_, told));
        known->second.line = told.line;
        for (int at = told.caller; at >= 0;) {
            const ptx::source_location& call = body_.sources[static_cast<std::size_t>(at)];
            known->second.inlined_at.emplace_back(call.file, call.line, call.column);
            at = call.caller;
        }
        return known->second;
    }

    const ptx::module& module_;
    const ptx::function_body& body_;
    int latest_ = -1;
    std::map<int, place> places_;
};

// The entries of the list that lead to the same instruction are one way, and a false guard is the last one. Empty: the
// list is unknown.
std::vector<std::uint64_t> ways_of_list(const ptx::function_body& body, const ptx::instruction& i,
                                        const lane_counts& counts)
{
    std::vector<int> targets;
    std::vector<std::uint64_t> ways;
    const auto list = i.operands.size() == 2 ? body.branch_targets.find(i.operands[1].name) : body.branch_targets.end();
    if (list == body.branch_targets.end()) return ways;
    for (std::size_t k = 0; k < list->second.size(); ++k) {
        const auto label = body.labels.find(list->second[k]);
        const int target = label == body.labels.end() ? -1 : label->second;
        const auto known = std::find(targets.begin(), targets.end(), target);
        const auto way = static_cast<std::size_t>(known - targets.begin());
        if (known == targets.end()) {
            targets.push_back(target);
            ways.push_back(0);
        }
        if (k < counts.targets.size()) ways[way] += counts.targets[k];
    }
    if (i.guard >= 0) ways.push_back(counts.came - counts.active);
    return ways;
}

// The threads that took each way of a branch: first those that jump. Empty for what is no branch.
std::vector<std::uint64_t> ways_of(const ptx::function_body& body, const ptx::instruction& i, const lane_counts& counts)
{
    if (i.opcode == "brx") return ways_of_list(body, i, counts);
    if (i.opcode != "bra" || i.guard < 0) return {};
    return {counts.active, counts.came - counts.active};
}

} // namespace

void add_function(tracefile& to, const ptx::module& m, const ptx::function& f, const ptx::function_body& body,
                  const line_counts& counts)
{
    function_lines lines(m, body);
    std::map<place, std::uint64_t> largest;
    std::map<std::pair<std::string, int>, int> branches; // of each line, so far
    const place* first = nullptr;
    std::uint64_t entered = 0;
    for (const ptx::instruction& i : body.instructions) {
        const place* const at = lines.of(i);
        if (!at) return;
        const auto known = counts.find(i.line);
        const lane_counts count = known == counts.end() ? lane_counts{} : known->second;
        const auto ways = ways_of(body, i, count);
        std::uint64_t& line = largest[*at];
        line = std::max(line, ways.empty() ? count.active : count.came);
        if (!first) entered = count.came;
        if (!first) first = at;
        if (ways.empty()) continue;
        const std::uint32_t number = number_of(f.name, branches[{at->file, at->line}]++);
        for (std::size_t way = 0; way < ways.size(); ++way)
            to.files[at->file].branches[{at->line, number, static_cast<int>(way)}] += ways[way];
    }
    if (!first) return;
    for (const auto& [at, count] : largest)
        to.files[at.file].lines[at.line] += count;
    // The first place of the body is the function's own line.
    const ptx::source_location& begin = body.sources.front();
    const bool is_own = begin.caller < 0 && begin.line > 0;
    covered_function& function =
        to.files[is_own ? absolute(ptx::file_of(m, begin)) : first->file].functions[demangled(f.name)];
    function.line = is_own ? begin.line : first->line;
    function.count += entered;
}

} // namespace cuda_emulator
