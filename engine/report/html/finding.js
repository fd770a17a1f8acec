// Steps through the interleaving. What there is to show stands in the page already: rows with the attributes data-file,
// data-line, data-thread, data-object and data-value, source lines, and the arrows as data-links of the lanes.
"use strict";
(() => {
  const lanes = document.querySelector(".lanes");
  const rows = [...document.querySelectorAll("tr.step")];
  const sources = [...document.querySelectorAll(".source")];
  const links = JSON.parse(lanes.dataset.links);
  const svg = lanes.querySelector("svg");
  const hidden = new Set();  // kinds of arrows
  const only = document.querySelector("#only");  // a switch: show the steps of the failure only
  let now = -1;  // index of the current row; -1: none, the whole picture

  const isShown = (i) => !(only && only.checked) || rows[i].classList.contains("key");
  const shownRows = () => rows.filter((_, i) => isShown(i)).length;

  const lineOf = (row) => {
    const file = sources.find((source) => source.dataset.file === row.dataset.file);
    return file && file.querySelector(`[data-line="${row.dataset.line}"]`);
  };

  function drawArrows() {
    svg.setAttribute("width", 0);  // what it was must not widen what it is measured from
    svg.setAttribute("height", 0);
    const frame = lanes.getBoundingClientRect();
    const at = (row) => {
      const box = rows[row].querySelector(".op").getBoundingClientRect();
      const left = box.left - frame.left + lanes.scrollLeft;
      return {left, right: left + box.width, middle: box.top - frame.top + lanes.scrollTop + box.height / 2};
    };
    svg.setAttribute("width", lanes.scrollWidth);
    svg.setAttribute("height", lanes.scrollHeight);
    svg.querySelectorAll("path.arrow, path.guide").forEach((path) => path.remove());
    drawGuides(frame);
    for (const link of links) {
      const mine = link.from === now || link.to === now;
      if (hidden.has(link.kind) || !isShown(link.from) || !isShown(link.to) || (link.initial && !mine)) continue;
      const from = at(link.from), to = at(link.to);
      const rightward = from.left < to.left;
      const x1 = rightward ? from.right : from.left, x2 = rightward ? to.left - 3 : to.right + 3;
      const bend = (rightward ? 1 : -1) * Math.max(20, Math.abs(x2 - x1) / 2);
      const path = addPath(`arrow ${link.kind}${mine ? " of-now" : ""}`,
                           `M${x1},${from.middle} C${x1 + bend},${from.middle} ${x2 - bend},${to.middle} ${x2},${to.middle}`);
      path.setAttribute("marker-end", `url(#head-${link.kind})`);
    }
  }

  function addPath(name, d) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", name);
    path.setAttribute("d", d);
    svg.append(path);
    return path;
  }

  // Between the threads, behind operations that extend over several.
  function drawGuides(frame) {
    for (const head of lanes.querySelectorAll("th.lane, th:last-child")) {
      const x = Math.round(head.getBoundingClientRect().left - frame.left + lanes.scrollLeft) - 0.5;
      addPath("guide", `M${x},0 V${lanes.scrollHeight}`);
    }
  }

  function showSource(row) {
    const file = row && sources.find((source) => source.dataset.file === row.dataset.file);
    if (!file) return;
    sources.forEach((source) => source.classList.toggle("shown", source === file));
    const line = lineOf(row);
    if (line) file.scrollTop = line.offsetTop - file.clientHeight / 2;
  }

  // Beside the line where each thread stands.
  function showPlaces() {
    document.querySelectorAll(".code .marks").forEach((marks) => marks.replaceChildren());
    document.querySelectorAll(".code .now").forEach((line) => line.classList.remove("now"));
    const last = new Map();
    for (let i = 0; i <= now; ++i) if (rows[i].dataset.line !== "0") last.set(rows[i].dataset.thread, rows[i]);
    for (const [thread, row] of last) {
      const line = lineOf(row);
      if (!line) continue;
      const mark = document.createElement("span");
      mark.className = `t${thread % 8}`;
      mark.textContent = (line.querySelector(".marks").childElementCount ? " " : "") + row.dataset.label;
      line.querySelector(".marks").append(mark);
    }
    const line = now >= 0 && lineOf(rows[now]);
    if (line) line.classList.add("now");
  }

  function showValues() {
    const values = new Map();
    const end = now < 0 ? rows.length - 1 : now;
    for (let i = 0; i <= end; ++i) {
      const {object, value, label} = rows[i].dataset;
      if (object && value) values.set(object, {value, label, now: i === now});
    }
    const body = document.querySelector(".values tbody");
    document.querySelector(".values").hidden = values.size === 0;
    document.querySelector(".values caption").textContent = now < 0 ? "values at the end" : `values after row ${now + 1}`;
    body.replaceChildren(...[...values].map(([object, {value, label, now: fresh}]) => {
      const row = document.createElement("tr");
      row.className = fresh ? "now" : "";
      row.append(...[object, value, label].map((text) => Object.assign(document.createElement("td"), {textContent: text})));
      return row;
    }));
  }

  function go(to, remember = true) {
    now = Math.max(-1, Math.min(rows.length - 1, to));
    rows.forEach((row, i) => {
      row.classList.toggle("now", i === now);
      row.classList.toggle("later", now >= 0 && i > now);
    });
    lanes.classList.toggle("stepping", now >= 0);
    lanes.classList.toggle("only", Boolean(only && only.checked));
    document.querySelector(".position").textContent = now < 0 ? `${shownRows()} steps` : `row ${now + 1} of ${rows.length}`;
    showSource(now < 0 ? rows[rows.length - 1] : rows[now]);
    showPlaces();
    showValues();
    drawArrows();
    if (now >= 0) rows[now].querySelector(".op").scrollIntoView({block: "nearest", inline: "nearest"});
    if (remember) history.replaceState(null, "", now < 0 ? "#" : `#row-${now + 1}`);
  }

  // The nearest row from `start` on for which `wanted` holds; where there is none the current one.
  const nearest = (start, direction, wanted) => {
    for (let i = start; i >= 0 && i < rows.length; i += direction) if (wanted(i)) return i;
    return now;
  };
  const isKey = (i) => rows[i].classList.contains("key");

  function switchTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const shown = document.documentElement.dataset.theme || (dark ? "dark" : "light");
    document.documentElement.dataset.theme = shown === "dark" ? "light" : "dark";
  }

  const moves = {
    first: () => go(nearest(0, 1, isShown)),
    last: () => go(nearest(rows.length - 1, -1, isShown)),
    next: () => go(nearest(now + 1, 1, isShown)),
    previous: () => go(nearest(now < 0 ? rows.length - 1 : now - 1, -1, isShown)),
    "next-key": () => go(nearest(now + 1, 1, isKey)),
    "previous-key": () => go(nearest(now - 1, -1, isKey)),
    all: () => go(-1),
    only: () => only && only.click(),
    theme: switchTheme,
  };
  const keys = {
    j: "next", ArrowDown: "next", ArrowRight: "next", k: "previous", ArrowUp: "previous", ArrowLeft: "previous",
    J: "next-key", K: "previous-key", Home: "first", End: "last", Escape: "all", e: "only", t: "theme",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    moves[keys[event.key]]();
  });
  document.querySelectorAll("button[data-move]").forEach((button) => button.addEventListener("click", moves[button.dataset.move]));
  document.querySelectorAll(".legend input").forEach((box) => box.addEventListener("change", () => {
    box.dataset.kinds.split(" ").forEach((kind) => (box.checked ? hidden.delete(kind) : hidden.add(kind)));
    drawArrows();
  }));
  if (only) only.addEventListener("change", () => go(now >= 0 && isShown(now) ? now : -1));
  rows.forEach((row, i) => row.addEventListener("click", () => go(i)));
  const fromAddress = () => {
    const match = /^#row-(\d+)$/.exec(location.hash);
    go(match ? match[1] - 1 : -1, false);
  };
  addEventListener("hashchange", fromAddress);
  addEventListener("resize", drawArrows);
  fromAddress();
})();
