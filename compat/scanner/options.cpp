// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <algorithm>
#include <filesystem>

#include "configuration.hpp"
#include "files/compile_commands.hpp"
#include "rules/pages.hpp"

namespace scanner {

const char* const usage =
    R"(Usage: cuda-legacy-scan [OPTION...] PATH...
       cuda-legacy-scan explain [RULE...]
                                         what a rule finds, and what to do; without RULE the list of rules
       cuda-legacy-scan verify OLD NEW   builds both, runs both, compares what they print and what each kernel writes;
                                         verify --help says more
       cuda-legacy-scan migrate DIR --build COMMAND --run COMMAND
                                         fixes a copy, builds and verifies it; migrate --help says more

Finds what old CUDA code has and today's CUDA has not: in C, C++ and CUDA sources, CMake files and Makefiles.

  --format text|json|sarif|github
                            the form of the output (SARIF 2.1.0; annotations of GitHub Actions); text, if not given
  --from VERSION            only what breaks or is deprecated on the way from this CUDA ...
  --to VERSION              ... to this one; 13.0, if not given; 14: what the headers of CUDA 13 announce, too
  --select RULE,...         only these rules
  --ignore RULE,...         not these rules
  --summary                 each name once, with its number and the effort
  --output-file, -o FILE    the output goes there; the file appears whole or not at all; - is standard output
  --baseline FILE           leave out what an earlier output has (JSON or SARIF); --format json -o FILE PATH... writes one
  --changed-lines DIFF      only lines that a unified diff adds; - reads it: git diff main | ... --changed-lines - src
  --exclude PATTERN         leave out files and folders, as a line of .gitignore would; may be repeated
  --force-exclude           --exclude and the configuration's exclude count for files that a PATH names, too
  --no-gitignore            look at files that .gitignore leaves out, too
  --show-files              list the files that would be read, and read none
  --show-settings           print the settings that count, in the form of .cuda-legacy.toml, and read no file
  --fix[=KIND,...]          change the files where that is always right, then report what is left; mechanical, if no
                            KIND is given: one name for one name, and what is as short; shuffles: masks where all
                            lanes come; clock: the host's clock around launches that nothing waits for becomes two
                            events; textures, surfaces: references become objects (these need libclang: the package
                            libclang1-14 of Debian 12 or libclang1-18 of Ubuntu 24.04)
  --dry-run                 with --fix: print what would change as a unified diff, and change nothing; git apply or
                            patch -p1 applies it; a first line says where, if a PATH leads out of this folder
  -I FOLDER, -D NAME[=TEXT] with --fix=textures and --fix=surfaces: as the compiler gets them
  --whole-program           with these two: functions that no PATH defines belong to libraries; neither they nor
                            callers that no PATH has set or reset a device, or call back what binds
  --one-device              with these two: whatever sets a device sets the same one, as a single run of the program
                            on a machine with one GPU would
  --compile-commands FILE   which files are compiled, with which macros and folders of headers, and for which GPUs:
                            compile_commands.json, as CMake writes it; that of a PATH or of its folder build, if not
                            given
  --config FILE             options of a project; .cuda-legacy.toml beside the first PATH or above it, if not given
  --no-config               no such file
  --stdin-filename NAME     what standard input is called: its end says what it is; stdin.cu, if not given
  --unused-ignores          tell comments that silence nothing
  --quiet, -q               findings and errors, and nothing else
  --exit-zero               0 instead of 1
  --jobs NUMBER             how many files at once; one for each core, if not given
  --color auto|always|never colours in text; auto: on a terminal, unless NO_COLOR is set
  --version, --help

A PATH is a file, or a folder with all below it; - is standard input. Comments, strings and branches that #if leaves out for the
version of --to are not looked at. A comment silences its line: // cuda-legacy: ignore, or ignore[RULE,...],
ignore-next-line, ignore-file.

Exit status: 0 nothing found, 1 something found, 2 wrong arguments or configuration, a PATH that is not there or is a file that
cannot be scanned, or a file that could not be changed. With --fix, found is what is left; with --dry-run, what would change.
)";

