# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inline SVG: bars of times, figures of then and now on a scale of powers of ten, and which bank and sector a warp's lanes touch.

Colours and sizes are the style sheet's, so the pictures follow light and dark. Each has a title for who cannot see it.
"""

import html
import math

WIDTH = 360  # units; a phone shows them at their size


def element(name, content="", **attributes):
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"' for key, value in attributes.items())
    return f"<{name}{words}>{content}</{name}>"


def text(x, y, words, **attributes):
    return element("text", html.escape(words, quote=False), x=x, y=y, **attributes)


def picture(title, height, *content):
    return element("svg", element("title", html.escape(title, quote=False)) + "".join(content), viewBox=f"0 0 {WIDTH} {height}",
                   class_="chart", role="img", aria_label=title)


def shown_time(us):
    return f"{us / 1e3:.2f} ms" if us >= 1000 else f"{us:.1f} µs"


def bars(title, values):
    """values: [(name, class, microseconds)]"""
    longest, parts, y = max(value for _, _, value in values), [], 4
    for name, kind, value in values:
        length = max(1, 200 * value / longest)
        parts += [text(62, y + 11, name, text_anchor="end"),
                  element("rect", x=68, y=y, width=round(length, 1), height=14, class_="bar-" + kind),
                  text(round(74 + length, 1), y + 11, shown_time(value))]
        y += 20
    return picture(title, y, *parts)


def then_and_now(title, rows, unit):
    """rows: [(quantity, then, now)] in one unit: two dots each on a scale of powers of ten."""
    values = [value for _, then, now in rows for value in (then, now)]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high += high == low

    def place(value):
        return round(8 + (WIDTH - 16) * (math.log10(value) - low) / (high - low), 1)

    parts, y = [], 4
    for name, then, now in rows:
        one, other = place(then), place(now)
        parts += [text(8, y + 10, name),
                  element("line", x1=one, x2=other, y1=y + 20, y2=y + 20, class_="way"),
                  element("circle", element("title", f"then {then:g} {unit}"), cx=one, cy=y + 20, r=4, class_="then"),
                  element("circle", element("title", f"today {now:g} {unit}"), cx=other, cy=y + 20, r=4, class_="now")]
        y += 34
    grid = []
    for power in range(low, high + 1):
        x = place(10.0 ** power)
        anchor = "start" if power == low else "end" if power == high else "middle"
        grid += [element("line", x1=x, x2=x, y1=0, y2=y, class_="grid"), text(x, y + 12, f"{10.0 ** power:g}", text_anchor=anchor)]
    y += 18
    legend = [element("circle", cx=12, cy=y + 8, r=4, class_="then"), text(20, y + 12, "then"),
              element("circle", cx=62, cy=y + 8, r=4, class_="now"), text(70, y + 12, f"today ({unit})")]
    return picture(title, y + 18, *grid, *parts, *legend)


def lanes_to(title, targets, of_lane, names, crowded):
    """Lanes above, `targets` cells below, a line from each lane to each of its cells."""
    step, cell = (WIDTH - 8) / 32, (WIDTH - 8) / max(1, targets)
    parts = [text(4, 10, title)]
    for lane in range(32):
        parts.append(element("rect", x=round(4 + lane * step, 1), y=14, width=round(step - 1.5, 1), height=8,
                             class_="lane" if of_lane[lane] else "lane idle"))
        for target in of_lane[lane]:
            parts.append(element("line", x1=round(4 + (lane + 0.4) * step, 1), y1=22, x2=round(4 + (target + 0.45) * cell, 1), y2=72,
                                 class_="touch"))
    for target in range(targets):
        parts.append(element("rect", element("title", names[target]), x=round(4 + target * cell, 1), y=72, height=12,
                             width=round(max(1.0, cell - 1.5), 1), class_=crowded[target]))
    return picture(title, 86, *parts)


def banks(addresses, size):
    """Shared memory: which of the 32 banks of 4 bytes each lane touches. addresses: 32 numbers, None for idle lanes."""
    of_lane = [[] if address is None else sorted({address // 4 % 32 + k for k in range(max(1, size // 4))}) for address in addresses]
    of_lane = [[bank % 32 for bank in one] for one in of_lane]
    wanted = [set() for _ in range(32)]
    for address, touched in zip(addresses, of_lane):
        for k in range(max(1, size // 4)) if touched else ():
            wanted[(address // 4 + k) % 32].add(address // 4 + k)
    turns = max(map(len, wanted), default=0)
    return lanes_to(f"32 lanes, 32 banks: {turns} {'word' if turns == 1 else 'different words'} of one bank at most", 32, of_lane,
                    [f"bank {bank}: {len(words)} words" for bank, words in enumerate(wanted)],
                    ["cell" if len(words) == 1 else "cell idle" if not words else "cell crowded" for words in wanted])


def sectors(addresses, size):
    """Global memory: which sectors of 32 bytes each lane touches."""
    touched = [[] if address is None else list(range(address // 32, (address + size - 1) // 32 + 1)) for address in addresses]
    all_of_them = sorted({sector for one in touched for sector in one})
    place = {sector: at for at, sector in enumerate(all_of_them)}
    return lanes_to(f"32 lanes, {len(all_of_them)} {'sector' if len(all_of_them) == 1 else 'sectors'} of 32 bytes", len(all_of_them),
                    [[place[sector] for sector in one] for one in touched],
                    [f"sector at byte {(sector - all_of_them[0]) * 32}" for sector in all_of_them], ["cell"] * len(all_of_them))
