// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the names of api.csv. A name alone proves nothing: tex2D is also a function of today, and clockRate may be a
// member of any type. So each area has conditions under which its names have the old meaning.
#include <memory>
#include <unordered_set>

#include "fix/mechanical.hpp"
#include "fix/renames.hpp"
#include "fix/shuffles/shuffles.hpp"
#include "own_headers.hpp"
#include "rules.hpp"

namespace scanner {
namespace {

// Calls whose parameters changed, with the number of arguments that only the old form has.
struct old_form {
    const char* name;
    std::size_t least, most;
};

constexpr old_form old_forms[] = {
    {"cudaGraphAddDependencies", 4, 4},
    {"cudaGraphAddNode", 5, 5},
    {"cudaGraphGetEdges", 4, 4},
    {"cudaGraphNodeGetDependencies", 3, 3},
    {"cudaGraphNodeGetDependentNodes", 3, 3},
    {"cudaGraphRemoveDependencies", 4, 4},
    {"cudaStreamGetCaptureInfo", 6, 6},
    {"cudaStreamUpdateCaptureDependencies", 3, 4},
    {"cudaMemcpyBatchAsync", 9, 9},
    {"cudaMemcpy3DBatchAsync", 5, 5},
    {"cudaGraphInstantiate", 4, 5},
    {"cudaGraphExecUpdate", 4, 4},
    {"cuMemcpyBatchAsync", 9, 9},
    {"cuMemcpy3DBatchAsync", 5, 5},
    {"cuGraphInstantiate", 4, 5},
    {"cuGraphExecUpdate", 4, 4},
    {"cuGetProcAddress", 4, 4},
    {"cuCtxCreate", 3, 3},
    {"cuGraphAddDependencies", 4, 4},
    {"cuGraphAddNode", 5, 5},
    {"cuGraphGetEdges", 4, 4},
    {"cuGraphNodeGetDependencies", 3, 3},
    {"cuGraphNodeGetDependentNodes", 3, 3},
    {"cuGraphRemoveDependencies", 4, 4},
    {"cuStreamGetCaptureInfo", 6, 6},
    {"cuStreamUpdateCaptureDependencies", 4, 4},
};

// Calls that name a symbol or a kernel by a string, with the index of that argument.
struct by_string {
    const char* name;
    std::size_t argument;
};

constexpr by_string names_by_string[] = {
    {"cudaMemcpyToSymbol", 0},    {"cudaMemcpyToSymbolAsync", 0}, {"cudaMemcpyFromSymbol", 1},
    {"cudaGetSymbolAddress", 1},  {"cudaGetSymbolSize", 1},       {"cudaMemcpyFromSymbolAsync", 1},
    {"cudaFuncGetAttributes", 1}, {"cudaFuncSetCacheConfig", 0},
};

// The numbers of arguments of a fetch through a reference. The forms for objects have <T>, or one more argument.
struct fetch {
    const char* name;
    std::size_t arguments, most;
};

constexpr fetch fetches[] = {
    {"tex1D", 2, 2},
    {"tex2D", 3, 3},
    {"tex3D", 4, 4},
    {"tex1Dfetch", 2, 2},
    {"tex1DLayered", 3, 3},
    {"tex2DLayered", 4, 4},
    {"texCubemap", 4, 4},
    {"texCubemapLayered", 5, 5},
    {"tex1DLod", 3, 3},
    {"tex2DLod", 4, 4},
    {"tex3DLod", 5, 5},
    {"tex1DGrad", 4, 4},
    {"tex2DGrad", 5, 5},
    {"tex3DGrad", 6, 6},
    {"tex2Dgather", 3, 4},
    {"tex1DLayeredLod", 4, 4},
    {"tex2DLayeredLod", 5, 5},
    {"tex1DLayeredGrad", 5, 5},
    {"tex2DLayeredGrad", 6, 6},
    {"texCubemapLod", 5, 5},
    {"texCubemapLayeredLod", 6, 6},
    {"texCubemapGrad", 6, 6},
    {"texCubemapLayeredGrad", 7, 7},
};

// The dimensions of a texture<T, dimension> of more than one row, with a fetch from it. Its row in the list has the
// pair.
struct dimension {
    const char* name;
    const char* fetched_by;
};

constexpr dimension dimensions[] = {
    {"2", "tex2D"},
    {"3", "tex3D"},
    {"cudaTextureType2D", "tex2D"},
    {"cudaTextureType3D", "tex3D"},
    {"cudaTextureTypeCubemap", "texCubemap"},
    {"cudaTextureType1DLayered", "tex1DLayered"},
    {"cudaTextureType2DLayered", "tex2DLayered"},
    {"cudaTextureTypeCubemapLayered", "texCubemapLayered"},
};

template <typename T, std::size_t n>
const T* entry(const T (&list)[n], std::string_view name)
{
    for (const T& one : list)
        if (one.name == name) return &one;
    return nullptr;
}

bool is_one_name(std::string_view text)
{
    return !text.empty() &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") == text.npos;
}

// Tests for a name that will be deprecated. A comment of CUDA's header announces it, but no attribute does yet.
bool is_announced(std::string_view area) { return area.substr(0, 9) == "announced"; }

effort_of_change effort_of(const api_name& one)
{
    const std::string_view area = one.area, compat = one.compat, kind = one.kind;
    if (area == "texture reference" || area == "surface reference" || area == "cuSPARSE" ||
        area == "driver texture and surface references" || compat == "cannot")
        return effort_of_change::high;
    if (area == "samples helper" && kind == "header") return effort_of_change::medium;
    if (kind == "header") return effort_of_change::low;
    if (is_announced(area)) return effort_of_change::medium; // another call, with a structure of parameters
    return is_one_name(one.replacement) && area != "changed signature" ? effort_of_change::low
                                                                       : effort_of_change::medium;
}

class names {
public:
    explicit names(const search& where)
        : where_(where)
        , source_(where.source)
        , headers_(where.source)
        , own_(where.source)
    {
    }