namespace {

bool is_number(const std::string& text)
{
    return !text.empty() && text.size() <= 4 && text.find_first_not_of("0123456789") == text.npos;
}

// Reads a list RULE,RULE.
std::string read_rules(const std::string& option, std::string_view text, std::set<std::string>& result)
{
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string name(text.substr(0, comma));
        if (!find_rule(name))
            return option + ": no rule is called " + (name.empty() ? "nothing" : name) +
                   "; the rules: " + list_of_rules();
        result.insert(name);
        if (comma == text.npos) return {};
        text.remove_prefix(comma + 1);
    }
}

// Gives a message for options that exclude each other, after all options have been read.
std::string contradiction(const options& result)
{
    if (result.asked.from >= result.asked.to)
        return "--from " + text_of(result.asked.from) + " is not before --to " + text_of(result.asked.to);
    if (result.summary && result.format != output_format::text)
        return "--summary is text; the other formats have what it adds up";
    if (result.dry_run && !result.fix.any()) return "--dry-run goes with --fix";
    if (result.dry_run && (result.summary || result.format != output_format::text))
        return "--dry-run prints a diff and nothing else";
    if (!result.changed_lines.empty() && result.fix.any())
        return "--fix changes whole files, so --changed-lines has no place beside it";
    if (!result.changed_lines.empty() && result.summary)
        return "--summary adds up all lines, so --changed-lines has no place beside it";
    return {};
}

// Standard input, -, must be the only path, and cannot be changed.
std::string wrong_stdin(const options& result)
{
    if (result.paths.size() > 1) return "- is the only PATH, where it is one";
    if (result.changed_lines == "-") return "standard input is the PATH, so --changed-lines wants a file";
    if (result.show_files) return "--show-files lists files, and standard input is none";
    if (!result.fix.any()) return {};
    if (!result.dry_run) return "--fix cannot change standard input: --dry-run prints what would change";
    for (const fix_kind one : {fix_kind::textures, fix_kind::surfaces, fix_kind::clock})
        if (result.fix.has(one)) return std::string("--fix=") + word(one) + " needs files, not standard input";
    return {};
}

// Says why a PATH cannot be scanned. A folder inside of another one is only complained of.
std::string unreadable(const std::string& path)
{
    std::error_code error;
    const bool exists = std::filesystem::exists(path, error);
    if (!exists && !error) return path + ": not there";
    if (exists && std::filesystem::is_directory(path, error)) std::filesystem::directory_iterator(path, error);
    return error ? path + ": " + error.message() : "";
}

} // namespace

bool options::is_named(const std::string& file) const
{
    if (paths[0] == "-" || std::find(paths.begin(), paths.end(), file) != paths.end()) return true;
    // With --fix each file is read once, and a folder before the PATH may have reached it.
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(file, ignored);
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& one) {
        return std::filesystem::weakly_canonical(one, ignored) == whole;
    });
}

