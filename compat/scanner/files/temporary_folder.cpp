// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "temporary_folder.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace scanner {
namespace {

int interruptions[2] = {-1, -1}; // a pipe: a signal handler may write to it, and may do little else

void note_interruption(int signal)
{
    const auto number = static_cast<unsigned char>(signal);
    [[maybe_unused]] const ssize_t written = write(interruptions[1], &number, 1);
}

// Never destroyed: an interruption may come while the program ends.
class paths_to_remove {
public:
    static paths_to_remove& instance()
    {
        static auto* const only = new paths_to_remove;
        return *only;
    }

    void add(const std::string& path)
    {
        std::lock_guard lock(mutex_);
        paths_.insert(path);
    }

    void drop(const std::string& path)
    {
        std::lock_guard lock(mutex_);
        paths_.erase(path);
    }

private:
    paths_to_remove()
    {
        if (pipe2(interruptions, O_CLOEXEC) != 0) return;
        try {
            std::thread([this] { wait(); }).detach();
        } catch (const std::system_error&) {
            return; // no thread can be had: an interruption ends the run at once, as without this class
        }
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            struct sigaction now {};
            if (sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue; // nohup ignores SIGHUP
            now.sa_handler = note_interruption;
            now.sa_flags = SA_RESTART;
            sigaction(signal, &now, nullptr);
        }
    }

    void wait()
    {
        unsigned char signal = 0;
        while (read(interruptions[0], &signal, 1) != 1)
            if (errno != EINTR) return;
        mutex_.lock(); // for good: from here on no path is added
        std::error_code error;
        for (const std::string& path : paths_)
            std::filesystem::remove_all(path, error);
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }

    std::mutex mutex_;
    std::set<std::string> paths_;
};

} // namespace

void remove_if_interrupted(const std::string& path) { paths_to_remove::instance().add(path); }
void removed_by_itself(const std::string& path) { paths_to_remove::instance().drop(path); }

temporary_folder::temporary_folder()
{
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "cuda-legacy-scan-XXXXXX").string();
    if (!mkdtemp(name.data())) return;
    path_ = name;
    remove_if_interrupted(path_);
}

temporary_folder::~temporary_folder()
{
    if (path_.empty()) return;
    std::error_code error;
    std::filesystem::remove_all(path_, error);
    removed_by_itself(path_);
}

} // namespace scanner