    void run()
    {
        const std::size_t before = where_.found.size();
        for (std::size_t i = 0; i < source_.size(); ++i) {
            const token& one = source_.at(i);
            if (one.kind == token_kind::header_name) {
                header(i);
            } else if (one.is_name()) {
                if (const api_rows* rows = find_identifier(one.text)) identifier(i, *rows);
            }
        }
        // If the program itself declares a name, its uses may mean the program's.
        if (!declared_.empty())
            for (std::size_t k = before; k < where_.found.size(); ++k)
                if (declared_.count(where_.found[k].name)) leave(where_.found[k]);
    }

private:
    bool mark_at(std::size_t i, std::string_view mark) const
    {
        return i < source_.size() && source_.at(i).is_mark(mark);
    }
    bool mark_before(std::size_t i, std::string_view mark) const { return i > 0 && source_.at(i - 1).is_mark(mark); }
    bool is_call(std::size_t i) const { return mark_at(i + 1, "("); }
    bool is_member(std::size_t i) const { return mark_before(i, ".") || mark_before(i, "->"); }

    void header(std::size_t i)
    {
        const token& one = source_.at(i);
        const api_name* row = find_header(one.text);
        if (!row) return;
        const bool helper = std::string_view(row->area) == "samples helper";
        if (headers_.is_own_file(one, *row)) return;
        // An exception.h in a folder belongs to another library. The samples' header is named without a folder.
        if (one.text != std::string_view(row->name) &&
            std::string_view(row->name).find('/') == std::string_view::npos && !helper)
            return;
        report(i, *row);
    }

    void identifier(std::size_t i, const api_rows& rows)
    {
        const token& one = source_.at(i);
        for (const api_name* row : rows) {
            if (!means(i, *row)) continue;
            // If a program overloads a shuffle, the built-in ones still serve for other types.
            const bool shuffle = std::string_view(row->area) == "warp functions" && one.text[0] == '_';
            if (shuffle ? !own_.is_own(i) : !source_.defines(one.text) && !headers_.define_macro(one.text, *row))
                report(i, *row);
            return;
        }
    }

    bool means(std::size_t i, const api_name& row) const
    {
        const std::string_view area = row.area, kind = row.kind, name = row.name;
        if (area == "renamed by compat") return false;
        if (kind == "field") return is_field(i, name.substr(0, name.find(':')));
        if (is_member(i)) return false;
        if (area == "CUB" || area == "Thrust" || area == "libcu++") return kind == "macro" || is_qualified(i, name);
        if (mark_before(i, "::") && i > 1 && source_.at(i - 2).is_name() &&
            !source_.at(i - 2).is("cooperative_groups") && !source_.at(i - 2).is("cg") &&
            !source_.at(i - 2).is("return"))
            return false;
        const token& one = source_.at(i);
        if (one.is("texture") || one.is("surface")) return is_reference_type(i);
        if (kind == "device function" && area == "texture reference") return is_fetch(i);
        if (kind == "device function" && area == "surface reference") return is_surface_access(i);
        if (area == "waits in kernels") return is_call(i) && source_.in_device_code(i);
        if (area == "device arithmetic" || area == "device control") return is_device_call(i);
        if (area == "warp functions") return one.text[0] == '_' ? is_call(i) : is_device_call(i);
        if (name == "cudaMemAdvise" || name == "cudaMemPrefetchAsync")
            return is_call(i) && !source_.mentions("cudaMemLocation");
        if (name == "cuMemAdvise" || name == "cuMemPrefetchAsync")
            return is_call(i) && !source_.mentions("CUmemLocation");
        if (area == "changed signature" || area == "driver API") return has_old_form(i);
        if (area == "samples helper") return includes_helper();
        if (area == "function pointer types") return includes_pointer_types();
        if (area == "deprecated only" && kind == "type") return source_.is_cuda();
        return true;
    }

