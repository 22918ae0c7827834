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
    explicit words(const std::string& line)
        : in_(line)
    {
    }
    std::string raw()
    {
        std::string word;
        in_ >> word;
        return word;
    }
    std::string text() { return unescaped(raw()); }
    std::uint64_t number() { return std::strtoull(raw().c_str(), nullptr, 10); }
    hash_value hash() { return std::strtoull(raw().c_str(), nullptr, 16); }
    bool more() { return static_cast<bool>(in_ >> std::ws) && !in_.eof(); }

private:
    std::istringstream in_;
};

std::vector<unsigned> numbers_of(const std::string& list)
{
    std::vector<unsigned> out;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, ',');)
        out.push_back(static_cast<unsigned>(std::strtoul(one.c_str(), nullptr, 10)));
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
        while (w.more())
            a.pointers.push_back({static_cast<unsigned>(w.number()), w.number(), w.hash()});
        l.arguments.push_back(std::move(a));
    } else if (what == "variable") {
        const auto number = static_cast<unsigned>(w.number());
        l.variables[number] = w.hash();
    } else if (what == "texture") {
        recorded_texture t;
        t.handle = w.number();
        w.number(); // the line of PTX gives the order
        t.fetches = w.number();
        t.hash = w.hash();
        t.outside = w.number();
        t.description = w.text();
        t.allocation = static_cast<unsigned>(w.number());
        t.state = w.hash();
        l.textures.push_back(std::move(t));
    } else if (what == "wrote") {
        recorded_write x;
        x.allocation = static_cast<unsigned>(w.number());
        x.bytes = w.number();
        x.ranges = w.number();
        x.first = w.number();
        x.last = w.number();
        x.type = w.text();
        x.element = std::max<std::size_t>(w.number(), 1);
        x.sites = numbers_of(w.text());
        x.before = w.hash();
        x.after = w.hash();
        l.writes.push_back(std::move(x));
    } else if (what == "chunks") {
        if (l.writes.empty()) return false;
        for (std::size_t index = w.number(); w.more(); ++index)
            l.writes.back().chunks[index] = w.hash();
    } else if (what == "kept") {
        kept_chunk k;
        k.allocation = static_cast<unsigned>(w.number());
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
    c.to = static_cast<unsigned>(w.number());
    c.to_offset = w.number();
    c.from = static_cast<unsigned>(w.number());
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
    c.to = static_cast<unsigned>(w.number());
    c.to_offset = w.number();
    c.call = w.text();
    c.place = w.text();
}

void read_line(const std::string& what, words& w, recorded_run& run)
{
    if (what == "program") {
        run.program = w.text();
    } else if (what == "site") {
        recorded_site& s = run.sites[static_cast<unsigned>(w.number())];
        s.type = w.text();
        w.number();
        s.source = w.text();
    } else if (what == "allocation") {
        recorded_allocation a;
        a.number = static_cast<unsigned>(w.number());
        a.kind = w.raw();
        a.bytes = w.number();
        w.hash();
        a.name = w.text();
        run.allocations[a.number] = a;
    } else if (what == "allocated") {
        recorded_allocation& a = run.allocations[static_cast<unsigned>(w.number())];
        w.number();
        a.call = w.text();
        a.place = w.text();
    } else if (what == "freed") {
        run.allocations[static_cast<unsigned>(w.number())].freed = true;
    } else if (what == "made") {
        const std::string kind = w.raw();
        recorded_object& o = run.objects[w.number()];
        o.kind = kind;
        o.call = w.text();
        o.place = w.text();
    } else if (what == "destroyed") {
        w.raw();
        run.objects[w.number()].destroyed = true;
    } else if (what == "reset") {
        for (auto& [number, a] : run.allocations)
            a.freed = true;
        for (auto& [number, o] : run.objects)
            o.destroyed = true;
    } else if (what == "copy" || what == "set") {
        recorded_copy c;
        what == "copy" ? read_copy(w, c) : read_set(w, c);
        c.launches_before = run.launches.size();
        run.copies.push_back(std::move(c));
    } else if (what == "copied" && !run.copies.empty()) {
        w.number();
        run.copies.back().kept_at = w.number();
        run.copies.back().kept = w.number();
    } else if (what == "never-ran") {
        run.never_ran.push_back(w.text());
    } else if (what == "not-tracked") {
        const std::string bytes = w.raw();
        run.not_tracked.push_back(w.text() + " of " + bytes + " bytes");
    } else if (what == "still-bound") {
        const std::string kind = w.text();
        run.still_bound.push_back(kind + " '" + w.text() + "'");
    } else if (what == "end") {
        run.ended = true;
    }
}

} // namespace

std::vector<unsigned char> recorded_run::bytes_at(std::uint64_t at, std::uint64_t count) const
{
    std::ifstream in(file + ".bytes", std::ios::binary);
    std::vector<unsigned char> out(static_cast<std::size_t>(count));
    if (!count || !in.seekg(static_cast<std::streamoff>(at))) return {};
    in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(count));
    out.resize(static_cast<std::size_t>(in.gcount()));
    return out;
}

std::string read_record(const std::string& file, recorded_run& run)
{
    run = {};
    run.file = file;
    std::ifstream in(file);
    if (!in) return no_record;
    std::string line;
    std::getline(in, line);
    if (line != "cuda-legacy-record 1") return "a record of another version: '" + line.substr(0, 80) + "'";
    while (std::getline(in, line)) {
        words w(line);
        const std::string what = w.raw();
        if (what == "launch") {
            run.launches.emplace_back();
            read_launch(w, run.launches.back());
        } else if (run.launches.empty() || !read_part(what, w, run.launches.back())) {
            read_line(what, w, run);
        }
    }
    return {};
}

} // namespace scanner
