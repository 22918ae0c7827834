// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the search ranks pages. A message's words stand in many pages: the answers come first, then the notes.
var Scorer = {
  score: ([page, , , , score]) =>
    score + (page === "migration-notes/errors" ? 6 : /^migration-notes\/(?!README$|documents\/)/.test(page) ? 4 : 0),
  // Sphinx's own weights.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
