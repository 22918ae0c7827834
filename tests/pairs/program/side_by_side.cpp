#include "side_by_side.hpp"

#include <algorithm>
#include <ostream>

namespace pairs {
namespace {

// Columns that a text takes: UTF-8 continuation bytes take none, tabs are expanded before.
std::size_t columns(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string without_tabs(const std::string& line)
{
    std::string text;
    for (char c : line)
        if (c == '\t')
            text.append(4 - columns(text) % 4, ' ');
        else
            text += c;
    return text;
}

// Cuts a line into pieces of at most `width` columns; an empty line is one empty piece.
std::vector<std::string> pieces(const std::string& line, std::size_t width)
{
    std::vector<std::string> all{""};
    std::size_t taken = 0;
    for (char c : without_tabs(line)) {
        if ((c & 0xc0) != 0x80 && taken++ == width) {
            all.emplace_back();
            taken = 1;
        }
        all.back() += c;
    }
    return all;
}

// lengths[i][j]: the longest common subsequence of left from i on and right from j on.
std::vector<std::vector<int>> common_lengths(const std::vector<std::string>& left, const std::vector<std::string>& right)
{
    std::vector<std::vector<int>> lengths(left.size() + 1, std::vector<int>(right.size() + 1));
    for (std::size_t i = left.size(); i-- > 0;)
        for (std::size_t j = right.size(); j-- > 0;)
            lengths[i][j] = left[i] == right[j] ? lengths[i + 1][j + 1] + 1
                                                : std::max(lengths[i + 1][j], lengths[i][j + 1]);
    return lengths;
}

class printer {
public:
    printer(std::ostream& out, const side_by_side_style& style)
        : out_{out}, column_{(static_cast<std::size_t>(std::max(style.width, 40)) - 3) / 2}, colour_{style.colour}
    {
    }

    void row(const std::string* left, const std::string* right, char mark)
    {
        const auto one = left ? pieces(*left, column_) : std::vector<std::string>{};
        const auto other = right ? pieces(*right, column_) : std::vector<std::string>{};
        for (std::size_t i = 0; i < std::max(one.size(), other.size()); i++) {
            const std::string here = i < one.size() ? one[i] : "";
            const std::string there = i < other.size() ? other[i] : "";
            out_ << painted(here, mark == ' ' ? "" : "\033[31m") << std::string(column_ - columns(here), ' ') << ' '
                 << mark << (there.empty() ? "" : " ") << painted(there, mark == ' ' ? "" : "\033[32m") << '\n';
        }
    }

private:
    std::string painted(const std::string& text, const char* paint) const
    {
        return colour_ && *paint && !text.empty() ? paint + text + "\033[0m" : text;
    }

    std::ostream& out_;
    std::size_t column_;
    bool colour_;
};

} // namespace

void print_side_by_side(std::ostream& out, const std::vector<std::string>& left, const std::vector<std::string>& right,
                        const side_by_side_style& style)
{
    const auto lengths = common_lengths(left, right);
    printer print{out, style};
    std::size_t i = 0, j = 0;
    while (i < left.size() || j < right.size()) {
        if (i < left.size() && j < right.size() && left[i] == right[j]) {
            print.row(&left[i++], &right[j++], ' ');
            continue;
        }
        // All that is on one side only before the next common line; what is on both sides shares rows.
        std::vector<const std::string*> gone, come;
        while (i < left.size() || j < right.size()) {
            if (i < left.size() && j < right.size() && left[i] == right[j]) break;
            if (j == right.size() || (i < left.size() && lengths[i + 1][j] >= lengths[i][j + 1]))
                gone.push_back(&left[i++]);
            else
                come.push_back(&right[j++]);
        }
        for (std::size_t k = 0; k < std::max(gone.size(), come.size()); k++) {
            const std::string* one = k < gone.size() ? gone[k] : nullptr;
            const std::string* other = k < come.size() ? come[k] : nullptr;
            print.row(one, other, one && other ? '|' : one ? '<' : '>');
        }
    }
}

} // namespace pairs
