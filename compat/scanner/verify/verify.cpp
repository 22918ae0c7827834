// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include <unistd.h>

#include "command.hpp"

namespace scanner {
namespace {

namespace fs = std::filesystem;

const char* const usage =
    R"(Usage: cuda-legacy-scan verify [OPTION...] OLD NEW [-- ARGUMENT...]

Builds both with nvcc, runs both with the same ARGUMENTs, and compares what they print and how they end, byte by byte.
OLD and NEW are each a source, a folder of sources that make one program, or a program that is built already.
OLD is built with compat, NEW without.

  --device gpu|emulated   where they run; a GPU, where there is one
  --emulator FOLDER       the folder of the emulated device's libcudart.so.13
  --compat FOLDER         the folder of cuda_legacy.h
  --nvcc PROGRAM          the compiler; nvcc of PATH or of /usr/local/cuda, if not given
  --flag FLAG             for both compilations; may be repeated
  --file NAME             a file that both write, compared too; may be repeated
  --seconds NUMBER        how long each may run; 600, if not given
  --help

Exit status: 0 the same, 1 not the same, 2 it could not be tried.
)";

struct wanted {
    std::vector<std::string> programs, arguments, flags, files;
    std::string device, emulator, compat, nvcc;
    int seconds = 600;
    bool help = false;
};

int fails(const std::string& message)
{
    std::cerr << "cuda-legacy-scan verify: " << message << '\n';
    return 2;
}

std::string read_arguments(const std::vector<std::string>& arguments, wanted& result)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string name = arguments[i], value;
        if (name == "--") {
            result.arguments.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
            break;
        }
        if (name.empty() || name[0] != '-') {
            result.programs.push_back(name);
            continue;
        }
        if (name == "--help" || name == "-h") return result.help = true, "";
        const std::size_t equals = name.find('=');
        const bool has_value = equals != name.npos;
        if (has_value) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        std::vector<std::string>* list = name == "--flag" ? &result.flags : name == "--file" ? &result.files : nullptr;
        std::string* one = name == "--device"     ? &result.device
                           : name == "--emulator" ? &result.emulator
                           : name == "--compat"   ? &result.compat
                           : name == "--nvcc"     ? &result.nvcc
                                                  : nullptr;
        if (!list && !one && name != "--seconds") return "unknown option " + name;
        if (!has_value) {
            if (i + 1 == arguments.size()) return name + " wants a value";
            value = arguments[++i];
        }
        if (value.empty()) return name + " wants a value";
        if (list) {
            list->push_back(value);
        } else if (one) {
            *one = value;
        } else {
            if (value.size() > 6 || value.find_first_not_of("0123456789") != value.npos || std::stoi(value) < 1)
                return "--seconds wants a number, not " + value;
            result.seconds = std::stoi(value);
        }
    }
    if (!result.device.empty() && result.device != "gpu" && result.device != "emulated")
        return "--device is gpu or emulated, not " + result.device;
    if (result.programs.size() != 2) return "it wants two programs, OLD and NEW; --help says more";
    for (const std::string& path : result.programs)
        if (std::error_code error; !fs::exists(path, error)) return path + ": not there";
    return {};
}

bool is_source(const fs::path& path)
{
    const std::string end = path.extension().string();
    return end == ".cu" || end == ".cpp" || end == ".cc" || end == ".cxx" || end == ".c";
}

// A folder that has the file, of those that a build and an installation have.
std::string find_folder(const char* file, std::initializer_list<fs::path> folders)
{
    for (const fs::path& one : folders)
        if (std::error_code error; !one.empty() && fs::exists(one / file, error)) return one.string();
    return {};
}

fs::path own_folder()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

std::string find_nvcc()
{
    const char* path = std::getenv("PATH");
    std::string folders = std::string(path ? path : "") + ":/usr/local/cuda/bin";
    for (std::size_t at = 0; at < folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const fs::path program = fs::path(folders.substr(at, end - at)) / "nvcc";
        if (access(program.c_str(), X_OK) == 0) return program.string();
        at = end + 1;
    }
    return {};
}

