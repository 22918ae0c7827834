#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the tree against the project's rules, and prints each finding as FILE:LINE: RULE: SENTENCE.

Exit status 0 without any, 1 with some, 2 for a wrong argument. The rules:
"""

import argparse
import pathlib
import sys

import document_pages
import documents
import includes
import spdx
import twins
import words
from rules import api, checks, code, layers, legacy_calls, lengths, markdown, notes, pairs, plain_english, scripts, searches

RULES = {rule.__name__: rule for rule in (
    pairs.twins,
    pairs.paired_tests,
    pairs.head_comments,
    pairs.unwritten,
    code.conditionals,
    code.forbidden_calls,
    code.short_lines,
    code.wide_indices,
    code.order_of_atomics,
    checks.checked_launches,
    checks.checked_calls,
    legacy_calls.calls_in_pairs,
    lengths.short_functions,
    lengths.short_files,
    notes.note_template,
    notes.copied_headers,
    notes.notes_of_examples,
    notes.pairs_of_notes,
    markdown.snippets,
    markdown.links,
    api.api_table,
    api.api_and_headers,
    api.api_tests,
    twins.near_twins,
    twins.different_programs,
    twins.looked_for,
    words.short_words,
    plain_english.plain_english,
    documents.index_by_document,
    document_pages.document_pages,
    includes.no_circles,
    layers.layers,
    spdx.spdx_lines,
    searches.searches,
    scripts.pipes,
    scripts.shell_syntax,
)}


def lint(root, names=tuple(RULES)):
    """What these rules find in the tree, as lines."""
    for name in names:
        for finding in RULES[name](root):
            yield finding.told(name)


def main(arguments=None):
    listed = "\n".join(f"  {name:20} {rule.__doc__.split(chr(10), maxsplit=1)[0]}" for name, rule in RULES.items())
    parser = argparse.ArgumentParser(description=__doc__ + listed, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[3],
                        help="the tree; default: this one")
    parser.add_argument("--rule", metavar="NAME", action="append", choices=RULES, help="this rule alone; may be repeated")
    parser.add_argument("--without", metavar="NAME", action="append", choices=RULES, default=[], help="all but this rule; may be repeated")
    options = parser.parse_args(arguments)
    if not options.root.is_dir():
        parser.error(f"{options.root} is no folder")
    names = [name for name in RULES if name in (options.rule or RULES) and name not in options.without]
    count = 0
    for line in lint(options.root.resolve(), names):
        print(line)
        count += 1
    print(f"rules: {len(names)}, findings: {count}", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
