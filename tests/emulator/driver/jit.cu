// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of PTX and of linking: which call fails, and what the program's log has. The texts are those of an H200's
// driver, or of ptxas and nvlink 13.0 where no probe asked it. An H200 also gave the answers of states(), of inputs
// that are no code, and of CU_JIT_TARGET. Prints one line per check and exits with the number of
// failures.
#include "../programs/expect.h"
#include <cstring>
#include <cuda.h>
#include <initializer_list>
#include <string>

#define HEAD ".version 7.8\n.target sm_75\n.address_size 64\n"
static const char* const calls = HEAD R"(.extern .func (.param .b32 r) f (.param .b32 a);
.visible .entry k (.param .u64 p)
{
    .reg .b64 %rd<3>; .reg .b32 %r<5>; .param .b32 x; .param .b32 y;
    ld.param.u64 %rd1, [p]; mov.b32 %r1, 5; st.param.b32 [x], %r1;
    call (y), f, (x);
    ld.param.b32 %r2, [y]; st.global.u32 [%rd1], %r2; ret;
}
)";
#define F(linking, result, parameters)                                                                                 \
    HEAD linking " .func (.param " result " r) f (" parameters ") { .reg .b32 %x<3>; mov.u32 %x1, 35; "                \
                 "st.param.b32 [r], %x1; ret; }\n"
static const char* const defines = F(".visible", ".b32", ".param .b32 a");
static const char* const reads = HEAD R"(.extern .global .align 4 .u32 v;
.visible .entry kv (.param .u64 p)
{ .reg .b64 %rd<3>; .reg .b32 %r<5>; ld.param.u64 %rd1, [p]; ld.global.u32 %r3, [v]; st.global.u32 [%rd1], %r3; ret; }
)";
static const char* const unknown = HEAD ".visible .entry k () { .reg .b32 %r<5>; bogus.u32 %r1, %r2; ret; }\n";
static const char* const fine =
    HEAD ".visible .global .align 4 .u32 s = 1;\n.visible .entry k1 (.param .u64 p) { ret; }\n";
static const char end[] = "\nptxas fatal   : Ptx assembly aborted due to errors";

static std::string replaced(std::string text, const char* what, const char* by)
{
    return text.replace(text.find(what), std::strlen(what), by);
}

struct linked {
    CUresult last_add = CUDA_SUCCESS, complete = CUDA_SUCCESS, again = CUDA_SUCCESS, load = CUDA_SUCCESS;
    bool others_added = true, has_time = false, sizes_right = false;
    std::string log;
    CUmodule module = nullptr;
};
static linked link(std::initializer_list<const char*> texts, CUjitInputType type = CU_JIT_INPUT_PTX)
{
    linked out;
    char errors[1024] = "", information[1024] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
                              CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_WALL_TIME};
    void* values[] = {errors, (void*)sizeof errors, information, (void*)sizeof information, (void*)0x1234};
    CUlinkState s = nullptr;
    EXPECT("create", cuLinkCreate(5, options, values, &s) == CUDA_SUCCESS);
    for (const char* t : texts) {
        out.others_added = out.others_added && out.last_add == CUDA_SUCCESS;
        out.last_add = cuLinkAddData(s, type, (void*)t, std::strlen(t) + 1, "n", 0, nullptr, nullptr);
    }
    void *code = nullptr, *none = nullptr;
    std::size_t size = 0;
    out.complete = cuLinkComplete(s, &code, &size);
    out.log = errors;
    out.sizes_right = (std::size_t)values[1] == out.log.size() && !values[3];
    out.has_time = values[4] != (void*)0x1234;
    out.again = cuLinkComplete(s, &none, &size);
    if (out.complete == CUDA_SUCCESS) out.load = cuModuleLoadData(&out.module, code);
    cuLinkDestroy(s);
    return out;
}

