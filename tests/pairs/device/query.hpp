// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>

#include "../pair.hpp"

namespace pairs::device {

struct query {
    static constexpr const char* slug = "device/query";
    static constexpr const char* summary = "what each device has, and whether it can run tiles of a width (the size)";
    static constexpr std::size_t default_size = 16; // the document's TILE_WIDTH
    static constexpr std::size_t bytes_per_element = 1;
    static constexpr int warmups = 0;

    using input = std::size_t;  // a tile's width
    using result = std::string; // what is printed

    static input make(std::size_t size, unsigned) { return size; }

    static std::optional<std::string> outside_legacy_domain(const input& tile_width)
    {
        if (tile_width == 0) return "tiles of no width";
        if (tile_width > 46340) return "wider than 46340, the last whose square is an int";
        return std::nullopt;
    }

    //! Gives the text that `print` writes to its file.
    template <class Print>
    static result printed(Print print)
    {
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::tmpfile(), &std::fclose};
        if (!file) throw std::runtime_error{"no temporary file"};
        print(file.get());
        result text(static_cast<std::size_t>(std::ftell(file.get())), ' ');
        std::rewind(file.get());
        if (std::fread(text.data(), 1, text.size(), file.get()) != text.size())
            throw std::runtime_error{"what was printed cannot be read"};
        return text;
    }

    static cudaError_t call_legacy(std::FILE* out, int tile_width)
    {
        static const entry<cudaError_t(std::FILE*, int)> call{"legacy", slug};
        return call(out, tile_width);
    }

    static result legacy(const input& tile_width)
    {
        return printed(
            [&](std::FILE* out) { check_returned("legacy", call_legacy(out, static_cast<int>(tile_width))); });
    }

    static result modern(const input& tile_width)
    {
        static const entry<void(std::FILE*, std::size_t)> call{"modern", slug};
        return printed([&](std::FILE* out) { call(out, tile_width); });
    }

    //! Computes the text from the attributes alone, except for the name.
    static result reference(const input& tile_width)
    {
        int devices = 0;
        cudaGetDeviceCount(&devices);
        std::string text = "dev_count " + std::to_string(devices) + "\n";
        for (int device = 0; device < devices; device++) {
            const auto attribute = [device](cudaDeviceAttr which) {
                int value = -1;
                cudaDeviceGetAttribute(&value, which, device);
                return std::to_string(value);
            };
            cudaDeviceProp properties;
            cudaGetDeviceProperties(&properties, device);
            text += "device " + std::to_string(device) + ": " + properties.name + ", compute capability " +
                    attribute(cudaDevAttrComputeCapabilityMajor) + "." + attribute(cudaDevAttrComputeCapabilityMinor);
            text += "\n  multiProcessorCount " + attribute(cudaDevAttrMultiProcessorCount);
            text += "\n  maxThreadsPerBlock " + attribute(cudaDevAttrMaxThreadsPerBlock);
            text += "\n  sharedMemPerBlock " + attribute(cudaDevAttrMaxSharedMemoryPerBlock);
            text += "\n  clockRate " + attribute(cudaDevAttrClockRate) + " kHz";
            text += "\n  memoryClockRate " + attribute(cudaDevAttrMemoryClockRate) + " kHz";
            text += "\n  deviceOverlap ";
            text += attribute(cudaDevAttrAsyncEngineCount) == "0" ? "0" : "1";
            text += "\n  kernelExecTimeoutEnabled " + attribute(cudaDevAttrKernelExecTimeout);
            text += "\n  computeMode " + attribute(cudaDevAttrComputeMode);
            text += "\n  maxTexture1DLinear " + attribute(cudaDevAttrMaxTexture1DLinearWidth);
            text += "\n  singleToDoublePrecisionPerfRatio " + attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio);

            const double threads = static_cast<double>(tile_width) * static_cast<double>(tile_width);
            const bool sufficient = threads <= std::stod(attribute(cudaDevAttrMaxThreadsPerBlock)) &&
                                    8 * threads <= std::stod(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
            text += "\n  TILE_WIDTH " + std::to_string(tile_width) + ": " + std::to_string(tile_width * tile_width) +
                    " threads and " + std::to_string(8 * tile_width * tile_width) +
                    " bytes of shared memory to a block: " + (sufficient ? "sufficient" : "not sufficient") + "\n";
        }
        return text;
    }

    static agreement compare(const input&, const result& one, const result& other)
    {
        if (one == other) return {true, "identical"};
        return {false, "printed:\n" + one + "and:\n" + other};
    }

    static std::string show(const result& text) { return text.substr(0, text.find('\n')); }
};

} // namespace pairs::device
