// Surfaces in space, on a 2-D canvas. Go gives positions in the unit cube,
// colours and words (see surface.go of the study page); here they are projected
// and painted from back to front, which fields of a surface over a plane allow.
const surfaces = (() => {
"use strict";

const home = {turn: -0.62, rise: 0.5}; // radians
const clamp = (v, lo, hi) => Math.min(Math.max(v, lo), hi);

class Surface {
  constructor(root, data, state) {
    this.root = root;
    this.data = data;
    this.state = state; // {get(), set(model)}: the choice in the address
    this.canvas = root.querySelector("canvas");
    this.select = root.querySelector("select");
    for (const s of data.list) {
      const option = document.createElement("option");
      option.textContent = s.model;
      this.select.append(option);
    }
    this.select.parentElement.hidden = data.list.length < 2;
    root.hidden = false;
    this.view = {...home};
    this.controls();
    this.choose(this.wanted());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    const redraw = () => this.draw();
    new MutationObserver(redraw).observe(document.documentElement, {attributeFilter: ["data-theme"]});
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  wanted() { return Math.max(0, this.data.list.findIndex((s) => s.model === this.state.get())); }

  choose(i) {
    this.select.selectedIndex = i;
    this.shown = this.data.list[i];
    this.canvas.setAttribute("aria-label", this.shown.text);
    this.draw();
  }

  controls() {
    this.select.addEventListener("change", () => {
      this.choose(this.select.selectedIndex);
      this.state.set(this.shown.model);
    });
    this.root.querySelector("button").addEventListener("click", () => this.turn(null));
    const step = 0.12;
    const keys = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step], Home: null};
    this.canvas.addEventListener("keydown", (e) => {
      if (!(e.key in keys) || e.ctrlKey || e.altKey || e.metaKey) return;
      e.preventDefault();
      this.turn(keys[e.key]);
    });
    let from = null;
    this.canvas.addEventListener("pointerdown", (e) => {
      from = [e.clientX, e.clientY];
      this.canvas.setPointerCapture(e.pointerId);
    });
    this.canvas.addEventListener("pointermove", (e) => {
      if (!from) return;
      const by = 0.009; // radians a pixel
      this.turn([(e.clientX - from[0]) * by, (e.clientY - from[1]) * by]);
      from = [e.clientX, e.clientY];
    });
    for (const end of ["pointerup", "pointercancel"]) this.canvas.addEventListener(end, () => { from = null; });
  }

  // turn turns by [sideways, upwards], or back without.
  turn(by) {
    if (by) {
      this.view.turn += by[0];
      this.view.rise = clamp(this.view.rise + by[1], 0, Math.PI / 2);
    } else this.view = {...home};
    this.draw();
  }

  // place puts a point of the cube on the canvas; depth grows away from the eye.
  place(x, y, z) {
    const {turn, rise} = this.view, c = Math.cos(turn), s = Math.sin(turn);
    const right = x * c - y * s, back = x * s + y * c, up = (z - 0.5) * 1.1;
    const h = up * Math.cos(rise) + back * Math.sin(rise);
    return {x: this.middle[0] + right * this.scale, y: this.middle[1] - h * this.scale, depth: back * Math.cos(rise) - up * Math.sin(rise)};
  }

  draw() {
    if (!this.shown || this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => { this.drawing = false; this.paint(); });
  }

  paint() {
    const canvas = this.canvas, dense = Math.min(window.devicePixelRatio || 1, 3);
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    const g = this.g = canvas.getContext("2d"), look = getComputedStyle(canvas);
    this.ink = look.color;
    this.line = look.borderTopColor;
    g.scale(dense, dense);
    g.font = "12px " + look.fontFamily;
    g.lineJoin = "round";
    this.scale = Math.min(width / 4, height / 2.9);
    this.middle = [width / 2, height / 2];
    this.floor();
    this.fields();
    this.origin();
    this.axes();
  }

  path(points) {
    this.g.beginPath();
    points.forEach((p, i) => (i ? this.g.lineTo(p.x, p.y) : this.g.moveTo(p.x, p.y)));
  }

  floor() {
    this.g.strokeStyle = this.line;
    this.g.lineWidth = 1;
    const [xs, ys] = this.shown.ticks;
    this.path([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([x, y]) => this.place(x, y, 0)));
    this.g.stroke();
    for (const t of xs) { this.path([this.place(t.at, -1, 0), this.place(t.at, 1, 0)]); this.g.stroke(); }
    for (const t of ys) { this.path([this.place(-1, t.at, 0), this.place(1, t.at, 0)]); this.g.stroke(); }
  }

  // fields paints the surface, the field furthest from the eye first.
  fields() {
    const {x, y, z} = this.shown, ramp = this.data.ramp, list = [];
    const at = y.map((b, j) => x.map((a, i) => (z[j][i] === null ? null : this.place(a, b, z[j][i]))));
    for (let j = 1; j < y.length; j++) {
      for (let i = 1; i < x.length; i++) {
        const corners = [at[j - 1][i - 1], at[j - 1][i], at[j][i], at[j][i - 1]];
        if (corners.includes(null)) continue; // a gap where nothing is known
        const mean = (z[j - 1][i - 1] + z[j - 1][i] + z[j][i] + z[j][i - 1]) / 4;
        const depth = corners.reduce((sum, p) => sum + p.depth, 0);
        list.push({corners, depth, fill: ramp[clamp(Math.floor(mean * ramp.length), 0, ramp.length - 1)]});
      }
    }
    list.sort((a, b) => b.depth - a.depth);
    this.g.lineWidth = 0.6;
    for (const f of list) {
      this.path(f.corners);
      this.g.closePath();
      this.g.fillStyle = f.fill;
      this.g.fill();
      this.g.strokeStyle = "#0006";
      this.g.stroke();
    }
  }

  // origin marks the trained weights: a pole over the point of the plane.
  origin() {
    const [x, y] = this.shown.origin;
    if (Math.abs(x) > 1 || Math.abs(y) > 1) return;
    const foot = this.place(x, y, 0), head = this.place(x, y, 1.12);
    this.g.strokeStyle = this.ink;
    this.g.lineWidth = 1.2;
    this.g.setLineDash([4, 3]);
    this.path([foot, head]);
    this.g.stroke();
    this.g.setLineDash([]);
    this.text("trained weights", head.x, head.y - 8, "center");
  }

  // axes writes along the edges that face the eye.
  axes() {
    const {labels, ticks} = this.shown, c = Math.cos(this.view.turn), s = Math.sin(this.view.turn);
    const nearY = c > 0 ? -1 : 1, nearX = s > 0 ? -1 : 1; // where back = x·s + y·c is small
    const out = 1.12, far = 1.7;
    const side = (p) => (p.x < this.middle[0] ? "right" : "left");
    for (const t of ticks[0]) { const p = this.place(t.at, nearY * out, 0); this.text(t.t, p.x, p.y, side(p)); }
    for (const t of ticks[1]) { const p = this.place(nearX * out, t.at, 0); this.text(t.t, p.x, p.y, side(p)); }
    const a = this.place(0, nearY * far, 0), b = this.place(nearX * far, 0, 0);
    this.text(labels[0], a.x, a.y + 20, "center");
    this.text(labels[1], b.x, b.y, "center");
    // Heights stand at the corner furthest left.
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [x, y, this.place(x, y, 0).x]);
    const [x, y] = corners.reduce((l, k) => (k[2] < l[2] ? k : l));
    this.g.strokeStyle = this.line;
    this.g.lineWidth = 1;
    this.path([this.place(x, y, 0), this.place(x, y, 1)]);
    this.g.stroke();
    for (const t of ticks[2]) { const p = this.place(x, y, t.at); this.text(t.t, p.x - 7, p.y, "right"); }
    const top = this.place(x, y, 1);
    this.text(labels[2], top.x, top.y - 14, "center");
  }

  // text keeps inside of the canvas.
  text(words, x, y, align) {
    const g = this.g, width = this.canvas.clientWidth, w = g.measureText(words).width;
    const left = align === "center" ? x - w / 2 : align === "right" ? x - w : x;
    g.textAlign = "left";
    g.textBaseline = "middle";
    g.fillStyle = this.ink;
    g.fillText(words, clamp(left, 2, Math.max(2, width - w - 2)), clamp(y, 8, this.canvas.clientHeight - 8));
  }
}

return {
  start(data, state) {
    const root = document.querySelector(".turn");
    return root && new Surface(root, data, state);
  },
};
})();
