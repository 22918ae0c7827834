// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/source_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace cuda_emulator {

namespace {

std::vector<std::string> lines_of(std::istream& text)
{
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

std::vector<std::string> lines_of_file(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return {};
    std::ifstream text(path);
    return lines_of(text);
}

std::vector<std::string> lines_of_text(const std::string& text)
{
    std::istringstream stream(text);
    return lines_of(stream);
}

bool is_newer_than_the_program(const std::string& path)
{
    std::error_code no_source, no_program;
    const auto source = std::filesystem::last_write_time(path, no_source);
    const auto program = std::filesystem::last_write_time("/proc/self/exe", no_program);
    return !no_source && !no_program && source > program;
}

std::string source_text(const std::string& path_and_line)
{
    const std::size_t colon = path_and_line.rfind(':');
    if (colon == std::string::npos) return {};
    const std::string path = path_and_line.substr(0, colon);
    const auto line = static_cast<std::size_t>(std::atoi(path_and_line.c_str() + colon + 1));
    if (is_newer_than_the_program(path)) return {};
    const std::vector<std::string> lines = lines_of_file(path);
    if (line == 0 || line > lines.size()) return {};
    const std::string& text = lines[line - 1];
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? std::string{} : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace cuda_emulator
