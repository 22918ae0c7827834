// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clock.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "files/read.hpp"
#include "files/walk.hpp"
#include "launch_marks.hpp"

namespace scanner {
namespace {

enum class clock_kind { ticks, chrono, time_of_day };

// start = clock(); and its kind, as a statement of its own.
struct reading {
    std::size_t first, last; // its tokens, the ; included
    std::string name;
    clock_kind kind;
    bool declares;
};

// What a difference of two readings becomes.
struct replacement {
    std::size_t first, last; // tokens
    std::string text;
};

class timers_of_function {
public:
    timers_of_function(const program& source, const function& body, std::vector<edit>& edits,
                       std::vector<std::string>& refusals)
        : source_(source)
        , body_(body)
        , edits_(edits)
        , refusals_(refusals)
    {
    }

    void run()
    {
        for (std::size_t i = body_.open + 1; i < body_.close; ++i)
            if (const auto one = reading_at(i)) readings_.push_back(*one);
        for (std::size_t i = 0; i < readings_.size(); ++i) {
            const reading& start = readings_[i];
            // The launches behind it, up to where the clock is read again.
            const std::size_t end = i + 1 < readings_.size() ? readings_[i + 1].first : next_clock(start.last);
            const std::size_t limit = std::min(end, source_.closing(source_.block_around(start.first)));
            if (!has_launch(start.last, limit) || waits(start.last, limit)) continue;
            if (end >= body_.close) continue; // nobody reads the clock behind the launch
            if (i + 1 == readings_.size()) {
                refuse(end, "the clock is read inside of an expression: only a reading of its own becomes an event");
                continue;
            }
            plan(start, readings_[i + 1]);
        }
    }

private:
    const token& at(std::size_t i) const { return source_.at(i); }
    bool is(std::size_t i, std::string_view mark) const { return i < source_.size() && at(i).is_mark(mark); }

    bool refuse(std::size_t i, const std::string& why)
    {
        refusals_.push_back(source_.path() + ":" + std::to_string(at(i).line) + ":" + std::to_string(at(i).column) +
                            ": " + why);
        return false;
    }

    // The name of the clock's function whose ( ) closes at `close`; size() where it is another call.
    std::optional<clock_kind> clock_call(std::size_t name) const
    {
        if (!is(name + 1, "(") || !is(name + 2, ")")) return {};
        if (at(name).is_name("clock") && !is(name - 1, ".") && !is(name - 1, "->")) return clock_kind::ticks;
        if (at(name).is_name("now") && is(name - 1, "::")) return clock_kind::chrono;
        return {};
    }

    std::optional<reading> reading_at(std::size_t i) const
    {
        if (at(i).in_directive) return {};
        if (at(i).is_name("gettimeofday") && is(i + 1, "(") && is(i + 2, "&")) {
            const std::size_t close = source_.closing(i + 1);
            const bool no_zone = at(i + 5).is("NULL") || at(i + 5).is("0") || at(i + 5).is("nullptr");
            if (is(close + 1, ";") && is(i + 4, ",") && close == i + 6 && no_zone)
                return reading{i, close + 1, std::string(at(i + 3).text), clock_kind::time_of_day, false};
        }
        const auto kind = clock_call(i);
        if (!kind || !is(i + 3, ";")) return {};
        std::size_t begin = i; // of std::chrono::steady_clock::now
        while (is(begin - 1, "::") && at(begin - 2).is_name())
            begin -= 2;
        if (is(begin - 1, "::")) --begin;
        if (!is(begin - 1, "=") || !at(begin - 2).is_name()) return {};
        const std::size_t name = begin - 2;
        const bool declares = at(name - 1).is_name(*kind == clock_kind::ticks ? "clock_t" : "auto");
        return reading{declares ? name - 1 : name, i + 3, std::string(at(name).text), *kind, declares};
    }

    std::size_t next_clock(std::size_t behind) const
    {
        for (std::size_t i = behind + 1; i < body_.close; ++i)
            if (clock_call(i)) return i;
        return body_.close;
    }

    bool has_launch(std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end; ++i)
            if (at(i).is_mark("<<<")) return true;
        return false;
    }

