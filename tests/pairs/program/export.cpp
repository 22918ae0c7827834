// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace pairs {
namespace {

const std::string include = "#include \"";

bool begins_with(const std::string& text, const std::string& with) { return text.compare(0, with.size(), with) == 0; }

std::vector<std::string> lines_of_file(const std::string& path)
{
    std::ifstream file{path};
    if (!file) throw std::runtime_error{"cannot read " + path};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

// Gives the name of the support header that a line includes, or nothing.
std::string support_header(const std::string& line)
{
    if (!begins_with(line, include)) return "";
    const std::string name = line.substr(include.size(), line.find('"', include.size()) - include.size());
    return name.find("..") == 0 && name.find("/support/") == std::string::npos ? "" : name.substr(name.rfind('/') + 1);
}

void append(std::ostream& out, const std::string& root, const std::string& name, std::set<std::string>& done)
{
    if (!done.insert(name).second) return;
    out << "// modern/support/" << name << '\n';
    for (const std::string& line : lines_of_file(root + "/modern/support/" + name)) {
        if (line == "#pragma once" || begins_with(line, "// SPDX")) continue;
        const std::string header = support_header(line);
        if (header.empty())
            out << line << '\n';
        else
            append(out, root, header, done);
    }
}

// Gives the number of braces that a line leaves open. Braces in the examples' comments and texts are balanced.
int opened(const std::string& line)
{
    return static_cast<int>(std::count(line.begin(), line.end(), '{') - std::count(line.begin(), line.end(), '}'));
}

bool is_device_code(const std::string& line)
{
    const bool names_it = line.find("__global__") != std::string::npos || line.find("__device__") != std::string::npos;
    return names_it && line.find('(') != std::string::npos && !begins_with(line, "//");
}

} // namespace

std::string exported(const std::string& root, const std::string& path, bool single)
{
    std::ostringstream out;
    std::set<std::string> done;
    for (const std::string& line : lines_of_file(root + '/' + path)) {
        const std::string header = single ? support_header(line) : "";
        if (header.empty() || !begins_with(path, "modern/"))
            out << line << '\n';
        else
            append(out, root, header, done);
    }
    return out.str();
}

std::pair<std::size_t, std::size_t> kernel_lines(const std::vector<std::string>& lines)
{
    std::size_t first = lines.size(), last = lines.size();
    for (std::size_t at = 0; at < lines.size();) {
        // A part ends at a blank line outside of all braces.
        std::size_t end = at;
        int open = 0;
        bool device_code = false;
        for (; end < lines.size() && (open > 0 || !lines[end].empty()); end++) {
            open += opened(lines[end]);
            device_code = device_code || is_device_code(lines[end]);
        }
        if (device_code) {
            first = std::min(first, at);
            last = end;
        }
        at = end + 1;
    }
    return {first, last};
}

} // namespace pairs
