// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of cutil.h, cutil_inline.h and multithreading.h, on simulated machines.

#include "devices.h"
#include "folder.h"

#include <cutil_gl_inline.h>
#include <cutil_inline.h>
#include <multithreading.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <boost/test/unit_test.hpp>

// Stands in for the driver library: CU_SAFE_CALL names the status with it where <cuda.h> came before cutil.h.
extern "C" CUresult CUDAAPI cuGetErrorName(CUresult, const char** name)
{
    *name = "a status";
    return CUDA_SUCCESS;
}

extern "C" unsigned int timer_of_a_c_source(void);
extern "C" CUTBoolean stop_in_a_c_source(unsigned int timer);

namespace {

struct in_a_folder {
    folder here;
};

const device small{"small", 8, 6, 10, 1500000, false, false};
const device large{"large", 9, 0, 132, 1980000, false, false};

const char* const arguments[] = {"program", "--n=17", "-scale=0.5",    "--file=a=b.pgm", "--noprompt",
                                 "--N=4",   "--n=x",  "--list=[a,bc]", "--empty=",       "n"};
const int count = sizeof arguments / sizeof *arguments;
const char** const all = const_cast<const char**>(arguments);

} // namespace

BOOST_AUTO_TEST_CASE(the_command_line_is_read)
{
    BOOST_TEST(cutCheckCmdLineFlag(count, all, "noprompt"));
    BOOST_TEST(cutCheckCmdLineFlag(count, all, "scale"));
    BOOST_TEST(!cutCheckCmdLineFlag(count, all, "Noprompt"));
    BOOST_TEST(!cutCheckCmdLineFlag(count, all, "no"));
    BOOST_TEST(!cutCheckCmdLineFlag(1, all, "program"));
    int n = 3;
    BOOST_TEST(cutGetCmdLineArgumenti(count - 4, all, "n", &n) == CUTTrue);
    BOOST_TEST(n == 17);
    BOOST_TEST(cutGetCmdLineArgumenti(count, all, "n", &n) == CUTFalse); // the last argument is no number
    BOOST_TEST(cutGetCmdLineArgumenti(count, all, "missing", &n) == CUTFalse);
    BOOST_TEST(cutGetCmdLineArgumenti(count, all, "empty", &n) == CUTFalse);
    BOOST_TEST(n == 17);
    BOOST_TEST(cutGetCmdLineArgumenti(count, all, "N", &n) == CUTTrue);
    BOOST_TEST(n == 4);
    float scale = 0;
    BOOST_TEST(cutGetCmdLineArgumentf(count, all, "scale", &scale) == CUTTrue);
    BOOST_TEST(scale == .5f);
    BOOST_TEST(cutGetCmdLineArgumentf(count, all, "file", &scale) == CUTFalse);
    char* text = nullptr;
    BOOST_TEST_REQUIRE(cutGetCmdLineArgumentstr(count, all, "file", &text) == CUTTrue);
    BOOST_TEST(text == "a=b.pgm");
    cutFree(text);
    for (const char* name : {"missing", "empty"}) {
        text = const_cast<char*>(name); // null means that there is none, whatever the value was before
        BOOST_TEST(cutGetCmdLineArgumentstr(count, all, name, &text) == CUTFalse);
        BOOST_TEST(static_cast<void*>(text) == nullptr);
    }
    char* list[2] = {};
    unsigned int length = 0;
    BOOST_TEST_REQUIRE(cutGetCmdLineArgumentListstr(count, all, "list", list, &length) == CUTTrue);
    BOOST_TEST(length == 2u);
    BOOST_TEST(list[1] == "bc");
    cutFree(list[0]), cutFree(list[1]);
    BOOST_TEST(cutGetCmdLineArgumentListstr(count, all, "file", list, &length) == CUTFalse);
}

