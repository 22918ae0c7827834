#include "ptx/parser.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator::ptx {

std::string instruction::full_name() const
{
    std::string s(opcode);
    for (std::string_view m : modifiers) {
        s += '.';
        s += m;
    }
    return s;
}

std::string function_body::register_name(int number) const
{
    const std::pair<std::string, int>* best = nullptr;
    for (const auto& r : register_names)
        if (r.second <= number && (!best || r.second > best->second)) best = &r;
    if (!best) return "?";
    return best->first.back() == '<' ? best->first.substr(0, best->first.size() - 1) + std::to_string(number - best->second)
                                     : best->first;
}

namespace {

// What both levels of the grammar share: a token of look-ahead, and variable declarations.
class parser_base {
public:
    parser_base(std::string_view text, int line) : lexer_(text, line) { advance(); }

protected:
    [[noreturn]] void fail(const std::string& what) const { throw syntax_error(token_.line, what); }
    [[noreturn]] void unexpected(const std::string& wanted) const
    {
        fail("expected " + wanted + ", found " +
             (token_.kind == token_kind::end ? std::string("the end of the text") : "'" + std::string(token_.text) + "'"));
    }

    void advance() { token_ = lexer_.next(); }
    bool is(char c) const { return token_.kind == token_kind::symbol && token_.symbol == c; }
    bool is_dotted(std::string_view s) const { return token_.kind == token_kind::dotted && token_.text == s; }
    bool accept(char c)
    {
        if (!is(c)) return false;
        advance();
        return true;
    }
    bool accept_dotted(std::string_view s)
    {
        if (!is_dotted(s)) return false;
        advance();
        return true;
    }
    void expect(char c)
    {
        if (!accept(c)) unexpected(std::string("'") + c + "'");
    }
    std::string_view name()
    {
        if (token_.kind != token_kind::name) unexpected("a name");
        const std::string_view s = token_.text;
        advance();
        return s;
    }
    std::int64_t integer()
    {
        const bool minus = accept('-');
        if (token_.kind != token_kind::integer) unexpected("an integer");
        const auto v = static_cast<std::int64_t>(token_.value);
        advance();
        return minus ? -v : v;
    }
    void skip_to_semicolon()
    {
        while (!is(';')) {
            if (token_.kind == token_kind::end) unexpected("';'");
            advance();
        }
        advance();
    }

    static space space_from_name(std::string_view s)
    {
        if (s == "global") return space::global;
        if (s == "shared" || s == "shared::cta") return space::shared;
        if (s == "local") return space::local;
        if (s == "const") return space::constant;
        if (s == "param") return space::param;
        return space::none;
    }

