// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "channels.hpp"

#include <algorithm>

#include "binding.hpp"

namespace scanner {

void channels::keep(reference& one) const
{
    if (!is_written(one)) return;
    const bool only_plain = std::all_of(one.channel_reads.begin(), one.channel_reads.end(),
                                        [&](const node* read) { return plain_write(*read) != nullptr; });
    const bool bind_reads = std::any_of(one.binds.begin(), one.binds.end(), [&](const node* bind) {
        return model_.callee_name(*bind) != "cudaBindTextureToArray" && !has_descriptor(model_, *bind);
    });
    if (!only_plain || bind_reads) one.channels = tree_.free_name(one.name + "_channels");
}

bool channels::is_written(const reference& one) const
{
    return std::any_of(one.channel_reads.begin(), one.channel_reads.end(),
                       [&](const node* use) { return is_written_at(*use); });
}

// Tests whether the code writes the member, or takes an address that may be used for a write.
bool channels::is_written_at(const node& read) const
{
    const node* at = &read;
    while (at->parent && (at->parent->is(clang::unexposed_expression) || at->parent->is(clang::parenthesis) ||
                          at->parent->is(clang::member_reference)))
        at = at->parent;
    // libclang shows the assignment of a struct as an operator call, so this function searches the text for the
    // operator.
    const std::string& text = tree_.file_of(read).text;
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at->end);
    if (begin != text.npos) {
        const std::string sign = text.substr(begin, 3);
        if ((sign[0] == '=' && sign[1] != '=') || sign.compare(0, 2, "++") == 0 || sign.compare(0, 2, "--") == 0 ||
            sign == "<<=" || sign == ">>=" ||
            (std::string("+-*/%&|^").find(sign[0]) != std::string::npos && sign[1] == '='))
            return true;
    }
    const node* above = at->parent;
    if (!above || !above->is(clang::unary_operator)) return false;
    if (tree_.begins_with(*above, "++") || tree_.begins_with(*above, "--")) return true;
    if (!tree_.begins_with(*above, "&")) return false;
    while (above && !above->is(clang::call))
        above = above->parent;
    const std::string name = above ? model_.callee_name(*above) : "";
    return name != "cudaMallocArray" && name != "cudaMalloc3DArray" && name.compare(0, 15, "cudaBindTexture") != 0;
}

// Returns the statement of an assignment t.channelDesc = … whose right side has only names, members and
// cudaCreateChannelDesc(…). Otherwise returns null.
node* channels::plain_write(const node& read) const
{
    node* statement = flow_.statement_of(const_cast<node&>(read));
    if (!statement || statement->begin != read.begin || !is_whole_text(*statement)) return nullptr;
    const own_file& file = tree_.file_of(read);
    std::size_t i = file.token_at(read.begin);
    while (i != own_file::none && i < file.size() && file.offsets[i] >= 0 && file.begin(i) < read.end)
        ++i;
    if (i == own_file::none || i >= file.size() || !file.at(i).is_mark("=")) return nullptr;
    for (++i; i < file.size() && file.offsets[i] >= 0 && !file.at(i).is_mark(";"); ++i) {
        const token& word = file.at(i);
        const bool call = i + 1 < file.size() && file.at(i + 1).is_mark("(");
        if (word.is_name() ? call && !word.is("cudaCreateChannelDesc") : word.kind != token_kind::number) {
            bool known = false;
            for (const char* mark : {"(", ")", "<", ">", ",", ".", "->", "::"})
                known |= word.is_mark(mark);
            if (!known) return nullptr;
        }
        for (const reference& each : model_.references)
            for (const node* other : each.channel_reads)
                if (other->file == read.file && other->begin == file.begin(i)) return nullptr;
    }
    return statement;
}

// Tests whether the file contains the whole statement with its semicolon, and no macro surrounds it.
bool channels::is_whole_text(const node& statement) const
{
    const auto [begin, end] = changes_.range_of(statement);
    return begin == statement.begin && end > begin && tree_.file_of(statement).text[end - 1] == ';';
}

std::string channels::declaration(const reference& one) const
{
    return "static cudaChannelFormatDesc " + one.channels + " = cudaCreateChannelDesc<" + one.element + ">()";
}

void channels::rewrite(reference& one)
{
    if (!one.channels.empty()) {
        for (const node* use : one.channel_reads)
            if (!is_in_a_bind(*use)) changes_.replace({use->file, use->begin}, use->end - use->begin, one.channels);
    } else if (is_written(one)) {
        for (const node* write : one.channel_reads) { // no code reads the channels
            const node& statement = *plain_write(*write);
            changes_.drop(statement, flow_.list_of(statement) != nullptr);
        }
    } else {
        rewrite_reads(one);
    }
}

// Each function gets its own variable, because most reads take the address.
void channels::rewrite_reads(reference& one)
{
    std::map<const unit_function*, std::vector<node*>> by_function;
    for (node* read : one.channel_reads)
        if (!is_in_a_bind(*read)) // the bind is replaced as a whole
            by_function[model_.function_around(*read)].push_back(read);
    for (auto& [function, reads] : by_function) {
        node* list = flow_.common_list(reads);
        if (!list) {
            model_.refuse(*reads.front(), one.name + ".channelDesc is read in a switch or in a macro's body");
            continue;
        }
        node* statement = reads.front();
        while (statement->parent != list)
            statement = statement->parent;
        const std::string name = tree_.free_name(one.name + "_channels");
        changes_.lines_before(*statement,
                              {"cudaChannelFormatDesc " + name + " = cudaCreateChannelDesc<" + one.element + ">();"});
        for (const node* read : reads)
            changes_.replace({read->file, read->begin}, read->end - read->begin, name);
    }
}

bool channels::is_in_a_bind(const node& one) const
{
    const auto binds = [&](const reference& each) {
        return std::any_of(each.binds.begin(), each.binds.end(), [&](const node* bind) {
            return any_below(*bind, [&](const node& below) { return &below == &one; });
        });
    };
    return std::any_of(model_.references.begin(), model_.references.end(), binds) ||
           std::any_of(model_.parameters.begin(), model_.parameters.end(),
                       [&](const texture_parameter& each) { return binds(each.use); });
}

} // namespace scanner
