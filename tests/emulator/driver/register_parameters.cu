// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with `.reg` parameters, which ptxas and the driver accept: calls with registers, constants and `.param`
// variables, under a guard, in a recursion and by a pointer. Prints one line per check and exits with the number of
// failures.
#include "../programs/expect.h"
#include <cstring>
#include <cuda.h>

static const char* const text = R"(.version 7.8
.target sm_75
.address_size 64
.func (.reg .b32 r) times7 (.reg .b32 a) { mul.lo.u32 r, a, 7; ret; }
.func (.param .b32 r) plus1 (.param .b32 a) { .reg .b32 x; ld.param.b32 x, [a]; add.u32 x, x, 1; st.param.b32 [r], x; ret; }
.func (.reg .f32 r) half (.reg .f32 a) { mul.f32 r, a, 0f3f000000; }
.func (.reg .b32 r) faculty (.reg .b32 n)
{
    .reg .pred %p<2>; .reg .b32 %r<4>;
    setp.gt.u32 %p1, n, 1;
    mov.u32 r, 1;
    @!%p1 ret;
    sub.u32 %r1, n, 1;
    call (r), faculty, (%r1);
    mul.lo.u32 r, r, n;
    ret;
}
.visible .entry k (.param .u64 p)
{
    .reg .b64 %rd<4>; .reg .b32 %r<8>; .reg .f32 %f<3>; .reg .pred %p<2>; .param .b32 x; .param .b32 y;
    pointer: .callprototype (.reg .b32 _) _ (.reg .b32 _);
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, 6;
    call (%r2), times7, (%r1);
    st.global.u32 [%rd1], %r2;
    call (%r2), times7, (5);
    st.global.u32 [%rd1+4], %r2;
    call (%r2), plus1, (%r1);
    st.global.u32 [%rd1+8], %r2;
    st.param.b32 [x], %r2;
    call (y), times7, (x);
    ld.param.b32 %r3, [y];
    st.global.u32 [%rd1+12], %r3;
    call (%f1), half, (3.0);
    st.global.f32 [%rd1+16], %f1;
    call (%r5), faculty, (5);
    st.global.u32 [%rd1+28], %r5;
    mov.u64 %rd3, times7;
    call (%r6), %rd3, (%r1), pointer;
    st.global.u32 [%rd1+32], %r6;
    mov.u32 %r7, %tid.x;
    setp.eq.u32 %p1, %r7, 1;
    @%p1 call (%r7), times7, (%r1);
    mov.u32 %r6, %tid.x;
    mul.wide.u32 %rd2, %r6, 4;
    add.u64 %rd2, %rd2, %rd1;
    st.global.u32 [%rd2+36], %r7;
    ret;
}
)";

// ptxas compiles several results without the ABI, and so no recursion beside them.
static const char* const two_results = R"(.version 7.8
.target sm_75
.address_size 64
.func (.reg .b32 low, .reg .b32 high) split (.reg .b64 a) { mov.b64 {low, high}, a; }
.visible .entry k (.param .u64 p)
{
    .reg .b64 %rd<3>; .reg .b32 %r<3>;
    ld.param.u64 %rd1, [p];
    mov.u64 %rd2, 0x500000009;
    call (%r1, _), split, (%rd2);
    st.global.u32 [%rd1+20], %r1;
    call (_, %r2), split, (%rd2);
    st.global.u32 [%rd1+24], %r2;
    ret;
}
)";

static void run(const char* code, CUdeviceptr out, unsigned threads)
{
    CUmodule m = nullptr;
    CUfunction f = nullptr;
    void* arguments[] = {&out};
    EXPECT("load", cuModuleLoadData(&m, code) == CUDA_SUCCESS);
    EXPECT("kernel", cuModuleGetFunction(&f, m, "k") == CUDA_SUCCESS);
    EXPECT("launch", cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
}

int main()
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    CUmodule m = nullptr;
    CUdeviceptr out;
    int v[11] = {};
    cuMemAlloc(&out, sizeof v);
    run(text, out, 2);
    run(two_results, out, 1);
    EXPECT("copy", cuMemcpyDtoH(v, out, sizeof v) == CUDA_SUCCESS);
    float half = 0;
    std::memcpy(&half, v + 4, 4);
    EXPECT("a register", v[0] == 42);
    EXPECT("a constant", v[1] == 35);
    EXPECT("a register for .param", v[2] == 7);
    EXPECT(".param for a register", v[3] == 49);
    EXPECT("a float", half == 1.5f);
    EXPECT("two results", v[5] == 9 && v[6] == 5);
    EXPECT("recursion", v[7] == 120);
    EXPECT("by a pointer", v[8] == 42);
    EXPECT("under a guard", v[9] == 0 && v[10] == 42);
    // ptxas refuses a register of another size.
    EXPECT("size",
           cuModuleLoadData(&m, ".version 7.8\n.target sm_75\n.address_size 64\n"
                                ".func g (.reg .b32 a) { ret; }\n"
                                ".visible .entry k () { .reg .b64 x; call g, (x); ret; }\n") == CUDA_ERROR_INVALID_PTX);
    return failures;
}
