/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_string.h: arguments of the command line, and the search for data files. The folder
//! compat/include/shims is on the include path only on request, and last on it.
//!
//! An argument is `-name`, `--name`, `-name=value` or `--name=value`. The case of letters does not matter. As in the
//! original, a name of one letter without a value, such as `-n`, is not found. If an argument occurs twice, the last
//! occurrence counts.
#ifndef CUDA_LEGACY_SHIMS_HELPER_STRING_H
    #define CUDA_LEGACY_SHIMS_HELPER_STRING_H

    // The guards of the original in its versions: where a program has both, the first one counts.
    #if !defined(COMMON_HELPER_STRING_H_) && !defined(STRING_HELPER_H)
        #define COMMON_HELPER_STRING_H_
        #define STRING_HELPER_H

        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #if !defined(__cplusplus)
            #include <stdbool.h>
        #endif
        #if !defined(_WIN32)
            #include <strings.h>
        #endif

        #include "detail/files.h"

        #if !defined(EXIT_WAIVED)
            #define EXIT_WAIVED 2 //!< exit status of a sample that cannot run here
        #endif

        // Functions of the C library that have other names on Windows.
        #if !defined(STRCASECMP)
            #if defined(_WIN32)
                #define STRCASECMP _stricmp
                #define STRNCASECMP _strnicmp
            #else
                #define STRCASECMP strcasecmp
                #define STRNCASECMP strncasecmp
            #endif
            #define STRCPY(to, length, from) strcpy(to, from)
            #define FOPEN(__file, name, mode) (__file = fopen(name, mode))
            #define FOPEN_FAIL(result) (result == NULL)
            #define SSCANF sscanf
            #define SPRINTF sprintf
        #endif

//! Counts the delimiters at the start of a text.
//!
//! \param delimiter the character to count
//! \param string the text
//! \return the number of delimiters; 0 if fewer than two characters follow them
static inline int stringRemoveDelimiter(char __delimiter, const char* string)
{
    int start = 0;
    while (string[start] == __delimiter && string[start] != '\0')
        start++;
    return start >= (int)strlen(string) - 1 ? 0 : start;
}

// Finds the rest of an argument after `name`. Gives null if the argument does not begin with `name`.
static inline const char* cuda_legacy_after_name(const char* __argument, const char* name)
{
    const char* const __text = __argument + stringRemoveDelimiter('-', __argument);
    const size_t length = strlen(name);
        #if defined(_WIN32)
    return _strnicmp(__text, name, length) == 0 ? __text + length : NULL;
        #else
    return strncasecmp(__text, name, length) == 0 ? __text + length : NULL;
        #endif
}

// Finds the text after `name`, and after a `=`, in the last argument that begins with `name`. Gives null without such
// an argument.
static inline const char* cuda_legacy_argument(int argc, const char** argv, const char* name)
{
    const char* __found = NULL;
    int __i;
    for (__i = 1; __i < argc; __i++) {
        const char* const __after = cuda_legacy_after_name(argv[__i], name);
        if (__after) __found = __after + (*__after == '=' ? 1 : 0);
    }
    return __found;
}

//! Tests for an argument, with a value or without.
//!
//! \param argc the number of arguments
//! \param argv the arguments
//! \param string_ref the name, without dashes
//! \return true if there is such an argument
static inline bool checkCmdLineFlag(const int argc, const char** argv, const char* __string_ref)
{
    int __i;
    for (__i = 1; __i < argc; __i++) {
        const char* const __after = cuda_legacy_after_name(argv[__i], __string_ref);
        if (__after && (*__after == '\0' || *__after == '=')) return true;
    }
    return false;
}

//! Gives the value of an argument as an integer.
//!
//! \param argc the number of arguments
//! \param argv the arguments
//! \param string_ref the name, without dashes; a `=` may follow
//! \return the value; 0 without such an argument
static inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* __string_ref)
{
    const char* const value = cuda_legacy_argument(argc, argv, __string_ref);
    return value ? atoi(value) : 0;
}

//! Gives the value of an argument as a floating-point number.
//!
//! \param argc the number of arguments
//! \param argv the arguments
//! \param string_ref the name, without dashes
//! \return the value; 0 without such an argument
static inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* __string_ref)
{
    const char* const value = cuda_legacy_argument(argc, argv, __string_ref);
    return value ? (float)atof(value) : 0.f;
}

//! Gives the value of an argument as a text.
//!
//! \param argc the number of arguments
//! \param argv the arguments
//! \param string_ref the name, without dashes
//! \param string_retval receives a pointer to the value within `argv`, or null
//! \return true if there is such an argument
static inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* __string_ref,
                                            char** __string_retval)
{
    const char* const value = cuda_legacy_argument(argc, argv, __string_ref);
    *__string_retval = (char*)value;
    return value != NULL;
}

        #if defined(__cplusplus)
//! Writes the value of an argument to a variable.
//!
//! \param argc the number of arguments
//! \param argv the arguments
//! \param string_ref the name, without dashes
//! \param value receives the value, read as an integer
//! \return true if there is such an argument
template <class _Tp>
inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* __string_ref, _Tp* value)
{
    const char* const __text = cuda_legacy_argument(argc, argv, __string_ref);
    if (__text) *value = static_cast<_Tp>(atoi(__text));
    return __text != NULL;
}
        #endif

//! Finds the extension of a file name.
//!
//! \param filename the file name
//! \param extension receives a pointer to the text after the last `.`, or null
//! \return the number of characters before the `.`; 0 without an extension
static inline int getFileExtension(char* __filename, char** __extension)
{
    char* const dot = strrchr(__filename, '.');
    *__extension = dot ? dot + 1 : NULL;
    return dot ? (int)(dot - __filename) : 0;
}

//! Finds a data file of a sample.
//!
//! The search tries the name itself, the current folder and the folder of the program. There it also tries the folders
//! data, common, src and inc, below the folder with the program's name as well. It repeats this for up to five parent
//! folders.
//!
//! \param filename the name of the file
//! \param executable_path argv[0], or null
//! \return the path, for free(); null without a message if there is no such file
static inline char* sdkFindFilePath(const char* __filename, const char* __executable_path)
{
    return cuda_legacy_find_file(__filename, __executable_path);
}

    #endif

#endif
