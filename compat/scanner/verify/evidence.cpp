// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/evidence.hpp"

#include "verify/coverage.hpp"
#include "verify/findings.hpp"
#include "verify/linked_runtime.hpp"
#include "verify/look.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
#include <sstream>

#include <unistd.h>

namespace scanner {

namespace fs = std::filesystem;

namespace {

const char* const names[] = {"old", "new"};

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

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> out(1);
    for (const char c : text) {
        out.back() += c;
        if (c == '\n') out.emplace_back();
    }
    return out;
}

std::string concatenated(const std::vector<std::string>& lines)
{
    std::string out;
    for (const std::string& line : lines)
        out += line;
    return out;
}

// What the program itself wrote to stderr: without the lines of the emulated device.
std::string own_lines(const std::string& errors)
{
    std::string out;
    for (const std::string& line : lines_of(errors))
        if (line.find("cuda_emulator: ") == line.npos) out += line;
    return out;
}

// Each number becomes a #, with its sign and exponent.
std::string without_numbers(const std::string& line)
{
    static const std::regex number("[-+]?[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)?");
    return std::regex_replace(line, number, "#");
}

std::string end_of(const outcome& one)
{
    if (one.timed_out) return "did not end in time";
    return one.status > 128 ? "ended by signal " + std::to_string(one.status - 128)
                            : "exit status " + std::to_string(one.status);
}

class both {
public:
    both(const trial& what, const toolchain& tools, const std::string& work, trial_result& result)
        : what_(what)
        , tools_(tools)
        , work_(work)
        , result_(result)
    {
    }

    std::string run()
    {
        for (int k = 0; k < 2; ++k)
            if (std::string wrong = run_first(k); !wrong.empty()) return wrong;
        compare_output();
        return what_.records ? compare_records() : "";
    }

private:
    std::string path_of(int k, const std::string& file) const
    {
        return what_.folder[k].empty() ? file : (fs::path(what_.folder[k]) / file).string();
    }
    // %n: a number for each process.
    std::string record_of(int k, const char* pass) const { return work_ + "/" + names[k] + "." + pass + ".%n"; }

    outcome run_one(int k, const std::vector<std::string>& more)
    {
        std::vector<std::string> words{what_.built[k]};
        words.insert(words.end(), what_.arguments.begin(), what_.arguments.end());
        if (what_.by_shell) words = {"/bin/sh", "-c", what_.built[k]};
        if (!what_.folder[k].empty()) words.insert(words.begin(), {"/usr/bin/env", "-C", what_.folder[k]});
        std::vector<std::string> variables = variables_of(tools_);
        // Separates the findings of the emulated device from the program's own exit status.
        if (tools_.emulated) variables.push_back("CUDA_EMULATOR_EXIT_STATUS=0");
        variables.insert(variables.end(), more.begin(), more.end());
        return run_command(words, variables, what_.seconds);
    }

    std::string run_first(int k)
    {
        std::cerr << "cuda-legacy-scan verify: running " << what_.shown[k]
                  << (tools_.emulated ? " on the emulated device" : " on the GPU") << '\n';
        // What an earlier run left would be taken for this one's.
        for (const std::string& name : what_.files)
            if (std::error_code error; fs::exists(path_of(k, name), error) && (k == 0 || !what_.folder[k].empty()))
                return name + ": is there already; move it away first";
        std::vector<std::string> more;
        if (what_.records) more = record_variables(tools_, record_of(k, "first"), "", what_.every_launch);
        result_.outcomes[k] = run_one(k, more);
        if (!result_.outcomes[k].not_started.empty()) return what_.shown[k] + ": " + result_.outcomes[k].not_started;
        for (const std::string& name : what_.files) {
            files_[k].push_back(content_of(path_of(k, name)));
            std::error_code error;
            if (k == 0) fs::remove(path_of(k, name), error);
        }
        return {};
    }

