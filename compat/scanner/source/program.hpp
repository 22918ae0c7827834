// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source for the rules: its tokens, its functions, and its own declarations.
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
    std::size_t head;  // the first token of its declaration
    std::size_t open;  // the bracket that opens its body
    std::size_t close; // the bracket that closes its body, or the end of the file
    bool device;       // __device__ or __global__
};

class program {
public:
    // Reads `text`, which must outlive this object. Memory of an earlier file is reused.
    void read(std::string_view path, std::string_view text, version target, const compile_settings* settings = nullptr);

    const std::string& path() const { return path_; }
    std::string_view text() const { return text_; }
    const std::vector<token>& list() const { return tokens_.list; }
    // Gives an empty token for an index outside the file. So code can look ahead, and one token back, without a test.
    const token& at(std::size_t i) const { return i < size() ? tokens_.list[i] : behind_; }
    std::size_t size() const { return tokens_.list.size(); }

    // Tests whether the file is nvcc's, or has device code.
    bool is_cuda() const { return is_cuda_; }
    const std::vector<function>& functions() const { return find_functions(), functions_; }
    bool in_device_code(std::size_t i) const;
    // Gives the function whose body contains the token, or null.
    const function* function_around(std::size_t i) const;

    // Gives the indices of the tokens with names of included headers.
    const std::vector<std::size_t>& headers() const { return headers_; }

    // Tests whether this file gives the name a meaning: by #define, by a function or type with a body, or by a typedef.
    bool defines(std::string_view name) const
    {
        return find_functions(), defined_.count(name) != 0 || named_types().count(name) != 0;
    }
    // Gives the tokens of the type that a typedef or a using names, as first and end: float in typedef float pixel. {0,
    // 0} means that it is no plain type, or that two declarations differ. Gives nothing if no declaration names the
    // type.
    std::optional<std::pair<std::size_t, std::size_t>> named_type(std::string_view name) const;
    // Tests whether the word occurs in the code.
    bool mentions(std::string_view name) const { return mentioned_.count(name) != 0; }
    // Gives the type of a variable, by name, for cudaDeviceProp and similar structures, and for texture<…> and
    // surface<…>.
    std::string_view type_of_variable(std::string_view name) const;

    // Gives the bracket that closes the ( [ or { at i, or size().
    std::size_t closing(std::size_t i) const;
    // Gives the bracket that opens the ) ] or } at i, or size().
    std::size_t opening(std::size_t i) const;
    // Gives the innermost { around the token. Gives size() outside of all blocks, and if the { is too far away.
    std::size_t block_around(std::size_t i) const;
    // Gives the position of the token in the text. It has no meaning for a token with a line splice, which is not in
    // one piece.
    std::size_t offset(std::size_t i) const { return static_cast<std::size_t>(at(i).text.data() - text_.data()); }
    bool is_in_text(std::size_t i) const;
    // Gives the > that closes the < at i, if the tokens between look like template arguments, or size().
    std::size_t closing_angle(std::size_t i) const;
    // Gives the first and the last token of each argument of the call whose ( is at i.
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
    // Found on the first request, because most files do not need them.
    mutable bool functions_are_found_ = false, types_are_found_ = false;
    mutable std::vector<function> functions_;
    mutable std::unordered_set<std::string_view> defined_;
    mutable std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> named_types_;
    mutable std::vector<std::uint32_t> partners_; // the other bracket for each bracket, or 0
};

} // namespace scanner
