/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_string.h: the command line, and where data files are. On the include path only when asked
//! for, and last on it (compat/include/shims).
//!
//! An argument is `-name`, `--name`, `-name=value` or `--name=value`; upper and lower case are the same. As in the
//! original, `-n`, of one letter and without a value, is not found.
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

        // The names of the C library's functions that Windows has under others.
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

//! How many `delimiter` the text begins with; 0 where fewer than two characters are left behind them.
static inline int stringRemoveDelimiter(char __delimiter, const char* string)
{
    int start = 0;
    while (string[start] == __delimiter && string[start] != '\0')
        start++;
    return start >= (int)strlen(string) - 1 ? 0 : start;
}

// Where an argument goes on behind `name`, or null when it does not begin with it.
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

// The text of the last argument that begins with `name`, behind it and behind a `=`; null without one.
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

//! Whether there is an argument of just this name, with a value or without.
static inline bool checkCmdLineFlag(const int argc, const char** argv, const char* __string_ref)
{
    int __i;
    for (__i = 1; __i < argc; __i++) {
        const char* const __after = cuda_legacy_after_name(argv[__i], __string_ref);
        if (__after && (*__after == '\0' || *__after == '=')) return true;
    }
    return false;
}

//! The value of the last such argument as an integer; 0 without one. The name may be given with its `=`.
static inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* __string_ref)
{
    const char* const value = cuda_legacy_argument(argc, argv, __string_ref);
    return value ? atoi(value) : 0;
}

//! The value of the last such argument as a floating-point number; 0 without one.
static inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* __string_ref)
{
    const char* const value = cuda_legacy_argument(argc, argv, __string_ref);
    return value ? (float)atof(value) : 0.f;
}

//! Lets *string_retval point to the value of the last such argument, or be null.
//! \return whether there is one
static inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* __string_ref,
                                            char** __string_retval)
{
    const char* const value = cuda_legacy_argument(argc, argv, __string_ref);
    *__string_retval = (char*)value;
    return value != NULL;
}

        #if defined(__cplusplus)
//! Writes the value of the last such argument to *value as an integer.
//! \return whether there is one
template <class _Tp>
inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* __string_ref, _Tp* value)
{
    const char* const __text = cuda_legacy_argument(argc, argv, __string_ref);
    if (__text) *value = static_cast<_Tp>(atoi(__text));
    return __text != NULL;
}
        #endif

//! Lets *extension point behind the last `.` of a file name, or be null where there is none.
//! \return how many characters stand in front of the `.`; without one, 0
static inline int getFileExtension(char* __filename, char** __extension)
{
    char* const dot = strrchr(__filename, '.');
    *__extension = dot ? dot + 1 : NULL;
    return dot ? (int)(dot - __filename) : 0;
}

//! The path of a file that a sample wants: as given, else in the current folder, in the program's, in those called
//! data, common, src and inc there, below the folder with the program's name, or in one of those up to five folders
//! above. \param executable_path argv[0], or null \return memory for free(); null without a message when the file is
//! not there
static inline char* sdkFindFilePath(const char* __filename, const char* __executable_path)
{
    return cuda_legacy_find_file(__filename, __executable_path);
}

    #endif

#endif
