// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reference_declarations.hpp"

#include <algorithm>

#include "texture_parameters.hpp"

namespace scanner {
namespace {

class reference_declarations {
public:
    reference_declarations(unit_model& model, rewriting& changes, const attributes& kept, const channels& variables,
                           const std::vector<const reference*>& of_file)
        : model_(model)
        , tree_(model.tree)
        , changes_(changes)
        , attributes_(kept)
        , channels_(variables)
        , of_file_(of_file)
    {
    }

    void replace()
    {
        std::map<place, std::vector<reference*>> together; // texture<float> a, b;
        for (reference& one : model_.references)
            together[{one.declaration->file, one.declaration->begin}].push_back(&one);
        for (auto& [begin, all] : together) {
            const own_file& file = tree_.file_of(begin);
            const std::size_t end = end_of_declaration(file, begin, all.back()->declaration->name.offset);
            if (end == own_file::none) {
                model_.refuse(begin, all.front()->name +
                                         ": its declaration is an argument of a macro, or written by a macro's body");
                account_for_type(file, begin, file.token_at(all.back()->declaration->name.offset));
                continue;
            }
            account_for_type(file, begin, end);
            all.erase(std::remove_if(all.begin(), all.end(), [&](const reference* one) { return is_unused(*one); }),
                      all.end());
            if (all.empty()) {
                changes_.remove(begin.file, begin.offset, file.end(end));
                continue;
            }
            std::string text, objects;
            for (const reference* one : all)
                if (one->is_bound_by_others())
                    text += (text.empty() ? "" : ";" + line_end(file)) + "static " + binding_type(model_) + " " +
                            one->name + " = {0, " + attributes::initialiser(*one, one->initial) + ", " +
                            one->channels_text() + "}";
                else if (std::find(of_file_.begin(), of_file_.end(), one) != of_file_.end())
                    objects += (objects.empty() ? "static " + one->object_type() + " " : ", ") + one->object + " = 0";
            text += (text.empty() || objects.empty() ? "" : ";" + line_end(file)) + objects;
            if (model_.constants) text = constants_text(all, line_end(file)) + text;
            for (const reference* one : all)
                if (const std::string kept = attributes_.declarations(*one, line_end(file)); !kept.empty())
                    text += ";" + line_end(file) + kept;
            for (const reference* one : all)
                if (!one->channels.empty())
                    text += (text.empty() ? "" : ";" + line_end(file)) + channels_.declaration(*one);
            std::string types;
            for (const reference* one : all)
                if (!one->fetched_name.empty())
                    types += (types.empty() ? "" : ";" + line_end(file)) + "typedef " + one->fetched + " " +
                             one->fetched_name;
            if (!types.empty()) text = types + (text.empty() ? "" : ";" + line_end(file)) + text;
            if (text.empty())
                changes_.remove(begin.file, begin.offset, file.end(end));
            else
                replace_lines(file, begin, file.begin(end), text);
        }
        // Type aliases lose their purpose. Another use of an alias leads to a refusal.
        for (const node* one : model_.type_names) {
            const own_file& file = tree_.file_of(*one);
            const std::size_t end = end_of_declaration(file, {one->file, one->begin}, one->name.offset);
            account_for_type(file, {one->file, one->begin},
                             end == own_file::none ? file.token_at(one->name.offset) : end);
            if (end != own_file::none) changes_.remove(one->file, one->begin, file.end(end));
        }
    }

private:
    static std::string line_end(const own_file& file)
    {
        return file.text.find("\r\n") != std::string::npos ? "\r\n" : "\n";
    }