    // Recognises cub::Sum and ::cub::Sum, and each part of a longer name.
    bool is_qualified(std::size_t i, std::string_view name) const
    {
        while (true) {
            const std::size_t colon = name.rfind("::");
            if (colon == name.npos) return true;
            name = name.substr(0, colon);
            if (i < 2 || !mark_before(i, "::")) return false;
            i -= 2;
            const std::size_t outer = name.rfind("::");
            if (!source_.at(i).is_name(outer == name.npos ? name : name.substr(outer + 2))) return false;
        }
    }

    // Recognises prop.clockRate, props[i].clockRate and prop->clockRate, for a variable of that type.
    bool is_field(std::size_t i, std::string_view type) const
    {
        if (!is_member(i) || i < 2) return false;
        std::size_t base = i - 2;
        if (source_.at(base).is_mark("]")) base = source_.opening(base) - 1;
        if (base >= source_.size()) return false;
        if (!source_.at(base).is_name()) return false;
        const std::string_view declared = source_.type_of_variable(source_.at(base).text);
        return declared == type || (declared == "texture" && type == "textureReference") ||
               (declared == "surface" && type == "surfaceReference");
    }

    // Recognises texture<float, 2> as a type, by the tokens around it: a comparison does not end like this.
    bool is_reference_type(std::size_t i) const
    {
        if (!mark_at(i + 1, "<")) return false;
        if (!source_.is_cuda() && !source_.at(i).in_directive) return false;
        const std::size_t end = source_.closing_angle(i + 1);
        if (end + 1 >= source_.size() || end == i + 2) return false;
        const token& behind = source_.at(end + 1);
        return behind.is_name() || behind.is_mark("&") || behind.is_mark("*") || behind.is_mark(";") ||
               behind.is_mark(">") || behind.is_mark(",") || behind.is_mark(")") || behind.is_mark("(") ||
               behind.kind == token_kind::end_of_directive;
    }

    bool is_fetch(std::size_t i) const
    {
        const bool here = source_.is_cuda() || source_.at(i).in_directive;
        const fetch* known = entry(fetches, source_.at(i).text);
        if (!here || !known || !is_call(i) || mark_at(i + 2, "&")) return false;
        const std::size_t count = source_.arguments(i + 1).size();
        return count >= known->arguments && count <= known->most;
    }

    // Functions for surface objects have the same names. The argument shows which one it is.
    bool is_surface_access(std::size_t i) const
    {
        if (!mark_at(i + 1, "(") && !mark_at(i + 1, "<")) return false;
        std::size_t open = i + 1;
        if (mark_at(open, "<")) open = source_.closing_angle(open) + 1;
        if (!mark_at(open, "(")) return false;
        for (const auto& [begin, end] : source_.arguments(open))
            if (end == begin + 1 && source_.type_of_variable(source_.at(begin).text) == "surface") return true;
        return false;
    }

    bool is_device_call(std::size_t i) const
    {
        if (!is_call(i) || !source_.in_device_code(i)) return false;
        // int any(…) is a declaration.
        return i == 0 || !source_.at(i - 1).is_name() || source_.at(i - 1).is("return") || source_.at(i - 1).is("else");
    }

    bool has_old_form(std::size_t i) const
    {
        if (!is_call(i)) return false;
        const std::string_view name = source_.at(i).text;
        if (const by_string* known = entry(names_by_string, name)) {
            const auto arguments = source_.arguments(i + 1);
            return arguments.size() > known->argument &&
                   source_.at(arguments[known->argument].first).kind == token_kind::string;
        }
        const old_form* known = entry(old_forms, name);
        if (!known) return false; // the call does not show the difference
        const std::size_t count = source_.arguments(i + 1).size();
        return count >= known->least && count <= known->most;
    }

