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
        #define FOPEN(file, name, mode) (file = fopen(name, mode))
        #define FOPEN_FAIL(result) (result == NULL)
        #define SSCANF sscanf
        #define SPRINTF sprintf
    #endif

//! How many `delimiter` the text begins with; 0 where fewer than two characters are left behind them.
static inline int stringRemoveDelimiter(char delimiter, const char* string)
{
    int start = 0;
    while (string[start] == delimiter && string[start] != '\0')
        start++;
    return start >= (int)strlen(string) - 1 ? 0 : start;
}

// Where an argument goes on behind `name`, or null when it does not begin with it.
static inline const char* cuda_legacy_after_name(const char* argument, const char* name)
{
    const char* const text = argument + stringRemoveDelimiter('-', argument);
    const size_t length = strlen(name);
    #if defined(_WIN32)
    return _strnicmp(text, name, length) == 0 ? text + length : NULL;
    #else
    return strncasecmp(text, name, length) == 0 ? text + length : NULL;
    #endif
}

// The text of the last argument that begins with `name`, behind it and behind a `=`; null without one.
static inline const char* cuda_legacy_argument(int argc, const char** argv, const char* name)
{
    const char* found = NULL;
    int i;
    for (i = 1; i < argc; i++) {
        const char* const after = cuda_legacy_after_name(argv[i], name);
        if (after) found = after + (*after == '=' ? 1 : 0);
    }
    return found;
}

//! Whether there is an argument of just this name, with a value or without.
static inline bool checkCmdLineFlag(const int argc, const char** argv, const char* string_ref)
{
    int i;
    for (i = 1; i < argc; i++) {
        const char* const after = cuda_legacy_after_name(argv[i], string_ref);
        if (after && (*after == '\0' || *after == '=')) return true;
    }
    return false;
}

//! The value of the last such argument as an integer; 0 without one. The name may be given with its `=`.
static inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* string_ref)
{
    const char* const value = cuda_legacy_argument(argc, argv, string_ref);
    return value ? atoi(value) : 0;
}

//! The value of the last such argument as a floating-point number; 0 without one.
static inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* string_ref)
{
    const char* const value = cuda_legacy_argument(argc, argv, string_ref);
    return value ? (float)atof(value) : 0.f;
}

//! Lets *string_retval point to the value of the last such argument, or be null.
//! \return whether there is one
static inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* string_ref,
                                            char** string_retval)
{
    const char* const value = cuda_legacy_argument(argc, argv, string_ref);
    *string_retval = (char*)value;
    return value != NULL;
}

    #if defined(__cplusplus)
//! Writes the value of the last such argument to *value as an integer.
//! \return whether there is one
template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* string_ref, T* value)
{
    const char* const text = cuda_legacy_argument(argc, argv, string_ref);
    if (text) *value = static_cast<T>(atoi(text));
    return text != NULL;
}
    #endif

//! Lets *extension point behind the last `.` of a file name, or be null where there is none.
//! \return how many characters stand in front of the `.`; without one, 0
static inline int getFileExtension(char* filename, char** extension)
{
    char* const dot = strrchr(filename, '.');
    *extension = dot ? dot + 1 : NULL;
    return dot ? (int)(dot - filename) : 0;
}

//! The path of a file that a sample wants: as given, else in the current folder, in the program's, in those called
//! data, common, src and inc there, below the folder with the program's name, or in one of those up to five folders
//! above. \param executable_path argv[0], or null \return memory for free(); null without a message when the file is
//! not there
static inline char* sdkFindFilePath(const char* filename, const char* executable_path)
{
    return cuda_legacy_find_file(filename, executable_path);
}

#endif

#endif
