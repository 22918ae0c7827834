// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/migrate.hpp"

#include "files/temporary_folder.hpp"
#include "verify/evidence.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>
#include <utility>

#include <unistd.h>

namespace scanner {
namespace {

namespace fs = std::filesystem;

const char* const migrate_usage =
    R"(Usage: cuda-legacy-scan migrate [OPTION...] DIR --build COMMAND --run COMMAND

Copies the sources of DIR twice, fixes one copy, builds both, runs both, and compares them as verify does. Stops at the
first step that fails. DIR stays as it is. The old copy is built with compat, by the variables that nvcc reads.

  --build COMMAND         builds the program; runs in each copy by the shell, as in "make"
  --run COMMAND           runs the program in each copy, as in "./app input.dat"
  --output FOLDER         a new folder for all that is made; migration, if not given. It then has:
                          before, after    the two copies
                          migration.patch  what --fix changed, for patch -p1 in DIR
                          left.txt         what is left to do by hand
                          report.txt, report.json, report.html
                          before.stdout, before.stderr, after.stdout, after.stderr
  --fix KIND,...          as for --fix of the scanner; mechanical,shuffles,textures,surfaces, if not given
  --coverage, --every-launch  as for verify
  --scan OPTION           an option for the scanner, as in --scan=-DUSE_GPU or --scan=--whole-program; may be repeated
  --keep-compat           build the fixed copy with compat, too, for what is left
  --device gpu|emulated, --emulator FOLDER, --compat FOLDER, --nvcc PROGRAM, --file NAME, --tolerance LIST,
  --seconds NUMBER        as for verify
  --help

Exit status: 0 the same, 1 not the same, 2 a step failed.
)";

struct wanted_migration {
    std::string folder, build, run, output = "migration", fix = "mechanical,shuffles,textures,surfaces";
    std::string device, tolerance, seconds;
    std::vector<std::string> scan_options;
    toolchain tools;
    trial what;
    bool keep_compat = false, help = false;
};

std::string read_migrate_arguments(const std::vector<std::string>& arguments, wanted_migration& all)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string name = arguments[i], value;
        if (name == "--help" || name == "-h") return all.help = true, "";
        bool* const flag = name == "--keep-compat"    ? &all.keep_compat
                           : name == "--every-launch" ? &all.what.every_launch
                           : name == "--coverage"     ? &all.what.coverage
                                                      : nullptr;
        if (flag) {
            *flag = true;
            continue;
        }
        if (name.empty() || name[0] != '-') {
            if (!all.folder.empty()) return "it wants one folder, and " + name + " is a second one";
            all.folder = name;
            continue;
        }
        const std::size_t equals = name.find('=');
        const bool has_value = equals != name.npos;
        if (has_value) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        std::string* to = name == "--build"       ? &all.build
                          : name == "--run"       ? &all.run
                          : name == "--output"    ? &all.output
                          : name == "--fix"       ? &all.fix
                          : name == "--device"    ? &all.device
                          : name == "--emulator"  ? &all.tools.emulator
                          : name == "--compat"    ? &all.tools.compat
                          : name == "--nvcc"      ? &all.tools.nvcc
                          : name == "--tolerance" ? &all.tolerance
                          : name == "--seconds"   ? &all.seconds
                                                  : nullptr;
        std::vector<std::string>* const list = name == "--file"   ? &all.what.files
                                               : name == "--scan" ? &all.scan_options
                                                                  : nullptr;
        if (!to && !list) return "unknown option " + name;
        if (!has_value) {
            if (i + 1 == arguments.size()) return name + " wants a value";
            value = arguments[++i];
        }
        if (value.empty()) return name + " wants a value";
        if (to) {
            *to = value;
        } else {
            list->push_back(value);
        }
    }
    return {};
}

std::string check(wanted_migration& all)
{
    std::error_code error;
    if (all.folder.empty()) return "it wants a folder; --help says more";
    if (!fs::is_directory(all.folder, error)) return all.folder + ": no folder";
    if (all.build.empty()) return "--build COMMAND says how the program is built";
    if (all.run.empty()) return "--run COMMAND says how the program is run";
    if (!all.device.empty() && all.device != "gpu" && all.device != "emulated")
        return "--device is gpu or emulated, not " + all.device;
    if (!all.tolerance.empty())
        if (std::string wrong = read_tolerances(all.tolerance, all.what.allowed); !wrong.empty()) return wrong;
    if (!all.seconds.empty()) {
        if (all.seconds.size() > 6 || all.seconds.find_first_not_of("0123456789") != all.seconds.npos ||
            std::stoi(all.seconds) < 1)
            return "--seconds wants a number, not " + all.seconds;
        all.what.seconds = std::stoi(all.seconds);
    }
    if (fs::exists(all.output, error)) return all.output + ": is there already; --output FOLDER names another one";
    const fs::path inner = fs::weakly_canonical(fs::absolute(all.output), error),
                   outer = fs::canonical(all.folder, error);
    if (std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end())
        return all.output + ": lies in " + all.folder +
               ", which is to stay as it is; --output FOLDER names another one";
    return {};
}