    // Other programs use the samples' names, too. They count only beside a header of the samples.
    bool includes_helper() const
    {
        if (knows_headers_) return includes_helper_;
        knows_headers_ = true;
        for (const std::size_t i : source_.headers()) {
            const api_name* row = find_header(source_.at(i).text);
            if (row && std::string_view(row->area) == "samples helper" && !headers_.is_own_file(source_.at(i), *row))
                includes_helper_ = true;
        }
        return includes_helper_;
    }

    // Programs have their own types named PFN_cuInit and the like. They count only beside cudaTypedefs.h or a similar
    // header.
    bool includes_pointer_types() const
    {
        for (const std::size_t i : source_.headers()) {
            const std::string_view name = source_.at(i).text, end = "Typedefs.h";
            if (name.substr(0, 4) == "cuda" && name.size() > end.size() && name.substr(name.size() - end.size()) == end)
                return true;
        }
        return false;
    }

    // The pair to show. A texture's declaration has the dimension as its second argument.
    const char* pair_of(std::size_t i, const api_name& row) const
    {
        if (!source_.at(i).is_name("texture") || !mark_at(i + 1, "<")) return row.pair;
        const std::size_t end = source_.closing_angle(i + 1);
        for (std::size_t k = i + 2; k < end; ++k) {
            if (mark_at(k, "(")) k = source_.closing(k);
            if (mark_at(k, "<")) k = source_.closing_angle(k);
            if (!mark_at(k, ",")) continue;
            const bool is_one_token = mark_at(k + 2, ",") || k + 2 == end;
            const dimension* known = is_one_token ? entry(dimensions, source_.at(k + 1).text) : nullptr;
            const api_rows* rows = known ? find_identifier(known->fetched_by) : nullptr;
            return rows ? rows->front()->pair : row.pair;
        }
        return row.pair;
    }

    static void leave(finding& one)
    {
        one.fix = fix_kind::none;
        one.edits.clear();
    }

    void report(std::size_t i, const api_name& row)
    {
        const token& at = source_.at(i);
        const std::string_view area = row.area, kind = row.kind;
        const bool never = area == "samples helper";
        const bool old_name = area == "deprecated only" && !row.deprecated && !row.removed;
        const bool announced = is_announced(area) && !row.removed;
        const bool has_header = !row.removed && row.deprecated; // the header says that it is deprecated
        const char* rule = never                                           ? "samples-helper"
                           : area == "changed signature"                   ? "changed-signature"
                           : kind == "header" && !has_header               ? "removed-header"
                           : row.removed && row.removed <= where_.asked.to ? "removed-name"
                           : announced                                     ? "announced-name"
                                                                           : "deprecated-name";
        finding* one = row.removed || row.deprecated ? where_.add(at, rule, row.name, row.deprecated, row.removed)
                                                     : where_.advise(at, rule, row.name);
        if (!one) return;
        one->replacement = row.replacement;
        one->note = row.note;
        one->pair = pair_of(i, row);
        one->compat = row.compat;
        one->effort = effort_of(row);
        if (row.becomes && is_declared_at(source_, i)) declared_.insert(row.name);
        one->edits = mechanical_edits(source_, i, row);
        if (!one->edits.empty()) one->fix = fix_kind::mechanical;
        if (area == "warp functions") {
            if (!shuffles_)
                shuffles_ =
                    std::make_unique<shuffle_prover>(source_, own_, where_.shuffles ? *where_.shuffles : no_context_);
            shuffle_fix fix = shuffles_->at(i, row);
            one->edits = std::move(fix.edits);
            one->refusal = std::move(fix.why);
            if (!one->edits.empty()) one->fix = fix_kind::shuffles;
        }
        if (never)
            one->message = "of the CUDA samples, never part of CUDA";
        else if (announced)
            one->message = "CUDA " + text_of(row.deprecated) + " says that it will be deprecated";
        else if (one->level == severity::error && row.removed >= next_release)
            one->message = "goes in CUDA " + text_of(row.removed) + ", as its header says";
        else if (one->level == severity::error)
            one->message =
                (area == "changed signature" || area == "driver API" ? "the old parameters are gone since CUDA "
                                                                     : "removed in CUDA ") +
                text_of(row.removed);
        else if (row.deprecated)
            one->message = "deprecated since CUDA " + text_of(row.deprecated);
        else
            one->message = old_name ? "deprecated" : "gone from today's CUDA";
    }

    const search& where_;
    const program& source_;
    own_headers headers_;
    own_overloads own_;
    shuffle_context no_context_;
    std::unique_ptr<shuffle_prover> shuffles_; // null without such calls
    std::unordered_set<std::string_view> declared_;
    mutable bool knows_headers_ = false, includes_helper_ = false;
};

} // namespace

void find_names(const search& where) { names(where).run(); }

} // namespace scanner