#define EXPECT_LINK(text, l, add, complete_, log_)                                                                     \
    EXPECT(text,                                                                                                       \
           (l).others_added && (l).last_add == (add) && (l).complete == (complete_) && (l).load == CUDA_SUCCESS);      \
    EXPECT(text ": log", (l).log == (log_) && (l).sizes_right && (l).has_time);                                        \
    if ((l).log != (log_)) std::printf("     %s\n", (l).log.c_str())

static void symbols()
{
    const CUresult source = CUDA_ERROR_INVALID_SOURCE;
    const linked good = link({calls, defines});
    EXPECT_LINK("good", good, CUDA_SUCCESS, CUDA_SUCCESS, "");
    EXPECT("completed twice", good.again == CUDA_ERROR_INVALID_HANDLE);
    EXPECT_LINK("no module", link({}), CUDA_SUCCESS, CUDA_SUCCESS, "");
    EXPECT_LINK("undefined function", link({calls}), CUDA_SUCCESS, source,
                "error   : Undefined reference to 'f' in 'n'");
    EXPECT_LINK("undefined variable", link({reads}), CUDA_SUCCESS, source,
                "error   : Undefined reference to 'v' in 'n'");
    EXPECT_LINK("another module's own variable", link({reads, HEAD ".global .align 4 .u32 v = 9;\n"}), CUDA_SUCCESS,
                source, "error   : Undefined reference to 'v' in 'n'");
    EXPECT_LINK("size", link({reads, HEAD ".visible .global .align 8 .u64 v = 9;\n"}), source, source,
                "error   : Size doesn't match for 'v' in 'n', first specified in 'n'");
    EXPECT_LINK("size of a weak variable", link({reads, HEAD ".weak .global .align 8 .u64 v = 9;\n"}), source, source,
                "error   : Size doesn't match for 'v' in 'n', first specified in 'n'");
    EXPECT_LINK("type alone", link({reads, HEAD ".visible .global .align 8 .f32 v = 0f00000000;\n"}), CUDA_SUCCESS,
                CUDA_SUCCESS, "");
    EXPECT_LINK("space", link({reads, HEAD ".visible .const .align 4 .u32 v = 9;\n"}), source, source,
                "error   : Memory space doesn't match for 'v' in 'n', first specified in 'n'");
    EXPECT_LINK("parameters", link({calls, F(".visible", ".b32", ".param .b32 a, .param .b32 b")}), source, source,
                "error   : Prototype doesn't match for 'f' in 'n', first defined in 'n'");
    EXPECT_LINK("a parameter's size", link({calls, F(".visible", ".b32", ".param .b64 a")}), source, source,
                "error   : Prototype doesn't match for 'f' in 'n', first defined in 'n'");
    EXPECT_LINK("sign and alignment alone", link({calls, F(".visible", ".u32", ".param .align 8 .s32 a")}),
                CUDA_SUCCESS, CUDA_SUCCESS, "");
    EXPECT_LINK("two definitions", link({calls, defines, defines}), source, source,
                "error   : Multiple definition of 'f' in 'n', first defined in 'n'");
    EXPECT_LINK("a weak one beside", link({calls, defines, F(".weak", ".b32", ".param .b32 a")}), CUDA_SUCCESS,
                CUDA_SUCCESS, "");
    EXPECT_LINK("common variables of two sizes",
                link({HEAD ".common .global .align 4 .u32 c;\n", HEAD ".common .global .align 8 .u64 c;\n"}),
                CUDA_SUCCESS, CUDA_SUCCESS, "");
    EXPECT_LINK(
        "the device's own functions",
        link({HEAD ".extern .func (.param .b64 r) malloc (.param .b64 a);\n.visible .entry k () { .param .b64 x; "
                   ".param .b64 y; st.param.b64 [x], 8; call (y), malloc, (x); ret; }\n"}),
        CUDA_SUCCESS, CUDA_SUCCESS, "");
}

