// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which function mentions which in all files that are given, by name and from tokens alone: more than what is called,
// never less. It answers what may happen in the parts of a program that are not parsed.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "source/token.hpp"

namespace scanner {

class call_graph {
public:
    using names = std::set<std::string, std::less<>>;

    struct mention {
        std::string name;
        bool call = false;     // arguments follow
        bool repeated = false; // in a loop or a lambda
        bool exits = false;    // the list of statements that it is in ends the program behind it
        bool at_exit = false;  // an argument of atexit
        bool zero = false;     // its one argument is 0
        bool declared = false; // a variable with its first value, or a function
    };

    // Calls whose callee is a variable. The graph knows them as a call of this name.
    static constexpr const char* indirect = "*";

    // Once for each file. The path as it is to be told.
    void add(const std::string& path);
    void close(); // behind the last file

    bool is_macro(std::string_view name) const { return macros_.count(name) != 0; }
    bool defines(std::string_view name) const { return bodies_.count(name) != 0; }
    // All functions that these may call in turn, by whatever pointers; these included.
    names reached(const names& from) const;
    // Functions that one of the files declares and none defines: the first of these, or none.
    std::string unseen(const names& of) const;
    std::string any_unseen() const { return unseen(called_); }
    // A file that mentions the name, and is none of these real paths.
    std::string mentioned_outside(const std::string& name, const std::vector<std::string>& files) const;
    // Whether each mention in the program is in its order: what reaches `settings` not behind what reaches `uses`, or,
    // with `behind_too`, not between two of those. Empty, or the name of the function where that is not certain.
    std::string out_of_order(const names& settings, const names& uses, bool behind_too) const;
    // Of the names that are mentioned at all, the first.
    std::string mentioned(const names& of) const;
    bool has_threads() const { return threads_; }
    // Whether the program makes another device than 0 the current one, as far as can be told.
    bool sets_devices() const;

    using mentions = std::vector<mention>;

private:
    friend class graph_reader;

    bool has_setting_but_zero(const names& settings) const;
    bool reaches(const std::string& from, const names& targets) const;
    struct order_question {
        const names &settings, &setters, &uses; // setters: functions whose own text has a setting
        bool behind_too;
        std::string out_of_order(const call_graph& graph, const std::string& function, names& asked) const;
        std::string out_of_order(const call_graph& graph, const mentions& body, names& asked) const;
    };

    std::map<std::string, std::vector<mentions>, std::less<>> bodies_; // of functions, macros and classes
    std::map<std::string, names, std::less<>> files_;                  // that mention the name
    names declared_, called_, macros_;
    names values_; // names that are no call somewhere
    names read_;
    mentions in_lambdas_; // which are called by pointers, too
    mutable std::map<std::string, names, std::less<>> reached_;
    bool threads_ = false;
};

//! Names of CUDA, and of the samples' helpers, that make another device the current one.
const call_graph::names& device_settings();
//! Names of CUDA that end all objects of a device.
const call_graph::names& device_resets();

} // namespace scanner
