// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/verify.hpp"

#include "files/temporary_folder.hpp"
#include "verify/evidence.hpp"

#include <filesystem>
#include <iostream>

#include <unistd.h>

namespace scanner {
namespace {

namespace fs = std::filesystem;

const char* const usage =
    R"(Usage: cuda-legacy-scan verify [OPTION...] OLD NEW [-- ARGUMENT...]

Builds both with nvcc and runs both with the same ARGUMENTs. Compares what they print and how they end, byte by byte.
On the emulated device it also compares the bytes that each kernel changes, the values of texture fetches, the copies
to the host, and calls that the new program lost. The report gives block, thread, values and source lines of a difference.
On a GPU it compares the copies and the lost calls; with --every-launch also the bytes that each kernel changes.
OLD and NEW are each a source, a folder of sources that make one program, or a program that is built already.
OLD is built with compat, NEW without.

  --keep-compat           build NEW with compat, too: for a program that is fixed in part
  --device gpu|emulated   where they run; a GPU, where there is one
  --emulator FOLDER       the folder of the emulated device's libcudart.so.13
  --compat FOLDER         the folder of cuda_legacy.h
  --nvcc PROGRAM          the compiler; nvcc of PATH or of /usr/local/cuda, if not given
  --flag FLAG             for both compilations; may be repeated
  --file NAME             a file that both write, compared too; may be repeated
  --tolerance LIST        how far numbers may be apart, as in float=2ulp,double=1ulp; bit for bit, if not given
  --json FILE             the report as JSON
  --page FILE             the report as a page of HTML
  --coverage              on the emulated device: name lines and branches of kernels that no thread reached
  --every-launch          on a GPU: compare the memory after each launch, which takes a copy of it each time
  --output-only           only what they print, how they end, and files
  --seconds NUMBER        how long each may run; 600, if not given
  --help

Exit status: 0 the same, 1 not the same, 2 it could not be tried. A result that differs only in the order of atomic
additions counts as the same, and the report says so.
)";

struct wanted {
    std::vector<std::string> programs;
    trial what;
    toolchain tools;
    std::string device, json, page, tolerance;
    bool keep_compat = false, help = false;
};

int fails(const std::string& message)
{
    std::cerr << "cuda-legacy-scan verify: " << message << '\n';
    return 2;
}

std::string set_value(wanted& result, const std::string& name, const std::string& value)
{
    std::vector<std::string>* list = name == "--flag"   ? &result.tools.flags
                                     : name == "--file" ? &result.what.files
                                                        : nullptr;
    std::string* one = name == "--device"      ? &result.device
                       : name == "--emulator"  ? &result.tools.emulator
                       : name == "--compat"    ? &result.tools.compat
                       : name == "--nvcc"      ? &result.tools.nvcc
                       : name == "--json"      ? &result.json
                       : name == "--page"      ? &result.page
                       : name == "--tolerance" ? &result.tolerance
                                               : nullptr;
    if (list) {
        list->push_back(value);
    } else if (one) {
        *one = value;
    } else {
        if (value.size() > 6 || value.find_first_not_of("0123456789") != value.npos || std::stoi(value) < 1)
            return "--seconds wants a number, not " + value;
        result.what.seconds = std::stoi(value);
    }
    return {};
}

bool takes_value(const std::string& name)
{
    for (const char* known : {"--device", "--emulator", "--compat", "--nvcc", "--flag", "--file", "--seconds", "--json",
                              "--page", "--tolerance"})
        if (name == known) return true;
    return false;
}

bool* flag_of(trial& what, const std::string& name)
{
    return name == "--output-only"    ? &what.records
           : name == "--every-launch" ? &what.every_launch
           : name == "--coverage"     ? &what.coverage
                                      : nullptr;
}

std::string read_arguments(const std::vector<std::string>& arguments, wanted& result)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string name = arguments[i], value;
        if (name == "--") {
            result.what.arguments.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
            break;
        }
        if (name.empty() || name[0] != '-') {
            result.programs.push_back(name);
            continue;
        }
        if (name == "--help" || name == "-h") return result.help = true, "";
        if (bool* const flag = flag_of(result.what, name)) {
            *flag = name != "--output-only";
            continue;
        }
        if (name == "--keep-compat") {
            result.keep_compat = true;
            continue;
        }
        const std::size_t equals = name.find('=');
        const bool has_value = equals != name.npos;
        if (has_value) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        if (!takes_value(name)) return "unknown option " + name;
        if (!has_value) {
            if (i + 1 == arguments.size()) return name + " wants a value";
            value = arguments[++i];
        }
        if (value.empty()) return name + " wants a value";
        if (const std::string wrong = set_value(result, name, value); !wrong.empty()) return wrong;
    }
    if (!result.device.empty() && result.device != "gpu" && result.device != "emulated")
        return "--device is gpu or emulated, not " + result.device;
    if (!result.tolerance.empty())
        if (const std::string wrong = read_tolerances(result.tolerance, result.what.allowed); !wrong.empty())
            return wrong;
    if (result.programs.size() != 2) return "it wants two programs, OLD and NEW; --help says more";
    for (const std::string& path : result.programs)
        if (std::error_code error; !fs::exists(path, error)) return path + ": not there";
    return {};
}

} // namespace

int verify(const std::vector<std::string>& arguments)
{
    wanted all;
    if (const std::string wrong = read_arguments(arguments, all); !wrong.empty()) return fails(wrong);
    if (all.help) return std::cout << usage, 0;
    all.tools.emulated = all.device.empty() ? access("/dev/nvidia0", F_OK) != 0 : all.device == "emulated";
    if (all.tools.emulated)
        if (const std::string wrong = find_emulator(all.tools); !wrong.empty()) return fails(wrong);

    const temporary_folder folder;
    if (folder.path().empty()) return fails("no temporary folder can be made");
    const char* const names[] = {"old", "new"};
    for (int k = 0; k < 2; ++k) {
        all.what.shown[k] = all.programs[k];
        const std::string output = folder.path() + "/" + names[k];
        const bool with_compat = k == 0 || all.keep_compat;
        if (const std::string wrong = build_program(all.programs[k], with_compat, all.tools, output, all.what.built[k]);
            !wrong.empty())
            return fails(wrong);
    }
    trial_result result;
    if (!all.tools.emulated && all.what.records)
        if (const std::string missing = find_recorder(all.tools); !missing.empty())
            result.told.notes.push_back(missing);
    if (const std::string wrong = try_both(all.what, all.tools, folder.path(), result); !wrong.empty())
        return fails(wrong);
    std::cout << as_text(result.told);
    const int status = result.told.is() == verdict::differs ? 1 : 0;
    if (status != 0 || result.outcomes[0].status != 0)
        for (int k = 0; k < 2; ++k)
            if (!result.outcomes[k].errors.empty())
                std::cerr << "stderr of the " << names[k] << " one:\n" << result.outcomes[k].errors;
    if (const std::string wrong = write_reports(result.told, all.json, all.page); !wrong.empty()) return fails(wrong);
    return status;
}

} // namespace scanner
