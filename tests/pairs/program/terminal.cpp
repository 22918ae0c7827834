// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "terminal.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pairs {
namespace {

// The shell's status for an unknown command.
constexpr int not_found = 127;

winsize screen()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
    return size;
}

bool is_capable_terminal() { return isatty(STDOUT_FILENO) && environment("TERM") != "dumb"; }

// Gives the pager of PAGER, else `less`, or nothing if that is not installed.
std::string pager()
{
    if (const char* const named = std::getenv("PAGER")) return std::string{named} == "cat" ? "" : named;
    return "if command -v less >/dev/null; then exec less -R; else exit 127; fi";
}

// Gives false if the pager did not start. A pager that ends early has still shown its text.
bool page(const std::string& command, const std::string& text)
{
    setenv("LESS", "FRX", 0);
    std::FILE* const pipe = popen(command.c_str(), "w");
    if (!pipe) return false;
    // The signals are ignored until the pager ends. The user stops the pager, and text that it does not read is not
    // needed.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGINT, SIG_IGN);
    std::fwrite(text.data(), 1, text.size(), pipe);
    const int status = pclose(pipe);
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == not_found);
}

} // namespace

std::string environment(const char* name)
{
    const char* const value = std::getenv(name);
    return value ? value : "";
}

int terminal_width()
{
    if (const int width = screen().ws_col) return width;
    const std::string columns = environment("COLUMNS");
    decltype(winsize::ws_col) width = 0; // reads only if stdout may be a terminal
    std::from_chars(columns.data(), columns.data() + columns.size(), width);
    return width;
}

bool wants_colour() { return is_capable_terminal() && environment("NO_COLOR").empty(); }

void print_paged(const std::string& text, bool may_page)
{
    const auto lines = std::count(text.begin(), text.end(), '\n');
    if (may_page && is_capable_terminal() && lines >= screen().ws_row) {
        std::cout.flush();
        if (const std::string command = pager(); !command.empty() && page(command, text)) return;
    }
    std::cout << text;
}

} // namespace pairs
