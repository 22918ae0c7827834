// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the pages do beyond reading: copy, show the stage that an address names, one step of a lecture at a time, explain a pasted
// message, filter tables.
(() => {
  "use strict";

  // --- copying ---
  const copied = (text, button) => {
    const told = (words) => {
      button.textContent = words;
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    };
    navigator.clipboard.writeText(text).then(() => told("Copied"), () => told("Not allowed"));
  };
  const fileOf = (table, side) => {
    const head = table.parentElement.querySelector(`.heads .${side} pre`).textContent;
    const cells = [...table.querySelectorAll(`td.line.${side}:not(.none) code`)];
    const lines = cells.map((cell) => cell.textContent.replace(/^ $/, ""));
    return `${head}\n${lines.join("\n")}\n`;
  };
  for (const button of document.querySelectorAll("button.copy"))
    button.addEventListener("click", () => copied(fileOf(button.closest("table"), button.dataset.side), button));
  for (const block of document.querySelectorAll("div.highlight")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => copied(block.querySelector("pre").textContent, button));
    block.append(button);
    const pre = block.querySelector("pre"); // what scrolls must be reached by the keyboard
    if (pre.scrollWidth > pre.clientWidth) pre.tabIndex = 0;
  }

  // --- a line's address shows the stage that the line is of ---
  const show = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const at = document.getElementById(name);
    if (name.startsWith("view-") && at) at.checked = true;
    const fast = document.getElementById("view-next");
    if (name.startsWith("fast-") && fast) fast.checked = true;
    if (/^(legacy|twin)-\d/.test(name) && document.getElementById("view-both")) document.getElementById("view-both").checked = true;
    // The switch may have moved what the address names.
    if (at && at.closest(".pair")) at.scrollIntoView({ block: "center", behavior: "instant" });
  };
  addEventListener("hashchange", show);
  if (location.hash) show();

  // --- a lecture: one step at a time ---
  const steps = [...document.querySelectorAll("article section section")].filter((one) => one.querySelector(":scope > .pair.step"));
  if (steps.length) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy slides-button";
    button.textContent = "One step at a time (arrow keys; Esc ends)";
    document.querySelector("article h1").after(button);
    let now = -1; // none: all are there
    const turn = (to) => {
      now = to;
      document.body.classList.toggle("slides", now >= 0);
      steps.forEach((step, at) => step.classList.toggle("now", at === now));
      scrollTo({ top: 0, behavior: "instant" });
    };
    button.addEventListener("click", () => turn(0));
    addEventListener("keydown", (event) => {
      if (now < 0) return;
      const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
      if (event.key === "Escape") turn(-1);
      else if (by) turn(Math.min(steps.length - 1, Math.max(0, now + by)));
      else return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the arrows else go to the next page
    }, true);
  }

  // --- a pasted message: what explain/explain.js answers, which is loaded when somebody pastes ---
  const root = document.documentElement.dataset.content_root || "./";
  const load = (name) => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${root}explain/${name}`;
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });
  let loading = null;
  const explained = async (text) => {
    loading = loading || Promise.all([load("explain.js"), load("data.js")]);
    await loading;
    return globalThis.cudaLegacyExplain(text, globalThis.cudaLegacyExplainData);
  };
  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  // Words with pieces of code in backticks, and names of pages as links.
  const prose = (text) => text.split(/(`[^`]+`)/).map((part) => {
    if (!part.startsWith("`")) return part;
    const name = part.slice(1, -1), code = made("code", { className: "literal", textContent: name });
    return /^[\w-]+\.md$/.test(name) ? made("a", { href: pageOf(name) }, code) : code;
  });
  const pageOf = (note) => `${root}migration-notes/${note.replace(/\.(md|csv)$/, "")}.html`;
  const cardOf = ({ line, what, do: todo, note }) => made("li", {},
    made("p", { className: "said" }, made("span", { textContent: `line ${line}` }), " ", made("code", { className: "literal", textContent: what })),
    made("p", {}, ...prose(todo)), made("p", {}, made("a", { href: pageOf(note), textContent: note })));

  // --- long tables: every row that has all the words; on the page of messages every row that answers to the pasted text, too ---
  const plain = (text) => text.toLowerCase().replace(/[\u2018\u2019`"]/g, "'").replace(/\s+/g, " ").trim();
  const tables = [...document.querySelectorAll("article table:not(.rows)")];
  const long = tables.some((table) => table.rows.length > 25);
  const field = document.querySelector(".explain textarea");
  const listed = field ? tables.filter((table) => table.closest("section section")) : tables; // not the one that says how to search
  const rows = long ? listed.flatMap((table) => [...table.tBodies].flatMap((body) => [...body.rows])).map((row) => ({
    row, text: plain(row.textContent), message: plain(row.cells[0].textContent),
  })) : [];
  const sections = long ? [...document.querySelectorAll("article section section")].filter((section) => section.querySelector("table")) : [];
  const filtered = (asked, choices, messages) => {
    const words = asked.split(" ").filter(Boolean);
    let left = 0;
    for (const { row, text, message } of rows) {
      const fits = (words.every((word) => text.includes(word)) || messages.has(message)) &&
        choices.every((select) => row.dataset[select.dataset.column] === select.value);
      row.classList.toggle("out", !fits);
      left += fits;
    }
    for (const section of sections) section.classList.toggle("out", !section.querySelector("tbody tr:not(.out)"));
    return left;
  };

  if (field) {
    const box = field.closest(".explain"), answers = box.querySelector(".answers");
    box.hidden = false;
    const show = async () => {
      const text = field.value;
      if (!text.trim()) {
        answers.replaceChildren();
        filtered("", [], new Set());
        return;
      }
      const found = await explained(text);
      if (text !== field.value) return; // more was typed meanwhile
      const left = filtered(plain(text), [], new Set(found.answers.map((one) => plain(one.what))));
      if (found.answers.length) answers.replaceChildren(made("ol", {}, ...found.answers.map(cardOf)));
      else if (left) answers.replaceChildren(made("p", { textContent: `${left} of ${rows.length} rows below have these words.` }));
      else answers.replaceChildren(made("p", {}, ...prose(found.next[0])), made("ul", {}, ...found.next.slice(1).map((step) => made("li", {}, ...prose(step)))));
      if (!found.answers.length && !left) filtered("", [], new Set());
    };
    let waits = 0;
    field.addEventListener("input", () => { clearTimeout(waits); waits = setTimeout(show, 150); });
    field.value = new URLSearchParams(location.search).get("q") || field.value;
    if (field.value) show();
  } else if (long) {
    const bar = document.querySelector(".filters") || document.createElement("div");
    bar.className = "filters";
    bar.hidden = false;
    bar.insertAdjacentHTML("afterbegin", '<label>Filter <input type="search" placeholder="words"></label>');
    bar.insertAdjacentHTML("beforeend", "<output></output>");
    if (!bar.isConnected) (tables[0].closest(".table-wrapper") || tables[0]).before(bar);
    const first = document.querySelector("article h1");
    if (first && !document.querySelector("table.api")) first.after(bar);
    const filter = () => {
      const asked = plain(bar.querySelector("input").value);
      const choices = [...bar.querySelectorAll("select")].filter((select) => select.value);
      const left = filtered(asked, choices, new Set());
      bar.querySelector("output").textContent = asked || choices.length ? `${left} of ${rows.length}` : "";
    };
    bar.addEventListener("input", filter);
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) {
      bar.querySelector("input").value = asked;
      filter();
    }
  }

  // --- on a narrow screen a row of three columns and more is a card: each cell says what its column is ---
  for (const table of document.querySelectorAll("article table.docutils")) {
    const heads = table.tHead ? [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim()) : [];
    if (heads.length < 3 || !heads.some(Boolean)) continue;
    table.classList.add("cards");
    for (const row of table.tBodies[0].rows) [...row.cells].forEach((cell, at) => { if (at) cell.dataset.label = heads[at] || ""; });
  }
})();
