// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "alignment.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace pairs {
namespace {

using words = std::vector<std::string>;
using table = std::vector<std::vector<double>>;

bool is_blank(const std::string& word) { return word[0] == ' ' || word[0] == '\t'; }

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80) != 0; }

// The weight of a word in its line: a name counts more than a bracket.
double weight(const std::string& word)
{
    if (is_blank(word)) return 0;
    return in_name(word[0]) ? 2 + std::min<std::size_t>(word.size(), 10) : 1;
}

double weight(const words& line)
{
    double sum = 0;
    for (const std::string& word : line)
        sum += weight(word);
    return sum;
}

// common[i][j] is the weight of the best common subsequence of one from i on and other from j on.
table common_weights(const words& one, const words& other)
{
    table common(one.size() + 1, std::vector<double>(other.size() + 1));
    for (std::size_t i = one.size(); i-- > 0;)
        for (std::size_t j = other.size(); j-- > 0;) {
            common[i][j] = std::max(common[i + 1][j], common[i][j + 1]);
            if (one[i] == other[j]) common[i][j] = std::max(common[i][j], common[i + 1][j + 1] + weight(one[i]));
        }
    return common;
}

// A line's words without the blanks at its ends, and its indentation.
struct parsed_line {
    words text;
    std::string indent;
};

std::vector<parsed_line> parse(const std::vector<std::string>& lines)
{
    std::vector<parsed_line> all;
    for (const std::string& line : lines) {
        words text = words_of(line);
        std::string indent;
        if (!text.empty() && is_blank(text.back())) text.pop_back();
        if (!text.empty() && is_blank(text.front())) {
            indent = text.front();
            text.erase(text.begin());
        }
        all.push_back({std::move(text), std::move(indent)});
    }
    return all;
}

constexpr double no_relation = -1e9;

// The gain of two lines in one row: the weight that they have in common, if that is at least half of their weight.
double gain(const parsed_line& one, const parsed_line& other)
{
    const double both = weight(one.text) + weight(other.text);
    if (both == 0) return -0.5; // blank lines share a row if their neighbours do
    const bool same = one.text == other.text;
    const bool no_names =
        std::none_of(one.text.begin(), one.text.end(), [](const auto& word) { return in_name(word[0]); });
    if (same && no_names && one.indent != other.indent) return no_relation; // braces of different depths
    const double common = same ? both / 2 : common_weights(one.text, other.text)[0][0];
    return 2 * common < 0.5 * both ? no_relation : common;
}

constexpr double neighbours = 2; // the gain of a row directly below another such row

// Finds the best rows for two texts.
class line_alignment {
public:
    line_alignment(const std::vector<parsed_line>& left, const std::vector<parsed_line>& right)
        : lefts_{left.size()}
        , rights_{right.size()}
        , gain_(lefts_, std::vector<double>(rights_))
    {
        best_.fill(table(lefts_ + 1, std::vector<double>(rights_ + 1)));
        for (std::size_t i = lefts_ + 1; i-- > 0;)
            for (std::size_t j = rights_ + 1; j-- > 0;) {
                if (i < lefts_ && j < rights_) gain_[i][j] = gain(left[i], right[j]);
                for (const int after : {0, 1}) {
                    double& here = best_[after][i][j];
                    if (i < lefts_) here = std::max(here, best_[0][i + 1][j]);
                    if (j < rights_) here = std::max(here, best_[0][i][j + 1]);
                    if (related(i, j)) here = std::max(here, together(i, j, after));
                }
            }
    }

    std::vector<aligned_row> rows() const
    {
        std::vector<aligned_row> rows;
        int after = 0;
        for (std::size_t i = 0, j = 0; i < lefts_ || j < rights_;) {
            if (related(i, j) && best_[after][i][j] == together(i, j, after)) {
                rows.push_back({i++, j++, true});
                after = 1;
                continue;
            }
            if (j == rights_ || (i < lefts_ && best_[after][i][j] == best_[0][i + 1][j]))
                rows.push_back({i++, std::nullopt});
            else
                rows.push_back({std::nullopt, j++});
            after = 0;
        }
        return rows;
    }

private:
    bool related(std::size_t i, std::size_t j) const { return i < lefts_ && j < rights_ && gain_[i][j] != no_relation; }

    double together(std::size_t i, std::size_t j, int after) const
    {
        return gain_[i][j] + (after ? neighbours : 0) + best_[1][i + 1][j + 1];
    }

    std::size_t lefts_, rights_;
    table gain_;
    std::array<table, 2> best_; // from lines i and j on; the first index: whether the previous row was related
};

// Puts lines of one side and lines of the other into shared rows, between two related rows.
std::vector<aligned_row> shared(const std::vector<aligned_row>& rows)
{
    std::vector<aligned_row> all;
    std::vector<std::size_t> gone, come;
    const auto share = [&] {
        for (std::size_t k = 0; k < std::max(gone.size(), come.size()); k++) {
            aligned_row& row = all.emplace_back();
            if (k < gone.size()) row.left = gone[k];
            if (k < come.size()) row.right = come[k];
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
    words all;
    for (const char c : line) {
        const bool goes_on =
            !all.empty() && ((c == ' ' && is_blank(all.back())) || (in_name(c) && in_name(all.back()[0])));
        if (goes_on)
            all.back() += c;
        else
            all.emplace_back(1, c);
    }
    return all;
}

std::vector<bool> changed_words(const std::vector<std::string>& words, const std::vector<std::string>& other)
{
    const table common = common_weights(words, other);
    std::vector<bool> changed(words.size(), true);
    std::vector<std::size_t> partner(words.size());
    for (std::size_t i = 0, j = 0; i < words.size() && j < other.size();)
        if (!is_blank(words[i]) && words[i] == other[j] && common[i][j] == common[i + 1][j + 1] + weight(words[i])) {
            partner[i] = j++;
            changed[i++] = false;
        } else if (common[i][j] == common[i + 1][j]) {
            i++;
        } else {
            j++;
        }
    for (std::size_t i = 0; i < words.size(); i++) {
        if (!is_blank(words[i])) continue;
        const bool within = i > 0 && i + 1 < words.size() && !changed[i - 1] && !changed[i + 1];
        if (!within) {
            changed[i] = false;
            continue;
        }
        const std::size_t from = partner[i - 1] + 1, to = partner[i + 1];
        changed[i] = from == to || (to == from + 1 && is_blank(other[from]) && other[from] != words[i]);
    }
    return changed;
}

std::vector<aligned_row> align(const std::vector<std::string>& left, const std::vector<std::string>& right)
{
    return shared(line_alignment{parse(left), parse(right)}.rows());
}

} // namespace pairs
