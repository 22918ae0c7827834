// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the entry function of an example.
//
// Each example is a shared object that exports one function, named as the file. It is looked up by name and type: the
// mangled name of a function says the types of its parameters, so a wrong type is an error, never a wrong call.
#pragma once

#include <string>
#include <type_traits>
#include <typeinfo>

#include <cuda_runtime_api.h>

namespace pairs {

//! Thrown when an example, or an entry function of that type, is not there.
struct missing_entry : std::exception {
    explicit missing_entry(std::string text)
        : text_{std::move(text)}
    {
    }
    const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

//! Loads legacy examples from this folder, as <area>/<name>.so, instead of those of this build: what another compiler
//! made of the same files. To be called before the first entry is looked up.
void load_legacy_from(std::string folder);

void* find_entry(const std::string& side, const std::string& slug, const std::type_info& parameters);

template <class Function>
class entry;

//! The entry function of `slug` ("area/name") on a side ("legacy" or "modern"). Loads the example once. What a legacy
//! side's checkCudaErrors throws (it is built so that it does not end the process) is returned.
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
                cudaGetLastError(); // the document's check leaves it, as the process ends there
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
