#include "alignment.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>

namespace pairs {
namespace {

bool is_blank(const std::string& word) { return word.empty() || word[0] == ' '; }

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80) != 0; }

// What a word says about its line: a name more than a bracket.
double weight(const std::string& word)
{
    if (is_blank(word)) return 0;
    return in_name(word[0]) ? 2 + std::min<std::size_t>(word.size(), 10) : 1;
}

template <class T>
using table = std::vector<std::vector<T>>;

// common[i][j]: the weight of the best common subsequence of one from i on and other from j on.
template <class Weight>
table<double> common_weights(const std::vector<std::string>& one, const std::vector<std::string>& other,
                             Weight weight_of)
{
    table<double> common(one.size() + 1, std::vector<double>(other.size() + 1));
    for (std::size_t i = one.size(); i-- > 0;)
        for (std::size_t j = other.size(); j-- > 0;) {
            common[i][j] = std::max(common[i + 1][j], common[i][j + 1]);
            if (one[i] == other[j]) common[i][j] = std::max(common[i][j], common[i + 1][j + 1] + weight_of(one[i]));
        }
    return common;
}

// The kernel whose launch begins on the line.
std::string launched(const std::vector<std::string>& words)
{
    for (std::size_t k = 0; k + 3 < words.size(); k++)
        if (in_name(words[k][0]) && words[k + 1] == "<" && words[k + 2] == "<" && words[k + 3] == "<") return words[k];
    return {};
}

// How much is gained by two lines on one row, where a word says what `weights` gives it; 0 when they have too little in
// common for that.
class line_gains {
public:
    line_gains(const std::vector<std::string>& left, const std::vector<std::string>& right)
        : left_{split(left)}
        , right_{split(right)}
        , gain_(left.size(), std::vector<double>(right.size()))
    {
        weigh();
        for (std::size_t i = 0; i < left.size(); i++)
            for (std::size_t j = 0; j < right.size(); j++)
                gain_[i][j] = likeness(left_[i], right_[j]);
    }

    double operator()(std::size_t i, std::size_t j) const { return gain_[i][j]; }

    double left_weight(std::size_t i) const { return weight(left_[i]); }
    double right_weight(std::size_t j) const { return weight(right_[j]); }

private:
    static table<std::string> split(const std::vector<std::string>& lines)
    {
        table<std::string> words;
        for (const std::string& line : lines)
            words.push_back(words_of(line));
        return words;
    }

    // A name says less of its line the more often it stands in the texts (`const`, `std`), and half of that when only
    // one of them has it: that it is missing from the other is what both lines would show in any case.
    void weigh()
    {
        std::map<std::string, std::array<std::size_t, 2>> seen;
        for (const std::size_t side : {0, 1})
            for (const auto& line : side == 0 ? left_ : right_)
                for (const std::string& word : line)
                    seen[word][side]++;
        for (const auto& [word, times] : seen) {
            double& here = weights_[word] = pairs::weight(word);
            if (word.empty() || !in_name(word[0])) continue;
            const auto [more, less] = std::minmax(times[0], times[1], std::greater<>{});
            here /= less == 0 ? 2 : std::sqrt(more);
        }
    }

    double weight(const std::vector<std::string>& words) const
    {
        double sum = 0;
        for (const std::string& word : words)
            sum += weights_.at(word);
        return sum;
    }

    double likeness(const std::vector<std::string>& one, const std::vector<std::string>& other) const
    {
        if (one == other) return 1 + weight(one);
        const double both = weight(one) + weight(other);
        if (both == 0) return 1; // blank lines of different length
        const auto weight_of = [this](const std::string& word) { return weights_.at(word); };
        const double common = common_weights(one, other, weight_of)[0][0];
        if (const std::string kernel = launched(one); !kernel.empty() && kernel == launched(other)) return 20 + common;
        return common < 0.21 * both ? 0 : common;
    }

    table<std::string> left_, right_;
    table<double> gain_;
    std::map<std::string, double> weights_;
};

