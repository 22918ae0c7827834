// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What explain.py answers, for the site's pages: the same functions in the same order, on the same data (explain.py --data).
// tests/errors/explain_test.py holds both to the same answers.
(function (root) {
  "use strict";

  const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const all = (rule, text) => [...text.matchAll(new RegExp(rule, "g"))].map((found) => found[0]);
  const search = (rule, text, from = 0) => {
    const expression = new RegExp(rule, "g");
    expression.lastIndex = from;
    return expression.exec(text);
  };
  const end = (found) => found.index + found[0].length;
  const words = (text) => text.split(" ").filter(Boolean).join(" ");

  // --- the text ---
  function straight(text, data) {
    for (const mark of data.quotes) text = text.replaceAll(mark, "'");
    return text;
  }

  function linesOf(text, data) {
    text = text.replaceAll("\ufeff", "").replaceAll("\r\n", "\n").replace(new RegExp(data.rules.colour, "g"), "");
    text = text.replace(/[\r\u2028\u2029\v\f\x85]/g, "\n");
    for (const [entity, mark] of Object.entries(data.entities)) text = text.replaceAll(entity, mark);
    text = text.replaceAll("\u00a0", " ").replaceAll("\t", " ").replaceAll("\u2026", "...").replaceAll("\uff1a", ": ");
    text = straight(text, data).replaceAll("\\'", "'");
    return text.split("\n").map((line) => line.replace(/^ +| +$/g, "").replace(new RegExp(data.rules.prefix), ""));
  }

  function joined(lines, glue, data) {
    let length = 0;
    const starts = [], pieces = [];
    for (const line of lines) {
      starts.push(length);
      let piece = words(lower(line));
      if (piece && !(glue && line.length >= data.wrapped)) piece += " ";
      pieces.push(piece);
      length += piece.length;
    }
    return [pieces.join(""), starts];
  }

  function lineAt(starts, place) {
    let low = 0, high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place < starts[middle]) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  function messageOf(line, rules, longest) {
    line = line.slice(0, longest);
    const small = lower(line), has = (rule) => search(rules[rule], small) !== null;
    const location = search(rules.location, small), marker = search(rules.marker, small);
    const start = marker ? end(marker) : location ? end(location) : 0;
    const hint = search(rules.hint, small, start);
    const message = {
      looksLikeOne: (has("diagnostic") || location !== null) && !has("note") && all(rules.option, small).length < 4,
      text: line.slice(start, hint ? hint.index : line.length),
      missesFile: has("missing"), namesSomething: has("naming"), warns: has("warns"),
    };
    if (!message.missesFile) {
      for (let turn = 0; turn < 2; ++turn) message.text = message.text.replace(new RegExp(rules.arguments, "g"), "$1()");
      message.text = message.text.replace(new RegExp(rules.path, "g"), " ");
    }
    return message;
  }

  // --- the search ---
  const has = (names, name) => Object.prototype.hasOwnProperty.call(names, name);

  function unmangled(token) {
    const found = /^_Z(\d+)/.exec(token);
    if (found) return token.substr(found[0].length, Number(found[1]));
    return token.startsWith("__imp_") ? token.slice(6) : token;
  }

  function withoutVersions(token, rules) {
    const parts = token.split("::"), last = parts.pop();
    return [...parts.filter((part) => !new RegExp(rules.inline).test(part)), last].join("::");
  }

  function knownAs(token, names, rules) {
    if (has(names, token)) return token;
    const name = withoutVersions(unmangled(token), rules), last = name.split("::").pop();
    for (const candidate of [name, name.replace(new RegExp(rules.version), ""), name.startsWith("_") ? name.slice(1) : "", last !== name ? last : ""])
      if (has(names, candidate) && !(candidate !== name && new RegExp(rules.plain).test(candidate))) return candidate;
    return null;
  }

  function namesIn(message, data, alone) {
    const { names, rules } = data, text = message.text, found = [], tokens = all(rules.token, text);
    if (message.missesFile || alone) found.push(...all(rules.header, text).filter((header) => has(names, header)));
    for (const token of tokens) {
      const name = knownAs(token, names, rules);
      if (!name) continue;
      const marked = ["'", "(", "<"].some((mark) => text.includes("'" + name + mark));
      if (names[name].goes && !(message.warns || marked || alone)) continue;
      if (marked || (alone && text.replace(/[ ;()]/g, "") === name) || !new RegExp(rules.plain).test(name)) found.push(name);
    }
    const present = new Set(tokens), owners = new Set(tokens.map((token) => withoutVersions(token, rules)));
    for (const name of data.members) {
      const at = name.lastIndexOf("::"), owner = name.slice(0, at), last = name.slice(at + 2);
      if (names[name].goes && !(message.warns || alone)) continue;
      if (present.has(last) && (owners.has(owner) || (alone && (text.includes("." + last) || text.includes("->" + last))))) found.push(name);
    }
    return [...new Set(found)];
  }

  function withWholeName(line, following, data) {
    const tail = /\w+$/.exec(line), head = /^\w+/.exec(following);
    return line.length >= data.wrapped && tail && head && knownAs(tail[0] + head[0], data.names, data.rules) ? line + head[0] : line;
  }

  function namesBelow(line, lines, messages, data) {
    const found = [];
    for (let below = line + 1; below < Math.min(line + data.near, lines.length); ++below) {
      if (messages[below].looksLikeOne || !lines[below]) break;
      for (const token of all(data.rules.token, lines[below])) {
        const name = knownAs(token, data.names, data.rules);
        if (name && !data.names[name].goes && !new RegExp(data.rules.plain).test(name) && !found.includes(name)) found.push(name);
      }
    }
    return found;
  }

  function familiesIn(message, data) {
    const families = [], strangers = [], named = message.missesFile || message.namesSomething;
    for (const token of all(data.rules[message.missesFile ? "header" : "token"], message.text)) {
      const name = withoutVersions(token, data.rules);
      const family = data.families.find((one) => (one.whole ? name === one.name : name.startsWith(one.name)));
      if (family && (named || family.always)) families.push([name, family]);
      else if (named && new RegExp(data.rules.cuda).test(name) && !strangers.includes(name)) strangers.push(name);
    }
    return [families, strangers];
  }

  function rowsIn(lines, data) {
    const found = [], perhaps = [], sure = new Set(), views = [joined(lines, false, data), joined(lines, true, data)];
    for (const row of data.rows) {
      let at = [];
      for (const [text, starts] of views)
        if (!at.length && text.includes(row.key)) at = [...text.matchAll(new RegExp(row.pattern, "g"))].map((one) => lineAt(starts, one.index));
      if (!at.length) continue;
      if (row.about) {
        const near = at.filter((line) => row.about.some((name) => lines.slice(line, line + data.near).join("\n").includes(name)));
        (near.length ? found : perhaps).push([(near.length ? near : at)[0], row]);
        if (near.length) sure.add(row.message);
      } else found.push([at[0], row]);
    }
    return [found, perhaps.filter(([, row]) => !sure.has(row.message))];
  }

  const answer = (line, lines, kind, what, told) =>
    ({ line: line + 1, text: [...lines[line]].slice(0, 200).join(""), kind, what, do: told.do, note: told.note });

  function piecesIn(unknown, lines, data) {
    const answers = [];
    for (const [line, message] of unknown.slice(0, 200)) {
      let piece = words(lower(message.text)).replace(/\.+$/, "");
      if (piece.startsWith("...")) piece = piece.slice(3).replace(/^ +| +$/g, "");
      if ([...piece].length < 12) continue;
      const row = data.rows.find((one) => one.text.includes(piece) && !one.about);
      if (row && !answers.some((one) => one.what === row.message)) answers.push(answer(line, lines, "message", row.message, row));
    }
    return answers;
  }

  function nextSteps(alone, strangers, data) {
    const steps = alone && !strangers.length ? [data.noMessage] : data.next.slice(0, 1);
    if (strangers.length) steps.push(data.strangers.replace("{}", strangers.slice(0, 5).map((name) => "`" + name + "`").join(", ")));
    return [...steps, ...data.next.slice(1)];
  }

  function explain(text, data) {
    const lines = linesOf(text, data);
    let [found, perhaps] = rowsIn(lines, data);
    if (lines.filter(Boolean).length <= data.short) found.push(...perhaps);
    const said = new Set(found.map(([line, row]) => line + " " + row.message));
    found = found.filter(([line, row]) => !row.yields.some((other) => said.has(line + " " + other)));
    const messages = lines.map((line, at) => messageOf(withWholeName(line, lines[at + 1] || "", data), data.rules, data.long));
    const alone = !found.length && !messages.some((message) => message.looksLikeOne);
    const told = new Set(found.flatMap(([, row]) => row.names));
    const answered = new Set(found.filter(([, row]) => !row.general).map(([line]) => line));
    const named = [], strangers = [], unknown = [];
    messages.forEach((message, line) => {
      if (!lines[line] || !(alone || message.looksLikeOne)) return;
      let names = namesIn(message, data, alone);
      const general = found.some(([at]) => at === line);
      if (!names.length && !general) names = namesBelow(line, lines, messages, data);
      if (names.length) {
        answered.add(line);
        for (const name of names) if (!told.has(name)) named.push([line, "name", name, data.names[name]]);
        for (const name of names) told.add(name);
      } else if (!general) {
        const [families, others] = familiesIn(message, data);
        for (const [name, family] of families) if (!told.has(family.name)) named.push([line, "name", name, family]);
        for (const [, family] of families) told.add(family.name);
        for (const name of others) if (!strangers.includes(name)) strangers.push(name);
        if (!families.length) unknown.push([line, message]);
      }
    });
    let answers = found.filter(([line, row]) => !row.general || !answered.has(line)).map(([line, row]) => answer(line, lines, "message", row.message, row));
    answers.push(...named.map(([line, kind, what, said]) => answer(line, lines, kind, what, said)));
    if (!answers.length) answers = piecesIn(unknown, lines, data);
    answers.sort((one, other) => one.line - other.line);
    return { answers, next: answers.length ? [] : nextSteps(alone, strangers, data) };
  }

  root.cudaLegacyExplain = explain;
  if (typeof module === "object" && module.exports) module.exports = explain;
})(typeof globalThis === "object" ? globalThis : this);