    void compare_output()
    {
        const outcome &a = result_.outcomes[0], &b = result_.outcomes[1];
        std::vector<std::string>& differs = result_.told.printed;
        if (a.timed_out || a.status != b.status || b.timed_out)
            differs.push_back("the old one " + end_of(a) + ", the new one " + end_of(b));
        if (a.output != b.output) compare_text(without_name(a.output, 0), without_name(b.output, 1));
        tell_findings();
        for (std::size_t k = 0; k < what_.files.size(); ++k) {
            const auto &old_file = files_[0][k], &new_file = files_[1][k];
            if (!old_file || !new_file)
                differs.push_back(what_.files[k] + ", which " +
                                  (old_file   ? "the new one"
                                   : new_file ? "the old one"
                                              : "neither") +
                                  " wrote" + (old_file || new_file ? " not" : ""));
            else if (*old_file != *new_file)
                differs.push_back(what_.files[k] + ", " + first_difference(*old_file, *new_file));
        }
        if (differs.empty())
            result_.told.printed_same = std::to_string(a.output.size()) + " bytes printed, " + end_of(a);
        const std::string errors[] = {own_lines(without_name(a.errors, 0)), own_lines(without_name(b.errors, 1))};
        if (errors[0] != errors[1])
            result_.told.notes.push_back("what they print on stderr differs, " +
                                         first_difference(errors[0], errors[1]));
    }

    // Numbers in lines that the old program prints differently each time do not count: they are times.
    void compare_text(const std::string& old_text, const std::string& new_text)
    {
        std::vector<std::string> olds = lines_of(old_text), news = lines_of(new_text);
        if (olds == news) return;
        if (olds.size() == news.size() && !result_.outcomes[0].timed_out) {
            const std::vector<std::string> again = lines_of(without_name(run_one(0, {}).output, 0));
            remove_files();
            std::string measured;
            for (std::size_t k = 0; k < olds.size() && again.size() == olds.size(); ++k) {
                if (olds[k] == again[k] || without_numbers(olds[k]) != without_numbers(again[k])) continue;
                measured += (measured.empty() ? "" : ", ") + std::to_string(k + 1);
                olds[k] = without_numbers(olds[k]);
                news[k] = without_numbers(news[k]);
            }
            if (!measured.empty())
                result_.told.notes.push_back("numbers in lines that change from run to run do not count: line " +
                                             measured);
            if (olds == news) return;
        }
        result_.told.printed.push_back("what they print, " + first_difference(concatenated(olds), concatenated(news)));
    }

    // Many programs print their own name.
    std::string without_name(std::string text, int k) const
    {
        const std::string& name = what_.built[k];
        for (std::size_t at = 0; !what_.by_shell && (at = text.find(name, at)) != text.npos;)
            text.replace(at, name.size(), "PROGRAM");
        return text;
    }

    // Of a further run of the old program.
    void remove_files() const
    {
        for (const std::string& name : what_.files) {
            std::error_code error;
            fs::remove(path_of(0, name), error);
        }
    }

    void tell_findings()
    {
        const std::string &olds = result_.outcomes[0].errors, &news = result_.outcomes[1].errors;
        const std::uint64_t found[] = {number_of_findings(olds), number_of_findings(news)};
        if (!found[0] && !found[1]) return;
        const std::string text = "the emulated device found " + std::to_string(found[0]) + " defects in the old one, " +
                                 std::to_string(found[1]) + " in the new one";
        (found[1] > found[0] ? result_.told.printed : result_.told.notes).push_back(text);
        result_.told.findings = compare_findings(olds, news);
    }

