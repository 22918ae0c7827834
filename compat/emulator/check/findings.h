// What the checks found: printed on stderr as it happens, and counted for the exit status.
#pragma once

#include <string>

namespace cuda_emulator {

void add_finding(const std::string& text);
unsigned finding_count();

} // namespace cuda_emulator
