// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma in all its types, with each layout of matrices in shared memory, against a product that the host computes. All
// values are small integers, so each sum is exact in any order of its additions.
#include "../programs/expect.h"
#include "matrix_bytes.h"

#include <cuda.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using bytes = std::vector<unsigned char>;

// The types of D, A and B, and the inner dimension.
struct types {
    const char *d, *a, *b;
    int k;
};
constexpr types all_types[] = {{"f32", "f16", "f16", 16},  {"f16", "f16", "f16", 16},   {"f32", "bf16", "bf16", 16},
                               {"f32", "tf32", "tf32", 8}, {"f32", "e4m3", "e5m2", 32}, {"f16", "e5m2", "e4m3", 32},
                               {"s32", "s8", "u8", 32},    {"s32", "u8", "s8", 32},     {"s32", "b1", "b1", 256}};

// Where an operand lies. `width`: 16-byte chunks that the swizzle permutes; 1: none.
struct layout {
    int width = 1;
    bool mn_major = false;
    bool wide = false; // gaps between groups of lines; if swizzled and K-major, the second half of each line
};

struct product {
    types t;
    int n = 8;
    bool a_in_registers = false;
    layout a = {}, b = {};
    int scale_a = 1, scale_b = 1;
    bool accumulates = true, saturates = false;
    int groups = 1;      // warpgroups
    int first_value = 0; // added to all of D

    std::string name() const
    {
        auto of = [](const layout& l) {
            return "/" + std::to_string(l.width) + (l.mn_major ? "t" : "") + (l.wide ? "w" : "");
        };
        return std::string(t.d) + "." + t.a + "." + t.b + " n" + std::to_string(n) + " a" +
               (a_in_registers ? " in registers" : of(a)) + " b" + of(b) + (accumulates ? "" : " new") +
               (scale_a * scale_b < 0 ? " negative" : "") + (saturates ? " satfinite" : "") +
               (groups > 1 ? " two warpgroups" : "");
    }
    bool is_float() const { return t.d != std::string("s32"); }
    bool may_transpose() const { return t.k == 16; }
    int bits() const { return 256 / t.k; }
    int d_registers() const { return t.d == std::string("f16") ? n / 4 : n / 2; }
};

// Small values, which all types have: single bits are 0 and 1, unsigned integers are not negative.
int value_at(const char* type, int row, int column, int seed)
{
    const int v = (row * 7 + column * 13 + row * column + seed) % 5;
    if (type == std::string("b1")) return v & 1;
    return type == std::string("u8") ? v : v - 2;
}

// An operand in shared memory: `count` rows of A or columns of B, and the descriptor without the address.
struct operand_image {
    bytes data;
    std::uint64_t descriptor = 0;
    unsigned start = 0;
};
operand_image image_of(const product& p, const layout& l, const char* type, int count, int seed)
{
    // PTX names the strides by the major dimension; see the table of strides in the PTX ISA.
    const int width = l.width, group = 128 * width, elements = 128 / p.bits();
    const int lines = l.mn_major ? p.t.k : count, chunks = l.mn_major ? count / elements : 2;
    const bool second_half = l.wide && !l.mn_major && width >= 4;
    int to_next_lines = group, to_next_chunks = 0;
    if (width == 1) {
        to_next_chunks = group * (lines / 8);
        if (l.wide) std::tie(to_next_lines, to_next_chunks) = std::pair(group * chunks + 128, group);
    } else {
        if (l.wide) to_next_lines *= 2;
        if (chunks > width) to_next_chunks = to_next_lines * (lines / 8);
    }
    operand_image r;
    r.start = second_half ? 32 : 0;
    for (int outer = 0; outer < count; ++outer)
        for (int k = 0; k < p.t.k; ++k) {
            const int line = l.mn_major ? k : outer, along = l.mn_major ? outer : k;
            const int chunk = along / elements, within = along % elements;
            unsigned at = r.start + unsigned(line / 8 * to_next_lines + line % 8 * 16 * width +
                                             (width == 1 ? chunk * to_next_chunks
                                                         : chunk % width * 16 + chunk / width * to_next_chunks));
            at ^= (at >> 7 & unsigned(width - 1)) << 4;
            if (r.data.size() < at + 16) r.data.resize(at + 16);
            put_element(&r.data[at], type, within, value_at(type, outer, k, seed));
        }
    r.data.resize((r.data.size() + 1023) / 1024 * 1024);
    const bool swapped = width == 1 && l.mn_major;
    const std::uint64_t leading = std::uint64_t(swapped ? to_next_lines : to_next_chunks) >> 4,
                        stride = std::uint64_t(swapped ? to_next_chunks : to_next_lines) >> 4;
    const std::uint64_t swizzle = width == 8 ? 1 : width == 4 ? 2 : width == 2 ? 3 : 0;
    r.descriptor = leading << 16 | stride << 32 | swizzle << 62;
    return r;
}