struct program {
    std::string path;
    std::vector<std::string> words; // that build it; empty for one that is built already
};

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

std::optional<std::string> content_of(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) return {};
    return std::string{std::istreambuf_iterator<char>(file), {}};
}

// The line in which two texts differ first, of both.
std::string first_difference(const std::string& old_text, const std::string& new_text)
{
    const auto [a, b] = std::mismatch(old_text.begin(), old_text.end(), new_text.begin(), new_text.end());
    const auto at = static_cast<std::size_t>(a - old_text.begin());
    const auto line = std::count(old_text.begin(), a, '\n') + 1;
    const auto line_of = [&](const std::string& text) -> std::string {
        if (at >= text.size() && (text.empty() || text.back() == '\n' || at > text.size())) return "(ends)";
        const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1);
        const std::size_t begin = before == text.npos ? 0 : before + 1;
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string shown = text.substr(begin, std::min<std::size_t>(end - begin, 200));
        for (char& c : shown)
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
        return shown;
    };
    return "line " + std::to_string(line) + "\n  old: " + line_of(old_text) + "\n  new: " + line_of(new_text);
}

std::string end_of(const outcome& one)
{
    if (one.timed_out) return "did not end in time";
    return one.status > 128 ? "ended by signal " + std::to_string(one.status - 128)
                            : "exit status " + std::to_string(one.status);
}

