// The page's script. The page is complete without it: every number, verdict
// and sentence was written by the program that made the file. Here rows are
// filtered, sorted by keys that came with them, paged and copied, and the
// colours are switched. Nothing is fetched, nothing is parsed as HTML.
(() => {
"use strict";

const make = (tag, text) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  return e;
};
const announce = (text) => { document.getElementById("live").textContent = text; };
const thousands = (n) => (n < 10000 ? String(n) : String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f"));

// ---- state in the address: #section?theme=dark&q=stockham&sort=-time&n=64

const address = {
  anchor: "", params: new URLSearchParams(),
  read() {
    const [anchor, query] = location.hash.slice(1).split("?", 2);
    this.anchor = anchor;
    if (query !== undefined) this.params = new URLSearchParams(query);
    return query !== undefined;
  },
  write() {
    const query = this.params.toString();
    try {
      history.replaceState(null, "", "#" + this.anchor + (query ? "?" + query : ""));
    } catch { /* a sandboxed frame has no address of its own */ }
  },
  set(key, values) {
    this.params.delete(key);
    for (const v of values) this.params.append(key, v);
    this.write();
  },
};

// ---- theme

const theme = {
  start() {
    this.box = document.getElementById("theme");
    this.box.hidden = false;
    this.box.addEventListener("change", (e) => {
      this.show(e.target.value);
      address.set("theme", e.target.value === "auto" ? [] : [e.target.value]);
    });
  },
  show(name) {
    if (name !== "light" && name !== "dark") name = "auto";
    document.documentElement.dataset.theme = name;
    this.box.querySelector(`input[value=${name}]`).checked = true;
  },
};

// ---- the data of the tables, see payload.go of the study page

const unpack = async (text) => {
  const raw = atob(text.trim().replace(/-/g, "+").replace(/_/g, "/"));
  const packed = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};

const missing = "—";
const number = (text) => parseFloat(text.replace(/\u202f/g, ""));

// Column gives the text, the sort key and the exported forms of each row.
class Column {
  constructor(data) {
    Object.assign(this, data);
    if (!this.dict && !this.serial && !this.ranks) this.lines = (data.text ?? "").split("\n"); // no rows, no text
  }
  // ungroup puts lines that are listed by the groups of another column back
  // into the order of the rows.
  ungroup(groups) {
    const order = Array.from(groups.at.keys()).sort((a, b) => groups.at[a] - groups.at[b] || a - b);
    const lines = new Array(order.length);
    order.forEach((row, i) => { lines[row] = this.lines[i]; });
    this.lines = lines;
  }
  // unit returns the unit of row i, and line without its letter.
  split(i) {
    const line = this.lines[i];
    return [line.slice(0, -1), this.units[line.charCodeAt(line.length - 1) - 65]];
  }
  shown(i) {
    if (this.dict) return this.dict[this.at[i]].t;
    if (this.serial) return i < this.serial ? thousands(i + 1) : missing;
    const [digits, unit] = this.split(i);
    return digits + unit.t;
  }
  className(i) {
    const own = this.serial ? "" : (this.dict ? this.dict[this.at[i]].c : this.split(i)[1].c) || "";
    const bar = this.bars && this.bars[i] >= 0 ? `bar w${this.bars[i]}` : "";
    return [this.words ? "w" : "", own, bar].filter(Boolean).join(" ");
  }
  value(i) {
    if (this.dict) return this.dict[this.at[i]].k;
    if (this.serial) return i < this.serial ? i + 1 : undefined;
    const [digits, unit] = this.split(i);
    return digits === "" ? undefined : Number((number(digits) * unit.s).toPrecision(12));
  }
  keys(rows) {
    if (this.sortKeys) return this.sortKeys;
    const keys = new Float64Array(rows);
    for (let i = 0; i < keys.length; i++) keys[i] = this.sortKey(i);
    return this.sortKeys = keys;
  }
  sortKey(i) {
    if (this.ranks) return this.ranks[i] < 0 ? NaN : this.ranks[i];
    if (this.dict && this.words) return this.dict[this.at[i]].t === missing ? NaN : this.at[i];
    return this.value(i) ?? NaN;
  }
  markdown(i) {
    const e = this.dict && this.words ? this.dict[this.at[i]] : null;
    return e ? e.md ?? "`" + e.t + "`" : this.shown(i);
  }
  csv(i) {
    if (!this.words) return this.value(i) ?? "";
    const e = this.dict[this.at[i]];
    return e.t === missing ? "" : e.csv ?? e.t;
  }
}

// ---- one table

class Grid {
  constructor(root, data, main) {
    this.root = root;
    this.columns = data.columns.map((c) => new Column(c));
    this.byKey = new Map(this.columns.map((c) => [c.key, c]));
    for (const c of this.columns) if (c.by) c.ungroup(this.byKey.get(c.by));
    this.total = data.rows;
    this.main = main; // keeps its state in the address
    this.body = root.querySelector("tbody");
    this.built = [...this.body.rows]; // the static rows are the first ones
    this.facets = this.columns.filter((c) => c.facet && c.dict?.length > 1 && c.dict.length <= 200).slice(0, 30); // as match has bits
    this.chosen = new Map(); // column → set of dictionary indices
    this.query = "";
    this.sort = null; // {column, down}
    this.page = 0;
    this.pager = root.querySelector(".pager");
    this.size = this.pager ? data.page : this.total;
    this.usual = this.size;
    this.heads();
    if (root.querySelector(".tools")) this.tools();
    if (this.pager) this.pages();
    root.querySelector(".shown")?.remove();
    this.fold = root.closest("details.fold"); // a folded table has no rows until it is opened
    this.fold?.addEventListener("toggle", () => this.show());
    this.select();
  }

  // -- which rows

  select() {
    const failed = this.match();
    this.rows = [];
    for (let i = 0; i < this.total; i++) if (failed[i] === 0) this.rows.push(i);
    this.counts(failed);
    this.order();
  }

  // match returns per row a bit for each filter it does not pass: bit 0 for the
  // search, bit 1 + k for facet k.
  match() {
    const failed = new Uint32Array(this.total);
    this.facets.forEach((column, k) => {
      const chosen = this.chosen.get(column);
      if (!chosen) return;
      for (let i = 0; i < this.total; i++) if (!chosen.has(column.at[i])) failed[i] |= 2 << k;
    });
    for (const word of this.query.toLowerCase().split(/\s+/).filter(Boolean)) {
      const hits = this.columns.filter((c) => c.dict && (c.words || c.facet)).map((c) => ({
        at: c.at, has: c.dict.map((e) => e.t.toLowerCase().replace(/\u202f/g, "").includes(word)),
      }));
      for (let i = 0; i < this.total; i++) if (!hits.some((h) => h.has[h.at[i]])) failed[i] |= 1;
    }
    return failed;
  }

  // counts says beside each facet value how many rows choosing it would show.
  counts(failed) {
    this.facets.forEach((column, k) => {
      const chosen = this.chosen.get(column);
      if (column.box) {
        column.box.classList.toggle("on", Boolean(chosen));
        column.summary.textContent = column.head + (chosen ? ` (${chosen.size})` : "");
      }
      if (!column.labels) return;
      const times = new Array(column.dict.length).fill(0);
      for (let i = 0; i < this.total; i++) if ((failed[i] & ~(2 << k)) === 0) times[column.at[i]]++;
      column.labels.forEach((label, v) => {
        label.times.textContent = thousands(times[v]);
        label.classList.toggle("none", times[v] === 0);
      });
    });
    const clear = this.root.querySelector(".clear");
    if (clear) clear.disabled = this.chosen.size === 0 && this.query === "";
  }

  order() {
    if (this.sort) {
      const keys = this.sort.column.keys(this.total), sign = this.sort.down ? -1 : 1;
      this.rows.sort((a, b) => {
        const x = keys[a], y = keys[b];
        if (x !== x || y !== y) return (x !== x) - (y !== y) || a - b; // missing last, both ways
        return sign * (x - y) || a - b;
      });
    }
    this.show();
  }

  // -- the rows on the page

  show() {
    if (this.fold && !this.fold.open) {
      this.body.replaceChildren();
      return;
    }
    const last = Math.max(0, Math.ceil(this.rows.length / this.size) - 1);
    this.page = Math.min(Math.max(this.page, 0), last);
    const from = this.page * this.size;
    const rows = this.rows.slice(from, from + this.size);
    this.body.replaceChildren(...rows.map((i) => this.built[i] ?? this.build(i)));
    if (!this.pager) return;
    const to = from + rows.length;
    const all = this.rows.length === this.total ? thousands(this.total) : `${thousands(this.rows.length)} (of ${thousands(this.total)} in all)`;
    this.pager.querySelector(".range").textContent = rows.length ? `Rows ${thousands(from + 1)}–${thousands(to)} of ${all}` : "No row matches the filters.";
    const [back, next] = this.pager.querySelectorAll("button");
    back.disabled = this.page === 0;
    next.disabled = this.page === last;
  }

  build(i) {
    const row = make("tr");
    for (const c of this.columns) {
      const cell = make(c.rowHead ? "th" : "td", c.shown(i));
      if (c.rowHead) cell.scope = "row";
      const name = c.className(i);
      if (name) cell.className = name;
      if (c.rowTint && c.dict && c.dict[c.at[i]].c) row.className = c.dict[c.at[i]].c;
      row.append(cell);
    }
    return row;
  }

  // -- controls

  heads() {
    this.root.querySelectorAll("thead th").forEach((head) => {
      const column = this.byKey.get(head.dataset.key);
      const button = make("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute("aria-sort", "none");
      column.th = head;
      button.addEventListener("click", () => this.sortBy(column, this.sort?.column === column && !this.sort.down));
    });
  }

  sortBy(column, down) {
    if (this.sort) this.sort.column.th.setAttribute("aria-sort", "none");
    this.sort = {column, down};
    column.th.setAttribute("aria-sort", down ? "descending" : "ascending");
    this.page = 0;
    this.order();
    this.save();
    announce(`Sorted by ${column.head}, ${down ? "descending" : "ascending"}`);
  }

  tools() {
    const tools = this.root.querySelector(".tools");
    tools.hidden = false;
    this.search = tools.querySelector("input[type=search]");
    this.search.addEventListener("input", () => { this.query = this.search.value; this.filtered(); });
    for (const column of this.facets) tools.querySelector(".facets").append(this.facet(column));
    tools.querySelector(".clear").addEventListener("click", () => { this.clear(); this.filtered(); });
    for (const b of tools.querySelectorAll("[data-copy]")) b.addEventListener("click", () => this.copy(b));
    tools.querySelector("[data-save]").addEventListener("click", () => save(this.root.id + ".csv", this.exported("csv")));
  }

  facet(column) {
    const box = make("details");
    box.className = "facet";
    column.box = box;
    column.summary = make("summary", column.head);
    box.append(column.summary);
    box.addEventListener("toggle", () => {
      if (!box.open) return;
      closeFacets(box);
      if (!column.labels) this.choices(column);
    });
    return box;
  }

  // choices fills a facet when it is opened for the first time.
  choices(column) {
    const pop = make("div");
    pop.className = "pop";
    column.labels = column.dict.map((entry, v) => {
      const label = make("label"), tick = make("input");
      tick.type = "checkbox";
      tick.checked = Boolean(this.chosen.get(column)?.has(v));
      tick.addEventListener("change", () => { this.choose(column, v, tick.checked); this.filtered(); });
      label.times = make("span");
      label.times.className = "times";
      label.tick = tick;
      label.append(tick, make("span", entry.t), label.times);
      pop.append(label);
      return label;
    });
    column.box.append(pop);
    this.counts(this.match());
  }

  choose(column, value, on) {
    const chosen = this.chosen.get(column) ?? new Set();
    if (on) chosen.add(value); else chosen.delete(value);
    if (chosen.size) this.chosen.set(column, chosen); else this.chosen.delete(column);
    if (column.labels) column.labels[value].tick.checked = on;
  }

  clear() {
    for (const [column, values] of this.chosen) for (const v of [...values]) this.choose(column, v, false);
    this.query = this.search.value = "";
  }

  filtered() {
    this.page = 0;
    this.select();
    this.save();
    announce(`${this.rows.length} of ${this.total} rows`);
  }

  pages() {
    this.pager.hidden = false;
    if (this.total <= 20) for (const e of this.pager.querySelectorAll(".pages, label")) e.hidden = true; // one page, always
    this.pager.querySelector("select").value = String(this.size);
    for (const b of this.pager.querySelectorAll("button")) {
      b.addEventListener("click", () => { this.page += Number(b.dataset.step); this.show(); this.save(); });
    }
    this.pager.querySelector("select").addEventListener("change", (e) => {
      this.size = Number(e.target.value);
      this.page = 0;
      this.show();
      this.save();
    });
  }

  // -- state

  save() {
    if (!this.main) return;
    for (const column of this.facets) {
      address.params.delete(column.key);
      for (const v of this.chosen.get(column) ?? []) address.params.append(column.key, column.dict[v].t);
    }
    const one = (key, value) => { if (value) address.params.set(key, value); else address.params.delete(key); };
    one("q", this.query);
    one("sort", this.sort ? (this.sort.down ? "-" : "") + this.sort.column.key : "");
    one("page", this.page > 0 ? String(this.page + 1) : "");
    one("rows", this.size !== this.usual ? String(this.size) : "");
    address.write();
  }

  restore() {
    const params = address.params;
    this.clear();
    for (const column of this.facets) {
      const wanted = params.getAll(column.key);
      column.dict.forEach((e, v) => { if (wanted.includes(e.t)) this.choose(column, v, true); });
    }
    this.query = this.search.value = params.get("q") ?? "";
    const rows = this.pager.querySelector("select");
    rows.value = params.get("rows") ?? String(this.usual);
    if (rows.value === "") rows.value = this.usual;
    this.size = Number(rows.value);
    const sort = params.get("sort") ?? "", down = sort.startsWith("-");
    const column = this.byKey.get(down ? sort.slice(1) : sort);
    if (this.sort) this.sort.column.th.setAttribute("aria-sort", "none");
    this.sort = column ? {column, down} : null;
    if (column) column.th.setAttribute("aria-sort", down ? "descending" : "ascending");
    this.page = (parseInt(params.get("page"), 10) || 1) - 1;
    this.select();
  }

  // -- export of the rows that pass the filters, in the order shown

  exported(form) {
    const heads = this.columns.map((c) => c.head);
    if (form === "md") {
      const line = (cells) => "| " + cells.join(" | ") + " |\n";
      return line(heads.map((h) => h.replace(/\|/g, "\\|"))) + line(this.columns.map((c) => (c.words ? ":--" : "--:"))) +
        this.rows.map((i) => line(this.columns.map((c) => c.markdown(i)))).join("");
    }
    const tab = form === "tsv";
    const cell = (v) => {
      const s = String(v);
      if (tab) return s.replace(/[\t\r\n]/g, " ");
      return /[",\r\n]/.test(s) ? `"${s.replace(/"/g, '""')}"` : s;
    };
    const line = (cells) => cells.map(cell).join(tab ? "\t" : ",") + "\r\n";
    return line(this.columns.map((c) => c.key)) + this.rows.map((i) => line(this.columns.map((c) => c.csv(i)))).join("");
  }

  async copy(button) {
    const done = await toClipboard(this.exported(button.dataset.copy));
    const text = done ? `Copied ${thousands(this.rows.length)} rows` : "Copying is not allowed here";
    announce(text);
    const old = button.textContent;
    button.textContent = text;
    button.disabled = true;
    setTimeout(() => { button.textContent = old; button.disabled = false; }, 1600);
  }
}

const toClipboard = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { /* no permission, or no secure context: the old way */ }
  const area = make("textarea");
  area.value = text;
  area.className = "away";
  document.body.append(area);
  area.select();
  let done = false;
  try { done = document.execCommand("copy"); } catch { /* reported below */ }
  area.remove();
  return done;
};

const save = (name, text) => {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv;charset=utf-8"}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

const closeFacets = (but) => {
  for (const d of document.querySelectorAll("details.facet[open]")) if (d !== but) d.open = false;
};

// ---- pictures, navigation, printing

const zoom = () => {
  const dialog = document.getElementById("zoom"), big = dialog.querySelector("img");
  for (const img of document.querySelectorAll(".figure img")) {
    const button = make("button");
    button.type = "button";
    button.setAttribute("aria-label", "Enlarge: " + img.alt);
    img.replaceWith(button);
    button.append(img);
    button.addEventListener("click", () => {
      big.src = img.src;
      big.alt = img.alt;
      dialog.querySelector("p").textContent = img.alt;
      dialog.showModal();
    });
  }
  dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
};

const follow = () => {
  const links = new Map([...document.querySelectorAll(".nav a")].map((a) => [a.hash.slice(1), a]));
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const e of entries) if (e.isIntersecting) seen.add(e.target.id); else seen.delete(e.target.id);
    let current = null;
    for (const [id, a] of links) {
      if (seen.has(id)) current ??= a;
      a.removeAttribute("aria-current");
    }
    if (!current) return;
    current.setAttribute("aria-current", "true");
    const bar = current.closest("ol");
    bar.scrollLeft = current.offsetLeft - bar.offsetLeft - bar.clientWidth / 3;
  }, {rootMargin: "-20% 0px -70% 0px"});
  for (const id of links.keys()) watch.observe(document.getElementById(id));
};

const printing = (grids) => {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details.fold:not([open])")];
    for (const d of closed) d.open = true;
    for (const g of grids) if (closed.includes(g.fold)) g.show();
  });
  addEventListener("afterprint", () => { for (const d of closed) d.open = false; });
};

// reveal opens the fold that hides a part, and goes there.
const reveal = (id, always) => {
  const part = document.getElementById(id), fold = part?.closest("details.fold:not([open])");
  if (fold) fold.open = true;
  if (fold || always) part?.scrollIntoView();
};

const start = async () => {
  const fromLink = address.read();
  theme.start();
  theme.show(address.params.get("theme"));
  zoom();
  follow();
  document.addEventListener("click", (e) => { if (!e.target.closest("details.facet")) closeFacets(null); });
  document.addEventListener("keydown", (e) => {
    const open = e.key === "Escape" && document.querySelector("details.facet[open]");
    if (open) { open.open = false; open.querySelector("summary").focus(); }
  });
  const {tables, surfaces: landscapes} = await unpack(document.getElementById("data").textContent);
  const grids = tables.map((t) => new Grid(document.getElementById(t.id), t, t.id === "ranked-table"));
  const main = grids.find((g) => g.main);
  printing(grids);
  const surface = landscapes && surfaces.start(landscapes, { // from surface.js, where there are any
    get: () => address.params.get("model"), set: (model) => address.set("model", [model]),
  });
  if (fromLink && main) main.restore();
  // The browser looked for an element called "section?state" and found none.
  if (address.anchor) reveal(address.anchor, fromLink);
  addEventListener("hashchange", () => {
    if (!address.read()) { address.write(); reveal(address.anchor, false); return; } // a plain link keeps the state
    theme.show(address.params.get("theme"));
    main?.restore();
    surface?.choose(surface.wanted());
    reveal(address.anchor, true);
  });
  document.documentElement.dataset.ready = "true";
};

start().catch((err) => {
  // The static page stands as it is; say why the tables are not live.
  document.documentElement.dataset.ready = "failed";
  console.error("benchx page:", err);
});
})();
