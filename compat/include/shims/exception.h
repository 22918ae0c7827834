/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' exception.h: standard exceptions whose text has the place of the throw. C++. The folder
//! compat/include/shims is on the include path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_EXCEPTION_H
    #define CUDA_LEGACY_SHIMS_EXCEPTION_H

    // The guards of the original in its versions: where a program has both, the first one counts.
    #if !defined(COMMON_EXCEPTION_H_) && !defined(_EXCEPTION_H_)
        #define COMMON_EXCEPTION_H_
        #define _EXCEPTION_H_

        #if defined(__cplusplus)

            #include <cstdlib>
            #include <exception>
            #include <iostream>
            #include <sstream>
            #include <stdexcept>
            #include <string>

//! An exception of the standard library, whose text begins with a file and a line.
template <class Std_Exception>
class Exception : public Std_Exception {
public:
    static void throw_it(const char* __file, const int __line, const char* __detailed = "-")
    {
        std::ostringstream __text;
        __text << "Exception in file '" << __file << "' in line " << __line << "\nDetailed description: " << __detailed
               << "\n";
        throw Exception(__text.str());
    }
    static void throw_it(const char* __file, const int __line, const std::string& __detailed)
    {
        throw_it(__file, __line, __detailed.c_str());
    }
    virtual ~Exception() throw() {}

private:
    explicit Exception(const std::string& __text)
        : Std_Exception(__text)
    {
    }
};

//! Prints the text of an exception to stderr and ends the program with EXIT_FAILURE.
template <class Exception_Typ>
inline void handleException(const Exception_Typ& __ex)
{
    std::cerr << __ex.what() << std::endl;
    std::exit(EXIT_FAILURE);
}

            #define RUNTIME_EXCEPTION(message) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, message)
            #define LOGIC_EXCEPTION(message) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, message)
            #define RANGE_EXCEPTION(message) Exception<std::range_error>::throw_it(__FILE__, __LINE__, message)

        #endif

    #endif

#endif
