// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/record.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace scanner {
namespace {

std::string unescaped(const std::string& word)
{
    if (word == "-") return {};
    std::string out;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '%' && i + 2 < word.size()) {
            out += static_cast<char>(std::strtoul(word.substr(i + 1, 2).c_str(), nullptr, 16));
            i += 2;
        } else {
            out += word[i];
        }
    }
    return out;
}

// The words of a line.
class words {
public:
    // Identities of the process begin behind `base`.
    words(const std::string& line, std::uint64_t base)
        : in_(line)
        , base_(base)
    {
    }
    std::string raw()
    {
        std::string word;
        in_ >> word;
        return word;
    }
    std::string text() { return unescaped(raw()); }
    std::uint64_t base() const { return base_; }
    std::uint64_t number() { return std::strtoull(raw().c_str(), nullptr, 10); }
    // The number of an allocation, a site or an object. 0 stays 0.
    std::uint64_t identity()
    {
        const std::uint64_t n = number();
        return n ? base_ + n : 0;
    }
    hash_value hash() { return std::strtoull(raw().c_str(), nullptr, 16); }
    bool more() { return static_cast<bool>(in_ >> std::ws) && !in_.eof(); }

private:
    std::istringstream in_;
    const std::uint64_t base_;
};

std::vector<unsigned> sites_of(const std::string& list, std::uint64_t base)
{
    std::vector<unsigned> out;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, ',');)
        out.push_back(static_cast<unsigned>(base + std::strtoul(one.c_str(), nullptr, 10)));
    return out;
}

void read_launch(words& w, recorded_launch& l)
{
    l.number = w.number();
    l.name = w.text();
    l.full_name = w.text();
    for (auto* of : {&l.grid, &l.block})
        for (std::uint32_t& x : *of)
            x = static_cast<std::uint32_t>(w.number());
    l.shared = w.number();
    if (w.more()) l.host_thread = w.number();
}

// A line that belongs to the launch before it. False: it is none.
bool read_part(const std::string& what, words& w, recorded_launch& l)
{
    if (what == "error") {
        l.error = w.text();
    } else if (what == "argument") {
        recorded_argument a;
        w.number();
        a.bytes = w.number();
        a.value = w.hash();
        a.hex = w.text();
        while (w.more()) {
            recorded_pointer p;
            p.allocation = static_cast<unsigned>(w.identity());
            p.offset = w.number();
            p.state = w.hash();
            a.pointers.push_back(p);
        }
        l.arguments.push_back(std::move(a));
    } else if (what == "variable") {
        const auto number = static_cast<unsigned>(w.identity());
        l.variables[number] = w.hash();
    } else if (what == "texture") {
        recorded_texture t;
        t.handle = w.number();
        w.number(); // the line of PTX gives the order
        t.fetches = w.number();
        t.hash = w.hash();
        t.outside = w.number();
        t.description = w.text();
        t.allocation = static_cast<unsigned>(w.identity());
        t.state = w.hash();
        l.textures.push_back(std::move(t));
    } else if (what == "wrote") {
        recorded_write x;
        x.allocation = static_cast<unsigned>(w.identity());
        x.bytes = w.number();
        x.ranges = w.number();
        x.first = w.number();
        x.last = w.number();
        x.type = w.text();
        x.element = std::max<std::size_t>(w.number(), 1);
        x.sites = sites_of(w.text(), w.base());
        x.before = w.hash();
        x.after = w.hash();
        l.writes.push_back(std::move(x));
    } else if (what == "chunks") {
        if (l.writes.empty()) return false;
        for (std::size_t index = w.number(); w.more(); ++index)
            l.writes.back().chunks[index] = w.hash();
    } else if (what == "kept") {
        kept_chunk k;
        k.allocation = static_cast<unsigned>(w.identity());
        k.index = w.number();
        k.element = std::max<std::size_t>(w.number(), 1);
        k.bytes = w.number();
        k.at = w.number();
        k.writers_at = w.number();
        k.writers = w.number();
        l.kept.push_back(k);
    } else if (what == "fetched") {
        l.fetches_at = w.number();
        l.fetches = w.number();
        l.fetches_left_out = w.number();
    } else {
        return false;
    }
    return true;
}

void read_copy(words& w, recorded_copy& c)
{
    c.number = w.number();
    c.direction = w.raw();
    c.bytes = w.number();
    c.hash = w.hash();
    c.to = static_cast<unsigned>(w.identity());
    c.to_offset = w.number();
    c.from = static_cast<unsigned>(w.identity());
    c.from_offset = w.number();
    c.call = w.text();
    c.place = w.text();
    c.hex = w.text();
}

void read_set(words& w, recorded_copy& c)
{
    c.direction = "set";
    c.bytes = w.number();
    c.hash = w.number(); // the value
    c.to = static_cast<unsigned>(w.identity());
    c.to_offset = w.number();
    c.call = w.text();
    c.place = w.text();
}

// The copy of this number in the last process. An asynchronous one may be followed by others when it ends.
recorded_copy* copy_of(recorded_run& run, std::uint64_t number)
{
    for (auto c = run.copies.rbegin(); c != run.copies.rend() && c->process + 1 == run.processes.size(); ++c)
        if (c->direction != "set" && c->number == number) return &*c;
    return nullptr;
}

