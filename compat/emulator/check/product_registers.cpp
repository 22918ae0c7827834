// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/product_registers.h"

#include "check/findings.h"
#include "machine/block.h"
#include "machine/fault.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

using product = pending_products::product;
using copy_of_result = pending_products::copy;

bool has(const std::vector<int>& registers, int r)
{
    return std::find(registers.begin(), registers.end(), r) != registers.end();
}

// The latest product that has the register in the list, which is `results` or `sources`; null: none.
const product* find(const warp& w, int r, const std::vector<int>* product::*list)
{
    const auto& all = w.products.products;
    const auto p = std::find_if(all.rbegin(), all.rend(),
                                [&](const product& x) { return x.of == w.current && has(*(x.*list), r); });
    return p == all.rend() ? nullptr : &*p;
}

void forget_copy(warp& w, int r)
{
    auto& all = w.products.copies;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const copy_of_result& c) { return c.reg == r && c.from.of == w.current; }),
              all.end());
}

// The product whose result the register holds, or a copy of it.
const product* find_result(const warp& w, int r)
{
    for (const copy_of_result& c : w.products.copies)
        if (c.reg == r && c.from.of == w.current) return &c.from;
    return find(w, r, &product::results);
}

void report(warp& w, const instruction& i, std::uint32_t mask, const product& p, bool writes, const char* role)
{
    if (!is_new_finding(*w.owner, {"product", &i, p.at})) return;
    const program& code = *w.grid->code;
    const decoded_function& f = *w.current->function;
    add_finding(
        *w.owner, "product " + std::string(code.kernel->source->name) + key_of(code, f, i) + key_of(code, f, *p.at),
        place_of(w, i, __builtin_ctz(mask)) + ": " + (writes ? "write" : "read") + " of a register that holds " + role +
            " of the wgmma.mma_async at " + line_of(w, *p.at) + ", and no wgmma.wait_group has waited for it");
}

void copy(warp& w, const instruction& i, std::uint32_t mask, const product_access& a)
{
    const product* from = nullptr;
    for (const int r : a.reads)
        if (!from) from = find_result(w, r);
    const product value = from ? *from : product{};
    for (const int r : a.writes) {
        if (const product* const p = find(w, r, &product::sources)) report(w, i, mask, *p, true, "A");
        forget_copy(w, r);
        if (from) w.products.copies.push_back({r, value});
    }
}

} // namespace

void run_product_access(warp& w, const instruction& i, std::uint32_t mask)
{
    if (w.products.products.empty()) return;
    const auto& a = static_cast<const product_access&>(*static_cast<const register_lists*>(i.extra));
    if (a.copies) return copy(w, i, mask, a);
    for (const int r : a.reads)
        if (const product* const p = find_result(w, r)) report(w, i, mask, *p, false, "D");
    for (const int r : a.writes) {
        forget_copy(w, r);
        if (const product* const p = find(w, r, &product::results)) report(w, i, mask, *p, true, "D");
        if (const product* const p = find(w, r, &product::sources)) report(w, i, mask, *p, true, "A");
    }
}

void begin_product(warp& w, const instruction& i, const std::vector<int>& results, const std::vector<int>& sources)
{
    auto& all = w.products.products;
    all.erase(std::remove_if(all.begin(), all.end(), [&](const product& p) { return p.at == &i && p.of == w.current; }),
              all.end());
    all.push_back({&i, w.current, w.products.groups, &results, &sources});
    if (!w.products.copies.empty())
        for (const int r : results)
            forget_copy(w, r);
}

void run_product_commit(warp& w, const instruction&, std::uint32_t) { ++w.products.groups; }

void wait_for_products(warp& w, std::uint32_t pending_groups)
{
    pending_products& all = w.products;
    const auto is_over = [&](const product& p) { return p.group + pending_groups < all.groups; };
    all.products.erase(std::remove_if(all.products.begin(), all.products.end(), is_over), all.products.end());
    all.copies.erase(
        std::remove_if(all.copies.begin(), all.copies.end(), [&](const copy_of_result& c) { return is_over(c.from); }),
        all.copies.end());
}

} // namespace cuda_emulator
