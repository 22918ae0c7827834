// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings of the checks: printed on stderr, and counted for the exit status.
#pragma once

#include "check/explanation.h"

#include <string>
#include <vector>

namespace cuda_emulator {

struct block;
struct instruction;

struct finding {
    std::string text;
    explanation why;
};

//! A finding outside of any kernel, or an error that ended a kernel. Reported at once.
void add_finding(const std::string& text, const explanation& = {});
//! A finding of a running block, reported once per `key` (kernel and lines, but not block and thread). It waits for the
//! lower blocks, see block_findings.
void add_finding(const block&, const std::string& key, const std::string& text, const explain& = {});
//! The kind of a finding and the instructions that it names. They decide its key.
struct finding_site {
    const char* kind; //!< a string literal
    const instruction *at, *other;

    bool operator==(const finding_site& o) const { return kind == o.kind && at == o.at && other == o.other; }
};
//! Whether the block must report a finding at this site. False if a block of the launch that is not higher has done so.
//! The texts of a finding are long, and many programs have the same finding in each block.
bool is_new_finding(const block&, const finding_site&);
//! Reports a finding of a block, unless its key was reported before.
void tell_once(const std::string& key, const std::string& text, const explain& = {});
unsigned finding_count();
//! Called in a forked child, because the parent reports the findings.
void forget_findings();
//! The first findings, at most 200.
std::vector<finding> first_findings();

} // namespace cuda_emulator