    // Tests whether nothing uses the reference. Another parse may see a use in a branch of #if, or in a macro.
    bool is_unused(const reference& one) const
    {
        const auto mentions = [&](const std::unique_ptr<own_file>& file) {
            for (std::size_t i = 0; i < file->size(); ++i) {
                if (!file->at(i).is_name(one.name)) continue;
                const std::ptrdiff_t at = file->offsets[i];
                if (at < 0 || file->at(i).in_directive) return true;
                for (const auto& [begin, end] : file->skipped)
                    if (file->begin(i) >= begin && file->begin(i) < end) return true;
            }
            return false;
        };
        return one.fetches.empty() && one.binds.empty() && one.unbinds.empty() && one.writes.empty() &&
               one.passed.empty() && one.members.empty() && one.open_attributes.empty() && one.channel_reads.empty() &&
               one.offset_questions.empty() && one.launches.empty() && !one.is_for_others &&
               std::none_of(tree_.files().begin(), tree_.files().end(), mentions);
    }

    // A comment behind the declaration stays behind the first of several lines.
    void replace_lines(const own_file& file, const place& begin, std::size_t semicolon, const std::string& text)
    {
        const std::size_t first_end = text.find(line_end(file));
        const std::size_t comment = file.text.find_first_not_of(" \t", semicolon + 1);
        const bool has_comment = comment != std::string::npos && file.text.compare(comment, 2, "//") == 0;
        if (first_end == std::string::npos || !has_comment) {
            changes_.replace(begin, semicolon - begin.offset, text);
            return;
        }
        const std::size_t end = std::min(file.text.find_first_of("\r\n", comment), file.text.size());
        changes_.replace(begin, end - begin.offset,
                         text.substr(0, first_end) + file.text.substr(semicolon + 1, end - semicolon - 1) +
                             text.substr(first_end) + ";");
    }

    // Returns the declaration of the variables in which kernels find the objects.
    static std::string constants_text(const std::vector<reference*>& all, const std::string& line_end)
    {
        std::string result;
        for (const reference* one : all)
            result += (result.empty() ? "static __constant__ " + one->object_type() + " " : ", ") + one->name;
        return result + ";" + line_end;
    }

    // Returns the semicolon of a plain declaration. The declaration must not lie in a macro's brackets, and no other
    // declarator may follow the last name.
    static std::size_t end_of_declaration(const own_file& file, const place& begin, std::size_t last_name)
    {
        const std::size_t first = file.token_at(begin.offset), name = file.token_at(last_name);
        if (first == own_file::none || name == own_file::none || name < first || file.offsets[name] < 0)
            return own_file::none;
        for (const char* mark : {"(", ",", "<", "["})
            if (first > 0 && file.at(first - 1).is_mark(mark)) return own_file::none;
        bool value = false; // an initialiser is visible
        std::size_t i = name + 1;
        for (; i < file.size() && file.offsets[i] >= 0 && !file.at(i).is_mark(";"); ++i) {
            value |= file.at(i).is_mark("=");
            const bool brackets = file.at(i).is_mark("(") || file.at(i).is_mark("{");
            if (!value && !brackets) return own_file::none;
            if (brackets) i = file.closing(i);
            if (i == own_file::none) return i;
        }
        return i < file.size() && file.offsets[i] >= 0 ? i : own_file::none;
    }

    // Accounts for the type's words in a declaration, up to the token at `end`.
    void account_for_type(const own_file& file, const place& begin, std::size_t end)
    {
        if (end == own_file::none) return;
        for (std::size_t i = file.token_at(begin.offset); i < end; ++i) {
            bool is_type = file.at(i).is_name("texture") || file.at(i).is_name("surface");
            for (const node* one : model_.type_names)
                is_type |= file.at(i).is_name(tree_.spelling(*one));
            if (is_type) model_.accounted.insert({begin.file, file.begin(i)});
        }
    }

    unit_model& model_;
    const syntax_tree& tree_;
    rewriting& changes_;
    const attributes& attributes_;
    const channels& channels_;
    const std::vector<const reference*>& of_file_;
};

} // namespace

void replace_declarations(unit_model& model, rewriting& changes, const attributes& kept, const channels& variables,
                          const std::vector<const reference*>& of_file)
{
    reference_declarations(model, changes, kept, variables, of_file).replace();
}

} // namespace scanner
