// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page: a kernel's findings, counters, source lines, the chosen access, and timelines.
const trace = JSON.parse(document.getElementById("trace").textContent);
const byId = id => document.getElementById(id);
const anchor = place => `file-${place.file}-line-${place.line}`;
const fileName = file => trace.files[file].path.split("/").pop();
let kernel = null, chosen = null, redraw = [];

// Diagrams are drawn for the width that they have.
function drawn(container, draw) {
    const width = () => Math.max(260, Math.floor(container.clientWidth) - 2);
    const again = () => container.replaceChildren(draw(width()));
    redraw.push({ container, again });
    again();
    return container;
}
let resizing = 0;
addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
        redraw = redraw.filter(r => r.container.isConnected);
        redraw.forEach(r => r.again());
    }, 100);
});

function chooser(label, id, options, onchange) {
    const select = element("select", { id, onchange: () => onchange(Number(select.value)) },
        ...options.map(([value, text]) => element("option", { value }, text)));
    return [element("label", { for: id }, label), select];
}

// --- findings and counters

function showFindings() {
    const own = trace.findings.filter(f => f.kernel === null || trace.kernels[f.kernel] === kernel);
    const elsewhere = trace.all_findings - own.length;
    byId("findings").hidden = trace.all_findings === 0;
    const list = own.map(f => element("li", {}, f.text, ...f.places.filter(p => byId(anchor(p))).map(p =>
        element("span", {}, " ", element("a", { href: `#${anchor(p)}` }, `${fileName(p.file)}:${p.line}`))),
        f.explanation ? explained(f.explanation, own.length <= 3) : ""));
    if (elsewhere > 0) list.push(element("li", {}, `${plural(elsewhere, "finding")} of other kernels, or left out here.`));
    byId("finding-list").replaceChildren(...list);
    byId("finding-list").querySelectorAll(".explained").forEach(one => one.draw());
}

// Both accesses of a race side by side, and what would order them.
function explained(e, open) {
    const picture = element("div", { class: "scroll" }), [first, second] = e.accesses;
    const body = element("details", { class: "explained" }, element("summary", {}, "Explained"),
        second ? picture : "", element("p", { class: "remedy" }, e.remedy));
    // A closed element has no width.
    body.addEventListener("toggle", () => redraw.filter(r => r.container === picture).forEach(r => r.again()));
    body.draw = () => { if (second) drawn(picture, width => raceDiagram(e, fileName, width)); };
    body.open = open;
    return body;
}

const groups = { global_loads: "Loads of global memory", global_stores: "Stores to global memory", shared_loads: "Loads of shared memory",
    shared_stores: "Stores to shared memory", shared_atomics: "Atomics on shared memory", constant_loads: "Loads of constant memory" };

function showCounters() {
    const words = name => name.replaceAll("_", " ");
    const table = (caption, counters) => element("table", {}, element("caption", {}, caption), element("tbody", {},
        ...Object.entries(counters).map(([name, value]) =>
            element("tr", {}, element("th", { scope: "row" }, words(name)), element("td", { class: "number" }, count(value))))));
    const plain = Object.entries(kernel.counters).filter(([, v]) => typeof v === "number");
    byId("counters").replaceChildren(
        table(kernel.name, Object.fromEntries([["launches", kernel.launches], ...plain])),
        ...Object.entries(kernel.counters).filter(([, v]) => typeof v === "object").map(([name, v]) => table(groups[name] || words(name), v)));
}

// --- source

function accessLabel(a) {
    const what = { load: "load", store: "store", atomic: "atomic", copy: "copy", fetch: "fetch" }[a.operation];
    const c = a.counters, each = (n, of) => (of ? Math.round(10 * n / of) / 10 : 0);
    if (a.space === "shared") {
        const s = c.shared_loads || c.shared_stores || c.shared_atomics;
        const passes = each(s.wavefronts, s.requests);
        return { text: `${what} shared: ${plural(passes, "pass")}`, bad: (s.bank_conflicts || 0) > 0 };
    }
    if (a.space === "global") {
        const g = c.global_loads || c.global_stores;
        if (!g) return { text: `${what} global`, bad: false };
        return { text: `${what} global: ${plural(each(g.sectors_32, g.requests), "sector")}`, bad: g.requested_bytes < 16 * g.sectors_32 };
    }
    if (a.space === "constant")
        return { text: `${what} constant: ${plural(each(c.constant_loads.cache_requests, c.constant_loads.requests), "request")}`, bad: (c.constant_loads.replays || 0) > 0 };
    return { text: `${what} ${a.space}`, bad: false };
}

function accessButton(a) {
    const { text, bad } = accessLabel(a);
    if (!a.patterns.length) return element("span", {}, text);
    const button = element("button", { type: "button", class: bad ? "bad" : "good", "aria-pressed": "false", "aria-controls": "access",
        onclick: () => showAccess(a, button, true) }, (bad ? "! " : "") + text);
    return button;
}

