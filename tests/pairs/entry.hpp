// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the entry function of an example.
//
// Each example is a shared object that exports one function with the name of the file. The lookup uses name and type. A
// function's mangled name has the types of its parameters, so a wrong type is an error and never a wrong call.
#pragma once

#include <string>
#include <type_traits>
#include <typeinfo>

#include <cuda_runtime_api.h>

namespace pairs {

//! Thrown if an example is missing, or has no entry function of that type.
struct missing_entry : std::exception {
    explicit missing_entry(std::string text)
        : text_{std::move(text)}
    {
    }
    const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

//! Loads legacy examples from this folder, as <area>/<name>.so, instead of those of this build. The folder may have the
//! same files from another compiler. Call it before the first lookup of an entry.
void load_legacy_from(std::string folder);

void* find_entry(const std::string& side, const std::string& slug, const std::type_info& parameters);

template <class Function>
class entry;

//! Gives the entry function of `slug` ("area/name") on a side ("legacy" or "modern"). Loads the example once. If
//! checkCudaErrors of a legacy side throws an error, the error is returned. (Its build makes it throw instead of ending
//! the process.)
template <class Result, class... Parameters>
class entry<Result(Parameters...)> {
public:
    entry(const std::string& side, const std::string& slug)
        : function_{reinterpret_cast<Result (*)(Parameters...)>(find_entry(side, slug, typeid(void(Parameters...))))}
    {
    }
    Result operator()(Parameters... arguments) const
    {
        if constexpr (std::is_same_v<Result, cudaError_t>) {
            try {
                return function_(static_cast<Parameters&&>(arguments)...);
            } catch (const cudaError_t error) {
                cudaGetLastError(); // the document's check leaves the error, because the process ends there
                return error;
            }
        } else {
            return function_(static_cast<Parameters&&>(arguments)...);
        }
    }

private:
    Result (*function_)(Parameters...);
};

} // namespace pairs
