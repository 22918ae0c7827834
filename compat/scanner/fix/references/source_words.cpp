// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source_words.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "files/read.hpp"
#include "source/lexer.hpp"

namespace scanner {
namespace {

// Records the function name before the parameter list that follows a __global__ or __device__.
void read_function(const std::vector<token>& code, std::size_t i, file_words& result)
{
    std::string name;
    int depth = 0;
    for (; i < code.size(); ++i) {
        const token& one = code[i];
        if (one.is_mark("(") && depth++ == 0 && name.empty() && code[i - 1].is_name() &&
            !code[i - 1].is("__launch_bounds__"))
            name = code[i - 1].text;
        if (one.is_mark(")")) --depth;
        if (depth > 0) continue;
        if (one.is_mark(";") || one.is_mark("{") || one.is_mark("=")) {
            if (!name.empty() && !one.is_mark("=")) (one.is_mark(";") ? result.declared : result.defined).insert(name);
            return;
        }
    }
}

} // namespace

file_words words_of(const std::string& path, fix_kinds wanted)
{
    file_words result;
    std::string text;
    if (!read_source(path, text).empty()) return result;
    tokens code;
    tokenize(text, code);
    const std::vector<token>& list = code.list;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
        const token& one = list[i];
        if (one.kind == token_kind::header_name)
            result.included.insert(std::filesystem::path(std::string(one.text)).filename().string());
        if (one.is_mark("<<<") && i > 0) {
            std::size_t name = i - 1;
            for (int depth = 0; name > 0 && (depth || list[name].is_mark(">")); --name) { // template arguments
                depth += list[name].is_mark(">") - list[name].is_mark("<");
                if (!depth) {
                    --name;
                    break;
                }
            }
            if (list[name].is_name()) result.launched.insert(std::string(list[name].text));
        }
        if (!one.is_name()) continue;
        if (one.is("__global__") || one.is("__device__")) read_function(list, i + 1, result);
        if (wanted.has(fix_kind::textures)) {
            result.references |= one.is("texture") && list[i + 1].is_mark("<");
            for (const char* name : {"cudaBindTexture", "cudaBindTexture2D", "cudaBindTextureToArray",
                                     "cudaUnbindTexture", "textureReference"})
                result.references |= one.is(name);
        }
        if (wanted.has(fix_kind::surfaces)) {
            result.references |= one.is("surface") && list[i + 1].is_mark("<");
            for (const char* name : {"cudaBindSurfaceToArray", "surfaceReference"})
                result.references |= one.is(name);
        }
    }
    return result;
}

bool is_unit(const std::string& path)
{
    const std::string end = std::filesystem::path(path).extension().string();
    return end == ".cu" || end == ".cpp" || end == ".cc" || end == ".cxx";
}

bool is_c(const std::string& path) { return std::filesystem::path(path).extension() == ".c"; }

void add_including_sources(const std::map<std::string, file_words>& words,
                           const std::map<std::string, std::string>& all_sources, std::vector<std::string>& sources)
{
    std::set<std::string> names;
    for (const auto& [path, found] : words)
        if (found.references) names.insert(std::filesystem::path(path).filename().string());
    std::set<std::string> added;
    for (bool changed = !names.empty(); changed;) {
        changed = false;
        for (const auto& [path, found] : words)
            if (!found.references && !added.count(path) &&
                std::any_of(found.included.begin(), found.included.end(),
                            [&](const std::string& name) { return names.count(name) != 0; })) {
                added.insert(path);
                names.insert(std::filesystem::path(path).filename().string());
                changed = true;
            }
    }
    for (const std::string& path : added)
        if (const auto found = all_sources.find(path); found != all_sources.end() && is_unit(path))
            sources.push_back(found->second);
}

} // namespace scanner
