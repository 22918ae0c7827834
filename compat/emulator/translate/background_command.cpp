// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/background_command.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace cuda_emulator::translation {

namespace {

// Descriptors of the shell.
constexpr int says = 3, hears = 4;

// Its words: folder, "keep" or nothing, and those of the command. The end of `hears` is the end of the program, or of its
// interest: then the group ends, but for this shell, which removes the folder.
const char* const script = R"(folder=$1 keeps=$2; shift 2
trap : TERM PIPE
{ read -r over <&4; kill -TERM 0; } &
"$@" 2>"$folder/log" 3>&- 4<&-
echo $? >&3
wait
[ "$keeps" ] || rm -rf -- "$folder"
)";

struct shell {
    char* const* words;
    char* const* environment;
    int says, hears;
    char* stack; //!< its end
};

// In a process that shares the program's memory and stops the calling thread: nothing but calls of the system.
int become_shell(void* argument)
{
    const shell& s = *static_cast<const shell*>(argument);
    setsid();
    struct sigaction otherwise = {};
    otherwise.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        sigaction(signal, &otherwise, nullptr);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const int nothing = open("/dev/null", O_RDWR);
    for (int file = 0; file < 3; ++file)
        dup2(nothing, file);
    if (dup2(s.says, says) < 0 || dup2(s.hears, hears) < 0) _exit(127);
    syscall(SYS_close_range, hears + 1, ~0u, 0);
    execve("/bin/sh", s.words, s.environment);
    _exit(127);
}

// The shell's parent, which ends at once.
int leave_shell(void* argument)
{
    return clone(become_shell, static_cast<shell*>(argument)->stack, CLONE_VM | CLONE_VFORK | SIGCHLD, argument) < 0;
}

// A pipe whose ends are none of the shell's own descriptors.
bool open_pipe(int (&ends)[2])
{
    int low[2];
    if (pipe2(low, O_CLOEXEC) != 0) return false;
    for (int k = 0; k < 2; ++k) {
        ends[k] = fcntl(low[k], F_DUPFD_CLOEXEC, hears + 1);
        close(low[k]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

bool start(shell& s)
{
    constexpr std::size_t size = 64 << 10;
    const auto stacks = std::make_unique<char[]>(2 * size);
    s.stack = stacks.get() + 2 * size;
    // No handler of the program's runs in these processes.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // Without a signal at its end: wait() does not see it.
    const pid_t parent = clone(leave_shell, stacks.get() + size, CLONE_VM | CLONE_VFORK, &s);
    int status = -1;
    while (parent > 0 && waitpid(parent, &status, __WCLONE) < 0 && errno == EINTR) {}
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return parent > 0 && status == 0;
}

} // namespace

background_command::background_command(const std::vector<std::string>& words, const std::string& folder, bool keeps)
    : folder_(folder)
    , keeps_(keeps)
{
    std::vector<std::string> all{"sh", "-c", script, "sh", folder, keeps ? "keep" : ""};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> pointers;
    for (std::string& word : all)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    // It runs on the host, not on the emulated device: nothing of ours is preloaded into it.
    std::string temporary = "TMPDIR=" + folder;
    std::vector<char*> environment{temporary.data()};
    for (char** e = environ; *e; ++e)
        if (std::strncmp(*e, "LD_PRELOAD=", 11) != 0 && std::strncmp(*e, "LD_LIBRARY_PATH=", 16) != 0 &&
            std::strncmp(*e, "TMPDIR=", 7) != 0)
            environment.push_back(*e);
    environment.push_back(nullptr);
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    if (open_pipe(to) && open_pipe(from)) {
        shell s{pointers.data(), environment.data(), from[1], to[0], nullptr};
        runs_ = start(s);
    }
    for (const int end : {to[0], from[1]})
        if (end >= 0) close(end);
    control_ = to[1];
    said_ = from[0];
}

background_command::~background_command()
{
    end();
    char rest;
    while (said_ >= 0)
        if (const ssize_t n = read(said_, &rest, 1); n == 0 || (n < 0 && errno != EINTR)) break;
    if (said_ >= 0) close(said_);
    std::error_code ignored;
    if (!runs_ && !keeps_) std::filesystem::remove_all(folder_, ignored);
}

int background_command::status()
{
    std::string text;
    char c = 0;
    while (runs_ && c != '\n') {
        const ssize_t n = read(said_, &c, 1);
        if (n == 1) text += c;
        if (n == 0 || (n < 0 && errno != EINTR)) break;
    }
    std::lock_guard lock(mutex_);
    if (!runs_) return 127;
    return c == '\n' && control_ >= 0 ? std::atoi(text.c_str()) : -1;
}

void background_command::end()
{
    std::lock_guard lock(mutex_);
    if (control_ >= 0) close(control_);
    control_ = -1;
}

} // namespace cuda_emulator::translation
