// A graph on a canvas: draws what it is given, moves and zooms. Only what changed is drawn again, in few strokes.

const ZOOM_MIN = 0.05;
const ZOOM_MAX = 8;
const LABELS_MAX = 60;
const LABEL_ROOM = 110;
const PIXELS_MAX = 2;

export class View {
  /** nodes: [{label, tone, size}], edges: Uint32Array of pairs; `onSelect(index)`, `onFrame(ms)` */
  constructor(canvas, { onSelect, onFrame = () => {} }) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.onSelect = onSelect;
    this.onFrame = onFrame;
    this.nodes = [];
    this.edges = new Uint32Array();
    this.at = new Float32Array();
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
    this.chosen = -1;
    this.over = -1;
    this.near = new Set();
    this.fitted = false;
    this.touched = false;
    this.asked = 0;
    this.pointers = new Map();
    this.stop = new AbortController();
    this.colours();
    this.listen();
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(canvas);
  }

  close() {
    this.stop.abort();
    this.watch.disconnect();
    this.worker?.terminate();
    cancelAnimationFrame(this.asked);
  }

  show(nodes, edges, layout) {
    this.worker?.terminate();
    this.nodes = nodes;
    this.edges = edges;
    this.at = new Float32Array(2 * nodes.length);
    this.order = nodes.map((_, index) => index).sort((a, b) => nodes[b].size - nodes[a].size);
    this.chosen = -1;
    this.fitted = false;
    this.touched = false;
    this.neighbours = nodes.map(() => []);
    for (let i = 0; i < edges.length; i += 2) {
      this.neighbours[edges[i]].push(edges[i + 1]);
      this.neighbours[edges[i + 1]].push(edges[i]);
    }
    if (!nodes.length) { this.ask(); return; }
    this.worker = layout();
    this.worker.onmessage = ({ data }) => {
      this.at = data.positions;
      if (!this.touched) this.fit();
      this.canvas.dataset.layout = data.done ? "done" : "moving";
      this.ask();
    };
    this.canvas.dataset.layout = "moving";
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.worker.postMessage({ start: { sizes: nodes.map((one) => one.size), edges, still } });
  }

  choose(index) {
    this.chosen = index;
    this.near = new Set(index < 0 ? [] : this.neighbours[index]);
    this.ask();
  }

  /** Brings a node into the middle. */
  center(index) {
    this.touched = true;
    this.zoom = Math.max(this.zoom, 1.4);
    this.x = this.canvas.clientWidth / 2 - this.at[2 * index] * this.zoom;
    this.y = this.canvas.clientHeight / 2 - this.at[2 * index + 1] * this.zoom;
    this.ask();
  }

  fit() {
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    let left = Infinity; let right = -Infinity; let top = Infinity; let bottom = -Infinity;
    for (let i = 0; i < this.at.length; i += 2) {
      left = Math.min(left, this.at[i]); right = Math.max(right, this.at[i]);
      top = Math.min(top, this.at[i + 1]); bottom = Math.max(bottom, this.at[i + 1]);
    }
    if (!(right >= left) || !wide) return;
    this.zoom = Math.min(3, Math.max(ZOOM_MIN, Math.min((wide - LABEL_ROOM) / (right - left + 30), (high - 30) / (bottom - top + 30))));
    this.x = (wide - LABEL_ROOM / 2) / 2 - ((left + right) / 2) * this.zoom;
    this.y = high / 2 - ((top + bottom) / 2) * this.zoom;
    this.ask();
  }

  scale(factor, px = this.canvas.clientWidth / 2, py = this.canvas.clientHeight / 2) {
    const next = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, this.zoom * factor));
    this.x = px - ((px - this.x) * next) / this.zoom;
    this.y = py - ((py - this.y) * next) / this.zoom;
    this.zoom = next;
    this.touched = true;
    this.ask();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.touched = true;
    this.ask();
  }

  // --- the way of a pointer -----------------------------------------------------------------------------------------

  listen() {
    const options = { signal: this.stop.signal };
    const on = (name, run, more = {}) => this.canvas.addEventListener(name, run, { ...options, ...more });
    on("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
      this.held = this.find(event.offsetX, event.offsetY);
      this.gone = 0;
    });
    on("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) on(name, (event) => this.release(event));
    on("pointerleave", () => { this.over = -1; this.ask(); });
    on("wheel", (event) => { event.preventDefault(); this.scale(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY); }, { passive: false });
    on("keydown", (event) => this.press(event));
    addEventListener("themechange", () => { this.colours(); this.ask(); }, options);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.colours(); this.ask(); }, options);
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    const here = [event.offsetX, event.offsetY];
    if (!before) {
      const over = this.find(...here);
      if (over !== this.over) { this.over = over; this.canvas.classList.toggle("pointing", over >= 0); this.ask(); }
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    if (others.length === 1) {
      const [, other] = others[0];
      const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
      this.scale(apart(here) / apart(before), (here[0] + other[0]) / 2, (here[1] + other[1]) / 2);
    } else if (this.held >= 0) {
      const [px, py] = this.inside(...here);
      this.touched = true;
      this.worker?.postMessage({ pin: { index: this.held, x: px, y: py } });
    } else this.move(here[0] - before[0], here[1] - before[1]);
    this.gone += Math.hypot(here[0] - before[0], here[1] - before[1]);
    this.pointers.set(event.pointerId, here);
  }

  release(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.held >= 0 && this.gone > 4) this.worker?.postMessage({ unpin: this.held });
    if (event.type === "pointerup" && this.gone <= 4) { this.choose(this.held); this.onSelect(this.held); }
    this.held = -1;
  }

  press(event) {
    const way = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (way) this.move(...way);
    else if (event.key === "+" || event.key === "=") this.scale(1.25);
    else if (event.key === "-") this.scale(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  inside(px, py) { return [(px - this.x) / this.zoom, (py - this.y) / this.zoom]; }

  find(px, py) {
    const [x, y] = this.inside(px, py);
    let found = -1;
    let nearest = Infinity;
    for (let i = 0; i < this.nodes.length; i += 1) {
      const far = Math.hypot(this.at[2 * i] - x, this.at[2 * i + 1] - y);
      if (far < nearest && far < this.nodes[i].size + 7 / this.zoom) { nearest = far; found = i; }
    }
    return found;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  /** Colours of the theme. They are computed on an element, because a canvas knows no variables. */
  colours() {
    const read = (name) => { // an element for each: a colour that changes would still be on its way
      const probe = document.createElement("i");
      probe.style.color = `var(--${name})`;
      this.canvas.parentElement.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    this.tones = [1, 2, 3, 4, 5, 6].map((number) => read(`tone-${number}`));
    Object.assign(this, { ink: read("ink"), card: read("card"), line: read("edge"), accent: read("accent") });
    this.font = getComputedStyle(this.canvas).fontFamily;
  }

  resize() {
    const density = Math.min(PIXELS_MAX, devicePixelRatio || 1);
    this.canvas.width = Math.round(this.canvas.clientWidth * density);
    this.canvas.height = Math.round(this.canvas.clientHeight * density);
    this.density = density;
    if (!this.touched) this.fit();
    this.draw();
  }

  ask() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      const began = performance.now();
      this.draw();
      this.onFrame(performance.now() - began);
    });
  }

  draw() {
    const { pen, at, edges, nodes, zoom } = this;
    const density = this.density ?? 1;
    pen.setTransform(density, 0, 0, density, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(density * zoom, 0, 0, density * zoom, density * this.x, density * this.y);
    const focus = this.over >= 0 ? this.over : this.chosen;
    const near = this.over >= 0 ? new Set(this.neighbours[this.over]) : this.near;
    pen.lineWidth = Math.min(1.2, 0.8 / zoom);
    pen.strokeStyle = this.line;
    pen.globalAlpha = focus >= 0 ? 0.15 : edges.length > 4000 ? 0.25 : 0.6;
    this.strokes(() => true);
    if (focus >= 0) {
      pen.globalAlpha = 0.95;
      pen.lineWidth = 1.8 / zoom;
      pen.strokeStyle = this.accent;
      this.strokes((a, b) => a === focus || b === focus);
    }
    for (let tone = 0; tone < this.tones.length; tone += 1) {
      for (const lit of [false, true]) {
        pen.globalAlpha = focus >= 0 && !lit ? 0.3 : 1;
        pen.fillStyle = this.tones[tone];
        pen.beginPath();
        for (let i = 0; i < nodes.length; i += 1) {
          if (nodes[i].tone !== tone || (i === focus || near.has(i)) !== lit) continue;
          pen.moveTo(at[2 * i] + nodes[i].size, at[2 * i + 1]);
          pen.arc(at[2 * i], at[2 * i + 1], nodes[i].size, 0, 2 * Math.PI);
        }
        pen.fill();
      }
    }
    if (this.chosen >= 0) {
      pen.globalAlpha = 1; pen.lineWidth = 2.5 / zoom; pen.strokeStyle = this.ink;
      pen.beginPath(); pen.arc(at[2 * this.chosen], at[2 * this.chosen + 1], nodes[this.chosen].size + 3 / zoom, 0, 2 * Math.PI); pen.stroke();
    }
    this.names(focus, near, density);
  }

  strokes(wanted) {
    const { pen, at, edges } = this;
    pen.beginPath();
    for (let i = 0; i < edges.length; i += 2) {
      const a = edges[i];
      const b = edges[i + 1];
      if (!wanted(a, b)) continue;
      pen.moveTo(at[2 * a], at[2 * a + 1]);
      pen.lineTo(at[2 * b], at[2 * b + 1]);
    }
    pen.stroke();
  }

  /** The names of what is large, and of what is near the focus; none over another. */
  names(focus, near, density) {
    const { pen, nodes, at } = this;
    pen.setTransform(density, 0, 0, density, 0, 0);
    pen.font = `500 12px ${this.font}`;
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.lineWidth = 3;
    const first = focus >= 0 ? [focus, ...near] : [];
    const taken = [];
    const wanted = Math.min(LABELS_MAX, 14 + 30 * this.zoom);
    for (const i of [...first, ...this.order]) {
      if (taken.length >= wanted) break;
      const px = at[2 * i] * this.zoom + this.x + nodes[i].size * this.zoom + 4;
      const py = at[2 * i + 1] * this.zoom + this.y;
      if (px < -80 || py < 0 || px > this.canvas.clientWidth || py > this.canvas.clientHeight) continue;
      const wide = nodes[i].label.length * 6.6;
      if (taken.some((box) => px < box[0] + box[2] && px + wide > box[0] && Math.abs(py - box[1]) < 14)) continue;
      taken.push([px, py, wide]);
      pen.globalAlpha = focus >= 0 && i !== focus && !near.has(i) ? 0.35 : 1;
      pen.strokeStyle = this.card;
      pen.strokeText(nodes[i].label, px, py);
      pen.fillStyle = this.ink;
      pen.fillText(nodes[i].label, px, py);
    }
  }
}
