# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a notebook shows of a cell's Result, as HTML and as text."""

import html

MOST = 100  # marks that are shown
STYLE = ("font-family:monospace;white-space:pre-wrap;border-left:3px solid {};padding:0 .6em;margin:0;background:{};color:{}")


def listing(result):
    """The cell's lines, with what is said of them below each; nothing where nothing is."""
    marks = result.marks[:MOST]
    if not marks:
        return ""
    lines = result.source.splitlines()
    shown = sorted({line for mark in marks for line in range(mark.line - 2, mark.line + 3) if 0 < line <= len(lines)})
    parts, before = [], None
    for number in shown:
        if before is not None and number != before + 1:
            parts.append('<div style="color:#888">…</div>')
        before = number
        parts.append(f'<div style="{STYLE.format("transparent", "transparent", "inherit")}">{number:4} {html.escape(lines[number - 1])}</div>')
        parts += [f'<div style="{STYLE.format("#b00020", "#fdecee", "#7a0016")}">     ▲ {html.escape(mark.message)}</div>'
                  for mark in marks if mark.line == number]
    parts += [f'<div style="{STYLE.format("#b00020", "#fdecee", "#7a0016")}">{html.escape(mark.message)}</div>'
              for mark in marks if not 0 < mark.line <= len(lines)]
    return '<div class="cuda-legacy-marks">' + "".join(parts) + "</div>"


def listing_text(result):
    lines = result.source.splitlines()
    said = []
    for mark in result.marks[:MOST]:
        if 0 < mark.line <= len(lines):
            said.append(f"line {mark.line}: {lines[mark.line - 1].strip()}")
        said.append(f"  ^ {mark.message}")
    return "\n".join(said)


def figures(kernel):
    """What a table has of a kernel: (words, value)."""
    loads, stores, shared = kernel["global_loads"], kernel["global_stores"], kernel["shared_loads"]

    def part(counted):
        moved = 32 * counted["sectors_32"]
        return f"{100 * counted['requested_bytes'] / moved:.0f} %" if moved else "–"

    def conflicts(counted):
        return f"{counted['bank_conflicts'] / counted['requests']:.2f}" if counted["requests"] else "–"

    return [("launches", kernel["launches"]), ("warp instructions", kernel["warp_instructions"]),
            ("load efficiency", part(loads)), ("store efficiency", part(stores)),
            ("bank conflicts a load", conflicts(shared)), ("bank conflicts a store", conflicts(kernel["shared_stores"])),
            ("barriers", kernel["block_barriers"]), ("divergent branches", kernel["divergent_branches"]),
            ("global atomics", kernel["global_atomics"])]


def counters(result):
    if not result.counters:
        return ""
    rows = [figures(kernel) for kernel in result.counters]
    head = "".join(f"<th>{html.escape(kernel['kernel'])}</th>" for kernel in result.counters)
    body = "".join(f"<tr><th>{words}</th>" + "".join(f"<td>{row[at][1]}</td>" for row in rows) + "</tr>"
                   for at, (words, _) in enumerate(rows[0]))
    return f'<table class="cuda-legacy-counters"><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>'


def counters_text(result):
    return "\n".join(f"{kernel['kernel']}: " + ", ".join(f"{words} {value}" for words, value in figures(kernel))
                     for kernel in result.counters)


def page(result):
    return f'<iframe title="The page of the run" style="width:100%;height:36em;border:1px solid #ccc" srcdoc="{html.escape(result.page)}"></iframe>'
