// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/compiler.h"

#include "settings/environment.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace cuda_emulator::translation {

namespace {

namespace fs = std::filesystem;

// As the emulated device itself is compiled, so that results are the same: contraction would change them.
const char* const options[] = {"-std=c++17",
                               "-O2",
                               "-ftree-vectorize",
                               "-fvect-cost-model=dynamic",
                               "-fno-strict-aliasing",
                               "-ffp-contract=off",
                               "-fno-math-errno",
                               "-fno-trapping-math",
                               "-fPIC",
                               "-shared",
                               "-w",
                               "-x",
                               "c++"};

// The processor that runs it is the one that compiles it: where it has more than the emulated device asks for,
// translated code takes it.
const char* architecture()
{
    constexpr const char asked[] = CUDA_EMULATOR_LEVEL;
    const bool is_level = std::strncmp(asked, "x86-64", 6) == 0;
    return is_level && __builtin_cpu_supports("x86-64-v4") ? "-march=x86-64-v4" : "-march=" CUDA_EMULATOR_LEVEL;
}

std::uint64_t digest(const std::string& text, std::uint64_t h = 0xcbf29ce484222325u)
{
    for (const char c : text) {
        h ^= static_cast<unsigned char>(c);
        h *= 0x100000001b3u;
        h ^= h >> 29;
    }
    return h;
}

std::string hexadecimal(std::uint64_t n)
{
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(n));
    return text;
}

std::string compiler()
{
    const char* const named = std::getenv("CUDA_EMULATOR_CXX");
    return named && *named ? named : "c++";
}

// Empty: nowhere.
fs::path cache_folder()
{
    fs::path folder;
    if (const char* named = std::getenv("CUDA_EMULATOR_CACHE"); named && *named) {
        folder = named;
    } else if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') {
        folder = fs::path(cache) / "cuda_legacy";
    } else if (const char* home = std::getenv("HOME"); home && *home == '/') {
        folder = fs::path(home) / ".cache/cuda_legacy";
    } else {
        return {};
    }
    std::error_code error;
    fs::create_directories(folder, error);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) return {};
    return folder;
}

