// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the pages do beyond reading: copy, show the stage that an address names, one step of a lecture at a time, filter tables.
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

  // --- long tables: every row that has all the words, or whose message a pasted text has ---
  const plain = (text) => text.toLowerCase().replace(/[‘’`"]/g, "'").replace(/\s+/g, " ").trim();
  const within = (pasted, message) => {
    let at = 0;
    const parts = message.split(/…|\(…\)/).map((part) => part.trim()).filter((part) => part.length > 3);
    return parts.length > 0 && parts.every((part) => {
      const found = pasted.indexOf(part, at);
      at = found + part.length;
      return found >= 0;
    });
  };
  const tables = [...document.querySelectorAll("article table:not(.rows)")];
  if (tables.some((table) => table.rows.length > 25)) {
    const bar = document.querySelector(".filters") || document.createElement("div");
    bar.className = "filters";
    bar.hidden = false;
    bar.insertAdjacentHTML("afterbegin", '<label>Filter <input type="search" placeholder="words, or a whole message"></label>');
    bar.insertAdjacentHTML("beforeend", '<output></output>');
    if (!bar.isConnected) (tables[0].closest(".table-wrapper") || tables[0]).before(bar);
    const first = document.querySelector("article h1");
    if (first && !document.querySelector("table.api")) first.after(bar);
    const rows = tables.flatMap((table) => [...table.tBodies].flatMap((body) => [...body.rows])).map((row) => ({
      row, text: plain(row.textContent), message: plain(row.cells[0].textContent),
    }));
    const filter = () => {
      const asked = plain(bar.querySelector("input").value);
      const words = asked.split(" ").filter(Boolean);
      const choices = [...bar.querySelectorAll("select")].filter((select) => select.value);
      let left = 0;
      for (const { row, text, message } of rows) {
        const fits = (words.every((word) => text.includes(word)) || within(asked, message)) &&
          choices.every((select) => row.dataset[select.dataset.column] === select.value);
        row.classList.toggle("out", !fits);
        left += fits;
      }
      bar.querySelector("output").textContent = asked || choices.length ? `${left} of ${rows.length}` : "";
    };
    bar.addEventListener("input", filter);
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) {
      bar.querySelector("input").value = asked;
      filter();
    }
  }
})();
