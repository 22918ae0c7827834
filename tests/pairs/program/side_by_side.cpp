#include "side_by_side.hpp"

#include <algorithm>
#include <cctype>
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

bool is_blank(const cell& c) { return c.character == " "; }

bool in_name(const cell& c)
{
    const char first = c.character[0];
    return std::isalnum(static_cast<unsigned char>(first)) || first == '_' || (first & 0x80) != 0;
}

// Where the line's comment begins, or its end.
std::size_t comment_of(const cells& line)
{
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); i++) {
        const std::string& c = line[i].character;
        if (quote) {
            if (c == "\\") i++;
            if (c[0] == quote) quote = 0;
        } else if (c == "\"" || c == "'") {
            quote = c[0];
        } else if (c == "/" && i + 1 < line.size() && line[i + 1].character == "/") {
            return i;
        }
    }
    return line.size();
}

// From a comment's slashes to where it goes on below: under its text, if that is set in or follows a label, else
// a little further in.
std::size_t hanging_indent(const cells& line, std::size_t comment)
{
    const auto text_from = [&](std::size_t at) {
        return static_cast<std::size_t>(std::find_if_not(line.begin() + at, line.end(), is_blank) - line.begin());
    };
    std::size_t text = text_from(comment + 2);
    const auto word_end = std::find_if(line.begin() + text, line.end(), is_blank);
    if (word_end != line.end() && std::prev(word_end)->character == ":") text = text_from(word_end - line.begin());
    return text - comment > 3 && text < line.size() ? text - comment : 6;
}

// Cuts a line where it fits: in the last two thirds before a comment, else at a blank, else between two words, else
// where it must be. What goes on below is set further in, and if it is a comment, begins as one.
std::vector<cells> pieces(const cells& line, std::size_t width)
{
    const std::size_t text = std::find_if_not(line.begin(), line.end(), is_blank) - line.begin();
    const std::size_t indent = std::min(text + 4, width / 2);
    const std::size_t comment = comment_of(line);
    std::vector<cells> all;
    // A line that does not fit begins at half of the column at the latest, so that something of it stands there.
    for (std::size_t from = line.size() > width ? text - std::min(text, width / 2) : 0;;) {
        cells piece;
        if (!all.empty()) {
            piece.assign(indent, cell{" ", false});
            if (from > comment) {
                const std::size_t slashes = std::min(comment == text ? text : indent, width / 2);
                const std::size_t hang = comment == text ? hanging_indent(line, comment) : 3;
                piece.resize(std::min(slashes + hang, width / 2 + 3), cell{" ", false});
                piece[slashes] = piece[slashes + 1] = {"/", line[from].coloured};
            }
        }
        const std::size_t room = width - piece.size();
        std::size_t to = line.size();
        if (to - from > room) {
            const std::size_t least = std::max(from + room / 3, text) + 1;
            const auto last = [&](auto can_end) {
                for (std::size_t at = from + room; at >= least; at--)
                    if (can_end(at)) return at;
                return std::size_t{0};
            };
            to = comment >= least && comment <= from + room ? comment : 0;
            if (!to) to = last([&](std::size_t at) { return is_blank(line[at - 1]) || is_blank(line[at]); });
            if (!to) to = last([&](std::size_t at) { return in_name(line[at]) && !in_name(line[at - 1]); });
            if (!to) to = from + room;
        }
        piece.insert(piece.end(), line.begin() + from, line.begin() + to);
        if (to < line.size())
            while (!piece.empty() && is_blank(piece.back()))
                piece.pop_back();
        all.push_back(piece);
        from = std::find_if_not(line.begin() + to, line.end(), is_blank) - line.begin();
        if (from == line.size()) return all;
    }
}

class printer {
public:
    printer(std::ostream& out, const side_by_side_style& style)
        : out_{out}
        , room_{static_cast<std::size_t>(std::max(style.width, 40)) - 3}
        , colour_{style.colour}
    {
    }

    void row(const std::string* left, const std::string* right, bool related)
    {
        const auto one = left ? words_of(without_tabs(*left)) : std::vector<std::string>{};
        const auto other = right ? words_of(without_tabs(*right)) : std::vector<std::string>{};
        const char mark = !left ? '>' : !right ? '<' : *left == *right ? ' ' : '|';
        const std::size_t width = room_ / 2;
        const auto here = column(left, one, changes(related, one, other), width);
        const auto there = column(right, other, changes(related, other, one), room_ - width);
        for (std::size_t i = 0; i < std::max(here.size(), there.size()); i++) {
            const cells none;
            const cells& l = i < here.size() ? here[i] : none;
            const cells& r = i < there.size() ? there[i] : none;
            out_ << painted(l, "\033[31m");
            if (mark != ' ' || !r.empty()) out_ << std::string(width - l.size(), ' ') << ' ' << mark;
            out_ << (r.empty() ? "" : " ") << painted(r, "\033[32m") << '\n';
        }
    }

private:
    static std::vector<bool> changes(bool related, const std::vector<std::string>& words,
                                     const std::vector<std::string>& other)
    {
        return related ? changed_words(words, other) : std::vector<bool>(words.size(), true);
    }

    std::vector<cells> column(const std::string* line, const std::vector<std::string>& words,
                              const std::vector<bool>& changed, std::size_t width) const
    {
        return line ? pieces(cells_of(words, changed), width) : std::vector<cells>{};
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
    std::size_t room_; // for both columns
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
