// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line as cutil.h and shrUtils.h read it: `--name`, `--name=value`, `--name=[one,two]`. One dash is
// equivalent to two. The case of letters matters. If a name occurs twice, the last occurrence counts.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_COMMAND_LINE_H
#define CUDA_LEGACY_SHIMS_DETAIL_COMMAND_LINE_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Copies a text, for free(). Gives null if there is no memory.
static inline char* cuda_legacy_copied_text(const char* __text, size_t length)
{
    char* const copy = (char*)malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, __text, length);
    copy[length] = '\0';
    return copy;
}

// Finds the end of the name in the argument with exactly this name: the text's end or its `=`. Gives null without such
// an argument.
static inline const char* cuda_legacy_named_argument(int argc, const char** argv, const char* name)
{
    const char* __found = NULL;
    const size_t length = name ? strlen(name) : 0;
    int __i;
    for (__i = 1; length > 0 && argv && __i < argc && argv[__i]; __i++) {
        const char* __text = argv[__i];
        if (*__text != '-') continue;
        while (*__text == '-')
            __text++;
        if (strncmp(__text, name, length) == 0 && (__text[length] == '\0' || __text[length] == '='))
            __found = __text + length;
    }
    return __found;
}

// Finds the value of an argument, after the `=`. Gives null without a value.
static inline const char* cuda_legacy_argument_value(int argc, const char** argv, const char* name)
{
    const char* const __found = cuda_legacy_named_argument(argc, argv, name);
    return __found && *__found == '=' ? __found + 1 : NULL;
}

// Reads the value of an argument as a whole number. Gives 0, and leaves *value unchanged, if there is none.
static inline int cuda_legacy_integer_argument(int argc, const char** argv, const char* name, long long* value)
{
    const char* const __text = cuda_legacy_argument_value(argc, argv, name);
    char* end;
    long long __number;
    if (!__text || !*__text) return 0;
    errno = 0;
    __number = strtoll(__text, &end, 10);
    if (*end || errno) {
        fprintf(stderr, "--%s=%s: not a whole number\n", name, __text);
        return 0;
    }
    *value = __number;
    return 1;
}

static inline int cuda_legacy_real_argument(int argc, const char** argv, const char* name, double* value)
{
    const char* const __text = cuda_legacy_argument_value(argc, argv, name);
    char* end;
    double __number;
    if (!__text || !*__text) return 0;
    __number = strtod(__text, &end);
    if (end == __text || (*end && strcmp(end, "f") != 0)) {
        fprintf(stderr, "--%s=%s: not a number\n", name, __text);
        return 0;
    }
    *value = __number;
    return 1;
}

// Copies the value of an argument, for free(). *value becomes null without a value, because programs test only the
// pointer.
static inline int cuda_legacy_text_argument(int argc, const char** argv, const char* name, char** value)
{
    const char* const __text = cuda_legacy_argument_value(argc, argv, name);
    *value = __text && *__text ? cuda_legacy_copied_text(__text, strlen(__text)) : NULL;
    return *value != NULL;
}

// Copies the elements of `--name=[one,two]`, each for free(). *count receives their number. The caller's array must
// have room for all of them.
static inline int cuda_legacy_list_argument(int argc, const char** argv, const char* name, char** __values,
                                            unsigned int* count)
{
    const char* __text = cuda_legacy_argument_value(argc, argv, name);
    unsigned int __found = 0;
    if (!__text || *__text != '[' || !strchr(__text, ']')) return 0;
    for (__text++; *__text && *__text != ']';) {
        const size_t length = strcspn(__text, ",]");
        __values[__found] = cuda_legacy_copied_text(__text, length);
        if (!__values[__found]) return 0;
        __found++;
        __text += length;
        if (*__text == ',') __text++;
    }
    *count = __found;
    return 1;
}

// Tests whether standard input and output are a terminal. Otherwise `Press ENTER` would wait for ever.
#if defined(_WIN32)
    #include <io.h>
static inline int cuda_legacy_at_a_terminal(void) { return _isatty(0) && _isatty(1); }
#else
    #include <unistd.h>
static inline int cuda_legacy_at_a_terminal(void) { return isatty(0) && isatty(1); }
#endif

static inline void cuda_legacy_wait_for_enter(void)
{
    if (!cuda_legacy_at_a_terminal()) return;
    printf("\nPress ENTER to exit...\n");
    fflush(stdout);
    fflush(stderr);
    getchar();
}

#endif
