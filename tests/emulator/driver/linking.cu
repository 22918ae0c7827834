// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuLink*: modules of PTX that need each other, and what each keeps to itself.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cstring>
#include <cuda.h>

#define HEAD ".version 7.5\n.target sm_75\n.address_size 64\n"
// `own` is in both modules, and so is the weak function, which either may give.
static const char* const first = HEAD R"(
.extern .func (.param .b32 result) from_second (.param .b32 x);
.extern .global .align 4 .u32 shared_value;
.global .align 4 .u32 own = 3;
.visible .global .align 8 .u64 table[1] = {own};
.weak .func (.param .b32 result) either (.param .b32 x)
{
    .reg .b32 %r<2>;
    ld.param.u32 %r1, [x];
    add.u32 %r1, %r1, 1000;
    st.param.b32 [result], %r1;
    ret;
}
.visible .entry run (.param .u64 out)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    .loc 1 5 0
    ld.global.u32 %r1, [own];
    .param .b32 argument;
    .param .b32 answer;
    st.param.b32 [argument], %r1;
    call.uni (answer), from_second, (argument);
    ld.param.b32 %r2, [answer];
    ld.global.u32 %r3, [shared_value];
    add.u32 %r2, %r2, %r3;
    st.param.b32 [argument], %r2;
    call.uni (answer), either, (argument);
    ld.param.b32 %r2, [answer];
    ld.param.u64 %rd1, [out];
    st.global.u32 [%rd1], %r2;
    ret;
}
.file 1 "first.cu"
)";
static const char* const second = HEAD R"(
.global .align 4 .u32 own = 40;
.visible .global .align 4 .u32 shared_value = 100;
.weak .func (.param .b32 result) either (.param .b32 x)
{
    .reg .b32 %r<2>;
    ld.param.u32 %r1, [x];
    add.u32 %r1, %r1, 1000;
    st.param.b32 [result], %r1;
    ret;
}
.visible .func (.param .b32 result) from_second (.param .b32 x)
{
    .reg .b32 %r<4>;
    .loc 1 7 0
    ld.param.u32 %r1, [x];
    ld.global.u32 %r2, [own]; // "own" of this module
    add.u32 %r1, %r1, %r2;
    st.param.b32 [result], %r1;
    ret;
}
.file 1 "second.cu"
)";

static CUresult add(CUlinkState s, const char* text)
{
    return cuLinkAddData(s, CU_JIT_INPUT_PTX, (void*)text, std::strlen(text) + 1, "a name", 0, nullptr, nullptr);
}

int main()
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    for (bool turned : {false, true}) {
        CUlinkState s = nullptr;
        void* code = nullptr;
        std::size_t size = 0;
        EXPECT("create", cuLinkCreate(0, nullptr, nullptr, &s) == CUDA_SUCCESS && s);
        EXPECT("one", add(s, turned ? second : first) == CUDA_SUCCESS);
        EXPECT("the other", add(s, turned ? first : second) == CUDA_SUCCESS);
        EXPECT("complete", cuLinkComplete(s, &code, &size) == CUDA_SUCCESS && code && size);
        EXPECT("complete again", cuLinkComplete(s, &code, &size) == CUDA_ERROR_INVALID_HANDLE);
        CUmodule m = nullptr;
        EXPECT("load", cuModuleLoadData(&m, code) == CUDA_SUCCESS);
        EXPECT("destroy", cuLinkDestroy(s) == CUDA_SUCCESS);
        EXPECT("destroyed", cuLinkDestroy(s) == CUDA_ERROR_INVALID_HANDLE);
        CUfunction f = nullptr;
        cuModuleGetFunction(&f, m, "run");
        CUdeviceptr out;
        cuMemAlloc(&out, 4);
        void* arguments[] = {&out};
        EXPECT("launch", cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
        int value = 0;
        cuMemcpyDtoH(&value, out, 4);
        EXPECT("each has its own, and what they share", value == 3 + 40 + 100 + 1000);
        cuMemFree(out);
    }
    return failures;
}
