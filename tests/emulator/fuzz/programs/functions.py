# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions and kernels, as lines of C++. A function has the variables that expressions.py names."""

from statements import Statements

SIGNATURE = "NOT_INLINED u32 {name}(u32 mask, u32 lane, u32 a, u32 b, u64 p, float f, global_memory& memory)"
RESULT = "a ^ b * 3u ^ c * 5u ^ d * 7u ^ (u32)(p + (q >> 9)) ^ bits_of(f) ^ bits_of(g) ^ (u32)(bits_of(x) >> 16) ^ local[a & 7u]"
VARIABLES = ("u32 c = a ^ b, d = lane;", "u64 q = p * 3u;", "float g = f;", "double x = f;",
             "u32 local[8] = {a, b, c, d, 1u, 2u, 3u, 4u};")


def function(random, name, functions, groups):
    """A function whose lanes exchange. Some of them may return early."""
    body = Statements(random, functions, groups=groups)
    lines = [SIGNATURE.format(name=name), "{", *VARIABLES, *body.block("mask", 2, random.randint(2, 3))]
    if body.chance(2):
        lines += [*body.leaving("mask", "return a * 7u + d"), *body.block("mask", 1, random.randint(1, 2))]
    return [*lines, f"return {RESULT};", "}"]


def recursive_function(random, name, groups):
    """A function that calls itself, at most 7 times, and less often in some lanes."""
    body = Statements(random, groups=groups)
    return [
        SIGNATURE.format(name=name),
        "{",
        *VARIABLES,
        "const u32 level = b & 7u;",
        "if (!stays(mask, level > 0u)) return a * 3u;",
        *body.block("mask", 1, 1),
        body.fill(f"$word_variable ^= {name}(mask, lane, a + 1u, level - 1u, p, f, memory);", 1),
        *body.block("mask", 1, random.randint(1, 2)),
        f"return {RESULT};",
        "}",
    ]


def record_function(random, name):
    """A function that takes a structure by value, and gives one."""
    body = Statements(random)
    return [
        f"NOT_INLINED record {name}(record r, u32 lane, u32 b, global_memory& memory)",
        "{",
        "u32 a = r.word + r.half, c = r.bytes[0] + r.bytes[2] * 256u, d = b ^ a;",
        "u64 p = r.wide, q = p * 3u;",
        "float f = r.single, g = f;",
        "double x = f;",
        "u32 local[8] = {a, b, c, d, 1u, 2u, 3u, 4u};",
        *(body.assignment() for _ in range(random.randint(2, 4))),
        body.fill("r.bytes[$word % 3u] = (u8)($word);", 2),
        "return {p ^ q, a + b, add_f32(f, g), (u16)(c ^ d), {r.bytes[2], r.bytes[0], r.bytes[1]}};",
        "}",
    ]


# What a thread stores in shared memory and loads from another thread's place: (weight, (place, form of the value)).
# $thread is the number of the thread, and $stride an odd number, so that each thread has a place of its own.
SHARED_PLACES = (
    (1, ("self.shared->bytes[$thread * $stride % 1024u]", "b")),
    (1, ("self.shared->halves[$thread * $stride % 1024u]", "c")),
    (2, ("self.shared->words[$thread * $stride % 1024u]", "$(a d)")),
    (2, ("self.shared->wides[$thread * $stride % 1024u]", "$(p q)")),
    (1, ("self.shared->rows[$thread / 16u][$thread % 16u]", "a")),
    (1, ("self.shared->columns[$thread % 16u][$thread / 16u]", "d")),
)
NARROW = {"bytes": "(u8)", "halves": "(u16)", "columns": "(u16)"}
OTHER_THREADS = (
    (1, "(self.threads - 1u - self.thread)"),
    (1, "((self.thread * $(1 7 13 5)u + $(0..50)u) % self.threads)"),
)


