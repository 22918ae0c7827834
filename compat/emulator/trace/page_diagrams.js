// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements, and the diagrams: banks and sectors of a pattern, timelines of warps. Text goes in as text, never as HTML.
"use strict";

function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
        if (key === "onclick" || key === "onchange") e[key] = value;
        else if (value !== null && value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
    }
    e.append(...children.filter(c => c !== null && c !== undefined && c !== "").map(c => (c instanceof Node ? c : String(c))));
    return e;
}

function svg(name, attributes, ...children) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
    e.append(...children.map(c => (c instanceof Node ? c : String(c))));
    return e;
}

const count = n => n.toLocaleString("en");
const plural = (n, word) => `${count(n)} ${word}${n === 1 ? "" : word.endsWith("s") || word.endsWith("h") ? "es" : "s"}`;
const index = d => `(${d.join(",")})`;
const lanesIn = mask => { let n = 0; for (let m = mask >>> 0; m; m >>>= 1) n += m & 1; return n; };

// Numbers of lanes as ranges: "0-3, 8".
function ranges(numbers) {
    const out = [];
    for (const n of numbers) {
        const last = out[out.length - 1];
        if (last && last[1] === n - 1) last[1] = n;
        else out.push([n, n]);
    }
    return out.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(", ");
}

const activeLanes = pattern => pattern.offset.map((o, lane) => (o === null ? -1 : lane)).filter(lane => lane >= 0);

// 32 banks side by side. What stands on top of each other in one bank takes turns; lanes of one word share a box.
function bankDiagram(access, pattern, width) {
    const words = Array.from({ length: 32 }, () => new Map());
    for (const lane of activeLanes(pattern)) {
        const first = Math.floor(pattern.offset[lane] / 4), n = Math.max(1, access.bytes / 4);
        for (let w = first; w < first + n; w++) {
            const bank = words[w % 32];
            if (!bank.has(w)) bank.set(w, []);
            bank.get(w).push(lane);
        }
    }
    const most = Math.max(1, ...words.map(b => b.size));
    const cell = width / 32, row = Math.max(14, Math.min(cell, 18)), top = 16;
    const picture = svg("svg", { width, height: top + most * row + 2, viewBox: `0 0 ${width} ${top + most * row + 2}`, role: "img" },
        svg("title", {}, `32 banks of shared memory; ${bankSentence(access, pattern)}`));
    words.forEach((bank, b) => {
        if (b % 4 === 0) picture.append(svg("text", { x: b * cell + 1, y: 11, "font-size": 10, class: "soft" }, b));
        if (!bank.size) picture.append(svg("rect", { x: b * cell + 0.5, y: top, width: cell - 1, height: row - 1, class: "box" }));
        [...bank].forEach(([word, lanes], k) => {
            const shared = lanes.length > 1;
            picture.append(svg("g", {},
                svg("title", {}, `bank ${b}, word ${word}: lane ${ranges(lanes)}`),
                svg("rect", { x: b * cell + 0.5, y: top + k * row, width: cell - 1, height: row - 1, class: bank.size > 1 && access.bytes <= 4 ? "clash" : "used" }),
                svg("text", { x: (b + 0.5) * cell, y: top + k * row + row - 4, "text-anchor": "middle", "font-size": Math.min(10, cell * 0.72) },
                    lanes[0] + (shared ? "+" : ""))));
        });
    });
    return picture;
}

function bankSentence(access, pattern) {
    const banks = new Set(activeLanes(pattern).map(lane => pattern.bank[lane])).size;
    const lanes = activeLanes(pattern).length;
    const conflicts = pattern.bank_conflicts ? `${plural(pattern.bank_conflicts, "bank conflict")}` : "no bank conflict";
    return `${plural(lanes, "lane")}, ${access.bytes > 4 ? "first words in " : ""}${plural(banks, "bank")}: ` +
        `${pattern.wavefronts === 1 ? "1 pass" : plural(pattern.wavefronts, "pass")} over the banks, ${conflicts}.`;
}

