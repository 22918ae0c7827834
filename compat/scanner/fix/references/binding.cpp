// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binding.hpp"

#include <algorithm>

#include "clang_library.hpp"

namespace scanner {
namespace {

class bind_call {
public:
    bind_call(unit_model& model, const reference& one, const node& bind)
        : model_(model)
        , tree_(model.tree)
        , one_(one)
        , bind_(bind)
    {
        for (std::size_t i = 1; i < bind.children.size(); ++i)
            arguments_.push_back(bind.children[i]);
    }

    std::optional<binding> read()
    {
        const std::string name = model_.callee_name(bind_);
        if (name == "cudaBindTextureToArray" || name == "cudaBindSurfaceToArray") return array();
        const bool pitched = name == "cudaBindTexture2D";
        if (arguments_.size() < 3) return refuse("is bound in a way that this fix does not know");
        const bool described = has_descriptor(model_, bind_);
        const std::size_t sizes = described ? 4 : 3;
        if (!pitched && arguments_.size() == sizes)
            return refuse("is bound with the default size, which reaches past the memory");
        if (arguments_.size() != sizes + (pitched ? 3 : 1))
            return refuse("is bound in a way that this fix does not know");
        const auto texts = model_.written_arguments(bind_);
        if (texts.empty()) return refuse("is bound by a macro's body");
        binding result;
        if (!offset(texts[0], result)) return {};
        const node& pointer = plain(*arguments_[2]);
        if (pointer.is(clang::binary_operator) ||
            (pointer.is(clang::unary_operator) && tree_.begins_with(pointer, "&")))
            return refuse("is bound to a computed address: it may not be aligned");
        std::string descriptor = described ? texts[3] : one_.channels_text();
        if (described && canonical_type(tree_, *arguments_[3]).find('*') != std::string::npos) // C's form of the call
            descriptor = descriptor[0] == '&' ? descriptor.substr(1) : cast("*", descriptor);
        if (one_.parameter && (descriptor == one_.name + ".channelDesc" || descriptor == one_.name + "->channelDesc"))
            descriptor = one_.channels;
        for (const reference& each : model_.references)
            if (descriptor == each.name + ".channelDesc") descriptor = each.channels_text();
        const std::string kind = pitched ? "pitch2D" : "linear";
        result.linear = !pitched;
        result.resource = {
            std::string("resType = cudaResourceType") + (pitched ? "Pitch2D" : "Linear"),
            "res." + kind + ".devPtr = " + (is_pointer_to_const(*arguments_[2]) ? cast("(void*)", texts[2]) : texts[2]),
            "res." + kind + ".desc = " + descriptor};
        if (pitched) {
            result.resource.push_back("res.pitch2D.width = " + texts[sizes]);
            result.resource.push_back("res.pitch2D.height = " + texts[sizes + 1]);
            result.resource.push_back("res.pitch2D.pitchInBytes = " + texts[sizes + 2]);
        } else {
            result.resource.push_back("res.linear.sizeInBytes = " + texts[sizes]);
        }
        return result;
    }

private:
    std::optional<binding> refuse(const std::string& why)
    {
        model_.refuse(bind_, one_.name + " " + why);
        return {};
    }

    std::optional<binding> array()
    {
        const auto texts = model_.written_arguments(bind_);
        if (texts.size() != 2 && texts.size() != 3) return refuse("is bound in a way that this fix does not know");
        binding result;
        result.resource = {"resType = cudaResourceTypeArray",
                           "res.array.array = " +
                               (is_pointer_to_const(*arguments_[1]) ? cast("(cudaArray_t)", texts[1]) : texts[1])};
        return result;
    }

    static std::string cast(const std::string& type, const std::string& text)
    {
        const bool word =
            text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == text.npos;
        return type + (word ? text : "(" + text + ")");
    }

    // Null and other numbers count too, because the new code has to convert them to void*.
    bool is_pointer_to_const(const node& one) const
    {
        const clang::functions& clang = tree_.clang();
        const clang::type pointer = clang.getCanonicalType(clang.getCursorType(one.cursor));
        return pointer.kind != clang::pointer_type || clang.isConstQualifiedType(clang.getPointeeType(pointer));
    }

