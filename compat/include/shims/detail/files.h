// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the samples' data files are, and what is in those that hold numbers.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_FILES_H
#define CUDA_LEGACY_SHIMS_DETAIL_FILES_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static inline int cuda_legacy_is_file(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && (found.st_mode & S_IFMT) == S_IFREG;
}

// A file for reading; null with a message when there is none of this name.
static inline FILE* cuda_legacy_open_file(const char* path, const char* mode)
{
    FILE* file;
    if (!path) {
        fprintf(stderr, "No file name was given.\n");
        return NULL;
    }
    if (*mode == 'r' && !cuda_legacy_is_file(path)) {
        fprintf(stderr, "%s: no such file\n", path);
        return NULL;
    }
    file = fopen(path, mode);
    if (!file) fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return file;
}

static inline const char* cuda_legacy_last_part(const char* path)
{
    const char* last = path;
    for (; *path; path++)
        if (*path == '/' || *path == '\\') last = path + 1;
    return last;
}

// The path of a file that a sample wants: the name itself, and then the folders around the current one and around the
// program. Those are the folder, its `data`, `common`, `common/data`, `src` and `inc`, and the same below the folder
// that has the program's name, from there up to five folders above. For free(); null, without a message, when it is not
// there.
static inline char* cuda_legacy_find_file(const char* name, const char* program)
{
    static const char* const below[] = {"", "data/", "common/", "common/data/", "src/", "inc/", "%/", "%/data/",
                                        "%/src/", "src/%/", "src/%/data/", "src/%/inc/", "%_data_files/",
                                        // the samples of CUDA 5 and later
                                        "0_Simple/%/data/", "1_Utilities/%/data/", "2_Graphics/%/data/",
                                        "3_Imaging/%/data/", "4_Finance/%/data/", "5_Simulations/%/data/",
                                        "6_Advanced/%/data/", "7_CUDALibraries/%/data/"};
    const int folders = (int)(sizeof below / sizeof *below);
    const char* const base = program ? cuda_legacy_last_part(program) : "";
    const size_t base_length = strlen(base), start_length = program ? (size_t)(base - program) : 0;
    size_t stem_length = base_length;
    char* path;
    int start, up, folder;
    if (!name || !*name) return NULL;
    if (base_length > 4 && strcmp(base + base_length - 4, ".exe") == 0) stem_length -= 4;
    path = (char*)malloc(start_length + 5 * 3 + 2 * base_length + strlen(name) + 64);
    if (!path) return NULL;
    strcpy(path, name);
    if (cuda_legacy_is_file(path)) return path;
    for (start = 0; start < 2 && *name != '/'; start++) {
        if (start == 1 && start_length == 0) break; // the program's folder is the current one, or not known
        for (up = 0; up <= 5; up++)
            for (folder = 0; folder < folders; folder++) {
                const char* pattern = below[folder];
                char* to = path;
                int step;
                if (stem_length == 0 && strchr(pattern, '%')) continue;
                if (start == 1) {
                    memcpy(to, program, start_length);
                    to += start_length;
                }
                for (step = 0; step < up; step++, to += 3)
                    memcpy(to, "../", 3);
                for (; *pattern; pattern++)
                    if (*pattern == '%') {
                        memcpy(to, base, stem_length);
                        to += stem_length;
                    } else {
                        *to++ = *pattern;
                    }
                strcpy(to, name);
                if (cuda_legacy_is_file(path)) return path;
            }
    }
    free(path);
    return NULL;
}

// All of a file, with a zero behind it, for free(); null with a message when it cannot be read.
static inline char* cuda_legacy_read_all(const char* path, size_t* length)
{
    FILE* const file = cuda_legacy_open_file(path, "rb");
    char* text = NULL;
    long size = -1;
    if (!file) return NULL;
    if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0) text = (char*)malloc((size_t)size + 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    fclose(file);
    if (!text) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return NULL;
    }
    text[size] = '\0';
    *length = (size_t)size;
    return text;
}

// The numbers of a text file, for free(): white space between them, and lines that begin with # left out. Null with a
// message when it cannot be read, or has something else in it.
static inline double* cuda_legacy_read_numbers(const char* path, unsigned int* count)
{
    size_t length = 0, room = 1024, found = 0;
    char* const text = cuda_legacy_read_all(path, &length);
    double* numbers = (double*)malloc(room * sizeof *numbers);
    const char* at = text;
    while (text && numbers) {
        char* end;
        at += strspn(at, " \t\r\n\v\f");
        if (*at == '#') {
            at += strcspn(at, "\n");
            continue;
        }
        if (!*at) break;
        if (found == room) {
            double* const larger = (double*)realloc(numbers, 2 * room * sizeof *numbers);
            if (!larger) break;
            numbers = larger;
            room *= 2;
        }
        numbers[found++] = strtod(at, &end);
        if (end == at) break;
        at = end;
    }
    if (!text || !numbers || *at) {
        if (text) fprintf(stderr, "%s: not a number at byte %lu\n", path, (unsigned long)(at - text));
        free(numbers);
        numbers = NULL;
    }
    free(text);
    if (numbers) *count = (unsigned int)found;
    return numbers;
}

// Opens a text file for numbers, with the tolerance of the comparison in its first line where there is one.
static inline FILE* cuda_legacy_begin_numbers(const char* path, const double* epsilon, int append)
{
    FILE* const file = cuda_legacy_open_file(path, append ? "a" : "w");
    if (file && epsilon) fprintf(file, "# %g\n", *epsilon);
    return file;
}

// Ends it; whether all of it could be written.
static inline int cuda_legacy_end_numbers(FILE* file, const char* path)
{
    int written = fputc('\n', file) != EOF && !ferror(file);
    written = fclose(file) == 0 && written;
    if (!written) fprintf(stderr, "%s: could not be written\n", path);
    return written;
}

// A result where the caller wants it: memory of malloc where *data is null; else it brought *count elements, and gets
// that many. Null with a message when they are not as many, or when there is no memory.
static inline void* cuda_legacy_room_for(void* data, unsigned int given, unsigned int count, size_t size,
                                         const char* path)
{
    if (!data) {
        data = malloc(count ? count * size : 1);
        if (!data) fprintf(stderr, "%s: no memory for %u elements\n", path, count);
        return data;
    }
    if (given == count) return data;
    fprintf(stderr, "%s: %u elements, and there is room for %u\n", path, count, given);
    return NULL;
}

#endif