// A row for each line of 128 bytes, a frame for each sector of 32 that is moved, a box for the bytes of each lane.
function sectorDiagram(access, pattern, width) {
    const rows = new Map();
    for (const lane of activeLanes(pattern)) {
        const object = pattern.object[lane], offset = pattern.offset[lane], line = Math.floor(offset / 128);
        const key = `${object}:${line}`;
        if (!rows.has(key)) rows.set(key, { object, line, cells: new Map() });
        const cells = rows.get(key).cells, at = offset % 128;
        if (!cells.has(at)) cells.set(at, []);
        cells.get(at).push(lane);
    }
    const list = [...rows.values()].sort((a, b) => a.object - b.object || a.line - b.line);
    const gutter = 58, unit = (width - gutter) / 128, row = 18;
    const height = list.length * row + 16;
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
        svg("title", {}, `Lines of 128 bytes, each of 4 sectors; ${sectorSentence(access, pattern)}`));
    for (let s = 0; s < 4; s++)
        picture.append(svg("text", { x: gutter + s * 32 * unit + 2, y: 11, "font-size": 10, class: "soft" }, `+${s * 32}`));
    list.forEach((r, k) => {
        const y = 15 + k * row;
        picture.append(svg("text", { x: 0, y: y + 12, "font-size": 10, class: "soft" }, r.object < 0 ? "outside" : count(r.line * 128)));
        const bytes = lane => (pattern.lane_bytes ? pattern.lane_bytes[lane] : access.bytes);
        for (let s = 0; s < 4; s++) {
            const touched = [...r.cells].some(([at, lanes]) => at < (s + 1) * 32 && at + bytes(lanes[0]) > s * 32);
            if (touched) picture.append(svg("rect", { x: gutter + s * 32 * unit, y, width: 32 * unit - 1, height: row - 3, class: "box" }));
        }
        for (const [at, lanes] of r.cells) {
            const w = bytes(lanes[0]) * unit;
            picture.append(svg("g", {},
                svg("title", {}, `byte ${r.line * 128 + at}: lane ${ranges(lanes)}`),
                svg("rect", { x: gutter + at * unit, y: y + 1, width: Math.max(1, w - 1), height: row - 5, class: "used" }),
                w > 7 ? svg("text", { x: gutter + at * unit + w / 2, y: y + 11, "text-anchor": "middle", "font-size": Math.min(10, w * 0.72) },
                    lanes[0] + (lanes.length > 1 ? "+" : "")) : ""));
        }
    });
    return picture;
}

function sectorSentence(access, pattern) {
    const used = pattern.requested_bytes, moved = pattern.sectors_32 * 32;
    return `${plural(activeLanes(pattern).length, "lane")} ask for ${plural(used, "byte")} in ${plural(pattern.sectors_32, "sector")} of 32 bytes ` +
        `(${plural(pattern.lines_128, "line")} of 128): ${count(moved)} bytes move.`;
}

function constantSentence(access, pattern) {
    return `${plural(activeLanes(pattern).length, "lane")}: ${plural(pattern.cache_requests, "request")} to the cache for constants, ` +
        `${count(pattern.replays)} more than one address would need.`;
}

function laneTable(access, pattern) {
    const what = { shared: "Bank", global: "Sector" }[access.space], key = { shared: "bank", global: "sector" }[access.space];
    const several = pattern.objects.length > 1;
    const head = element("tr", {}, ...["Lane", "Byte", what, several ? "Memory" : null].filter(Boolean).map(t => element("th", { scope: "col", class: "number" }, t)));
    const rows = pattern.offset.map((offset, lane) => element("tr", {},
        element("th", { scope: "row", class: "number" }, lane),
        ...(offset === null ? [element("td", { colspan: 3 }, "not active")] : [
            element("td", { class: "number" }, count(offset)),
            key ? element("td", { class: "number" }, count(pattern[key][lane])) : null,
            several ? element("td", {}, (pattern.objects[pattern.object[lane]] || { name: "none" }).name) : null].filter(Boolean))));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}

// --- races

function raceSentence(e) {
    return e.accesses.map(a => `${a.who} ${a.does}`).join(", and ") + ": nothing orders the two.";
}