class temporary_folder {
public:
    temporary_folder()
    {
        std::error_code error;
        std::string name = (fs::temp_directory_path(error) / "cuda-legacy-scan-XXXXXX").string();
        if (mkdtemp(name.data())) path_ = name;
    }
    ~temporary_folder()
    {
        std::error_code error;
        if (!path_.empty()) fs::remove_all(path_, error);
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

} // namespace

int verify(const std::vector<std::string>& arguments)
{
    wanted what;
    if (const std::string wrong = read_arguments(arguments, what); !wrong.empty()) return fails(wrong);
    if (what.help) return std::cout << usage, 0;

    const fs::path here = own_folder();
    const bool emulated = what.device.empty() ? access("/dev/nvidia0", F_OK) != 0 : what.device == "emulated";
    if (emulated && what.emulator.empty()) {
        const char* folder = std::getenv("CUDA_LEGACY_EMULATOR");
        what.emulator =
            find_folder("libcudart.so.13", {folder ? folder : "", here / "../../emulator", here / "../emulator",
                                            here / "../lib/cuda_legacy", here / "../lib"});
        if (what.emulator.empty())
            return fails(
                "no GPU, and the emulated device is not found: --emulator FOLDER says where its libcudart.so.13 is");
    }
    if (emulated && !fs::exists(fs::path(what.emulator) / "libcudart.so.13"))
        return fails(what.emulator + ": no libcudart.so.13 there");

    const temporary_folder folder;
    if (folder.path().empty()) return fails("no temporary folder can be made");
    const char* const names[] = {"old", "new"};
    std::string built[2];
    for (int i = 0; i < 2; ++i) {
        const std::vector<std::string> sources = sources_of(what.programs[i]);
        if (sources.empty()) {
            if (fs::is_directory(what.programs[i])) return fails(what.programs[i] + ": no source in this folder");
            if (access(what.programs[i].c_str(), X_OK) != 0)
                return fails(what.programs[i] + ": neither a source nor a program");
            built[i] = fs::absolute(what.programs[i]).string();
            continue;
        }
        if (what.nvcc.empty()) what.nvcc = find_nvcc();
        if (what.nvcc.empty()) return fails("no nvcc: --nvcc PROGRAM says where it is");
        built[i] = folder.path() + "/" + names[i];
        // The runtime as a library of its own, and PTX for the emulated device to read.
        std::vector<std::string> words{what.nvcc, "-cudart", "shared", "-o", built[i]};
        if (emulated) words.insert(words.end(), {"-gencode", "arch=compute_75,code=compute_75"});
        if (i == 0) {
            if (what.compat.empty())
                what.compat = find_folder("cuda_legacy.h", {here / "../include/cuda_legacy", CUDA_LEGACY_SCAN_COMPAT});
            if (what.compat.empty()) return fails("compat is not found: --compat FOLDER says where cuda_legacy.h is");
            words.insert(words.end(),
                         {"-I", what.compat, "-isystem", what.compat + "/shims", "-include", "cuda_legacy.h"});
        }
        words.insert(words.end(), what.flags.begin(), what.flags.end());
        words.insert(words.end(), sources.begin(), sources.end());
        std::cerr << "cuda-legacy-scan verify: building " << what.programs[i] << '\n';
        const outcome compiled = run_command(words, {}, 3600);
        if (!compiled.not_started.empty()) return fails(what.nvcc + ": " + compiled.not_started);
        if (compiled.status != 0) {
            std::cerr << compiled.output << compiled.errors;
            return fails(what.programs[i] + ": could not be built");
        }
    }

    std::vector<std::string> variables;
    if (emulated) {
        const char* others = std::getenv("LD_LIBRARY_PATH");
        variables.push_back("LD_LIBRARY_PATH=" + fs::absolute(what.emulator).string() +
                            (others && *others ? ":" + std::string(others) : ""));
    }
    outcome results[2];
    std::vector<std::optional<std::string>> files[2];
    for (int i = 0; i < 2; ++i) {
        std::cerr << "cuda-legacy-scan verify: running " << what.programs[i]
                  << (emulated ? " on the emulated device" : " on the GPU") << '\n';
        // What an earlier run left would be taken for this one's.
        for (const std::string& name : what.files)
            if (std::error_code error; fs::exists(name, error) && i == 0)
                return fails(name + ": is there already; move it away first");
        std::vector<std::string> words{built[i]};
        words.insert(words.end(), what.arguments.begin(), what.arguments.end());
        results[i] = run_command(words, variables, what.seconds);
        if (!results[i].not_started.empty()) return fails(what.programs[i] + ": " + results[i].not_started);
        for (const std::string& name : what.files) {
            files[i].push_back(content_of(name));
            std::error_code error;
            if (i == 0) fs::remove(name, error);
        }
    }

    int status = 0;
    const auto differs = [&](const std::string& message) {
        std::cout << "not the same: " << message << '\n';
        status = 1;
    };
    if (results[0].timed_out || results[0].status != results[1].status || results[1].timed_out)
        differs("the old one " + end_of(results[0]) + ", the new one " + end_of(results[1]));
    if (results[0].output != results[1].output)
        differs("what they print, " + first_difference(results[0].output, results[1].output));
    for (std::size_t k = 0; k < what.files.size(); ++k) {
        const auto &old_file = files[0][k], &new_file = files[1][k];
        if (!old_file || !new_file)
            differs(what.files[k] + ", which " +
                    (old_file   ? "the new one"
                     : new_file ? "the old one"
                                : "neither") +
                    " wrote" + (old_file || new_file ? " not" : ""));
        else if (*old_file != *new_file)
            differs(what.files[k] + ", " + first_difference(*old_file, *new_file));
    }
    if (status == 0)
        std::cout << "the same: " << results[0].output.size() << " bytes printed, " << end_of(results[0]) << '\n';
    if (results[0].errors != results[1].errors) std::cout << "note: what they print on stderr differs\n";
    if (status != 0 || results[0].status != 0)
        for (int i = 0; i < 2; ++i)
            if (!results[i].errors.empty()) std::cerr << "stderr of the " << names[i] << " one:\n" << results[i].errors;
    return status;
}

} // namespace scanner
