// cp.async and mbarrier.
#include "decode/function_decoder.h"
#include "execute/lanes.h"

namespace cuda_emulator {

namespace {

void nothing(warp&, const instruction&, std::uint32_t) {}

// Copies at once: "asynchronous" allows that. operands: destination (shared), source, bytes to read; immediate: size.
template <bool Wide>
void copy(warp& w, const instruction& i, std::uint32_t m)
{
    alignas(64) std::uint64_t to[warp_size], from[warp_size];
    const auto* d64 = slot<std::uint64_t>(w, i.operands[0]);
    const auto* d32 = slot<std::uint32_t>(w, i.operands[0]);
    const auto* s = slot<std::uint64_t>(w, i.operands[1]);
    const auto* n = i.operands[2] == no_operand ? nullptr : slot<std::uint32_t>(w, i.operands[2]);
    const auto offsets = static_cast<std::uint64_t>(i.immediate);
    for (int l = 0; l < warp_size; ++l) {
        to[l] = reinterpret_cast<std::uint64_t>(w.shared) + (Wide ? d64[l] : d32[l]) + (offsets & 0xffffffff);
        from[l] = s[l] + static_cast<std::uint64_t>(static_cast<std::int64_t>(offsets) >> 32);
    }
    if (w.checks) {
        check_access(w, i, m, to, i.detail, true);
        if (!n) check_access(w, i, m, from, i.detail, false);
    }
    each_lane(m, [&](int l) {
        const std::uint32_t take = n ? std::min<std::uint32_t>(n[l], i.detail) : i.detail;
        auto* p = reinterpret_cast<char*>(to[l]);
        std::memcpy(p, reinterpret_cast<const void*>(from[l]), take);
        std::memset(p + take, 0, i.detail - take);
    });
}

} // namespace

bool function_decoder::decode_asynchronous()
{
    if (now_->opcode != "cp" || !now_->has("async")) return false;
    if (now_->has("bulk") || now_->has("mbarrier")) return false;
    if (now_->has("commit_group") || now_->has("wait_group") || now_->has("wait_all")) {
        emit(nothing);
        return true;
    }
    const auto& o = now_->operands;
    if (o.size() < 3) fail("takes two addresses and a size");
    const location to = address(o[0], ptx::space::shared);
    const location from = address(o[1], ptx::space::global);
    const auto bytes = constant_bits(o[2], 'r');
    operand_slot size = no_operand;
    if (o.size() > 3 && o[3].kind != ptx::operand_kind::sink && o[3].kind != ptx::operand_kind::integer) size = read(o[3], 'r');
    if (o.size() > 3 && o[3].kind == ptx::operand_kind::integer) size = broadcast('r', o[3].value);
    instruction& i = emit(to.wide ? copy<true> : copy<false>);
    i.operands[0] = to.base;
    i.operands[1] = from.base;
    i.operands[2] = size;
    i.immediate = (from.offset << 32) | (to.offset & 0xffffffff);
    i.detail = static_cast<std::uint8_t>(bytes);
    return true;
}

} // namespace cuda_emulator
