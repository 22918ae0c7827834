// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules of cuda-legacy-scan find in build files, and what the scanner reads of compile commands.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "files/compile_commands.hpp"
#include "rules/rules.hpp"

using namespace scanner;

namespace {

using words = std::vector<std::string>;

words build_file(const std::string& text, const char* path = "CMakeLists.txt", step asked = {})
{
    std::vector<finding> found;
    find_in_build_file(path, text, asked, found);
    words result;
    for (const finding& one : found)
        result.push_back(one.name);
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(build_files)

BOOST_AUTO_TEST_CASE(architectures)
{
    BOOST_TEST(build_file("-gencode arch=compute_35,code=sm_35 -gencode arch=compute_75,code=sm_75\n", "Makefile") ==
               (words{"compute_35", "sm_35"}));
    BOOST_TEST(build_file("# sm_20\nx = sm_20 # sm_30\n", "Makefile") == words{"sm_20"});
    BOOST_TEST(build_file("set(CMAKE_CUDA_ARCHITECTURES 52 70-real 75 90)\nset(other 52)\n") == (words{"52", "70"}));
    BOOST_TEST(build_file("set_target_properties(a PROPERTIES CUDA_ARCHITECTURES \"60;80\")\n") == words{"60"});
    BOOST_TEST(build_file("x = compute_100 sm_120a sm_90a\n", "Makefile").empty());
    BOOST_TEST(build_file("x = sm_35 sm_60\n", "Makefile", {11000, 12000}) == words{"sm_35"});
    BOOST_TEST(build_file("set_target_properties(a\n  PROPERTIES CUDA_ARCHITECTURES \"${ALL}\"\n  CXX_STANDARD 20\n  "
                          "CUDA_STANDARD 20)\n")
                   .empty());
    BOOST_TEST(build_file("set(CMAKE_CUDA_ARCHITECTURES ${ALL} 60 CACHE STRING \"as of 20\")\n") == words{"60"});
    // 101 became 110.
    BOOST_TEST(build_file("x = sm_100 sm_101a sm_103 sm_110\n", "Makefile") == words{"sm_101a"});
    BOOST_TEST(build_file("x = sm_101a\n", "Makefile", {0, 12090}).empty());
}

namespace {

// A build file as --fix leaves it.
std::string fixed(const std::string& text, const char* path = "CMakeLists.txt", step asked = {})
{
    std::vector<finding> found;
    find_in_build_file(path, text, asked, found);
    edit_list edits;
    for (const finding& one : found)
        if (one.fix == fix_kind::mechanical && !one.edits.empty()) edits.add(one.edits);
    return edits.applied_to(text);
}

} // namespace

BOOST_AUTO_TEST_CASE(what_has_one_right_answer)
{
    BOOST_TEST(fixed("target_link_libraries(a CUDA::nvToolsExt)\n") == "target_link_libraries(a CUDA::nvtx3)\n");
    BOOST_TEST(fixed("target_link_libraries(a nvToolsExt)\n") == "target_link_libraries(a nvToolsExt)\n");
    BOOST_TEST(fixed("LIBS = -lcudart -lnvToolsExt -lm\n", "Makefile") == "LIBS = -lcudart -lm\n");
    BOOST_TEST(fixed("LIBS=-lnvToolsExt\n", "Makefile") == "LIBS=\n");
    BOOST_TEST(fixed("libraries=['-lnvToolsExt']\n", "setup.py") == "libraries=['-lnvToolsExt']\n");
    BOOST_TEST(fixed("NVCC = nvcc -m32 -O2\nCC = gcc -m32\n", "Makefile") == "NVCC = nvcc -O2\nCC = gcc -m32\n");
    // Architectures: as long as one of the line's list stays.
    const auto list = [](const std::string& words) { return fixed("set(CMAKE_CUDA_ARCHITECTURES " + words + ")\n"); };
    const auto with = [](const std::string& words) { return "set(CMAKE_CUDA_ARCHITECTURES " + words + ")\n"; };
    BOOST_TEST(list("52 70-real 75 90") == with("75 90"));
    BOOST_TEST(list("\"60;80\"") == with("\"80\""));
    BOOST_TEST(list("75;60-virtual;50") == with("75"));
    BOOST_TEST(list("80 60 90 35") == with("80 90"));
    BOOST_TEST(list("35 60") == with("35 60"));
    BOOST_TEST(list("OFF") == with("OFF"));
}

BOOST_AUTO_TEST_CASE(dialects)
{
    BOOST_TEST(build_file("NVCCFLAGS = -std=c++14\nCXXFLAGS = -std=c++11\n", "Makefile") == words{"-std=c++14"});
    BOOST_TEST(build_file("set(CMAKE_CUDA_STANDARD 14)\nset(CMAKE_CXX_STANDARD 11)\n") ==
               words{"CMAKE_CUDA_STANDARD 14"});
    BOOST_TEST(
        build_file("set(CMAKE_CUDA_STANDARD 17)\nNVCC = nvcc -std=c++17\nset(CMAKE_CUDA_STANDARD ${X})\n").empty());
    BOOST_TEST(build_file("extra={'nvcc': ['-O2', '-std=c++14']}\n", "setup.py") == words{"-std=c++14"});
}

BOOST_AUTO_TEST_CASE(visual_studio)
{
    const step next{0, 13020};
    const std::string project =
        "<Import Project=\"$(VCTargetsPath)\\CUDA 12.4.props\" />\n<CudaCompile>\n</CudaCompile>\n";
    BOOST_TEST(build_file(project, "a.vcxproj", next) == (words{"CUDA 12.4", "CudaCompile"}));
    BOOST_TEST(build_file(project, "a.vcxproj", {0, 12040}).empty());
    BOOST_TEST(build_file("<CudaCompile>\n<X>-Xcompiler /Zc:preprocessor</X>\n", "a.vcxproj", next).empty());
    BOOST_TEST(build_file("<ClCompile>\n", "a.vcxproj", next).empty());
    const std::string cmake = "project(a LANGUAGES CXX CUDA)\nif(MSVC)\nendif()\nif(MSVC)\nendif()\n";
    BOOST_TEST(build_file(cmake, "CMakeLists.txt", next) == words{"MSVC"});
    BOOST_TEST(build_file(cmake).empty()); // CUDA 13.0 warns
    BOOST_TEST(build_file(cmake + "add_compile_options(/Zc:preprocessor)\n", "CMakeLists.txt", next).empty());
    BOOST_TEST(build_file("project(a LANGUAGES CXX)\nif(MSVC)\nendif()\n", "CMakeLists.txt", next).empty());
}

BOOST_AUTO_TEST_CASE(options_and_modules)
{
    BOOST_TEST(build_file("NVCCFLAGS = -m32\nCFLAGS = -m32\n", "Makefile") == words{"-m32"});
    BOOST_TEST(build_file("find_package(CUDA REQUIRED)\nfind_package(CUDAToolkit)\ncuda_add_executable(a a.cu)\n") ==
               (words{"find_package(CUDA)", "cuda_add_executable"}));
    BOOST_TEST(build_file("target_link_libraries(a CUDA::nvToolsExt)\n") == words{"nvToolsExt"});
    BOOST_TEST(build_file("LIBS = -lnvToolsExt\n", "Makefile") == words{"lnvToolsExt"});
    BOOST_TEST((is_build_file("a/Makefile") && is_build_file("x.cmake") && !is_build_file("a.cu")));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(compile_settings_of_files)

namespace {

words names_with(const std::string& text, const words& command)
{
    const compile_settings settings = settings_of(command);
    std::vector<finding> found;
    program source;
    source.read("a.cu", text, 13000, &settings);
    find_in_source({source, {}, found});
    words result;
    for (const finding& one : found)
        result.push_back(one.name);
    return result;
}

} // namespace

BOOST_AUTO_TEST_CASE(words_of_commands)
{
    BOOST_TEST(words_of_command("nvcc  -DA=\\\"x\\\" '-D B' \"c d\\\\\"e f\\ g \"\"") ==
               (words{"nvcc", "-DA=\"x\"", "-D B", "c d\\e", "f g", ""}));
}

BOOST_AUTO_TEST_CASE(macros)
{
    const std::string text = "#ifdef OLD\ntexture<int> t;\n#else\nint t;\n#endif\n";
    BOOST_TEST(names_with(text, {"nvcc"}) == words{"texture"});
    BOOST_TEST(names_with(text, {"nvcc", "-DOLD"}) == words{"texture"});
    BOOST_TEST(names_with("#ifndef NEW\n" + text + "#endif\n", {"nvcc", "-D", "NEW"}).empty());
    BOOST_TEST(names_with("#ifndef NEW\n" + text + "#endif\n", {"nvcc", "-DNEW", "-UNEW"}) == words{"texture"});
    BOOST_TEST(names_with("#if !defined(NEW) || NEW < 3\n" + text + "#endif\n", {"nvcc", "-DNEW=3"}).empty());
    BOOST_TEST(names_with("#if NEW < 4\n" + text + "#endif\n", {"nvcc", "-DNEW=3"}) == words{"texture"});
}

BOOST_AUTO_TEST_CASE(architectures)
{
    const std::string text = "#if __CUDA_ARCH__ < 800\ntexture<int> t;\n#endif\n";
    BOOST_TEST(names_with(text, {"nvcc"}) == words{"texture"});
    BOOST_TEST(names_with(text, {"nvcc", "-arch=sm_90"}).empty());
    BOOST_TEST(names_with(text, {"nvcc", "-arch", "sm_90"}).empty());
    BOOST_TEST(names_with(text, {"nvcc", "--generate-code=arch=compute_80,code=[compute_80,sm_80]", "-gencode",
                                 "arch=compute_75,code=sm_75"}) == words{"texture"});
    BOOST_TEST(names_with(text, {"nvcc", "-arch=native"}) == words{"texture"});
}

BOOST_AUTO_TEST_SUITE_END()
