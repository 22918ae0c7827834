// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings of the checks: printed on stderr, and counted for the exit status.
#pragma once

#include "check/explanation.h"

#include <string>
#include <vector>

namespace cuda_emulator {

struct block;

struct finding {
    std::string text;
    explanation why;
};

//! A finding outside of any kernel, or an error that ended a kernel. Reported at once.
void add_finding(const std::string& text, const explanation& = {});
//! A finding of a running block, reported once per `key` (kernel and lines, but not block and thread). It waits for the
//! lower blocks, see block_findings.
void add_finding(const block&, const std::string& key, const std::string& text, const explain& = {});
//! Reports a finding of a block, unless its key was reported before.
void tell_once(const std::string& key, const std::string& text, const explain& = {});
unsigned finding_count();
//! Called in a forked child, because the parent reports the findings.
void forget_findings();
//! The first findings, at most 200.
std::vector<finding> first_findings();

} // namespace cuda_emulator
