// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds old options of the compiler, and names of CMake's old CUDA module, in CMake, Make and other build files.
#include <algorithm>
#include <cctype>

#include "rules.hpp"

namespace scanner {
namespace {

bool ends_with(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

// Gives the first version of CUDA that does not compile for an architecture, or 0.
version gone_since(int architecture)
{
    if (architecture == 101) return 13000; // called 110 from then on
    if (architecture < 10 || architecture >= 75) return 0;
    if (architecture < 20) return 7000;
    if (architecture < 30) return 9000;
    if (architecture < 35) return 11000;
    if (architecture < 50) return 12000;
    return 13000;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class build_file {
public:
    build_file(std::string_view path, std::string_view text, step asked, std::vector<finding>& found)
        : path_(path)
        , text_(text)
        , asked_(asked)
        , found_(found)
    {
        const std::string_view name = path.substr(path.rfind('/') + 1);
        is_cmake_ = name == "CMakeLists.txt" || ends_with(name, ".cmake");
        is_xml_ = ends_with(name, ".vcxproj") || ends_with(name, ".props");
    }

    void run()
    {
        compiles_cuda_ = is_xml_ ? text_.find("<CudaCompile") != text_.npos
                                 : text_.find("CUDA") != text_.npos && text_.find("LANGUAGES") != text_.npos;
        std::uint32_t number = 0;
        for (std::size_t at = 0; at < text_.size();) {
            std::size_t end = text_.find('\n', at);
            if (end == text_.npos) end = text_.size();
            ++number;
            line(text_.substr(at, end - at), at, number);
            at = end + 1;
        }
    }

private:
    // An architecture in a list on a line.
    struct listed {
        std::size_t begin, end; // with -real or -virtual
        std::size_t found;      // the index of the finding; npos: this CUDA compiles for it
    };

    void line(std::string_view text, std::size_t start, std::uint32_t number)
    {
        number_ = number;
        start_ = start;
        line_ = is_xml_ ? text : text.substr(0, comment(text));
        const bool of_cuda = of_nvcc(line_);
        for (std::size_t i = 0; i < line_.size(); ++i) {
            if (line_[i] == '-' && of_cuda && (i == 0 || !is_word(line_[i - 1]))) option(i);
            if (!is_word(line_[i])) continue;
            std::size_t end = i;
            while (end < line_.size() && is_word(line_[end]))
                ++end;
            word(i, line_.substr(i, end - i), end);
            i = end;
        }
        remove_from_list();
        if (line_.find(')') != line_.npos || (!is_cmake_ && !ends_with(line_, "\\"))) lists_architectures_ = false;
    }

    // Finds the beginning of a comment: a # at the beginning of the line or after a blank, outside of quotation marks.
    static std::size_t comment(std::string_view text)
    {
        bool quoted = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '"') quoted = !quoted;
            if (text[i] == '#' && !quoted &&
                (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t' || text[i - 1] == ')'))
                return i;
        }
        return text.npos;
    }

    static bool of_nvcc(std::string_view text)
    {
        const std::string words = lower(text);
        return words.find("nvcc") != words.npos || words.find("cuda") != words.npos ||
               words.find("gencode") != words.npos;
    }

    void option(std::size_t i)
    {
        for (std::string_view name : {"-m32", "--machine=32", "--machine 32", "-m 32"}) {
            if (line_.substr(i, name.size()) != name ||
                (i + name.size() < line_.size() && is_word(line_[i + name.size()])))
                continue;
            finding* one = add(i, "build-option", name, 0, 12000);
            if (!one) return;
            remove_word(*one, i, i + name.size());
            one->message = "no 32-bit programs since CUDA 12.0";
            one->replacement = "no such option: programs have 64 bits";
            one->note = "architectures.md";
            one->effort = effort_of_change::medium;
        }
        for (std::string_view name :
             {"-std=c++11", "-std=c++14", "--std=c++11", "--std=c++14", "-std c++11", "-std c++14"})
            if (line_.substr(i, name.size()) == name) standard(i, name);
    }

    // An old dialect still compiles, except for sources that include CCCL. A person must decide.
    void standard(std::size_t i, std::string_view name)
    {
        finding* one = advise(i, "old-standard", name);
        if (!one) return;
        one->message = "Thrust, CUB and libcu++ of CUDA 13 want C++17";
        one->replacement = "C++17";
        one->note = "cccl_3.md";
        one->effort = effort_of_change::medium;
    }

    // Removes an option or a library that is a word of its own, on a line of a shell command or of a list.
    void remove_word(finding& one, std::size_t begin, std::size_t end) const
    {
        const auto is_blank = [&](std::size_t at) {
            return at >= line_.size() || line_[at] == ' ' || line_[at] == '\t';
        };
        if (is_xml_ || begin == 0 || !is_blank(end)) return;
        if (line_[begin - 1] == ' ')
            --begin;
        else if (line_[begin - 1] != '=')
            return;
        one.edits.push_back({start_ + begin, end - begin, ""});
        one.fix = fix_kind::mechanical;
    }

    // Removes the architectures that are gone from a list of CMake's, if at least one of them stays.
    void remove_from_list()
    {
        bool stays = false;
        for (const listed& one : architectures_)
            stays = stays || one.found == std::string_view::npos;
        for (std::size_t k = 0; stays && k < architectures_.size(); ++k) {
            if (architectures_[k].found == std::string_view::npos) continue;
            bool later = false;
            for (std::size_t next = k + 1; next < architectures_.size(); ++next)
                later = later || architectures_[next].found == std::string_view::npos;
            auto [begin, end, found] = architectures_[k];
            const auto separates = [&](std::size_t at) { return line_[at] == ';' || line_[at] == ' '; };
            if (later && end < line_.size() && separates(end))
                ++end;
            else if (!later && begin > 0 && separates(begin - 1))
                --begin;
            else
                continue;
            found_[found].edits.push_back({start_ + begin, end - begin, ""});
            found_[found].fix = fix_kind::mechanical;
        }
        architectures_.clear();
    }

    void word(std::size_t i, std::string_view name, std::size_t end)
    {
        for (std::string_view begin : {"compute_", "sm_", "lto_"})
            if (name.substr(0, begin.size()) == begin) return architecture(i, name, name.substr(begin.size()));
        if (lists_architectures_ && name.size() >= 2 && std::isdigit(static_cast<unsigned char>(name[0])) &&
            (i == 0 || line_[i - 1] != '.')) {
            const std::size_t before = found_.size();
            architecture(i, name, name);
            std::size_t behind = end;
            for (std::string_view kind : {"-real", "-virtual"})
                if (line_.substr(end, kind.size()) == kind) behind = end + kind.size();
            architectures_.push_back({i, behind, found_.size() > before ? before : std::string_view::npos});
            return;
        }
        // The next property ends the list. A variable in the list does not.
        const bool ends_list =
            !std::isdigit(static_cast<unsigned char>(name[0])) && name != "real" && name != "virtual";
        if (lists_architectures_ && ends_list && (i == 0 || line_[i - 1] != '{')) lists_architectures_ = false;
        const std::string lowered = lower(name);
        if (is_xml_ && name == "CudaCompile" && compiles_cuda_ && line_.find("</CudaCompile") == line_.npos)
            return preprocessor(i, name);
        if (is_xml_ && name == "CUDA" && props_version(end)) return build_customisation(i, props_version(end));
        if (lowered == "cuda_architectures" || lowered == "cmake_cuda_architectures") {
            lists_architectures_ = true;
        } else if (name == "nvToolsExt" || name == "lnvToolsExt" || name == "libnvToolsExt") {
            finding* one = add(i, "build-library", name, 0, 13000);
            if (!one) return;
            if (i >= 6 && line_.substr(i - 6, 6) == "CUDA::") { // the target exists from CMake 3.25 on
                one->edits.push_back({start_ + i, name.size(), "nvtx3"});
                one->fix = fix_kind::mechanical;
            } else if (name[0] == 'l' && name[1] == 'n' && i > 0 && line_[i - 1] == '-') {
                remove_word(*one, i - 1, end);
            }
            one->message = "removed in CUDA 13.0: NVTX 3 is headers alone";
            one->replacement = "CUDA::nvtx3, or no library at all";
            one->note = "nvtx.md";
            one->effort = effort_of_change::low;
        } else if (is_cmake_) {
            cmake_word(i, lowered, name, end);
        }
    }

    // Visual C++ uses its old preprocessor for sources, unless an option chooses the new one. Reports this once for
    // each file.
    void preprocessor(std::size_t i, std::string_view name)
    {
        if (asks_for_preprocessor_ || text_.find("Zc:preprocessor") != text_.npos) return;
        finding* one = add(i, "msvc-preprocessor", name, 0, 13020);
        if (!one) return;
        asks_for_preprocessor_ = true;
        one->message = "CCCL of CUDA 13.2 and later stops with Visual C++'s traditional preprocessor";
        one->replacement = "-Xcompiler /Zc:preprocessor";
        one->note = "from-cuda-n.md";
        one->effort = effort_of_change::low;
    }

    // Gives the version in "CUDA 12.4.props" or "CUDA 12.4.targets", or 0. Visual Studio takes such a file only from
    // that toolkit.
    version props_version(std::size_t end) const
    {
        const std::size_t last = line_.find_first_not_of("0123456789.", end + 1);
        if (end >= line_.size() || line_[end] != ' ' || last == line_.npos || last < end + 3) return 0;
        const std::string_view kind = line_.substr(last, 7);
        if (kind.substr(0, 5) != "props" && kind != "targets") return 0;
        return version_of(line_.substr(end + 1, last - end - 2));
    }

    void build_customisation(std::size_t i, version named)
    {
        if (asked_.from || named >= asked_.to) return;
        finding* one = advise(i, "build-customisation", "CUDA " + text_of(named));
        if (!one) return;
        one->message = "Visual Studio builds this project with CUDA " + text_of(named) + " and no other";
        one->replacement = "CUDA " + text_of(asked_.to);
        one->note = "from-cuda-n.md";
        one->effort = effort_of_change::low;
    }

    void cmake_word(std::size_t i, const std::string& lowered, std::string_view name, std::size_t end)
    {
        if (lowered == "msvc" && compiles_cuda_) return preprocessor(i, name);
        if (lowered == "cmake_cuda_standard" || lowered == "cuda_standard") {
            const std::size_t number = line_.find_first_not_of(" \t\"", end);
            const std::string_view value = number == line_.npos ? line_.substr(0, 0) : line_.substr(number, 2);
            if (value == "98" || value == "03" || value == "11" || value == "14")
                standard(i, line_.substr(i, number + 2 - i));
            return;
        }
        const bool command = end < line_.size() && line_.find_first_not_of(" \t", end) != line_.npos &&
                             line_[line_.find_first_not_of(" \t", end)] == '(';
        const bool find = command && lowered == "find_package" && package(end) == "CUDA";
        const bool adds =
            command && (lowered == "cuda_add_executable" || lowered == "cuda_add_library" ||
                        lowered == "cuda_compile" || lowered == "cuda_compile_ptx" ||
                        lowered == "cuda_include_directories" || lowered == "cuda_select_nvcc_arch_flags" ||
                        lowered == "cuda_add_cublas_to_target" || lowered == "cuda_add_cufft_to_target");
        if (!find && !adds && name != "CUDA_NVCC_FLAGS") return;
        finding* one = advise(i, "find-cuda", find ? "find_package(CUDA)" : name);
        if (!one) return;
        one->message = "of CMake's old module FindCUDA, which CMake 3.27 removed (policy CMP0146)";
        one->replacement = find   ? "the language CUDA, find_package(CUDAToolkit)"
                           : adds ? "add_executable and the like, with the language CUDA"
                                  : "CMAKE_CUDA_FLAGS, target_compile_options";
        one->note = "find_cuda.md";
        one->effort = effort_of_change::medium;
        one->level = severity::warning;
    }

    // Gives the first argument of find_package.
    std::string_view package(std::size_t end) const
    {
        const std::size_t open = line_.find('(', end);
        const std::size_t begin = open == line_.npos ? open : line_.find_first_not_of(" \t", open + 1);
        if (begin == line_.npos) return {};
        std::size_t last = begin;
        while (last < line_.size() && is_word(line_[last]))
            ++last;
        return line_.substr(begin, last - begin);
    }

    // Reports an architecture: 35 or 35a, from compute_35 or from a list, where -real or -virtual may follow.
    void architecture(std::size_t i, std::string_view name, std::string_view number)
    {
        int value = 0;
        std::size_t digits = 0;
        while (digits < number.size() && digits < 4 && std::isdigit(static_cast<unsigned char>(number[digits])))
            value = value * 10 + (number[digits++] - '0');
        if (digits < 2 || number.size() > digits + 1) return;
        const version gone = gone_since(value);
        finding* one = gone ? add(i, "old-architecture", name, 0, gone) : nullptr;
        if (!one) return;
        one->message = "CUDA " + text_of(gone) + " and later compile for no such GPU";
        one->replacement = value == 101 ? "110, its name since then" : "75 and later, and PTX of the newest";
        one->note = "architectures.md";
        one->effort = effort_of_change::low;
    }

    finding* add(std::size_t i, std::string_view rule, std::string_view name, version deprecated, version removed)
    {
        const bool advice = !deprecated && !removed;
        if (advice ? asked_.from != 0 : !asked_.has(removed) && !asked_.has(deprecated)) return nullptr;
        found_.emplace_back();
        finding& one = found_.back();
        one.line = number_;
        one.column = static_cast<std::uint32_t>(i + 1);
        one.rule = rule;
        one.name = name;
        one.deprecated = deprecated;
        one.removed = removed;
        one.level = asked_.has(removed) ? severity::error : severity::warning;
        locate(one, path_, text_, start_ + i);
        return &one;
    }

    finding* advise(std::size_t i, std::string_view rule, std::string_view name) { return add(i, rule, name, 0, 0); }

    std::string_view path_, text_;
    step asked_;
    std::vector<finding>& found_;
    bool is_cmake_ = false, is_xml_ = false;
    bool lists_architectures_ = false, compiles_cuda_ = false, asks_for_preprocessor_ = false;
    std::vector<listed> architectures_; // of the list on this line
    std::string_view line_;
    std::size_t start_ = 0;
    std::uint32_t number_ = 0;
};

} // namespace

bool is_build_file(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    for (std::string_view whole : {"CMakeLists.txt", "Makefile", "makefile", "GNUmakefile", "meson.build", "SConstruct",
                                   "SConscript", "setup.py", "configure.ac", "configure.in", "BUILD", "BUILD.bazel"})
        if (name == whole) return true;
    if (name.substr(0, 9) == "Makefile.") return true;
    for (std::string_view end : {".cmake", ".mk", ".mak", ".make", ".pro", ".pri", ".vcxproj", ".props", ".bzl"})
        if (ends_with(name, end)) return true;
    return false;
}

void find_in_build_file(std::string_view path, std::string_view text, step asked, std::vector<finding>& found)
{
    build_file(path, text, asked, found).run();
}

} // namespace scanner
