// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the samples' data files, and reads and writes text files of numbers.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_FILES_H
#define CUDA_LEGACY_SHIMS_DETAIL_FILES_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static inline int cuda_legacy_is_file(const char* path)
{
    struct stat __found;
    return stat(path, &__found) == 0 && (__found.st_mode & S_IFMT) == S_IFREG;
}

// Opens a file for reading. Without such a file, prints a message and gives null.
static inline FILE* cuda_legacy_open_file(const char* path, const char* mode)
{
    FILE* __file;
    if (!path) {
        fprintf(stderr, "No file name was given.\n");
        return NULL;
    }
    if (*mode == 'r' && !cuda_legacy_is_file(path)) {
        fprintf(stderr, "%s: no such file\n", path);
        return NULL;
    }
    __file = fopen(path, mode);
    if (!__file) fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return __file;
}

static inline const char* cuda_legacy_last_part(const char* path)
{
    const char* last = path;
    for (; *path; path++)
        if (*path == '/' || *path == '\\') last = path + 1;
    return last;
}

// Finds the file that a sample asks for, and gives its path, for free(). Gives null without a message if there is no
// such file. The search tries the name itself. Then it tries the folders around the current folder and around the
// program: the folder, its `data`, `common`, `common/data`, `src` and `inc`, and the same folders below the folder with
// the program's name. It repeats this for up to five parent folders.
static inline char* cuda_legacy_find_file(const char* name, const char* __program)
{
    static const char* const __below[] = {"", "data/", "common/", "common/data/", "src/", "inc/", "%/", "%/data/",
                                          "%/src/", "src/%/", "src/%/data/", "src/%/inc/", "%_data_files/",
                                          // The folders of the samples of CUDA 5 and later.
                                          "0_Simple/%/data/", "1_Utilities/%/data/", "2_Graphics/%/data/",
                                          "3_Imaging/%/data/", "4_Finance/%/data/", "5_Simulations/%/data/",
                                          "6_Advanced/%/data/", "7_CUDALibraries/%/data/"};
    const int __folders = (int)(sizeof __below / sizeof *__below);
    const char* const __base = __program ? cuda_legacy_last_part(__program) : "";
    const size_t __base_length = strlen(__base), __start_length = __program ? (size_t)(__base - __program) : 0;
    size_t __stem_length = __base_length;
    char* path;
    int start, __up, __folder;
    if (!name || !*name) return NULL;
    if (__base_length > 4 && strcmp(__base + __base_length - 4, ".exe") == 0) __stem_length -= 4;
    path = (char*)malloc(__start_length + 5 * 3 + 2 * __base_length + strlen(name) + 64);
    if (!path) return NULL;
    strcpy(path, name);
    if (cuda_legacy_is_file(path)) return path;
    for (start = 0; start < 2 && *name != '/'; start++) {
        if (start == 1 && __start_length == 0) break; // the program's folder is unknown, or is the current folder
        for (__up = 0; __up <= 5; __up++)
            for (__folder = 0; __folder < __folders; __folder++) {
                const char* __pattern = __below[__folder];
                char* to = path;
                int __step;
                if (__stem_length == 0 && strchr(__pattern, '%')) continue;
                if (start == 1) {
                    memcpy(to, __program, __start_length);
                    to += __start_length;
                }
                for (__step = 0; __step < __up; __step++, to += 3)
                    memcpy(to, "../", 3);
                for (; *__pattern; __pattern++)
                    if (*__pattern == '%') {
                        memcpy(to, __base, __stem_length);
                        to += __stem_length;
                    } else {
                        *to++ = *__pattern;
                    }
                strcpy(to, name);
                if (cuda_legacy_is_file(path)) return path;
            }
    }
    free(path);
    return NULL;
}

// Reads a whole file and adds a zero, for free(). If the file cannot be read, prints a message and gives null.
static inline char* cuda_legacy_read_all(const char* path, size_t* length)
{
    FILE* const __file = cuda_legacy_open_file(path, "rb");
    char* __text = NULL;
    long size = -1;
    if (!__file) return NULL;
    if (fseek(__file, 0, SEEK_END) == 0) size = ftell(__file);
    if (size >= 0 && fseek(__file, 0, SEEK_SET) == 0) __text = (char*)malloc((size_t)size + 1);
    if (__text && fread(__text, 1, (size_t)size, __file) != (size_t)size) {
        free(__text);
        __text = NULL;
    }
    fclose(__file);
    if (!__text) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return NULL;
    }
    __text[size] = '\0';
    *length = (size_t)size;
    return __text;
}

// Reads the numbers of a text file, for free(). White space separates the numbers, and lines that begin with # are
// ignored. If the file cannot be read or has anything else in it, prints a message and gives null.
static inline double* cuda_legacy_read_numbers(const char* path, unsigned int* count)
{
    size_t length = 0, __room = 1024, __found = 0;
    char* const __text = cuda_legacy_read_all(path, &length);
    double* __numbers = (double*)malloc(__room * sizeof *__numbers);
    const char* __at = __text;
    while (__text && __numbers) {
        char* end;
        __at += strspn(__at, " \t\r\n\v\f");
        if (*__at == '#') {
            __at += strcspn(__at, "\n");
            continue;
        }
        if (!*__at) break;
        if (__found == __room) {
            double* const __larger = (double*)realloc(__numbers, 2 * __room * sizeof *__numbers);
            if (!__larger) break;
            __numbers = __larger;
            __room *= 2;
        }
        __numbers[__found++] = strtod(__at, &end);
        if (end == __at) break;
        __at = end;
    }
    if (!__text || !__numbers || *__at) {
        if (__text) fprintf(stderr, "%s: not a number at byte %lu\n", path, (unsigned long)(__at - __text));
        free(__numbers);
        __numbers = NULL;
    }
    free(__text);
    if (__numbers) *count = (unsigned int)__found;
    return __numbers;
}

// Opens a text file for numbers. Writes the tolerance of the comparison to the first line, if there is a tolerance.
static inline FILE* cuda_legacy_begin_numbers(const char* path, const double* __epsilon, int append)
{
    FILE* const __file = cuda_legacy_open_file(path, append ? "a" : "w");
    if (__file && __epsilon) fprintf(__file, "# %g\n", *__epsilon);
    return __file;
}

// Closes a text file of numbers. Gives 0 if a part of it could not be written.
static inline int cuda_legacy_end_numbers(FILE* __file, const char* path)
{
    int __written = fputc('\n', __file) != EOF && !ferror(__file);
    __written = fclose(__file) == 0 && __written;
    if (!__written) fprintf(stderr, "%s: could not be written\n", path);
    return __written;
}

// Gives memory for a result. Without memory of the caller (*data is null), allocates it with malloc. Memory of the
// caller must have the size of the result. If it does not, or if there is no memory, prints a message and gives null.
static inline void* cuda_legacy_room_for(void* data, unsigned int __given, unsigned int count, size_t size,
                                         const char* path)
{
    if (!data) {
        data = malloc(count ? count * size : 1);
        if (!data) fprintf(stderr, "%s: no memory for %u elements\n", path, count);
        return data;
    }
    if (__given == count) return data;
    fprintf(stderr, "%s: %u elements, and there is room for %u\n", path, count, __given);
    return NULL;
}

#endif
