# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the records of tests/evidence say of a pair, for its page. What is lacking is said in words."""

import html

import charts
import sources  # tests/evidence
import then_and_now  # tests/evidence

STAGES = ("legacy", "twin", "fast", "library", "limit")


def cell(us):
    return "" if us is None else charts.shown_time(us)


def escaped(words):
    return html.escape(str(words), quote=False).replace("|", "&#124;").replace("*", "&#42;").replace("_", "&#95;").replace("`", "&#96;")


class Evidence:
    def __init__(self, root):
        self.root, self.value = root, then_and_now.newest(root)
        self.now = sources.short(sources.hashes(root)) if self.value else {}

    def changed(self, paths):
        """Those of the files that are not what the record's were."""
        return [path for path in paths if self.value["files"].get(path) != self.now.get(path)]

    def results(self, slug):
        """The section of a pair's page, in Markdown."""
        if not self.value:
            return "Nothing is recorded yet: no GPU has run this pair.\n"
        device = self.value["device"]
        lines = [f"Recorded on one {device['name']}, driver {device['driver']}, {self.value['toolkit']}, {self.value['date'][:10]}"
                 " ([all of the record](../../tests/evidence/README.md)).", ""]
        lines += self.state(slug)
        runs = [one for one in (self.value.get("pairs") or {}).get("pairs", []) if one["slug"] == slug]
        if runs:
            lines += ["| Stage | Size | Result |", "| --- | --- | --- |"]
            for one in runs:
                for stage, name in (("legacy", "legacy"), ("modern", "twin"), ("fast", "fast")):
                    if stage in one:
                        said = one[stage].get("result")
                        said = escaped(said) if said is not None else "not run: " + escaped(one[stage].get("outside_domain", "no reason given"))
                        lines.append(f"| {name} | {one['size']} | {said} |")
            lines += ["", " ".join(f"At size {one['size']} the stages {'agree' if one['agree'] else 'do **not** agree'}: {escaped(one['compared'])}."
                                   for one in runs), ""]
        else:
            lines += ["No results of this pair are recorded yet.", ""]
        lines += self.sanitizers(slug)
        lines += self.times(slug)
        return "\n".join(lines)

    def state(self, slug):
        own = self.changed([f"legacy/{slug}.cu", f"modern/{slug}.cu", *(
            [f"modern/{slug}_fast.cu"] if (self.root / f"modern/{slug}_fast.cu").is_file() else [])])
        if own:
            return ["**Stale:** " + ", ".join(f"`{path}`" for path in own) + " changed since. The figures are those of the older text.", ""]
        if sources.digest(sources.hashes(self.root)) != self.value["digest"]:
            return ["The pair's own files are those that were run. Other sources of the project changed since.", ""]
        return []

    def sanitizers(self, slug):
        name, said = f"pair_{slug.replace('/', '_')}_test", []
        for tool, programs in sorted((self.value.get("sanitizers") or {}).items()):
            if isinstance(programs, dict) and name in programs:
                said.append(f"{tool}: {escaped(programs[name].get('outcome', 'not run'))}")
        return ["The pair's test under compute-sanitizer: " + ", ".join(said) + ".", ""] if said else []

    def times(self, slug):
        rows = [one for one in (self.value.get("benchmarks") or {}).get("rows", [])
                if one["pair"] in (slug, slug + "/aligned") and any(one.get(stage + "_us") for stage in STAGES)]
        if not rows:
            return ["No times of this pair are recorded."]
        known = [stage for stage in STAGES if any(one.get(stage + "_us") for one in rows)]
        library = next((one["library"] for one in rows if "library" in one), "")
        lines = ["### Times of the kernels", "",
                 "The best of several runs. *Limit* is the time that the bytes, or the operations, need at the least."
                 + (f" The library's call is `{library}`." if library else ""), "",
                 "| Size | " + " | ".join(known) + " |", "| --- " * (len(known) + 1) + "|"]
        for one in rows:
            aligned = ", aligned" if one["pair"].endswith("/aligned") else ""
            lines.append(f"| {one['size']}{aligned} | " + " | ".join(cell(one.get(stage + "_us")) for stage in known) + " |")
        last = max((one for one in rows if one["pair"] == slug and one.get("legacy_us")), key=lambda one: one["size"], default=None)
        if last:
            values = [(stage, stage, last[stage + "_us"]) for stage in known if last.get(stage + "_us")]
            lines += ["", *raw(charts.bars(f"Times at size {last['size']}", values))]
        return lines


def raw(content):
    return ["```{raw} html", content, "```", ""]
