// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_copies.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "values.hpp"

namespace scanner {
namespace {

struct old_copy {
    const char* name;
    std::size_t array, w_offset, h_offset, count; // argument indices
    std::size_t least, most;
};

constexpr old_copy old_copies[] = {
    {"cudaMemcpyToArray", 0, 1, 2, 4, 6, 6},
    {"cudaMemcpyToArrayAsync", 0, 1, 2, 4, 6, 7},
    {"cudaMemcpyFromArray", 1, 2, 3, 4, 6, 6},
    {"cudaMemcpyFromArrayAsync", 1, 2, 3, 4, 6, 7},
};

class copy_to_rows {
public:
    copy_to_rows(const program& source, const function& body, std::size_t call, const old_copy& old)
        : source_(source)
        , body_(body)
        , known_(source, body)
        , call_(call)
        , old_(old)
        , arguments_(source.arguments(call + 1))
    {
    }

    std::vector<edit> edits(const char* becomes)
    {
        if (arguments_.size() < old_.least || arguments_.size() > old_.most) return {};
        for (std::size_t k = call_; k <= source_.closing(call_ + 1) && k < source_.size(); ++k)
            if (source_.at(k).in_directive || !source_.is_in_text(k)) return {};
        const auto count = arguments_[old_.count];
        if (!known_.is_plain(count) || !find_allocation()) return {};
        std::string width, height;
        const auto size = source_.arguments(allocation_ + 1);
        const bool one_row = size.size() == 3 || is_number(size[3], "0") || is_number(size[3], "1");
        if (one_row) {
            if (!is_number(arguments_[old_.h_offset], "0")) return {};
            width = text_of(count);
            height = "1";
        } else {
            if (!is_number(arguments_[old_.w_offset], "0") || !is_number(arguments_[old_.h_offset], "0")) return {};
            if (!is_whole_array(size, width)) return {};
            height = text_of(size[3]);
        }
        std::vector<edit> result{{source_.offset(call_), source_.at(call_).text.size(), becomes}};
        const std::size_t begin = source_.offset(count.first);
        const std::size_t length = end_of(count) - begin;
        if (old_.array == 0) { // the pitch follows the memory argument
            result.push_back({begin, length, width + ", " + width + ", " + height});
        } else {
            result.push_back({end_of(arguments_[0]), 0, ", " + width});
            result.push_back({begin, length, width + ", " + height});
        }
        return result;
    }

private:
    std::size_t end_of(token_range range) const
    {
        return source_.offset(range.second - 1) + source_.at(range.second - 1).text.size();
    }

    std::string text_of(token_range range) const
    {
        const std::size_t begin = source_.offset(range.first);
        return std::string(source_.text().substr(begin, end_of(range) - begin));
    }

    bool is_number(token_range range, const char* number) const
    {
        return range.second - range.first == 1 && source_.at(range.first).kind == token_kind::number &&
               source_.at(range.first).text == number;
    }

    // Finds the call of cudaMallocArray for the array. The call must be the only one in the file, and the array must be
    // a local variable.
    bool find_allocation()
    {
        const token_range range = arguments_[old_.array];
        if (range.second - range.first != 1 || !source_.at(range.first).is_name()) return false;
        const std::string_view array = source_.at(range.first).text;
        const auto declared = known_.declaration(array);
        if (!declared || *declared < body_.open) return false;
        for (std::size_t k = body_.open; k < body_.close; ++k) {
            if (!source_.at(k).is_name(array) || k == *declared || !known_.may_change_at(k)) continue;
            if (allocation_ || k < 3 || !source_.at(k - 1).is_mark("&") || !source_.at(k - 2).is_mark("(") ||
                !source_.at(k - 3).is_name("cudaMallocArray"))
                return false;
            allocation_ = k - 3;
        }
        if (!allocation_ || allocation_ > call_) return false;
        const auto size = source_.arguments(allocation_ + 1);
        return size.size() >= 3 && size.size() <= 5;
    }

    // Tests whether the count is width * height * element size. Returns the bytes of a row in `row`.
    bool is_whole_array(const std::vector<token_range>& size, std::string& row)
    {
        const auto count = known_.product(arguments_[old_.count]);
        const auto width = known_.product(size[2]), height = known_.product(size[3]);
        if (!count || !width || !height || !known_.is_plain(size[2]) || !known_.is_plain(size[3])) return false;
        std::vector<std::string> left = *count;
        for (const auto* factors : {&*width, &*height})
            for (const std::string& factor : *factors) {
                const auto found = std::find(left.begin(), left.end(), factor);
                if (found == left.end()) return false;
                left.erase(found);
            }
        if (left.size() > 1) return false;
        // The variables must keep their values from the allocation to the copy.
        for (const token_range& range : {size[2], size[3], arguments_[old_.count]})
            for (std::size_t k = range.first; k < range.second; ++k)
                if (source_.at(k).is_name() && !source_.at(k).is("sizeof") && !is_in_sizeof(k) &&
                    !known_.keeps_value(source_.at(k).text, allocation_))
                    return false;
        const auto [bytes, type] = element(size[1]);
        const std::string factor = left.empty() ? "1" : left[0];
        if (factor.compare(0, 7, "sizeof(") == 0) {
            const std::string copied = factor.substr(7, factor.size() - 8);
            if (copied != type && (!bytes || size_of(copied) != bytes)) return false;
        } else if (!bytes || factor != std::to_string(bytes)) {
            return false;
        }
        row = text_of(size[2]);
        if (factor != "1") row += " * " + factor;
        return true;
    }

