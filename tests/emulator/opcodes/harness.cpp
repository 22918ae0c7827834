// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.hpp"

#include <boost/test/unit_test.hpp>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

// What nvcc's host code calls.
extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
}

namespace opcode_test {

namespace {

constexpr u64 poison = 0xa5a5a5a5a5a5a5a5u;
constexpr std::size_t scratch_bytes = 64;

std::string hex(u64 v, int bits)
{
    char s[32];
    std::snprintf(s, sizeof s, "0x%0*llx", std::max(1, bits / 4), static_cast<unsigned long long>(v));
    return s;
}

// "add.s32 (wide)" -> "add.s32"
std::string table_name(const std::string& name) { return name.substr(0, name.find(' ')); }

std::string text_of(const form& f)
{
    if (!f.text.empty()) return f.text;
    std::string t = table_name(f.name) + " ";
    for (std::size_t k = 0; k < f.results.size(); ++k)
        t += (k ? "|%d" : "%d") + std::to_string(k);
    for (std::size_t k = 0; k < f.sources.size(); ++k)
        t += ", %s" + std::to_string(k);
    return t + ";";
}

std::string declaration(const char* prefix, std::size_t k, const operand& o)
{
    const std::string type = o.type == kind::pred ? "pred" : "b" + std::to_string(o.register_bits);
    return "    .reg ." + type + " " + prefix + std::to_string(k) + ";\n";
}

std::string kernel_of(const form& f, const std::string& name)
{
    std::ostringstream s;
    s << "\n// " << f.name << "\n.visible .entry " << name
      << "(.param .u64 p_in, .param .u64 p_out, .param .u64 p_scratch)" << f.directives << "\n{\n"
      << "    .reg .b32 %thread, %h<8>;\n    .reg .b64 %in, %out, %scratch;\n";
    for (std::size_t k = 0; k < f.results.size(); ++k)
        s << declaration("%d", k, f.results[k]);
    for (std::size_t k = 0; k < f.sources.size(); ++k)
        s << declaration("%s", k, f.sources[k]);
    // thread = (block * ntid.z + tid.z) … all dimensions in order
    s << "    ld.param.u64 %in, [p_in];\n    ld.param.u64 %out, [p_out];\n    ld.param.u64 %scratch, [p_scratch];\n"
      << "    mov.u32 %thread, %ctaid.z;\n";
    for (const char* d :
         {"%nctaid.y %ctaid.y", "%nctaid.x %ctaid.x", "%ntid.z %tid.z", "%ntid.y %tid.y", "%ntid.x %tid.x"}) {
        const std::string both = d;
        const std::size_t blank = both.find(' ');
        s << "    mov.u32 %h0, " << both.substr(0, blank) << ";\n    mov.u32 %h1, " << both.substr(blank + 1)
          << ";\n    mad.lo.s32 %thread, %thread, %h0, %h1;\n";
    }
    s << "    mad.wide.u32 %in, %thread, " << 8 * f.sources.size() << ", %in;\n"
      << "    mad.wide.u32 %out, %thread, " << 8 * f.results.size() << ", %out;\n"
      << "    mad.wide.u32 %scratch, %thread, " << scratch_bytes << ", %scratch;\n";
    for (std::size_t k = 0; k < f.sources.size(); ++k) {
        const operand& o = f.sources[k];
        if (o.type == kind::pred) {
            s << "    ld.global.b32 %h2, [%in+" << 8 * k << "];\n    and.b32 %h2, %h2, 1;\n    setp.ne.s32 %s" << k
              << ", %h2, 0;\n";
        } else {
            s << "    ld.global.b" << o.register_bits << " %s" << k << ", [%in+" << 8 * k << "];\n";
        }
    }
    s << "    " << text_of(f) << "\n";
    for (std::size_t k = 0; k < f.results.size(); ++k) {
        const operand& o = f.results[k];
        if (o.type == kind::pred) {
            s << "    selp.b32 %h3, 1, 0, %d" << k << ";\n    st.global.b32 [%out+" << 8 * k << "], %h3;\n";
        } else {
            s << "    st.global.b" << o.register_bits << " [%out+" << 8 * k << "], %d" << k << ";\n";
        }
    }
    s << "    ret;\n}\n";
    return s.str();
}

struct device_buffer {
    explicit device_buffer(std::size_t bytes)
    {
        if (const cudaError_t e = cudaMalloc(&at, std::max<std::size_t>(bytes, 8)); e != cudaSuccess)
            throw std::runtime_error(std::string("cudaMalloc: ") + cudaGetErrorString(e));
    }
    ~device_buffer() { cudaFree(at); }
    device_buffer(const device_buffer&) = delete;
    void* at = nullptr;
};

std::vector<u64> flat(const std::vector<row>& rows)
{
    std::vector<u64> v;
    for (const row& r : rows)
        v.insert(v.end(), r.begin(), r.end());
    return v;
}

shape grid_of(const form& f, std::size_t rows)
{
    return f.grid.x ? f.grid : shape{unsigned(rows / f.block.volume()), 1, 1};
}

// Empty, or the first difference.
std::string run(const form& f, const loaded_module& m, std::size_t kernel)
{
    const std::vector<row> in = operands_of(f);
    const std::vector<row> want = expected_of(f, in);
    const std::size_t results = f.results.size();
    std::vector<u64> words = flat(in), got(in.size() * results, poison);
    std::vector<char> scratch(in.size() * scratch_bytes, '\x5a');
    std::string error;
    try {
        device_buffer d_in(words.size() * 8), d_out(got.size() * 8), d_scratch(scratch.size());
        if (!words.empty()) cudaMemcpy(d_in.at, words.data(), words.size() * 8, cudaMemcpyHostToDevice);
        cudaMemcpy(d_out.at, got.data(), got.size() * 8, cudaMemcpyHostToDevice);
        cudaMemcpy(d_scratch.at, scratch.data(), scratch.size(), cudaMemcpyHostToDevice);
        void* arguments[] = {&d_in.at, &d_out.at, &d_scratch.at};
        error = m.launch(kernel, grid_of(f, in.size()), f.block, arguments, f.dynamic_shared);
        if (error.empty()) cudaMemcpy(got.data(), d_out.at, got.size() * 8, cudaMemcpyDeviceToHost);
    } catch (const std::exception& x) {
        error = x.what();
    }
    if (!error.empty()) {
        cudaDeviceReset();
        cudaGetLastError();
        return error;
    }
    std::size_t wrong = 0;
    std::string first;
    for (std::size_t i = 0; i < in.size(); ++i)
        for (std::size_t k = 0; k < results; ++k) {
            const operand& o = f.results[k];
            const int stored = o.type == kind::pred ? 32 : o.register_bits;
            const u64 mask = stored == 64 ? ~u64{0} : (u64{1} << stored) - 1;
            const u64 g = got[i * results + k], w = want[i][k];
            const bool same = (g & ~mask) == (poison & ~mask) &&
                              ((g & mask) == w || (f.accepts && f.accepts(in[i].data(), int(k), g & mask, w)));
            if (same || wrong++) continue;
            std::ostringstream s;
            s << "thread " << i << ", operands";
            for (std::size_t n = 0; n < f.sources.size(); ++n)
                s << " " << hex(in[i][n], f.sources[n].register_bits);
            s << ": result " << k << " is " << hex(g & mask, stored) << ", expected " << hex(w, stored);
            first = s.str();
        }
    if (wrong)
        first += " (" + std::to_string(wrong) + " of " + std::to_string(in.size() * results) + " results differ)";
    return first;
}

} // namespace

std::string module_of(const std::vector<const form*>& forms, int architecture)
{
    std::string s = ".version 9.0\n.target sm_" + std::to_string(architecture) + "\n.address_size 64\n";
    std::vector<std::string> seen;
    for (const form* f : forms)
        if (!f->declarations.empty() && std::find(seen.begin(), seen.end(), f->declarations) == seen.end()) {
            seen.push_back(f->declarations);
            s += "\n" + f->declarations + "\n";
        }
    for (std::size_t k = 0; k < forms.size(); ++k)
        s += kernel_of(*forms[k], "form_" + std::to_string(k));
    return s;
}

loaded_module::loaded_module(std::string ptx, int architecture, const std::vector<std::string>& kernels)
{
    struct [[gnu::packed]] image_header {
        u32 magic = 0xBA55ED50;
        u16 version = 1, header = 16;
        u64 size = 0;
        u16 kind = 1, entry_version = 0x0101;
        u32 entry_header = 0x50;
        u64 payload = 0;
        u32 packed = 0, unknown = 0x40;
        u16 minor = 0, major = 9;
        u32 architecture = 0;
        u64 name = 0, flags = 0x11, zero = 0, original = 0, more = 0x48, last = 0;
    };
    static_assert(sizeof(image_header) == 0x60);
    ptx.push_back('\0');
    ptx.resize((ptx.size() + 15) / 16 * 16);
    image_header h;
    h.architecture = u32(architecture);
    h.payload = ptx.size();
    h.size = 0x50 + ptx.size();
    // The runtime library keeps pointers into all this: it lives as long as the program.
    auto* image = new std::vector<u64>((sizeof h + ptx.size() + 7) / 8);
    std::memcpy(image->data(), &h, sizeof h);
    std::memcpy(reinterpret_cast<char*>(image->data()) + sizeof h, ptx.data(), ptx.size());
    struct wrapper {
        u32 magic = 0x466243b1, version = 1;
        const void* data = nullptr;
        void* more = nullptr;
    };
    auto* w = new wrapper;
    w->data = image->data();
    void** handle = __cudaRegisterFatBinary(w);
    char* hosts = new char[kernels.size() + 1];
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        auto* name = new std::string(kernels[k]);
        handles_.push_back(&hosts[k]);
        __cudaRegisterFunction(handle, &hosts[k], name->data(), name->c_str(), -1, nullptr, nullptr, nullptr, nullptr,
                               nullptr);
    }
    __cudaRegisterFatBinaryEnd(handle);
}

