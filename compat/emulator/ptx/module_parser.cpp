// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses a module, except the bodies of functions.
#include "ptx/parser_base.h"

#include <cstdlib>
#include <limits>

namespace cuda_emulator::ptx {

namespace {

class module_parser : parser_base {
public:
    explicit module_parser(module& m)
        : parser_base(m.text, 1)
        , module_(m)
    {
    }

    void run()
    {
        while (token_.kind != token_kind::end) {
            if (token_.kind != token_kind::dotted) unexpected("a directive");
            directive();
        }
    }

private:
    void directive()
    {
        const std::string_view d = token_.text;
        if (d == "version") {
            // "9.0" is a single decimal token.
            const int line = token_.line;
            advance();
            const std::string s(token_.text);
            const std::size_t dot = s.find('.');
            if (token_.kind != token_kind::real64 || dot == s.npos) unexpected("a version number"); // 0d… has no dot
            const int major = std::atoi(s.c_str()), minor = std::atoi(s.c_str() + dot + 1);
            advance();
            // Linked texts have a version each. The newest one holds for all.
            if (std::pair(major, minor) < std::pair(module_.version_major, module_.version_minor)) return;
            module_.version_line = line;
            module_.version_major = major;
            module_.version_minor = minor;
        } else if (d == "target") {
            module_.target_line = token_.line;
            advance();
            do {
                const std::string_view t = name();
                if (t.substr(0, 3) != "sm_") continue;
                module_.target_name = t;
                module_.target = std::atoi(std::string(t.substr(3)).c_str());
            } while (accept(','));
        } else if (d == "address_size") {
            advance();
            module_.address_size = static_cast<int>(integer());
            if (module_.address_size != 64) fail("only 64-bit modules can run here");
        } else if (d == "file") {
            advance();
            const int number = static_cast<int>(integer());
            if (token_.kind != token_kind::string) unexpected("a file name");
            module_.files[number] = std::string(token_.text);
            advance();
            while (accept(','))
                integer();
        } else if (d == "section") {
            advance();
            if (token_.kind == token_kind::dotted || token_.kind == token_kind::name) advance();
            if (!is('{')) unexpected("'{'");
            lexer_.skip_block();
            advance();
        } else if (d == "pragma") {
            skip_to_semicolon();
        } else if (d == "alias") {
            fail(".alias is not understood");
        } else {
            linked_item();
        }
    }

    void linked_item()
    {
        variable v;
        function f;
        for (;;) {
            if (token_.kind != token_kind::dotted) unexpected("a directive");
            const std::string_view d = token_.text;
            if (d == "visible") {
                v.is_visible = f.is_visible = true;
            } else if (d == "extern") {
                v.is_extern = f.is_extern = true;
            } else if (d == "weak" || d == "common") {
                v.is_weak = f.is_weak = true;
                v.is_common = d == "common";
            } else if (d == "entry" || d == "func") {
                f.is_entry = d == "entry";
                f.line = token_.line;
                advance();
                callable(f);
                return;
            } else if (space_from_name(d) != space::none) {
                v.space = space_from_name(d);
                advance();
                std::vector<variable> declared;
                declaration(v, true, declared);
                expect(';');
                for (variable& x : declared) {
                    auto [at, fresh] = module_.variable_index.emplace(x.name, int(module_.variables.size()));
                    if (fresh) {
                        module_.variables.push_back(std::move(x));
                    } else if (replaces(x, module_.variables[at->second])) {
                        module_.variables[at->second] = std::move(x);
                    }
                }
                return;
            } else {
                fail("unknown directive '." + std::string(d) + "'");
            }
            advance();
        }
    }

    // A definition replaces an extern declaration, and a weak definition.
    static bool replaces(const variable& later, const variable& have)
    {
        if (later.is_common && have.is_common) return later.size > have.size;
        return !later.is_extern && (!later.is_weak || have.is_extern);
    }

    void parameter_list(std::vector<variable>& out)
    {
        expect('(');
        while (!accept(')')) {
            variable v;
            v.in_register = accept_dotted("reg");
            if (!v.in_register && !accept_dotted("param")) unexpected("'.param'");
            v.space = space::param;
            declaration(v, false, out);
            if (!accept(',') && !is(')')) unexpected("',' or ')'");
        }
    }

    void callable(function& f)
    {
        while (accept_dotted("attribute")) {
            expect('(');
            skip_to_parenthesis();
        }
        if (is('(')) parameter_list(f.results);
        f.name = name();
        if (is('(')) parameter_list(f.parameters);
        for (;;) {
            if (is_dotted("maxntid") || is_dotted("reqntid")) {
                const bool required = is_dotted("reqntid");
                advance();
                int product = 1;
                int axis = 0;
                do {
                    const std::int64_t size = integer();
                    if (size < 1 || size > std::numeric_limits<int>::max() / product)
                        fail("no block has so many threads");
                    const int n = static_cast<int>(size);
                    product *= n;
                    if (required && axis < 3) f.required[axis++] = n;
                } while (accept(','));
                for (; required && axis < 3; ++axis)
                    f.required[axis] = 1;
                f.maximum_threads = product;
            } else if (is_dotted("minnctapersm") || is_dotted("maxnctapersm") || is_dotted("maxnreg") ||
                       is_dotted("local_maxnreg")) {
                advance();
                integer();
            } else if (is_dotted("maxclusterrank")) {
                advance();
                f.maximum_cluster = static_cast<int>(integer());
            } else if (is_dotted("reqnctapercluster")) {
                advance();
                for (int& n : f.cluster)
                    n = 1;
                int axis = 0;
                do {
                    const int n = static_cast<int>(integer());
                    if (axis < 3) f.cluster[axis++] = n;
                } while (accept(','));
            } else if (is_dotted("explicitcluster")) {
                advance();
                f.is_cluster = true;
            } else if (is_dotted("blocksareclusters")) {
                advance();
                f.blocks_are_clusters = true;
            } else if (is_dotted("noreturn")) {
                advance();
            } else if (is_dotted("pragma")) {
                skip_to_semicolon();
            } else if (is_dotted("abi_preserve") || is_dotted("abi_preserve_control")) {
                advance();
                integer();
            } else {
                break;
            }
        }
        if (is('{')) {
            f.has_body = true;
            f.body_line = lexer_.line();
            const char* start = lexer_.position();
            lexer_.skip_block();
            f.body_text = {start, std::size_t(lexer_.position() - start - 1)};
            advance();
        } else {
            expect(';');
        }
        auto [at, fresh] = module_.function_index.emplace(f.name, int(module_.functions.size()));
        if (fresh) {
            module_.functions.push_back(std::move(f));
        } else if (f.has_body) { // a definition replaces the forward declaration
            function& have = module_.functions[at->second];
            if (have.has_body && (f.is_weak || !have.is_weak)) {
                if (!f.is_weak)
                    throw syntax_error(f.line, "Duplicate definition of function '" + std::string(f.name) + "'");
            } else {
                have = std::move(f);
            }
        }
    }

    module& module_;
};

} // namespace

std::unique_ptr<module> parse_module(std::string text)
{
    auto m = std::make_unique<module>();
    m->text = std::move(text);
    module_parser(*m).run();
    return m;
}

} // namespace cuda_emulator::ptx
