// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lexer.hpp"

#include <array>
#include <cstring>

namespace scanner {
namespace {

enum : unsigned char { starts_name = 1, digit = 2, blank = 4 };

constexpr std::array<unsigned char, 256> character_classes()
{
    std::array<unsigned char, 256> result{};
    for (int c = 'a'; c <= 'z'; ++c)
        result[c] = starts_name;
    for (int c = 'A'; c <= 'Z'; ++c)
        result[c] = starts_name;
    for (int c = 128; c < 256; ++c) // UTF-8, or any other byte: part of a name
        result[c] = starts_name;
    result['_'] = result['$'] = starts_name;
    for (int c = '0'; c <= '9'; ++c)
        result[c] = digit;
    for (unsigned char c : {' ', '\t', '\v', '\f', '\r'})
        result[c] = blank;
    return result;
}

constexpr std::array<unsigned char, 256> classes = character_classes();

bool is_class(char c, unsigned char wanted) { return classes[static_cast<unsigned char>(c)] & wanted; }

bool is_string_prefix(std::string_view name)
{
    return name == "L" || name == "u" || name == "U" || name == "u8" || name == "R" || name == "LR" || name == "uR" ||
           name == "UR" || name == "u8R";
}

class lexer {
public:
    lexer(std::string_view source, tokens& result)
        : end_(source.data() + source.size())
        , at_(source.data())
        , line_start_(source.data())
        , result_(result)
    {
    }

    void run()
    {
        if (end_ - at_ >= 3 && std::memcmp(at_, "\xef\xbb\xbf", 3) == 0) at_ = line_start_ = at_ + 3;
        while (skip_to_token())
            lex_token();
        end_directive();
    }

private:
    // Gives the bytes of the line splice that begins here: a backslash, blanks as compilers allow, and the end of the
    // line.
    int splice_here(const char* at) const
    {
        if (at == end_ || *at != '\\') return 0;
        const char* behind = at + 1;
        while (behind != end_ && is_class(*behind, blank))
            ++behind;
        return behind != end_ && *behind == '\n' ? static_cast<int>(behind + 1 - at) : 0;
    }

    void pass_splice(int length)
    {
        at_ += length;
        ++line_;
        line_start_ = at_;
    }

    void pass_line_end()
    {
        ++at_;
        ++line_;
        line_start_ = at_;
    }

    // Gives false at the end of the source.
    bool skip_to_token()
    {
        while (at_ != end_) {
            if (is_class(*at_, blank)) {
                ++at_;
            } else if (*at_ == '\n') {
                end_directive();
                pass_line_end();
                first_of_line_ = true;
            } else if (*at_ == '\\') {
                const int splice = splice_here(at_);
                if (!splice) return true;
                pass_splice(splice);
            } else if (*at_ == '/' && comment_here()) {
                continue;
            } else {
                return true;
            }
        }
        return false;
    }

    // Skips a comment that begins here. A slash and a star with a splice between them do not count as one.
    bool comment_here()
    {
        if (end_ - at_ < 2) return false;
        if (at_[1] == '/') {
            at_ += 2;
            while (at_ != end_) {
                const void* found = std::memchr(at_, '\n', end_ - at_);
                const char* line_end = found ? static_cast<const char*>(found) : end_;
                const char* last = line_end;
                while (last != at_ && is_class(last[-1], blank))
                    --last;
                const bool goes_on = line_end != end_ && last != at_ && last[-1] == '\\';
                at_ = line_end;
                if (!goes_on) break;
                pass_line_end();
            }
            return true;
        }
        if (at_[1] != '*') return false;
        at_ += 2;
        const std::size_t close = std::string_view(at_, end_ - at_).find("*/");
        pass_lines_to(close == std::string_view::npos ? end_ : at_ + close + 2);
        return true;
    }