std::string loaded_module::launch(std::size_t kernel, shape grid, shape block, void** arguments, unsigned shared) const
{
    cudaError_t e = cudaLaunchKernel(handles_[kernel], dim3(grid.x, grid.y, grid.z), dim3(block.x, block.y, block.z),
                                     arguments, shared, nullptr);
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    return e == cudaSuccess ? "" : std::string(cudaGetErrorName(e)) + ": " + cudaGetErrorString(e);
}

int device_architecture()
{
    static const int architecture = [] {
        int major = 0, minor = 0;
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
        return 10 * major + minor;
    }();
    return architecture;
}

std::vector<named_suite>& all_suites()
{
    static std::vector<named_suite> suites;
    return suites;
}

bool register_suite(const char* name, void (*fill)(suite&))
{
    all_suites().push_back({name, fill});
    return true;
}

namespace {
std::map<int, std::vector<const form*>> by_architecture(const suite& s)
{
    std::map<int, std::vector<const form*>> groups;
    for (const form& f : s.forms)
        groups[f.architecture].push_back(&f);
    return groups;
}
std::vector<std::string> kernel_names(std::size_t n)
{
    std::vector<std::string> v;
    for (std::size_t k = 0; k < n; ++k)
        v.push_back("form_" + std::to_string(k));
    return v;
}
} // namespace