static void inputs()
{
    const std::string no_instruction =
        "ptxas application ptx input, line 4; error   : Not a name of any known instruction: 'bogus'";
    EXPECT_LINK("unknown instruction", link({unknown}), CUDA_ERROR_INVALID_PTX, CUDA_SUCCESS, no_instruction + end);
    const std::string later = replaced(fine, "sm_75", "sm_100");
    EXPECT_LINK(
        "target", link({later.c_str()}), CUDA_ERROR_INVALID_PTX, CUDA_SUCCESS,
        std::string("ptxas application ptx input, line 2; error   : PTX .version 7.8 does not support .target sm_100") +
            end);
    const std::string no_code = "error   : Binary format for key='0', ident='' is not recognized";
    EXPECT_LINK("no PTX", link({"garbage"}), CUDA_ERROR_INVALID_IMAGE, CUDA_SUCCESS, no_code);
    EXPECT_LINK("no version", link({".target sm_90\n"}), CUDA_ERROR_INVALID_IMAGE, CUDA_SUCCESS, no_code);
    EXPECT_LINK("no fat binary", link({"garbage"}, CU_JIT_INPUT_FATBINARY), CUDA_ERROR_INVALID_IMAGE, CUDA_SUCCESS,
                no_code + "\n" + no_code);
    EXPECT_LINK("no library", link({"garbage"}, CU_JIT_INPUT_LIBRARY), CUDA_ERROR_INVALID_IMAGE, CUDA_SUCCESS, "");
    EXPECT_LINK("PTX as fat binary", link({fine}, CU_JIT_INPUT_FATBINARY), CUDA_SUCCESS, CUDA_SUCCESS, "");
    EXPECT_LINK("PTX as machine code", link({fine}, CU_JIT_INPUT_CUBIN), CUDA_ERROR_INVALID_IMAGE,
                CUDA_ERROR_INVALID_IMAGE, "");
    EXPECT_LINK("PTX as object", link({fine}, CU_JIT_INPUT_OBJECT), CUDA_ERROR_UNKNOWN, CUDA_SUCCESS,
                "fatal   : Could not find fatbin in 'n'");
    EXPECT_LINK("no kind of input", link({fine}, (CUjitInputType)77), CUDA_ERROR_INVALID_VALUE, CUDA_SUCCESS, "");
}