    std::string compare_records()
    {
        report& told = result_.told;
        bool has[2];
        for (int k = 0; k < 2; ++k) {
            const std::string wrong = read_records(record_of(k, "first"), result_.runs[k]);
            has[k] = wrong.empty();
            if (!has[k] && wrong != no_record) return what_.shown[k] + ": " + wrong;
        }
        if (!has[0] || !has[1]) {
            tell_missing_records(has);
            return {};
        }
        told.has_records = true;
        for (int k = 0; k < 2; ++k) {
            const recorded_run& run = result_.runs[k];
            const std::string one = std::string("the ") + names[k] + " one";
            if (!run.ended())
                told.notes.push_back("the record of " + one +
                                     " ends early: the program did not end by exit() or a return from main");
            if (run.processes.size() > 1)
                told.notes.push_back(one + " is " + std::to_string(run.processes.size()) +
                                     " processes that call CUDA; they are compared in the order in which they began");
        }
        if (result_.runs[0].on_gpu)
            told.notes.push_back(
                what_.every_launch
                    ? "a GPU does not show texture fetches, and which instruction stored a value"
                    : "copies are compared; --every-launch compares memory after each launch, too, and is slower");
        told.evidence = compare_runs(result_.runs[0], result_.runs[1]);
        name_places(told.evidence);
        note_coverage();
        const look_requests requests = requests_for(told.evidence);
        if (requests.empty()) return {};
        return look_again(requests);
    }

    // Kernels are interpreted for it, so these runs are slow.
    void note_coverage()
    {
        std::vector<std::string>& out = result_.told.evidence.not_reached;
        if (!tools_.emulated) return;
        if (!what_.coverage) {
            out.push_back("lines and branches of kernels are not counted; --coverage does, by one more run of each");
            return;
        }
        for (int k = 0; k < 2; ++k) {
            std::cerr << "cuda-legacy-scan verify: running " << what_.shown[k] << " again, to count what is reached\n";
            const std::string file = work_ + "/" + names[k] + ".coverage";
            const outcome counted = run_one(k, {"CUDA_EMULATOR_COVERAGE=" + file});
            if (k == 0) remove_files();
            const not_covered missed = read_coverage(file);
            const std::string one = std::string(names[k]) + " program: ";
            if (counted.timed_out)
                out.push_back(one + "lines and branches are not known: the run that counts them did not end in time");
            else if (!missed.has_source_lines)
                out.push_back(one + "lines and branches are not known: build it with nvcc -lineinfo");
            if (!missed.lines.empty()) out.push_back(one + "lines that no thread reached: " + listed(missed.lines));
            if (!missed.branches.empty())
                out.push_back(one + "branches that all threads took one way: " + listed(missed.branches));
        }
    }

    static std::string listed(const std::vector<std::string>& all)
    {
        constexpr std::size_t most = 40;
        std::string out;
        for (std::size_t k = 0; k < all.size() && k < most; ++k)
            out += (k ? ", " : "") + all[k];
        return out + (all.size() > most ? " and " + std::to_string(all.size() - most) + " more" : "");
    }

    void tell_missing_records(const bool (&has)[2])
    {
        report& told = result_.told;
        if (has[0] || has[1])
            told.printed.push_back(std::string("only the ") + names[has[1]] + " one left a record of calls of CUDA");
        if (!tools_.emulated && tools_.recorder.empty()) return; // the reason is a note already
        bool is_explained = false;
        for (int k = 0; k < 2; ++k) {
            if (has[k] || what_.by_shell || runtime_of(what_.built[k]) != linked_runtime::in_the_program) continue;
            is_explained = true;
            told.notes.push_back(std::string("the ") + names[k] +
                                 " one has the CUDA runtime inside: it has device code, and does not need "
                                 "libcudart.so. Its calls cannot be seen. Link it with nvcc -cudart shared");
        }
        told.notes.push_back(std::string("no record: only the output is compared") +
                             (is_explained ? ""
                                           : ". A program leaves one if it is linked with the shared runtime (nvcc "
                                             "-cudart shared) and calls it"));
    }

