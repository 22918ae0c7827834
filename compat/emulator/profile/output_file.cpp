// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profile/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace cuda_emulator {

namespace {
std::filesystem::path without_links(std::filesystem::path path)
{
    std::error_code error;
    for (int followed = 0; followed < 40 && std::filesystem::is_symlink(path, error); followed++)
        path = path.parent_path() / std::filesystem::read_symlink(path, error);
    return path;
}
} // namespace

const char* file_in(const char* variable)
{
    const char* const s = std::getenv(variable);
    return s && *s ? s : nullptr;
}

bool write_output_file(const std::string& path, std::string_view text, const char* what, const char* variable)
{
    // Writes a temporary file first, so that a reader sees the whole report or nothing. If the path is a link, the
    // temporary file is beside the link's target. A pipe or a device is written to directly, because a renamed file
    // would replace it.
    const std::filesystem::path target = without_links(path);
    std::error_code unknown;
    const bool in_place =
        std::filesystem::exists(target, unknown) && !std::filesystem::is_regular_file(target, unknown);
    const std::string beside = in_place ? target.string() : target.string() + "." + std::to_string(getpid());
    auto fails = [&](bool remove) {
        const int why = errno;
        if (remove && !in_place) unlink(beside.c_str());
        std::fprintf(stderr, "cuda_emulator: %s cannot be written to '%s' (%s): %s\n", what, path.c_str(), variable,
                     std::strerror(why));
        return false;
    };
    std::FILE* const file = std::fopen(beside.c_str(), "w");
    if (!file) return fails(false);
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (std::fclose(file) != 0 || !written) return fails(true);
    if (!in_place && std::rename(beside.c_str(), target.c_str()) != 0) return fails(true);
    return true;
}

} // namespace cuda_emulator
