// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses the body of one function.
#include "ptx/register_parameters.h"

#include <algorithm>
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

class body_parser : register_parameters {
public:
    using register_parameters::register_parameters;

    void run()
    {
        declare_register_parameters();
        while (token_.kind != token_kind::end)
            statement();
        if (scopes_.size() != 1) unexpected("'}'");
        instruction end; // reached without a `ret`
        end.line = token_.line;
        end.source = source_;
        store_results(end);
    }

private:
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
        if (i.opcode == "ret") store_results(i);
        if (in_call_) {
            add_call(std::move(i));
        } else {
            body_.instructions.push_back(std::move(i));
        }
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
                fail("Duplicate definition of label '" + std::string(name) + "'");
            name = *body_.label_names.back();
        }
        if (!body_.labels.emplace(name, int(body_.instructions.size())).second)
            fail("Duplicate definition of label '" + std::string(name) + "'");
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
            variable v;
            v.in_register = accept_dotted("reg");
            if (!v.in_register && !accept_dotted("param")) unexpected("'.param'");
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
            for (variable& x : declared)
                add_variable(std::move(x));
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
            for (variable& x : declared)
                add_variable(std::move(x));
        } else {
            fail("unknown directive '." + std::string(d) + "' in a function");
        }
    }

    // Inner scopes may hide a name of an outer one.
    void add_variable(variable v)
    {
        refuse_duplicate(v.name, v.line);
        scopes_.back().variables[v.name] = static_cast<int>(body_.variables.size());
        body_.variables.push_back(std::move(v));
    }
    void refuse_duplicate(std::string_view name, int line) const
    {
        const auto has_name = [&](const variable& v) { return v.name == name; };
        const auto& parameters = function_.parameters;
        const bool is_parameter = scopes_.size() == 1 && std::any_of(parameters.begin(), parameters.end(), has_name);
        if (is_parameter || scopes_.back().variables.count(name) || is_register_of(scopes_.back(), name))
            throw syntax_error(line, "Duplicate definition of variable '" + std::string(name) + "'");
    }
    void refuse_duplicate_range(std::string_view prefix, int count) const
    {
        const scope& here = scopes_.back();
        if (here.ranges.count(prefix)) fail("Duplicate definition of variable '" + std::string(prefix) + "<'");
        scope fresh;
        fresh.ranges[prefix] = {0, count};
        for (const auto& one : here.registers)
            if (is_register_of(fresh, one.first))
                fail("Duplicate definition of variable '" + std::string(one.first) + "'");
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
                refuse_duplicate_range(n, count);
                scopes_.back().ranges[n] = {first, count};
                body_.register_names.emplace_back(std::string(n) + "<", first);
            } else {
                refuse_duplicate(n, token_.line);
                scopes_.back().registers[n] = first;
                body_.register_names.emplace_back(std::string(n), first);
            }
            body_.registers.insert(body_.registers.end(), count, t);
        } while (accept(','));
        expect(';');
    }

    int source_ = -1;
    std::map<std::array<int, 3>, int> latest_; //!< `.loc` by file, line and column: its number
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