// A column for each thread, from top to bottom in the order in which they ran. The line that lacks is dashed.
function raceDiagram(e, fileName, width) {
    const half = width / 2, boxWidth = Math.min(half - 16, 430), box = 44, top = 24, gap = 34;
    const height = top + 2 * box + gap + 12, middle = top + box + gap / 2;
    const letters = Math.floor(boxWidth / 6.4);
    const cut = text => (text.length > letters ? text.slice(0, letters - 1) + "…" : text);
    const label = a => {
        const whole = `${a.does}, ${fileName(a.file)}:${a.line}`;
        return whole.length > letters * 0.9 ? `${a.does}, line ${a.line}` : whole;
    };
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", class: "race" }, svg("title", {}, raceSentence(e)));
    e.accesses.forEach((a, k) => {
        const x = k * half + 8, y = top + k * (box + gap), center = x + boxWidth / 2;
        picture.append(svg("text", { x: center, y: 15, "text-anchor": "middle", "font-size": 12 }, a.who),
            svg("line", { x1: center, y1: 20, x2: center, y2: height - 2, class: "life" }),
            svg("g", {}, svg("title", {}, `${fileName(a.file)}:${a.line}: ${a.code}`),
                svg("rect", { x, y, width: boxWidth, height: box, rx: 4, class: a.does === "writes" ? "clash" : "used" }),
                svg("text", { x: x + 6, y: y + 17, "font-size": 12 }, label(a)),
                svg("text", { x: x + 6, y: y + 35, "font-size": 10.5, class: "mono" }, cut(a.code))));
    });
    picture.append(svg("line", { x1: 4, y1: middle, x2: width - 4, y2: middle, class: "lacks" }),
        svg("text", { x: half, y: middle - 4, "text-anchor": "middle", "font-size": 11, class: "lacking" }, "nothing orders the two"));
    return picture;
}

// --- timelines

function hatch() {
    return svg("defs", {}, svg("pattern", { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("line", { x1: 0, y1: 0, x2: 0, y2: 5, class: "hatch-line" })));
}

function segmentClass(warp, mask) {
    return mask === null ? "wait" : mask === 0 ? "none" : mask === warp.lanes ? "full" : "part";
}

function segmentSentence(trace, n, warp, [begin, end, mask, file, line]) {
    const where = `${trace.files[file].path.split("/").pop()}:${line}`;
    const clock = `warp ${n}, clock ${count(begin)} to ${count(end)}`;
    return mask === null ? `${clock}: waits at the barrier of ${where}`
        : `${clock}: ${lanesIn(mask)} of ${lanesIn(warp.lanes)} lanes, ${where}`;
}

// A row for each warp; x is the clock.
function timelineDiagram(trace, block, width, onChoice) {
    const steps = Math.max(1, ...block.warps.map(w => w.steps));
    const row = block.warps.length > 16 ? 13 : 18, gutter = 30, top = 16, unit = (width - gutter - 2) / steps;
    const height = top + block.warps.length * row + 2;
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", class: "wide" }, svg("title", {}, timelineSentence(block)), hatch());
    const tick = Math.pow(10, Math.floor(Math.log10(steps / 3 + 1)));
    const every = steps / tick > 8 ? tick * 2 : tick;
    for (let t = 0; t <= steps - every / 3; t += every)
        picture.append(svg("text", { x: gutter + t * unit, y: 11, "font-size": 10, class: "soft" }, count(t)));
    block.warps.forEach((warp, n) => {
        const y = top + n * row;
        picture.append(svg("text", { x: 0, y: y + row - 4, "font-size": 10, class: "soft" }, n));
        for (const segment of warp.segments) {
            const [begin, end, mask] = segment;
            const rect = svg("rect", { x: gutter + begin * unit, y, width: Math.max(0.5, (end - begin) * unit), height: row - 2, class: `segment ${segmentClass(warp, mask)}` },
                svg("title", {}, segmentSentence(trace, n, warp, segment)));
            rect.addEventListener("click", () => onChoice(rect, n, warp, segment));
            picture.append(rect);
        }
        if (warp.shown < warp.steps)
            picture.append(svg("rect", { x: gutter + warp.shown * unit, y: y + 1, width: (warp.steps - warp.shown) * unit, height: row - 4, class: "beyond" },
                svg("title", {}, "not recorded")));
    });
    return picture;
}

function timelineSentence(block) {
    const steps = Math.max(1, ...block.warps.map(w => w.steps));
    let waited = 0, part = 0, executed = 0;
    for (const warp of block.warps)
        for (const [begin, end, mask] of warp.segments) {
            if (mask === null) waited += end - begin;
            else {
                executed += end - begin;
                if (mask !== warp.lanes) part += end - begin;
            }
        }
    const percent = (n, of) => `${Math.round(100 * n / Math.max(1, of))} %`;
    return `${plural(block.warps.length, "warp")}, ${plural(steps, "step")}: ${percent(waited, waited + executed)} of the clock is waiting at barriers; ` +
        `in ${percent(part, executed)} of the instructions only some lanes are active.`;
}
