// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <utility>

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "counters.hpp"

namespace pairs {
namespace {

std::size_t slug_width()
{
    std::size_t width = 4;
    for (const auto& one : all_pairs())
        width = std::max(width, std::strlen(one->slug()));
    return width;
}

[[noreturn]] void cannot_write(const std::string& path, int why)
{
    throw std::runtime_error{"cannot write " + path + ": " + std::strerror(why)};
}

// Gives the target of a link, even if it does not exist.
std::filesystem::path without_links(std::filesystem::path path)
{
    for (int followed = 0; followed < 40 && std::filesystem::is_symlink(path); followed++)
        path = path.parent_path() / std::filesystem::read_symlink(path);
    return path;
}

// Tests for a pipe or a device, which takes a stream of output. A renamed file would replace it.
bool takes_a_stream(const std::filesystem::path& path)
{
    return std::filesystem::exists(path) && !std::filesystem::is_regular_file(path);
}

// A new file beside `path`. It is renamed to `path` when it is complete, and removed otherwise.
class unfinished_file {
public:
    explicit unfinished_file(const std::filesystem::path& path)
        : path_{path}
        , name_{path.string() + '.' + std::to_string(getpid()) + ".unfinished"}
        , file_{std::fopen(name_.c_str(), "wx")}
    {
        if (!file_) cannot_write(path_.string(), errno);
    }
    ~unfinished_file()
    {
        if (file_) std::fclose(file_);
        if (!name_.empty()) std::remove(name_.c_str());
    }
    unfinished_file(const unfinished_file&) = delete;
    unfinished_file& operator=(const unfinished_file&) = delete;

