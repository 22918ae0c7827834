// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source as the rules see it: its tokens, its functions, and what it declares itself.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "files/compile_commands.hpp"
#include "names/version.hpp"
#include "token.hpp"
#include "typedefs.hpp"

namespace scanner {

struct function {
    std::size_t head;  // its first token
    std::size_t open;  // the bracket before its body
    std::size_t close; // the one behind it, or the end of the file
    bool device;       // __device__ or __global__
};

class program {
public:
    // Reads `text`, which has to outlive it; it is used again for the next file.
    void read(std::string_view path, std::string_view text, version target, const compile_settings* settings = nullptr);

    const std::string& path() const { return path_; }
    std::string_view text() const { return text_; }
    const std::vector<token>& list() const { return tokens_.list; }
    // Behind the last one it is an empty one, so that nobody who looks ahead, or a place back from the first, need ask.
    const token& at(std::size_t i) const { return i < size() ? tokens_.list[i] : behind_; }
    std::size_t size() const { return tokens_.list.size(); }

    // A file of nvcc's, or one that device code is in.
    bool is_cuda() const { return is_cuda_; }
    const std::vector<function>& functions() const { return find_functions(), functions_; }
    bool in_device_code(std::size_t i) const;
    // The function whose body has the token; null outside of all.
    const function* function_around(std::size_t i) const;

    // The names of the headers that it includes: places of their tokens.
    const std::vector<std::size_t>& headers() const { return headers_; }

    // Defined by #define, or a function or type with a body, or a name given to a type, here.
    bool defines(std::string_view name) const
    {
        return find_functions(), defined_.count(name) != 0 || named_types().count(name) != 0;
    }
    // The words of the type that a typedef or a using gives the name to, first and behind the last: float in typedef
    // float pixel. {0, 0} where it is no plain type, or there are two. None where nothing names a type so.
    std::optional<std::pair<std::size_t, std::size_t>> named_type(std::string_view name) const;
    // Whether the word stands anywhere in the code.
    bool mentions(std::string_view name) const { return mentioned_.count(name) != 0; }
    // Variables of type cudaDeviceProp and kin, by name; of texture<…> and surface<…> as well.
    std::string_view type_of_variable(std::string_view name) const;

    // The bracket that closes the one at i, or size(). Of ( [ {.
    std::size_t closing(std::size_t i) const;
    // The bracket that opens the one at i, or size(). Of ) ] }.
    std::size_t opening(std::size_t i) const;
    // The { around the token, the innermost one; size() outside of all, or where it is far.
    std::size_t block_around(std::size_t i) const;
    // Where the token stands in the text. Not for one that a line splice cuts in two, which is in no one place.
    std::size_t offset(std::size_t i) const { return static_cast<std::size_t>(at(i).text.data() - text_.data()); }
    bool is_in_text(std::size_t i) const;
    // The > that closes the < at i, where the words between look like template arguments; else size().
    std::size_t closing_angle(std::size_t i) const;
    // The arguments of the call whose ( is at i: first and last token of each.
    std::vector<std::pair<std::size_t, std::size_t>> arguments(std::size_t i) const;

private:
    void look_at_words();
    void find_functions() const;
    const std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>>& named_types() const;
    void declare(std::size_t type, std::size_t behind);
    const std::vector<std::uint32_t>& partners() const;

    std::string path_;
    std::string_view text_;
    tokens tokens_;
    token behind_{{}, 0, 0, token_kind::end_of_file, false, false};
    bool is_cuda_ = false;
    std::vector<std::size_t> headers_;
    std::unordered_set<std::string_view> mentioned_;
    std::unordered_map<std::string_view, std::string_view> variables_;
    // Made when they are first asked for: most files have nothing that needs them.
    mutable bool functions_are_found_ = false, types_are_found_ = false;
    mutable std::vector<function> functions_;
    mutable std::unordered_set<std::string_view> defined_;
    mutable std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> named_types_;
    mutable std::vector<std::uint32_t> partners_; // of each bracket the other one, or 0
};

} // namespace scanner
