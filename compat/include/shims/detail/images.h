// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes PGM and PPM images (P5 and P6) with one byte for each value.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_IMAGES_H
#define CUDA_LEGACY_SHIMS_DETAIL_IMAGES_H

#include "files.h"

// Reads the next number of an image's header, after white space and comments. Gives 0 without a number.
static inline unsigned int cuda_legacy_header_number(FILE* __file)
{
    unsigned long long __number = 0;
    int __next = fgetc(__file);
    for (; __next == ' ' || (__next >= '\t' && __next <= '\r') || __next == '#'; __next = fgetc(__file))
        if (__next == '#')
            while (__next != '\n' && __next != EOF)
                __next = fgetc(__file);
    for (; __next >= '0' && __next <= '9' && __number < 0x40000000u; __next = fgetc(__file))
        __number = 10 * __number + (unsigned int)(__next - '0');
    // One character of white space ends a number, and the header. A comment directly after a number is a part of the
    // header, too.
    if (__next == '#') ungetc(__next, __file);
    return __number < 0x40000000u ? (unsigned int)__number : 0;
}

// Reads an image, for free(), and its size. For any other file, prints a message and gives null.
static inline unsigned char* cuda_legacy_load_image(const char* path, unsigned int* width, unsigned int* height,
                                                    unsigned int* __channels)
{
    FILE* const __file = cuda_legacy_open_file(path, "rb");
    unsigned char* __pixels = NULL;
    char kind[2] = {0, 0};
    unsigned int w, h, __largest;
    size_t size;
    if (!__file) return NULL;
    if (fread(kind, 1, 2, __file) != 2 || kind[0] != 'P' || (kind[1] != '5' && kind[1] != '6')) {
        fprintf(stderr, "%s: not a PGM or PPM image (P5 or P6)\n", path);
        fclose(__file);
        return NULL;
    }
    w = cuda_legacy_header_number(__file);
    h = cuda_legacy_header_number(__file);
    __largest = cuda_legacy_header_number(__file);
    *__channels = kind[1] == '5' ? 1 : 3;
    size = (size_t)w * h * *__channels;
    if (w == 0 || h == 0 || __largest == 0)
        fprintf(stderr, "%s: the image has no size, or no largest value\n", path);
    else if (__largest > 255)
        fprintf(stderr, "%s: its largest value is %u; images of one byte a value are read only\n", path, __largest);
    else if ((__pixels = (unsigned char*)malloc(size)) == NULL)
        fprintf(stderr, "%s: no memory for %u x %u pixels\n", path, w, h);
    else if (fread(__pixels, 1, size, __file) != size) {
        fprintf(stderr, "%s: ends before its %u x %u pixels do\n", path, w, h);
        free(__pixels);
        __pixels = NULL;
    }
    fclose(__file);
    *width = w;
    *height = h;
    return __pixels;
}

// Writes an image. If it cannot be written, prints a message and gives 0.
static inline int cuda_legacy_save_image(const char* path, const unsigned char* __pixels, unsigned int width,
                                         unsigned int height, unsigned int __channels)
{
    const size_t size = (size_t)width * height * __channels;
    FILE* __file;
    int __written;
    if (!__pixels || size == 0) {
        fprintf(stderr, "%s: no image to write\n", path ? path : "");
        return 0;
    }
    __file = cuda_legacy_open_file(path, "wb");
    if (!__file) return 0;
    __written = fprintf(__file, "P%c\n%u\n%u\n255\n", __channels == 1 ? '5' : '6', width, height) > 0 &&
                fwrite(__pixels, 1, size, __file) == size;
    __written = fclose(__file) == 0 && __written;
    if (!__written) fprintf(stderr, "%s: could not be written\n", path);
    return __written;
}

// Loads an image with the channels that the caller asks for: as many as the file has, or four instead of three, where
// the fourth is 0. If *data is null, the function allocates memory with malloc. Otherwise *width and *height are the
// size of the caller's memory.
static inline int cuda_legacy_load_bytes(const char* path, unsigned char** data, unsigned int* width,
                                         unsigned int* height, unsigned int __channels)
{
    unsigned int w, h, __there;
    size_t __i, count;
    unsigned char* __pixels = cuda_legacy_load_image(path, &w, &h, &__there);
    unsigned char* to;
    if (!__pixels) return 0;
    count = (size_t)w * h;
    if (__there != (__channels == 1 ? 1u : 3u)) {
        fprintf(stderr, "%s: %s image, and not %s one\n", path, __there == 1 ? "a PGM" : "a PPM",
                __channels == 1 ? "a PGM" : "a PPM");
        free(__pixels);
        return 0;
    }
    if (*data && (*width != w || *height != h)) {
        fprintf(stderr, "%s: %u x %u pixels, and there is room for %u x %u\n", path, w, h, *width, *height);
        free(__pixels);
        return 0;
    }
    to = *data ? *data : (unsigned char*)malloc(count * __channels);
    if (to)
        for (__i = 0; __i < count * __channels; __i++)
            to[__i] = __channels != 4 ? __pixels[__i] : __i % 4 == 3 ? 0 : __pixels[__i / 4 * 3 + __i % 4];
    else
        fprintf(stderr, "%s: no memory for %u x %u pixels\n", path, w, h);
    free(__pixels);
    if (!to) return 0;
    *data = to;
    *width = w;
    *height = h;
    return 1;
}

// Saves an image. The file gets three of four channels.
static inline int cuda_legacy_save_bytes(const char* path, const unsigned char* data, unsigned int width,
                                         unsigned int height, unsigned int __channels)
{
    const size_t count = (size_t)width * height;
    unsigned char* __pixels;
    size_t __i;
    int __written;
    if (__channels != 4 || !data || count == 0) return cuda_legacy_save_image(path, data, width, height, __channels);
    __pixels = (unsigned char*)malloc(3 * count);
    if (!__pixels) {
        fprintf(stderr, "%s: no memory for %u x %u pixels\n", path, width, height);
        return 0;
    }
    for (__i = 0; __i < 3 * count; __i++)
        __pixels[__i] = data[__i / 3 * 4 + __i % 3];
    __written = cuda_legacy_save_image(path, __pixels, width, height, 3);
    free(__pixels);
    return __written;
}

#endif
