#include "report.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace pairs {
namespace {

std::size_t slug_width()
{
    std::size_t width = 4;
    for (const auto& one : all_pairs())
        width = std::max(width, std::strlen(one->slug()));
    return width;
}

void print_columns(const std::string& slug, const std::string& size, const std::string& legacy,
                   const std::string& modern, const std::string& verdict, const std::string& legacy_time,
                   const std::string& modern_time, const std::string& ratio)
{
    std::printf("%-*s %10s  %-20s %-20s %-12s %10s %10s %7s\n", static_cast<int>(slug_width()), slug.c_str(),
                size.c_str(), legacy.c_str(), modern.c_str(), verdict.c_str(), legacy_time.c_str(),
                modern_time.c_str(), ratio.c_str());
    std::fflush(stdout);
}

std::string with_digits(double value, const char* format)
{
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

bool show_times = true;

} // namespace

void print_heading(const device& on)
{
    // An emulated time says nothing about a GPU.
    show_times = !on.emulated;
    std::printf("Running on %s%s.\n", on.words.c_str(), on.emulated ? ", emulated on the CPU: times are left out" : "");
    if (show_times) std::printf("Times are of the kernels alone, by CUDA events: the best of three runs after a first one.\n");
    std::printf("\n");
    print_columns("pair", "size", "legacy", "modern", "compared", show_times ? "legacy ms" : "",
                  show_times ? "modern ms" : "", show_times ? "ratio" : "");
}

void print_row(const row& one)
{
    if (!one.outcome) {
        print_columns(one.of->slug(), std::to_string(one.size), "-", "-", "error", "", "", "");
        std::printf("    %s\n", one.error.c_str());
        return;
    }
    const outcome& out = *one.outcome;
    const std::string verdict = !out.agreed.holds ? "DIFFERENT" : out.legacy ? out.agreed.words : "modern right";
    const bool times = show_times && out.legacy;
    print_columns(one.of->slug(), std::to_string(one.size), out.legacy ? out.legacy->result : "outside",
                  out.modern.result, verdict, times ? with_digits(out.legacy->milliseconds, "%.4f") : "",
                  show_times ? with_digits(out.modern.milliseconds, "%.4f") : "",
                  times && out.modern.milliseconds > 0
                      ? with_digits(out.legacy->milliseconds / out.modern.milliseconds, "%.2f")
                      : "");
    if (!out.agreed.holds) std::printf("    seed %u: %s\n", one.seed, out.agreed.words.c_str());
    if (!out.legacy)
        std::printf("    outside of the legacy example's domain: %s; modern is compared with the CPU\n",
                    out.outside_domain.c_str());
}

void print_total(const std::vector<row>& rows)
{
    const auto good = std::count_if(rows.begin(), rows.end(), [](const row& one) { return one.good(); });
    std::printf("\n%td of %zu pairs agree.\n", good, rows.size());
}

void write_json(const std::string& path, const device& on, const std::vector<row>& rows)
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
                nlohmann::ordered_json value{{"result", of.result}};
                if (!on.emulated) value["kernel_ms"] = of.milliseconds;
                return value;
            };
            entry["legacy"] = out.legacy ? side(*out.legacy) : nlohmann::ordered_json{{"outside_domain", out.outside_domain}};
            entry["modern"] = side(out.modern);
            entry["agree"] = out.agreed.holds;
            entry["compared"] = out.agreed.words;
        } else {
            entry["agree"] = false;
            entry["error"] = one.error;
        }
        json["pairs"].push_back(std::move(entry));
    }

    const std::string unfinished = path + ".unfinished";
    std::ofstream file{unfinished};
    file << json.dump(2) << '\n';
    file.close();
    if (!file || std::rename(unfinished.c_str(), path.c_str()) != 0) {
        const std::string why = std::strerror(errno);
        std::remove(unfinished.c_str());
        throw std::runtime_error{"cannot write " + path + ": " + why};
    }
}

} // namespace pairs