    // Then the host's time has the kernels in it, and may be what is wanted.
    bool waits(std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end; ++i) {
            if (!at(i).is_name()) continue;
            std::string name(at(i).text);
            std::transform(name.begin(), name.end(), name.begin(), [](unsigned char one) { return std::tolower(one); });
            const bool copies = name.compare(0, 10, "cudamemcpy") == 0 && name.find("async") == name.npos &&
                                name.find("tosymbol") == name.npos && name.find("kind") == name.npos;
            if (name.find("sync") != name.npos && name.find("async") == name.npos) return true;
            if ((copies && is(i + 1, "(")) || name == "cudafree" || name == "cudadevicereset" ||
                name == "cudathreadexit")
                return true;
        }
        return false;
    }

    // Behind the statement at i, if it is a launch in the default stream, a question for an error, or a loop of these;
    // else 0, and `wrong` is where it is not.
    std::size_t behind_launch(std::size_t i, std::size_t& wrong) const
    {
        wrong = i;
        if (is(i, ";")) return i + 1;
        if (is(i, "{")) {
            const std::size_t close = source_.closing(i);
            for (++i; i < close;)
                if (!(i = behind_launch(i, wrong))) return 0;
            return close + 1;
        }
        if (at(i).is_name("for") && is(i + 1, "(")) {
            const std::size_t close = source_.closing(i + 1);
            for (std::size_t k = i + 2; k < close; ++k)
                if (is(k, "(") || is(k, "<<<")) return 0;
            return behind_launch(close + 1, wrong);
        }
        if (!at(i).is_name() || at(i).in_directive) return 0;
        if ((at(i).is_name("cudaGetLastError") || at(i).is_name("cudaPeekAtLastError")) && is(i + 1, "(") &&
            is(i + 2, ")") && is(i + 3, ";"))
            return i + 4;
        std::size_t k = i + 1;
        if (is(k, "<")) k = source_.closing_angle(k) + 1;
        if (!is(k, "<<<")) return 0;
        std::size_t commas = 0, stream = 0, length = 0;
        for (++k; k < body_.close && !is(k, ">>>"); ++k) {
            if (is(k, "(")) {
                length += source_.closing(k) - k;
                k = source_.closing(k);
            }
            ++length;
            if (is(k, ",")) {
                ++commas;
                stream = k + 1;
                length = 0;
            }
        }
        if (commas == 3 &&
            !(length == 1 && (at(stream).is("0") || at(stream).is("NULL") || at(stream).is("nullptr")))) {
            wrong = stream;
            return 0;
        }
        if (!is(k, ">>>") || !is(k + 1, "(")) return 0;
        const std::size_t close = source_.closing(k + 1);
        return is(close + 1, ";") ? close + 2 : 0;
    }

    bool plan(const reading& start, const reading& stop)
    {
        const std::size_t block = source_.block_around(start.first);
        if (source_.block_around(stop.first) != block)
            return refuse(start.first, "the clock is read in different blocks before and behind the launch");
        if (start.kind != stop.kind || start.name == stop.name)
            return refuse(start.first, start.name + " and " + stop.name + " are no two readings of one clock");
        for (const reading* one : {&start, &stop}) {
            const std::size_t before = one->first - 1;
            if (!is(before, ";") && !is(before, "{") && !is(before, "}"))
                return refuse(one->first,
                              one->name + " is not read in a list of statements, or in a directive's branch");
        }
        for (std::size_t i = start.last + 1, wrong = i; i < stop.first;)
            if (!(i = behind_launch(i, wrong)))
                return refuse(wrong, at(wrong - 1).is_mark(",")
                                         ? "the launch is in a stream of its own: the events would have to be, too"
                                         : "this stands between the readings of " + start.name + " and " + stop.name +
                                               ", too: its time is the host's");
        for (std::size_t i = body_.open; i < body_.close; ++i) {
            if (at(i).is_name("goto")) return refuse(i, "a goto may jump over the events of " + start.name);
            if (at(i).is_name("case") && source_.block_around(i) == block)
                return refuse(i, "a switch may jump over the events of " + start.name);
        }
        return rewrite(start, stop);
    }

