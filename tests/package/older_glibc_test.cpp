// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linked with portable/older_glibc.c and older_start.c. The replaced functions work, and constructors before main do,
// too.
#include <cerrno>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

extern "C" std::uint32_t arc4random(void);

namespace {

int failures = 0;
int constructed = 0;

void check(bool holds, const char* what)
{
    if (holds) return;
    std::printf("fails: %s\n", what);
    ++failures;
}

struct before_main {
    std::string text = "a text that is long enough to need memory of its own";
    before_main() { ++constructed; }
    ~before_main() { std::printf("destroyed\n"); }
} object;

using clock_type = std::chrono::steady_clock;

double waited(std::chrono::milliseconds span)
{
    std::mutex mutex;
    std::condition_variable condition;
    std::unique_lock lock(mutex);
    const auto begin = clock_type::now();
    check(condition.wait_until(lock, begin + span) == std::cv_status::timeout, "a wait ends at its time");
    return std::chrono::duration<double>(clock_type::now() - begin).count();
}

void check_files(const char* program)
{
    struct stat one, other, third;
    check(stat(program, &one) == 0 && S_ISREG(one.st_mode) && one.st_size > 1000, "stat");
    const int file = open(program, O_RDONLY);
    check(fstat(file, &other) == 0 && other.st_ino == one.st_ino && other.st_size == one.st_size, "fstat");
    close(file);
    check(fstatat(AT_FDCWD, program, &third, 0) == 0 && third.st_ino == one.st_ino, "fstatat");
    check(lstat("/proc/self/exe", &third) == 0 && S_ISLNK(third.st_mode), "lstat");
    check(stat("/not/there", &one) == -1 && errno == ENOENT, "stat of what is not there");
}

void check_threads()
{
    std::shared_mutex shared;
    shared.lock();
    bool got = true;
    std::thread([&] { got = shared.try_lock() || shared.try_lock_shared(); }).join();
    check(!got, "try_lock of what is locked");
    thread_local int own = 1;
    std::thread([] { own = 2; }).join();
    check(own == 1, "a variable of each thread");
    check(waited(std::chrono::milliseconds(50)) >= 0.049, "a wait lasts");
    check(waited(std::chrono::milliseconds(-5000)) < 1, "a time that is over");
    for (int i = 0; i < 10; ++i) // one of them is across a second of either clock
        check(waited(std::chrono::milliseconds(120)) >= 0.119, "a wait across a second");
}

void check_numbers(double x)
{
    check(std::exp2(3 * x) == 8 && std::log2(8 * x) == 3 && std::pow(2 * x, 10) == 1024 && std::fmod(7 * x, 4) == 3,
          "mathematics");
    errno = 0;
    check(std::isinf(std::pow(10 * x, 400)) && errno == ERANGE, "the error of a result that is too large");
    std::uint32_t all = 0;
    for (int i = 0; i < 8; ++i)
        all |= arc4random();
    check(all != 0, "arc4random");
}

} // namespace

int main(int count, char** arguments, char** environment)
{
    check(constructed == 1 && object.text.size() > 40, "constructors run once, before main");
    check(count == 2 && std::string(arguments[1]) == "word" && environment[0] && std::getenv("PATH"),
          "arguments and environment");
    check_files(arguments[0]);
    check_threads();
    check_numbers(count - 1);
    void* const library = dlopen("libm.so.6", RTLD_NOW);
    check(library && dlsym(library, "cos") && !dlsym(library, "not_there") && dlerror(), "dlopen, dlsym, dlerror");
    try {
        throw 3;
    } catch (int three) {
        check(three == 3, "exceptions");
    }
    std::printf("%d failures\n", failures);
    return failures;
}
