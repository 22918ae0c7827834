#include "fatbin/fatbin.h"

#include <cstring>
#include <stdexcept>
#include <zstd.h>

namespace cuda_emulator::fatbin {

namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1;
constexpr std::uint32_t data_magic = 0xBA55ED50;
constexpr std::uint16_t kind_ptx = 1;
constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;

template <class T>
T read(const unsigned char* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// LZ4's block format: token, literals, 16-bit distance, match.
std::string unpack_lz4(const unsigned char* in, std::size_t in_size, std::size_t out_size)
{
    std::string out;
    out.reserve(out_size);
    std::size_t at = 0;
    auto byte = [&]() -> unsigned {
        if (at >= in_size) throw std::runtime_error("fat binary: LZ4 data ends early");
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
        if (literals > in_size - at) throw std::runtime_error("fat binary: LZ4 literals reach past the end");
        out.append(reinterpret_cast<const char*>(in + at), literals);
        at += literals;
        if (at >= in_size || out.size() >= out_size) break;
        const unsigned low = byte();
        const std::size_t distance = low | byte() << 8;
        std::size_t match = length(token & 15) + 4;
        if (distance == 0 || distance > out.size()) throw std::runtime_error("fat binary: LZ4 match before the start");
        for (std::size_t from = out.size() - distance; match > 0; --match)
            out.push_back(out[from++]);
    }
    if (out.size() != out_size) throw std::runtime_error("fat binary: LZ4 text has another size than its header says");
    return out;
}

std::string unpack_zstd(const unsigned char* in, std::size_t in_size, std::size_t out_size)
{
    std::string out(out_size, '\0');
    // The payload is padded behind the frame, which one-shot decompression would take for a second frame.
    const std::size_t frame = ZSTD_findFrameCompressedSize(in, in_size);
    const std::size_t size = ZSTD_isError(frame) ? in_size : frame;
    const std::size_t n = ZSTD_decompress(out.data(), out.size(), in, size);
    if (ZSTD_isError(n)) throw std::runtime_error(std::string("fat binary: zstd: ") + ZSTD_getErrorName(n));
    out.resize(n);
    return out;
}

} // namespace

std::vector<entry> entries_of_data(const void* data)
{
    const auto* at = static_cast<const unsigned char*>(data);
    if (read<std::uint32_t>(at) != data_magic)
        throw std::runtime_error("fat binary: data header has another magic number");
    const auto header = read<std::uint16_t>(at + 6);
    const auto size = read<std::uint64_t>(at + 8);
    const unsigned char* const end = at + header + size;
    at += header;
    std::vector<entry> found;
    while (at + 0x40 <= end) {
        const auto kind = read<std::uint16_t>(at);
        const auto entry_header = read<std::uint32_t>(at + 4);
        const auto payload = read<std::uint64_t>(at + 8);
        if (entry_header < 0x40 || payload > std::size_t(end - at)) break;
        if (kind == kind_ptx) {
            entry e;
            e.architecture = static_cast<int>(read<std::uint32_t>(at + 0x1c));
            e.flags = read<std::uint64_t>(at + 0x28);
            e.payload = at + entry_header;
            e.payload_size = payload;
            if (e.flags & (flag_zstd | flag_lz4)) {
                e.text_size = read<std::uint64_t>(at + 0x38);
                // The exact size of the packed text; the payload is padded to 8 bytes.
                const auto packed = read<std::uint32_t>(at + 0x10);
                if (packed > 0 && packed <= payload) e.payload_size = packed;
            }
            found.push_back(e);
        }
        at += entry_header + payload;
    }
    return found;
}

std::vector<entry> entries_of_wrapper(const void* wrapper)
{
    const auto* at = static_cast<const unsigned char*>(wrapper);
    if (read<std::uint32_t>(at) != wrapper_magic)
        throw std::runtime_error("fat binary: wrapper has another magic number");
    return entries_of_data(read<const void*>(at + 8));
}

const entry* choose(const std::vector<entry>& entries, int limit)
{
    const entry* best = nullptr;
    for (const entry& e : entries)
        if ((limit == 0 || e.architecture <= limit) && (!best || e.architecture > best->architecture)) best = &e;
    return best;
}

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