class migration {
public:
    explicit migration(wanted_migration& all)
        : all_(all)
        , output_(fs::absolute(all.output))
    {
    }

    // The exit status.
    int run()
    {
        if (const std::string wrong = prepare(); !wrong.empty()) return stop("prepare", wrong);
        if (const std::string wrong = fix(); !wrong.empty()) return stop("fix", wrong);
        if (const std::string wrong = build("before", true); !wrong.empty()) return stop("build before", wrong);
        if (const std::string wrong = build("after", all_.keep_compat); !wrong.empty())
            return stop("build after", wrong);
        if (const std::string wrong = verify(); !wrong.empty()) return stop("verify", wrong);
        std::cout << as_text(result_.told);
        if (const std::string wrong = write_all(); !wrong.empty()) return stop("report", wrong);
        std::cout << "all of it is in " << all_.output << '\n';
        return result_.told.is() == verdict::differs ? 1 : 0;
    }

private:
    int stop(const char* step, const std::string& why)
    {
        std::cerr << "cuda-legacy-scan migrate: stopped at '" << step << "': " << why << '\n';
        return 2;
    }
    void done(const std::string& what)
    {
        result_.told.steps.push_back(what);
        std::cerr << "cuda-legacy-scan migrate: " << what << '\n';
    }

    std::string prepare()
    {
        if (std::string wrong = all_.tools.emulated ? find_emulator(all_.tools) : ""; !wrong.empty()) return wrong;
        if (std::string wrong = find_compat(all_.tools); !wrong.empty()) return wrong;
        all_.tools.compat = fs::absolute(all_.tools.compat).string();
        if (std::string wrong = find_nvcc(all_.tools); !wrong.empty()) return wrong;
        std::error_code error;
        fs::create_directories(output_, error);
        for (const char* copy : {"before", "after"})
            if (!error)
                fs::copy(all_.folder, output_ / copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks,
                         error);
        return error ? all_.output + ": " + error.message() : "";
    }

    // An error, a warning or a note of the scanner: how often it stands in a list, by its name and what is in brackets.
    static std::map<std::pair<std::string, std::string>, int> count_findings(const std::string& text)
    {
        static const std::regex finding("^[^:]+:[0-9]+:[0-9]+: (?:error|warning|note): ((?:[^: ]|::)+): .*\\[(note "
                                        "[^\\],]*(?:, pair [^\\],]*)?)[^\\[]*\\]$");
        std::map<std::pair<std::string, std::string>, int> out;
        std::istringstream in(text);
        std::smatch found;
        for (std::string line; std::getline(in, line);)
            if (std::regex_match(line, found, finding)) ++out[{found[1], found[2]}];
        return out;
    }

    // What the fixes removed, by name: the reader finds the reason in the note, and the change in the pair.
    void tell_fixes(const std::string& before, const std::string& after)
    {
        const auto olds = count_findings(before), news = count_findings(after);
        for (const auto& [name, count] : olds) {
            const auto left = news.find(name);
            const int fixed = count - (left == news.end() ? 0 : left->second);
            if (fixed > 0)
                result_.told.fixes.push_back(name.first + ": " + std::to_string(fixed) + " of " +
                                             std::to_string(count) + ", " + name.second);
        }
    }

    outcome scan(std::vector<std::string> options)
    {
        options.insert(options.end(), all_.scan_options.begin(), all_.scan_options.end());
        std::error_code error;
        std::vector<std::string> words{"/usr/bin/env", "-C", (output_ / "after").string(),
                                       fs::read_symlink("/proc/self/exe", error).string()};
        words.insert(words.end(), options.begin(), options.end());
        words.push_back(".");
        return run_command(words, {}, 3600);
    }

