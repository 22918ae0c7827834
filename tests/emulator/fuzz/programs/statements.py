# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random statements that the lanes of a warp execute, together or on divergent paths.

Each method gives lines of C++. Its `mask` is the variable that holds the lanes on this path. A statement that divides them
makes a mask for each part, so that a warp exchange always names the lanes that come to it.
"""

from expressions import Expressions

ASSIGNMENTS = (
    (6, "$word_variable $(= = += ^=) $word;"),
    (2, "$wide_variable $(= += ^=) $wide;"),
    (1, "$single_variable = $single;"),
    (1, "x = $double;"),
)

REDUCTIONS = ("reduce_add", "reduce_min", "reduce_max", "reduce_min_s32", "reduce_max_s32", "reduce_and", "reduce_or", "reduce_xor")

# Each form is one instruction, so that lanes may come to two statements with the same form.
EXCHANGES = (
    (24, "shuffle($mask, $word, lane_of($mask, $word))"),
    (8, "(u32)(wide_shuffle($mask, $wide, lane_of($mask, $word)) >> $(0..32))"),
    (8, "ballot($mask, $condition)"),
    (4, "any_of($mask, $condition)"),
    (4, "all_of($mask, $condition)"),
    (8, "match_any($mask, $word & 3u)"),
    (8, "match_all($mask, $word & $(1 3)u)"),
    (8, "wide_match_any($mask, ($wide & 1ull) << 40)"),
    *((1, name + "($mask, $word)") for name in REDUCTIONS),
)
GROUP_EXCHANGE = (8, "coalesced_sum($mask, $word)")

# They need all 32 lanes.
SEGMENT_EXCHANGES = ((1, "shuffle_$(up down xor segment)($mask, $word, $(0..31)u, $(32 32 16 8 4 2)u)"),)
TILE_EXCHANGES = (
    (1, "$(tile_sum tile_maximum_and_rank)<$(2 4 8 16 32)>($word)"),
    (1, "tile_exchange<$(2 4 8 16 32)>($word, $(0..31)u)"),
)

# Their order on one counter does not matter. A subtraction shares the counters of the additions.
COMMUTING = ("add", "min", "max", "min_s32", "max_s32", "and", "or", "xor")
WIDE_COMMUTING = ("add_u64", "min_u64", "max_u64", "min_s64", "max_s64", "and_u64", "or_u64", "xor_u64")
COUNTERS_OF_EACH, WIDE_COUNTERS_OF_EACH = 6, 4

# On this lane's own memory, so that the old values are known. `scratch` points into the middle of it.
OWN_ATOMICS = (
    (1, "$word_variable ^= atomic_$(add sub min max min_s32 max_s32 and or xor inc dec exchange compare)"
        "((u32*)&scratch[$(0..7) - 4] + $(0..1), $word);"),
    (1, "$wide_variable ^= atomic_$(add min max exchange compare and or xor)_u64(&scratch[$(0..7) - 4], $wide);"),
    (1, "$wide_variable ^= atomic_$(min max)_s64(&scratch[$(0..7) - 4], $wide);"),
)
OWN_MEMORY = (
    (1, ("scratch[(i32)($word & 7u) - 4] = $wide;", "$wide_variable += scratch[(i32)($word & 7u) - 4];")),
    (1, ("*own = $word;", "$word_variable += *own;")),
    (1, ("((u8*)scratch)[(i32)($word & 63u) - 32] = (u8)($word);",
         "$word_variable += (u32)((i16*)scratch)[(i32)($word & 31u) - 16];")),
    (1, ("((u16*)scratch)[(i32)($word & 31u) - 16] = (u16)($word);",
         "$word_variable ^= (u32)((i8*)scratch)[(i32)($word & 63u) - 32];")),
)

CALL = "$function($mask, lane, $word, $word, $wide, $single, memory)"

# (weight, method, what it needs)
STATEMENTS = (
    (6, "assignments", None),
    (4, "exchange", None),
    (2, "whole_warp_exchange", None),
    (5, "branch", "depth"),
    (3, "for_loop", "depth"),
    (2, "do_loop", "depth"),
    (1, "switch", "depth"),
    (1, "fall_through", None),
    (2, "call", "functions"),
    (2, "call_on_both_paths", "functions"),
    (1, "call_by_pointer", "two functions"),
    (1, "record_call", "record function"),
    (3, "exchange_on_both_paths", None),
    (3, "peeled_loop", None),
    (1, "atomics", None),
    (1, "own_atomic", "kernel"),
    (1, "own_memory", "kernel"),
    (1, "through_warp_memory", "kernel"),
    (4, "local_array", None),
)


class Statements(Expressions):
    """Statements of a function or of a kernel.

    functions         names of functions that can be called, with one signature
    record_function   the name of one that takes and gives a structure, or None
    groups            whether cooperative groups are used
    """

    def __init__(self, random, functions=(), record_function=None, in_kernel=False, groups=False):
        super().__init__(random)
        self.functions, self.record_function = functions, record_function
        self.in_kernel, self.groups = in_kernel, groups
        self.names = 0

    def new_name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def can(self, need, depth):
        return {
            None: True,
            "depth": depth > 0,
            "functions": bool(self.functions),
            "two functions": len(self.functions) == 2,
            "record function": self.record_function is not None,
            "kernel": self.in_kernel,
        }[need]

    def statement(self, mask, depth):
        possible = [(weight, method) for weight, method, need in STATEMENTS if self.can(need, depth)]
        return getattr(self, self.one_of(possible))(mask, depth)

    def block(self, mask, depth, count=None):
        lines = []
        for _ in range(count or self.random.randint(1, 3)):
            lines += self.statement(mask, depth)
        return lines

    # One path.

    def assignment(self):
        return self.fill(self.one_of(ASSIGNMENTS), 4)

    def assignments(self, mask, depth):
        return [self.assignment() for _ in range(self.random.randint(1, 3))]

    def local_array(self, mask, depth):
        return [self.fill("local[$word & 7u] $(= += ^=) $word;", 2), self.fill("$word_variable ^= local[$word & 7u];", 2)]

    def own_memory(self, mask, depth):
        return [self.fill(form, 2) for form in self.one_of(OWN_MEMORY)]

    def own_atomic(self, mask, depth):
        return [self.fill(self.one_of(OWN_ATOMICS), 2)]

    def atomics(self, mask, depth):
        """On counters that all lanes share. The old values depend on the order, so nothing reads them."""
        lines = []
        for names, many, prefix, kind in ((COMMUTING, COUNTERS_OF_EACH, "", "word"),
                                          (WIDE_COMMUTING, WIDE_COUNTERS_OF_EACH, "wide_", "wide")):
            if prefix and not (self.in_kernel and self.chance(2)):
                continue
            number = self.random.randrange(len(names))
            name = "sub" if not prefix and number == 0 and self.chance(2) else names[number]
            counters = self.random.choice(("memory.", "self.shared->") if self.in_kernel else ("memory.",)) + prefix + "counter"
            lines.append(self.fill(f"atomic_{name}(&{counters}[{number * many}u + $word % {many}u], ${kind});", 2))
        return lines

    def fall_through(self, mask, depth):
        lines = [self.fill("switch ($word & 7u) {", 2)]
        for case in ("case 0:", "case 1:", "break;", "case 3:", "case 4:", "case 5:", "break;", "case 6:"):
            lines.append(case if case in ("break;", "case 4:") else f"{case} {self.assignment()}")
        return [*lines, "}"]

    # Exchanges.

    def exchange_form(self):
        return self.one_of((*EXCHANGES, GROUP_EXCHANGE) if self.groups else EXCHANGES)

    def exchange(self, mask, depth):
        return [self.fill(f"$word_variable $(= += ^=) {self.exchange_form()};", 2, mask=mask)]

    def whole_warp_exchange(self, mask, depth):
        form = self.one_of(TILE_EXCHANGES if self.groups and self.chance(2) else SEGMENT_EXCHANGES)
        return [f"if ({mask} == ~0u) {{", self.fill(f"$word_variable += {form};", 2, mask=mask), "}"]

    def through_warp_memory(self, mask, depth):
        """Each lane loads what another lane of its path stored in shared memory."""
        value = self.fill("$word_variable", 1)
        return [
            f"self.shared->of_warps[self.thread] = {value};",
            f"warp_barrier({mask});",
            self.fill(f"{value} ^= self.shared->of_warps[self.thread - lane + lane_of({mask}, $word)];", 2),
            f"warp_barrier({mask});",
        ]

    def exchange_on_both_paths(self, mask, depth):
        """Lanes on two paths come to one exchange, by different statements."""
        form = self.exchange_form()
        return [
            self.fill("if ($condition) {", 2),
            self.assignment(),
            self.fill(f"$word_variable = {form};", 2, mask=mask),
            "}",
            "else {",
            self.fill(f"$word_variable ^= {form};", 2, mask=mask),
            self.assignment(),
            "}",
        ]

    def peeled_loop(self, mask, depth):
        """Some lanes execute one iteration before or after the loop. All exchange equally often."""
        form, peeled, step = self.exchange_form(), self.new_name("peeled"), self.new_name("step")
        many = self.random.randint(3, 9)
        one = [f"if ({peeled}) {{", self.assignment(), self.fill(f"$word_variable += {form};", 2, mask=mask), "}"]
        self.counters.append(step)
        body = [self.fill(f"$word_variable = $word_variable * 3u + {form};", 2, mask=mask)]
        if self.chance(2):
            body.append(self.assignment())
        self.counters.pop()
        lines = [self.fill(f"const u32 {peeled} = $condition;", 2)]
        if self.chance(2):
            return [*lines, *one, f"for (u32 {step} = {peeled}; {step} < {many}u; ++{step}) {{", *body, "}"]
        return [*lines, f"for (u32 {step} = 0; {step} < {many}u - {peeled}; ++{step}) {{", *body, "}", *one]

    # Divergent paths.

    def branch(self, mask, depth):
        name = self.new_name("")
        taken, yes, no = f"taken{name}", f"yes{name}", f"no{name}"
        lines = [
            self.fill(f"const bool {taken} = $condition;", 3),
            f"u32 {yes} = ballot({mask}, {taken}), {no} = {mask} & ~{yes};",
            f"if ({taken}) {{",
            *self.block(yes, depth - 1),
            "}",
        ]
        if not self.chance(3):
            lines += ["else {", *self.block(no, depth - 1), "}"]
        return lines

    def leaving(self, mask, jump):
        """Some lanes leave the path by `jump`."""
        return [self.fill(f"if (!stays({mask}, $condition)) {jump};", 2)]

    def for_loop(self, mask, depth):
        name = self.new_name("")
        step, many, rest = f"step{name}", f"many{name}", f"rest{name}"
        lines = [self.fill(f"const u32 {many} = $word % $(2..6)u;", 2), f"u32 {rest} = {mask};"]
        self.counters.append(step)
        body = self.block(rest, depth - 1)
        if self.chance(3):
            leaving = self.leaving(rest, "break")
            body = leaving + body if self.chance(2) else body + leaving
        self.counters.pop()
        return [*lines, f"for (u32 {step} = 0; stays({rest}, {step} < {many}); ++{step}) {{", *body, "}"]

    def do_loop(self, mask, depth):
        """Lanes leave an iteration by `continue`, and some the loop by `break`."""
        name = self.new_name("")
        step, many, rest, here = f"step{name}", f"many{name}", f"rest{name}", f"here{name}"
        lines = [self.fill(f"const u32 {many} = $word % $(2..5)u;", 2), f"u32 {rest} = {mask}, {step} = 0;"]
        self.counters.append(step)
        body = [f"++{step};"]
        if self.chance(2):
            body += self.leaving(rest, "break")
        body += [f"u32 {here} = {rest};", *self.block(here, depth - 1, 1), *self.leaving(here, "continue"), *self.block(here, depth - 1)]
        self.counters.pop()
        return [*lines, "do {", *body, f"}} while (stays({rest}, {step} < {many}));"]

    def switch(self, mask, depth):
        name, cases = self.new_name(""), self.random.randint(3, 6)
        lines = [
            self.fill(f"const u32 selected{name} = $word % {cases + 1}u;", 3),
            f"u32 equal{name} = match_any({mask}, selected{name});",
            f"switch (selected{name}) {{",
        ]
        for case in range(cases):
            lines += [f"case {case}: {{", *self.block(f"equal{name}", depth - 1, 2), "break;", "}"]
        return [*lines, "}"]

    # Calls. A function's lanes exchange, so all lanes of the mask call it.

    def call_of(self, mask, function):
        return self.fill(CALL, 2, mask=mask, function=function)

    def call(self, mask, depth):
        return [self.fill("$word_variable $(= ^=) $call;", 1, call=self.call_of(mask, self.random.choice(self.functions)))]

    def call_on_both_paths(self, mask, depth):
        function = self.random.choice(self.functions)
        return [
            self.fill("if ($condition) {", 2),
            self.assignment(),
            self.fill("$word_variable = $call;", 1, call=self.call_of(mask, function)),
            "}",
            "else {",
            self.fill("$word_variable ^= $call;", 1, call=self.call_of(mask, function)),
            self.assignment(),
            "}",
        ]

    def call_by_pointer(self, mask, depth):
        name, (first, second) = self.new_name(""), self.functions
        return [
            self.fill(f"const function_pointer pointer{name} = $condition ? {first} : {second};", 2),
            f"u32 equal{name} = wide_match_any({mask}, (u64)(pointer{name} == {first}));",
            self.fill("$word_variable ^= $call;", 1, call=self.call_of(f"equal{name}", f"pointer{name}")),
        ]

    def record_call(self, mask, depth):
        name = self.new_name("record")
        return [
            self.fill(f"const record {name} = {self.record_function}({{$wide, $word, $single, (u16)($word), "
                      "{(u8)($word), 1, (u8)lane}}, lane, $word, memory);", 2),
            self.fill(f"$word_variable ^= {name}.word + {name}.half * 3u + {name}.bytes[$(0..2)];", 2),
            self.fill(f"$wide_variable += {name}.wide;", 2),
            self.fill(f"$single_variable = {name}.single;", 2),
        ]