    void pass_lines_to(const char* last)
    {
        while (const void* line_end = std::memchr(at_, '\n', last - at_)) {
            at_ = static_cast<const char*>(line_end);
            pass_line_end();
        }
        at_ = last;
    }

    void lex_token()
    {
        const bool first = first_of_line_;
        first_of_line_ = false;
        if (*at_ == '#' && first && !in_directive_) {
            lex_directive();
        } else if (expects_header_ && (*at_ == '<' || *at_ == '"')) {
            lex_header_name();
        } else if (is_class(*at_, starts_name)) {
            lex_name();
        } else if (is_class(*at_, digit) || (*at_ == '.' && end_ - at_ > 1 && is_class(at_[1], digit))) {
            lex_number();
        } else if (*at_ == '"' || *at_ == '\'') {
            lex_quoted(at_);
        } else {
            lex_mark();
        }
    }

    void add(token_kind kind, std::string_view text, std::uint32_t line, const char* start)
    {
        add(kind, text, line, static_cast<std::uint32_t>(start - line_start_ + 1));
    }

    void add(token_kind kind, std::string_view text, std::uint32_t line, std::uint32_t column)
    {
        token& one = result_.list.emplace_back(); // written in place, because a copy is slow
        one.text = text;
        one.line = line;
        one.column = column;
        one.kind = kind;
        one.in_directive = in_directive_;
    }

    void end_directive()
    {
        if (!in_directive_) return;
        add(token_kind::end_of_directive, {}, line_, at_);
        in_directive_ = expects_header_ = false;
    }

    void lex_directive()
    {
        const std::uint32_t line = line_;
        const auto column = static_cast<std::uint32_t>(at_ - line_start_ + 1);
        ++at_;
        in_directive_ = true;
        // Skips blanks, comments and splices, but stops at the end of the line.
        while (at_ != end_ && *at_ != '\n') {
            if (is_class(*at_, blank))
                ++at_;
            else if (const int splice = splice_here(at_))
                pass_splice(splice);
            else if (*at_ != '/' || !comment_here())
                break;
        }
        std::string_view word;
        if (at_ != end_ && is_class(*at_, starts_name)) word = name_here();
        add(token_kind::directive, word, line, column);
        expects_header_ = word == "include" || word == "include_next" || word == "import";
    }

    void lex_header_name()
    {
        const char* start = at_;
        const char closing = *at_ == '<' ? '>' : '"';
        const char* last = at_ + 1;
        while (last != end_ && *last != closing && *last != '\n')
            ++last;
        add(token_kind::header_name, {start + 1, static_cast<std::size_t>(last - start - 1)}, line_, start);
        result_.list.back().quoted = closing == '"';
        at_ = last != end_ && *last == closing ? last + 1 : last;
        expects_header_ = false;
    }

    // Gives the name that begins here, without its splices.
    std::string_view name_here()
    {
        const char* start = at_;
        while (at_ != end_ && is_class(*at_, starts_name | digit))
            ++at_;
        std::string_view whole(start, at_ - start);
        if (at_ == end_ || *at_ != '\\' || !splice_here(at_)) return whole;
        std::string joined(whole);
        while (const int splice = splice_here(at_)) {
            pass_splice(splice);
            while (at_ != end_ && is_class(*at_, starts_name | digit))
                joined += *at_++;
        }
        result_.spliced.push_back(std::move(joined));
        return result_.spliced.back();
    }

    void lex_name()
    {
        const char* start = at_;
        const std::uint32_t line = line_;
        const auto column = static_cast<std::uint32_t>(at_ - line_start_ + 1);
        const std::string_view name = name_here();
        if (at_ != end_ && (*at_ == '"' || *at_ == '\'') && name.data() == start && is_string_prefix(name)) {
            if (name.back() != 'R')
                lex_quoted(start);
            else if (*at_ == '"')
                lex_raw_string(start);
            else
                add(token_kind::identifier, name, line, column);
            return;
        }
        expects_header_ = false;
        add(token_kind::identifier, name, line, column);
    }