class KernelStatements(Statements):
    """Statements of all threads of a block, besides those of a warp's lanes."""

    def through_shared_memory(self):
        other = self.fill(self.one_of(OTHER_THREADS), 1)
        if self.chance(8):
            return [
                "self.shared->quads[self.thread] = make_uint4(a, b, c, d);",
                "block_barrier();",
                f"const uint4 {self.new_name('quad')} = self.shared->quads[{other}];",
                *(f"{variable} ^= quad{self.names}.{part};" for variable, part in zip("abcd", "xyzw")),
                "block_barrier();",
            ]
        place, value = self.one_of(SHARED_PLACES)
        value, stride = self.fill(value, 1), self.fill("$(1 1 3 5 7 9)u", 1)
        narrow = next((cast for name, cast in NARROW.items() if name in place), "")
        mine, theirs = (self.fill(place, 1, thread=thread, stride=stride) for thread in ("self.thread", other))
        guard = self.fill("if ($condition) ", 2) if self.chance(2) else ""
        return [f"{mine} = {narrow}{value};", "block_barrier();", f"{guard}{value} ^= {theirs};", "block_barrier();"]

    def block_vote(self):
        return [self.fill("$word_variable += block_$(count or and)($condition);", 2)]

    def together(self):
        return self.block_vote() if self.chance(5) else self.through_shared_memory()

    def uniform_loop(self):
        """A loop with barriers. All threads execute it equally often."""
        step = self.new_name("step")
        self.counters.append(step)
        body = self.block("mask", 1, self.random.randint(1, 2)) + self.together()
        self.counters.pop()
        return [self.fill(f"for (u32 {step} = 0; {step} < $(2..5)u; ++{step}) {{", 1), *body, "}"]


KERNEL_VARIABLES = (
    "const u32 lane = self.lane, index = self.block * self.threads + self.thread;",
    "u32 mask = self.warp();",
    "u64* const scratch = memory.scratch + index * scratch_size + 4u;",
    "volatile u32* const own = memory.own + index;",
    "u32 a = read_only(memory, index), b = read_only(memory, index * 7u + 5u);",
    "u32 c = index, d = self.x + self.y * 100u + self.z * 10000u;",
    "u64 p = (u64)a << 32 | b, q = index * 0x100000001ull;",
    "float f = float_of(a), g = moderate_float(b);",
    "double x = double_of(p);",
    "u32 local[8] = {a, a + 1u, a + 2u, a + 3u, a + 4u, a + 5u, a + 6u, a + 7u};",
    "u32* const output = memory.output + index * outputs;",
)
KERNEL_RESULTS = (
    "output[0] = a;",
    "output[1] = b;",
    "output[2] = c;",
    "output[3] = d;",
    "output[4] = (u32)(p ^ p >> 32);",
    "output[5] = (u32)(q ^ q >> 32);",
    "output[6] = bits_of(f) ^ bits_of(g) * 3u;",
    "output[7] = (u32)(bits_of(x) ^ bits_of(x) >> 32) + local[a & 7u];",
)


def kernel(random, number, size, functions, record, groups):
    """A kernel of `size` statements, as a structure that is one unit of the program's text."""
    body = KernelStatements(random, functions, record, in_kernel=True, groups=groups)
    has_barriers = not body.chance(3)
    lines = [
        f"struct kernel_{number} {{",
        f'static constexpr const char* name = "kernel_{number}";',
        "HOST_DEVICE static void run(const lane_context& self, global_memory memory)",
        "{",
        *KERNEL_VARIABLES,
        "set_counters(self);",
        "block_barrier();",
    ]
    for _ in range(size):
        choice = random.randrange(6) if has_barriers else None
        lines += body.together() if choice == 0 else body.uniform_loop() if choice == 1 else body.statement("mask", 3)
    returns_early = body.chance(3)
    if returns_early:  # and no barrier follows
        lines += [
            f"const bool returns = {body.expression('condition', 1)};",
            "if (returns) output[0] = a + b;",
            "if (!stays(mask, !returns)) return;",
            *body.block("mask", 2, 2),
        ]
    lines += KERNEL_RESULTS
    if not returns_early:
        lines += ["block_barrier();", "collect_counters(self, memory);"]
    return [*lines, "}", "};"]
