// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of a run: by the emulated device, or on a GPU by the recorder. compat/emulator/RECORD.md describes the
// file.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scanner {

using hash_value = std::uint64_t;

struct recorded_site {
    std::string type, source; // "f32"; "file:line"
};

struct recorded_allocation {
    unsigned number = 0;
    std::string kind, name; // "device", "array", "variable" …; the name of a variable
    std::uint64_t bytes = 0;
    std::string call, place; // that allocated it; empty: none that is recorded
    bool freed = false;
};

struct recorded_pointer {
    unsigned allocation = 0;
    std::uint64_t offset = 0;
    hash_value state = 0; // of the allocation before the launch
};

struct recorded_argument {
    std::size_t bytes = 0;
    hash_value value = 0;
    std::string hex; // of a short value
    std::vector<recorded_pointer> pointers;
};

struct recorded_texture {
    std::uint64_t handle = 0, fetches = 0, outside = 0;
    hash_value hash = 0, state = 0;
    unsigned allocation = 0;
    std::string description;
};

struct recorded_write {
    unsigned allocation = 0;
    std::uint64_t bytes = 0, ranges = 0, first = 0, last = 0;
    std::string type; // "f32", or several with commas
    std::size_t element = 1;
    std::vector<unsigned> sites;
    hash_value before = 0, after = 0;
    std::map<std::size_t, hash_value> chunks; // that changed
};

struct kept_chunk {
    unsigned allocation = 0;
    std::size_t index = 0, element = 1, bytes = 0;
    std::uint64_t at = 0, writers_at = 0, writers = 0; // in FILE.bytes
};

struct recorded_launch {
    std::uint64_t number = 0;              // in its process
    std::size_t process = 0, position = 0; // in recorded_run::processes, in recorded_run::launches
    std::string name, full_name, error;
    std::array<std::uint32_t, 3> grid{}, block{};
    std::uint64_t shared = 0;
    std::uint64_t host_thread = 1; // that launched it
    std::vector<recorded_argument> arguments;
    std::vector<recorded_texture> textures;
    std::map<unsigned, hash_value> variables; // that the kernel names: what they hold before the launch
    std::vector<recorded_write> writes;
    std::vector<kept_chunk> kept;
    std::uint64_t fetches_at = 0, fetches = 0, fetches_left_out = 0; // in FILE.bytes
};

struct recorded_copy {
    std::uint64_t number = 0; // in its process
    std::size_t process = 0;
    std::string direction; // "to-host" …; "set" for a memset
    std::uint64_t bytes = 0;
    hash_value hash = 0;
    unsigned to = 0, from = 0; // allocations; 0: the program's own memory
    std::uint64_t to_offset = 0, from_offset = 0;
    std::string call, place, hex;
    std::uint64_t launches_before = 0;
    std::uint64_t kept_at = 0, kept = 0; // in FILE.bytes
};

struct recorded_object {
    std::string kind, call, place;
    bool destroyed = false;
};

struct recorded_process {
    std::string program, file;
    bool ended = false; // false: the program was killed, and the record is not complete
};

// No process has so many allocations, sites or objects: those of process 1 begin behind it.
constexpr std::uint64_t identities_of_a_process = 1u << 24;

// What one command ran. The numbers of allocations, sites and objects are unique in it.
struct recorded_run {
    std::vector<recorded_process> processes; // in the order in which they began
    bool on_gpu = false;                     // by the recorder: stores, fetches and references are not seen
    bool compares_launches = true;           // false: the recorder saw copies and the launches' shapes alone
    std::map<unsigned, recorded_site> sites;
    std::map<unsigned, recorded_allocation> allocations;
    std::vector<recorded_launch> launches;
    std::vector<recorded_copy> copies; // and memsets
    std::map<std::uint64_t, recorded_object> objects;
    std::vector<std::string> never_ran, still_bound, not_tracked, not_seen;

    bool ended() const;
    // Bytes of FILE.bytes; fewer where the file is shorter.
    std::vector<unsigned char> bytes_at(std::size_t process, std::uint64_t at, std::uint64_t count) const;
};

// `files` has %n where the number of a process stands. Returns what is wrong; empty where nothing is. Where there is no
// file, that is `no_record`.
constexpr const char* no_record = "no record";
std::string read_records(const std::string& files, recorded_run&);
// The name with the number in place of %n.
std::string with_number(std::string name, std::size_t number);

} // namespace scanner