    std::string fix()
    {
        const outcome patch = scan({"--fix=" + all_.fix, "--dry-run", "--quiet"});
        if (patch.status > 1 || !patch.not_started.empty()) return patch.not_started + patch.errors;
        if (!write(output_ / "migration.patch", patch.output)) return "migration.patch cannot be written";
        const outcome before = scan({});
        const outcome changed = scan({"--fix=" + all_.fix});
        if (changed.status > 1) return changed.errors;
        if (!write(output_ / "left.txt", changed.output + changed.errors)) return "left.txt cannot be written";
        tell_fixes(before.output, changed.output);
        std::size_t files = 0;
        for (std::size_t at = 0; (at = patch.output.find("\n+++ ", at)) != std::string::npos; ++at)
            ++files;
        done("fixed " + std::to_string(files) + (files == 1 ? " file" : " files") + " by --fix=" + all_.fix +
             (changed.status ? "; left.txt says what is left" : "; nothing is left"));
        return {};
    }

    std::string build(const std::string& copy, bool with_compat)
    {
        const auto variable = [](const char* name, const std::string& more) {
            const char* const before = std::getenv(name);
            return std::string(name) + "=" + (before && *before ? std::string(before) + " " : "") + more;
        };
        std::vector<std::string> variables{variable("NVCC_APPEND_FLAGS", "-cudart shared -lineinfo -g")};
        const std::string& compat = all_.tools.compat;
        if (with_compat)
            variables.push_back(variable("NVCC_PREPEND_FLAGS", "-I \"" + compat + "\" -isystem \"" + compat +
                                                                   "/shims\" -include cuda_legacy.h"));
        const char* const path = std::getenv("PATH");
        variables.push_back("PATH=" + std::string(path ? path : "/usr/bin:/bin") + ":" +
                            fs::path(all_.tools.nvcc).parent_path().string());
        const outcome built = run_command(
            {"/usr/bin/env", "-C", (output_ / copy).string(), "/bin/sh", "-c", all_.build}, variables, 3600);
        if (built.status != 0 || !built.not_started.empty()) {
            std::cerr << built.output << built.errors;
            const bool may_need_compat = copy == "after" && !all_.keep_compat;
            return "'" + all_.build + "' failed" + built.not_started +
                   (may_need_compat ? ": left.txt says what --fix left; --keep-compat builds with compat" : "");
        }
        done("built " + copy + (with_compat ? ", with compat" : ""));
        return {};
    }

    std::string verify()
    {
        for (int k = 0; k < 2; ++k) {
            all_.what.folder[k] = (output_ / (k ? "after" : "before")).string();
            all_.what.shown[k] = all_.output + (k ? "/after" : "/before");
            all_.what.built[k] = all_.run;
        }
        all_.what.by_shell = true;
        if (!all_.tools.emulated)
            if (const std::string missing = find_recorder(all_.tools); !missing.empty())
                result_.told.notes.push_back(missing);
        const temporary_folder work;
        if (work.path().empty()) return "no temporary folder can be made";
        const std::vector<std::string> steps = result_.told.steps;
        if (std::string wrong = try_both(all_.what, all_.tools, work.path(), result_); !wrong.empty()) return wrong;
        result_.told.arguments = {all_.run};
        for (const outcome& one : result_.outcomes)
            if (one.status == 126 || one.status == 127) return "'" + all_.run + "' could not be run:\n" + one.errors;
        return {};
    }

    std::string write_all() const
    {
        if (!write(output_ / "report.txt", as_text(result_.told))) return "report.txt cannot be written";
        for (int k = 0; k < 2; ++k)
            for (const bool is_output : {true, false}) {
                const outcome& one = result_.outcomes[k];
                const std::string name = std::string(k ? "after." : "before.") + (is_output ? "stdout" : "stderr");
                if (!write(output_ / name, is_output ? one.output : one.errors)) return name + " cannot be written";
            }
        return write_reports(result_.told, (output_ / "report.json").string(), (output_ / "report.html").string());
    }
    static bool write(const fs::path& path, const std::string& text)
    {
        std::ofstream file(path, std::ios::binary | std::ios::trunc);
        return static_cast<bool>((file << text).flush());
    }

    wanted_migration& all_;
    const fs::path output_;
    trial_result result_;
};

} // namespace

int migrate(const std::vector<std::string>& arguments)
{
    wanted_migration all;
    std::string wrong = read_migrate_arguments(arguments, all);
    if (wrong.empty() && all.help) return std::cout << migrate_usage, 0;
    if (wrong.empty()) wrong = check(all);
    if (!wrong.empty()) {
        std::cerr << "cuda-legacy-scan migrate: " << wrong << '\n';
        return 2;
    }
    all.tools.emulated = all.device.empty() ? access("/dev/nvidia0", F_OK) != 0 : all.device == "emulated";
    return migration(all).run();
}

} // namespace scanner