// Lines from `begin` to before `end`.
struct range {
    std::size_t begin, end;
};

constexpr double neighbours = 2; // gained by a row right below another such row

// The best rows for a part of the left text beside a part of the right one.
class line_alignment {
public:
    line_alignment(const line_gains& gain, range left, range right)
        : gain_{gain}
        , left_{left}
        , right_{right}
    {
        best_.fill(table<double>(left.end - left.begin + 1, std::vector<double>(right.end - right.begin + 1)));
        for (std::size_t i = left.end + 1; i-- > left.begin;)
            for (std::size_t j = right.end + 1; j-- > right.begin;)
                for (const int after : {0, 1}) {
                    double& here = best(after, i, j);
                    if (i < left.end) here = std::max(here, best(0, i + 1, j));
                    if (j < right.end) here = std::max(here, best(0, i, j + 1));
                    if (related(i, j)) here = std::max(here, together(i, j, after));
                }
    }

    double value() { return best(0, left_.begin, right_.begin); }

    std::vector<aligned_row> rows()
    {
        std::vector<aligned_row> rows;
        int after = 0;
        for (std::size_t i = left_.begin, j = right_.begin; i < left_.end || j < right_.end;) {
            if (related(i, j) && best(after, i, j) == together(i, j, after)) {
                rows.push_back({i++, j++, true});
                after = 1;
                continue;
            }
            if (j == right_.end || (i < left_.end && best(after, i, j) == best(0, i + 1, j)))
                rows.push_back({i++, std::nullopt, false});
            else
                rows.push_back({std::nullopt, j++, false});
            after = 0;
        }
        return rows;
    }

private:
    // From lines i and j on, where `after` tells whether the row before was a related one.
    double& best(int after, std::size_t i, std::size_t j) { return best_[after][i - left_.begin][j - right_.begin]; }

    bool related(std::size_t i, std::size_t j) const { return i < left_.end && j < right_.end && gain_(i, j) > 0; }

    double together(std::size_t i, std::size_t j, int after)
    {
        return gain_(i, j) + (after ? neighbours : 0) + best(1, i + 1, j + 1);
    }

    const line_gains& gain_;
    range left_, right_;
    std::array<table<double>, 2> best_;
};

// The comment that a file begins with; a function or type with the comment above it and the blank lines below; or all
// that stands between two of those.
struct chunk {
    range lines;
    std::string name;         // of the function or type; that of the first comment is "//"
    std::size_t declares = 0; // the line with the name
    std::size_t closes = 0;   // the line with the last brace
};

// The line without strings, characters and a comment that runs to its end.
std::string code_of(const std::string& line)
{
    std::string code;
    for (std::size_t i = 0; i < line.size(); i++) {
        if (line.compare(i, 2, "//") == 0) break;
        code += line[i];
        if (line[i] != '"' && line[i] != '\'') continue;
        for (const char quote = line[i++]; i < line.size() && line[i] != quote; i++)
            if (line[i] == '\\') i++;
    }
    return code;
}

// Of what `head`, the text before a brace, begins: the name before its parameters, or its last one.
std::string name_of(const std::string& head)
{
    std::vector<std::string> words;
    for (const std::string& word : words_of(head))
        if (!is_blank(word)) words.push_back(word);
    std::string last;
    for (std::size_t k = 0; k < words.size(); k++) {
        if (!in_name(words[k][0])) continue;
        const bool called = k + 1 < words.size() && words[k + 1] == "(";
        const bool says_how = words[k] == "alignas" || words[k].compare(0, 2, "__") == 0;
        if (called && !says_how) return words[k];
        last = words[k];
    }
    return last;
}

bool has_no_text(const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; }

bool has_word(const std::string& line, const std::string& word)
{
    const auto words = words_of(line);
    return std::find(words.begin(), words.end(), word) != words.end();
}

