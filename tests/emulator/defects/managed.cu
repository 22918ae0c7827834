// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host and a kernel on managed memory. Each case is right, and with a second argument the host does not wait for
// the kernel. The cases of quiet() are right without a wait.
#include "defect.h"

#include <csetjmp>
#include <csignal>
#include <cstring>
#include <numeric>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr int n = 4096;
constexpr int first_half = n / 2;
__managed__ int result;

__global__ void fill(int* out, int count)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) out[k] = k;
}
__global__ void every_other(int* out)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k % 2 == 0) out[k] = k;
}
__global__ void set(int* out) { *out = 7; }
__global__ void set_variable() { result = 7; }
__global__ void send(int* data, volatile int* ready)
{
    *data = 3;
    __threadfence_system();
    *ready = 1;
}
__global__ void count(int* total) { atomicAdd_system(total, 1); }

int* integers(int size)
{
    int* p = nullptr;
    cudaMallocManaged(&p, size * sizeof(int));
    std::memset(p, 0, size * sizeof(int));
    return p;
}
void wait(bool broken)
{
    if (!broken) cudaDeviceSynchronize();
}

bool pair(const char* which, bool broken)
{
    const auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    int* const a = integers(n);
    int copy[4] = {};
    volatile int seen = 0;
    if (is("read")) {
        fill<<<n / 256, 256>>>(a, n);
        wait(broken);
        seen = std::accumulate(a, a + n, 0);
    } else if (is("written")) {
        fill<<<n / 256, 256>>>(a, n);
        wait(broken);
        for (int k = 0; k < n; ++k)
            a[k] = 1;
    } else if (is("one_number")) {
        set<<<1, 1>>>(a);
        int* const b = integers(1);
        set<<<1, 1>>>(b);
        wait(broken);
        seen = *b;
    } else if (is("variable")) {
        set_variable<<<1, 1>>>();
        wait(broken);
        seen = result;
    } else if (is("copied_by_library")) {
        fill<<<n / 256, 256>>>(a, n);
        wait(broken);
        std::memcpy(copy, a + 100, sizeof copy);
    } else if (is("another_launch")) {
        int* const b = integers(n);
        fill<<<n / 256, 256>>>(a, n);
        fill<<<n / 256, 256>>>(b, n);
        if (cudaGetLastError() != cudaSuccess) return false;
        wait(broken);
        seen = a[5];
    } else if (is("own_half")) { // the host has the other half, and may use it at once
        fill<<<first_half / 256, 256>>>(a, first_half);
        for (int k = first_half; k < n; ++k)
            a[k] = 2;
        wait(broken);
        seen = a[first_half - 1];
    } else if (is("another_thread")) {
        fill<<<n / 256, 256>>>(a, n);
        wait(broken);
        std::thread([&] { seen = a[9]; }).join();
    } else {
        return false;
    }
    return true;
}

std::jmp_buf back;
void leave(int) { std::longjmp(back, 1); }

bool quiet(const char* which)
{
    const auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    int* const a = integers(n);
    volatile int seen = 0;
    if (is("flag")) {
        send<<<1, 1>>>(a, a + 1);
        while (*static_cast<volatile int*>(a + 1) == 0) {}
        seen = a[0];
    } else if (is("atomics")) {
        count<<<1, 64>>>(a);
        seen = *static_cast<volatile int*>(a);
    } else if (is("flag_of_a_later_kernel")) {
        fill<<<n / 256, 256>>>(a, n);
        int* const b = integers(2);
        send<<<1, 1>>>(b, b + 1);
        while (*static_cast<volatile int*>(b + 1) == 0) {}
        seen = a[0];
    } else if (is("pinned_flag")) {
        int* flag = nullptr;
        cudaMallocHost(&flag, sizeof *flag);
        *flag = 0;
        fill<<<n / 256, 256>>>(a, n);
        set<<<1, 1>>>(flag);
        while (*static_cast<volatile int*>(flag) == 0) {}
        seen = a[0];
    } else if (is("event")) {
        cudaEvent_t done = nullptr;
        cudaEventCreate(&done);
        fill<<<n / 256, 256>>>(a, n);
        cudaEventRecord(done);
        while (cudaEventQuery(done) != cudaSuccess) {}
        seen = a[0];
    } else if (is("holes")) { // the bytes between the kernel's are the host's
        every_other<<<n / 256, 256>>>(a);
        for (int k = 1; k < n; k += 2)
            a[k] = k;
    } else if (is("system_call")) { // the kernel does not fail, although another part is protected
        fill<<<(first_half + 100) / 4, 4>>>(a, first_half + 100);
        int ends[2];
        if (pipe(ends) != 0) return false;
        constexpr int part = 1024; // behind the kernel's numbers, the page of the last ones included
        if (write(ends[1], a + first_half + 100, part) != part) return false;
        if (read(ends[0], a + first_half + 100, part) != part) return false;
    } else if (is("neighbours")) { // small allocations do not share a page
        int* const b = integers(1);
        set<<<1, 1>>>(a);
        set<<<1, 1>>>(integers(1));
        *b = 4;
    } else if (is("child")) {
        fill<<<n / 256, 256>>>(a, n);
        const pid_t child = fork();
        if (child == 0) _exit(a[7] == 7 ? 3 : 4);
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 3;
    } else if (is("own_handler")) {
        std::signal(SIGSEGV, leave);
        fill<<<n / 256, 256>>>(a, n);
        seen = a[3];
        if (setjmp(back) == 0) {
            *static_cast<volatile int*>(nullptr) = 1;
            return false;
        }
    } else if (is("many_launches")) {
        for (int k = 0; k < 100; ++k)
            fill<<<n / 256, 256>>>(a, n);
        cudaDeviceSynchronize();
        for (int k = 0; k < n; ++k)
            if (a[k] != k) return false;
    } else {
        return false;
    }
    return true;
}

} // namespace

int main(int count, char** arguments)
{
    if (!pair(arguments[1], count > 2) && !quiet(arguments[1])) {
        std::printf("no such case, or it failed\n");
        return 1;
    }
    return report();
}
