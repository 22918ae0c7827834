// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>

#include <CLI/CLI.hpp>

#include "../pair.hpp"

namespace pairs {
namespace {

// A larger input is a typing error: no machine has the memory for it.
constexpr unsigned long long largest_size = 1ull << 36;

// Accepts a whole number. A sign, "1e6" and a number with too many digits are errors.
CLI::Validator whole_number(unsigned long long largest)
{
    const std::string range = "a whole number from 0 to " + std::to_string(largest);
    return {[=](std::string& text) {
                unsigned long long value = 0;
                const char* end = text.data() + text.size();
                const auto [stop, error] = std::from_chars(text.data(), end, value);
                const bool fits = error == std::errc{} && stop == end && value <= largest;
                return fits ? std::string{} : "must be " + range + ", not '" + text + "'";
            },
            "0.." + std::to_string(largest), "whole number"};
}

// Accepts a slug, or its last part if no other slug ends in it. The value becomes the slug.
CLI::Validator known_slug()
{
    return {[](std::string& text) {
                std::vector<std::string> candidates;
                for (const auto& one : all_pairs()) {
                    const std::string slug = one->slug();
                    if (slug == text) return std::string{};
                    if (slug.substr(slug.find('/') + 1) == text) candidates.push_back(slug);
                }
                if (candidates.empty()) return "there is no pair '" + text + "'; 'pairs list' names them";
                if (candidates.size() == 1) {
                    text = candidates.front();
                    return std::string{};
                }
                std::string all;
                for (const std::string& slug : candidates)
                    all += (all.empty() ? "" : &slug == &candidates.back() ? " or " : ", ") + slug;
                return "'" + text + "' may be " + all + ": say which";
            },
            "", "slug"};
}

std::vector<std::string> each_once(const std::vector<std::string>& slugs)
{
    std::vector<std::string> once;
    for (const std::string& slug : slugs)
        if (std::find(once.begin(), once.end(), slug) == once.end()) once.push_back(slug);
    return once;
}

} // namespace

parsed parse(int argc, char** argv)
{
    options chosen;
    CLI::App app{"Runs legacy CUDA examples and their modern twins on the same input, and compares.\n"
                 "Exit status: 0 all agree, 1 a mismatch or an error, 2 a wrong command line, 3 asked for what is not "
                 "built,\n77 no device to run on.",
                 "pairs"};
    app.set_version_flag("--version", std::string{"cuda_legacy "} + CUDA_LEGACY_VERSION);
    app.require_subcommand(1);

    CLI::App* list = app.add_subcommand("list", "Lists the pairs: slug, default size, what it shows");

    CLI::App* run =
        app.add_subcommand("run", "Runs pairs, all when none is named, and prints a table of results and times;\n"
                                  "on the emulated device, of results and counters");
    run->add_option("slug", chosen.slugs, "Pairs to run, as 'pairs list' names them, or by the last part: array_1d")
        ->transform(known_slug());
    unsigned long long size = 0;
    const CLI::Option* size_option =
        run->add_option("--n", size,
                        "Size of the input, instead of each pair's own: its numbers or intervals; of a matrix\n"
                        "product its elements, of device/query the side of a tile")
            ->check(whole_number(largest_size));
    run->add_option("--seed", chosen.seed, "Seed of the input")
        ->capture_default_str()
        ->check(whole_number(0xffffffffu));
    std::string device;
    run->add_option("--device", device, "Where to run: gpu, or emulated on the CPU; the first that is there")
        ->check(CLI::Validator{[](std::string& name) {
                                   const bool known = name == "gpu" || name == "emulated";
                                   return known ? std::string{} : "must be gpu or emulated, not '" + name + "'";
                               },
                               "{gpu,emulated}", "device"});
    run->add_option("--json", chosen.json, "Also writes the results to this file")
        ->check(
            CLI::Validator{[](std::string& path) { return path.empty() ? "needs the name of a file" : ""; }, "FILE"});

    CLI::App* diff = app.add_subcommand(
        "diff", "Shows pairs side by side: the head comments, then the legacy file beside its modern twin. Between\n"
                "the columns stands < where only the left side has a line, > where only the right one has it, and\n"
                "| where they differ. On a terminal what differs is coloured, unless NO_COLOR is set, and more than\n"
                "a screen goes through PAGER, or less. As wide as the terminal, or else as COLUMNS says (160).");
    std::vector<std::string> shown;
    diff->add_option("slug", shown, "Pairs to show, as 'pairs list' names them, or by the last part: array_1d")
        ->required()
        ->transform(known_slug());
    diff->add_flag("--fast", chosen.fast, "The modern twin beside the fast stage, where the pair has one");
    diff->add_flag("--kernel", chosen.kernel, "The kernels alone, without heads and host code");
    diff->add_flag("--no-head", chosen.no_head, "Without the head comments");
    diff->add_flag("--no-pager", chosen.no_pager, "Straight to the terminal");

    CLI::App* export_ = app.add_subcommand(
        "export", "Prints an example's file: the modern twin, or another stage. With --single it compiles alone; a\n"
                  "legacy file does so with cuda_legacy.h");
    std::string exported;
    export_->add_option("slug", exported, "Which pair, as 'pairs list' names it, or by the last part: array_1d")
        ->required()
        ->transform(known_slug());
    export_->add_flag("--single", chosen.single, "With the support headers in the file");
    CLI::Option* legacy = export_->add_flag("--legacy", chosen.legacy, "The legacy file");
    export_->add_flag("--fast", chosen.fast, "The fast stage, where the pair has one")->excludes(legacy);

    const std::string first = argc > 1 ? argv[1] : "-";
    if (first[0] != '-' && first != "list" && first != "run" && first != "diff" && first != "export") {
        std::cerr << "pairs: there is no command '" << first << "'\nTry 'pairs --help'.\n";
        return {std::nullopt, exit_status::usage};
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool help = error.get_exit_code() == 0;
        if (!help) std::cerr << "pairs: " << error.what() << "\nTry 'pairs --help' or 'pairs COMMAND --help'.\n";
        return {std::nullopt, help ? app.exit(error) : exit_status::usage};
    }

    if (*list) chosen.command = command::list;
    if (*run) chosen.command = command::run;
    if (*diff) {
        chosen.command = command::diff;
        chosen.slugs = shown;
    }
    if (*export_) {
        chosen.command = command::export_file;
        chosen.slugs = {exported};
    }
    chosen.slugs = each_once(chosen.slugs);
    if (size_option->count()) chosen.size = size;
    if (!device.empty()) chosen.device = device == "gpu" ? device_choice::gpu : device_choice::emulated;
    return {chosen, 0};
}

} // namespace pairs