function sourceRow(file, number, text, line, accesses, findings, most) {
    const c = line ? line.counters : {};
    const instructions = c.warp_instructions || 0;
    const lanes = instructions ? c.thread_instructions / instructions || 0 : 0;
    const rows = [element("tr", { id: `file-${file}-line-${number}`, class: line ? null : "idle" },
        element("th", { scope: "row", class: "number" }, number),
        element("td", { class: "number heat", "data-label": "instr.", style: `--share: ${Math.round(100 * instructions / most)}%` }, line ? count(instructions) : ""),
        element("td", { class: line && lanes < 31.95 && instructions ? "number few" : "number", "data-label": "lanes" }, line ? (Math.round(lanes * 10) / 10).toString() : ""),
        element("td", { class: "number", "data-label": "divergent" }, c.branches ? `${count(c.divergent_branches || 0)} of ${count(c.branches)}` : ""),
        element("td", { class: "memory" }, accesses.length ? element("div", { class: "accesses" }, ...accesses.map(accessButton)) : null),
        element("td", { class: "text code" }, text))];
    for (const f of findings)
        rows.push(element("tr", { class: "finding" }, element("td", {}), element("td", { colspan: 5 }, `Finding: ${f.text}`)));
    return rows;
}

function sourceTable(file, all) {
    const f = trace.files[file];
    const lines = new Map(kernel.lines.filter(l => l.file === file).map(l => [l.line, l]));
    const most = Math.max(1, ...kernel.lines.map(l => l.counters.warp_instructions || 0));
    const found = trace.findings.filter(x => x.places.some(p => p.file === file));
    const named = [...lines.keys(), ...found.flatMap(x => x.places.filter(p => p.file === file).map(p => p.line))].sort((a, b) => a - b);
    const body = element("tbody", {});
    const add = (number, text) => body.append(...sourceRow(file, number, text, lines.get(number),
        kernel.accesses.filter(a => a.file === file && a.line === number), found.filter(x => x.places[0].file === file && x.places[0].line === number), most));
    if (!f.text) {
        for (const number of new Set(named)) add(number, "");
    } else {
        const last = f.first_line + f.text.length - 1, near = 3;
        let skipped = 0;
        const fold = () => {
            if (skipped) body.append(element("tr", { class: "fold" }, element("td", {}), element("td", { colspan: 5 }, `${plural(skipped, "line")} without instructions of this kernel`)));
            skipped = 0;
        };
        for (let n = f.first_line; n <= last; n++) {
            if (!all && !named.some(k => Math.abs(k - n) <= near)) {
                skipped++;
                continue;
            }
            fold();
            add(n, f.text[n - f.first_line]);
        }
        fold();
    }
    const head = [["Line", "number"], ["Instructions", "number"], ["Lanes", "number"], ["Divergent", "number"], ["Memory", ""], [f.ptx ? "PTX" : "Source", ""]];
    return element("table", { class: "source" }, element("thead", {}, element("tr", {}, ...head.map(([t, c]) => element("th", { scope: "col", class: c }, t)))), body);
}