// None where a brace lacks the other one: this is no whole text of C++.
std::vector<chunk> chunks_of(const std::vector<std::string>& lines)
{
    std::vector<chunk> chunks;
    std::size_t begin = 0;     // of what is not yet in a chunk
    std::size_t paragraph = 0; // where the last lines without a blank one among them begin
    std::string head;
    int depth = 0;
    const auto cut = [&](std::size_t end, const std::string& name = {}, std::size_t closes = 0) {
        if (begin == end) return;
        std::size_t declares = begin;
        while (!name.empty() && !has_word(code_of(lines[declares]), name))
            declares++;
        chunks.push_back({{begin, end}, name, declares, closes});
        begin = paragraph = end;
    };
    std::size_t first = 0;
    while (first < lines.size() && lines[first].compare(0, 2, "//") == 0)
        first++;
    if (first > 0 && first < lines.size() && has_no_text(lines[first])) {
        chunks.push_back({{0, first + 1}, "//"});
        begin = paragraph = first + 1;
    }
    for (std::size_t i = begin; i < lines.size(); i++) {
        const std::string code = code_of(lines[i]);
        if (depth == 0 && has_no_text(lines[i])) {
            paragraph = i + 1;
            head.clear();
        }
        const bool directive = code.compare(0, 1, "#") == 0;
        bool closed = false;
        for (const char c : directive ? "" : code) {
            if (c == '{' && depth++ == 0) cut(paragraph);
            if (c == '}' && --depth == 0) closed = true;
            if (depth == 0 && c == ';') head.clear();
            if (depth == 0 && c != '}' && c != ';') head += c;
        }
        if (depth == 0 && !head.empty()) head += ' ';
        if (!closed || depth != 0) continue;
        const std::size_t closes = i;
        while (i + 1 < lines.size() && has_no_text(lines[i + 1]))
            i++;
        cut(i + 1, name_of(head), closes);
        head.clear();
    }
    if (depth != 0) return {};
    cut(lines.size());
    return chunks;
}

// How much is gained by two chunks beside each other; 0 when they are not the same thing in two versions.
double likeness(const line_gains& gain, const chunk& left, const chunk& right)
{
    if (left.name.empty() != right.name.empty()) return 0;
    const double value = line_alignment{gain, left.lines, right.lines}.value();
    if (left.name == right.name) return 1000 + value;
    double left_weight = 0, right_weight = 0;
    for (std::size_t i = left.lines.begin; i < left.lines.end; i++)
        left_weight += gain.left_weight(i);
    for (std::size_t j = right.lines.begin; j < right.lines.end; j++)
        right_weight += gain.right_weight(j);
    return value < 0.5 * std::min(left_weight, right_weight) ? 0 : value;
}

// Whether the line is one for the preprocessor.
bool is_directive(const std::string& line)
{
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin != std::string::npos && line[begin] == '#';
}

// Lines that stand on one side only, between two related rows, share rows; but an #include or #pragma is never beside
// code, as if the one had become the other.
std::vector<aligned_row> shared(const std::vector<aligned_row>& rows, const std::vector<std::string>& left,
                                const std::vector<std::string>& right)
{
    std::vector<aligned_row> all;
    std::vector<std::size_t> gone, come;
    const auto share = [&] {
        for (std::size_t i = 0, j = 0; i < gone.size() || j < come.size();) {
            bool here = i < gone.size(), there = j < come.size();
            if (here && there && is_directive(left[gone[i]]) != is_directive(right[come[j]])) {
                here = is_directive(left[gone[i]]); // which goes first, alone
                there = !here;
            }
            aligned_row row;
            if (here) row.left = gone[i++];
            if (there) row.right = come[j++];
            all.push_back(row);
        }
        gone.clear();
        come.clear();
    };
    for (const aligned_row& row : rows) {
        if (row.related) {
            share();
            all.push_back(row);
            continue;
        }
        if (row.left) gone.push_back(*row.left);
        if (row.right) come.push_back(*row.right);
    }
    share();
    return all;
}

} // namespace

