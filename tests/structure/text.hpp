// Reading and cutting text, for the rules.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace structure {

//! The whole file; throws std::runtime_error when it cannot be read.
std::string read(const std::filesystem::path& file);

//! The lines of a text, without their ends.
std::vector<std::string> lines(const std::string& text);

//! The parts of a text between separators; as many as there are separators, and one.
std::vector<std::string> split(const std::string& text, char separator);

//! C++ with each comment replaced by a space, and each string literal by an empty one.
std::string without_comments(const std::string& source);

//! All files below a folder with this extension, sorted, relative to the folder. Empty when there is no such folder.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder, const std::string& extension);

//! The fields of a head comment, "// Name: text", with their continuation lines joined.
std::map<std::string, std::string> head_fields(const std::string& source);

//! The first capture of every match.
std::vector<std::string> captures(const std::string& text, const std::string& pattern);

//! Whether the word stands in the text, not as a part of a longer one.
bool has_word(const std::string& text, const std::string& word);

} // namespace structure
