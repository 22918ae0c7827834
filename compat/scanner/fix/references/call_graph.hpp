// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph of names that functions mention, from the tokens of all given files. It contains at least all calls. It
// answers questions about the parts of a program that are not parsed.
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
        bool call = false;     // arguments follow the name
        bool repeated = false; // in a loop or a lambda
        bool exits = false;    // the statements after it in its list end the program
        bool at_exit = false;  // an argument of atexit
        bool zero = false;     // its only argument is 0
        bool declared = false; // an initialised variable, or a function
    };

    // The name of all calls through a variable.
    static constexpr const char* indirect = "*";

    // Adds one file. Each file must be added once, with the path for messages.
    void add(const std::string& path);
    void close(); // must follow the last add

    bool is_macro(std::string_view name) const { return macros_.count(name) != 0; }
    bool defines(std::string_view name) const { return bodies_.count(name) != 0; }
    // Returns the given functions and all functions that they may call, directly or through pointers.
    names reached(const names& from) const;
    // Returns the first function that one of the files declares and no file defines, or an empty string.
    std::string unseen(const names& of) const;
    std::string any_unseen() const { return unseen(called_); }
    // Returns the real paths of the files that mention the name.
    const names& files_of(const std::string& name) const;
    // Returns a file that mentions the name and is not one of the real paths, or an empty string. Another file with a
    // main does not count if one of the paths has one: that file belongs to another program.
    std::string mentioned_outside(const std::string& name, const std::vector<std::string>& files) const;
    // Tests that all code that reaches `settings` runs before all code that reaches `uses`. With `behind_too`, settings
    // may also run after all uses. Returns an empty string, or the name of a function whose order is unknown.
    std::string out_of_order(const names& settings, const names& uses, bool behind_too) const;
    // Returns the first of the names that the program mentions.
    std::string mentioned(const names& of) const;
    bool has_threads() const { return threads_; }
    // Tests whether the program may make a device other than 0 the current device.
    bool sets_devices() const;

    using mentions = std::vector<mention>;

private:
    friend class graph_reader;

    bool has_setting_but_zero(const names& settings) const;
    bool reaches(const std::string& from, const names& targets) const;
    struct order_question {
        const names &settings, &setters, &uses; // setters: functions whose own text contains a setting
        bool behind_too;
        std::string out_of_order(const call_graph& graph, const std::string& function, names& asked) const;
        std::string out_of_order(const call_graph& graph, const mentions& body, names& asked) const;
    };

    std::map<std::string, std::vector<mentions>, std::less<>> bodies_; // by name of the function, macro or class
    std::map<std::string, names, std::less<>> files_;                  // the files that mention the name
    names declared_, called_, macros_;
    names mains_;  // files that define main
    names values_; // names that are used without a call
    names read_;
    mentions in_lambdas_; // mentions in lambdas, which pointers may call
    mutable std::map<std::string, names, std::less<>> reached_;
    mutable std::map<const names*, bool> has_settings_; // by the list of functions
    bool threads_ = false;
};

//! Functions of CUDA, and helpers of the samples, that make another device current.
const call_graph::names& device_settings();
//! Functions of CUDA that destroy all objects of a device.
const call_graph::names& device_resets();

} // namespace scanner
