// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pairs: runs legacy CUDA examples and their modern twins on the same input, and compares.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>

#include <unistd.h>

#include "../pair.hpp"
#include "columns.hpp"
#include "device.hpp"
#include "diff.hpp"
#include "export.hpp"
#include "options.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace {

using namespace pairs;

int list()
{
    std::vector<column> columns{{"pair", 36}, {"size", 10, true, true}, {"what it shows", 0}};
    for (const auto& one : all_pairs())
        columns.back().width = std::max(columns.back().width, static_cast<int>(std::strlen(one->summary())));
    for (const auto& one : all_pairs())
        print_columns(std::cout, columns, terminal_width(),
                      {one->slug(), std::to_string(one->default_size()), one->summary()});
    return exit_status::identical;
}

int show_diff(const options& chosen)
{
    diff_options how;
    how.fast = chosen.fast;
    how.kernel = chosen.kernel;
    how.head = !chosen.no_head;
    how.colour = wants_colour();
    if (const int width = terminal_width()) how.width = width;
    print_paged(diff(CUDA_LEGACY_SOURCE_DIR, chosen.slugs, how), !chosen.no_pager);
    return exit_status::identical;
}

int export_file(const options& chosen)
{
    const std::string& slug = chosen.slugs.front();
    const std::string path = chosen.legacy ? "legacy/" + slug : "modern/" + slug + (chosen.fast ? "_fast" : "");
    std::cout << exported(CUDA_LEGACY_SOURCE_DIR, path + ".cu", chosen.single);
    return exit_status::identical;
}

// Gives the memory that the host really has. Linux allocates more than that, and then kills a process that uses it.
std::size_t free_host_memory()
{
    return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::string in_gib(std::size_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GiB", bytes / 1073741824.0);
    return text;
}

row run_one(const pair& one, const options& chosen)
{
    row result{&one, chosen.size.value_or(one.default_size()), chosen.seed, std::nullopt, ""};
    const std::size_t needed = result.size * one.bytes_per_element();
    if (needed > free_host_memory()) {
        result.error = "size " + std::to_string(result.size) + " needs about " + in_gib(needed) +
                       " of host memory; free are " + in_gib(free_host_memory());
        return result;
    }
    try {
        result.outcome = one.run(result.size, result.seed);
    } catch (const std::bad_alloc&) {
        result.error = "not enough memory on the host for size " + std::to_string(result.size);
    } catch (const std::exception& error) {
        result.error = error.what();
        if (result.error.find("cudaErrorMemoryAllocation") != std::string::npos)
            result.error =
                "not enough memory on the device for size " + std::to_string(result.size) + ": " + result.error;
    }
    cudaGetLastError();
    return result;
}

int run(const options& chosen, char** argv)
{
    const chosen_device on = choose_device(chosen.device, argv);
    if (!on.there) {
        std::cerr << "pairs: nothing can run here: " << on.words << "\nThe pairs need an NVIDIA GPU with its driver.\n";
        return exit_status::no_device;
    }
    if (!chosen.json.empty()) check_writable(chosen.json);
    const table out{on, terminal_width()};
    std::vector<row> rows;
    for (const auto& one : all_pairs()) {
        const bool wanted = chosen.slugs.empty() ||
                            std::find(chosen.slugs.begin(), chosen.slugs.end(), one->slug()) != chosen.slugs.end();
        if (!wanted) continue;
        rows.push_back(run_one(*one, chosen));
        out.print(rows.back());
    }
    print_total(rows);
    if (!chosen.json.empty()) write_json(chosen.json, on, rows);
    const bool all_good = std::all_of(rows.begin(), rows.end(), [](const row& one) { return one.good(); });
    return all_good ? exit_status::identical : exit_status::failed;
}

} // namespace

int main(int argc, char** argv)
try {
    const parsed line = parse(argc, argv);
    int status = line.status;
    if (line.options) {
        switch (line.options->command) {
        case command::list:
            status = list();
            break;
        case command::diff:
            status = show_diff(*line.options);
            break;
        case command::export_file:
            status = export_file(*line.options);
            break;
        case command::run:
            status = run(*line.options, argv);
            break;
        }
    }
    // The output may not have been written, because a disk is full.
    if (!std::cout.flush()) throw std::runtime_error{"cannot write all of the output"};
    return status;
} catch (const std::exception& error) {
    std::cerr << "pairs: " << error.what() << '\n';
    return pairs::exit_status::failed;
}
