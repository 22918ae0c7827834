// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/sources.h"

#include "machine/source_file.h"
#include "profile/json.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace cuda_emulator {

namespace {

constexpr int lines_around = 12;

// Gives the place of an instruction. If it has none, or line 0, the place is that of the previous instruction; at the
// beginning of a function, that of the next.
int source_of(const decoded_function& f, const instruction& i)
{
    auto has_line = [&](const instruction& x) {
        return x.source >= 0 && f.body->sources[static_cast<std::size_t>(x.source)].line > 0;
    };
    if (has_line(i)) return i.source;
    int best = -1;
    for (const instruction& other : f.code) {
        if (other.line > i.line && best >= 0) break;
        if (has_line(other)) best = other.source;
    }
    return best;
}

} // namespace

int trace_sources::file_index(const std::string& path, const ptx::module* module)
{
    for (std::size_t k = 0; k < files_.size(); ++k)
        if (files_[k].path == path && files_[k].module == module) return static_cast<int>(k);
    files_.push_back({path, module, {}});
    return static_cast<int>(files_.size()) - 1;
}

source_place trace_sources::place_of(const program& p, const decoded_function& f, const instruction& i)
{
    const int source = f.body ? source_of(f, i) : -1;
    if (source >= 0) return place_of(p.module->source_line(*f.body, source));
    return ptx_place(p, i.line);
}

source_place trace_sources::ptx_place(const program& p, int line)
{
    const source_place place{file_index("PTX", p.module), line};
    files_[static_cast<std::size_t>(place.file)].lines.insert(line);
    return place;
}

source_place trace_sources::place_of(const std::string& path_and_line)
{
    const std::size_t colon = path_and_line.rfind(':');
    const int line = colon == std::string::npos ? 0 : std::atoi(path_and_line.c_str() + colon + 1);
    const source_place place{file_index(path_and_line.substr(0, colon), nullptr), line};
    files_[static_cast<std::size_t>(place.file)].lines.insert(line);
    return place;
}

std::string trace_sources::ptx_line(const program& p, int line)
{
    std::string_view text = p.module->text;
    for (int k = 1; k < line; ++k) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    text = text.substr(0, text.find('\n'));
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

void trace_sources::write(json_writer& json) const
{
    std::size_t room = trace_limits::bytes_of_sources;
    json.key("files").begin_array();
    for (const file& f : files_) {
        json.line().begin_object().key("path").value(f.path).key("ptx").value(f.module != nullptr);
        std::vector<std::string> lines;
        if (f.module) {
            lines = lines_of_text(f.module->text);
        } else {
            lines = lines_of_file(f.path);
            json.key("newer_than_program").value(is_newer_than_the_program(f.path));
        }
        // Shows a short file completely, and a long file around the recorded lines.
        std::size_t first = 1, last = lines.size();
        if ((last > trace_limits::lines_of_a_file || f.module) && !f.lines.empty()) {
            first = static_cast<std::size_t>(std::max(1, *f.lines.begin() - lines_around));
            last = std::min(last, static_cast<std::size_t>(*f.lines.rbegin() + lines_around));
            last = std::min(last, first + trace_limits::lines_of_a_file - 1);
        }
        std::size_t bytes = 0;
        for (std::size_t k = first; k <= last; ++k)
            bytes += lines[k - 1].size() + 4;
        if (lines.empty() || bytes > room) {
            json.key("text").null().key("why").value(lines.empty() ? "it cannot be read" : "the sources are too long");
            json.end_object();
            continue;
        }
        room -= bytes;
        json.key("lines").value(static_cast<std::uint64_t>(lines.size())).key("first_line");
        json.value(static_cast<std::uint64_t>(first)).key("text").begin_array();
        for (std::size_t k = first; k <= last; ++k)
            json.line().value(lines[k - 1]);
        json.end_array().end_object();
    }
    json.end_array();
}

} // namespace cuda_emulator
