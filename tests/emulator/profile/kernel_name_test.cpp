// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of kernels as in their sources.
#include <boost/test/unit_test.hpp>

#include "machine/kernel_name.h"

using cuda_emulator::kernel_name;
using cuda_emulator::name_in_message;

BOOST_AUTO_TEST_CASE(names)
{
    BOOST_TEST(kernel_name("_Z10readOffsetPfS_S_ii") == "readOffset");
    BOOST_TEST(kernel_name("_Z6kernelv") == "kernel");
    // extern "C": nothing is mangled
    BOOST_TEST(kernel_name("plain") == "plain");
    BOOST_TEST(kernel_name("c") == "c"); // not "char"
    // template <class T, int N> __global__ void reduce(const T*, T*)
    BOOST_TEST(kernel_name("_Z6reduceIfLi256EEvPKT_PS0_") == "reduce<float, 256>");
    // a function pointer among the template's and the function's arguments
    BOOST_TEST(kernel_name("_Z5applyIXadL_Z3twofEEEvPFffE") == "apply<&(two(float))>");
    // an unnamed namespace, for which nvcc has a name of its own, around kernels and among template arguments
    BOOST_TEST(kernel_name("_ZN36_GLOBAL__N__ba2dc426_8_names_cu_main6kernelEPi") == "(anonymous namespace)::kernel");
    BOOST_TEST(kernel_name("_ZN36_GLOBAL__N__ba2dc426_8_names_cu_main2tkIfEEvPT_") ==
               "(anonymous namespace)::tk<float>");
    BOOST_TEST(kernel_name("_Z3appIN36_GLOBAL__N__ba2dc426_8_names_cu_main2opEEvT_Pi") ==
               "app<(anonymous namespace)::op>");
    // a lambda
    BOOST_TEST(kernel_name("_Z3appIZ4mainEUliE_EvT_Pi") == "app<main::{lambda(int)#1}>");
    BOOST_TEST(kernel_name("_ZN5outer5inner1kEi") == "outer::inner::k");
}

BOOST_AUTO_TEST_CASE(names_in_messages)
{
    BOOST_TEST(name_in_message("_Z6reduceIfLi256EEvPKT_PS0_") == "void reduce<float, 256>(float const*, float*)");
    BOOST_TEST(name_in_message("plain") == "plain");
    // template <class, class> struct pair {}; template <class T> __global__ void sort(T)
    const auto sort_of = [](const std::string& type) { return name_in_message("_Z4sortI" + type + "EvT_"); };
    std::string type = "i";
    const auto nest = [&](int times) {
        for (int k = 0; k < times; ++k)
            type = "4pairI" + type + "dE";
    };
    nest(3);
    BOOST_TEST(sort_of(type) == "void sort<pair<pair<pair<int, double>, double>, double> >"
                                "(pair<pair<pair<int, double>, double>, double>)");
    nest(12);
    BOOST_TEST(
        sort_of(type) ==
        "void sort<pair<pair<pair<pair<pair<pair<pair<...>, double>, double>, double>, double>, double>, double> >"
        "(pair<pair<pair<pair<pair<pair<pair<...>, double>, double>, double>, double>, double>, double>)");
    // too long at any depth
    const std::string word(150, 'a');
    BOOST_TEST(sort_of("150" + word) == "void sort<...>(...)");
}
