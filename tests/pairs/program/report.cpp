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

// What a link leads to, whether that is there or not.
std::filesystem::path without_links(std::filesystem::path path)
{
    for (int followed = 0; followed < 40 && std::filesystem::is_symlink(path); followed++)
        path = path.parent_path() / std::filesystem::read_symlink(path);
    return path;
}

// A pipe or a device takes what is written to it; a file renamed to its name would be there in its place.
bool takes_a_stream(const std::filesystem::path& path)
{
    return std::filesystem::exists(path) && !std::filesystem::is_regular_file(path);
}

// A new file beside `path`, which gets that name when it is whole, and is removed when it does not come to that.
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

// What a row says of the cost of each side: times on a GPU, counters on the emulated device.
std::vector<std::string> cost_of(const outcome& out, bool emulated)
{
    const side_outcome* const legacy = out.legacy ? &*out.legacy : nullptr;
    const side_outcome* const fast = out.fast ? &*out.fast : nullptr;
    std::string launches =
        (legacy ? std::to_string(legacy->launches) : "-") + " -> " + std::to_string(out.modern.launches);
    if (fast) launches += " -> " + std::to_string(fast->launches);
    if (emulated) {
        const counter_summary old = summary_of(legacy), now = summary_of(&out.modern), fastest = summary_of(fast);
        const auto cell = [&](std::string counter_summary::*counter) {
            return old.*counter + " -> " + now.*counter + (fast ? " -> " + fastest.*counter : "");
        };
        return {launches, cell(&counter_summary::thread_instructions), cell(&counter_summary::sectors_per_request),
                cell(&counter_summary::bank_conflicts), cell(&counter_summary::constant_replays)};
    }
    const auto time = [](const side_outcome* side) {
        return side ? with_digits(side->milliseconds, "%.4f") : std::string{};
    };
    const auto ratio = [&](const side_outcome* side) {
        return legacy && side && side->milliseconds > 0 ? with_digits(legacy->milliseconds / side->milliseconds, "%.2f")
                                                        : std::string{};
    };
    return {launches, time(legacy), time(&out.modern), ratio(&out.modern), time(fast), ratio(fast)};
}

} // namespace

table::table(const chosen_device& on, int terminal_width)
    : emulated_{on.emulated}
    , terminal_width_{terminal_width}
{
    columns_ = {{"pair", static_cast<int>(slug_width())}, {"size", 10, true, true}, {"compared", 26, false, true}};
    std::vector<column> cost{
        {"launches", 14, true},       {"legacy ms", 10, true},     {"modern ms", 10, true, true},
        {"ratio", 7, true, true}, {"fast ms", 10, true, true}, {"ratio", 7, true, true}};
    if (emulated_)
        cost = {{"launches", 14, true},
                {"instructions", 23, true, true},
                {"sectors/request", 20, true, true},
                {"bank conflicts", 18, true, true},
                {"constant replays", 16, true, true}};
    columns_.insert(columns_.end(), cost.begin(), cost.end());
    // Last, since some results are longer than others.
    columns_.push_back({"legacy", 26});
    columns_.push_back({"modern", 26, false, true});

    // An emulated time says nothing about a GPU.
    std::cout << "Running on " << on.words;
    if (emulated_) {
        std::cout << ", emulated on the CPU: counters instead of times.\n"
                     "Legacy -> modern -> fast, where there is one: kernels launched, and of all together PTX instructions of\n"
                     "threads, 32-byte sectors per request of global memory, bank conflicts in shared\n"
                     "memory, replays of loads from constant memory.\n\n";
    } else {
        std::cout << ".\nTimes are of the kernels alone, all of a run together, by CUDA events: the best of\n"
                     "ten runs after a first one. Launches are legacy -> modern -> fast, where there is one;\n"
                     "a ratio is the legacy time over that of the column before it.\n\n";
    }
    print_columns(std::cout, columns_, terminal_width_);
}

void table::print(const row& one) const
{
    if (!one.outcome) {
        std::vector<std::string> cells{one.of->slug(), std::to_string(one.size), "error"};
        cells.resize(columns_.size());
        print_columns(std::cout, columns_, terminal_width_, cells);
        std::cout << "    " << one.error << std::endl;
        return;
    }
    const outcome& out = *one.outcome;
    const std::string verdict = !out.agreed.holds ? "DIFFERENT" : out.legacy ? out.agreed.words : "modern right";
    std::vector<std::string> cells{one.of->slug(), std::to_string(one.size), verdict};
    for (std::string& cost : cost_of(out, emulated_))
        cells.push_back(std::move(cost));
    cells.push_back(out.legacy ? out.legacy->result : "outside");
    cells.push_back(out.modern.result);
    print_columns(std::cout, columns_, terminal_width_, cells);
    if (!out.agreed.holds) std::cout << "    seed " << one.seed << ": " << out.agreed.words << '\n';
    if (!out.legacy)
        std::cout << "    outside of the legacy example's domain: " << out.outside_domain
                  << "; the others are compared with the CPU\n";
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
    else if (access(target.c_str(), W_OK) != 0) // not opened: a pipe may have no reader yet
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