    // Behind the state space: ".align 8 .v2 .f32 name[2][3] = {…}". Gives one variable per declared name.
    void declaration(variable v, bool may_initialise, std::vector<variable>& out)
    {
        for (;;) {
            if (accept_dotted("align")) {
                v.alignment = static_cast<int>(integer());
            } else if (accept_dotted("attribute")) {
                expect('(');
                if (accept_dotted("managed")) v.is_managed = true;
                while (!accept(')'))
                    advance();
            } else if (accept_dotted("ptr")) { // .ptr .global .align 8: of a kernel parameter
                while (is_dotted("global") || is_dotted("shared") || is_dotted("local") || is_dotted("const") ||
                       is_dotted("generic"))
                    advance();
                if (accept_dotted("align")) integer();
            } else if (is_dotted("v2") || is_dotted("v4")) {
                v.vector = token_.text[1] - '0';
                advance();
            } else if (token_.kind == token_kind::dotted) {
                v.type = type_from_name(token_.text);
                if (v.type == type::none) fail("unknown type or attribute '." + std::string(token_.text) + "'");
                advance();
            } else {
                break;
            }
        }
        if (v.type == type::none) unexpected("a type");
        const int element = size_of(v.type);
        v.alignment = std::max(v.alignment, element * v.vector);
        for (;;) {
            variable one = v;
            one.line = token_.line;
            one.name = name();
            std::uint64_t count = 1;
            bool unsized = false;
            while (accept('[')) {
                if (is(']')) {
                    unsized = true;
                } else {
                    count *= static_cast<std::uint64_t>(integer());
                }
                expect(']');
            }
            if (may_initialise && accept('=')) {
                initialiser(one);
                if (unsized) {
                    unsized = false;
                    count = one.initial.size();
                }
            }
            one.unsized = unsized;
            one.size = unsized ? 0 : count * element * v.vector;
            out.push_back(std::move(one));
            if (!may_initialise || !accept(',')) break;
        }
    }

private:
    void initialiser(variable& v)
    {
        if (accept('{')) {
            while (!accept('}')) {
                initialiser(v);
                if (!accept(',') && !is('}')) unexpected("',' or '}'");
            }
            return;
        }
        initial_value x;
        const bool minus = accept('-');
        if (token_.kind == token_kind::integer) {
            x.bits = minus ? 0 - token_.value : token_.value;
            advance();
            if (is('(')) { // 0xff00(symbol): one byte of an address
                const std::uint64_t mask = x.bits;
                advance();
                x = symbol_value();
                expect(')');
                x.one_byte = true;
                while (mask >> x.shift && !(mask >> x.shift & 1))
                    x.shift += 8;
            }
        } else if (token_.kind == token_kind::real32 || token_.kind == token_kind::real64) {
            x.bits = token_.value;
            const bool wide = token_.kind == token_kind::real64;
            advance();
            if (wide && v.type == type::f32) {
                double d;
                std::memcpy(&d, &x.bits, 8);
                const float f = static_cast<float>(minus ? -d : d);
                std::uint32_t b;
                std::memcpy(&b, &f, 4);
                x.bits = b;
            } else if (minus) {
                x.bits ^= std::uint64_t{1} << (wide ? 63 : 31);
            }
        } else {
            x = symbol_value();
        }
        v.initial.push_back(x);
    }
    initial_value symbol_value()
    {
        initial_value x;
        std::string_view s = name();
        if (s == "generic" && accept('(')) {
            x.generic = true;
            s = name();
            if (accept('+')) x.addend = integer();
            expect(')');
        }
        x.symbol = s;
        if (accept('+')) {
            x.addend += integer();
        } else if (accept('-')) {
            x.addend -= integer();
        }
        return x;
    }

protected:
    lexer lexer_;
    token token_;
};

class module_parser : parser_base {
public:
    explicit module_parser(module& m) : parser_base(m.text, 1), module_(m) {}

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
            // "9.0" is one decimal token.
            advance();
            if (token_.kind == token_kind::real64) {
                const std::string s(token_.text);
                module_.version_major = std::atoi(s.c_str());
                module_.version_minor = std::atoi(s.c_str() + s.find('.') + 1);
                advance();
            } else {
                unexpected("a version number");
            }
        } else if (d == "target") {
            advance();
            do {
                const std::string t(name());
                if (t.rfind("sm_", 0) == 0) module_.target = std::atoi(t.c_str() + 3);
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
                    // A definition takes the place of an extern declaration.
                    auto [at, fresh] = module_.variable_index.emplace(x.name, int(module_.variables.size()));
                    if (fresh) {
                        module_.variables.push_back(std::move(x));
                    } else if (!x.is_extern) {
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

    void parameter_list(std::vector<variable>& out)
    {
        expect('(');
        while (!accept(')')) {
            if (!accept_dotted("param") && !accept_dotted("reg")) unexpected("'.param'");
            variable v;
            v.space = space::param;
            declaration(v, false, out);
            if (!accept(',') && !is(')')) unexpected("',' or ')'");
        }
    }

    void callable(function& f)
    {
        while (accept_dotted("attribute")) {
            expect('(');
            while (!accept(')'))
                advance();
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
                    const int n = static_cast<int>(integer());
                    product *= n;
                    if (required && axis < 3) f.required[axis++] = n;
                } while (accept(','));
                for (; required && axis < 3; ++axis)
                    f.required[axis] = 1;
                f.maximum_threads = product;
            } else if (is_dotted("minnctapersm") || is_dotted("maxnctapersm") || is_dotted("maxnreg") ||
                       is_dotted("maxclusterrank") || is_dotted("local_maxnreg")) {
                advance();
                integer();
            } else if (is_dotted("reqnctapercluster")) {
                advance();
                do
                    integer();
                while (accept(','));
            } else if (is_dotted("explicitcluster") || is_dotted("blocksareclusters") || is_dotted("noreturn")) {
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
        } else if (f.has_body) { // a definition takes the place of the forward declaration
            if (module_.functions[at->second].has_body) {
                if (!f.is_weak) throw syntax_error(f.line, "function '" + std::string(f.name) + "' is defined twice");
            } else {
                module_.functions[at->second] = std::move(f);
            }
        }
    }

    module& module_;
};

class body_parser : parser_base {
public:
    body_parser(const module& m, const function& f, function_body& body)
        : parser_base(f.body_text, f.body_line), module_(m), body_(body)
    {
        scopes_.emplace_back();
    }

    void run()
    {
        while (token_.kind != token_kind::end)
            statement();
        if (scopes_.size() != 1) unexpected("'}'");
    }

private:
    struct register_range {
        int first;
        int count;
    };
    struct scope {
        std::unordered_map<std::string_view, int> registers;
        std::unordered_map<std::string_view, register_range> ranges;
        std::unordered_map<std::string_view, int> variables;
    };

    void statement()
    {
        if (accept(';')) return;
        if (accept('{')) {
            scopes_.emplace_back();
            return;
        }
        if (is('}')) {
            if (scopes_.size() == 1) fail("'}' without '{'");
            scopes_.pop_back();
            advance();
            return;
        }
        if (token_.kind == token_kind::dotted) {
            directive();
            return;
        }
        instruction i;
        i.source = source_;
        if (accept('@')) {
            i.guard_negated = accept('!');
            const std::string_view p = name();
            i.guard = find_register(p);
            if (i.guard < 0) fail("unknown predicate '" + std::string(p) + "'");
        }
        i.line = token_.line;
        const std::string_view first = name();
        if (i.guard < 0 && accept(':')) {
            label(first);
            return;
        }
        i.opcode = first;
        while (token_.kind == token_kind::dotted) {
            i.modifiers.push_back(token_.text);
            advance();
        }
        while (!is(';')) {
            i.operands.push_back(operand_list_item());
            // suld and sust put nothing between some operands in old text; commas part all others.
            if (!accept(',') && !is(';')) {
                if (token_.kind == token_kind::end) unexpected("';'");
                unexpected("',' or ';'");
            }
        }
        expect(';');
        body_.instructions.push_back(std::move(i));
    }

    void label(std::string_view name)
    {
        if (accept_dotted("callprototype")) {
            prototype p;
            if (is('(')) prototype_list(p.results);
            if (token_.kind == token_kind::name) advance();
            if (is('(')) prototype_list(p.parameters);
            skip_to_semicolon();
            body_.prototypes.emplace(name, std::move(p));
        } else if (accept_dotted("branchtargets") || accept_dotted("calltargets")) {
            auto& targets = body_.branch_targets[name];
            do
                targets.push_back(this->name());
            while (accept(','));
            expect(';');
        } else {
            if (!body_.labels.emplace(name, int(body_.instructions.size())).second)
                fail("label '" + std::string(name) + "' is defined twice");
        }
    }

    void prototype_list(std::vector<variable>& out)
    {
        expect('(');
        while (!accept(')')) {
            if (!accept_dotted("param") && !accept_dotted("reg")) unexpected("'.param'");
            variable v;
            v.space = space::param;
            declaration(v, false, out);
            if (!accept(',') && !is(')')) unexpected("',' or ')'");
        }
    }

    void directive()
    {
        const std::string_view d = token_.text;
        if (d == "reg") {
            advance();
            register_declaration();
        } else if (space_from_name(d) != space::none) {
            variable v;
            v.space = space_from_name(d);
            advance();
            std::vector<variable> declared;
            declaration(v, true, declared);
            expect(';');
            for (variable& x : declared) {
                scopes_.back().variables[x.name] = static_cast<int>(body_.variables.size());
                body_.variables.push_back(std::move(x));
            }
        } else if (d == "loc") {
            advance();
            source_location at;
            at.file = static_cast<int>(integer());
            at.line = static_cast<int>(integer());
            integer(); // column
            while (accept(',')) { // function_name $symbol[+offset], inlined_at file line column
                const std::string_view what = name();
                if (what == "function_name") {
                    name();
                    if (accept('+')) integer();
                } else {
                    integer();
                    integer();
                    integer();
                }
            }
            source_ = static_cast<int>(body_.sources.size());
            body_.sources.push_back(at);
        } else if (d == "pragma") {
            skip_to_semicolon();
        } else if (d == "extern" || d == "visible" || d == "weak") {
            advance();
            variable v;
            v.is_extern = d == "extern";
            v.space = space_from_name(token_.text);
            if (v.space == space::none) unexpected("a state space");
            advance();
            std::vector<variable> declared;
            declaration(v, true, declared);
            expect(';');
            for (variable& x : declared) {
                scopes_.back().variables[x.name] = static_cast<int>(body_.variables.size());
                body_.variables.push_back(std::move(x));
            }
        } else {
            fail("unknown directive '." + std::string(d) + "' in a function");
        }
    }

    void register_declaration()
    {
        int vector = 1;
        type t = type::none;
        while (token_.kind == token_kind::dotted) {
            if (token_.text == "v2" || token_.text == "v4") {
                vector = token_.text[1] - '0';
            } else {
                t = type_from_name(token_.text);
                if (t == type::none) fail("unknown register type '." + std::string(token_.text) + "'");
            }
            advance();
        }
        if (t == type::none) unexpected("a register type");
        if (vector != 1) fail("vector registers are not understood");
        do {
            const std::string_view n = name();
            const int first = static_cast<int>(body_.registers.size());
            int count = 1;
            if (accept('<')) {
                count = static_cast<int>(integer());
                expect('>');
                scopes_.back().ranges[n] = {first, count};
                body_.register_names.emplace_back(std::string(n) + "<", first);
            } else {
                scopes_.back().registers[n] = first;
                body_.register_names.emplace_back(std::string(n), first);
            }
            body_.registers.insert(body_.registers.end(), count, t);
        } while (accept(','));
        expect(';');
    }

    int find_register(std::string_view n) const
    {
        std::size_t digits = n.size();
        while (digits > 1 && n[digits - 1] >= '0' && n[digits - 1] <= '9')
            --digits;
        for (auto s = scopes_.rbegin(); s != scopes_.rend(); ++s) {
            if (!s->registers.empty())
                if (auto at = s->registers.find(n); at != s->registers.end()) return at->second;
            // %r12 may be number 12 of %r<…>, or, with a prefix that ends in a digit, number 2 of %r1<…>.
            for (std::size_t cut = digits; cut < n.size(); ++cut) {
                auto at = s->ranges.find(n.substr(0, cut));
                if (at == s->ranges.end()) continue;
                int number = 0;
                for (char c : n.substr(cut))
                    number = number * 10 + (c - '0');
                if (number < at->second.count && (n[cut] != '0' || cut + 1 == n.size())) return at->second.first + number;
            }
        }
        return -1;
    }
    int find_variable(std::string_view n) const
    {
        for (auto s = scopes_.rbegin(); s != scopes_.rend(); ++s)
            if (auto at = s->variables.find(n); at != s->variables.end()) return at->second;
        return -1;
    }

    operand named_operand()
    {
        operand o;
        o.line = token_.line;
        o.name = name();
        if (o.name == "_") return o;
        o.index = find_register(o.name);
        if (o.index >= 0) {
            o.kind = operand_kind::reg;
        } else if ((o.index = find_variable(o.name)) >= 0) {
            o.kind = operand_kind::variable;
        } else if (o.name[0] == '%') {
            o.kind = operand_kind::special;
        } else if (o.name == "WARP_SZ") {
            o.kind = operand_kind::integer;
            o.value = 32;
        } else {
            o.kind = operand_kind::name;
        }
        if (token_.kind == token_kind::dotted) {
            o.component = token_.text;
            advance();
        }
        return o;
    }

    operand constant()
    {
        operand o;
        o.line = token_.line;
        const bool minus = accept('-');
        switch (token_.kind) {
        case token_kind::integer:
            o.kind = operand_kind::integer;
            o.value = minus ? 0 - token_.value : token_.value;
            break;
        case token_kind::real32:
            o.kind = operand_kind::real32;
            o.value = minus ? token_.value ^ 0x80000000u : token_.value;
            break;
        case token_kind::real64:
            o.kind = operand_kind::real64;
            o.value = minus ? token_.value ^ (std::uint64_t{1} << 63) : token_.value;
            break;
        default: unexpected("an operand");
        }
        advance();
        return o;
    }

    operand operand_list_item()
    {
        operand o = one_operand();
        if (is('|')) {
            advance();
            operand pair;
            pair.kind = operand_kind::pair;
            pair.line = o.line;
            pair.elements.push_back(std::move(o));
            pair.elements.push_back(one_operand());
            return pair;
        }
        return o;
    }

    operand one_operand()
    {
        if (accept('!')) {
            operand o = one_operand();
            o.negated = true;
            return o;
        }
        if (is('[')) return address();
        if (is('{') || is('(')) {
            operand o;
            o.line = token_.line;
            o.kind = is('{') ? operand_kind::vector : operand_kind::list;
            const char close = is('{') ? '}' : ')';
            advance();
            while (!accept(close)) {
                o.elements.push_back(operand_list_item());
                if (!accept(',') && !is(close)) unexpected(std::string("',' or '") + close + "'");
            }
            return o;
        }
        if (token_.kind == token_kind::name) {
            operand o = named_operand();
            if (is('+') && o.kind != operand_kind::reg) { // variable+8 as a value
                advance();
                o.value = static_cast<std::uint64_t>(integer());
            }
            return o;
        }
        return constant();
    }

    operand address()
    {
        operand o;
        o.line = token_.line;
        o.kind = operand_kind::address;
        expect('[');
        o.elements.push_back(one_operand());
        if (o.elements[0].kind == operand_kind::name || o.elements[0].kind == operand_kind::variable) {
            o.value = o.elements[0].value;
            o.elements[0].value = 0;
        }
        if (accept('+')) {
            o.value += static_cast<std::uint64_t>(integer());
        } else if (is('-')) {
            o.value += static_cast<std::uint64_t>(integer());
        }
        while (accept(','))
            o.elements.push_back(one_operand());
        expect(']');
        return o;
    }

    const module& module_;
    function_body& body_;
    std::vector<scope> scopes_;
    int source_ = -1;
};

} // namespace

std::unique_ptr<module> parse_module(std::string text)
{
    auto m = std::make_unique<module>();
    m->text = std::move(text);
    module_parser(*m).run();
    return m;
}

std::unique_ptr<function_body> parse_body(const module& m, const function& f)
{
    auto body = std::make_unique<function_body>();
    body->maximum_threads = f.maximum_threads;
    body_parser(m, f, *body).run();
    return body;
}

} // namespace cuda_emulator::ptx