    void lex_number()
    {
        const char* start = at_;
        while (at_ != end_) {
            const bool sign = (*at_ == '+' || *at_ == '-') && at_ != start && std::strchr("eEpP", at_[-1]);
            const bool separator = *at_ == '\'' && end_ - at_ > 1 && is_class(at_[1], starts_name | digit);
            if (!is_class(*at_, starts_name | digit) && *at_ != '.' && !sign && !separator) break;
            ++at_;
        }
        add(token_kind::number, {start, static_cast<std::size_t>(at_ - start)}, line_, start);
    }

    // Reads a string or a character. at_ is at its quotation mark, and start at its prefix. Without a closing mark it
    // ends at the end of the line.
    void lex_quoted(const char* start)
    {
        const char mark = *at_;
        const std::uint32_t line = line_;
        const auto column = static_cast<std::uint32_t>(start - line_start_ + 1);
        ++at_;
        while (at_ != end_ && *at_ != mark && *at_ != '\n') {
            if (const int splice = splice_here(at_))
                pass_splice(splice);
            else
                at_ += *at_ == '\\' && end_ - at_ > 1 && at_[1] != '\n' ? 2 : 1;
        }
        if (at_ != end_ && *at_ == mark) ++at_;
        add(mark == '"' ? token_kind::string : token_kind::character, {start, static_cast<std::size_t>(at_ - start)},
            line, column);
    }

    void lex_raw_string(const char* start)
    {
        const std::uint32_t line = line_;
        const auto column = static_cast<std::uint32_t>(start - line_start_ + 1);
        const char* open = at_ + 1;
        while (open != end_ && *open != '(' && *open != '"' && *open != '\n' && open - at_ <= 17)
            ++open;
        if (open == end_ || *open != '(') return lex_quoted(start); // not a raw string
        const std::string closing = ")" + std::string(at_ + 1, open) + "\"";
        const std::string_view rest(open, end_ - open);
        const std::size_t found = rest.find(closing);
        const char* last = found == rest.npos ? end_ : open + found + closing.size();
        pass_lines_to(last);
        add(token_kind::string, {start, static_cast<std::size_t>(at_ - start)}, line, column);
    }

    void lex_mark()
    {
        const char* start = at_;
        const std::size_t left = end_ - at_;
        std::size_t length = 1;
        if (left >= 3 && (std::memcmp(at_, "<<<", 3) == 0 || std::memcmp(at_, ">>>", 3) == 0))
            length = 3;
        else if (left >= 2 && (std::memcmp(at_, "::", 2) == 0 || std::memcmp(at_, "->", 2) == 0))
            length = 2;
        at_ += length;
        add(token_kind::punctuation, {start, length}, line_, start);
    }

    const char* end_;
    const char* at_;
    const char* line_start_;
    tokens& result_;
    std::uint32_t line_ = 1;
    bool first_of_line_ = true;
    bool in_directive_ = false;
    bool expects_header_ = false;
};

} // namespace

void tokenize(std::string_view source, tokens& result)
{
    result.list.clear();
    result.spliced.clear();
    lexer(source, result).run();
}

std::string_view characters_of(std::string_view string)
{
    const std::size_t open = string.find('"');
    if (open == string.npos) return {};
    const bool raw = open > 0 && string[open - 1] == 'R';
    std::size_t begin = open + 1, end = string.size();
    if (raw) {
        const std::size_t bracket = string.find('(', begin);
        if (bracket != string.npos) {
            const std::size_t delimiter = bracket - begin;
            begin = bracket + 1;
            end = end >= begin + delimiter + 2 ? end - delimiter - 2 : begin;
            return string.substr(begin, end - begin);
        }
    }
    if (end > begin && string[end - 1] == '"') --end;
    return string.substr(begin, end - begin);
}

} // namespace scanner
