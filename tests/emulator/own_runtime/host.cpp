// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls a library that has CUDA's runtime inside. With the argument "tool" it asks for the private tables of the driver
// itself, as tools do, and goes on without.
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

int main(int, char** arguments)
{
    const bool is_tool = std::strcmp(arguments[1], "tool") == 0;
    void* const library = dlopen(is_tool ? "libcuda.so.1" : arguments[1], RTLD_NOW);
    void* const f = library ? dlsym(library, is_tool ? "cuGetProcAddress_v2" : "compute") : nullptr;
    if (!f) {
        std::puts(dlerror());
        return 1;
    }
    if (!is_tool) {
        std::printf("it computed %d\n", reinterpret_cast<int (*)()>(f)());
        return 0;
    }
    void* table = nullptr;
    int status = 0;
    reinterpret_cast<int (*)(const char*, void**, int, unsigned long long, int*)>(f)("cuGetExportTable", &table, 13000,
                                                                                     0, &status);
    std::puts(table ? "a table" : "no table");
    return 0;
}
