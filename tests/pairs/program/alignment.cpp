#include "alignment.hpp"

#include <algorithm>
#include <array>
#include <cctype>

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

double weight(const std::vector<std::string>& words)
{
    double sum = 0;
    for (const std::string& word : words)
        sum += weight(word);
    return sum;
}

template <class T>
using table = std::vector<std::vector<T>>;

// common[i][j]: the weight of the best common subsequence of one from i on and other from j on.
table<double> common_weights(const std::vector<std::string>& one, const std::vector<std::string>& other)
{
    table<double> common(one.size() + 1, std::vector<double>(other.size() + 1));
    for (std::size_t i = one.size(); i-- > 0;)
        for (std::size_t j = other.size(); j-- > 0;) {
            common[i][j] = std::max(common[i + 1][j], common[i][j + 1]);
            if (one[i] == other[j]) common[i][j] = std::max(common[i][j], common[i + 1][j + 1] + weight(one[i]));
        }
    return common;
}

// How much is gained by two lines on one row; 0 when they have too little in common for that.
double likeness(const std::vector<std::string>& one, const std::vector<std::string>& other)
{
    if (one == other) return 1 + weight(one);
    const double both = weight(one) + weight(other);
    if (both == 0) return 1; // blank lines of different length
    const double share = 2 * common_weights(one, other)[0][0] / both;
    return share < 0.4 ? 0 : share * both / 2;
}

constexpr double neighbours = 2; // gained by a row right below another such row

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
    const auto common = common_weights(words, other);
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
    std::vector<std::vector<std::string>> left_words, right_words;
    for (const std::string& line : left)
        left_words.push_back(words_of(line));
    for (const std::string& line : right)
        right_words.push_back(words_of(line));

    table<double> gain(left.size(), std::vector<double>(right.size()));
    for (std::size_t i = 0; i < left.size(); i++)
        for (std::size_t j = 0; j < right.size(); j++)
            gain[i][j] = likeness(left_words[i], right_words[j]);

    // best[after][i][j]: from lines i and j on, where `after` tells whether the row before was a related one.
    std::array<table<double>, 2> best;
    best.fill(table<double>(left.size() + 1, std::vector<double>(right.size() + 1)));
    const auto together = [&](std::size_t i, std::size_t j, int after) {
        return gain[i][j] + (after ? neighbours : 0) + best[1][i + 1][j + 1];
    };
    for (std::size_t i = left.size() + 1; i-- > 0;)
        for (std::size_t j = right.size() + 1; j-- > 0;)
            for (const int after : {0, 1}) {
                double& here = best[after][i][j];
                if (i < left.size()) here = std::max(here, best[0][i + 1][j]);
                if (j < right.size()) here = std::max(here, best[0][i][j + 1]);
                if (i < left.size() && j < right.size() && gain[i][j] > 0) here = std::max(here, together(i, j, after));
            }

    std::vector<aligned_row> rows;
    std::vector<std::size_t> gone, come;
    const auto share_rows = [&] {
        for (std::size_t k = 0; k < std::max(gone.size(), come.size()); k++) {
            aligned_row row;
            if (k < gone.size()) row.left = gone[k];
            if (k < come.size()) row.right = come[k];
            rows.push_back(row);
        }
        gone.clear();
        come.clear();
    };
    int after = 0;
    for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
        if (i < left.size() && j < right.size() && gain[i][j] > 0 && best[after][i][j] == together(i, j, after)) {
            share_rows();
            rows.push_back({i++, j++, true});
            after = 1;
            continue;
        }
        if (j == right.size() || (i < left.size() && best[after][i][j] == best[0][i + 1][j]))
            gone.push_back(i++);
        else
            come.push_back(j++);
        after = 0;
    }
    share_rows();
    return rows;
}

} // namespace pairs
