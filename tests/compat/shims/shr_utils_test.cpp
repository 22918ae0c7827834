// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shrUtils.h and shrQATest.h.

#include "devices.h"
#include "folder.h"

#include <cutil_inline.h> // programs have both
#include <shrQATest.h>
#include <shrUtils.h>

#include <boost/test/unit_test.hpp>

extern "C" int log_in_a_c_source(const char* text);

namespace {

struct in_a_folder {
    folder here;
};

int cleaned = 0;
void clean(int status) { cleaned = status; }

} // namespace

BOOST_FIXTURE_TEST_CASE(the_log_is_a_file_as_well, in_a_folder)
{
    shrSetLogFileName("log.txt");
    BOOST_TEST(shrLog("%d lines\n", 2) == 0);
    log_in_a_c_source("of all sources\n");
    shrLogEx(LOGCONSOLE, 0, "not in the file\n");
    shrLogEx(LOGFILE | ERRORMSG, 7, "line %i\n", 3);
    BOOST_TEST(folder::read("log.txt") == "2 lines\nof all sources\n\n !!! Error # 7 at line 3\n");
    shrLogEx(LOGBOTH | CLOSELOG, 0, "end\n");
    shrLogEx(LOGFILE | CLOSELOG, 0, "and on\n");
    BOOST_TEST(folder::read("log.txt").find("2 lines") == 0u);
    BOOST_TEST(folder::read("log.txt").find("end\nand on\n") != std::string::npos);
    shrLogEx(LOGFILE | ERRORMSG | CLOSELOG, 1, STDERROR);
    BOOST_TEST(folder::read("log.txt").find("shr_utils_test.cpp, line ") != std::string::npos);
    shrLogEx(MASTER, 0, "one, 1\n");
    shrLogEx(MASTER, 0, "two, 2\n");
    BOOST_TEST(folder::read(MASTERLOGFILE) == "one, 1\ntwo, 2\n");
    shrSetLogFileName("log.txt");
    shrLogEx(LOGFILE | APPENDMODE | CLOSELOG, 0, "appended\n");
    BOOST_TEST(folder::read("log.txt").find("2 lines") == 0u);
    shrSetLogFileName(nullptr);
    shrLogEx(LOGBOTH | CLOSELOG, 0, HDASHLINE);
    BOOST_TEST(folder::read(DEFAULTLOGFILE).size() == 60u);
    shrSetLogFileName("no/folder.txt");
    BOOST_TEST(shrLog("on the console alone\n") == 0);
    shrSetLogFileName("log.txt");
    float array[2] = {1, 2};
    shrPrintArray(array, 2);
    shrLogEx(LOGFILE | CLOSELOG, 0, "");
    BOOST_TEST(folder::read("log.txt") == "0: 1.000\n1: 2.000\n");
}

BOOST_AUTO_TEST_CASE(numbers)
{
    BOOST_TEST(shrRoundUp(256, 1000) == 1024u);
    BOOST_TEST(shrRoundUp(256, 1024) == 1024u);
    BOOST_TEST(shrRoundUp(3, 0) == 0u);
    BOOST_TEST(shrDeltaT(0) == 0.);
    const double first = shrDeltaT(0);
    BOOST_TEST(first >= 0.);
    BOOST_TEST(first < 10.); // seconds
    BOOST_TEST(shrDeltaT(1) == 0.);
    BOOST_TEST(shrDeltaT(8) == -1.);
    float filled[100];
    shrFillArray(filled, 100);
    BOOST_TEST(*std::max_element(filled, filled + 100) <= 1.f);
    BOOST_TEST(*std::min_element(filled, filled + 100) >= 0.f);
    BOOST_TEST(filled[0] != filled[1]);
    BOOST_TEST(CLAMP(5, 1, 3) == 3);
    BOOST_TEST(CLAMP(0, 1, 3) == 1);
    BOOST_TEST(TOPCLAMP(5, 3) == 3);
    BOOST_TEST(MIN(1, 2) + MAX(1, 2) == 3);
    BOOST_TEST(ConvertSMVer2Cores(1, 3) == 8);
    const auto checked = [](shrBOOL value) {
        ARGCHECK(value);
        return shrTRUE;
    };
    BOOST_TEST(checked(shrTRUE) == shrTRUE);
    BOOST_TEST(checked(shrFALSE) == shrFALSE);
}