std::string contents_of(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A library whose contents are not what was written would end the process: its digest lies beside it.
bool is_whole(const fs::path& library)
{
    const std::string sum = contents_of(library.string() + ".sum");
    return !sum.empty() && sum == hexadecimal(digest(contents_of(library))) + "\n";
}

// The limit of the folder, in bytes; 0: none.
std::uintmax_t cache_limit()
{
    constexpr double megabyte = 1 << 20, most = 1 << 20;
    return static_cast<std::uintmax_t>(number_in("CUDA_EMULATOR_CACHE_SIZE", 256, 0, most) * megabyte);
}

// Removes the libraries that nobody has used for longest until the rest is within the limit; not `newest`. What another
// process has loaded stays loaded, and what is gone is compiled again.
void limit_cache(const fs::path& folder, const fs::path& newest)
{
    const std::uintmax_t limit = cache_limit();
    if (!limit) return;
    struct entry {
        fs::file_time_type used;
        fs::path file;
        std::uintmax_t size;
    };
    std::vector<entry> all;
    std::uintmax_t total = 0;
    std::error_code error;
    for (const fs::directory_entry& e : fs::directory_iterator(folder, error)) {
        if (e.path().extension() != ".so") continue;
        std::error_code gone;
        const entry found{e.last_write_time(gone), e.path(), e.file_size(gone)};
        if (gone) continue;
        total += found.size;
        if (e.path() != newest) all.push_back(found);
    }
    std::sort(all.begin(), all.end(), [](const entry& a, const entry& b) { return a.used < b.used; });
    for (const entry& e : all) {
        if (total <= limit) break;
        total -= e.size;
        fs::remove(e.file, error);
        fs::remove(e.file.string() + ".sum", error);
    }
}

std::shared_ptr<void> run_of(const fs::path& library, std::string& why)
{
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const run = handle ? dlsym(handle, "run") : nullptr;
    if (!run) why = dlerror();
    if (!run && handle) dlclose(handle);
    return run ? std::shared_ptr<void>(run, [handle](void*) { dlclose(handle); }) : nullptr;
}

// Compilers that run. Never destroyed: threads may be here when the program ends.
struct running {
    std::mutex mutex;
    std::set<pid_t> groups;
    bool ending = false;

    static running& instance()
    {
        static auto* all = new running;
        return *all;
    }
};

// What a text is compiled to.
std::string name_of(const std::string& text)
{
    std::uint64_t h = digest(text);
    for (const char* o : options)
        h = digest(o, h);
    h = digest(architecture(), h);
    return hexadecimal(digest(compiler(), h)) + ".so";
}

std::shared_ptr<void> kept(const fs::path& folder, const std::string& name, std::string& why)
{
    if (folder.empty() || !is_whole(folder / name)) return nullptr;
    std::shared_ptr<void> run = run_of(folder / name, why);
    std::error_code ignored; // used now
    if (run) fs::last_write_time(folder / name, fs::file_time_type::clock::now(), ignored);
    return run;
}

// The compiler's own temporary files go to `scratch`, which is removed.
int status_of(const std::vector<std::string>& command, const fs::path& log, const std::string& scratch)
{
    std::vector<char*> words;
    for (const std::string& word : command)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    // The compiler runs on the host, not on the emulated device: nothing of ours is preloaded into it.
    std::string temporary = "TMPDIR=" + scratch;
    std::vector<char*> environment{temporary.data()};
    for (char** e = environ; *e; ++e)
        if (std::strncmp(*e, "LD_PRELOAD=", 11) != 0 && std::strncmp(*e, "LD_LIBRARY_PATH=", 16) != 0 &&
            std::strncmp(*e, "TMPDIR=", 7) != 0)
            environment.push_back(*e);
    environment.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    // A group of its own, so that the compiler ends with the programs that it runs.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    running& all = running::instance();
    pid_t child = 0;
    int failed = ECANCELED;
    {
        std::lock_guard lock(all.mutex);
        if (!all.ending) failed = posix_spawnp(&child, words[0], &files, &attributes, words.data(), environment.data());
        if (!failed) all.groups.insert(child);
    }
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (failed) return 127;
    // It is a process until it has been waited for: until then its group is its own.
    siginfo_t ended;
    while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
    int status = 0;
    std::lock_guard lock(all.mutex);
    all.groups.erase(child);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

} // namespace

std::shared_ptr<void> compiled_before(const std::string& text)
{
    std::string ignored;
    return kept(cache_folder(), name_of(text), ignored);
}

std::shared_ptr<void> compile(const std::string& text, std::string& why)
{
    const std::string name = name_of(text);
    const fs::path folder = cache_folder();
    if (std::shared_ptr<void> run = kept(folder, name, why)) return run;
    std::string scratch = (fs::temp_directory_path() / "cuda_legacy.XXXXXX").string();
    if (!mkdtemp(scratch.data())) {
        why = "no folder for the compiler: " + std::string(std::strerror(errno));
        return nullptr;
    }
    const fs::path made = fs::path(scratch) / name, log = fs::path(scratch) / "log",
                   input = fs::path(scratch) / "kernel.cpp";
    std::ofstream(input) << text;
    std::vector<std::string> command{compiler()};
    command.insert(command.end(), std::begin(options), std::end(options));
    command.push_back(architecture());
    command.insert(command.end(), {input.string(), "-o", made.string()});
    std::shared_ptr<void> run;
    if (const int status = status_of(command, log, scratch); status != 0) {
        const std::string said = contents_of(log);
        why = status == 127 && said.empty()
                  ? "'" + compiler() + "' cannot be run"
                  : "'" + compiler() + "' ended with status " + std::to_string(status) + ": " + said.substr(0, 400);
    } else {
        const std::string sum = hexadecimal(digest(contents_of(made))) + "\n";
        run = run_of(made, why);
        if (run && !folder.empty()) {
            // Complete or not at all, whoever else writes it.
            const fs::path own = folder / (name + fs::path(scratch).extension().string());
            std::error_code error;
            fs::copy_file(made, own, fs::copy_options::overwrite_existing, error);
            if (!error) {
                std::ofstream(own.string() + ".sum") << sum;
                fs::rename(own.string() + ".sum", folder / (name + ".sum"), error);
                fs::rename(own, folder / name, error);
                limit_cache(folder, folder / name);
            }
        }
    }
    std::error_code ignored;
    if (const char* keep = std::getenv("CUDA_EMULATOR_KEEP_TRANSLATION"); !keep) fs::remove_all(scratch, ignored);
    return run;
}

void end_compilers()
{
    running& all = running::instance();
    std::lock_guard lock(all.mutex);
    all.ending = true;
    for (const pid_t group : all.groups)
        kill(-group, SIGTERM);
}

} // namespace cuda_emulator::translation
