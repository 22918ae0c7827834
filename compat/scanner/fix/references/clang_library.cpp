// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang_library.hpp"

#include <cstdlib>
#include <vector>

#include <dlfcn.h>

namespace scanner::clang {
namespace {

// Library names in search order: the versions of Debian 12 and Ubuntu 24.04, newer versions, and the versions between
// the two.
std::vector<std::string> names()
{
    if (const char* chosen = std::getenv("CUDA_LEGACY_LIBCLANG")) return {chosen};
    std::vector<std::string> result;
    for (const int version : {14, 18, 19, 20, 21, 22, 15, 16, 17}) {
        const std::string number = std::to_string(version);
        // Debian's packages install both names. LLVM's own packages use another folder.
        result.push_back("libclang-" + number + ".so.1");
        result.push_back("libclang-" + number + ".so." + (version == 14 ? "13" : number));
        result.push_back("/usr/lib/llvm-" + number + "/lib/libclang.so.1");
    }
    for (const char* other : {"libclang.so", "libclang.so.1"})
        result.push_back(other);
    return result;
}

constexpr char which[] = "--fix=textures and --fix=surfaces need libclang 14 or newer: on Debian 12 the package "
                         "libclang1-14 (apt-get install libclang1-14), "
                         "on Ubuntu 24.04 libclang1-18; for the package cuda-legacy: pip install 'cuda-legacy[fix]'";

template <class Function>
bool find(void* library, const char* name, Function& result)
{
    result = reinterpret_cast<Function>(dlsym(library, name));
    return result != nullptr;
}

// Returns the first missing function, or null.
const char* find_all(void* library, functions& all)
{
#define CUDA_LEGACY_FIND(name)                                                                                         \
    if (!find(library, "clang_" #name, all.name)) return "clang_" #name;
    CUDA_LEGACY_FIND(createIndex)
    CUDA_LEGACY_FIND(disposeIndex)
    CUDA_LEGACY_FIND(parseTranslationUnit2)
    CUDA_LEGACY_FIND(disposeTranslationUnit)
    CUDA_LEGACY_FIND(getTranslationUnitCursor)
    CUDA_LEGACY_FIND(visitChildren)
    CUDA_LEGACY_FIND(getClangVersion)
    CUDA_LEGACY_FIND(getCString)
    CUDA_LEGACY_FIND(disposeString)
    CUDA_LEGACY_FIND(getCursorSpelling)
    CUDA_LEGACY_FIND(getCursorLocation)
    CUDA_LEGACY_FIND(getCursorExtent)
    CUDA_LEGACY_FIND(getRangeStart)
    CUDA_LEGACY_FIND(getRangeEnd)
    CUDA_LEGACY_FIND(getFileLocation)
    CUDA_LEGACY_FIND(Location_isInSystemHeader)
    CUDA_LEGACY_FIND(getFile)
    CUDA_LEGACY_FIND(getFileName)
    CUDA_LEGACY_FIND(getInclusions)
    CUDA_LEGACY_FIND(getLocationForOffset)
    CUDA_LEGACY_FIND(getCursorReferenced)
    CUDA_LEGACY_FIND(getCanonicalCursor)
    CUDA_LEGACY_FIND(getCursorUSR)
    CUDA_LEGACY_FIND(getCursorLinkage)
    CUDA_LEGACY_FIND(Cursor_isNull)
    CUDA_LEGACY_FIND(getNumOverloadedDecls)
    CUDA_LEGACY_FIND(getOverloadedDecl)
    CUDA_LEGACY_FIND(Cursor_getNumArguments)
    CUDA_LEGACY_FIND(Cursor_getArgument)
    CUDA_LEGACY_FIND(getCursorType)
    CUDA_LEGACY_FIND(getCanonicalType)
    CUDA_LEGACY_FIND(getPointeeType)
    CUDA_LEGACY_FIND(isConstQualifiedType)
    CUDA_LEGACY_FIND(getTypeSpelling)
    CUDA_LEGACY_FIND(Type_getTemplateArgumentAsType)
    CUDA_LEGACY_FIND(getEnumConstantDeclValue)
    CUDA_LEGACY_FIND(Cursor_getStorageClass)
    CUDA_LEGACY_FIND(getNumDiagnostics)
    CUDA_LEGACY_FIND(getDiagnostic)
    CUDA_LEGACY_FIND(disposeDiagnostic)
    CUDA_LEGACY_FIND(getDiagnosticSeverity)
    CUDA_LEGACY_FIND(getDiagnosticLocation)
    CUDA_LEGACY_FIND(getDiagnosticSpelling)
    CUDA_LEGACY_FIND(getAllSkippedRanges)
    CUDA_LEGACY_FIND(disposeSourceRangeList)
#undef CUDA_LEGACY_FIND
    return nullptr;
}

} // namespace

const functions* open_library(std::string& why)
{
    static functions all;
    static bool is_open = false;
    if (is_open) return &all;
    std::string last;
    for (const std::string& name : names()) {
        void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        const char* missing = find_all(library, all);
        if (!missing) {
            is_open = true; // the library stays open until the program ends
            return &all;
        }
        last = name + " has no " + missing;
        dlclose(library);
    }
    why = which + std::string(last.empty() ? "" : "; ") + last;
    return nullptr;
}

std::string text_of(const functions& clang, string one)
{
    const char* text = clang.getCString(one);
    std::string result = text ? text : "";
    clang.disposeString(one);
    return result;
}

} // namespace scanner::clang
