// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/compiler.h"

#include "settings/environment.h"
#include "translate/background_command.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace cuda_emulator::translation {

namespace {

namespace fs = std::filesystem;

// The options are those of the emulated device: contraction, for example, would change results.
const char* const options[] = {"-std=c++17",
                               "-O1", // -O2 doubles the compile time and does not speed up the code
                               "-ftree-vectorize",
                               "-fno-strict-aliasing",
                               "-ffp-contract=off",
                               "-fno-math-errno",
                               "-fno-trapping-math",
                               "-fPIC",
                               "-shared",
                               "-w",
                               "-x",
                               "c++"};

// clang does not know them. A kernel has hundreds of exits, and all are rare. With the usual probability of a tenth for
// each, GCC would take the code behind many of them for cold, and not vectorise it. If GCC is not told to convert
// conditions in loops, it keeps a second version of each such loop, and renews its data of the whole function for each.
const char* const options_of_gcc[] = {"-fvect-cost-model=dynamic", "--param=builtin-expect-probability=100",
                                      "-ftree-loop-if-convert"};

const char* architecture()
{
#if defined(__x86_64__)
    // Code is compiled for the processor that runs it, so AVX-512 is used even if the emulated device was built without
    // it.
    constexpr const char asked[] = CUDA_EMULATOR_LEVEL;
    const bool is_level = std::strncmp(asked, "x86-64", 6) == 0;
    // clang 14 does not know the names of levels here.
    const bool has_it = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl");
    if (is_level && has_it) return "-march=x86-64-v4";
#endif
    return "-march=" CUDA_EMULATOR_LEVEL;
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

// The file behind the compiler's name; empty if there is none. `c++` is a link to clang on some systems.
fs::path compiler_file()
{
    const std::string name = compiler();
    std::error_code error;
    if (name.find('/') != std::string::npos) return fs::canonical(name, error);
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const fs::path file = fs::canonical(fs::path(folder) / name, error); !error) return file;
    return {};
}

const std::vector<std::string>& command_of_compiler()
{
    static const auto& words = *new auto([] {
        std::vector<std::string> all{compiler()};
        all.insert(all.end(), std::begin(options), std::end(options));
        if (compiler_file().filename().string().find("clang") == std::string::npos)
            all.insert(all.end(), std::begin(options_of_gcc), std::end(options_of_gcc));
        all.push_back(architecture());
        return all;
    }());
    return words;
}

// The folder holds code that is executed: no other user may write to it.
bool is_own(const fs::path& folder)
{
    struct stat status;
    return ::stat(folder.c_str(), &status) == 0 && status.st_uid == ::geteuid() && (status.st_mode & S_IWOTH) == 0;
}

// Returns an empty path if there is no usable folder.
fs::path cache_folder()
{
    fs::path folder;
    const char* const named = std::getenv("CUDA_EMULATOR_CACHE");
    const bool is_named = named && *named;
    if (is_named) {
        folder = named;
    } else if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') {
        folder = fs::path(cache) / "cuda_legacy";
    } else if (const char* home = std::getenv("HOME"); home && *home == '/') {
        folder = fs::path(home) / ".cache/cuda_legacy";
    } else {
        return {};
    }
    std::error_code error;
    fs::create_directories(folder.parent_path(), error);
    ::mkdir(folder.c_str(), is_named ? 0777 : 0700);
    if (::access(folder.c_str(), W_OK | X_OK) != 0 || !(is_named || is_own(folder))) return {};
    return folder;
}