BOOST_FIXTURE_TEST_CASE(files_and_images, in_a_folder)
{
    const float f[] = {.5f};
    const double d[] = {.1};
    const int i[] = {-7};
    const unsigned int ui[] = {7};
    const char b[] = {-1};
    const unsigned char ub[] = {255};
    float* rf = nullptr;
    double* rd = nullptr;
    int* ri = nullptr;
    unsigned int* rui = nullptr;
    char* rb = nullptr;
    unsigned char* rub = nullptr;
    unsigned int n = 0, w = 0, h = 0;
    BOOST_TEST(shrWriteFilef("f", f, 1, 0.f) == shrTRUE);
    BOOST_TEST(shrWriteFiled("d", d, 1, 0.) == shrTRUE);
    BOOST_TEST(shrWriteFilei("i", i, 1) == shrTRUE);
    BOOST_TEST(shrWriteFileui("ui", ui, 1) == shrTRUE);
    BOOST_TEST(shrWriteFileb("b", b, 1) == shrTRUE);
    BOOST_TEST(shrWriteFileub("ub", ub, 1) == shrTRUE);
    BOOST_TEST((shrReadFilef("f", &rf, &n) && *rf == *f && n == 1));
    BOOST_TEST((shrReadFiled("d", &rd, &n) && *rd == *d));
    BOOST_TEST((shrReadFilei("i", &ri, &n) && *ri == *i));
    BOOST_TEST((shrReadFileui("ui", &rui, &n) && *rui == *ui));
    BOOST_TEST((shrReadFileb("b", &rb, &n) && *rb == *b));
    BOOST_TEST((shrReadFileub("ub", &rub, &n) && *rub == *ub));
    BOOST_TEST(shrReadFilef("missing", &rf, &n) == shrFALSE);
    unsigned char* const raw = shrLoadRawFile("ub", 3);
    BOOST_TEST_REQUIRE(raw);
    BOOST_TEST(raw[0] == '2');
    BOOST_TEST(shrLoadRawFile("ub", 300) == static_cast<unsigned char*>(nullptr));
    char* const path = shrFindFilePath("ub", "program");
    BOOST_TEST(path == "ub");
    for (void* pointer : std::initializer_list<void*>{rf, rd, ri, rui, rb, rub, raw, path})
        shrFree(pointer);

    unsigned char bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255}, *gray = nullptr, *three = nullptr, *four = nullptr;
    BOOST_TEST(shrSavePGMub("a.pgm", bytes, 4, 3) == shrTRUE);
    BOOST_TEST(shrSavePPMub("a.ppm", bytes, 2, 2) == shrTRUE);
    BOOST_TEST(shrSavePPM4ub("b.ppm", bytes, 3, 1) == shrTRUE);
    BOOST_TEST((shrLoadPGMub("a.pgm", &gray, &w, &h) && gray[11] == 255));
    BOOST_TEST((shrLoadPPMub("a.ppm", &three, &w, &h) && three[11] == 255));
    BOOST_TEST((shrLoadPPM4ub("b.ppm", &four, &w, &h) && four[10] == 10 && four[11] == 0));
    BOOST_TEST(shrLoadPPM4ub("a.pgm", &four, &w, &h) == shrFALSE);
    BOOST_TEST(shrComparePPM("b.ppm", "b.ppm", 0.f, 0.f) == shrTRUE);
    BOOST_TEST(shrComparePPM("b.ppm", "a.ppm", 255.f, 0.f) == shrFALSE);
    BOOST_TEST(shrComparePGM("a.pgm", "a.pgm", 0.f, 0.f) == shrTRUE);
    for (void* pointer : {gray, three, four})
        shrFree(pointer);
}

