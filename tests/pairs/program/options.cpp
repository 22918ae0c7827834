#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>

#include <CLI/CLI.hpp>

#include "../pair.hpp"

namespace pairs {
namespace {

// Larger inputs than this are a slip of the finger: no pair's input fits any machine's memory.
constexpr unsigned long long largest_size = 1ull << 36;

// A whole number, and nothing else: neither a sign nor "1e6" nor a number too long to hold.
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

CLI::Validator known_slug()
{
    return {[](std::string& slug) {
                const auto& all = all_pairs();
                const bool known =
                    std::any_of(all.begin(), all.end(), [&](const auto& one) { return one->slug() == slug; });
                return known ? std::string{} : "there is no pair '" + slug + "'; 'pairs list' names them";
            },
            "", "slug"};
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
    run->add_option("slug", chosen.slugs, "Pairs to run, as 'pairs list' names them")->check(known_slug());
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
        "diff", "Shows a pair side by side, as wide as the terminal, or else as COLUMNS says (160);\n"
                "on a terminal coloured, but for NO_COLOR");
    std::string slug;
    diff->add_option("slug", slug, "The pair")->required()->check(known_slug());

    const std::string first = argc > 1 ? argv[1] : "-";
    if (first[0] != '-' && first != "list" && first != "run" && first != "diff") {
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
        chosen.slugs = {slug};
    }
    if (size_option->count()) chosen.size = size;
    if (!device.empty()) chosen.device = device == "gpu" ? device_choice::gpu : device_choice::emulated;
    return {chosen, 0};
}

} // namespace pairs
