# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The directive `pair`: two files of the tree beside each other, line by line.

    ```{pair} texture/array_1d
    ```

shows a pair: legacy beside twin, twin beside the fast stage where there is one, or one of them alone, by a switch. The
lessons of the twin's `Changes:` stand above the first lines that they explain, and their numbers at the others.

    ```{pair} legacy/reduction/sum_of_squares_thread0.cu modern/reduction/sum_of_squares_tree.cu
    :context: 2
    ```

shows two files of the tree, here with two lines around those that differ; :lessons: numbers the right file's lessons.
Columns are named after the stage that a file is; on a narrow screen the style sheet makes one column of the two.
"""

import html
import pathlib
import re

from docutils import nodes
from docutils.parsers.rst import directives
from examples import Comparison, Source, coloured, marked
from lessons import explained
from rules.tree import FAST
from sphinx.util.docutils import SphinxDirective

MARKUP = re.compile(r"`([^`]+)`")


def stage_of(path):
    if path.startswith("legacy/"):
        return "legacy"
    return "fast" if pathlib.PurePath(path).stem.endswith(FAST) else "twin"


def words(text):
    return MARKUP.sub(r"<code>\1</code>", html.escape(text, quote=False)).replace("-&gt;", "→")


class Table:
    """One comparison as a table. names: of the columns' ids; an empty one has no permalinks."""

    def __init__(self, comparison, names, lessons, prefix="", context=None):
        self.comparison, self.names, self.lessons = comparison, names, lessons
        self.prefix, self.context = prefix, context
        self.whole = context is None  # else neither heads nor anything to copy
        self.where = explained(comparison, lessons) if lessons else {}
        self.told = set()

    def cell(self, side, number, tokens, other):
        source = (self.comparison.left, self.comparison.right)[side]
        place = "left" if side == 0 else "right"
        if number is None:
            return f'<td class="num {place}"></td><td class="line {place} none"></td>'
        line, name = source.first + number, self.names[side]
        text = coloured(tokens[number], marked(source.body[number], other) if other is not None else [])
        at = f"{self.prefix}{name}-{line}"
        shown = f'<a id="{at}" href="#{at}" aria-label="{stage_of(source.path)}, line {line}">{line}</a>' if name else line
        return f'<td class="num {place}">{shown}</td><td class="line {place}"><code>{text or " "}</code></td>'

    def lesson(self, at):
        """The row above: a lesson that nothing said yet; and the number for the row itself."""
        number = self.where.get(at)
        if number is None:
            return "", ""
        name = f"{self.prefix}lesson-{number + 1}"
        first = number not in self.told
        self.told.add(number)
        above = (f'<tr class="lesson" id="{name}"><td colspan="5"><b>{number + 1}</b><span>{words(self.lessons[number])}</span></td></tr>'
                 if first else "")
        before = None if first else self.where.get(at - 1)
        badge = "" if before == number or first else \
            f'<a href="#{name}" title="{html.escape(self.lessons[number])}" aria-label="lesson {number + 1}">{number + 1}</a>'
        return above, badge

    def shown(self):
        """The rows to show, with None where some are left out."""
        rows = range(len(self.comparison.rows))
        if self.context is None:
            yield from rows
            return
        near = [any(self.comparison.differs[max(0, at - self.context):at + self.context + 1]) for at in rows]
        left_out = False
        for at in rows:
            if near[at]:
                left_out = False
                yield at
            elif not left_out:
                left_out = True
                yield None

    def rows(self):
        tokens = [self.comparison.left.tokens(), self.comparison.right.tokens()]
        for at in self.shown():
            if at is None:
                yield '<tr class="gap"><td colspan="5">⋯</td></tr>'
                continue
            row, differs = self.comparison.rows[at], self.comparison.differs[at]
            left, right = self.comparison.texts(row)
            compared = differs and row.related
            above, badge = self.lesson(at)
            kind = "both" if not differs else "old" if row.right is None else "new" if row.left is None else "changed"
            yield (f'{above}<tr class="{kind}">{self.cell(0, row.left, tokens[0], right if compared else None)}'
                   f'{self.cell(1, row.right, tokens[1], left if compared else None)}<td class="why">{badge}</td></tr>')

    def html(self):
        sides = tuple(zip(("left", "right"), (self.comparison.left, self.comparison.right)))
        heads, folded = "", ""
        for place, side in sides:
            stage = stage_of(side.path)
            copy = f'<button type="button" class="copy" data-side="{place}" aria-label="Copy the {stage} file">Copy</button>'
            heads += (f'<th scope="col" colspan="2" class="{place}"><span>{stage} <small>{side.path}</small></span>'
                      f'{copy if self.whole else ""}</th>')
            folded += (f'<details class="{place}"><summary>Head of the {stage} file, {len(side.head)} lines</summary>'
                       f'<pre tabindex="0">{html.escape(chr(10).join(side.head), quote=False)}</pre></details>')
        folded = f'<div class="heads">{folded}</div>' if self.whole else ""
        rows = "\n".join(self.rows())
        return (f'{folded}<table class="rows highlight"><colgroup><col class="num"><col><col class="num"><col>'
                f'<col class="why"></colgroup><thead><tr>{heads}<th class="why"><span class="hidden">lesson</span></th></tr></thead><tbody>{rows}</tbody></table>')

    def untold(self):
        """Lessons for which no line was found."""
        return [number for number in range(len(self.lessons)) if number not in self.told]


