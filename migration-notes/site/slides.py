# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A picture of a pair's kernels for slides: the legacy kernel beside the twin's, as SVG."""

import html

from examples import Comparison, Source
from single import kernel_lines, single_file

FONT, LINE, CHARACTER, MARGIN = 14, 19, 8.45, 16
OLD, NEW = "#fde2e2", "#dff3e0"


def kernels(root, path):
    source = Source(root, path)
    first, last = kernel_lines(source.body)
    source.body, source.first = source.body[first:last], source.first + first
    return source


def column(lines, marked, x, width, colour):
    parts = []
    for at, text in enumerate(lines):
        y = MARGIN + LINE * (at + 2)
        if marked[at] and text is not None:
            parts.append(f'<rect x="{x - 4}" y="{y - FONT}" width="{width}" height="{LINE}" fill="{colour}"/>')
        if text:
            parts.append(f'<text x="{x}" y="{y}" xml:space="preserve">{html.escape(text, quote=False)}</text>')
    return parts


def svg(root, slug):
    """The picture's text; empty where a side has no kernel of its own."""
    left, right = kernels(root, f"legacy/{slug}.cu"), kernels(root, f"modern/{slug}.cu")
    if not left.body or not right.body:
        return ""
    compared = Comparison(left, right)
    old = [left.body[row.left] if row.left is not None else None for row in compared.rows]
    new = [right.body[row.right] if row.right is not None else None for row in compared.rows]
    widths = [round(max(len(line) for line in side.body) * CHARACTER) + 2 * MARGIN for side in (left, right)]
    height = LINE * (len(compared.rows) + 2) + 2 * MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sum(widths)} {height}" width="{sum(widths)}" height="{height}" '
             f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{FONT}" fill="#1b1b1b">',
             f"<title>{slug}: the legacy kernel beside the modern one</title>",
             f'<rect width="{sum(widths)}" height="{height}" fill="#ffffff"/>',
             f'<text x="{MARGIN}" y="{MARGIN + 2}" font-weight="bold">legacy/{slug}.cu</text>',
             f'<text x="{MARGIN + widths[0]}" y="{MARGIN + 2}" font-weight="bold">modern/{slug}.cu</text>',
             *column(old, compared.differs, MARGIN, widths[0] - MARGIN, OLD),
             *column(new, compared.differs, MARGIN + widths[0], widths[1] - MARGIN, NEW), "</svg>"]
    return "\n".join(parts) + "\n"


def write(root, slugs, folder):
    """single/AREA/NAME.cu and slides/AREA/NAME.svg below a folder."""
    for slug in slugs:
        for kind, ending, text in (("single", "cu", single_file(root, f"modern/{slug}.cu")), ("slides", "svg", svg(root, slug))):
            if text:
                target = folder / kind / f"{slug}.{ending}"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")


def links(root, slug):
    """A line of HTML for the pair's page, which lies two folders deep."""
    picture = f', <a href="../../slides/{slug}.svg">the kernels as a picture</a> for slides' if svg(root, slug) else ""
    return f'<p>To take away: <a href="../../single/{slug}.cu">the modern program as one file</a>{picture}.</p>'
