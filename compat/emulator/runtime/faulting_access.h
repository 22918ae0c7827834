// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the access that raised SIGSEGV was a write, as the processor says.
#pragma once

#include <cstdint>
#include <cstring>
#include <ucontext.h>
#if defined(__aarch64__)
    #include <asm/sigcontext.h>
#endif

namespace cuda_emulator {

#if defined(__aarch64__)

//! Whether an A64 instruction stores. Most loads and stores say so in one bit.
constexpr bool stores(std::uint32_t instruction)
{
    const auto has = [=](std::uint32_t mask, std::uint32_t bits) { return (instruction & mask) == bits; };
    const std::uint32_t kind = instruction >> 22 & 3;
    if (!has(0x0a000000, 0x08000000)) return true;                               // `dc zva`, which clears memory
    if (has(0x3b200c00, 0x38200000) || has(0x3fa07c00, 0x08a07c00)) return true; // atomics, cas
    if (has(0x3b000000, 0x18000000)) return false;                               // load of a literal
    if (has(0x3a000000, 0x38000000)) return kind == 0 || (has(0xc4000000, 0x04000000) && kind == 2);
    return !(kind & 1);
}
static_assert(stores(0xb9000020) && stores(0x38001c20) && stores(0x3d800020) && stores(0xfc226820)); // str, strb
static_assert(stores(0xa90007e0) && stores(0x889ffc20) && stores(0x88037c20) &&
              stores(0x4c007020)); // stp, stlr, stxr, st1
static_assert(stores(0xb8200041) && stores(0xb8208041) && stores(0x88a07c41) &&
              stores(0xd50b7420)); // ldadd, swp, cas, dc
static_assert(!stores(0xb9400020) && !stores(0x39c00020) && !stores(0x3dc00020) && !stores(0xfc626820)); // ldr, ldrsb
static_assert(!stores(0xa94007e0) && !stores(0x88dffc20) && !stores(0x885f7c20) &&
              !stores(0x4d40c820)); // ldp, ldar, ldxr, ld1r
static_assert(!stores(0x58000020)); // ldr of a literal

#endif

//! Only reads memory, so a signal handler may call it.
inline bool faulting_access_writes(const ucontext_t& at)
{
#if defined(__aarch64__)
    constexpr std::uint64_t write_bit = 1 << 6;
    // Records of the kernel's: each begins with its kind and size, and the last has neither.
    const auto& records = at.uc_mcontext.__reserved;
    _aarch64_ctx head;
    for (std::size_t place = 0; place + sizeof head <= sizeof records; place += head.size) {
        std::memcpy(&head, records + place, sizeof head);
        if (head.magic == 0 || head.size < sizeof head) break;
        esr_context syndrome;
        if (head.magic != ESR_MAGIC || place + sizeof syndrome > sizeof records) continue;
        std::memcpy(&syndrome, records + place, sizeof syndrome);
        return syndrome.esr & write_bit;
    }
    // Emulators of the processor leave the record out.
    std::uint32_t instruction;
    std::memcpy(&instruction, reinterpret_cast<const void*>(at.uc_mcontext.pc), sizeof instruction);
    return stores(instruction);
#else
    constexpr int write_bit = 2; // of the processor's error code
    return at.uc_mcontext.gregs[REG_ERR] & write_bit;
#endif
}

} // namespace cuda_emulator
