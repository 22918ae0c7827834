// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checks found: printed on stderr, and counted for the exit status.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator {

struct block;

//! A finding that no kernel has to do with, or an error that ended one. It is told at once.
void add_finding(const std::string& text);
//! A finding of a running block. It is told once: `key` says what makes it distinct (kernel and lines, but not block
//! and thread). It waits for the blocks below, see block_findings.
void add_finding(const block&, const std::string& key, const std::string& text);
//! Tells a finding of a block, unless it was told before.
void tell_once(const std::string& key, const std::string& text);
unsigned finding_count();
//! For a child process: its parent tells them.
void forget_findings();
//! The texts of the first findings, 200 at most.
std::vector<std::string> first_findings();

} // namespace cuda_emulator