    // Each place of the two names is one of: a declaration, a reading, a difference whose unit is certain.
    bool rewrite(const reading& start, const reading& stop)
    {
        std::vector<replacement> all;
        std::set<std::size_t> declared; // the types
        std::set<std::string> names_declared;
        bool used = false;
        std::size_t from = start.first, to = stop.last;
        for (std::size_t i = body_.head; i < body_.close; ++i) {
            if (!at(i).is_name(start.name) && !at(i).is_name(stop.name)) continue;
            if ((i > start.first && i < start.last) || (i >= start.first && i < start.last && !start.declares) ||
                (i >= stop.first && i < stop.last))
                continue;
            from = std::min(from, i);
            to = std::max(to, i);
            if (const std::size_t type = declaration_of(i, start, stop)) {
                declared.insert(type);
                names_declared.insert(std::string(at(i).text));
                continue;
            }
            const bool behind = i > stop.last && i < source_.closing(source_.block_around(stop.first));
            const std::size_t last = behind ? end_of_difference(i, start, stop, all) : 0;
            if (!last)
                return refuse(i, std::string(at(i).text) + " is used in a way whose unit this fix does not know");
            to = std::max(to, last);
            i = last;
            used = true;
        }
        if (!used) return refuse(start.first, "nobody asks for the time between " + start.name + " and " + stop.name);
        for (const reading* one : {&start, &stop})
            if (one->declares) names_declared.insert(one->name);
        for (const reading* one : {&start, &stop})
            if (!names_declared.count(one->name))
                return refuse(one->first,
                              one->name +
                                  " is not declared in this function, or with a type that this fix does not know");
        for (std::size_t i = from; i <= to; ++i)
            if (at(i).kind == token_kind::directive || at(i).in_directive || !source_.is_in_text(i))
                return refuse(i, "a directive stands between the uses of " + start.name + " and " + stop.name);
        write(start, stop, all, declared);
        return true;
    }

    // clock_t start, end; struct timeval start, end; with no other name in it: the token of the type, or 0.
    std::size_t declaration_of(std::size_t i, const reading& start, const reading& stop) const
    {
        std::size_t type = i - 1;
        while (type > body_.open && (at(type).is_name(start.name) || at(type).is_name(stop.name) || is(type, ",")))
            --type;
        if (!at(type).is_name(start.kind == clock_kind::time_of_day ? "timeval" : "clock_t")) return 0;
        const std::size_t before = at(type - 1).is_name("struct") ? type - 2 : type - 1;
        if (!is(before, ";") && !is(before, "{") && !is(before, "}")) return 0; // static, const, a parameter
        for (std::size_t k = type + 1; !is(k, ";"); ++k)
            if (!at(k).is_name(start.name) && !at(k).is_name(stop.name) && !is(k, ",")) return 0;
        return type;
    }

    // The last token of a difference from i on whose unit is certain, or 0.
    std::size_t end_of_difference(std::size_t i, const reading& start, const reading& stop,
                                  std::vector<replacement>& all) const
    {
        if (start.kind == clock_kind::time_of_day) return sum_of_parts(i, start, stop, all);
        if (!at(i).is_name(stop.name) || !is(i + 1, "-") || !at(i + 2).is_name(start.name)) return 0;
        return (start.kind == clock_kind::ticks ? seconds(i, all) : duration(i, all)) ? i + 2 : 0;
    }

    static bool is_floating(const token& one) { return one.is("double") || one.is("float"); }

    // Takes brackets and conversions to double or float around the tokens in. Whether there is a conversion.
    bool widen(std::size_t& first, std::size_t& last) const
    {
        bool floating = false;
        while (true) {
            if (is(first - 1, "(") && source_.closing(first - 1) == last + 1) {
                if (is_floating(at(first - 2))) {
                    floating = true;
                    first -= 2;
                } else if (is(first - 2, ">") && is_floating(at(first - 3)) && at(first - 5).is_name("static_cast")) {
                    floating = true;
                    first -= 5;
                } else if (at(first - 2).is_name() && !at(first - 2).is_name("return")) {
                    return floating; // an argument
                } else {
                    --first;
                }
                ++last;
            } else if (is(first - 1, ")") && is_floating(at(first - 2)) && is(first - 3, "(")) {
                floating = true;
                first -= 3;
            } else {
                return floating;
            }
        }
    }

