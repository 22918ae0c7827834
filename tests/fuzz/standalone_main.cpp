// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a fuzz target without libFuzzer: each input of the corpus, then random changes of them. The options are those of
// libFuzzer that fuzz.py uses:
//
//     -seed=N -runs=N -max_total_time=SECONDS -max_len=BYTES -timeout=SECONDS -artifact_prefix=PATH -dict=FILE CORPUS…
//
// With -runs it does the same in each run. An input that ends the program is left in a file, whose name is printed.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

namespace {

using bytes = std::vector<unsigned char>;

bytes now;
char artifact[4096];

// Only what may be called in a handler of a signal.
void keep()
{
    const int file = open(artifact, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (file < 0) return;
    for (std::size_t at = 0; at < now.size();) {
        const ssize_t n = write(file, now.data() + at, now.size() - at);
        if (n <= 0) break;
        at += std::size_t(n);
    }
    close(file);
    for (const char* text : {"the input is in ", static_cast<const char*>(artifact), "\n"})
        if (write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
}

void die(int signal)
{
    const char* text = signal == SIGALRM ? "an input took too long; " : "the target ended by a signal; ";
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) _exit(1);
    keep();
    _exit(77);
}

void catch_signals()
{
    // A recursion without an end leaves no stack for a handler.
    static unsigned char other_stack[1 << 16];
    stack_t stack{};
    stack.ss_sp = other_stack;
    stack.ss_size = sizeof other_stack;
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = die;
    action.sa_flags = SA_ONSTACK;
    for (const int s : {SIGABRT, SIGALRM})
        sigaction(s, &action, nullptr);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(keep);
        return;
    }
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
        sigaction(s, &action, nullptr);
}

void add_files(const std::filesystem::path& path, std::vector<std::filesystem::path>& files)
{
    if (!std::filesystem::is_directory(path)) return files.push_back(path);
    for (const auto& e : std::filesystem::recursive_directory_iterator(path))
        if (e.is_regular_file()) files.push_back(e.path());
}

bytes contents(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return bytes(std::istreambuf_iterator<char>(in), {});
}

// Lines "text" of a dictionary; \" and \\ in them are one character.
std::vector<bytes> words_of(const std::string& path)
{
    std::vector<bytes> words;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);)
        if (line.size() > 2 && line.front() == '"' && line.back() == '"') {
            bytes& word = words.emplace_back();
            for (std::size_t i = 1; i + 1 < line.size(); ++i)
                word.push_back(static_cast<unsigned char>(line[i] == '\\' ? line[++i] : line[i]));
        }
    return words;
}

class mutator {
public:
    mutator(std::uint64_t seed, const std::vector<bytes>& corpus, const std::vector<bytes>& words, std::size_t longest)
        : random_(seed)
        , corpus_(corpus)
        , words_(words)
        , longest_(longest)
    {
    }

    bytes next()
    {
        bytes b = corpus_[below(corpus_.size())];
        if (b.size() > longest_) { // a piece of it
            const std::size_t from = below(b.size() - longest_ + 1);
            b = bytes(b.begin() + std::ptrdiff_t(from), b.begin() + std::ptrdiff_t(from + longest_));
        }
        for (std::size_t changes = 1 + below(6); changes > 0; --changes)
            change(b);
        if (b.size() > longest_) b.resize(longest_);
        return b;
    }

private:
    std::size_t below(std::size_t n) { return n ? random_() % n : 0; }

