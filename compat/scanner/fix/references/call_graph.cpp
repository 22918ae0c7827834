// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call_graph.hpp"

#include <algorithm>
#include <cctype>

#include "files/read.hpp"
#include "graph_reader.hpp"

namespace scanner {

const call_graph::names& device_settings()
{
    static const call_graph::names all = {
        "cudaSetDevice", "cudaSetValidDevices", "cudaInitDevice", "cudaGLSetGLDevice", "cudaVDPAUSetVDPAUDevice",
        "cudaD3D9SetDirect3DDevice", "cudaD3D10SetDirect3DDevice", "cudaD3D11SetDirect3DDevice", "cuCtxCreate",
        "cuCtxCreate_v2", "cuCtxCreate_v3", "cuGLCtxCreate", "cuCtxSetCurrent", "cuCtxPushCurrent", "cuCtxPopCurrent",
        "cuCtxAttach",
        // helpers of the CUDA samples
        "CUT_DEVICE_INIT", "CUT_DEVICE_INIT_DRV", "cutilDeviceInit", "cutilGLDeviceInit", "cutilChooseCudaDevice",
        "cutilChooseCudaGLDevice", "findCudaDevice", "findCudaGLDevice", "findIntegratedGPU", "gpuDeviceInit",
        "gpuGLDeviceInit"};
    return all;
}

const call_graph::names& device_resets()
{
    static const call_graph::names all = {"cudaDeviceReset",
                                          "cudaThreadExit",
                                          "cuCtxDestroy",
                                          "cuCtxDestroy_v2",
                                          "cuCtxDetach",
                                          "cuDevicePrimaryCtxReset",
                                          "cuDevicePrimaryCtxReset_v2",
                                          "cuDevicePrimaryCtxRelease",
                                          "cuDevicePrimaryCtxRelease_v2"};
    return all;
}

void call_graph::add(const std::string& path)
{
    std::string text;
    if (!read_.insert(path).second || !read_source(path, text).empty()) return;
    graph_reader(*this, path).read(text);
}

void call_graph::close()
{
    // A called name that is not a function, and that is a value elsewhere, is a variable: a function pointer or a
    // function object.
    for (auto& [name, all] : bodies_)
        for (mentions& body : all) {
            const bool through_pointer = std::any_of(body.begin(), body.end(), [&](const mention& one) {
                return one.call && !one.declared && !bodies_.count(one.name) && values_.count(one.name);
            });
            if (through_pointer) body.push_back({indirect, true, true});
        }
    // A call through a pointer may reach every function whose name is a value somewhere.
    mentions pointed = std::move(in_lambdas_);
    for (const std::string& name : values_)
        if (bodies_.count(name)) pointed.push_back({name, true, true});
    bodies_[indirect].push_back(std::move(pointed));
}

namespace {

// Functions of the C library, which a file may declare itself. None of them concerns devices.
const call_graph::names& functions_of_c()
{
    static const call_graph::names all = {
        "abort",  "abs",     "atexit",  "atof",    "atoi",    "atol",    "calloc", "clock",  "close",   "exit",
        "fabs",   "fclose",  "fflush",  "fgets",   "fopen",   "fprintf", "fputs",  "fread",  "free",    "fscanf",
        "fseek",  "ftell",   "fwrite",  "getchar", "getenv",  "isspace", "log",    "malloc", "memcmp",  "memcpy",
        "memset", "perror",  "pow",     "printf",  "putchar", "puts",    "qsort",  "rand",   "realloc", "sin",
        "sleep",  "sprintf", "sqrt",    "srand",   "sscanf",  "strcat",  "strchr", "strcmp", "strcpy",  "strdup",
        "strlen", "strncmp", "strncpy", "strrchr", "strstr",  "strtod",  "strtol", "time",   "usleep",  "cos"};
    return all;
}

} // namespace

call_graph::names call_graph::reached(const names& from) const
{
    names result;
    std::vector<std::string> left(from.begin(), from.end());
    while (!left.empty()) {
        const std::string name = left.back();
        left.pop_back();
        if (!result.insert(name).second) continue;
        const auto found = bodies_.find(name);
        if (found == bodies_.end()) continue;
        for (const mentions& body : found->second)
            for (const mention& one : body)
                if (!one.exits && !result.count(one.name)) left.push_back(one.name);
    }
    return result;
}

bool call_graph::reaches(const std::string& from, const names& targets) const
{
    auto found = reached_.find(from);
    if (found == reached_.end()) found = reached_.emplace(from, reached({from})).first;
    return std::any_of(targets.begin(), targets.end(),
                       [&](const std::string& one) { return found->second.count(one) != 0; });
}

std::string call_graph::unseen(const names& of) const
{
    const auto is_cuda = [](const std::string& name) {
        return name.compare(0, 4, "cuda") == 0 ||
               (name.size() > 2 && name.compare(0, 2, "cu") == 0 && std::isupper(static_cast<unsigned char>(name[2])));
    };
    for (const std::string& name : of)
        if (!is_cuda(name) && !functions_of_c().count(name) && called_.count(name) && declared_.count(name) &&
            !bodies_.count(name))
            return name;
    return {};
}

std::string call_graph::mentioned(const names& of) const
{
    for (const std::string& name : of)
        if (files_.count(name)) return name;
    return {};
}

const call_graph::names& call_graph::files_of(const std::string& name) const
{
    static const names none;
    const auto found = files_.find(name);
    return found == files_.end() ? none : found->second;
}

std::string call_graph::mentioned_outside(const std::string& name, const std::vector<std::string>& files) const
{
    const auto found = files_.find(name);
    if (found == files_.end()) return {};
    const bool has_main =
        std::any_of(files.begin(), files.end(), [&](const std::string& file) { return mains_.count(file) != 0; });
    for (const std::string& file : found->second)
        if (std::find(files.begin(), files.end(), file) == files.end() && !(has_main && mains_.count(file)))
            return file;
    return {};
}

// Every thread begins with device 0. Setting device 0 therefore matters only if the program also sets another device.
bool call_graph::has_setting_but_zero(const names& settings) const
{
    const auto [known, is_new] = has_settings_.emplace(&settings, false);
    if (!is_new) return known->second;
    for (const auto& [name, all] : bodies_)
        for (const mentions& body : all)
            for (const mention& one : body)
                if (!settings.count(name) && settings.count(one.name) && !one.exits && !one.zero)
                    return known->second = true;
    return false;
}

bool call_graph::sets_devices() const { return has_setting_but_zero(device_settings()); }

std::string call_graph::out_of_order(const names& settings, const names& uses, bool behind_too) const
{
    if (!has_setting_but_zero(settings)) return {};
    names setters;
    for (const auto& [name, all] : bodies_)
        for (const mentions& body : all)
            for (const mention& one : body)
                if (!settings.count(name) && settings.count(one.name) && !one.exits) setters.insert(name);
    // The callers of a function that main does not reach are unknown.
    const names of_main = reached({"main"});
    for (const std::string& name : setters)
        if (!of_main.count(name)) return name;
    names asked;
    return order_question{settings, setters, uses, behind_too}.out_of_order(*this, "main", asked);
}

std::string call_graph::order_question::out_of_order(const call_graph& graph, const std::string& function,
                                                     names& asked) const
{
    const auto found = graph.bodies_.find(function);
    if (found == graph.bodies_.end() || found->second.empty() || !asked.insert(function).second) return function;
    if (found->second.size() > 1 && function != "main") return function; // main may belong to several programs
    for (const mentions& body : found->second)
        if (const std::string wrong = out_of_order(graph, body, asked); !wrong.empty()) return wrong;
    return {};
}

std::string call_graph::order_question::out_of_order(const call_graph& graph, const mentions& body, names& asked) const
{
    const auto is_use = [&](const mention& one) { return graph.reaches(one.name, uses); };
    const auto all_uses = std::count_if(body.begin(), body.end(), is_use);
    std::ptrdiff_t uses_before = 0;
    for (const mention& one : body) {
        const bool use = is_use(one);
        const bool sets = settings.count(one.name) ? !one.exits : graph.reaches(one.name, setters);
        if (sets && use) {
            if (one.repeated || !one.call || uses_before != 0 || (behind_too && all_uses != 1)) return one.name;
            if (const std::string inside = out_of_order(graph, one.name, asked); !inside.empty()) return inside;
        } else if (sets && !(behind_too && one.at_exit)) {
            const bool in_order = uses_before == 0 || (behind_too && uses_before == all_uses);
            if (!one.call || !in_order || (one.repeated && all_uses)) return one.name;
        }
        uses_before += use;
    }
    return {};
}

} // namespace scanner
