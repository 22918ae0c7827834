// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is left of a module that the program has unloaded: nothing, but what somebody still asks for.
// Prints one line per check and exits with the number of failures. With the argument `traced` it only runs kernels of
// modules that it unloads, for a trace.
#include "../programs/expect.h"
#include "cuda_emulator.h"
#include "process_memory.h"
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <set>
#include <string>

// A kernel of up to 32 threads whose text, syntax tree and code have some size: it writes `number` to where its
// parameter points.
static std::string text_of(int number, int instructions)
{
    std::string body;
    for (int k = 0; k < instructions; ++k)
        body += "    add.s32 %r1, %r1, " + std::to_string(k % 2 ? -3 : 3) + ";\n";
    return ".version 7.0\n.target sm_75\n.address_size 64\n"
           ".visible .global .align 4 .u32 beginning = " +
           std::to_string(number) +
           ";\n"
           ".visible .entry number_" +
           std::to_string(number) +
           "(.param .u64 out)\n{\n    .reg .b32 %r<4>;\n    .reg .b64 %d<2>;\n    .shared .align 4 .b8 room[128];\n"
           "    ld.param.u64 %d1, [out];\n    ld.global.u32 %r1, [beginning];\n    mov.u32 %r2, %tid.x;\n"
           "    mov.u32 %r3, room;\n    mad.lo.u32 %r2, %r2, 4, %r3;\n" +
           body +
           "    st.shared.u32 [%r2], %r1;\n    ld.shared.u32 %r1, [%r2];\n    st.global.u32 [%d1], %r1;\n    "
           "ret;\n}\n";
}

struct loaded {
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    explicit loaded(int number, int instructions = 4)
    {
        const std::string name = "number_" + std::to_string(number);
        if (cuModuleLoadData(&module, text_of(number, instructions).c_str()) == CUDA_SUCCESS)
            cuModuleGetFunction(&function, module, name.c_str());
    }
};

static CUdeviceptr out = 0;

static CUresult launch(CUfunction f, unsigned threads = 1)
{
    void* arguments[] = {&out};
    return cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr);
}

static int result()
{
    int value = -1;
    cuMemcpyDtoH(&value, out, sizeof value);
    return value;
}

// Whether `count` modules, one after the other, do what they should.
static bool come_and_go(int count, int instructions, int kinds, unsigned threads = 1)
{
    bool good = true;
    for (int k = 0; k < count; ++k) {
        const loaded one(k % kinds, instructions);
        good &= launch(one.function, threads) == CUDA_SUCCESS && result() == k % kinds;
        good &= cuModuleUnload(one.module) == CUDA_SUCCESS;
    }
    return good;
}

static void memory_comes_back()
{
    come_and_go(20, 1000, 20);
    const process_memory before = process_memory::now();
    EXPECT("three hundred modules", come_and_go(300, 1000, 20));
    const process_memory after = process_memory::now();
    const std::ptrdiff_t resident = after.resident - before.resident, reserved = after.reserved - before.reserved;
    std::printf("     %td MB more are resident, %td MB reserved\n", resident, reserved);
    EXPECT("their memory is there again", resident < 16 || !process_memory::is_known());
    EXPECT("and their addresses", reserved < 64 || !process_memory::is_known());
}

static void handles_stay_unknown()
{
    const loaded first(1);
    cuModuleUnload(first.module);
    bool refused = true;
    for (int k = 0; k < 100; ++k) {
        const loaded other(2);
        refused &= other.module != first.module && other.function != first.function;
        refused &= launch(first.function) == CUDA_ERROR_INVALID_HANDLE;
        cuModuleUnload(other.module);
    }
    EXPECT("no new handle is an old one", refused);
}

static void graphs_keep_their_kernels()
{
    const loaded one(5);
    CUdeviceptr beginning = 0;
    cuModuleGetGlobal(&beginning, nullptr, one.module, "beginning");
    CUgraph graph = nullptr;
    CUgraphNode node = nullptr;
    CUgraphExec exec = nullptr;
    cuGraphCreate(&graph, 0);
    CUDA_KERNEL_NODE_PARAMS p = {};
    void* arguments[] = {&out};
    p.func = one.function;
    p.gridDimX = p.gridDimY = p.gridDimZ = p.blockDimX = p.blockDimY = p.blockDimZ = 1;
    p.kernelParams = arguments;
    EXPECT("a graph", cuGraphAddKernelNode(&node, graph, nullptr, 0, &p) == CUDA_SUCCESS &&
                          cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
    EXPECT("it runs", cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS && result() == 5);
    cuGraphDestroy(graph);
    EXPECT("its module goes", cuModuleUnload(one.module) == CUDA_SUCCESS);
    come_and_go(10, 4, 10);
    int value = 0;
    EXPECT("and its variables", cuMemcpyDtoH(&value, beginning, 4) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("the graph still has its kernel", cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
    EXPECT("which reads freed memory", cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS);
    cuGraphExecDestroy(exec);
}

// More modules than the device remembers handles of: two kernels may have one address.
static void counters_stay()
{
    constexpr int count = 6000;
    cuda_emulator_reset_counters();
    cuda_emulator_start_counting();
    const bool good = come_and_go(count, 4, 7);
    cuda_emulator_stop_counting();
    EXPECT("modules that are counted", good && cuda_emulator_kernels() == count);
    bool named = true;
    for (int k = 0; k < count; ++k) {
        cuda_emulator_counters c = {};
        const std::string name = "number_" + std::to_string(k % 7);
        named &= cuda_emulator_get_counters(k, &c) && c.launches == 1 && name == c.kernel && c.warp_instructions >= 9;
    }
    EXPECT("each is there by its name", named);
}

static std::set<std::string> mapped_libraries()
{
    std::set<std::string> all;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (const auto at = line.find('/'); at != line.npos && line.find(".so") != line.npos)
            all.insert(line.substr(at));
    return all;
}

// With CUDA_EMULATOR_TRANSLATE=2: a whole warp, for less is interpreted. Each of its threads writes the same.
static void translations_go()
{
    constexpr unsigned warp = 32;
    const auto before = mapped_libraries();
    const loaded one(1);
    EXPECT("a translated kernel", launch(one.function, warp) == CUDA_SUCCESS && result() == 1);
    EXPECT("its library", mapped_libraries().size() == before.size() + 1);
    cuModuleUnload(one.module);
    EXPECT("which goes with it", mapped_libraries() == before);
    EXPECT("and comes again", come_and_go(2, 4, 2, warp) && mapped_libraries() == before);
}

int main(int count, char** arguments)
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    cuMemAlloc(&out, 4);
    if (count > 1 && std::string(arguments[1]) == "translated") {
        translations_go();
        return failures;
    }
    if (count == 1) {
        memory_comes_back();
        handles_stay_unknown();
        counters_stay();
    }
    graphs_keep_their_kernels(); // ends in a fault
    return failures;
}