std::string contents_of(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The checksum of POSIX cksum.
std::string cksum_of(const std::string& contents)
{
    static const auto table = [] {
        std::array<std::uint32_t, 256> t{};
        for (std::uint32_t n = 0; n < 256; ++n) {
            t[n] = n << 24;
            for (int k = 0; k < 8; ++k)
                t[n] = t[n] << 1 ^ (t[n] >> 31 ? 0x04c11db7u : 0);
        }
        return t;
    }();
    std::uint32_t sum = 0;
    const auto add = [&](std::uint8_t byte) { sum = sum << 8 ^ table[sum >> 24 ^ byte]; };
    for (const char c : contents)
        add(static_cast<std::uint8_t>(c));
    for (std::size_t n = contents.size(); n; n >>= 8)
        add(n & 0xff);
    return std::to_string(~sum) + " " + std::to_string(contents.size()) + "\n";
}

// Loading a damaged library would crash the process, so each library has a checksum beside it.
bool is_whole(const fs::path& library)
{
    const std::string sum = contents_of(library.string() + ".sum");
    return !sum.empty() && sum == cksum_of(contents_of(library));
}

// Suffix of the file with a kernel's executed instructions, while the kernel has no library.
constexpr const char* run_suffix = ".ran";
// Suffix of the file that background_command's script leaves where the compiler was killed.
constexpr const char* killed_suffix = ".killed";

// In bytes; 0: no limit.
std::uintmax_t cache_limit()
{
    constexpr double megabyte = 1 << 20, most = 1 << 20;
    return static_cast<std::uintmax_t>(number_in("CUDA_EMULATOR_CACHE_SIZE", 256, 0, most) * megabyte);
}

// Removes the least recently used libraries until the rest fits the limit, but never `newest`. A library that another
// process has loaded stays mapped there.
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
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(24 * 30);
    // The increment of a range-for throws, for instance where the folder is gone.
    for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
        const fs::directory_entry& e = *at;
        std::error_code gone;
        const bool is_note = e.path().extension() == run_suffix || e.path().extension() == killed_suffix;
        if (is_note && e.last_write_time(gone) < long_ago && !gone) fs::remove(e.path(), gone);
        if (e.path().extension() != ".so") continue;
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

// The running compilers. Never destroyed: threads may still use the set when the program ends.
struct running {
    std::mutex mutex;
    std::set<background_command*> commands;
    bool ending = false;

    static running& instance()
    {
        static auto* all = new running;
        return *all;
    }
};

// The options and the compiler are part of the name, because they change the library.
std::string name_of(const std::string& text)
{
    std::uint64_t h = digest(text);
    for (const std::string& word : command_of_compiler())
        h = digest(word, h);
    return hexadecimal(h) + ".so";
}

std::shared_ptr<void> kept(const fs::path& folder, const std::string& name, std::string& why)
{
    if (folder.empty() || !is_whole(folder / name)) return nullptr;
    std::shared_ptr<void> run = run_of(folder / name, why);
    std::error_code ignored; // the time stamp orders the files by last use
    if (run) fs::last_write_time(folder / name, fs::file_time_type::clock::now(), ignored);
    return run;
}

// Registers the command, so that leave_compilers() can end the wait for it.
class running_compiler {
public:
    explicit running_compiler(const background_command::what& what)
        : command_(what)
    {
        running& all = running::instance();
        std::lock_guard lock(all.mutex);
        all.commands.insert(&command_);
        if (all.ending) command_.leave();
    }
    ~running_compiler()
    {
        running& all = running::instance();
        std::lock_guard lock(all.mutex);
        all.commands.erase(&command_);
    }

    int status() { return command_.status(); }

private:
    background_command command_;
};

} // namespace

std::shared_ptr<void> compiled_before(const std::string& text)
{
    std::string ignored;
    std::error_code none;
    const fs::path folder = cache_folder();
    const std::string name = name_of(text);
    std::shared_ptr<void> run = kept(folder, name, ignored);
    if (run) fs::remove(folder / (name + run_suffix), none); // another process may have noted its run since
    return run;
}

std::uint64_t ran_before(const std::string& text)
{
    const fs::path folder = cache_folder();
    std::uint64_t work = 0;
    if (!folder.empty()) std::ifstream(folder / (name_of(text) + run_suffix)) >> work;
    return work;
}

void note_run(const std::string& text, std::uint64_t work)
{
    if (const fs::path folder = cache_folder(); !folder.empty())
        std::ofstream(folder / (name_of(text) + run_suffix)) << work << '\n';
}

std::shared_ptr<void> compile(const std::string& text, std::string& why)
{
    const std::string name = name_of(text);
    const fs::path folder = cache_folder();
    if (std::shared_ptr<void> run = kept(folder, name, why)) return run;
    std::error_code no_such;
    if (!folder.empty() && fs::exists(folder / (name + killed_suffix), no_such)) {
        why = "its compiler was killed earlier, probably after two minutes of processor time or for its memory; '" +
              (folder / (name + killed_suffix)).string() + "' says so";
        return nullptr;
    }
    const fs::path temporary = fs::temp_directory_path(no_such);
    std::string scratch = ((no_such ? "/tmp" : temporary) / "cuda_legacy.XXXXXX").string();
    if (!mkdtemp(scratch.data())) {
        why = "no folder for the compiler: " + std::string(std::strerror(errno));
        return nullptr;
    }
    const fs::path made = fs::path(scratch) / "made", log = fs::path(scratch) / "log",
                   input = fs::path(scratch) / "kernel.cpp";
    std::ofstream(input) << text;
    background_command::what what;
    what.words = command_of_compiler();
    what.words.insert(what.words.end(), {input.string(), "-o", made.string()});
    what.folder = scratch;
    if (!folder.empty()) what.to = (folder / name).string();
    what.keeps_folder = std::getenv("CUDA_EMULATOR_KEEP_TRANSLATION") != nullptr;
    running_compiler compiler_at_work(what);
    if (const int status = compiler_at_work.status(); status != 0) {
        why = status == 126 || status == 127 ? "'" + compiler() + "' cannot be run"
                                             : "'" + compiler() + "' ended with status " + std::to_string(status) +
                                                   ": " + contents_of(log).substr(0, 400);
        return nullptr;
    }
    if (!folder.empty()) {
        limit_cache(folder, folder / name);
        if (std::shared_ptr<void> run = kept(folder, name, why)) return run;
    }
    return run_of(made, why);
}

void leave_compilers()
{
    running& all = running::instance();
    std::lock_guard lock(all.mutex);
    all.ending = true;
    for (background_command* const command : all.commands)
        command->leave();
}

} // namespace cuda_emulator::translation