    // (double)(end - start) / CLOCKS_PER_SEC, and what means the same: seconds.
    bool seconds(std::size_t place, std::vector<replacement>& all) const
    {
        std::size_t first = place, last = place + 2;
        bool floating = widen(first, last);
        if (last == place + 2) return false; // end - start / CLOCKS_PER_SEC is something else
        std::size_t sign = last + 1;
        const auto is_fraction = [&](std::size_t i) {
            return at(i).kind == token_kind::number && at(i).text.find('.') != std::string_view::npos;
        };
        if (is(sign, "*") && at(sign + 1).kind == token_kind::number) {
            floating |= is_fraction(sign + 1);
            sign += 2;
        }
        if (is(first - 1, "*")) {
            if (!is_fraction(first - 2) || is(first - 3, "/") || is(first - 3, "%")) return false;
            floating = true;
        } else if (is(first - 1, "/") || is(first - 1, "%")) {
            return false;
        }
        if (!is(sign, "/")) return false;
        std::size_t behind = sign + 1;
        while (behind < body_.close && !at(behind).is_name("CLOCKS_PER_SEC") &&
               (is(behind, "(") || is(behind, ")") || is_floating(at(behind))))
            ++behind;
        if (!at(behind).is_name("CLOCKS_PER_SEC")) return false;
        std::size_t first_of_divisor = behind;
        floating |= widen(first_of_divisor, behind);
        if (first_of_divisor != sign + 1 || !floating) return false; // whole seconds are no time of a kernel
        all.push_back({first, last, "(%s / 1000.0)"});
        all.push_back({sign, behind, ""});
        return true;
    }

    // The tokens of stop.part - start.part from i on, in brackets where there are any: the one behind them, or 0.
    std::size_t behind_part(std::size_t i, const reading& start, const reading& stop, std::string_view part) const
    {
        const bool brackets = is(i, "(");
        if (brackets) ++i;
        if (!at(i).is_name(stop.name) || !is(i + 1, ".") || !at(i + 2).is_name(part) || !is(i + 3, "-") ||
            !at(i + 4).is_name(start.name) || !is(i + 5, ".") || !at(i + 6).is_name(part))
            return 0;
        if (!brackets) return i + 7;
        return is(i + 7, ")") ? i + 8 : 0;
    }

    // A number with a fraction or an exponent, and no suffix: a double of that value.
    bool is_double(std::size_t i, double value) const
    {
        const std::string text(at(i).text);
        if (at(i).kind != token_kind::number || text.find_first_of(".eE") == text.npos ||
            text.find_first_not_of("0123456789.eE+-") != text.npos)
            return false;
        return std::strtod(text.c_str(), nullptr) == value;
    }

    // (stop.tv_sec - start.tv_sec) + (stop.tv_usec - start.tv_usec) / 1e6, or milliseconds: its last token, or 0.
    std::size_t sum_of_parts(std::size_t place, const reading& start, const reading& stop,
                             std::vector<replacement>& all) const
    {
        const std::size_t first = is(place - 1, "(") && is(place + 7, ")") ? place - 1 : place;
        std::size_t i = behind_part(first, start, stop, "tv_sec");
        if (!i) return 0;
        bool milliseconds = false;
        if (is(i, "*")) {
            if (first == place || !is_double(i + 1, 1000)) return 0;
            milliseconds = true;
            i += 2;
        }
        if (!is(i, "+") || !is(i + 1, "(")) return 0;
        i = behind_part(i + 1, start, stop, "tv_usec");
        if (!i || !((is(i, "/") && is_double(i + 1, milliseconds ? 1e3 : 1e6)) ||
                    (is(i, "*") && is_double(i + 1, milliseconds ? 1e-3 : 1e-6))))
            return 0;
        if (!is(first - 1, "=") && !is(first - 1, "(") && !is(first - 1, ",") && !at(first - 1).is_name("return"))
            return 0;
        if (!is(i + 2, ";") && !is(i + 2, ")") && !is(i + 2, ",")) return 0;
        all.push_back({first, i + 1, milliseconds ? "(double)%s" : "(%s / 1000.0)"});
        return i + 1;
    }

    // duration_cast<…>(end - start), duration<double>(end - start), duration<double> time = end - start;
    bool duration(std::size_t place, std::vector<replacement>& all) const
    {
        std::size_t close = place - 2; // the > of the type
        const bool in_brackets = is(place - 1, "(") && is(place + 3, ")");
        const bool initial = is(place - 1, "=") && at(place - 2).is_name() && is(place + 3, ";");
        if (initial) close = place - 3;
        if ((!in_brackets && !initial) || !is(close, ">")) return false;
        std::size_t open = close;
        for (int depth = 0; open > body_.open; --open) {
            depth += is(open, ">") - is(open, "<");
            if (depth == 0) break;
        }
        const bool floating = is_floating(at(open + 1));
        if (!(in_brackets && at(open - 1).is_name("duration_cast")) && !(at(open - 1).is_name("duration") && floating))
            return false;
        all.push_back({place, place + 2, "std::chrono::duration<double, std::milli>(%s)"});
        return true;
    }

