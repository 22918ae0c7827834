// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "timers.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "between.hpp"
#include "differences.hpp"

namespace scanner {
namespace {

// Two readings with a launch between them. `start` and `stop` index the list of readings.
struct timer {
    std::size_t start, stop, block;
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
            if (const auto one = reading_at(source_, i)) readings_.push_back(*one);
        for (std::size_t i = 0; i < readings_.size(); ++i) {
            const reading& start = readings_[i];
            // The timed launches lie between this reading and the next clock call.
            const std::size_t end =
                i + 1 < readings_.size() ? readings_[i + 1].first : next_clock(source_, start.last, body_.close);
            const std::size_t limit = std::min(end, source_.closing(source_.block_around(start.first)));
            if (!has_launch(source_, start.last, limit) || waits(source_, start.last, limit)) continue;
            if (end >= body_.close) continue; // no code reads the clock after the launch
            if (i + 1 == readings_.size()) {
                refuse(end, "the clock is read inside of an expression: only a reading of its own becomes an event");
                continue;
            }
            if (const std::size_t block = prove(start, readings_[i + 1])) timers_.push_back({i, i + 1, block});
        }
        // Consecutive timers may share their two variables.
        for (std::size_t i = 0; i < timers_.size(); ++i) {
            std::vector<timer> together;
            for (std::size_t k = 0; k < timers_.size(); ++k)
                if (same_variables(timers_[i], timers_[k])) {
                    if (k < i) break; // already rewritten
                    together.push_back(timers_[k]);
                }
            if (!together.empty()) rewrite(together);
        }
    }

private:
    const token& at(std::size_t i) const { return source_.at(i); }
    bool is(std::size_t i, std::string_view mark) const { return i < source_.size() && at(i).is_mark(mark); }

    const reading& start_of(const timer& one) const { return readings_[one.start]; }
    const reading& stop_of(const timer& one) const { return readings_[one.stop]; }

    bool same_variables(const timer& a, const timer& b) const
    {
        return a.block == b.block && start_of(a).name == start_of(b).name && stop_of(a).name == stop_of(b).name &&
               start_of(a).kind == start_of(b).kind;
    }

    bool refuse(std::size_t i, const std::string& why)
    {
        refusals_.push_back(source_.path() + ":" + std::to_string(at(i).line) + ":" + std::to_string(at(i).column) +
                            ": " + why);
        return false;
    }

    // Returns the common block of both readings if launches are the only work between them. Otherwise refuses and
    // returns 0.
    std::size_t prove(const reading& start, const reading& stop)
    {
        const std::size_t block = source_.block_around(start.first);
        if (source_.block_around(stop.first) != block)
            return refuse(start.first, "the clock is read in different blocks before and behind the launch");
        if (start.kind != stop.kind || start.clock != stop.clock || start.name == stop.name)
            return refuse(start.first, start.name + " and " + stop.name + " are no two readings of one clock");
        if (start.clock.find("CPUTIME") != start.clock.npos)
            return refuse(start.first, start.clock + " counts the host's work: events count the time that passes");
        for (const reading* one : {&start, &stop}) {
            const std::size_t before = one->first - 1;
            if (!is(before, ";") && !is(before, "{") && !is(before, "}"))
                return refuse(one->first,
                              one->name + " is not read in a list of statements, or in a directive's branch");
        }
        for (std::size_t i = start.last + 1, wrong = i; i < stop.first;)
            if (!(i = behind_launch(source_, i, wrong)))
                return refuse(wrong, at(wrong - 1).is_mark(",")
                                         ? "the launch is in a stream of its own: the events would have to be, too"
                                         : "this stands between the readings of " + start.name + " and " + stop.name +
                                               ", too: its time is the host's");
        for (std::size_t i = body_.open; i < body_.close; ++i) {
            if (at(i).is_name("goto")) return refuse(i, "a goto may jump over the events of " + start.name);
            if (at(i).is_name("case") && source_.block_around(i) == block)
                return refuse(i, "a switch may jump over the events of " + start.name);
        }
        return block;
    }

    bool is_in_reading(std::size_t i, const std::vector<timer>& all) const
    {
        return std::any_of(all.begin(), all.end(), [&](const timer& one) {
            const reading &start = start_of(one), &stop = stop_of(one);
            return (i >= start.first && i < start.last) || (i >= stop.first && i < stop.last);
        });
    }

