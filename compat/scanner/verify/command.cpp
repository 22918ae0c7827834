// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace scanner {
namespace {

struct pipe_ends {
    int read = -1, write = -1;

    pipe_ends()
    {
        int both[2];
        if (pipe2(both, O_CLOEXEC) == 0) read = both[0], write = both[1];
    }
    ~pipe_ends()
    {
        close_end(read);
        close_end(write);
    }
    static void close_end(int& end)
    {
        if (end >= 0) close(end);
        end = -1;
    }
};

// False where nothing more comes.
bool take(int from, std::string& to)
{
    char buffer[65536];
    const ssize_t count = read(from, buffer, sizeof buffer);
    if (count > 0) to.append(buffer, static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

} // namespace

outcome run_command(const std::vector<std::string>& words, const std::vector<std::string>& variables, int seconds)
{
    outcome result;
    pipe_ends output, errors, failure; // failure: the number of the error, where the program cannot be started
    if (failure.write < 0) {
        result.not_started = std::strerror(errno);
        return result;
    }
    std::vector<char*> arguments;
    for (const std::string& one : words)
        arguments.push_back(const_cast<char*>(one.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child < 0) {
        result.not_started = std::strerror(errno);
        return result;
    }
    if (child == 0) {
        setpgid(0, 0);
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        dup2(output.write, STDOUT_FILENO);
        dup2(errors.write, STDERR_FILENO);
        for (const std::string& one : variables)
            putenv(const_cast<char*>(one.c_str()));
        execvp(arguments[0], arguments.data());
        const int error = errno;
        if (write(failure.write, &error, sizeof error) < 0) _exit(126);
        _exit(127);
    }
    setpgid(child, child);
    pipe_ends::close_end(output.write);
    pipe_ends::close_end(errors.write);
    pipe_ends::close_end(failure.write);
    int error = 0;
    if (read(failure.read, &error, sizeof error) == sizeof error) result.not_started = std::strerror(error);

    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (output.read >= 0 || errors.read >= 0) {
        pollfd both[] = {{output.read, POLLIN, 0}, {errors.read, POLLIN, 0}};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        const int ready = poll(both, 2, static_cast<int>(std::max<long long>(0, left)));
        if (ready == 0) {
            result.timed_out = true;
            kill(-child, SIGKILL);
            break;
        }
        if (ready < 0) continue;
        if (both[0].revents && !take(output.read, result.output)) pipe_ends::close_end(output.read);
        if (both[1].revents && !take(errors.read, result.errors)) pipe_ends::close_end(errors.read);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return result;
}

} // namespace scanner