function showSource() {
    const files = [...new Set(kernel.lines.map(l => l.file))];
    byId("files").replaceChildren(...files.map(file => {
        const f = trace.files[file];
        const container = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Lines of ${f.path}` });
        let all = false;
        const button = element("button", { type: "button", onclick: () => {
            all = !all;
            button.textContent = all ? "Only lines of this kernel" : "All lines";
            container.replaceChildren(sourceTable(file, all));
        } }, "All lines");
        container.append(sourceTable(file, all));
        const shown = !f.text ? null : f.first_line > 1 || f.text.length < f.lines ? `Lines ${f.first_line} to ${f.first_line + f.text.length - 1} of ${f.lines} are in this page.` : null;
        return element("div", {},
            element("h3", {}, element("code", {}, f.ptx ? "PTX of the program" : f.path)),
            f.ptx ? element("p", { class: "hint" }, "The program was built without -lineinfo: these are lines of its PTX.") : null,
            f.text ? null : element("p", { class: "warning" }, `The text is not in this page: ${f.why}. Line numbers stand alone.`),
            f.newer_than_program && f.text ? element("p", { class: "warning" }, "This file was written after the program: its lines may be others by now.") : null,
            shown ? element("p", { class: "hint" }, shown) : null,
            f.text ? element("p", {}, button) : null, container);
    }));
}

// --- the chosen access

function showPattern(a, pattern, container) {
    const sentence = { shared: bankSentence, global: sectorSentence, constant: constantSentence }[a.space];
    const diagram = { shared: bankDiagram, global: sectorDiagram }[a.space];
    const objects = pattern.objects.map(o => `${o.name} (${plural(o.bytes, "byte")})`).join(", ");
    const variables = a.space === "shared" && kernel.shared.length
        ? ` Variables: ${kernel.shared.map(v => `${v.name} at ${v.offset}`).join(", ")}.` : "";
    const picture = element("div", { class: "scroll" });
    container.replaceChildren(
        element("p", {}, element("strong", {}, sentence(a, pattern))),
        element("p", { class: "hint" }, `Seen ${plural(pattern.seen, "time")}. First in launch ${pattern.launch}, block ${index(pattern.block)}, warp ${pattern.warp}, ` +
            `after ${plural(pattern.step, "instruction")}. Memory: ${objects || "none"}.${variables}`),
        picture,
        diagram ? element("p", { class: "hint" }, a.space === "shared"
            ? "Columns are the 32 banks, numbers are lanes. What stands below each other takes turns. “4+” is lane 4 and others that want the same word."
            : "Rows are lines of 128 bytes, by their first byte. Grey moves and nobody asked for it; numbers are lanes. “4+” is lane 4 and others at the same byte.") : null,
        element("details", { open: diagram ? null : true }, element("summary", {}, "As a table"), element("div", { class: "scroll" }, laneTable(a, pattern))));
    if (diagram) drawn(picture, width => diagram(a, pattern, width));
}

function showAccess(a, button, byHand) {
    document.querySelectorAll('.accesses button[aria-pressed="true"]').forEach(b => b.setAttribute("aria-pressed", "false"));
    document.querySelectorAll("tr.chosen").forEach(r => r.classList.remove("chosen"));
    if (button) {
        button.setAttribute("aria-pressed", "true");
        button.closest("tr").classList.add("chosen");
    }
    chosen = a;
    const body = element("div", {});
    const many = a.patterns.length > 1;
    byId("access-title").textContent = `Line ${a.line}: ${a.operation} of ${a.space} memory, ${plural(a.bytes, "byte")} a lane`;
    byId("access-body").replaceChildren(
        element("p", { class: "code" }, a.ptx[0].text + (a.ptx.length > 1 ? ` and ${plural(a.ptx.length - 1, "other instruction")} like it` : "")),
        many ? element("p", { class: "controls" }, ...chooser("Pattern", "pattern", a.patterns.map((p, n) => [n, `${n + 1} of ${a.patterns.length}, seen ${plural(p.seen, "time")}`]),
            n => showPattern(a, a.patterns[n], body))) : "",
        a.unlisted ? element("p", { class: "hint" }, `${plural(a.unlisted, "request")} had other patterns, which are not listed.`) : "",
        body);
    showPattern(a, a.patterns[0], body);
    if (byHand && matchMedia("(max-width: 67.99rem)").matches) {
        byId("access").scrollIntoView({ block: "start" });
        byId("access").focus({ preventScroll: true });
    }
}

// The most telling one first: bank conflicts, then sectors.
function firstAccess() {
    const cost = a => Math.max(...a.patterns.map(p => (p.bank_conflicts || 0) * 2 + Math.max(0, (p.sectors_32 || 0) - (p.requested_bytes || 0) / 32) + (p.replays || 0)));
    const shown = kernel.accesses.filter(a => a.patterns.length);
    shown.sort((x, y) => cost(y) - cost(x));
    byId("access").hidden = shown.length === 0;
    if (!shown.length) return;
    const first = shown[0];
    const row = byId(anchor(first));
    const at = kernel.accesses.filter(a => a.file === first.file && a.line === first.line && a.patterns.length).indexOf(first);
    showAccess(first, row ? row.querySelectorAll(".accesses button")[at] : null, false);
}

// --- timelines

function segmentTable(warp) {
    const head = element("tr", {}, ...["From", "To", "Lanes", "Line"].map(t => element("th", { scope: "col", class: t === "Line" ? "" : "number" }, t)));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...warp.segments.map(([begin, end, mask, file, line]) => element("tr", {},
        element("td", { class: "number" }, count(begin)), element("td", { class: "number" }, count(end)),
        element("td", { class: "number" }, mask === null ? "waits" : lanesIn(mask)),
        element("td", {}, element("a", { href: `#file-${file}-line-${line}` }, `${fileName(file)}:${line}`))))));
}

function showBlock(block, container) {
    const told = element("p", { "aria-live": "polite", class: "hint" }, "Choose a piece of a row to see its line, or read the table.");
    const scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Timeline of the block's warps" });
    let zoom = 1;
    const onChoice = (rect, n, warp, segment) => {
        scroll.querySelectorAll(".chosen").forEach(r => r.classList.remove("chosen"));
        rect.classList.add("chosen");
        told.replaceChildren(segmentSentence(trace, n, warp, segment), " ", element("a", { href: `#file-${segment[3]}-line-${segment[4]}` }, "Show the line"));
    };
    const table = element("div", { class: "scroll" });
    const zoomed = factor => () => {
        zoom = Math.min(64, Math.max(1, zoom * factor));
        redraw.filter(r => r.container === scroll).forEach(r => r.again());
    };
    const stuck = block.warps.map((w, n) => (w.waits ? n : -1)).filter(n => n >= 0);
    const short = block.warps.filter(w => w.shown < w.steps).length;
    container.replaceChildren(
        element("p", {}, timelineSentence(block)),
        stuck.length ? element("p", { class: "warning" }, `When the launch ended, these warps stood at a barrier: ${ranges(stuck)}.`) : "",
        short ? element("p", { class: "hint" }, `Of ${plural(short, "warp")} only the beginning is in this page; what is missing is dashed.`) : "",
        element("p", { class: "controls" }, element("button", { type: "button", onclick: zoomed(2) }, "Wider"), element("button", { type: "button", onclick: zoomed(0.5) }, "Narrower")),
        scroll, told,
        element("details", {}, element("summary", {}, "As a table"),
            element("p", { class: "controls" }, ...chooser("Warp", "warp", block.warps.map((w, n) => [n, n]), n => table.replaceChildren(segmentTable(block.warps[n])))),
            table));
    table.append(segmentTable(block.warps[0]));
    drawn(scroll, width => timelineDiagram(trace, block, width * zoom, onChoice));
}

function showTimeline() {
    const number = trace.kernels.indexOf(kernel), body = byId("timeline-body");
    const launches = trace.launches.filter(l => l.kernel === number && l.blocks.length);
    if (!launches.length) {
        body.replaceChildren(element("p", {}, "None of the chosen blocks ran in a launch that was looked into."));
        return;
    }
    const key = (name, text) => element("li", {}, svg("svg", { width: 22, height: 12, "aria-hidden": "true" }, hatch(), svg("rect", { width: 22, height: 12, class: name })), text);
    const container = element("div", {}), choice = element("p", { class: "controls" }), facts = element("p", { class: "hint" });
    const showLaunch = l => {
        facts.replaceChildren(`Grid ${index(l.grid)}, block ${index(l.block)}, ${plural(l.dynamic_shared, "byte")} of dynamic shared memory. ` +
            `${plural(l.blocks.length, "block")} of ${count(l.grid[0] * l.grid[1] * l.grid[2])} shown.`);
        choice.replaceChildren(
            ...chooser("Launch", "launch", launches.map((x, n) => [n, `${x.number} of ${trace.all_launches}`]), n => showLaunch(launches[n])),
            ...chooser("Block", "block", l.blocks.map((b, n) => [n, `${b.number} ${index(b.index)}`]), n => showBlock(l.blocks[n], container)));
        byId("launch").value = launches.indexOf(l);
        showBlock(l.blocks[0], container);
    };
    body.replaceChildren(
        element("p", { class: "hint" }, "A row is a warp. Its clock counts its instructions; behind a barrier all go on where the last one came."),
        element("ul", { class: "legend" }, key("full", "all lanes"), key("part", "some lanes: the others wait for them"), key("none", "no lane"), key("wait", "waits at a barrier")),
        choice, facts, element("p", { class: "warning" }), container);
    showLaunch(launches[0]);
    const failed = launches.find(l => l.error);
    body.querySelector("p.warning").replaceChildren(failed ? `Launch ${failed.number} ended in an error: ${failed.error}` : "");
}

// --- the whole

function showKernel(n) {
    kernel = trace.kernels[n];
    redraw = [];
    showCounters();
    showSource();
    showFindings();
    firstAccess();
    showTimeline();
}

function start() {
    byId("summary-details").open = matchMedia("(min-width: 48rem)").matches;
    document.title = `Trace of ${trace.program}`;
    byId("program").textContent = trace.program;
    const listed = trace.launches.length < trace.all_launches ? ` The first ${plural(trace.launches.length, "launch")} of ${count(trace.all_launches)} are listed.` : "";
    byId("limits").append(element("p", {}, `Patterns and timelines are of block ${ranges(trace.blocks)} of each grid, in the first launches of each kernel. ` +
        `Counters are of all blocks and launches.${listed}`));
    if (!trace.kernels.length) {
        byId("kernel-choice").textContent = "No kernel ran.";
        document.querySelector("main").hidden = true;
        return;
    }
    const select = byId("kernel");
    trace.kernels.forEach((k, n) => select.append(element("option", { value: n }, `${k.full_name} - ${plural(k.launches, "launch")}`)));
    select.onchange = () => showKernel(Number(select.value));
    const first = trace.findings.find(f => f.kernel !== null);
    select.value = first ? first.kernel : 0;
    showKernel(Number(select.value));
}
start();