class PairDirective(SphinxDirective):
    required_arguments = 1
    optional_arguments = 1
    option_spec = {"context": directives.nonnegative_int, "lessons": directives.flag}  # noqa: RUF012

    def source(self, path):
        self.env.note_dependency(str(self.root / path))
        return Source(self.root, path)

    def run(self):
        self.root = pathlib.Path(self.config.pair_root)
        try:
            content = self.two_files() if len(self.arguments) == 2 else self.stages(self.arguments[0])
        except OSError as error:
            raise self.error(f"pair: {error}") from error
        return [nodes.raw("", content, format="html")]

    def two_files(self):
        left, right = map(self.source, self.arguments)
        step = self.env.new_serialno("pair") + 1
        table = Table(Comparison(left, right), ("left", "right"), right.lessons if "lessons" in self.options else [],
                      f"step-{step}-", self.options.get("context"))
        return f'<div class="pair step" data-view="both">{table.html()}</div>'

    def stages(self, slug):
        legacy, twin = self.source(f"legacy/{slug}.cu"), self.source(f"modern/{slug}.cu")
        table = Table(Comparison(legacy, twin), ("legacy", "twin"), twin.lessons)
        first = table.html()
        views = [("both", "legacy | twin"), ("legacy", "legacy"), ("twin", "twin")]
        second = ""
        if (self.root / f"modern/{slug}{FAST}.cu").is_file():
            fast = self.source(f"modern/{slug}{FAST}.cu")
            views += [("next", "twin | fast"), ("fast", "fast")]
            second = f'<div class="second">{Table(Comparison(twin, fast), ("", "fast"), []).html()}</div>'
        switch = "".join(
            f'<input type="radio" name="view" id="view-{name}" value="{name}"{" checked" if name == "both" else ""}>'
            f'<label for="view-{name}">{shown}</label>' for name, shown in views)
        untold = "".join(f'<li value="{number + 1}">{words(twin.lessons[number])}</li>' for number in table.untold())
        untold = f'<p class="also">Also:</p><ol class="also">{untold}</ol>' if untold else ""
        return (f'<div class="pair"><a class="skip" href="#results-and-figures">Skip the code</a>'
                f'<fieldset class="views"><legend>Show</legend>{switch}</fieldset>'
                f'<div class="first">{first}</div>{second}{untold}</div>')


def setup(app):
    app.add_config_value("pair_root", "", "env")
    app.add_directive("pair", PairDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
