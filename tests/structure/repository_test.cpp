// The rules of structure, held against this repository, or the one that is named behind "--".

#include <boost/test/unit_test.hpp>

#include "rules.hpp"

#ifndef CUDA_LEGACY_SOURCE_DIR
    #error "CUDA_LEGACY_SOURCE_DIR is the root of the repository"
#endif

namespace {

void check(structure::findings (*rule)(const std::filesystem::path&))
{
    const auto& suite = boost::unit_test::framework::master_test_suite();
    const structure::findings found = rule(suite.argc > 1 ? suite.argv[1] : CUDA_LEGACY_SOURCE_DIR);
    for (const std::string& one : found)
        BOOST_ERROR(one);
    BOOST_TEST(found.empty());
}

} // namespace

BOOST_AUTO_TEST_SUITE(repository)

BOOST_AUTO_TEST_CASE(every_example_has_its_twin) { check(structure::twins); }
BOOST_AUTO_TEST_CASE(every_pair_has_its_test) { check(structure::paired_tests); }
BOOST_AUTO_TEST_CASE(every_head_comment_is_complete) { check(structure::head_comments); }
BOOST_AUTO_TEST_CASE(every_example_has_its_notes) { check(structure::notes_of_examples); }
BOOST_AUTO_TEST_CASE(notes_and_pairs_name_each_other) { check(structure::pairs_of_notes); }
BOOST_AUTO_TEST_CASE(no_example_is_compiled_conditionally) { check(structure::conditionals); }
BOOST_AUTO_TEST_CASE(modern_code_is_modern) { check(structure::forbidden_calls); }
BOOST_AUTO_TEST_CASE(every_modern_launch_is_checked) { check(structure::checked_launches); }
BOOST_AUTO_TEST_CASE(every_note_follows_the_template) { check(structure::note_template); }
BOOST_AUTO_TEST_CASE(every_snippet_stands_in_its_file) { check(structure::snippets); }
BOOST_AUTO_TEST_CASE(every_link_points_to_something) { check(structure::links); }
BOOST_AUTO_TEST_CASE(the_api_table_is_well_formed) { check(structure::api_table); }
BOOST_AUTO_TEST_CASE(the_api_table_agrees_with_the_headers) { check(structure::api_and_headers); }
BOOST_AUTO_TEST_CASE(nothing_is_left_to_write) { check(structure::unwritten); }

BOOST_AUTO_TEST_SUITE_END()
