// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that linked modules share, and the errors that nvlink finds in them.
#pragma once

#include "ptx/syntax.h"

#include <map>
#include <stdexcept>

namespace cuda_emulator::ptx {

//! An error of linking. The message has a line for each error, in nvlink's words.
struct link_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class shared_symbols {
public:
    //! Adds a module's names. Throws link_error if they contradict those of earlier modules.
    void add(const module&, const std::string& module_name);
    //! Throws link_error if a name is used and not defined. `is_provided` tests for functions that need no definition.
    void check_complete(bool (*is_provided)(std::string_view)) const;

private:
    struct symbol {
        bool is_function = false;
        bool is_used = false;   //!< without a definition it is an error
        std::string first_in;   //!< the first module with the name
        std::string defined_in; //!< empty without a definition
        bool is_strong = false; //!< a definition that is not weak
        bool is_common = false;
        std::uint64_t size = 0; //!< of a variable; 0 if the size is open
        ptx::space space = space::none;
        std::string signature; //!< of a function
    };
    void add_variable(const variable&, const std::string& module_name, std::string& errors);
    void add_function(const function&, bool is_used, const std::string& module_name, std::string& errors);
    static void define(symbol&, std::string_view name, bool is_weak, const std::string& module_name,
                       std::string& errors);

    std::map<std::string, symbol, std::less<>> symbols_;
};

} // namespace cuda_emulator::ptx