    void finish(const std::string& text)
    {
        const bool written = std::fwrite(text.data(), 1, text.size(), file_) == text.size();
        const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
        if (!written || !closed || std::rename(name_.c_str(), path_.c_str()) != 0) cannot_write(path_.string(), errno);
        name_.clear();
    }

private:
    std::filesystem::path path_;
    std::string name_;
    std::FILE* file_;
};

std::string with_digits(double value, const char* format)
{
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

// Gives the cost of a stage: times on a GPU, counters on the emulated device.
std::vector<std::string> cost_of(const side_outcome& stage, const side_outcome* legacy, bool emulated)
{
    if (emulated) {
        const counter_summary counted = summary_of(&stage);
        return {counted.thread_instructions, counted.sectors_per_request, counted.bank_conflicts,
                counted.constant_replays};
    }
    const bool has_ratio = legacy && legacy != &stage && stage.milliseconds > 0;
    return {with_digits(stage.milliseconds, "%.4f"),
            has_ratio ? with_digits(legacy->milliseconds / stage.milliseconds, "%.2f") : ""};
}

} // namespace

table::table(const chosen_device& on, int terminal_width)
    : emulated_{on.emulated}
    , terminal_width_{terminal_width}
{
    columns_ = {{"pair", static_cast<int>(slug_width())},
                {"size", 10, true, true},
                {"result", 26},
                {"stage", 6},
                {"compared", 13, false, true},
                {"launches", 8, true, true}};
    // An emulated time says nothing about a GPU.
    if (emulated_)
        columns_.insert(
            columns_.end(),
            {{"instructions", 12, true}, {"sectors", 7, true}, {"conflicts", 9, true}, {"replays", 7, true}});
    else
        columns_.insert(columns_.end(), {{"milliseconds", 12, true}, {"ratio", 7, true, true}});

    std::cout << "Running on " << on.words << (emulated_ ? ", emulated on the CPU: counters instead of times" : "")
              << ".\nA row is a stage of a pair, its numbers those of all its kernels together.\n"
                 "A result that is missing is that of the row above.\n"
              << (emulated_ ? "    instructions  PTX instructions of all threads\n"
                              "    sectors       32-byte sectors per request of global memory\n"
                              "    conflicts     bank conflicts in shared memory\n"
                              "    replays       of loads from constant memory\n\n"
                            : "    milliseconds  of the kernels alone, by CUDA events: the best of ten runs\n"
                              "                  after a first one\n"
                              "    ratio         the legacy time over that of the row\n\n");
    print_columns(std::cout, columns_, terminal_width_);
}

void table::print(const row& one) const
{
    std::vector<std::string> cells{one.of->slug(), std::to_string(one.size)};
    std::string result_above;
    const auto print_row = [&](const std::string& stage, const std::string& compared, const side_outcome* out,
                               const side_outcome* legacy) {
        cells.resize(2);
        cells.insert(cells.end(), {out && out->result != result_above ? out->result : "", stage, compared});
        if (out) {
            result_above = out->result;
            cells.push_back(std::to_string(out->launches));
            for (std::string& cost : cost_of(*out, legacy, emulated_))
                cells.push_back(std::move(cost));
        }
        cells.resize(columns_.size());
        print_columns(std::cout, columns_, terminal_width_, cells);
        cells[0] = cells[1] = ""; // once for a pair
    };
    if (!one.outcome) {
        print_row("", "error", nullptr, nullptr);
        std::cout << "    " << one.error << std::endl;
        return;
    }
    const outcome& out = *one.outcome;
    const side_outcome* const legacy = out.legacy ? &*out.legacy : nullptr;
    print_row("legacy", legacy ? "" : "outside", legacy, legacy);
    for (const auto& [name, stage] :
         {std::pair{"modern", &out.modern}, std::pair{"fast", out.fast ? &*out.fast : nullptr}}) {
        if (!stage) continue;
        const std::string right = legacy ? stage->agreed.words : "right";
        print_row(name, stage->agreed.holds ? right : "DIFFERENT", stage, legacy);
        if (!stage->agreed.holds) std::cout << "    seed " << one.seed << ": " << stage->agreed.words << '\n';
    }
    if (!legacy)
        std::cout << "    outside of the legacy example's domain: " << out.outside_domain
                  << "; compared with the CPU\n";
    std::cout.flush();
}

void print_total(const std::vector<row>& rows)
{
    const auto good = std::count_if(rows.begin(), rows.end(), [](const row& one) { return one.good(); });
    std::cout << '\n' << good << " of " << rows.size() << " pairs agree." << std::endl;
}

void check_writable(const std::string& path)
{
    const std::filesystem::path target = without_links(path);
    if (std::filesystem::is_directory(target)) cannot_write(path, EISDIR);
    if (!takes_a_stream(target))
        unfinished_file{target};
    else if (access(target.c_str(), W_OK) != 0) // not opened, because a pipe may not have a reader yet
        cannot_write(path, errno);
}

void write_json(const std::string& path, const chosen_device& on, const std::vector<row>& rows)
{
    nlohmann::ordered_json json;
    json["schema"] = 1;
    json["device"] = on.words;
    json["emulated"] = on.emulated;
    json["pairs"] = nlohmann::ordered_json::array();
    for (const row& one : rows) {
        nlohmann::ordered_json entry{{"slug", one.of->slug()}, {"size", one.size}, {"seed", one.seed}};
        if (one.outcome) {
            const outcome& out = *one.outcome;
            const auto side = [&](const side_outcome& of) {
                nlohmann::ordered_json value{{"result", of.result}, {"launches", of.launches}};
                if (on.emulated) {
                    value["kernels"] = json_of(of.kernels);
                } else {
                    value["kernel_ms"] = of.milliseconds;
                }
                return value;
            };
            entry["legacy"] =
                out.legacy ? side(*out.legacy) : nlohmann::ordered_json{{"outside_domain", out.outside_domain}};
            entry["modern"] = side(out.modern);
            if (out.fast) entry["fast"] = side(*out.fast);
            entry["agree"] = out.agreed.holds;
            entry["compared"] = out.agreed.words;
        } else {
            entry["agree"] = false;
            entry["error"] = one.error;
        }
        json["pairs"].push_back(std::move(entry));
    }

    const std::string text = json.dump(2) + '\n';
    const std::filesystem::path target = without_links(path);
    if (!takes_a_stream(target)) return unfinished_file{target}.finish(text);
    std::ofstream file{target};
    file << text;
    file.close();
    if (!file) cannot_write(path, errno);
}

} // namespace pairs
