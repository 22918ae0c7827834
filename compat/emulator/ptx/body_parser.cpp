// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses the body of one function.
#include "ptx/parser_base.h"

#include <array>
#include <utility>

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
    return best->first.back() == '<'
               ? best->first.substr(0, best->first.size() - 1) + std::to_string(number - best->second)
               : best->first;
}

namespace {

class body_parser : parser_base {
public:
    body_parser(const module& m, const function& f, function_body& body)
        : parser_base(f.body_text, f.body_line)
        , module_(m)
        , body_(body)
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
        std::unordered_map<std::string_view, std::string_view> labels; // of an inner scope, with their unique names
        std::vector<std::string_view> target_lists;
        std::size_t first_instruction = 0;
    };

    void statement()
    {
        if (accept(';')) return;
        if (accept('{')) {
            scopes_.emplace_back();
            scopes_.back().first_instruction = body_.instructions.size();
            return;
        }
        if (is('}')) {
            if (scopes_.size() == 1) fail("'}' without '{'");
            end_scope();
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
            if (body_.registers[static_cast<std::size_t>(i.guard)] != type::pred)
                fail("'" + std::string(p) + "' is no predicate");
        }
        i.line = token_.line;
        const std::string_view first = name();
        if (i.guard < 0 && accept(':')) {
            label(first);
            return;
        }
        i.opcode = first;
        in_call_ = first == "call";
        i.modifiers.reserve(4);
        i.operands.reserve(4);
        while (token_.kind == token_kind::dotted) {
            i.modifiers.push_back(token_.text);
            advance();
        }
        while (!is(';')) {
            i.operands.push_back(operand_list_item());
            // In old text, some operands of suld and sust follow each other without a comma. All others need one.
            if (!accept(',') && !is(';')) {
                if (token_.kind == token_kind::end) unexpected("';'");
                unexpected("',' or ';'");
            }
        }
        expect(';');
        body_.instructions.push_back(std::move(i));
    }

    // A label is visible only in its scope, as in ptxas. So each label of an inner scope gets a name that no text can
    // have, and the branches of the scope get this name, too.
    void end_scope()
    {
        const scope ended = std::move(scopes_.back());
        scopes_.pop_back();
        auto resolve = [&](std::string_view& name) {
            if (const auto at = ended.labels.find(name); at != ended.labels.end()) name = at->second;
        };
        for (std::size_t k = ended.first_instruction; k < body_.instructions.size(); ++k) {
            instruction& i = body_.instructions[k];
            if (i.opcode == "bra" && !i.operands.empty()) resolve(i.operands[0].name);
        }
        for (const std::string_view list : ended.target_lists) {
            for (std::string_view& target : body_.branch_targets[list])
                resolve(target);
            scopes_.back().target_lists.push_back(list);
        }
    }
    void own_label(std::string_view name)
    {
        if (scopes_.size() > 1) {
            const std::string unlike_any = std::string(name) + "#" + std::to_string(body_.label_names.size());
            body_.label_names.push_back(std::make_shared<const std::string>(unlike_any));
            if (!scopes_.back().labels.emplace(name, *body_.label_names.back()).second)
                fail("label '" + std::string(name) + "' is defined twice");
            name = *body_.label_names.back();
        }
        if (!body_.labels.emplace(name, int(body_.instructions.size())).second)
            fail("label '" + std::string(name) + "' is defined twice");
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
            scopes_.back().target_lists.push_back(name);
        } else {
            own_label(name);
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
            source_location at = place();
            while (accept(',')) { // function_name $symbol[+offset], inlined_at file line column
                if (name() == "function_name") {
                    name();
                    if (accept('+')) integer();
                } else {
                    at.caller = caller(place());
                }
            }
            source_ = static_cast<int>(body_.sources.size());
            body_.sources.push_back(at);
            latest_[{at.file, at.line, at.column}] = source_;
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

    source_location place()
    {
        source_location at;
        at.file = static_cast<int>(integer());
        at.line = static_cast<int>(integer());
        at.column = static_cast<int>(integer());
        return at;
    }
    // The call may itself be in an inlined function. An earlier `.loc` of the same place then has the caller.
    int caller(const source_location& call)
    {
        const auto [known, fresh] =
            latest_.emplace(std::array{call.file, call.line, call.column}, static_cast<int>(body_.sources.size()));
        if (fresh) body_.sources.push_back(call);
        return known->second;
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
                const std::int64_t wanted = integer();
                constexpr std::int64_t most = 1 << 22;
                if (wanted < 0 || wanted + first > most) fail("no function has so many registers");
                count = static_cast<int>(wanted);
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
            // %r12 may be number 12 of %r<…>. With a prefix that ends in a digit, it may be number 2 of %r1<…>.
            for (std::size_t cut = digits; cut < n.size(); ++cut) {
                auto at = s->ranges.find(n.substr(0, cut));
                if (at == s->ranges.end()) continue;
                int number = 0;
                for (char c : n.substr(cut))
                    if (number < at->second.count) number = number * 10 + (c - '0');
                if (number < at->second.count && (n[cut] != '0' || cut + 1 == n.size()))
                    return at->second.first + number;
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
        } else {
            o.kind = operand_kind::name;
        }
        if (token_.kind == token_kind::dotted) {
            o.component = token_.text;
            advance();
        }
        return o;
    }

    operand constant_operand()
    {
        operand o;
        o.line = token_.line;
        const constant c = constant_expression();
        o.kind = c.type == type::f32   ? operand_kind::real32
                 : c.type == type::f64 ? operand_kind::real64
                                       : operand_kind::integer;
        o.value = c.bits;
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
        const level one_more(*this);
        if (is('!') && ahead().kind == token_kind::name) { // of a predicate; otherwise it begins a constant
            advance();
            operand o = one_operand();
            o.negated = true;
            return o;
        }
        if (is('[')) return address();
        if (is('{') || (is('(') && in_call_)) {
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
        if (token_.kind == token_kind::name && token_.text != "WARP_SZ") {
            operand o = named_operand();
            if (is('+') && o.kind != operand_kind::reg) { // variable+8 as a value
                advance();
                o.value = integer_constant();
            } else if (is('[')) {
                o.value = element_offset(o);
            }
            return o;
        }
        return constant_operand();
    }

    // variable[3] as a value: the address of an element. ptxas counts scalars, also in arrays of
    // vectors or of arrays.
    std::uint64_t element_offset(const operand& o)
    {
        const variable* v = o.kind == operand_kind::variable ? &body_.variables[o.index] : nullptr;
        if (o.kind == operand_kind::name)
            for (const variable& one : module_.variables)
                if (one.name == o.name) v = &one;
        if (!v) unexpected("',' or ';'");
        expect('[');
        const std::uint64_t index = integer_constant();
        expect(']');
        return index * static_cast<std::uint64_t>(size_of(v->type));
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
            o.value += integer_constant();
        } else if (is('-')) {
            o.value += integer_constant();
        }
        while (accept(','))
            o.elements.push_back(one_operand());
        expect(']');
        accept_dotted("unified"); // a promise about the address
        return o;
    }

    const module& module_;
    function_body& body_;
    std::vector<scope> scopes_;
    int source_ = -1;
    std::map<std::array<int, 3>, int> latest_; //!< `.loc` by file, line and column: its number
    bool in_call_ = false;                     //!< parentheses hold a list, not a constant
};

} // namespace

std::unique_ptr<function_body> parse_body(const module& m, const function& f)
{
    auto body = std::make_unique<function_body>();
    body->maximum_threads = f.maximum_threads;
    body_parser(m, f, *body).run();
    return body;
}

} // namespace cuda_emulator::ptx