std::vector<std::string> words_of(const std::string& line)
{
    std::vector<std::string> words;
    for (const char c : line) {
        const bool goes_on =
            !words.empty() && ((c == ' ' && words.back()[0] == ' ') || (in_name(c) && in_name(words.back()[0])));
        if (goes_on)
            words.back() += c;
        else
            words.emplace_back(1, c);
    }
    return words;
}

std::vector<bool> changed_words(const std::vector<std::string>& words, const std::vector<std::string>& other)
{
    const auto common = common_weights(words, other, weight);
    std::vector<bool> changed(words.size(), true);
    std::size_t i = 0, j = 0;
    while (i < words.size() && j < other.size())
        if (words[i] == other[j] && common[i][j] == common[i + 1][j + 1] + weight(words[i]))
            changed[i++] = false, j++;
        else if (common[i][j] == common[i + 1][j])
            i++;
        else
            j++;
    for (i = 0; i < words.size(); i++)
        if (is_blank(words[i])) changed[i] = false;
    return changed;
}

std::vector<aligned_row> align(const std::vector<std::string>& left, const std::vector<std::string>& right)
{
    const line_gains gain{left, right};
    const std::vector<chunk> here = chunks_of(left), there = chunks_of(right);
    const auto sharing = [&](const std::vector<aligned_row>& rows) { return shared(rows, left, right); };
    if (here.empty() || there.empty()) return sharing(line_alignment{gain, {0, left.size()}, {0, right.size()}}.rows());

    table<double> alike(here.size(), std::vector<double>(there.size()));
    table<double> best(here.size() + 1, std::vector<double>(there.size() + 1));
    for (std::size_t i = here.size(); i-- > 0;)
        for (std::size_t j = there.size(); j-- > 0;) {
            alike[i][j] = likeness(gain, here[i], there[j]);
            best[i][j] = std::max(best[i + 1][j], best[i][j + 1]);
            if (alike[i][j] > 0) best[i][j] = std::max(best[i][j], alike[i][j] + best[i + 1][j + 1]);
        }

    std::vector<aligned_row> rows, apart;
    const auto add = [&](const std::vector<aligned_row>& more) { rows.insert(rows.end(), more.begin(), more.end()); };
    const auto add_lines = [&](range on_left, range on_right) {
        add(sharing(line_alignment{gain, on_left, on_right}.rows()));
    };
    for (std::size_t i = 0, j = 0; i < here.size() || j < there.size();) {
        const bool both = i < here.size() && j < there.size();
        if (both && alike[i][j] > 0 && best[i][j] == alike[i][j] + best[i + 1][j + 1]) {
            add(sharing(apart));
            apart.clear();
            const chunk &one = here[i++], &other = there[j++];
            if (one.name.empty() || one.name != other.name) {
                add_lines(one.lines, other.lines);
                continue;
            }
            // Two functions of one name begin on one row, however different what surrounds the name is, and end on one.
            add_lines({one.lines.begin, one.declares}, {other.lines.begin, other.declares});
            rows.push_back({one.declares, other.declares, true});
            const bool longer = one.closes > one.declares && other.closes > other.declares;
            const std::size_t here_to = longer ? one.closes : one.lines.end;
            const std::size_t there_to = longer ? other.closes : other.lines.end;
            add_lines({one.declares + 1, here_to}, {other.declares + 1, there_to});
            if (longer) rows.push_back({one.closes, other.closes, true});
            add_lines({here_to + longer, one.lines.end}, {there_to + longer, other.lines.end});
        } else if (j == there.size() || (both && best[i][j] == best[i + 1][j])) {
            for (std::size_t line = here[i].lines.begin; line < here[i].lines.end; line++)
                apart.push_back({line, std::nullopt, false});
            i++;
        } else {
            for (std::size_t line = there[j].lines.begin; line < there[j].lines.end; line++)
                apart.push_back({std::nullopt, line, false});
            j++;
        }
    }
    add(sharing(apart));
    return rows;
}

} // namespace pairs
