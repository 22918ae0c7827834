// The rule of checked launches: a reader of its own for the few constructs that stand around a launch.

#include "rules.hpp"

#include <cctype>
#include <regex>

#include "text.hpp"

namespace fs = std::filesystem;

namespace structure {
namespace {

// A place in code that has neither comments nor strings. Behind its end nothing stands.
class place {
public:
    place(const std::string& code, std::size_t at)
        : code_{code}
        , at_{at}
    {
    }

    // Goes behind the word if it is next, blanks before it.
    bool skip(const std::string& word)
    {
        skip_blanks();
        if (code_.compare(at_, word.size(), word) != 0) return false;
        if (std::isalnum(static_cast<unsigned char>(word.back())) && at_ + word.size() < code_.size() &&
            (std::isalnum(static_cast<unsigned char>(code_[at_ + word.size()])) || code_[at_ + word.size()] == '_'))
            return false;
        at_ += word.size();
        return true;
    }

    // Goes behind what is in brackets, which come next.
    bool skip_brackets()
    {
        skip_blanks();
        if (at_ == code_.size() || !opens(code_[at_])) return false;
        for (int depth = 0; at_ < code_.size();) {
            depth += opens(code_[at_]) - closes(code_[at_]);
            ++at_;
            if (depth == 0) return true;
        }
        return false;
    }

    // Goes behind the statement, or the block, that comes next.
    bool skip_statement()
    {
        skip_blanks();
        if (at_ < code_.size() && code_[at_] == '{') return skip_brackets();
        while (at_ < code_.size() && !closes(code_[at_])) {
            if (code_[at_] == ';') {
                ++at_;
                return true;
            }
            if (!skip_brackets()) ++at_;
        }
        return false;
    }

    bool skip_to(const std::string& word)
    {
        at_ = code_.find(word, at_);
        if (at_ == std::string::npos) at_ = code_.size();
        return skip(word);
    }

private:
    static bool opens(char c) { return c == '(' || c == '{' || c == '['; }
    static bool closes(char c) { return c == ')' || c == '}' || c == ']'; }

    void skip_blanks()
    {
        at_ = code_.find_first_not_of(" \t\r\n", at_);
        if (at_ == std::string::npos) at_ = code_.size();
    }

    const std::string& code_;
    std::size_t at_;
};

// Whether the launch whose <<< is at `at` is a statement, and the check the next one. Of branches without braces, each
// a launch, only one is taken: then the check stands behind the last.
bool is_checked(const std::string& code, std::size_t at)
{
    place here{code, at};
    if (!here.skip_to(">>>") || !here.skip_brackets() || !here.skip(";")) return false;
    while (here.skip("else")) {
        if (here.skip("if") && !here.skip_brackets()) return false;
        if (!here.skip_statement()) return false;
    }
    for (const char* word : {"check", "(", "cudaGetLastError", "(", ")", ")", ";"})
        if (!here.skip(word)) return false;
    return true;
}

} // namespace

findings checked_launches(const fs::path& root)
{
    findings found;
    bool any = false;
    for (const char* extension : {".cu", ".hpp", ".cuh", ".h"})
        for (const fs::path& file : files_below(root / "modern", extension)) {
            const std::string code = without_comments(read(root / "modern" / file));
            const std::regex launch{R"(([\w:]+)\s*(?:<[^<>;{}]*>\s*)?<<<)"};
            for (std::sregex_iterator one{code.begin(), code.end(), launch}, end; one != end; ++one) {
                any = true;
                const std::size_t behind = static_cast<std::size_t>(one->position() + one->length());
                if (!is_checked(code, behind - 3))
                    found.push_back("modern/" + file.generic_string() + ": the launch of " + (*one)[1].str() +
                                    " is not followed by check(cudaGetLastError())");
            }
        }
    if (!any) found.push_back("no launches below " + (root / "modern").string());
    return found;
}

} // namespace structure
