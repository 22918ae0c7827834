// The rules of the repository's structure, each over the tree below a root.
//
// A rule returns what it found wrong, one sentence each, and an empty list when all is well. A tree in which a rule has
// nothing to look at is wrong, too: a rule that checks nothing would pass for ever.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace structure {

using findings = std::vector<std::string>;

//! Every legacy/<slug>.cu has its modern/<slug>.cu, and the other way round; modern/support is no example. A fast
//! stage, modern/<slug>_fast.cu, has its twin.
findings twins(const std::filesystem::path& root);

//! Every slug has its paired test, what is known of the pair, and its line in the CMakeLists.txt of its area.
findings paired_tests(const std::filesystem::path& root);

//! The head comments of both files have their fields, and name the twin; so does that of a fast stage. That of a legacy
//! file has the document's own title for it, in quotation marks.
findings head_comments(const std::filesystem::path& root);

//! The notes that an example names exist, stand in the index and name the pair; the index names every slug.
findings notes_of_examples(const std::filesystem::path& root);

//! Both files of a pair name the same notes: all those whose rows of pairs name it. The index repeats each note's row.
findings pairs_of_notes(const std::filesystem::path& root);

//! No conditional compilation in an example.
findings conditionals(const std::filesystem::path& root);

//! Nothing in modern/ that modern code does not do: cudaDeviceReset, getchar.
findings forbidden_calls(const std::filesystem::path& root);

//! Every launch in modern/ is followed by check(cudaGetLastError()), at once.
findings checked_launches(const std::filesystem::path& root);

//! Every note has the template's table, its sections in their order and no others, and a place in the index; its pairs
//! exist. Sections that have nothing to say may be missing, but for Summary, Before and After.
findings note_template(const std::filesystem::path& root);

//! Every snippet marked "from" stands in its file as it is, and notes show no other C++.
findings snippets(const std::filesystem::path& root);

//! Every relative link of the texts that users read points to something.
findings links(const std::filesystem::path& root);

//! Every row of migration-notes/api.csv is well formed, its name is there once, and its note exists.
findings api_table(const std::filesystem::path& root);

//! Nothing of a pair says "TO WRITE", as what `./run new` makes does.
findings unwritten(const std::filesystem::path& root);

//! What the compat headers bring back is in api.csv as "here", and what is "here" is in the headers.
findings api_and_headers(const std::filesystem::path& root);

} // namespace structure
