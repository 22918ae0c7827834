// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of kernels as in their sources.
#include <boost/test/unit_test.hpp>

#include "machine/kernel_name.h"

using cuda_emulator::kernel_name;

BOOST_AUTO_TEST_CASE(names)
{
    BOOST_TEST(kernel_name("_Z10readOffsetPfS_S_ii") == "readOffset");
    BOOST_TEST(kernel_name("_Z6kernelv") == "kernel");
    // extern "C": nothing is mangled
    BOOST_TEST(kernel_name("plain") == "plain");
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