    bool is_in_sizeof(std::size_t k) const
    {
        for (std::size_t steps = 0; steps < 6 && k > steps; ++steps)
            if (source_.at(k - steps).is_name("sizeof")) return true;
        return false;
    }

    unsigned size_of(const std::string& words) const
    {
        // `words` holds the type as text. The function looks for the tokens of this text in the copy's size.
        const token_range count = arguments_[old_.count];
        for (std::size_t k = body_.open; k < std::max(count.second, body_.open); ++k) {
            if (!source_.at(k).is_name("sizeof") || !source_.at(k + 1).is_mark("(")) continue;
            const token_range type{k + 2, source_.closing(k + 1)};
            if (type.second < source_.size() && known_.words(type) == words) return size_of_type(source_, type);
        }
        return 0;
    }

    // Returns the element size of the array and its type's words, from the &description argument of cudaMallocArray.
    std::pair<unsigned, std::string> element(token_range description) const
    {
        if (!source_.at(description.first).is_mark("&") || !source_.at(description.first + 1).is_name()) return {};
        const std::string_view name = source_.at(description.first + 1).text;
        const std::size_t length = description.second - description.first;
        if (length == 4 && source_.at(description.first + 2).is_mark(".") &&
            source_.at(description.first + 3).is_name("channelDesc"))
            return element_of_texture(name);
        const auto declared = known_.declaration(name);
        if (length != 2 || !declared || *declared < body_.open || !source_.at(*declared + 1).is_mark("=")) return {};
        for (std::size_t k = *declared + 1; k < body_.close; ++k) {
            if (!source_.at(k).is_name(name)) continue;
            if (k != *declared && (source_.at(k + 1).is_mark(".") || source_.at(k + 1).is_mark("="))) return {};
            if (source_.at(k - 1).is_mark("&") && !is_given_to_reader(k)) return {};
        }
        std::size_t made = *declared + 2;
        if (!source_.at(made).is_name("cudaCreateChannelDesc")) return {};
        ++made;
        if (source_.at(made).is_mark("<")) {
            const token_range type{made + 1, source_.closing_angle(made)};
            if (type.second >= source_.size()) return {};
            return {size_of_type(source_, type), known_.words(type)};
        }
        unsigned bits = 0;
        const auto arguments = source_.arguments(made);
        if (arguments.size() != 5) return {};
        for (std::size_t n = 0; n < 4; ++n) {
            const token& one = source_.at(arguments[n].first);
            if (arguments[n].second - arguments[n].first != 1 || one.kind != token_kind::number) return {};
            for (const std::string_view known : {"0", "8", "16", "32"})
                if (one.text == known) {
                    bits += static_cast<unsigned>(std::stoul(std::string(one.text)));
                    break;
                }
            if (one.text != "0" && one.text != "8" && one.text != "16" && one.text != "32") return {};
        }
        return {bits / 8, {}};
    }

    // Accepts a call f(…, &description, …) that only reads the description.
    bool is_given_to_reader(std::size_t k) const
    {
        for (std::size_t steps = 0; steps < 40 && k > body_.open; ++steps, --k) {
            if (source_.at(k).is_mark("("))
                return source_.at(k - 1).is_name("cudaMallocArray") ||
                       source_.at(k - 1).is_name("cudaBindTextureToArray") ||
                       source_.at(k - 1).is_name("cudaBindTexture") || source_.at(k - 1).is_name("cudaBindTexture2D");
            if (source_.at(k).is_mark(")")) k = std::min(source_.opening(k), k);
        }
        return false;
    }

    // Accepts texture<float, 2> t if no code writes its channelDesc.
    std::pair<unsigned, std::string> element_of_texture(std::string_view name) const
    {
        std::pair<unsigned, std::string> result;
        if (source_.size() > values::most_of_a_file) return result;
        unsigned declared = 0;
        for (std::size_t k = 0; k + 3 < source_.size(); ++k) {
            if (!source_.at(k).is_name()) continue;
            if (source_.at(k).is("texture") && source_.at(k + 1).is_mark("<")) {
                const std::size_t end = source_.closing_angle(k + 1);
                if (end + 1 >= source_.size() || !source_.at(end + 1).is_name(name)) continue;
                ++declared;
                std::size_t behind = k + 2;
                while (behind < end && !source_.at(behind).is_mark(","))
                    ++behind;
                result = {size_of_type(source_, {k + 2, behind}), known_.words({k + 2, behind})};
            } else if (k > 0 && source_.at(k).text == name && source_.at(k + 1).is_mark(".") &&
                       source_.at(k + 2).is_name("channelDesc") && !source_.at(k - 1).is_mark("&") &&
                       (source_.at(k + 3).is_mark("=") || source_.at(k + 3).is_mark("."))) {
                return {};
            }
        }
        return declared == 1 ? result : std::pair<unsigned, std::string>();
    }

    const program& source_;
    const function& body_;
    values known_;
    std::size_t call_;
    const old_copy& old_;
    std::vector<token_range> arguments_;
    std::size_t allocation_ = 0;
};

} // namespace

std::vector<edit> array_copy_at(const program& source, std::size_t i, const api_name& row)
{
    const function* body = source.function_around(i);
    if (!body || body->device || i + 1 >= source.size() || !source.at(i + 1).is_mark("(")) return {};
    for (const old_copy& old : old_copies)
        if (source.at(i).is(old.name)) return copy_to_rows(source, *body, i, old).edits(row.becomes);
    return {};
}

} // namespace scanner
