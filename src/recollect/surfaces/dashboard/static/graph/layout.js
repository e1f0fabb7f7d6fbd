// Where the nodes of a graph lie: springs along the edges, all nodes repel one another, a light pull to the middle; none
// lies on another.
//
// A worker, so that the page stays smooth. Repulsion is summed up over a quadtree (Barnes and Hut, Nature 324, 1986):
// what is far away counts as one. One message starts it, positions come back after every few steps until it is cool.

const REPULSION = 42;
const THETA2 = 0.81;
const LENGTH = 24; // of an edge, between the rims of its nodes
const GAP = 12; // between two rims, at least
const PUSH = 0.3;
const GRAVITY = 0.045;
const FRICTION = 0.6;
const COOLING = 0.0228;
const COLD = 0.002;
const DEPTH_MAX = 24;
const STEP_MS = 14;
const STILL_STEPS = 400;

let count = 0;
let x, y, vx, vy, radius, from, to, strength, bias, pinned;
let reach = 0; // within which two nodes may touch
let heat = 0;
let timer = null;
let quick = false;
let child, mass, sumX, sumY, nodes, left, top, width;

onmessage = ({ data }) => {
  if (data.start) start(data.start);
  if (data.pin) { pinned.set(data.pin.index, [data.pin.x, data.pin.y]); warm(0.25); }
  if (data.unpin !== undefined) { pinned.delete(data.unpin); warm(0.1); }
};

function start({ sizes: radii, edges, still }) {
  count = radii.length;
  radius = Float64Array.from(radii);
  reach = 2 * radius.reduce((most, one) => Math.max(most, one), 0) + GAP;
  quick = still;
  x = new Float64Array(count); y = new Float64Array(count);
  vx = new Float64Array(count); vy = new Float64Array(count);
  pinned = new Map();
  for (let i = 0; i < count; i += 1) { // a sunflower: even, and the same every time
    const far = 12 * Math.sqrt(0.5 + i);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    x[i] = far * Math.cos(angle);
    y[i] = far * Math.sin(angle);
  }
  const links = edges.length / 2;
  from = new Uint32Array(links); to = new Uint32Array(links);
  strength = new Float64Array(links); bias = new Float64Array(links);
  const degree = new Uint32Array(count);
  for (let i = 0; i < links; i += 1) {
    from[i] = edges[2 * i]; to[i] = edges[2 * i + 1];
    degree[from[i]] += 1; degree[to[i]] += 1;
  }
  for (let i = 0; i < links; i += 1) {
    strength[i] = 1 / Math.min(degree[from[i]], degree[to[i]]);
    bias[i] = degree[from[i]] / (degree[from[i]] + degree[to[i]]);
  }
  const room = 8 * count + 64;
  child = new Int32Array(4 * room);
  mass = new Float64Array(room); sumX = new Float64Array(room); sumY = new Float64Array(room);
  warm(1);
}

function warm(least) {
  heat = Math.max(heat, least);
  if (timer === null && count) timer = setTimeout(work, 0);
}

function work() {
  timer = null;
  const began = performance.now();
  let steps = 0;
  do { step(); steps += 1; } while (heat > COLD && (quick ? steps < STILL_STEPS : performance.now() - began < STEP_MS));
  const done = heat <= COLD;
  const positions = new Float32Array(2 * count);
  for (let i = 0; i < count; i += 1) { positions[2 * i] = x[i]; positions[2 * i + 1] = y[i]; }
  postMessage({ positions, heat, done }, [positions.buffer]);
  if (!done) timer = setTimeout(work, 0);
}

function step() {
  heat *= 1 - COOLING;
  for (let i = 0; i < from.length; i += 1) {
    const a = from[i];
    const b = to[i];
    let dx = x[b] + vx[b] - x[a] - vx[a] || 1e-3;
    let dy = y[b] + vy[b] - y[a] - vy[a] || 1e-3;
    const far = Math.sqrt(dx * dx + dy * dy);
    const pull = ((far - LENGTH - radius[a] - radius[b]) / far) * heat * strength[i];
    dx *= pull; dy *= pull;
    vx[b] -= dx * bias[i]; vy[b] -= dy * bias[i];
    vx[a] += dx * (1 - bias[i]); vy[a] += dy * (1 - bias[i]);
  }
  plant();
  for (let i = 0; i < count; i += 1) {
    repel(i);
    vx[i] -= x[i] * GRAVITY * heat; vy[i] -= y[i] * GRAVITY * heat;
  }
  for (let i = 0; i < count; i += 1) {
    vx[i] *= FRICTION; vy[i] *= FRICTION;
    x[i] += vx[i]; y[i] += vy[i];
  }
  for (const [i, [px, py]] of pinned) { x[i] = px; y[i] = py; vx[i] = 0; vy[i] = 0; }
}

