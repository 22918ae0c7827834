// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fatbin/fatbin.h"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <stdexcept>
#include <zstd.h>

namespace cuda_emulator::fatbin {

namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1;
constexpr std::uint32_t data_magic = 0xBA55ED50;
constexpr std::uint16_t kind_ptx = 1, kind_tile_ir = 0x80; // Tile IR stands beside machine code, as PTX does
constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;
// The bytes that are read of the data's header, of an entry's header, and of the header of a PTX entry.
constexpr std::size_t data_header = 16, entry_header = 16, ptx_header = 0x40;

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error("fat binary: " + why); }

template <class T>
T read(const unsigned char* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// Refuses a text that is longer than `ratio` times the packed bytes. A wrong header must not request memory.
void check_expansion(const char* format, std::size_t packed, std::size_t text, std::size_t ratio)
{
    if (text / ratio > packed || (text / ratio == packed && text % ratio))
        refuse(std::to_string(packed) + " bytes of " + format + " cannot hold the " + std::to_string(text) +
               " that the header says");
}

// LZ4's block format: token, literals, 16-bit distance, match.
std::string unpack_lz4(const unsigned char* in, std::size_t in_size, std::size_t out_size)
{
    check_expansion("LZ4", in_size, out_size, 255); // one more byte of length stands for 255 bytes of text
    std::string out;
    out.reserve(out_size);
    std::size_t at = 0;
    auto byte = [&]() -> unsigned {
        if (at >= in_size) refuse("LZ4 data ends early");
        return in[at++];
    };
    auto length = [&](unsigned nibble) {
        std::size_t n = nibble;
        if (nibble == 15)
            for (unsigned b = 255; b == 255;)
                n += b = byte();
        return n;
    };
    while (at < in_size && out.size() < out_size) {
        const unsigned token = byte();
        const std::size_t literals = length(token >> 4);
        if (literals > in_size - at) refuse("LZ4 literals reach past the end");
        if (literals > out_size - out.size()) refuse("LZ4 text is longer than its header says");
        out.append(reinterpret_cast<const char*>(in + at), literals);
        at += literals;
        if (at >= in_size || out.size() >= out_size) break;
        const unsigned low = byte();
        const std::size_t distance = low | byte() << 8;
        std::size_t match = length(token & 15) + 4;
        if (distance == 0 || distance > out.size()) refuse("LZ4 match before the start");
        if (match > out_size - out.size()) refuse("LZ4 text is longer than its header says");
        for (std::size_t from = out.size() - distance; match > 0; --match)
            out.push_back(out[from++]);
    }
    if (out.size() != out_size) refuse("LZ4 text is shorter than its header says");
    return out;
}

std::string unpack_zstd(const unsigned char* in, std::size_t in_size, std::size_t out_size)
{
    // Padding follows the frame. One-shot decompression would read it as a second frame.
    const std::size_t size = ZSTD_findFrameCompressedSize(in, in_size);
    if (ZSTD_isError(size)) refuse(std::string("zstd: ") + ZSTD_getErrorName(size));
    const unsigned long long content = ZSTD_getFrameContentSize(in, size);
    if (content != ZSTD_CONTENTSIZE_UNKNOWN && content != out_size)
        refuse("zstd's frame holds " + std::to_string(content) + " bytes, its header says " + std::to_string(out_size));
    check_expansion("zstd", size, out_size, 128 * 1024 / 4); // four bytes hold a block of 128 KiB equal bytes
    std::string out(out_size, '\0');
    const std::size_t n = ZSTD_decompress(out.data(), out.size(), in, size);
    if (ZSTD_isError(n)) refuse(std::string("zstd: ") + ZSTD_getErrorName(n));
    if (n != out_size) refuse("zstd text is shorter than its header says");
    return out;
}

entry ptx_entry(const unsigned char* at, std::size_t header, std::size_t payload)
{
    if (header < ptx_header) refuse("an entry's header is too short: " + std::to_string(header) + " bytes");
    entry e;
    e.architecture = static_cast<int>(read<std::uint32_t>(at + 0x1c));
    e.flags = read<std::uint64_t>(at + 0x28);
    e.payload = at + header;
    e.payload_size = payload;
    if (e.flags & (flag_zstd | flag_lz4)) {
        e.text_size = read<std::uint64_t>(at + 0x38);
        // The exact size of the packed text. The payload is padded to 8 bytes.
        const auto packed = read<std::uint32_t>(at + 0x10);
        if (packed > payload) refuse("an entry's packed text is longer than its payload");
        if (packed > 0) e.payload_size = packed;
    }
    return e;
}

// Counts the bytes from `at` to the end of the loaded segment that contains it. Data outside of all segments was made
// by the program, and its end is unknown.
std::size_t bytes_left_in_segment(const void* at)
{
    struct search {
        std::uintptr_t at;
        std::size_t left;
    } s{reinterpret_cast<std::uintptr_t>(at), SIZE_MAX - reinterpret_cast<std::uintptr_t>(at)};
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            auto& wanted = *static_cast<search*>(data);
            for (int k = 0; k < object->dlpi_phnum; ++k) {
                const auto& segment = object->dlpi_phdr[k];
                const std::uintptr_t offset = wanted.at - (object->dlpi_addr + segment.p_vaddr);
                if (segment.p_type != PT_LOAD || offset >= segment.p_memsz) continue;
                wanted.left = segment.p_memsz - offset;
                return 1;
            }
            return 0;
        },
        &s);
    return s.left;
}

} // namespace

