// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder of a test's own, in which it runs.
#ifndef FOLDER_H
#define FOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

class folder {
public:
    folder()
    {
        char name[] = "/tmp/shims-XXXXXX";
        if (!mkdtemp(name)) std::abort();
        path = name;
        before = std::filesystem::current_path();
        std::filesystem::current_path(path);
    }
    ~folder()
    {
        std::filesystem::current_path(before);
        std::filesystem::remove_all(path);
    }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;

    static void write(const std::string& file, const std::string& text)
    {
        if (const auto above = std::filesystem::path(file).parent_path(); !above.empty())
            std::filesystem::create_directories(above);
        std::ofstream(file, std::ios::binary) << text;
    }
    static std::string read(const std::string& file)
    {
        std::ifstream from(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(from), {}};
    }

    std::filesystem::path path;

private:
    std::filesystem::path before;
};

#endif