// Thread, and the position among its elements, of the PTX ISA's figures: rows in turns of 8, and a thread has
// `together` adjacent columns.
struct position {
    int row, column;
};
position place(int thread, int element, int together)
{
    const int lane = thread % 32, pair = element / together;
    return {thread % 128 / 32 * 16 + lane / 4 + pair % 2 * 8,
            pair / 2 * 4 * together + lane % 4 * together + element % together};
}

std::string list(const char* prefix, int count)
{
    std::string r;
    for (int k = 0; k < count; ++k)
        r += (k ? ", " : "") + std::string(prefix) + std::to_string(k);
    return r;
}

// A kernel of (A, B, D): it copies A and B to shared memory, multiplies, and writes D back.
std::string kernel_of(const product& p, const operand_image& a, const operand_image& b)
{
    const int n = p.d_registers();
    const auto text = [](auto v) { return std::to_string(v); };
    std::string s = ".version 8.4\n.target sm_90a\n.address_size 64\n"
                    ".visible .entry product(.param .u64 pa, .param .u64 pb, .param .u64 pd)\n{\n"
                    ".reg .pred %p, %scale;\n.reg .b32 %t, %threads, %i, %v, %at, %a<4>, %d<" +
                    text(n) + ">;\n.reg .b64 %ga, %gb, %gd, %x, %da, %db;\n";
    s += ".shared .align 1024 .b8 sa[" + text(a.data.size()) + "];\n.shared .align 1024 .b8 sb[" + text(b.data.size()) +
         "];\n";
    s += "ld.param.u64 %ga, [pa];\nld.param.u64 %gb, [pb];\nld.param.u64 %gd, [pd];\nmov.u32 %t, %tid.x;\n"
         "mov.u32 %threads, %ntid.x;\n";
    const auto copy = [&](const std::string& from, const std::string& to, std::size_t size) {
        s += "mov.u32 %i, %t;\n" + to + "_loop:\nmul.wide.u32 %x, %i, 4;\nadd.u64 %x, %x, " + from +
             ";\nld.global.b32 %v, [%x];\nmov.u32 %at, " + to + ";\nmad.lo.u32 %at, %i, 4, %at;\n" +
             "st.shared.b32 [%at], %v;\nadd.u32 %i, %i, %threads;\nsetp.lt.u32 %p, %i, " + text(size / 4) +
             ";\n@%p bra " + to + "_loop;\n";
    };
    const auto descriptor = [&](const std::string& to, const std::string& of, const operand_image& image) {
        s += "mov.u32 %at, " + of + ";\nadd.u32 %at, %at, " + text(image.start) +
             ";\nshr.u32 %at, %at, 4;\ncvt.u64.u32 " + to + ", %at;\nor.b64 " + to + ", " + to + ", " +
             text(image.descriptor) + ";\n";
    };
    copy("%gb", "sb", b.data.size());
    descriptor("%db", "sb", b);
    if (p.a_in_registers) {
        s += "mul.wide.u32 %x, %t, 16;\nadd.u64 %x, %x, %ga;\nld.global.v4.b32 {" + list("%a", 4) + "}, [%x];\n";
    } else {
        copy("%ga", "sa", a.data.size());
        descriptor("%da", "sa", a);
    }
    s += "mul.wide.u32 %x, %t, " + text(4 * n) + ";\nadd.u64 %gd, %gd, %x;\n";
    for (int k = 0; k < n; ++k)
        s += "ld.global.b32 %d" + text(k) + ", [%gd+" + text(4 * k) + "];\n";
    s += "setp.eq.u32 %scale, " + text(int(p.accumulates)) + ", 1;\nfence.proxy.async;\nbar.sync 0;\n";
    s += "wgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.m64n" + text(p.n) + "k" + text(p.t.k) + "." + p.t.d +
         "." + p.t.a + "." + p.t.b + (p.t.k == 256 ? ".and.popc" : "") + (p.saturates ? ".satfinite" : "") + " {" +
         list("%d", n) + "}, " + (p.a_in_registers ? "{" + list("%a", 4) + "}" : "%da") + ", %db, %scale";
    if (p.is_float()) s += ", " + text(p.scale_a) + ", " + text(p.scale_b);
    if (p.may_transpose() && !p.a_in_registers) s += ", " + text(int(p.a.mn_major));
    if (p.may_transpose()) s += ", " + text(int(p.b.mn_major));
    s += ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
    for (int k = 0; k < n; ++k)
        s += "st.global.b32 [%gd+" + text(4 * k) + "], %d" + text(k) + ";\n";
    return s + "ret;\n}\n";
}

std::int64_t product_at(const product& p, int row, int column)
{
    std::int64_t sum = 0;
    for (int k = 0; k < p.t.k; ++k)
        sum += value_at(p.t.a, row, k, 1) * value_at(p.t.b, column, k, 2);
    sum *= p.scale_a * p.scale_b;
    if (p.accumulates) sum += p.first_value + (row + column) % 4;
    return p.saturates ? std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX) : sum;
}

