// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// helper_functions.h: images, files of numbers, comparisons, paths, timers, exceptions.

#include "folder.h"

#include <helper_functions.h>
#include <sdkHelper.h>
#include <timer.h>

#include <chrono>
#include <limits>
#include <thread>

#include <boost/test/unit_test.hpp>

namespace {

struct in_a_folder {
    folder here;
};

const std::string six{"\x00\x01\x7f\x80\xfe\xff", 6};

// Gives the text that a function prints to stderr.
template <class Function>
std::string complaint(Function&& function)
{
    std::fflush(stderr);
    const int terminal = dup(2);
    FILE* const file = std::tmpfile();
    dup2(fileno(file), 2);
    function();
    std::fflush(stderr);
    dup2(terminal, 2);
    close(terminal);
    std::string text(static_cast<std::size_t>(std::ftell(file) >= 0 ? lseek(fileno(file), 0, SEEK_END) : 0), ' ');
    std::rewind(file);
    text.resize(std::fread(&text[0], 1, text.size(), file));
    std::fclose(file);
    return text;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(images, in_a_folder)

BOOST_AUTO_TEST_CASE(a_pgm_is_read_in_every_type)
{
    folder::write("a.pgm", "P5\n# by hand\n3 2\n# and more\n255\n" + six);
    unsigned char* bytes = nullptr;
    float* floats = nullptr;
    unsigned int* words = nullptr;
    unsigned short* shorts = nullptr;
    unsigned int w = 0, h = 0;
    BOOST_TEST_REQUIRE(sdkLoadPGM("a.pgm", &bytes, &w, &h));
    BOOST_TEST(w == 3u);
    BOOST_TEST(h == 2u);
    BOOST_TEST_REQUIRE(sdkLoadPGM<float>("a.pgm", &floats, &w, &h));
    BOOST_TEST_REQUIRE(sdkLoadPGM("a.pgm", &words, &w, &h));
    BOOST_TEST_REQUIRE(sdkLoadPGM("a.pgm", &shorts, &w, &h));
    for (int i = 0; i < 6; i++) {
        const auto byte = static_cast<unsigned char>(six[i]);
        BOOST_TEST(bytes[i] == byte);
        BOOST_TEST(words[i] == byte);
        BOOST_TEST(shorts[i] == byte);
        BOOST_TEST(floats[i] == static_cast<float>(byte) / 255.f);
    }
    std::free(bytes), std::free(floats), std::free(words), std::free(shorts);
}

BOOST_AUTO_TEST_CASE(what_was_written_is_read_again)
{
    std::vector<unsigned char> bytes(4 * 5 * 7);
    for (std::size_t i = 0; i < bytes.size(); i++)
        bytes[i] = static_cast<unsigned char>(i * 37);
    unsigned int w = 0, h = 0, channels = 0;
    unsigned char* read = nullptr;

    BOOST_TEST(sdkSavePGM("a.pgm", bytes.data(), 5, 7));
    BOOST_TEST(folder::read("a.pgm").size() == folder::read("a.pgm").find("255\n") + 4 + 35);
    BOOST_TEST_REQUIRE(sdkLoadPGM("a.pgm", &read, &w, &h));
    BOOST_TEST(std::equal(read, read + 35, bytes.begin()));
    std::free(read), read = nullptr;

    BOOST_TEST(sdkSavePPM4ub("a.ppm", bytes.data(), 5, 7));
    BOOST_TEST(folder::read("a.ppm").substr(0, 2) == "P6");
    BOOST_TEST_REQUIRE(sdkLoadPPM4("a.ppm", &read, &w, &h));
    BOOST_TEST(w * h == 35u);
    for (int i = 0; i < 4 * 35; i++)
        BOOST_TEST(read[i] == (i % 4 == 3 ? 0 : bytes[i]));
    std::free(read), read = nullptr;
    BOOST_TEST_REQUIRE(sdkLoadPPM4ub("a.ppm", &read, &w, &h));
    BOOST_TEST(read[4] == bytes[4]);

    BOOST_TEST(sdkSavePPMub("b.ppm", bytes.data(), 5, 7));
    std::free(read), read = nullptr;
    BOOST_TEST_REQUIRE(__loadPPM("b.ppm", &read, &w, &h, &channels));
    BOOST_TEST(channels == 3u);
    BOOST_TEST(std::equal(read, read + 105, bytes.begin()));
    BOOST_TEST(__savePPM("c.ppm", read, w, h, channels));
    BOOST_TEST(folder::read("c.ppm") == folder::read("b.ppm"));
    std::free(read);

    const float floats[] = {0.f, 1.f, .5f, 2.f, -1.f, 100 / 255.f};
    float* back = nullptr;
    BOOST_TEST(sdkSavePGM("f.pgm", floats, 6, 1));
    BOOST_TEST_REQUIRE(sdkLoadPGM("f.pgm", &back, &w, &h));
    BOOST_TEST(back[1] == 1.f);
    BOOST_TEST(back[2] == 127 / 255.f);
    BOOST_TEST(back[3] == 1.f);
    BOOST_TEST(back[4] == 0.f);
    BOOST_TEST(back[5] == floats[5]);
    std::free(back);
}

BOOST_AUTO_TEST_CASE(memory_of_the_caller_has_to_fit)
{
    folder::write("a.pgm", "P5 3 2 255\n" + six);
    unsigned char mine[6] = {}, *data = mine;
    unsigned int w = 3, h = 2;
    BOOST_TEST(sdkLoadPGM("a.pgm", &data, &w, &h));
    BOOST_TEST(data == mine);
    BOOST_TEST(mine[5] == 255);
    w = 2;
    BOOST_TEST(complaint([&] { BOOST_TEST(!sdkLoadPGM("a.pgm", &data, &w, &h)); }).find("room for 4") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_no_image_is_refused)
{
    unsigned char* data = nullptr;
    unsigned int w = 0, h = 0;
    const auto refused = [&](const char* name, const char* why) {
        const std::string text = complaint([&] { BOOST_TEST(!sdkLoadPGM(name, &data, &w, &h)); });
        BOOST_TEST(text.find(why) != std::string::npos, text << " has no " << why);
        BOOST_TEST(data == nullptr);
    };
    folder::write("empty.pgm", "");
    folder::write("text.pgm", "P2\n1 1\n255\n0\n");
    folder::write("short.pgm", "P5\n3 2\n255\nabc");
    folder::write("deep.pgm", "P5\n1 1\n65535\nab");
    folder::write("flat.pgm", "P5\n0 2\n255\n");
    folder::write("huge.pgm", "P5\n99999999999999 2\n255\n");
    folder::write("colour.pgm", "P6\n1 1\n255\nabc");
    std::filesystem::create_directory("folder.pgm");
    refused("missing.pgm", "no such file");
    refused("folder.pgm", "no such file");
    refused("empty.pgm", "not a PGM or PPM");
    refused("text.pgm", "not a PGM or PPM");
    refused("short.pgm", "ends before");
    refused("deep.pgm", "65535");
    refused("flat.pgm", "no size");
    refused("huge.pgm", "no size");
    refused("colour.pgm", "a PPM image, and not a PGM one");
    refused(nullptr, "No file name");
    complaint([&] {
        BOOST_TEST(!sdkLoadPPM4ub("text.pgm", &data, &w, &h));
        BOOST_TEST(!sdkSavePGM("no/folder.pgm", "a", 1, 1));
        BOOST_TEST(!sdkSavePGM("null.pgm", static_cast<unsigned char*>(nullptr), 1, 1));
    });
}

BOOST_AUTO_TEST_CASE(images_are_compared)
{
    std::vector<unsigned char> one(400, 10), other = one;
    other[0] = 13;
    other[401 - 2] = 99; // the fourth value of the last pixel, which is not in the file
    sdkSavePPM4ub("one.ppm", one.data(), 10, 10);
    sdkSavePPM4ub("other.ppm", other.data(), 10, 10);
    sdkSavePPM4ub("small.ppm", other.data(), 5, 5);
    BOOST_TEST(sdkComparePPM("one.ppm", "one.ppm", 0.f, 0.f, true));
    BOOST_TEST(sdkComparePPM("other.ppm", "one.ppm", 3.f, 0.f, false));
    complaint([] {
        BOOST_TEST(!sdkComparePPM("other.ppm", "one.ppm", 2.f, 0.f, false));
        BOOST_TEST(sdkComparePPM("other.ppm", "one.ppm", 2.f, .01f, false)); // 1 of 400
        BOOST_TEST(!sdkComparePPM("other.ppm", "one.ppm", 2.f, .0025f, false));
        BOOST_TEST(!sdkComparePPM("small.ppm", "one.ppm", 255.f, 1.f, false));
        BOOST_TEST(!sdkComparePPM("missing.ppm", "one.ppm", 255.f, 1.f, false));
    });
    sdkSavePGM("one.pgm", one.data(), 20, 20);
    sdkSavePGM("other.pgm", other.data(), 20, 20);
    BOOST_TEST(sdkComparePGM("one.pgm", "one.pgm", 0.f, 0.f, false));
    BOOST_TEST(!sdkComparePGM("other.pgm", "one.pgm", 3.f, 0.f, false));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(files, in_a_folder)

BOOST_AUTO_TEST_CASE(numbers_are_written_and_read_again)
{
    const std::vector<float> floats{0.1f, -3.5e-20f, 1e30f, 7.f};
    float* read = nullptr;
    unsigned int count = 0;
    BOOST_TEST(sdkWriteFile("floats", floats.data(), 4, 1e-3f, false));
    BOOST_TEST_REQUIRE(sdkReadFile("floats", &read, &count, false));
    BOOST_TEST_REQUIRE(count == 4u);
    BOOST_TEST(std::equal(floats.begin(), floats.end(), read));
    BOOST_TEST(sdkWriteFile("floats", floats.data(), 4, 1e-3f, false, true));
    complaint([&] { BOOST_TEST(!sdkReadFile("floats", &read, &count, false)); }); // there is room for four
    std::free(read), read = nullptr;
    BOOST_TEST(sdkReadFile("floats", &read, &count, false));
    BOOST_TEST(count == 8u);
    std::free(read);

    folder::write("words", "# a line that is no number\n1 -2\n\t3"); // no white space at the end
    int* words = nullptr;
    BOOST_TEST_REQUIRE(sdkReadFile("words", &words, &count, false));
    BOOST_TEST_REQUIRE(count == 3u);
    BOOST_TEST(words[1] == -2);
    BOOST_TEST(words[2] == 3);
    std::free(words), words = nullptr;
    folder::write("text", "1 2 three");
    BOOST_TEST(complaint([&] { BOOST_TEST(!sdkReadFile("text", &words, &count, false)); }).find("byte 4") !=
               std::string::npos);
    BOOST_TEST(complaint([&] { BOOST_TEST(!sdkReadFile("missing", &words, &count, false)); }).find("no such file") !=
               std::string::npos);
    BOOST_TEST(words == nullptr);
}

BOOST_AUTO_TEST_CASE(binary_files_are_compared)
{
    const float floats[] = {1.f, 2.f, 3.f, 4.f};
    float others[] = {1.f, 2.f, 3.f, 4.25f};
    sdkDumpBin(const_cast<float*>(floats), sizeof floats, "a.bin");
    std::filesystem::create_directory("data");
    sdkDumpBin(others, sizeof others, "data/reference.bin");
    BOOST_TEST(folder::read("a.bin").size() == 16u);
    BOOST_TEST(sdkCompareBin2BinFloat("a.bin", "a.bin", 4, 0.f, 0.f, nullptr));
    BOOST_TEST(!sdkCompareBin2BinFloat("a.bin", "reference.bin", 4, .125f, 0.f, "program"));
    BOOST_TEST(sdkCompareBin2BinFloat("a.bin", "reference.bin", 4, .25f, 0.f, "program"));
    BOOST_TEST(sdkCompareBin2BinFloat("a.bin", "reference.bin", 3, .125f, 0.f, "program"));
    complaint([&] {
        BOOST_TEST(sdkCompareBin2BinFloat("a.bin", "reference.bin", 4, .125f, .3f, "program"));
        BOOST_TEST(!sdkCompareBin2BinFloat("a.bin", "reference.bin", 5, .5f, 0.f, "program"));
        BOOST_TEST(!sdkCompareBin2BinFloat("a.bin", "missing.bin", 4, .5f, 0.f, "program"));
        BOOST_TEST(!sdkCompareBin2BinUint("a.bin", "reference.bin", 4, 1.f, 0.f, "program"));
    });
    BOOST_TEST(sdkCompareBin2BinUint("a.bin", "a.bin", 4, 0.f, 0.f, nullptr));
}

BOOST_AUTO_TEST_CASE(a_block_of_a_file_is_read)
{
    const int words[] = {0, 1, 2, 3, 4, 5};
    sdkDumpBin(const_cast<int*>(words), sizeof words, "blocks");
    int* blocks[3] = {};
    unsigned int count = 0;
    BOOST_TEST(sdkReadFileBlocks("blocks", blocks, &count, 1, 2, false));
    BOOST_TEST(count == 2u);
    BOOST_TEST(blocks[1][0] == 2);
    BOOST_TEST(blocks[1][1] == 3);
    complaint([&] { BOOST_TEST(!sdkReadFileBlocks("blocks", blocks, &count, 2, 3, false)); });
    std::free(blocks[1]), std::free(blocks[2]);
}

BOOST_AUTO_TEST_CASE(a_data_file_is_found)
{
    const auto found = [](const char* name, const char* program) {
        char* const path = sdkFindFilePath(name, program);
        const std::string text = path ? path : "";
        std::free(path);
        return text;
    };
    folder::write("here.txt", "");
    folder::write("data/data.txt", "");
    folder::write("src/mandel/data/sdk4.txt", "");
    folder::write("2_Graphics/mandel/data/sdk5.txt", "");
    folder::write("mandel/program.txt", "");
    folder::write("bin/linux/release/mandel", "");
    BOOST_TEST(found("here.txt", nullptr) == "here.txt");
    BOOST_TEST(found("data.txt", "./mandel") == "data/data.txt");
    BOOST_TEST(found("sdk4.txt", "bin/mandel") != "");
    BOOST_TEST(found("sdk4.txt", "bin/other") == "");
    BOOST_TEST(found("missing.txt", "bin/mandel") == "");
    BOOST_TEST(found("data", "mandel") == ""); // a folder
    std::filesystem::current_path("bin/linux/release");
    for (const char* name : {"sdk4.txt", "sdk5.txt", "program.txt", "data.txt", "here.txt"})
        BOOST_TEST(std::filesystem::is_regular_file(found(name, "./mandel")), name);
    std::filesystem::current_path("/");
    const std::string program = (here.path / "bin/linux/release/mandel").string();
    BOOST_TEST(std::filesystem::is_regular_file(found("sdk4.txt", program.c_str())));
    BOOST_TEST(found("sdk4.txt", "mandel") == "");
    BOOST_TEST(found(nullptr, "mandel") == "");
    BOOST_TEST(found((here.path / "here.txt").c_str(), nullptr) == (here.path / "here.txt").string());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(data_are_compared)
{
    const float reference[] = {1.f, -2.f, 3.f, 4.f};
    float data[] = {1.f, -2.25f, 3.f, 4.f};
    BOOST_TEST(compareData(reference, data, 4, .25f, 0.f));
    BOOST_TEST(!compareData(reference, data, 4, .2f, 0.f));
    BOOST_TEST(compareData(reference, data, 4, .2f, .5f));
    BOOST_TEST(!compareData(reference, data, 4, .2f, .25f)); // exactly the threshold's part is too many
    data[1] = std::numeric_limits<float>::quiet_NaN();
    BOOST_TEST(!compareData(reference, data, 4, 1e30f, 0.f));
    data[1] = -2.0009f;
    BOOST_TEST(!compareData(reference, data, 4, 0.f, 0.f));
    BOOST_TEST(compareDataAsFloatThreshold(reference, data, 4, 0.f, 0.f)); // MIN_EPSILON_ERROR
    BOOST_TEST(MIN_EPSILON_ERROR == 1e-3f);
    data[1] = -2.25f; // norms: 0.25 and sqrt(30)
    BOOST_TEST(sdkCompareL2fe(reference, data, 4, .05f));
    BOOST_TEST(!sdkCompareL2fe(reference, data, 4, .04f));
    const float zeros[4] = {};
    BOOST_TEST(!sdkCompareL2fe(zeros, zeros, 4, 1.f));
    BOOST_TEST(!sdkCompareL2fe(nullptr, data, 4, 1.f));
}

BOOST_AUTO_TEST_CASE(a_watch_adds_up_its_sessions)
{
    StopWatchInterface* timer = nullptr;
    BOOST_TEST(!sdkStartTimer(&timer));
    BOOST_TEST(sdkGetTimerValue(&timer) == 0.f);
    BOOST_TEST(sdkGetAverageTimerValue(&timer) == 0.f);
    BOOST_TEST_REQUIRE(sdkCreateTimer(&timer));
    BOOST_TEST(sdkGetTimerValue(&timer) == 0.f);
    const auto session = [&] {
        BOOST_TEST(sdkStartTimer(&timer));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        BOOST_TEST(sdkStopTimer(&timer));
    };
    session();
    const float first = sdkGetTimerValue(&timer);
    BOOST_TEST(first >= 20.f); // milliseconds
    BOOST_TEST(first < 20000.f);
    BOOST_TEST(sdkGetTimerValue(&timer) == first);
    BOOST_TEST(sdkStopTimer(&timer)); // it does not run
    BOOST_TEST(sdkGetTimerValue(&timer) == first);
    session();
    const float both = sdkGetTimerValue(&timer);
    BOOST_TEST(both >= first + 20.f);
    BOOST_TEST(sdkGetAverageTimerValue(&timer) == both / 2);
    sdkStartTimer(&timer);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    BOOST_TEST(sdkGetTimerValue(&timer) >= both + 2.f); // while it runs
    BOOST_TEST(sdkGetAverageTimerValue(&timer) == both / 2);
    BOOST_TEST(sdkResetTimer(&timer));
    BOOST_TEST(sdkGetTimerValue(&timer) < both);
    sdkStopTimer(&timer);
    sdkResetTimer(&timer);
    BOOST_TEST(sdkGetTimerValue(&timer) == 0.f);
    BOOST_TEST(timer->getTime() == 0.f);
    BOOST_TEST(sdkDeleteTimer(&timer));
    BOOST_TEST(timer == nullptr);
    StopWatchLinux watch;
    watch.start();
    BOOST_TEST(watch.getAverageTime() == 0.f);
}

BOOST_AUTO_TEST_CASE(exceptions_say_where)
{
    const auto says = [](const std::exception& error) {
        return std::string(error.what()).find("helper_functions_test.cpp") != std::string::npos &&
               std::string(error.what()).find("the reason") != std::string::npos;
    };
    BOOST_CHECK_EXCEPTION(RUNTIME_EXCEPTION("the reason"), std::runtime_error, says);
    BOOST_CHECK_EXCEPTION(LOGIC_EXCEPTION(std::string("the reason")), std::logic_error, says);
    BOOST_CHECK_EXCEPTION(RANGE_EXCEPTION("the reason"), Exception<std::range_error>, says);
}

BOOST_AUTO_TEST_CASE(strings)
{
    char name[] = "lena.tar.pgm", none[] = "lena", *extension = nullptr;
    BOOST_TEST(getFileExtension(name, &extension) == 8);
    BOOST_TEST(extension == "pgm");
    BOOST_TEST(getFileExtension(none, &extension) == 0);
    BOOST_TEST(extension == nullptr);
    BOOST_TEST(stringRemoveDelimiter('-', "--name") == 2);
    BOOST_TEST(STRCASECMP("Yes", "yES") == 0);
    BOOST_TEST(STRNCASECMP("Yes", "yEt", 2) == 0);
    char copy[8];
    STRCPY(copy, 8, "seven");
    int number = 0;
    BOOST_TEST(SSCANF("7", "%d", &number) == 1);
    SPRINTF(copy, "%d", number);
    BOOST_TEST(copy == "7");
    FILE* file;
    FOPEN(file, "/no/such/file", "r");
    BOOST_TEST(FOPEN_FAIL(file));
    BOOST_TEST(EXIT_WAIVED == 2);
    BOOST_TEST(MIN(2, 3) + MAX(2, 3) == 5);
}

BOOST_AUTO_TEST_CASE(the_watch_of_timer_h)
{
    StartTimer();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double first = GetTimer();
    BOOST_TEST(first >= 20);
    BOOST_TEST(GetTimer() >= first); // it goes on
    StartTimer();
    const auto began = std::chrono::steady_clock::now();
    const double again = GetTimer();
    BOOST_TEST(again >= 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::chrono::duration<double, std::milli> later = std::chrono::steady_clock::now() - began;
    BOOST_TEST(again < later.count()); // starts from zero
}
