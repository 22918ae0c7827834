// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/background_command.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace cuda_emulator::translation {

namespace {

// The shell's descriptors for the pipes.
constexpr int says = 3, hears = 4;

// The arguments are the members of `what`; the command's words come last. The CPU limit stops a runaway compiler. The
// renames make the file appear whole, even if several processes write it. The file replaces note_run()'s note; the
// program may have ended by then. A file beside it says that a signal ended the compiler, usually at a limit of time or
// memory; GCC's driver says `Killed`, in the locale C. The final `read` keeps the folder until the program closes
// `hears` or ends.
const char* const script = R"(folder=$1 to=$2 keeps=$3; shift 3
trap : PIPE
ulimit -t 120
LC_ALL=C "$@" 2>"$folder/log" 3>&- 4<&-
status=$?
if [ $status = 0 ] && [ "$to" ]; then
    own=$to.$$
    cp -- "$folder/made" "$own" && cksum <"$own" >"$own.sum" && mv -f -- "$own.sum" "$to.sum" && mv -f -- "$own" "$to" &&
        rm -f -- "$to.ran" || rm -f -- "$own" "$own.sum"
elif [ "$to" ] && { [ $status -gt 128 ] || grep -q Killed "$folder/log"; }; then
    : >"$to.killed"
fi
echo $status >&3
read -r over <&4
[ "$keeps" ] || rm -rf -- "$folder"
)";

struct shell {
    char* const* words;
    char* const* environment;
    int says, hears;
    char* stack; //!< its highest address
};

// Runs in a process that shares the program's memory while the calling thread is stopped, so only system calls are
// safe.
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

// The shell's parent, which exits at once: the shell becomes an orphan.
int leave_shell(void* argument)
{
    return clone(become_shell, static_cast<shell*>(argument)->stack, CLONE_VM | CLONE_VFORK | SIGCHLD, argument) < 0;
}

// Neither end may have a number that the shell uses for its own descriptors.
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
    // The program's signal handlers must not run in the cloned processes.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // No signal on exit, so that the program's wait() does not see this process.
    pid_t parent = clone(leave_shell, stacks.get() + size, CLONE_VM | CLONE_VFORK, &s);
    int status = -1, kind = __WCLONE;
    if (parent < 0 && errno == EINVAL) { // qemu-user knows no child without a signal
        parent = clone(leave_shell, stacks.get() + size, CLONE_VM | CLONE_VFORK | SIGCHLD, &s);
        kind = 0;
    }
    while (parent > 0 && waitpid(parent, &status, kind) < 0 && errno == EINTR) {}
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return parent > 0 && status == 0;
}

} // namespace

background_command::background_command(const what& w)
    : what_(w)
    , left_(eventfd(0, EFD_CLOEXEC))
{
    std::vector<std::string> all{"sh", "-c", script, "sh", w.folder, w.to, w.keeps_folder ? "keep" : ""};
    all.insert(all.end(), w.words.begin(), w.words.end());
    std::vector<char*> pointers;
    for (std::string& word : all)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    // The compiler runs on the host: the emulated device's libraries must not be preloaded into it.
    std::string temporary = "TMPDIR=" + w.folder;
    std::vector<char*> environment{temporary.data()};
    for (char** e = environ; *e; ++e)
        if (std::strncmp(*e, "LD_PRELOAD=", 11) != 0 && std::strncmp(*e, "LD_LIBRARY_PATH=", 16) != 0 &&
            std::strncmp(*e, "TMPDIR=", 7) != 0)
            environment.push_back(*e);
    environment.push_back(nullptr);
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    if (left_ >= 0 && open_pipe(to) && open_pipe(from)) {
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
    for (const int end : {control_, said_, left_})
        if (end >= 0) close(end);
    std::error_code ignored;
    if (!runs_ && !what_.keeps_folder) std::filesystem::remove_all(what_.folder, ignored);
}

int background_command::status()
{
    std::string text;
    while (runs_) {
        pollfd ready[] = {{said_, POLLIN, 0}, {left_, POLLIN, 0}};
        if (poll(ready, 2, -1) < 0 && errno != EINTR) return -1;
        if (ready[1].revents) return -1;
        if (!ready[0].revents) continue;
        char c = 0;
        const ssize_t n = read(said_, &c, 1);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return -1;
        if (c == '\n') return std::atoi(text.c_str());
        text += c;
    }
    return 127;
}

void background_command::leave()
{
    if (left_ >= 0) eventfd_write(left_, 1);
}

} // namespace cuda_emulator::translation
