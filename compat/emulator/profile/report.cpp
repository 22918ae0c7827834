// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profile/report.h"

#include "profile/json.h"
#include "profile/metrics.h"
#include "profile/output_file.h"
#include "profile/totals.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace cuda_emulator {

namespace {

bool table_is_wanted()
{
    const char* s = std::getenv("CUDA_EMULATOR_PROFILE");
    return s && *s && std::string_view(s) != "0";
}

const char* json_file() { return file_in("CUDA_EMULATOR_PROFILE_JSON"); }

std::string_view group_of(const metric& m)
{
    const std::string_view name = m.name;
    const std::size_t dot = name.find('.');
    return dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
}

std::string formatted(const char* format, double v)
{
    char text[40];
    std::snprintf(text, sizeof text, format, v);
    return text;
}

// The report omits groups of metrics that are all zero.
bool is_idle(const std::vector<metric>& all, const metric& m)
{
    const std::string_view group = group_of(m);
    if (group.empty()) return m.value == 0 || m.over == 0;
    return std::all_of(all.begin(), all.end(), [&](const metric& o) { return group_of(o) != group || o.value == 0; });
}

void print_table()
{
    const auto& totals = counter_totals::instance();
    std::string text = "\ncuda_emulator: counters of " + std::to_string(totals.size()) +
                       " kernels, in PTX instructions; nvprof's and Nsight Compute's names beside them\n";
    cuda_emulator_counters c;
    for (std::size_t k = 0; totals.get(k, c); ++k) {
        text += "\n" + std::string(c.kernel) + "\n";
        const auto all = metrics_of(c);
        for (const metric& m : all) {
            if (is_idle(all, m)) continue;
            std::string value = std::to_string(m.value);
            if (m.in == metric::unit::ratio) value = formatted("%.2f", quotient(m));
            if (m.in == metric::unit::percent) value = formatted("%.2f %%", quotient(m));
            char line[256];
            std::snprintf(line, sizeof line, "  %-36s %16s  %-40s %s", m.name, value.c_str(), m.nvprof,
                          m.nsight_compute);
            text += line;
            text.erase(text.find_last_not_of(' ') + 1);
            text += '\n';
        }
    }
    std::fflush(nullptr);
    std::fputs(text.c_str(), stderr);
}

std::string json_of(const cuda_emulator_counters& c)
{
    std::string text = "{\n      \"kernel\": " + quoted(c.kernel);
    std::string_view group;
    for (const metric& m : metrics_of(c)) {
        const std::string_view now = group_of(m);
        if (now != group && !group.empty()) text += "}";
        text += now != group && !now.empty() ? ",\n      " + quoted(now) + ": {" : now.empty() ? ",\n      " : ", ";
        group = now;
        std::string value = std::to_string(m.value);
        if (m.in != metric::unit::count) value = m.over ? formatted("%.17g", quotient(m)) : "null";
        text += quoted(std::string_view(m.name).substr(now.empty() ? 0 : now.size() + 1)) + ": " + value;
    }
    return text + (group.empty() ? "\n    }" : "}\n    }");
}

bool write_json(const std::string& path)
{
    const auto& totals = counter_totals::instance();
    std::string text = "{\n  \"schema\": 1,\n  \"kernels\": [";
    cuda_emulator_counters c;
    for (std::size_t k = 0; totals.get(k, c); ++k)
        text += (k ? ",\n    " : "\n    ") + json_of(c);
    text += "\n  ]\n}\n";
    return write_output_file(path, text, "the counters", "CUDA_EMULATOR_PROFILE_JSON");
}

} // namespace

bool report_is_wanted() { return table_is_wanted() || json_file(); }

bool write_report()
{
    if (table_is_wanted()) print_table();
    const char* const file = json_file();
    return !file || write_json(file);
}

} // namespace cuda_emulator
