// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/programs.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

namespace scanner {

namespace fs = std::filesystem;

namespace {

bool is_source(const fs::path& path)
{
    const std::string end = path.extension().string();
    return end == ".cu" || end == ".cpp" || end == ".cc" || end == ".cxx" || end == ".c";
}

std::vector<std::string> sources_of(const std::string& path)
{
    std::error_code error;
    if (!fs::is_directory(path, error))
        return is_source(path) ? std::vector<std::string>{path} : std::vector<std::string>();
    std::vector<std::string> result;
    for (const fs::directory_entry& one : fs::directory_iterator(path, error))
        if (is_source(one.path())) result.push_back(one.path().string());
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace

fs::path own_folder()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

std::string find_folder(const char* file, std::initializer_list<fs::path> folders)
{
    for (const fs::path& one : folders)
        if (std::error_code error; !one.empty() && fs::exists(one / file, error)) return one.string();
    return {};
}

std::string find_emulator(toolchain& tools)
{
    const fs::path here = own_folder();
    if (tools.emulator.empty()) {
        const char* folder = std::getenv("CUDA_LEGACY_EMULATOR");
        tools.emulator =
            find_folder("libcudart.so.13", {folder ? folder : "", here / "../../emulator", here / "../emulator",
                                            here / "../lib/cuda_legacy", here / "../lib"});
        if (tools.emulator.empty())
            return "no GPU, and the emulated device is not found: --emulator FOLDER says where its libcudart.so.13 is";
    }
    std::error_code error;
    return fs::exists(fs::path(tools.emulator) / "libcudart.so.13", error)
               ? ""
               : tools.emulator + ": no libcudart.so.13 there";
}

std::string find_recorder(toolchain& tools)
{
    constexpr const char* library = "libcuda_legacy_recorder.so";
    const fs::path here = own_folder();
    const char* const folder = std::getenv("CUDA_LEGACY_RECORDER");
    const std::string found = find_folder(library, {folder ? folder : "", here / "../../recorder", here / "../recorder",
                                                    here / "../lib/cuda_legacy", here / "../lib"});
    if (found.empty())
        return std::string(library) + " is not found, so there is no record: only the output is compared. The variable "
                                      "CUDA_LEGACY_RECORDER names its folder";
    tools.recorder = fs::absolute(fs::path(found) / library).lexically_normal().string();
    return {};
}

std::string find_nvcc(toolchain& tools)
{
    if (!tools.nvcc.empty()) return {};
    const char* path = std::getenv("PATH");
    const std::string folders = std::string(path ? path : "") + ":/usr/local/cuda/bin";
    for (std::size_t at = 0; at < folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const fs::path program = fs::path(folders.substr(at, end - at)) / "nvcc";
        if (access(program.c_str(), X_OK) == 0) return tools.nvcc = program.string(), "";
        at = end + 1;
    }
    return "no nvcc: --nvcc PROGRAM says where it is, and pip install 'cuda-legacy[toolkit]' brings one";
}

std::string find_compat(toolchain& tools)
{
    if (tools.compat.empty())
        tools.compat = find_folder("cuda_legacy.h", {own_folder() / "../include/cuda_legacy", CUDA_LEGACY_SCAN_COMPAT});
    return tools.compat.empty() ? "compat is not found: --compat FOLDER says where cuda_legacy.h is" : "";
}

std::string build_program(const std::string& path, bool is_old, toolchain& tools, const std::string& output,
                          std::string& built)
{
    const std::vector<std::string> sources = sources_of(path);
    if (sources.empty()) {
        if (fs::is_directory(path)) return path + ": no source in this folder";
        if (access(path.c_str(), X_OK) != 0) return path + ": neither a source nor a program";
        built = fs::absolute(path).string();
        return {};
    }
    if (const std::string wrong = find_nvcc(tools); !wrong.empty()) return wrong;
    built = output;
    // The runtime as a library of its own, and PTX for the emulated device to read, with the lines of the source.
    std::vector<std::string> words{tools.nvcc, "-cudart", "shared", "-o", built};
    if (tools.emulated) words.insert(words.end(), {"-gencode", "arch=compute_75,code=compute_75"});
    words.insert(words.end(), {"-lineinfo", "-g"});
    if (is_old) {
        if (const std::string wrong = find_compat(tools); !wrong.empty()) return wrong;
        words.insert(words.end(),
                     {"-I", tools.compat, "-isystem", tools.compat + "/shims", "-include", "cuda_legacy.h"});
    }
    words.insert(words.end(), tools.flags.begin(), tools.flags.end());
    words.insert(words.end(), sources.begin(), sources.end());
    std::cerr << "cuda-legacy-scan verify: building " << path << '\n';
    const outcome compiled = run_command(words, {}, 3600);
    if (!compiled.not_started.empty()) return tools.nvcc + ": " + compiled.not_started;
    if (compiled.status == 0) return {};
    std::cerr << compiled.output << compiled.errors;
    return path + ": could not be built" + (is_old ? "" : "; --keep-compat builds it with compat, too");
}

std::vector<std::string> variables_of(const toolchain& tools)
{
    if (!tools.emulated) return {};
    const char* others = std::getenv("LD_LIBRARY_PATH");
    return {"LD_LIBRARY_PATH=" + fs::absolute(tools.emulator).string() +
            (others && *others ? ":" + std::string(others) : "")};
}

std::vector<std::string> record_variables(const toolchain& tools, const std::string& files, const std::string& look,
                                          bool launches)
{
    std::vector<std::string> out;
    const std::string prefix = tools.emulated ? "CUDA_EMULATOR_" : "CUDA_LEGACY_";
    if (!tools.emulated && tools.recorder.empty()) return out;
    out.push_back(prefix + "RECORD=" + files);
    if (!look.empty()) out.push_back(prefix + "RECORD_LOOK=" + look);
    if (tools.emulated) return out;
    if (launches) out.push_back(prefix + "RECORD_LAUNCHES=1");
    const char* const others = std::getenv("LD_PRELOAD");
    out.push_back("LD_PRELOAD=" + tools.recorder + (others && *others ? ":" + std::string(others) : ""));
    return out;
}

} // namespace scanner