// --- the quadtree: a child is a node (>= 0), a point (-2 - index) or nothing (-1) -------------------------------------

function plant() {
  let right = -Infinity;
  let bottom = -Infinity;
  left = Infinity; top = Infinity;
  for (let i = 0; i < count; i += 1) {
    if (x[i] < left) left = x[i];
    if (x[i] > right) right = x[i];
    if (y[i] < top) top = y[i];
    if (y[i] > bottom) bottom = y[i];
  }
  width = Math.max(right - left, bottom - top, 1);
  nodes = 0;
  sprout();
  for (let i = 0; i < count; i += 1) insert(i);
}

function sprout() {
  const made = nodes;
  nodes += 1;
  child.fill(-1, 4 * made, 4 * made + 4);
  mass[made] = 0; sumX[made] = 0; sumY[made] = 0;
  return made;
}

function insert(point) {
  let node = 0;
  let half = width / 2;
  let midX = left + half;
  let midY = top + half;
  for (let depth = 0; ; depth += 1) {
    mass[node] += 1; sumX[node] += x[point]; sumY[node] += y[point];
    const slot = 4 * node + (x[point] > midX ? 1 : 0) + (y[point] > midY ? 2 : 0);
    const there = child[slot];
    if (there === -1) { child[slot] = -2 - point; return; }
    half /= 2;
    midX += x[point] > midX ? half : -half;
    midY += y[point] > midY ? half : -half;
    if (there >= 0) { node = there; continue; }
    if (depth >= DEPTH_MAX || 4 * nodes + 4 > child.length) return; // on the same spot: its mass is counted above
    const other = -2 - there;
    const made = sprout();
    child[slot] = made;
    mass[made] = 1; sumX[made] = x[other]; sumY[made] = y[other];
    child[4 * made + (x[other] > midX ? 1 : 0) + (y[other] > midY ? 2 : 0)] = there;
    node = made;
  }
}

const stack = new Int32Array(4 * (DEPTH_MAX + 4) * 4);
const sizes = new Float64Array(stack.length);

function repel(point) {
  let at = 1;
  stack[0] = 0;
  sizes[0] = width;
  while (at > 0) {
    at -= 1;
    const node = stack[at];
    const size = sizes[at];
    if (node < 0) {
      const other = -2 - node;
      if (other !== point) { push(point, x[other] - x[point], y[other] - y[point], 1); part(point, other); }
      continue;
    }
    const dx = sumX[node] / mass[node] - x[point];
    const dy = sumY[node] / mass[node] - y[point];
    const far2 = dx * dx + dy * dy;
    if ((size * size) / THETA2 < far2 && far2 > (reach + size) * (reach + size)) { push(point, dx, dy, mass[node]); continue; }
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const next = child[4 * node + quarter];
      if (next !== -1) { stack[at] = next; sizes[at] = size / 2; at += 1; }
    }
  }
}

function push(point, dx, dy, weight) {
  let far2 = dx * dx + dy * dy;
  if (far2 === 0) { dx = (point % 7) * 1e-3 + 1e-3; dy = 1e-3; far2 = dx * dx + dy * dy; }
  if (far2 < 1) far2 = Math.sqrt(far2);
  const force = (-REPULSION * weight * heat) / far2;
  vx[point] += dx * force;
  vy[point] += dy * force;
}

/** Two nodes that touch move apart, however cool it is. */
function part(point, other) {
  const least = radius[point] + radius[other] + GAP;
  const dx = x[other] - x[point] || (point - other) * 1e-3;
  const dy = y[other] - y[point];
  const far = Math.sqrt(dx * dx + dy * dy);
  if (far >= least) return;
  const push = (PUSH * (least - far)) / far;
  vx[point] -= dx * push;
  vy[point] -= dy * push;
}