    // Strips brackets and conversions, including explicit ones.
    static const node& plain(const node& one)
    {
        const node* at = &stripped(one);
        while ((at->is(clang::c_style_cast) || at->is(clang::static_cast_expression) ||
                at->is(clang::reinterpret_cast_expression)) &&
               !at->children.empty())
            at = &stripped(*at->children.back());
        return *at;
    }

    // An aligned address has offset 0. If the call has no offset argument, an unaligned address is an error for
    // references and for objects.
    bool offset(const std::string& text, binding& result)
    {
        if (text == "0" || text == "NULL" || text == "nullptr" || text == "(size_t*)0" || text == "(size_t *)0")
            return true;
        const node& argument = plain(*arguments_[0]);
        if (!argument.is(clang::unary_operator) || !tree_.begins_with(argument, "&") || argument.children.empty()) {
            refuse("is bound with a place for the offset that this fix does not know");
            return false;
        }
        if (!is_begin_of_memory(plain(*arguments_[2]))) {
            refuse("is bound with a place for the offset, and its address is not certain to be aligned");
            return false;
        }
        result.before.push_back(std::string(tree_.text(*argument.children[0])) + " = 0; // the memory is aligned");
        return true;
    }

    // Tests whether every value of the variable comes from cudaMalloc or a similar call.
    bool is_begin_of_memory(const node& pointer) const
    {
        if (!pointer.is(clang::declaration_reference)) return false;
        const clang::functions& clang = tree_.clang();
        const clang::cursor variable = clang.getCursorReferenced(pointer.cursor);
        const place declared = tree_.place_of(variable);
        if (variable.kind != clang::variable_declaration || !declared) return false;
        bool allocated = false;
        for (const node& one : tree_.nodes()) {
            if (one.is(clang::variable_declaration) && one.name == declared) {
                for (const node* child : one.children)
                    if (child->kind >= clang::unexposed_expression && !is_null(*child)) return false;
            }
            if (!one.is(clang::declaration_reference) ||
                !(tree_.place_of(clang.getCursorReferenced(one.cursor)) == declared))
                continue;
            const node* at = &one;
            bool address = false, read = false;
            for (; at->parent; at = at->parent) {
                const node& above = *at->parent;
                if (above.is(clang::unary_operator) && tree_.begins_with(above, "&"))
                    address = true;
                else if (above.is(clang::unexposed_expression))
                    read |= !address;
                else if (!above.is(clang::parenthesis) && !above.is(clang::c_style_cast) &&
                         !above.is(clang::reinterpret_cast_expression))
                    break;
            }
            const node* above = at->parent;
            const std::string call = above && above->is(clang::call) ? model_.callee_name(*above) : "";
            if (address) {
                if (call != "cudaMalloc" && call != "cudaMallocPitch" && call != "cudaMallocManaged") return false;
                allocated = true;
            } else if (above && above->is(clang::binary_operator) && above->children.front() == at && !read) {
                if (!is_null(*above->children.back())) return false;
            } else if (!read && call.compare(0, 4, "cuda") != 0) {
                return false;
            }
        }
        return allocated;
    }

    bool is_null(const node& one) const
    {
        const std::string_view text = tree_.text(stripped(one));
        return text == "0" || text == "NULL" || text == "nullptr";
    }

    unit_model& model_;
    const syntax_tree& tree_;
    const reference& one_;
    const node& bind_;
    std::vector<const node*> arguments_;
};

} // namespace

bool has_descriptor(const unit_model& model, const node& bind)
{
    return bind.children.size() > 4 &&
           canonical_type(model.tree, *bind.children[4]).find("cudaChannelFormatDesc") != std::string::npos;
}

std::optional<binding> read_binding(unit_model& model, const reference& one, const node& bind)
{
    return bind_call(model, one, bind).read();
}

} // namespace scanner