    void replace(bytes& b, std::size_t at, std::size_t length, const unsigned char* from, std::size_t size)
    {
        const bytes piece(from, from + size);
        b.erase(b.begin() + std::ptrdiff_t(at), b.begin() + std::ptrdiff_t(at + length));
        b.insert(b.begin() + std::ptrdiff_t(at), piece.begin(), piece.end());
    }
    void replace(bytes& b, std::size_t at, std::size_t length, const std::string& text)
    {
        replace(b, at, length, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }

    // What looks like a word or a number around a place.
    static bool is_word(unsigned char c) { return std::isalnum(c) || c == '_' || c == '$' || c == '%' || c == '.'; }
    std::size_t word_at(const bytes& b, std::size_t& at)
    {
        at = below(b.size());
        while (at > 0 && is_word(b[at - 1]))
            --at;
        std::size_t end = at;
        while (end < b.size() && is_word(b[end]))
            ++end;
        return end - at;
    }

    void change(bytes& b)
    {
        if (b.empty()) b.push_back('x');
        const std::size_t at = below(b.size()), length = std::min(b.size() - at, 1 + below(64));
        std::size_t word = 0, size = 0;
        switch (below(10)) {
        case 0:
            b[at] ^= static_cast<unsigned char>(1u << below(8));
            break;
        case 1:
            b[at] = static_cast<unsigned char>(random_());
            break;
        case 2:
            b.erase(b.begin() + std::ptrdiff_t(at), b.begin() + std::ptrdiff_t(at + length));
            break;
        case 3:
            replace(b, below(b.size()), 0, b.data() + at, length);
            break;
        case 4: { // a number of an edge, in binary
            static constexpr std::uint64_t edges[] = {0,      1,      7,          8,          0x7f,       0xff,
                                                      0x7fff, 0xffff, 0x7fffffff, 0xffffffff, ~0ull >> 1, ~0ull};
            const std::uint64_t v = edges[below(std::size(edges))];
            std::memcpy(&b[at], &v, std::min(b.size() - at, std::size_t{1} << below(4)));
            break;
        }
        case 5: { // … and in text
            static constexpr const char* edges[] = {"0",
                                                    "-1",
                                                    "1",
                                                    "16",
                                                    "255",
                                                    "65536",
                                                    "2147483648",
                                                    "4294967295",
                                                    "0x8000000000000000",
                                                    "18446744073709551615",
                                                    "99999999999999999999",
                                                    "0f7F800000",
                                                    "1.5"};
            size = word_at(b, word);
            replace(b, word, size, edges[below(std::size(edges))]);
            break;
        }
        case 6: { // a word in place of another
            size = word_at(b, word);
            if (words_.empty()) break;
            const bytes& w = words_[below(words_.size())];
            replace(b, word, size, w.data(), w.size());
            break;
        }
        case 7: { // a piece of another input
            const bytes& other = corpus_[below(corpus_.size())];
            if (other.empty()) break;
            const std::size_t from = below(other.size());
            replace(b, at, below(length + 1), other.data() + from, std::min(other.size() - from, 1 + below(200)));
            break;
        }
        case 8: { // two words change places
            std::size_t second = 0;
            size = word_at(b, word);
            const std::size_t other = word_at(b, second);
            const bytes piece(b.begin() + std::ptrdiff_t(second), b.begin() + std::ptrdiff_t(second + other));
            replace(b, word, size, piece.data(), piece.size());
            break;
        }
        default: // one character many times
            replace(b, at, 0, std::string(below(100) ? below(40) : 20000, static_cast<char>(b[at])));
        }
    }

    std::mt19937_64 random_;
    const std::vector<bytes>& corpus_;
    const std::vector<bytes>& words_;
    std::size_t longest_;
};

} // namespace

int main(int argc, char** argv)
{
    std::uint64_t seed = 1;
    long runs = -1, seconds = 0, timeout = 20;
    std::size_t longest = 16384;
    std::string prefix = "./", dictionary;
    std::vector<std::filesystem::path> files;
    for (int k = 1; k < argc; ++k) {
        const std::string argument = argv[k];
        const std::string value = argument.substr(argument.find('=') + 1);
        auto is = [&](const char* name) { return argument.rfind(std::string("-") + name + "=", 0) == 0; };
        if (is("seed")) {
            seed = std::strtoull(value.c_str(), nullptr, 10);
        } else if (is("runs")) {
            runs = std::atol(value.c_str());
        } else if (is("max_total_time")) {
            seconds = std::atol(value.c_str());
        } else if (is("timeout")) {
            timeout = std::atol(value.c_str());
        } else if (is("max_len")) {
            longest = std::strtoull(value.c_str(), nullptr, 10);
        } else if (is("artifact_prefix")) {
            prefix = value;
        } else if (is("dict")) {
            dictionary = value;
        } else if (argument[0] == '-') {
            std::fprintf(stderr, "%s: unknown option '%s'\n", argv[0], argv[k]);
            return 2;
        } else if (!std::filesystem::exists(argument)) {
            std::fprintf(stderr, "%s: there is no '%s'\n", argv[0], argv[k]);
            return 2;
        } else {
            add_files(argument, files);
        }
    }
    std::sort(files.begin(), files.end());
    std::snprintf(artifact, sizeof artifact, "%scrash-seed-%llu", prefix.c_str(),
                  static_cast<unsigned long long>(seed));
    std::vector<bytes> corpus;
    for (const auto& f : files)
        corpus.push_back(contents(f));
    if (corpus.empty()) {
        std::fprintf(stderr, "%s: no inputs\n", argv[0]);
        return 2;
    }
    const std::vector<bytes> words = dictionary.empty() ? std::vector<bytes>{} : words_of(dictionary);
    catch_signals();
    auto run = [&] {
        alarm(static_cast<unsigned>(timeout));
        LLVMFuzzerTestOneInput(now.data(), now.size());
        alarm(0);
    };
    // In memory of exactly its size, so that a sanitizer sees a read behind it.
    for (const bytes& b : corpus) {
        now = bytes(b.begin(), b.end());
        run();
    }
    mutator changes(seed, corpus, words, longest);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    long done = 0;
    while ((runs < 0 || done < runs) && (seconds == 0 ? runs >= 0 : std::chrono::steady_clock::now() < end)) {
        const bytes changed = changes.next();
        now = bytes(changed.begin(), changed.end());
        run();
        ++done;
    }
    std::printf("%zu inputs of the corpus and %ld changes of them: nothing found\n", corpus.size(), done);
    return 0;
}
