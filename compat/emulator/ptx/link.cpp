// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/link.h"

#include "ptx/parser.h"

#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace cuda_emulator::ptx {

namespace {

// A module's declaration of a name.
struct symbol {
    bool defined = false;
    bool local = false; //!< no other module can refer to it
    bool weak = false;
};

std::map<std::string, symbol> symbols_of(const module& m)
{
    std::map<std::string, symbol> all;
    for (const variable& v : m.variables)
        all[std::string(v.name)] = {!v.is_extern, !v.is_extern && !v.is_visible && !v.is_weak, v.is_weak};
    for (const function& f : m.functions)
        all[std::string(f.name)] = {f.has_body, f.has_body && !f.is_extern && !f.is_visible && !f.is_weak, f.is_weak};
    return all;
}

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%'; }
bool goes_on(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

// Copies a module's text with new names, and with file numbers that begin after those of the earlier modules.
class rewriter {
public:
    rewriter(const std::string& text, const std::unordered_map<std::string, std::string>& names, int file_offset)
        : text_(text)
        , names_(names)
        , file_offset_(file_offset)
    {
    }

    std::string run()
    {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (text_.compare(at_, 2, "//") == 0) {
                take(text_.find('\n', at_));
            } else if (text_.compare(at_, 2, "/*") == 0) {
                const std::size_t end = text_.find("*/", at_ + 2);
                take(end == text_.npos ? end : end + 2);
            } else if (c == '"') {
                const std::size_t end = text_.find('"', at_ + 1);
                take(end == text_.npos ? end : end + 1);
            } else if (c == '.' || begins_word(c)) {
                word();
            } else if (std::isdigit(static_cast<unsigned char>(c))) {
                number();
            } else {
                take(at_ + 1);
            }
        }
        return std::move(out_);
    }

private:
    void take(std::size_t end)
    {
        end = std::min(end, text_.size());
        out_.append(text_, at_, end - at_);
        at_ = end;
    }
    std::string next_word(std::size_t from) const
    {
        std::size_t end = from;
        while (end < text_.size() && goes_on(text_[end]))
            ++end;
        return text_.substr(from, end - from);
    }
    void word()
    {
        const std::string w = text_[at_] + next_word(at_ + 1);
        file_follows_ = w == ".file" || w == ".loc" || w == "inlined_at";
        const auto other = names_.find(w);
        out_ += other == names_.end() ? w : other->second;
        at_ += w.size();
    }
    void number()
    {
        const std::string n = next_word(at_);
        out_ += file_follows_ ? std::to_string(std::atoi(n.c_str()) + file_offset_) : n;
        file_follows_ = false;
        at_ += n.size();
    }

    const std::string& text_;
    const std::unordered_map<std::string, std::string>& names_;
    int file_offset_;
    std::size_t at_ = 0;
    bool file_follows_ = false;
    std::string out_;
};

} // namespace

std::string link(const std::vector<std::string>& texts)
{
    if (texts.size() == 1) return texts.front();
    std::vector<std::unique_ptr<module>> modules;
    std::vector<std::map<std::string, symbol>> symbols;
    std::map<std::string, symbol> shared; //!< the names that all modules share
    for (const std::string& text : texts) {
        modules.push_back(parse_module(text));
        symbols.push_back(symbols_of(*modules.back()));
        for (const auto& [name, s] : symbols.back()) {
            if (s.local) continue;
            symbol& have = shared[name];
            if (have.defined && s.defined && !have.weak && !s.weak)
                throw std::runtime_error("'" + name + "' is defined in two of the modules that are linked");
            if (s.defined && (!have.defined || have.weak)) have = s;
        }
    }
    std::string all;
    std::set<std::string> taken;
    int files = 0;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        std::unordered_map<std::string, std::string> names;
        for (const auto& [name, s] : symbols[k])
            if (s.local && (shared.count(name) || !taken.insert(name).second))
                names[name] = name + "$module" + std::to_string(k);
        all += rewriter(texts[k], names, files).run() + "\n";
        if (!modules[k]->files.empty()) files += modules[k]->files.rbegin()->first;
    }
    return all;
}

} // namespace cuda_emulator::ptx