std::string difference(const form& f)
{
    const loaded_module m(module_of({&f}, f.architecture), f.architecture, kernel_names(1));
    return run(f, m, 0);
}

void check(const char* name, void (*fill)(suite&))
{
    const int device = device_architecture();
    suite s;
    fill(s);
    BOOST_REQUIRE_MESSAGE(!s.forms.empty(), name << " has no forms");
    for (auto& [architecture, forms] : by_architecture(s)) {
        if (architecture > device) {
            BOOST_TEST_MESSAGE(name << ": " << forms.size() << " forms need sm_" << architecture
                                    << ", the device is sm_" << device);
            continue;
        }
        const loaded_module m(module_of(forms, architecture), architecture, kernel_names(forms.size()));
        for (std::size_t k = 0; k < forms.size(); ++k) {
            const std::string difference = run(*forms[k], m, k);
            BOOST_CHECK_MESSAGE(difference.empty(), "'" << forms[k]->name << "': " << difference);
        }
    }
}

std::size_t dump(const std::string& folder)
{
    namespace fs = std::filesystem;
    fs::create_directories(folder);
    std::ofstream index(folder + "/index.tsv");
    index << "module\tkernel\tform\tcomparison\trows\tsources\tresults\tgrid\tblock\tdynamic_shared\tdata\n";
    std::size_t count = 0;
    for (const named_suite& n : all_suites()) {
        suite s;
        n.fill(s);
        for (auto& [architecture, forms] : by_architecture(s)) {
            const std::string module = n.name + ".sm_" + std::to_string(architecture);
            std::ofstream(folder + "/" + module + ".ptx") << module_of(forms, architecture);
            // One file of 64-bit words: for each form its operands, then its results.
            std::ofstream data(folder + "/" + module + ".bin", std::ios::binary);
            for (std::size_t k = 0; k < forms.size(); ++k, ++count) {
                const form& f = *forms[k];
                const auto in = operands_of(f);
                const auto words = flat(in), results = flat(expected_of(f, in));
                const shape g = grid_of(f, in.size());
                index << module << ".ptx\tform_" << k << '\t' << f.name << '\t' << (f.accepts ? "bounded" : "exact")
                      << '\t' << in.size() << '\t' << f.sources.size() << '\t' << f.results.size() << '\t' << g.x << ' '
                      << g.y << ' ' << g.z << '\t' << f.block.x << ' ' << f.block.y << ' ' << f.block.z << '\t'
                      << f.dynamic_shared << '\t' << data.tellp() << '\n';
                data.write(reinterpret_cast<const char*>(words.data()), std::streamsize(words.size() * 8));
                data.write(reinterpret_cast<const char*>(results.data()), std::streamsize(results.size() * 8));
            }
        }
    }
    return count;
}

} // namespace opcode_test