void read_line(const std::string& what, words& w, recorded_run& run)
{
    if (what == "program") {
        run.processes.back().program = w.text();
    } else if (what == "by") {
        run.on_gpu = w.raw() == "recorder";
        run.compares_launches = w.raw() == "launches";
    } else if (what == "site") {
        recorded_site& s = run.sites[static_cast<unsigned>(w.identity())];
        s.type = w.text();
        w.number();
        s.source = w.text();
    } else if (what == "allocation") {
        recorded_allocation a;
        a.number = static_cast<unsigned>(w.identity());
        a.kind = w.raw();
        a.bytes = w.number();
        w.hash();
        a.name = w.text();
        run.allocations[a.number] = a;
    } else if (what == "allocated") {
        recorded_allocation& a = run.allocations[static_cast<unsigned>(w.identity())];
        w.number();
        a.call = w.text();
        a.place = w.text();
    } else if (what == "freed") {
        run.allocations[static_cast<unsigned>(w.identity())].freed = true;
    } else if (what == "made") {
        const std::string kind = w.raw();
        recorded_object& o = run.objects[w.identity()];
        o.kind = kind;
        o.call = w.text();
        o.place = w.text();
    } else if (what == "destroyed") {
        w.raw();
        run.objects[w.identity()].destroyed = true;
    } else if (what == "reset") {
        for (auto a = run.allocations.lower_bound(static_cast<unsigned>(w.base())); a != run.allocations.end(); ++a)
            a->second.freed = true;
        for (auto o = run.objects.lower_bound(w.base()); o != run.objects.end(); ++o)
            o->second.destroyed = true;
    } else if (what == "copy" || what == "set") {
        recorded_copy c;
        what == "copy" ? read_copy(w, c) : read_set(w, c);
        c.process = run.processes.size() - 1;
        c.launches_before = run.launches.size();
        run.copies.push_back(std::move(c));
    } else if (what == "content") {
        if (recorded_copy* const c = copy_of(run, w.number())) {
            c->hash = w.hash();
            c->hex = w.text();
        }
    } else if (what == "copied") {
        if (recorded_copy* const c = copy_of(run, w.number())) {
            c->kept_at = w.number();
            c->kept = w.number();
        }
    } else if (what == "not-seen") {
        run.not_seen.push_back(w.text());
    } else if (what == "never-ran") {
        run.never_ran.push_back(w.text());
    } else if (what == "not-tracked") {
        const std::string bytes = w.raw();
        run.not_tracked.push_back(w.text() + " of " + bytes + " bytes");
    } else if (what == "still-bound") {
        const std::string kind = w.text();
        run.still_bound.push_back(kind + " '" + w.text() + "'");
    } else if (what == "end") {
        run.processes.back().ended = true;
    }
}

// Appends the record of one process.
std::string read_record(const std::string& file, recorded_run& run)
{
    std::ifstream in(file);
    if (!in) return no_record;
    const std::uint64_t base = run.processes.size() * identities_of_a_process;
    run.processes.push_back({{}, file, false});
    std::string line;
    std::getline(in, line);
    if (line != "cuda-legacy-record 1") return "a record of another version: '" + line.substr(0, 80) + "'";
    bool in_launch = false;
    while (std::getline(in, line)) {
        if (in.eof()) break; // a line without its end: the program was killed while it wrote
        words w(line, base);
        const std::string what = w.raw();
        if (what == "launch") {
            run.launches.emplace_back();
            recorded_launch& l = run.launches.back();
            l.process = run.processes.size() - 1;
            l.position = run.launches.size() - 1;
            read_launch(w, l);
            in_launch = true;
        } else if (!in_launch || !read_part(what, w, run.launches.back())) {
            read_line(what, w, run);
        }
    }
    return {};
}

} // namespace

bool recorded_run::ended() const
{
    return std::all_of(processes.begin(), processes.end(), [](const recorded_process& p) { return p.ended; });
}

std::vector<unsigned char> recorded_run::bytes_at(std::size_t process, std::uint64_t at, std::uint64_t count) const
{
    if (process >= processes.size()) return {};
    std::ifstream in(processes[process].file + ".bytes", std::ios::binary);
    std::vector<unsigned char> out(static_cast<std::size_t>(count));
    if (!count || !in.seekg(static_cast<std::streamoff>(at))) return {};
    in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(count));
    out.resize(static_cast<std::size_t>(in.gcount()));
    return out;
}

std::string with_number(std::string name, std::size_t number)
{
    const std::size_t at = name.find("%n");
    return at == std::string::npos ? name : name.replace(at, 2, std::to_string(number));
}

std::string read_records(const std::string& files, recorded_run& run)
{
    run = {};
    constexpr std::size_t most = 250; // identities have 32 bits
    for (std::size_t n = 1; n <= most; ++n) {
        const std::string wrong = read_record(with_number(files, n), run);
        if (wrong == no_record) break;
        if (!wrong.empty()) return wrong;
    }
    return run.processes.empty() ? no_record : "";
}

} // namespace scanner
