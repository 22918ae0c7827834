// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PGM and PPM images (P5 and P6), one byte a value.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_IMAGES_H
#define CUDA_LEGACY_SHIMS_DETAIL_IMAGES_H

#include "files.h"

// The next number of an image's header, behind white space and comments; 0 when there is none.
static inline unsigned int cuda_legacy_header_number(FILE* file)
{
    unsigned long long number = 0;
    int next = fgetc(file);
    for (; next == ' ' || (next >= '\t' && next <= '\r') || next == '#'; next = fgetc(file))
        if (next == '#')
            while (next != '\n' && next != EOF)
                next = fgetc(file);
    for (; next >= '0' && next <= '9' && number < 0x40000000u; next = fgetc(file))
        number = 10 * number + (unsigned int)(next - '0');
    // One white space ends a number, and the header. A comment directly behind a number is part of the header, too.
    if (next == '#') ungetc(next, file);
    return number < 0x40000000u ? (unsigned int)number : 0;
}

// The bytes of an image, for free(), and its size. Null with a message for anything else than one.
static inline unsigned char* cuda_legacy_load_image(const char* path, unsigned int* width, unsigned int* height,
                                                    unsigned int* channels)
{
    FILE* const file = cuda_legacy_open_file(path, "rb");
    unsigned char* pixels = NULL;
    char kind[2] = {0, 0};
    unsigned int w, h, largest;
    size_t size;
    if (!file) return NULL;
    if (fread(kind, 1, 2, file) != 2 || kind[0] != 'P' || (kind[1] != '5' && kind[1] != '6')) {
        fprintf(stderr, "%s: not a PGM or PPM image (P5 or P6)\n", path);
        fclose(file);
        return NULL;
    }
    w = cuda_legacy_header_number(file);
    h = cuda_legacy_header_number(file);
    largest = cuda_legacy_header_number(file);
    *channels = kind[1] == '5' ? 1 : 3;
    size = (size_t)w * h * *channels;
    if (w == 0 || h == 0 || largest == 0)
        fprintf(stderr, "%s: the image has no size, or no largest value\n", path);
    else if (largest > 255)
        fprintf(stderr, "%s: its largest value is %u; images of one byte a value are read only\n", path, largest);
    else if ((pixels = (unsigned char*)malloc(size)) == NULL)
        fprintf(stderr, "%s: no memory for %u x %u pixels\n", path, w, h);
    else if (fread(pixels, 1, size, file) != size) {
        fprintf(stderr, "%s: ends before its %u x %u pixels do\n", path, w, h);
        free(pixels);
        pixels = NULL;
    }
    fclose(file);
    *width = w;
    *height = h;
    return pixels;
}

// Whether the image could be written; with a message when not.
static inline int cuda_legacy_save_image(const char* path, const unsigned char* pixels, unsigned int width,
                                         unsigned int height, unsigned int channels)
{
    const size_t size = (size_t)width * height * channels;
    FILE* file;
    int written;
    if (!pixels || size == 0) {
        fprintf(stderr, "%s: no image to write\n", path ? path : "");
        return 0;
    }
    file = cuda_legacy_open_file(path, "wb");
    if (!file) return 0;
    written = fprintf(file, "P%c\n%u\n%u\n255\n", channels == 1 ? '5' : '6', width, height) > 0 &&
              fwrite(pixels, 1, size, file) == size;
    written = fclose(file) == 0 && written;
    if (!written) fprintf(stderr, "%s: could not be written\n", path);
    return written;
}

// An image with the channels that the caller wants: as many as the file has, or four for three (the fourth is 0). It
// goes to *data: memory of malloc where that is null; else memory of the caller's, for the size in *width and *height.
static inline int cuda_legacy_load_bytes(const char* path, unsigned char** data, unsigned int* width,
                                         unsigned int* height, unsigned int channels)
{
    unsigned int w, h, there;
    size_t i, count;
    unsigned char* pixels = cuda_legacy_load_image(path, &w, &h, &there);
    unsigned char* to;
    if (!pixels) return 0;
    count = (size_t)w * h;
    if (there != (channels == 1 ? 1u : 3u)) {
        fprintf(stderr, "%s: %s image, and not %s one\n", path, there == 1 ? "a PGM" : "a PPM",
                channels == 1 ? "a PGM" : "a PPM");
        free(pixels);
        return 0;
    }
    if (*data && (*width != w || *height != h)) {
        fprintf(stderr, "%s: %u x %u pixels, and there is room for %u x %u\n", path, w, h, *width, *height);
        free(pixels);
        return 0;
    }
    to = *data ? *data : (unsigned char*)malloc(count * channels);
    if (to)
        for (i = 0; i < count * channels; i++)
            to[i] = channels != 4 ? pixels[i] : i % 4 == 3 ? 0 : pixels[i / 4 * 3 + i % 4];
    else
        fprintf(stderr, "%s: no memory for %u x %u pixels\n", path, w, h);
    free(pixels);
    if (!to) return 0;
    *data = to;
    *width = w;
    *height = h;
    return 1;
}

// Writes an image; of four channels the fourth is left out.
static inline int cuda_legacy_save_bytes(const char* path, const unsigned char* data, unsigned int width,
                                         unsigned int height, unsigned int channels)
{
    const size_t count = (size_t)width * height;
    unsigned char* pixels;
    size_t i;
    int written;
    if (channels != 4 || !data || count == 0) return cuda_legacy_save_image(path, data, width, height, channels);
    pixels = (unsigned char*)malloc(3 * count);
    if (!pixels) {
        fprintf(stderr, "%s: no memory for %u x %u pixels\n", path, width, height);
        return 0;
    }
    for (i = 0; i < 3 * count; i++)
        pixels[i] = data[i / 3 * 4 + i % 3];
    written = cuda_legacy_save_image(path, pixels, width, height, 3);
    free(pixels);
    return written;
}

#endif