// A linker that has ended takes no input. Without a name, an input has a number.
static void states()
{
    char log[1024] = "";
    CUjit_option o[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *v[] = {log, (void*)sizeof log}, *code = nullptr;
    std::size_t size = 0;
    CUlinkState s = nullptr, t = nullptr;
    const auto add = [&](CUlinkState to, const void* data, CUjitInputType type = CU_JIT_INPUT_PTX, std::size_t n = 0) {
        const char* const text = static_cast<const char*>(data);
        return cuLinkAddData(to, type, (void*)data, n ? n : std::strlen(text) + 1, nullptr, 0, nullptr, nullptr);
    };
    cuLinkCreate(2, o, v, &s);
    EXPECT("an input", add(s, fine) == CUDA_SUCCESS && !v[1]);
    EXPECT("complete", cuLinkComplete(s, &code, &size) == CUDA_SUCCESS);
    EXPECT("no further one", add(s, unknown) == CUDA_ERROR_INVALID_VALUE && !*log);
    cuLinkCreate(0, nullptr, nullptr, &t);
    EXPECT("machine code as PTX", add(t, code, CU_JIT_INPUT_PTX, size) == CUDA_ERROR_NO_BINARY_FOR_GPU);
    EXPECT("as a fat binary", add(t, code, CU_JIT_INPUT_FATBINARY, size) == CUDA_ERROR_NO_BINARY_FOR_GPU);
    EXPECT("ends the linking", cuLinkComplete(t, &code, &size) == CUDA_ERROR_NO_BINARY_FOR_GPU);
    cuLinkCreate(0, nullptr, nullptr, &t);
    EXPECT("as machine code", add(t, code, CU_JIT_INPUT_CUBIN, size) == CUDA_SUCCESS);
    EXPECT("complete", cuLinkComplete(t, &code, &size) == CUDA_SUCCESS);
    v[1] = (void*)sizeof log;
    cuLinkCreate(2, o, v, &s);
    EXPECT("undefined names", add(s, calls) == CUDA_SUCCESS && add(s, reads) == CUDA_SUCCESS);
    EXPECT("are an unknown error", cuLinkComplete(s, &code, &size) == CUDA_ERROR_UNKNOWN);
    EXPECT("their text", !std::strcmp(log, "error   : Undefined reference to 'f' in 'Input 1'\n"
                                           "error   : Undefined reference to 'v' in 'Input 2'"));
    EXPECT("no input after the failure", add(s, fine) == CUDA_ERROR_INVALID_VALUE);
    v[1] = (void*)sizeof log;
    cuLinkCreate(2, o, v, &s);
    EXPECT("behind another error", add(s, unknown) == CUDA_ERROR_INVALID_PTX && add(s, calls) == CUDA_SUCCESS &&
                                       cuLinkComplete(s, &code, &size) == CUDA_ERROR_UNKNOWN);
    cuCtxSetCurrent(nullptr);
    EXPECT("no linker, and no context", add(nullptr, fine) == CUDA_ERROR_INVALID_HANDLE);
}

static void loads()
{
    CUmodule m = nullptr;
    EXPECT("undefined function", cuModuleLoadData(&m, calls) == CUDA_ERROR_INVALID_PTX);
    EXPECT("undefined variable", cuModuleLoadData(&m, reads) == CUDA_SUCCESS);
    EXPECT("a declaration alone",
           cuModuleLoadData(&m, HEAD ".extern .func f ();\n.visible .entry k () { ret; }\n") == CUDA_SUCCESS);
    EXPECT("unknown instruction", cuModuleLoadData(&m, unknown) == CUDA_ERROR_INVALID_PTX);
    // No program needs it, but it is one of PTX: it is an error only if it runs.
    EXPECT("an instruction that is not there",
           cuModuleLoadData(&m, HEAD
                            ".visible .entry k () { .reg .b32 %r<9>; vset2.u32.u32.eq %r1, %r2, %r3, %r4; ret; }\n") ==
               CUDA_SUCCESS);
    EXPECT("no PTX", cuModuleLoadData(&m, "garbage") == CUDA_ERROR_INVALID_IMAGE);
    EXPECT("target", cuModuleLoadData(&m, replaced(fine, "sm_75", "sm_100").c_str()) == CUDA_ERROR_INVALID_PTX);
    EXPECT("version", cuModuleLoadData(&m, replaced(fine, "7.8", "9.9").c_str()) == CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    char log[128] = "";
    CUjit_option of_log[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* log_values[] = {log, (void*)sizeof log};
    EXPECT("with a log", cuModuleLoadDataEx(&m, calls, 2, of_log, log_values) == CUDA_ERROR_INVALID_PTX);
    EXPECT("its text", !std::strcmp(log, "ptxas fatal   : Unresolved extern function 'f'") &&
                           (std::size_t)log_values[1] == std::strlen(log));
    log_values[1] = (void*)sizeof log;
    EXPECT("no PTX with a log", cuModuleLoadDataEx(&m, "garbage", 2, of_log, log_values) == CUDA_ERROR_INVALID_IMAGE);
    EXPECT("its text", !std::strcmp(log, "error   : Binary format for key='0', ident='' is not recognized"));
    log_values[1] = (void*)sizeof log;
    EXPECT("a version with a log", cuModuleLoadDataEx(&m, ".version 9.9\n.target sm_90\n", 2, of_log, log_values) ==
                                       CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    EXPECT("its text has no second line", std::strstr(log, "fatal   : Unsupported .version 9.9; current version is") &&
                                              !std::strchr(log, '\n') && (std::size_t)log_values[1] == 97);
    std::memset(log, '#', sizeof log);
    log_values[1] = (void*)16;
    EXPECT("a small log", cuModuleLoadDataEx(&m, unknown, 2, of_log, log_values) == CUDA_ERROR_INVALID_PTX);
    EXPECT("its text", !std::strcmp(log, "ptxas applicati") && (std::size_t)log_values[1] == 16 && log[16] == '#');
}

// Mistakes that once came at the launch, or never.
static void mistakes()
{
    const std::string line = "ptxas application ptx input, line 4; error   : ";
    const char* const registers = ".visible .entry k () { .reg .b32 %r<4>; .reg .f32 %f<4>; ";
    const struct {
        const char *code, *reason;
    } wrong[] = {{"add.s32 %r1, %f1, %r2;", "Arguments mismatch for instruction 'add'"},
                 {"fma.f32 %f1, %f2, %f3, %f1;", "Rounding modifier required for instruction 'fma'"},
                 {"mul.s32 %r1, %r2, %r3;", "Unexpected instruction types specified for 'mul'"},
                 {".reg .b32 %r1;", "Duplicate definition of variable '%r1'"},
                 {".shared .b32 s = 5;", "No initial value is allowed for 's' in this state space"}};
    for (const auto& one : wrong) {
        char log[256] = "";
        CUjit_option of_log[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
        void* values[] = {log, (void*)sizeof log};
        CUmodule m = nullptr;
        const std::string text = std::string(HEAD) + registers + one.code + " ret; }\n";
        EXPECT(one.code, cuModuleLoadDataEx(&m, text.c_str(), 2, of_log, values) == CUDA_ERROR_INVALID_PTX);
        EXPECT("its text", log == line + one.reason + end);
    }
    CUmodule m = nullptr;
    EXPECT("a version after the driver's", cuModuleLoadData(&m, ".version 9.1\n.target sm_75\n.address_size 64\n") ==
                                               CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
}

static void options()
{
    CUmodule m = nullptr;
    CUjit_option o[] = {CU_JIT_MAX_REGISTERS, CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_WALL_TIME, CU_JIT_THREADS_PER_BLOCK};
    void* v[] = {(void*)32, (void*)4, (void*)0x77, (void*)128};
    EXPECT("options", cuModuleLoadDataEx(&m, fine, 4, o, v) == CUDA_SUCCESS);
    EXPECT("the time", v[2] != (void*)0x77 && v[3] == (void*)128);
    o[0] = CU_JIT_TARGET;
    v[0] = (void*)70;
    EXPECT("a target below the PTX's", cuModuleLoadDataEx(&m, fine, 1, o, v) == CUDA_ERROR_INVALID_PTX);
    for (const int target : {80, 100}) {
        v[0] = (void*)(std::size_t)target;
        EXPECT("code for another device", cuModuleLoadDataEx(&m, fine, 1, o, v) == CUDA_ERROR_INVALID_SOURCE);
    }
    v[0] = (void*)55;
    EXPECT("no such target", cuModuleLoadDataEx(&m, fine, 1, o, v) == CUDA_ERROR_INVALID_VALUE);
    o[0] = (CUjit_option)999;
    EXPECT("no option", cuModuleLoadDataEx(&m, fine, 1, o, v) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("no options", cuModuleLoadDataEx(&m, fine, 1, nullptr, nullptr) == CUDA_ERROR_INVALID_VALUE);
    CUlibrary library = nullptr;
    CUlibraryOption of_library[] = {(CUlibraryOption)55, CU_LIBRARY_BINARY_IS_PRESERVED};
    void* one[] = {(void*)1};
    EXPECT("no option of a library",
           cuLibraryLoadData(&library, fine, 0, 0, 0, of_library, one, 1) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("one", cuLibraryLoadData(&library, fine, 0, 0, 0, of_library + 1, one, 1) == CUDA_SUCCESS);
}

int main()
{
    CUlinkState s;
    EXPECT("before cuInit", cuLinkCreate(0, nullptr, nullptr, &s) == CUDA_ERROR_NOT_INITIALIZED);
    cuInit(0);
    EXPECT("without a context", cuLinkCreate(0, nullptr, nullptr, &s) == CUDA_ERROR_INVALID_CONTEXT);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    symbols();
    inputs();
    loads();
    mistakes();
    options();
    states(); // which ends without a context
    return failures;
}