BOOST_FIXTURE_TEST_CASE(files_of_numbers, in_a_folder)
{
    const float f[] = {.5f, -1.25f};
    const double d[] = {.1, 1e300};
    const int i[] = {-7, 2147483647};
    const unsigned int ui[] = {7, 4294967295u};
    const char b[] = {-1, 65};
    const unsigned char ub[] = {255, 10};
    float* rf = nullptr;
    double* rd = nullptr;
    int* ri = nullptr;
    unsigned int* rui = nullptr;
    char* rb = nullptr;
    unsigned char* rub = nullptr;
    unsigned int n = 0;
    BOOST_TEST(cutWriteFilef("f", f, 2, .01f) == CUTTrue);
    BOOST_TEST(cutWriteFiled("d", d, 2, .01) == CUTTrue);
    BOOST_TEST(cutWriteFilei("i", i, 2) == CUTTrue);
    BOOST_TEST(cutWriteFileui("ui", ui, 2) == CUTTrue);
    BOOST_TEST(cutWriteFileb("b", b, 2) == CUTTrue);
    BOOST_TEST(cutWriteFileub("ub", ub, 2, true) == CUTTrue);
    BOOST_TEST(folder::read("ub") == "255 10 \n");
    BOOST_TEST(folder::read("f").substr(0, 7) == "# 0.01\n");
    BOOST_TEST_REQUIRE(cutReadFilef("f", &rf, &n) == CUTTrue);
    BOOST_TEST(n == 2u);
    BOOST_TEST(std::equal(f, f + 2, rf));
    BOOST_TEST_REQUIRE(cutReadFiled("d", &rd, &n) == CUTTrue);
    BOOST_TEST(std::equal(d, d + 2, rd));
    BOOST_TEST_REQUIRE(cutReadFilei("i", &ri, &n) == CUTTrue);
    BOOST_TEST(std::equal(i, i + 2, ri));
    BOOST_TEST_REQUIRE(cutReadFileui("ui", &rui, &n) == CUTTrue);
    BOOST_TEST(std::equal(ui, ui + 2, rui));
    BOOST_TEST_REQUIRE(cutReadFileb("b", &rb, &n) == CUTTrue);
    BOOST_TEST(std::equal(b, b + 2, rb));
    BOOST_TEST_REQUIRE(cutReadFileub("ub", &rub, &n, true) == CUTTrue);
    BOOST_TEST(std::equal(ub, ub + 2, rub));
    BOOST_TEST(cutReadFilef("missing", &rf, &n) == CUTFalse);
    BOOST_TEST(cutWriteFilef("no/folder", f, 2, 0.f) == CUTFalse);
    for (void* pointer : std::initializer_list<void*>{rf, rd, ri, rui, rb, rub})
        cutFree(pointer);
    char* const path = cutFindFilePath("f", arguments[0]);
    BOOST_TEST(path == "f");
    cutFree(path);
    BOOST_TEST(cutFindFilePath("missing", nullptr) == static_cast<char*>(nullptr));
}

BOOST_FIXTURE_TEST_CASE(images, in_a_folder)
{
    unsigned char bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255};
    unsigned int words[] = {0, 255, 300}, w = 0, h = 0;
    unsigned short shorts[] = {9, 255, 7};
    float floats[] = {0.f, 1.f, .2f};
    unsigned char *gray = nullptr, *three = nullptr, *four = nullptr;
    unsigned int* rw = nullptr;
    unsigned short* rs = nullptr;
    float* rf = nullptr;
    BOOST_TEST(cutSavePGMub("a.pgm", bytes, 4, 3) == CUTTrue);
    BOOST_TEST(cutSavePPMub("a.ppm", bytes, 2, 2) == CUTTrue);
    BOOST_TEST(cutSavePPM4ub("b.ppm", bytes, 3, 1) == CUTTrue);
    BOOST_TEST(cutSavePGMi("i.pgm", words, 3, 1) == CUTTrue);
    BOOST_TEST(cutSavePGMs("s.pgm", shorts, 3, 1) == CUTTrue);
    BOOST_TEST(cutSavePGMf("f.pgm", floats, 3, 1) == CUTTrue);
    BOOST_TEST_REQUIRE(cutLoadPGMub("a.pgm", &gray, &w, &h) == CUTTrue);
    BOOST_TEST(w == 4u);
    BOOST_TEST(h == 3u);
    BOOST_TEST(std::equal(bytes, bytes + 12, gray));
    BOOST_TEST_REQUIRE(cutLoadPPMub("a.ppm", &three, &w, &h) == CUTTrue);
    BOOST_TEST(std::equal(bytes, bytes + 12, three));
    BOOST_TEST_REQUIRE(cutLoadPPM4ub("b.ppm", &four, &w, &h) == CUTTrue);
    BOOST_TEST(four[3] == 0);
    BOOST_TEST(four[10] == bytes[10]);
    BOOST_TEST_REQUIRE(cutLoadPGMi("i.pgm", &rw, &w, &h) == CUTTrue);
    BOOST_TEST(rw[1] == 255u);
    BOOST_TEST(rw[2] == 255u);
    BOOST_TEST_REQUIRE(cutLoadPGMs("s.pgm", &rs, &w, &h) == CUTTrue);
    BOOST_TEST(std::equal(shorts, shorts + 3, rs));
    BOOST_TEST_REQUIRE(cutLoadPGMf("f.pgm", &rf, &w, &h) == CUTTrue);
    BOOST_TEST(rf[1] == 1.f);
    BOOST_TEST(rf[2] == 51 / 255.f);
    for (void* pointer : std::initializer_list<void*>{gray, three, four, rw, rs, rf})
        cutFree(pointer);
    BOOST_TEST(cutComparePPM("b.ppm", "b.ppm", 0.f, 0.f) == CUTTrue);
    BOOST_TEST(cutComparePPM("b.ppm", "a.ppm", 255.f, 1.f, true) == CUTFalse);
}