BOOST_AUTO_TEST_CASE(comparisons)
{
    const float f[] = {1, 2, 3, 4}, g[] = {1, 2, 3, 4.25f};
    const int i[] = {1, 2}, j[] = {1, 3};
    const unsigned int u[] = {1, 2}, v[] = {1, 3};
    const unsigned char b[] = {1, 2}, c[] = {1, 5};
    BOOST_TEST((shrComparef(f, f, 4) && !shrComparef(f, g, 4)));
    BOOST_TEST((shrComparei(i, i, 2) && !shrComparei(i, j, 2)));
    BOOST_TEST((shrCompareuit(u, v, 2, 1.f, 0.f) && !shrCompareuit(u, v, 2, .5f, .5f)));
    BOOST_TEST((shrCompareub(b, b, 2) && !shrCompareub(b, c, 2)));
    BOOST_TEST((shrCompareube(b, c, 2, 3.f) && !shrCompareube(b, c, 2, 2.f)));
    BOOST_TEST((shrCompareubt(b, c, 2, 2.f, .6f) && !shrCompareubt(b, c, 2, 2.f, .5f)));
    BOOST_TEST((shrComparefe(f, g, 4, .25f) && !shrComparefe(f, g, 4, .2f)));
    BOOST_TEST((shrComparefet(f, g, 4, .2f, .3f) && !shrComparefet(f, g, 4, .2f, .25f)));
    BOOST_TEST((shrCompareL2fe(f, g, 4, .05f) && !shrCompareL2fe(f, g, 4, .04f)));
}

BOOST_AUTO_TEST_CASE(the_command_line)
{
    const char* arguments[] = {"program", "--n=-17", "--scale=0.5", "--file=a", "--list=[a]", "--flag"};
    int n = 0;
    unsigned int u = 0;
    float scale = 0;
    char *text = nullptr, *list[1] = {};
    BOOST_TEST((shrCheckCmdLineFlag(6, arguments, "flag") && !shrCheckCmdLineFlag(6, arguments, "fla")));
    BOOST_TEST((shrGetCmdLineArgumenti(6, arguments, "n", &n) && n == -17));
    BOOST_TEST((shrGetCmdLineArgumentf(6, arguments, "scale", &scale) && scale == .5f));
    BOOST_TEST(!shrGetCmdLineArgumentu(6, arguments, "flag", &u));
    arguments[5] = "--u=4294967295";
    BOOST_TEST((shrGetCmdLineArgumentu(6, arguments, "u", &u) && u == 4294967295u));
    BOOST_TEST((shrGetCmdLineArgumentstr(6, arguments, "file", &text) && std::string(text) == "a"));
    BOOST_TEST((shrGetCmdLineArgumentListstr(6, arguments, "list", list, &u) && u == 1));
    shrFree(text), shrFree(list[0]);
    BOOST_TEST(!shrGetCmdLineArgumentstr(6, arguments, "missing", &text));
    BOOST_TEST(static_cast<void*>(text) == nullptr);
}

BOOST_FIXTURE_TEST_CASE(an_error_calls_the_cleanup, in_a_folder)
{
    shrSetLogFileName("log.txt");
    shrCheckErrorEX(0, 0, clean);
    shrCheckError(shrTRUE, shrTRUE);
    BOOST_TEST(cleaned == 0);
    shrCheckErrorEX(-5, 0, clean);
    BOOST_TEST(cleaned == EXIT_FAILURE);
    BOOST_TEST(folder::read("log.txt").find("Error # -5 at line ") != std::string::npos);
    shrSetLogFileName(nullptr);
}