    // Each use of the two variables must be a declaration, a reading, or a difference with a known unit.
    bool rewrite(const std::vector<timer>& timers)
    {
        const reading &start = start_of(timers.front()), &stop = stop_of(timers.front());
        const std::size_t block = timers.front().block;
        const bool local = start.declares && stop.declares; // declared in the block; other blocks may reuse the names
        std::vector<std::vector<difference>> all(timers.size());
        std::set<std::pair<std::size_t, std::size_t>> declared; // the types
        std::set<std::string> names_declared;
        std::size_t from = start.first, to = stop_of(timers.back()).last;
        const std::size_t begin = local ? block : body_.head, end = local ? source_.closing(block) : body_.close;
        const difference unknown{0, 0, "", " is used in a way whose unit this fix does not know"};
        for (std::size_t i = begin; i < end; ++i) {
            if (!at(i).is_name(start.name) && !at(i).is_name(stop.name)) continue;
            if (is_in_reading(i, timers)) continue;
            from = std::min(from, i);
            to = std::max(to, i);
            if (const auto type = declaration_of(i, start, stop)) {
                declared.insert(*type);
                names_declared.insert(std::string(at(i).text));
                continue;
            }
            // A difference belongs to the last timer before it.
            std::size_t number = timers.size();
            while (number > 0 && stop_of(timers[number - 1]).last > i)
                --number;
            difference one = unknown;
            if (number > 0 && i < source_.closing(block)) one = difference_at(source_, i, start, stop);
            if (one.why_not.empty() && !all[number - 1].empty() && one.first <= all[number - 1].back().last)
                one = unknown; // one expression contains both names
            if (!one.why_not.empty()) return refuse(i, std::string(at(i).text) + one.why_not);
            from = std::min(from, one.first);
            to = std::max(to, one.last);
            i = one.last;
            all[number - 1].push_back(std::move(one));
        }
        for (std::size_t k = 0; k < timers.size(); ++k)
            if (all[k].empty())
                return refuse(start_of(timers[k]).first,
                              "nobody asks for the time between " + start.name + " and " + stop.name);
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
        for (const auto& [first, last] : declared)
            replace(first, last, "cudaEvent_t");
        for (std::size_t k = 0; k < timers.size(); ++k)
            write(start_of(timers[k]), stop_of(timers[k]), all[k]);
        return true;
    }

    // Accepts clock_t start, end; and struct timeval start, end; without further names. Returns the type's first and
    // last token.
    std::optional<std::pair<std::size_t, std::size_t>> declaration_of(std::size_t i, const reading& start,
                                                                      const reading& stop) const
    {
        const auto is_listed = [&](std::size_t k) {
            return at(k).is_name(start.name) || at(k).is_name(stop.name) || is(k, ",");
        };
        while (i > body_.open && is_listed(i - 1))
            --i;
        const std::size_t type = type_before(source_, i, start.kind);
        if (type == i || (!is(type - 1, ";") && !is(type - 1, "{") && !is(type - 1, "}")))
            return {}; // static, or a parameter
        for (std::size_t k = i; !is(k, ";"); ++k)
            if (!is_listed(k)) return {};
        return std::make_pair(type, i - 1);
    }

    void write(const reading& start, const reading& stop, const std::vector<difference>& all)
    {
        const std::string milliseconds = free_name(stop.name);
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
        for (const difference& one : all) {
            std::string text = one.text;
            if (const std::size_t mark = text.find("%s"); mark != text.npos) text.replace(mark, 2, milliseconds);
            replace(one.first, one.last, text);
        }
    }

    std::string free_name(const std::string& stop)
    {
        std::string name = "milliseconds";
        const auto is_taken = [&] {
            return std::any_of(source_.list().begin(), source_.list().end(),
                               [&](const token& one) { return one.is_name(name); });
        };
        while (is_taken() || !taken_.insert(name).second)
            name = stop + "_" + name;
        return name;
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
        const std::size_t begin = source_.offset(first), end = source_.offset(last) + at(last).text.size();
        edits_.push_back({begin, end - begin, std::move(text)});
    }

    const program& source_;
    const function& body_;
    std::vector<edit>& edits_;
    std::vector<std::string>& refusals_;
    std::vector<reading> readings_;
    std::vector<timer> timers_;
    std::set<std::string> taken_;
};

} // namespace

void plan_timers(const program& source, const function& body, std::vector<edit>& edits,
                 std::vector<std::string>& refusals)
{
    timers_of_function(source, body, edits, refusals).run();
}

} // namespace scanner