BOOST_AUTO_TEST_CASE(comparisons)
{
    const float f[] = {1, 2, 3, 4}, g[] = {1, 2, 3, 4.25f};
    const int i[] = {1, 2}, j[] = {1, 3};
    const unsigned int u[] = {1, 2}, v[] = {1, 3};
    const unsigned char b[] = {1, 2}, c[] = {1, 5};
    BOOST_TEST(cutComparef(f, f, 4));
    BOOST_TEST(!cutComparef(f, g, 4));
    BOOST_TEST(cutComparei(i, i, 2));
    BOOST_TEST(!cutComparei(i, j, 2));
    BOOST_TEST(cutCompareuit(u, v, 2, 1.f, 0.f));
    BOOST_TEST(!cutCompareuit(u, v, 2, .5f, .5f));
    BOOST_TEST(cutCompareuit(u, v, 2, .5f, .6f));
    BOOST_TEST(cutCompareub(b, b, 2));
    BOOST_TEST(!cutCompareub(b, c, 2));
    BOOST_TEST(cutCompareube(b, c, 2, 3));
    BOOST_TEST(!cutCompareube(b, c, 2, 2));
    BOOST_TEST(cutCompareubt(b, c, 2, 2.f, .6f));
    BOOST_TEST(!cutCompareubt(b, c, 2, 2.f, .5f));
    BOOST_TEST(cutComparefe(f, g, 4, .25f));
    BOOST_TEST(!cutComparefe(f, g, 4, .2f));
    BOOST_TEST(cutComparefet(f, g, 4, .2f, .3f));
    BOOST_TEST(!cutComparefet(f, g, 4, .2f, .25f));
    BOOST_TEST(cutCompareL2fe(f, g, 4, .05f)); // 0.25 of sqrt(30)
    BOOST_TEST(!cutCompareL2fe(f, g, 4, .04f));
    BOOST_TEST(!cutComparef(f, nullptr, 4));
    BOOST_TEST(cutCheckCondition(1, __FILE__, __LINE__));
    BOOST_TEST(!cutCheckCondition(0, __FILE__, __LINE__));
}

BOOST_AUTO_TEST_CASE(timers_are_the_same_in_all_sources_and_threads)
{
    unsigned int timer = 0, other = 0;
    CUT_SAFE_CALL(cutCreateTimer(&timer));
    CUT_SAFE_CALL(cutCreateTimer(&other))
    BOOST_TEST(timer != other);
    cutilCheckError(cutStartTimer(timer));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    BOOST_TEST(stop_in_a_c_source(timer));
    const float time = cutGetTimerValue(timer);
    BOOST_TEST(time >= 10.f);
    BOOST_TEST(cutGetTimerValue(timer) == time);
    BOOST_TEST(cutGetTimerValue(other) == 0.f);
    BOOST_TEST(cutStartTimer(timer));
    BOOST_TEST(cutStopTimer(timer));
    BOOST_TEST(cutGetAverageTimerValue(timer) == cutGetTimerValue(timer) / 2);
    BOOST_TEST(cutResetTimer(timer));
    BOOST_TEST(cutGetTimerValue(timer) == 0.f);
    const unsigned int of_c = timer_of_a_c_source();
    BOOST_TEST(of_c != timer);
    BOOST_TEST(cutStopTimer(of_c));
    BOOST_TEST(cutDeleteTimer(timer));
    BOOST_TEST(!cutDeleteTimer(timer));
    BOOST_TEST(!cutStartTimer(timer));
    BOOST_TEST(cutGetTimerValue(4711) == 0.f);

    std::vector<unsigned int> names(400);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([&names, t] {
            for (int k = 0; k < 100; k++)
                cutCreateTimer(&names[static_cast<std::size_t>(100 * t + k)]);
        });
    for (std::thread& thread : threads)
        thread.join();
    std::sort(names.begin(), names.end());
    BOOST_TEST((std::unique(names.begin(), names.end()) == names.end()));
    BOOST_TEST(names[0] != 0u);
}