std::vector<entry> entries_of_data(const void* data, std::size_t available)
{
    const auto* at = static_cast<const unsigned char*>(data);
    if (available < data_header) refuse("the data header is cut off");
    if (read<std::uint32_t>(at) != data_magic) refuse("data header has another magic number");
    const std::size_t header = read<std::uint16_t>(at + 6);
    if (header < data_header || header > available)
        refuse("the data header cannot have " + std::to_string(header) + " bytes");
    std::size_t left = read<std::uint64_t>(at + 8);
    if (left > available - header)
        refuse("the header says " + std::to_string(left) + " bytes of entries, of which " +
               std::to_string(available - header) + " are there");
    std::vector<entry> found;
    for (at += header; left > 0;) {
        if (std::all_of(at, at + std::min(left, entry_header), [](unsigned char b) { return b == 0; }))
            break; // padding
        if (left < entry_header) refuse("an entry's header is cut off");
        const std::size_t own = read<std::uint32_t>(at + 4);
        const std::size_t payload = read<std::uint64_t>(at + 8);
        if (own < entry_header) refuse("an entry's header is too short: " + std::to_string(own) + " bytes");
        if (own > left || payload > left - own) refuse("an entry reaches past the end");
        const auto kind = read<std::uint16_t>(at);
        if (kind == kind_ptx || kind == kind_tile_ir) {
            found.push_back(ptx_entry(at, own, payload));
            found.back().tile = kind == kind_tile_ir;
        }
        at += own + payload;
        left -= own + payload;
    }
    return found;
}

std::vector<entry> entries_of_wrapper(const void* wrapper)
{
    const auto* at = static_cast<const unsigned char*>(wrapper);
    if (read<std::uint32_t>(at) != wrapper_magic) refuse("wrapper has another magic number");
    const auto* data = read<const void*>(at + 8);
    if (!data) refuse("wrapper has no data");
    return entries_of_data(data, bytes_left_in_segment(data));
}

std::vector<std::vector<entry>> parts_of_wrapper(const void* wrapper)
{
    const auto* at = static_cast<const unsigned char*>(wrapper);
    constexpr std::uint32_t linked = 2;
    std::vector<std::vector<entry>> parts;
    if (read<std::uint32_t>(at) == wrapper_magic && read<std::uint32_t>(at + 4) == linked)
        if (const auto* const* part = read<const void* const*>(at + 16))
            for (; *part; ++part)
                parts.push_back(entries_of_data(*part, bytes_left_in_segment(*part)));
    if (parts.empty()) parts.push_back(entries_of_wrapper(wrapper));
    return parts;
}

std::size_t size_of_data(const void* data)
{
    const auto* at = static_cast<const unsigned char*>(data);
    if (read<std::uint32_t>(at) != data_magic) return 0;
    return read<std::uint16_t>(at + 6) + read<std::uint64_t>(at + 8);
}

const entry* choose(const std::vector<entry>& entries, int limit)
{
    const entry* best = nullptr;
    for (const entry& e : entries)
        if (!e.tile && (limit == 0 || e.architecture <= limit) && (!best || e.architecture > best->architecture))
            best = &e;
    return best;
}

bool has_tile_code(const std::vector<entry>& entries)
{
    return std::any_of(entries.begin(), entries.end(), [](const entry& e) { return e.tile; });
}

bool is_device_runtime(const std::vector<entry>& entries)
{
    return std::any_of(entries.begin(), entries.end(), [](const entry& e) {
        if (e.tile) return false;
        try {
            // The bracket stands there in the definition, and nvcc writes a line break in declarations and calls.
            return text_of(e).find("__cudaCDP2LaunchDeviceV2(") != std::string::npos;
        } catch (const std::runtime_error&) {
            return false; // load() reports it
        }
    });
}

const char* const only_tile_code = "its kernels are tile code (__tile_global__), for which nvcc writes Tile IR and no "
                                   "PTX: the emulated device does not "
                                   "run them. Run them on a GPU";

std::string text_of(const entry& e)
{
    std::string text;
    if (e.flags & flag_zstd) {
        text = unpack_zstd(e.payload, e.payload_size, e.text_size);
    } else if (e.flags & flag_lz4) {
        text = unpack_lz4(e.payload, e.payload_size, e.text_size);
    } else {
        text.assign(reinterpret_cast<const char*>(e.payload), e.payload_size);
    }
    while (!text.empty() && text.back() == '\0')
        text.pop_back();
    return text;
}

} // namespace cuda_emulator::fatbin