    void write(const reading& start, const reading& stop, const std::vector<replacement>& all,
               const std::set<std::size_t>& declared)
    {
        std::string milliseconds = "milliseconds";
        while (source_.mentions(milliseconds) || !taken_.insert(milliseconds).second)
            milliseconds = stop.name + "_" + milliseconds;
        for (const std::size_t type : declared) // struct timeval, too
            replace(at(type - 1).is_name("struct") ? type - 1 : type, type, "cudaEvent_t");
        std::string events;
        for (const reading* one : {&start, &stop})
            if (one->declares) events += (events.empty() ? "cudaEvent_t " : ", ") + one->name;
        std::vector<std::string> lines;
        if (!events.empty()) lines.push_back(events + ";");
        for (const reading* one : {&start, &stop})
            lines.push_back("cudaEventCreate(&" + one->name + ");");
        lines.push_back("cudaEventRecord(" + start.name + ");");
        replace(start.first, start.last, joined(start.first, lines));
        lines = {"cudaEventRecord(" + stop.name + ");",
                 "cudaEventSynchronize(" + stop.name + "); // until the kernels are done",
                 "float " + milliseconds + " = 0;",
                 "cudaEventElapsedTime(&" + milliseconds + ", " + start.name + ", " + stop.name + ");",
                 "cudaEventDestroy(" + start.name + ");",
                 "cudaEventDestroy(" + stop.name + ");"};
        replace(stop.first, stop.last, joined(stop.first, lines));
        for (const replacement& one : all) {
            std::string text = one.text;
            if (const std::size_t mark = text.find("%s"); mark != text.npos) text.replace(mark, 2, milliseconds);
            replace(one.first, one.last, text);
        }
    }

    std::string joined(std::size_t place, const std::vector<std::string>& lines) const
    {
        const std::string_view text = source_.text();
        const std::size_t offset = source_.offset(place);
        const std::size_t line = offset ? text.rfind('\n', offset - 1) + 1 : 0; // npos + 1 is 0
        const std::size_t code = std::min(text.find_first_not_of(" \t", line), offset);
        const std::string between =
            (text.find("\r\n") != text.npos ? "\r\n" : "\n") + std::string(text.substr(line, code - line));
        std::string result;
        for (const std::string& one : lines)
            result += (result.empty() ? "" : between) + one;
        return result;
    }

    void replace(std::size_t first, std::size_t last, std::string text)
    {
        std::size_t begin = source_.offset(first);
        const std::size_t end = source_.offset(last) + at(last).text.size();
        if (text.empty()) // with the blank before it
            while (begin > 0 && source_.text()[begin - 1] == ' ')
                --begin;
        edits_.push_back({begin, end - begin, std::move(text)});
    }

    const program& source_;
    const function& body_;
    std::vector<edit>& edits_;
    std::vector<std::string>& refusals_;
    std::vector<reading> readings_;
    std::set<std::string> taken_;
};

} // namespace

void plan_clock_fixes(const program& source, std::vector<edit>& edits, std::vector<std::string>& refusals)
{
    if (!source.is_cuda() || (!source.mentions("clock") && !source.mentions("now") && !source.mentions("gettimeofday")))
        return;
    for (const function& body : source.functions())
        if (!body.device) timers_of_function(source, body, edits, refusals).run();
}

void plan_clock_fixes(const options& wanted, planned_fixes& result)
{
    walk files(wanted.paths, wanted.files, [](const std::string&) {}); // the scan tells of what cannot be read
    std::set<std::string> seen;
    program source;
    for (std::string path, text; files.next(path);) {
        std::error_code ignored;
        if (!seen.insert(std::filesystem::weakly_canonical(path, ignored).string()).second) continue;
        if (!read_source(path, text).empty()) continue;
        join_launch_marks(text); // at the same places
        source.read(path, text, wanted.asked.to);
        std::vector<edit> edits;
        plan_clock_fixes(source, edits, result.refusals);
        std::vector<file_edit> together;
        for (const edit& one : edits)
            together.push_back({path, one});
        if (!together.empty() && !result.planned.add(together))
            result.refusals.push_back(path + ":1:1: two changes of one place");
    }
}

} // namespace scanner
