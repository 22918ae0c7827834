#include "side_by_side.hpp"

#include <algorithm>
#include <ostream>

#include "alignment.hpp"

namespace pairs {
namespace {

// One column of the terminal: a character, of several bytes perhaps, and whether it is coloured.
struct cell {
    std::string character;
    bool coloured;
};
using cells = std::vector<cell>;

std::string without_tabs(const std::string& line)
{
    std::string text;
    std::size_t taken = 0;
    for (char c : line) {
        const std::size_t blanks = c == '\t' ? 4 - taken % 4 : 0;
        text += blanks ? std::string(blanks, ' ') : std::string(1, c);
        taken += blanks ? blanks : (c & 0xc0) != 0x80;
    }
    return text;
}

cells cells_of(const std::vector<std::string>& words, const std::vector<bool>& changed)
{
    cells all;
    for (std::size_t w = 0; w < words.size(); w++)
        for (char c : words[w])
            if ((c & 0xc0) == 0x80 && !all.empty())
                all.back().character += c;
            else
                all.push_back({std::string(1, c), changed[w]});
    return all;
}

// Cuts a line where it fits, at a blank if there is one in the second half. What goes on below is set further in.
std::vector<cells> pieces(const cells& line, std::size_t width)
{
    const auto is_blank = [](const cell& c) { return c.character == " "; };
    const auto text = std::find_if_not(line.begin(), line.end(), is_blank);
    const std::size_t indent = std::min<std::size_t>(text - line.begin() + 4, width / 2);
    std::vector<cells> all;
    for (auto from = line.begin();;) {
        cells piece(all.empty() ? 0 : indent, cell{" ", false});
        const std::size_t room = width - piece.size();
        auto to = line.end();
        if (static_cast<std::size_t>(line.end() - from) > room) {
            to = from + static_cast<std::ptrdiff_t>(room);
            for (auto at = to; at > from + static_cast<std::ptrdiff_t>(room / 2); --at)
                if (is_blank(*(at - 1)) || is_blank(*at)) {
                    to = at;
                    break;
                }
        }
        piece.insert(piece.end(), from, to);
        while (to != line.end() && is_blank(piece.back()))
            piece.pop_back();
        all.push_back(piece);
        from = std::find_if_not(to, line.end(), is_blank);
        if (from == line.end()) return all;
    }
}

class printer {
public:
    printer(std::ostream& out, const side_by_side_style& style)
        : out_{out}
        , column_{(static_cast<std::size_t>(std::max(style.width, 40)) - 3) / 2}
        , colour_{style.colour}
    {
    }

    void row(const std::string* left, const std::string* right, bool related)
    {
        const auto one = left ? words_of(without_tabs(*left)) : std::vector<std::string>{};
        const auto other = right ? words_of(without_tabs(*right)) : std::vector<std::string>{};
        const char mark = !left ? '>' : !right ? '<' : *left == *right ? ' ' : '|';
        const auto here = column(left, one, changes(related, one, other));
        const auto there = column(right, other, changes(related, other, one));
        for (std::size_t i = 0; i < std::max(here.size(), there.size()); i++) {
            const cells none;
            const cells& l = i < here.size() ? here[i] : none;
            const cells& r = i < there.size() ? there[i] : none;
            out_ << painted(l, "\033[31m") << std::string(column_ - l.size(), ' ') << ' ' << mark
                 << (r.empty() ? "" : " ") << painted(r, "\033[32m") << '\n';
        }
    }

private:
    static std::vector<bool> changes(bool related, const std::vector<std::string>& words,
                                     const std::vector<std::string>& other)
    {
        return related ? changed_words(words, other) : std::vector<bool>(words.size(), true);
    }

    std::vector<cells> column(const std::string* line, const std::vector<std::string>& words,
                              const std::vector<bool>& changed) const
    {
        return line ? pieces(cells_of(words, changed), column_) : std::vector<cells>{};
    }

    std::string painted(const cells& text, const char* paint) const
    {
        std::string all;
        bool on = false;
        for (const cell& c : text) {
            if (colour_ && c.coloured != on) all += c.coloured ? paint : "\033[0m";
            on = c.coloured;
            all += c.character;
        }
        return colour_ && on ? all + "\033[0m" : all;
    }

    std::ostream& out_;
    std::size_t column_;
    bool colour_;
};

} // namespace

void print_side_by_side(std::ostream& out, const std::vector<std::string>& left, const std::vector<std::string>& right,
                        const side_by_side_style& style)
{
    printer print{out, style};
    for (const aligned_row& row : align(left, right)) {
        const std::string* one = row.left ? &left[*row.left] : nullptr;
        const std::string* other = row.right ? &right[*row.right] : nullptr;
        // A blank line that shares its row with an unrelated one is no other text: it is none.
        if (one && other && !row.related && one->empty()) one = nullptr;
        if (one && other && !row.related && other->empty()) other = nullptr;
        print.row(one, other, row.related);
    }
}

} // namespace pairs