#define REQUIRE(call)                                                                                                  \
    if (const CUresult result = (call)) {                                                                              \
        const char* what = nullptr;                                                                                    \
        cuGetErrorString(result, &what);                                                                               \
        std::printf("%s: %s\n", #call, what);                                                                          \
        return false;                                                                                                  \
    }

bool run(const product& p, bytes& d)
{
    bytes registers(std::size_t(p.groups) * 128 * 16);
    if (p.a_in_registers)
        for (int thread = 0; thread < p.groups * 128; ++thread)
            for (int e = 0; e < 128 / p.bits(); ++e) {
                const int together = std::max(1, 32 / p.bits());
                const position at = place(thread, e, together);
                put_element(&registers[std::size_t(thread) * 16], p.t.a, e, value_at(p.t.a, at.row, at.column, 1));
            }
    const operand_image a = image_of(p, p.a, p.t.a, 64, 1), b = image_of(p, p.b, p.t.b, p.n, 2);
    const bytes& of_a = p.a_in_registers ? registers : a.data;
    CUmodule module;
    CUfunction function;
    CUdeviceptr on[3];
    REQUIRE(cuModuleLoadData(&module, kernel_of(p, a, b).c_str()))
    REQUIRE(cuModuleGetFunction(&function, module, "product"))
    REQUIRE(cuMemAlloc(&on[0], of_a.size()))
    REQUIRE(cuMemAlloc(&on[1], b.data.size()))
    REQUIRE(cuMemAlloc(&on[2], d.size()))
    REQUIRE(cuMemcpyHtoD(on[0], of_a.data(), of_a.size()))
    REQUIRE(cuMemcpyHtoD(on[1], b.data.data(), b.data.size()))
    REQUIRE(cuMemcpyHtoD(on[2], d.data(), d.size()))
    void* arguments[] = {&on[0], &on[1], &on[2]};
    REQUIRE(cuLaunchKernel(function, 1, 1, 1, unsigned(p.groups) * 128, 1, 1, 0, nullptr, arguments, nullptr))
    REQUIRE(cuMemcpyDtoH(d.data(), on[2], d.size()))
    for (const CUdeviceptr memory : on)
        REQUIRE(cuMemFree(memory))
    REQUIRE(cuModuleUnload(module))
    return true;
}

void test(const product& p)
{
    const int of_thread = p.n / 2, threads = p.groups * 128;
    const std::size_t stride = std::size_t(p.d_registers()) * 4;
    bytes d(std::size_t(threads) * stride), expected(d.size());
    for (int thread = 0; thread < threads; ++thread)
        for (int e = 0; e < of_thread; ++e) {
            const position at = place(thread, e, 2);
            put_element(&d[std::size_t(thread) * stride], p.t.d, e, p.first_value + (at.row + at.column) % 4);
            put_element(&expected[std::size_t(thread) * stride], p.t.d, e, product_at(p, at.row, at.column));
        }
    const bool ran = run(p, d);
    EXPECT(p.name().c_str(), ran && d == expected);
}

} // namespace

int main()
{
    CUdevice device;
    CUcontext context;
    int major = 0, minor = 0;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context)) {
        std::printf("no device\n");
        return 77;
    }
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    if (major != 9 || minor != 0) {
        std::printf("wgmma is for compute capability 9.0 alone, and this device has %d.%d\n", major, minor);
        return 77;
    }
    constexpr int widths[] = {1, 2, 4, 8};
    for (const types& t : all_types) {
        product p{t};
        for (const int n : {8, 24, 64, 256}) { // with the layouts in turn
            p.n = n;
            p.a = {widths[n / 8 % 4]};
            p.b = {widths[n / 24 % 4]};
            for (const bool in_registers : {false, true}) {
                p.a_in_registers = in_registers;
                test(p);
            }
        }
        p = {t};
        p.n = 64;
        for (const int width : widths)
            for (const bool wide : {false, true}) {
                p.a = p.b = {width, false, wide};
                test(p);
            }
        p.accumulates = false;
        test(p);
        p.accumulates = true;
        p.groups = 2;
        test(p);
        p.groups = 1;
        if (p.is_float()) {
            p.scale_a = -1;
            test(p);
            p.scale_b = -1;
            test(p);
            p.scale_a = 1;
            test(p);
        } else if (t.k != 256) {
            p.saturates = true;
            p.first_value = INT32_MAX - 4;
            test(p);
            p.first_value = INT32_MIN;
            test(p);
        }
    }
    for (const types& t : {all_types[0], all_types[2]})
        for (const int width : widths)
            for (const bool wide : {false, true}) {
                product p{t};
                p.n = 128;
                p.a = {width, true, wide};
                p.b = {width, true, wide};
                test(p);
                p.a.mn_major = false;
                test(p);
                p.a_in_registers = true;
                test(p);
                p.a_in_registers = false;
                p.a.mn_major = true;
                p.b.mn_major = false;
                test(p);
            }
    return std::min(failures, 76);
}