    // "./program+0x1a2b" becomes a line of the source, where the program has them and binutils are there.
    void name_places(comparison& c)
    {
        constexpr std::size_t most = 32;
        std::size_t named = 0;
        for (lost_call& l : c.lost) {
            const std::size_t plus = l.place.rfind("+0x");
            if (plus == l.place.npos || ++named > most) continue;
            const int k = l.by_new && l.what.find("not destroyed") == l.what.npos ? 0 : 1;
            const std::string program = path_of(k, l.place.substr(0, plus));
            const outcome lines = run_command({"addr2line", "-i", "-e", program, l.place.substr(plus + 1)}, {}, 60);
            std::istringstream in(lines.output);
            for (std::string line; lines.status == 0 && std::getline(in, line);) {
                line = line.substr(0, line.find(" ("));
                // Templates of CUDA's headers call the library for the program.
                const bool is_generated = line.find("cudafe") != line.npos || line.find(":?") != line.npos;
                if (is_generated || line.rfind("??", 0) == 0 || line.find("cuda_runtime.h:") != line.npos) continue;
                l.place = line;
                break;
            }
        }
    }

    std::string look_again(const look_requests& requests)
    {
        recorded_run again[2];
        for (int k = 0; k < 2; ++k) {
            std::cerr << "cuda-legacy-scan verify: running " << what_.shown[k] << " again, to see what differs\n";
            const std::string lists = work_ + "/" + names[k] + ".look.%n";
            const auto& texts = k ? requests.of_new : requests.of_old;
            for (std::size_t process = 0; process < result_.runs[k].processes.size(); ++process) {
                const std::string list = with_number(lists, process + 1);
                const auto text = texts.find(process);
                if (std::ofstream file(list); !(file << (text == texts.end() ? "" : text->second)).flush())
                    return list + ": cannot be written";
            }
            run_one(k, record_variables(tools_, record_of(k, "second"), lists, what_.every_launch));
            if (k == 0) remove_files();
            if (!read_records(record_of(k, "second"), again[k]).empty()) {
                result_.told.notes.push_back(std::string("the second run of the ") + names[k] +
                                             " one left no record: differences are not looked into");
                return {};
            }
        }
        if (!look_into(result_.told.evidence, again[0], again[1], what_.allowed))
            result_.told.notes.push_back("the second runs launched or copied in another order, as several host threads "
                                         "do: some differences are not looked into");
        return {};
    }

    const trial& what_;
    const toolchain& tools_;
    const std::string work_;
    trial_result& result_;
    std::vector<std::optional<std::string>> files_[2];
};

// The file appears whole or not at all. A pipe or a device is written to as it is.
std::string write_file(const std::string& name, const std::string& text)
{
    if (name.empty()) return {};
    std::error_code error;
    const bool in_place = fs::exists(name, error) && !fs::is_regular_file(name, error);
    const std::string beside = in_place ? name : name + "." + std::to_string(getpid());
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    const bool is_written = static_cast<bool>((file << text).flush());
    file.close();
    if (is_written && !in_place) fs::rename(beside, name, error);
    if (is_written && (in_place || !error)) return {};
    if (!in_place) fs::remove(beside, error);
    return name + ": cannot be written";
}

} // namespace

std::string try_both(const trial& what, const toolchain& tools, const std::string& work, trial_result& result)
{
    report& told = result.told;
    told.old_program = what.shown[0];
    told.new_program = what.shown[1];
    told.arguments = what.arguments;
    told.allowed = what.allowed;
    told.tools.push_back({"cuda-legacy-scan", CUDA_LEGACY_SCAN_VERSION});
    if (!tools.nvcc.empty()) {
        const outcome version = run_command({tools.nvcc, "--version"}, {}, 60);
        const std::size_t at = version.output.find("release ");
        if (at != std::string::npos)
            told.tools.push_back({"nvcc", version.output.substr(at, version.output.find('\n', at) - at)});
    }
    told.tools.push_back({"device", tools.emulated ? "emulated" : "GPU"});
    const std::time_t now = std::time(nullptr);
    char date[32];
    if (std::strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", std::gmtime(&now))) told.tools.push_back({"date", date});
    return both(what, tools, work, result).run();
}

std::string write_reports(const report& told, const std::string& json, const std::string& page)
{
    if (const std::string wrong = write_file(json, json.empty() ? "" : as_json(told)); !wrong.empty()) return wrong;
    return write_file(page, page.empty() ? "" : as_page(told));
}

} // namespace scanner
