// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints which test cases a precondition kept from running. Boost.Test itself prints this only with
// --log_level=unit_scope, and a program whose cases are all skipped passes.
#pragma once

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include <boost/test/framework.hpp>
#include <boost/test/tree/observer.hpp>
#include <boost/test/tree/test_unit.hpp>
#include <boost/test/tree/traverse.hpp>
#include <boost/test/tree/visitor.hpp>

//! While an object lives, each skipped case prints a line "case skipped: SUITE/CASE: REASON" on stdout at once, so that
//! it is there even if the program crashes later. Cases that --run_test leaves out, or that are disabled, print none.
//! tests/summary.py reads these lines.
class skipped_cases : public boost::unit_test::test_observer {
public:
    skipped_cases() { boost::unit_test::framework::register_observer(*this); }
    skipped_cases(const skipped_cases&) = delete;
    skipped_cases& operator=(const skipped_cases&) = delete;
    ~skipped_cases() { boost::unit_test::framework::deregister_observer(*this); }

    //! Gives the exit status of a program that Boost.Test would end with `status`. It is 77, with a line "skipped:
    //! ...", if no case ran, some were skipped, and there was no error.
    int status(int status) const
    {
        if (status != 0 || ran_ || reasons_.empty()) return status;
        std::cout << "skipped: ";
        for (const std::string& reason : reasons_)
            std::cout << (&reason == &reasons_.front() ? "" : "; ") << reason;
        std::cout << std::endl;
        return 77;
    }

    void test_unit_start(const boost::unit_test::test_unit& unit) override
    {
        ran_ = ran_ || unit.p_type == boost::unit_test::TUT_CASE;
    }

    void test_unit_skipped(const boost::unit_test::test_unit& unit, boost::unit_test::const_string why) override
    {
        names_of_cases cases; // of a suite, those in it; none of what the command line or a decorator disabled
        boost::unit_test::traverse_test_tree(unit, cases);
        if (cases.names.empty()) return;
        const std::string reason = in_one_line({why.begin(), why.end()});
        for (const std::string& name : cases.names)
            std::cout << "case skipped: " << name << ": " << reason << std::endl;
        if (std::find(reasons_.begin(), reasons_.end(), reason) == reasons_.end()) reasons_.push_back(reason);
    }

private:
    struct names_of_cases : boost::unit_test::test_tree_visitor {
        using boost::unit_test::test_tree_visitor::visit;
        void visit(const boost::unit_test::test_case& one) override { names.push_back(one.full_name()); }
        std::vector<std::string> names;
    };

    //! The precondition's own words, without Boost.Test's before them.
    static std::string in_one_line(std::string words)
    {
        const std::string before = "precondition failed";
        if (words.compare(0, before.size(), before) == 0) words.erase(0, before.size());
        if (words.compare(0, 2, ": ") == 0) words.erase(0, 2);
        std::replace_if(
            words.begin(), words.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
        return words.empty() ? "no reason given" : words;
    }

    bool ran_ = false;
    std::vector<std::string> reasons_; // each once
};
