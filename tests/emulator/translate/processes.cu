// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with processes of its own, whose kernel becomes hot. It does not notice the compiler beside it.
//
// - `processes children` waits for its children, before, while and after the compiler works. One ends by exit().
// - `processes killed`: a signal ends it as soon as the compiler works.
// - `processes exits`: it ends then.
// - `processes launches` launches the kernel once.
//
// CUDA_EMULATOR_CACHE is where the compiled kernel appears, and the compiler writes the file `started` there.
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

__global__ void product(const float* a, const float* b, float* c, int n)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

namespace fs = std::filesystem;

volatile std::sig_atomic_t ended_children = 0;

bool has(const fs::path& folder, const std::string& extension, const std::string& name)
{
    std::error_code error;
    for (const fs::directory_entry& e : fs::directory_iterator(folder, error))
        if ((!extension.empty() && e.path().extension() == extension) || e.path().filename() == name) return true;
    return false;
}

void launch()
{
    constexpr int n = 128;
    static float* memory = nullptr;
    if (!memory) {
        cudaMalloc(&memory, 3 * n * n * sizeof(float));
        cudaMemset(memory, 0, 3 * n * n * sizeof(float));
    }
    // Blocks of one warp have one translation. A second one could be about to start when the program is killed.
    product<<<dim3(n / 32, n), 32>>>(memory, memory + n * n, memory + 2 * n * n, n);
}

// Launches until the file exists. Gives false after a minute without it.
template <class Each>
bool launch_until(const std::string& extension, const std::string& name, Each each)
{
    const fs::path cache = std::getenv("CUDA_EMULATOR_CACHE");
    const auto begin = std::chrono::steady_clock::now();
    while (!has(cache, extension, name)) {
        launch();
        each();
        if (std::chrono::steady_clock::now() - begin > std::chrono::minutes(1)) return false;
    }
    return true;
}

int status_of_child()
{
    if (fork() == 0) std::exit(3);
    int status = 0;
    return wait(&status) > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string how = argc > 1 ? argv[1] : "";
    if (how == "launches") {
        launch();
        return 0;
    }
    std::signal(SIGCHLD, [](int) { ended_children = ended_children + 1; });
    bool has_no_child = true;
    const auto look = [&] { has_no_child &= waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; };
    const bool has_started = launch_until("", "started", look);
    if (!has_started) std::printf("the compiler was not started\n");
    if (how == "killed") std::raise(SIGKILL);
    if (how == "exits") return 0;
    const int status = status_of_child();
    const bool is_compiled = launch_until(".so", "", look);
    std::printf("%s, child's status %d, %d signals, kernel %s\n",
                has_no_child ? "no child" : "a child that is not ours", status, static_cast<int>(ended_children),
                is_compiled ? "compiled" : "not compiled");
    return 0;
}