BOOST_AUTO_TEST_CASE(devices_are_chosen)
{
    devices = {small, large, small};
    char program[] = "program", second[] = "--device=2", many[] = "-device=9", quiet[] = "--quiet";
    char* none[] = {program};
    char* two[] = {program, second, quiet};
    char* nine[] = {program, many};
    BOOST_TEST(cutGetMaxGflopsDeviceId() == 1);
    BOOST_TEST(cutGetMaxGflopsGraphicsDeviceId() == 1);
    BOOST_TEST(cutilChooseCudaDevice(1, none) == 1);
    BOOST_TEST(current == 1);
    BOOST_TEST(cutilChooseCudaDevice(3, two) == 2);
    BOOST_TEST(current == 2);
    BOOST_TEST(cutilDeviceInit(1, none) == 0);
    BOOST_TEST(cutilDeviceInit(2, nine) == 2); // the last one
    BOOST_TEST(cutilGLDeviceInit(1, none) == 0);
    BOOST_TEST(cutilChooseCudaGLDevice(1, none) == 1);
    CUT_DEVICE_INIT(1, none);
    BOOST_TEST(current == 0);
    CUT_DEVICE_INIT(3, two)
    BOOST_TEST(current == 2);
    CUT_DEVICE_INIT(); // without arguments, as in CUDA 1
    BOOST_TEST(current == 0);
    BOOST_TEST(cutilCudaCapabilities(8, 6));
    BOOST_TEST(!cutilCudaCapabilities(8, 7, 1, none));
    BOOST_TEST(_ConvertSMVer2Cores(2, 1) == 48);
    BOOST_TEST(ftoi(1.5f) == 2);
    BOOST_TEST(MIN(1, 2) + MAX(1, 2) == 3);
}

BOOST_AUTO_TEST_CASE(success_goes_on)
{
    last_error = cudaSuccess;
    CUDA_SAFE_CALL(cudaSuccess);
    CUDA_SAFE_CALL_NO_SYNC(cudaSuccess);
    CU_SAFE_CALL(CUDA_SUCCESS);
    CU_SAFE_CALL_NO_SYNC(CUDA_SUCCESS);
    CUFFT_SAFE_CALL(0);
    CUT_CHECK_ERROR("nothing");
    CUT_CONDITION(1 + 1 == 2);
    void* memory = nullptr;
    CUT_SAFE_MALLOC(memory = std::malloc(1));
    std::free(memory);
    cutilSafeCall(cudaSuccess);
    cutilSafeCallNoSync(cudaSuccess);
    cutilSafeThreadSync();
    cufftSafeCall(0);
    curandSafeCall(0);
    cublasSafeCall(0);
    cutilCheckMsg("nothing");
    cutilCheckMsgAndSync("nothing");
    cutilCudaCheckCtxLost("nothing");
    cutilSafeMalloc(memory = std::malloc(1));
    std::free(memory);
    cutilCondition(true);
    BOOST_TEST(cutilDeviceSynchronize() == cudaSuccess);
    BOOST_TEST(cutilDeviceReset() == cudaSuccess);
    const int array[] = {4, 5};
    BOOST_TEST(CUT_BANK_CHECKER(array, 1) == 5);
    BOOST_TEST(cutilBankChecker(array, 0) == 4);
    cutCheckBankAccess(0, 0, 0, 1, 1, 1, __FILE__, __LINE__, "array", 0);
}

namespace {
std::atomic<int> sum{0};
CUTBarrier barrier;

CUT_THREADPROC add(int* number)
{
    sum += *number;
    cutIncrementBarrier(&barrier);
    CUT_THREADEND;
}

void* add_and_return(void* number)
{
    add(static_cast<int*>(number));
    return nullptr;
}

CUT_THREADPROC add_any(void* number)
{
    add(static_cast<int*>(number));
    CUT_THREADEND;
}
} // namespace

BOOST_AUTO_TEST_CASE(threads_run)
{
    int numbers[] = {1, 10, 100};
    barrier = cutCreateBarrier(3);
    const CUT_THREADROUTINE routine = add_and_return;
    const CUTThread threads[] = {cutStartThread(routine, numbers), cutStartThread(routine, numbers + 1)};
    CUTThread last = cutStartThread(routine, numbers + 2);
    cutWaitForBarrier(&barrier);
    BOOST_TEST(sum == 111);
    cutWaitForThreads(threads, 2);
    cutEndThread(last);
    cutEndThread(cutStartThread(add_any, numbers)); // no cast
    BOOST_TEST(sum == 112);
    cutDestroyBarrier(&barrier);
    last = cutStartThread(
        [](void*) -> void* {
            for (;;)
                sleep(1);
        },
        nullptr);
    cutDestroyThread(last); // comes back
}