std::string read_options(const std::vector<std::string>& arguments, options& result)
{
    bool only_paths = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string name = arguments[i], value;
        if (only_paths || name.size() < 2 || name[0] != '-') {
            if (name == "-" && only_paths) name = "./-";
            if (name.empty()) return "a path is empty";
            result.paths.push_back(name);
            continue;
        }
        if (name == "--") {
            only_paths = true;
            continue;
        }
        if (name[1] == 'I' || name[1] == 'D') {
            if (name.size() == 2 && i + 1 == arguments.size()) return name + " wants a value";
            result.parser_arguments.push_back(name.size() == 2 ? name + arguments[++i] : name);
            continue;
        }
        const std::size_t equals = name.find('=');
        const bool has_value = equals != name.npos;
        if (has_value) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        bool* flag = name == "--summary"                 ? &result.summary
                     : name == "--help" || name == "-h"  ? &result.help
                     : name == "--version"               ? &result.version
                     : name == "--dry-run"               ? &result.dry_run
                     : name == "--exit-zero"             ? &result.exit_zero
                     : name == "--whole-program"         ? &result.whole_program
                     : name == "--one-device"            ? &result.one_device
                     : name == "--quiet" || name == "-q" ? &result.quiet
                     : name == "--no-config"             ? &result.no_configuration
                     : name == "--force-exclude"         ? &result.files.force_exclude
                     : name == "--show-files"            ? &result.show_files
                     : name == "--show-settings"         ? &result.show_settings
                     : name == "--unused-ignores"        ? &result.unused_ignores
                     : name == "--no-gitignore"          ? &result.files.use_gitignore
                                                         : nullptr;
        if (flag) {
            if (has_value) return name + " takes no value";
            *flag = flag != &result.files.use_gitignore;
            result.given.insert(name);
            continue;
        }
        if (name == "--fix") {
            if (const std::string wrong = read_kinds(has_value ? value : "mechanical", result.fix); !wrong.empty())
                return wrong;
            continue;
        }
        if (name != "--format" && name != "--from" && name != "--to" && name != "--baseline" && name != "--exclude" &&
            name != "--jobs" && name != "--color" && name != "--compile-commands" && name != "--select" &&
            name != "--ignore" && name != "--config" && name != "--stdin-filename" && name != "--output-file" &&
            name != "-o" && name != "--changed-lines")
            return "unknown option " + name;
        result.given.insert(name);
        if (!has_value) {
            if (i + 1 == arguments.size()) return name + " wants a value";
            value = arguments[++i];
        }
        if (name == "--format") {
            if (value != "text" && value != "json" && value != "sarif" && value != "github")
                return "--format is text, json, sarif or github, not " + value;
            result.format = value == "text"    ? output_format::text
                            : value == "json"  ? output_format::json
                            : value == "sarif" ? output_format::sarif
                                               : output_format::github;
        } else if (name == "--select" || name == "--ignore") {
            if (std::string wrong = read_rules(name, value, name == "--select" ? result.select : result.ignore);
                !wrong.empty())
                return wrong;
        } else if (name == "--config") {
            if (value.empty()) return "--config wants a file";
            result.configuration = value;
        } else if (name == "--output-file" || name == "-o") {
            if (value.empty()) return name + " wants a file";
            result.output_file = value == "-" ? "" : value;
        } else if (name == "--changed-lines") {
            if (value.empty()) return "--changed-lines wants a file, or -";
            result.changed_lines = value;
        } else if (name == "--stdin-filename") {
            if (value.empty()) return "--stdin-filename wants a name";
            result.stdin_name = value;
        } else if (name == "--from" || name == "--to") {
            const version wanted = version_of(value);
            if (!wanted) return name + " wants a version such as 12 or 12.5, not " + value;
            if (!is_release(wanted))
                return name + ": no CUDA " + value + " is known; the known ones: " + list_of_releases();
            (name == "--from" ? result.asked.from : result.asked.to) = wanted;
        } else if (name == "--baseline") {
            result.baseline = value;
        } else if (name == "--compile-commands") {
            result.compile_commands = value;
        } else if (name == "--exclude") {
            if (value.empty()) return "--exclude wants a pattern";
            result.files.exclude.push_back(value);
        } else if (name == "--jobs") {
            if (!is_number(value) || std::stoi(value) < 1 || std::stoi(value) > 1024)
                return "--jobs wants a number from 1 to 1024, not " + value;
            result.jobs = static_cast<unsigned>(std::stoi(value));
        } else {
            if (value != "auto" && value != "always" && value != "never")
                return "--color is auto, always or never, not " + value;
            result.colours = value == "auto"     ? use_colours::automatically
                             : value == "always" ? use_colours::always
                                                 : use_colours::never;
        }
    }
    if (result.help || result.version) return {};
    if (result.paths.empty()) return "no path";
    const bool is_stdin = std::find(result.paths.begin(), result.paths.end(), "-") != result.paths.end();
    if (is_stdin)
        if (std::string wrong = wrong_stdin(result); !wrong.empty()) return wrong;
    for (const std::string& path : result.paths)
        if (std::string wrong = is_stdin ? "" : unreadable(path); !wrong.empty()) return wrong;
    if (std::string wrong = contradiction(result); !wrong.empty()) return wrong; // comes before mistakes in the file
    if (result.configuration.empty() && !result.no_configuration)
        result.configuration = find_configuration(is_stdin ? result.stdin_name : result.paths[0]);
    if (!result.configuration.empty() && !result.no_configuration)
        if (std::string wrong = read_configuration(result.configuration, result); !wrong.empty()) return wrong;
    if (!result.compile_commands.empty() && !compile_commands().read(result.compile_commands))
        return result.compile_commands + ": no list of compile commands";
    return contradiction(result);
}

} // namespace scanner
