// What changed between two texts, word by word: pure, and bounded for long texts.

import { html, plain, plural } from "./ui.js";

const PARTS_MAX = 1200;
const CHARS_WHOLE = 1500; // a longer text is shown around its changes
const AROUND = 200;

const parts = (text) => plain(text).match(/\s+|[\p{L}\p{N}_'’-]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** [{kind: "same" | "gone" | "new", text}]. What differs between the common beginning and the common end is compared word by
 * word, where that is too much line by line and then word by word in the lines, and where that is too much is another text. */
export function difference(before, after) {
  return joined(between(parts(before), parts(after), (left, right) => inLines(between(lines(left), lines(right), another))));
}

const another = (old, now) => [{ kind: "gone", text: old.join("") }, { kind: "new", text: now.join("") }];

/** Lines that took the place of others, word by word. */
function inLines(found) {
  return joined(found).flatMap((part, at, all) => {
    if (part.kind === "new" && all[at - 1]?.kind === "gone") return []; // with what it took the place of
    const next = all[at + 1];
    return part.kind === "gone" && next?.kind === "new" ? between(parts(part.text), parts(next.text), another) : [part];
  });
}

const lines = (some) => some.join("").split(/(?<=\n)/);

function between(left, right, tooMuch) {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const old = left.slice(head, left.length - tail);
  const now = right.slice(head, right.length - tail);
  const middle = old.length * now.length > PARTS_MAX ** 2 ? tooMuch(old, now) : common(old, now);
  return [{ kind: "same", text: left.slice(0, head).join("") }, ...middle, { kind: "same", text: tail ? left.slice(-tail).join("") : "" }];
}

/** Of a long text what changed, with some of what stands around it; `left` is how many characters were left out of a part. */
export function shortened(found) {
  if (found.reduce((sum, part) => sum + part.text.length, 0) <= CHARS_WHOLE) return found;
  return found.flatMap((part, at) => {
    const around = part.kind === "same" && found.length > 1;
    const first = part.kind !== "same" ? CHARS_WHOLE : !around ? 2 * AROUND : at > 0 ? AROUND : 0; // after a change; of a text alone, how it begins
    const last = around && at < found.length - 1 ? AROUND : 0; // before the next one
    if (part.text.length <= first + last) return [part];
    const begin = part.text.slice(0, first).replace(/\S{1,40}$/u, ""); // whole words, where there are such
    const end = last ? part.text.slice(-last).replace(/^\S{1,40}/u, "") : "";
    return [{ ...part, text: begin }, { kind: "left", text: "", left: part.text.length - begin.length - end.length }, { ...part, text: end }]
      .filter((one) => one.text || one.left);
  });
}

/** The longest common part, by the table of lengths. */
function common(left, right) {
  const wide = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * wide);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i * wide + j] = left[i] === right[j]
        ? lengths[(i + 1) * wide + j + 1] + 1
        : Math.max(lengths[(i + 1) * wide + j], lengths[i * wide + j + 1]);
    }
  }
  const found = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      found.push({ kind: "same", text: left[i] });
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && lengths[(i + 1) * wide + j] >= lengths[i * wide + j + 1])) {
      found.push({ kind: "gone", text: left[i] });
      i += 1;
    } else {
      found.push({ kind: "new", text: right[j] });
      j += 1;
    }
  }
  return found;
}

function joined(found) {
  const made = [];
  for (const part of found) {
    if (!part.text) continue;
    const last = made.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else made.push({ ...part });
  }
  return made;
}

/** Two versions as one text: what is gone is struck, what is new is marked; a screen reader hears both words. */
export function Difference({ before, after }) {
  return html`<p class="difference words" dir="auto">${shortened(difference(before, after)).map((part, at) => part.kind === "same" ? part.text
    : part.kind === "left" ? html`<span key=${at} class="left-out"> … ${plural(part.left, "character")} left out … </span>`
    : part.kind === "gone" ? html`<del key=${at}>${part.text}</del>` : html`<ins key=${at}>${part.text}</ins>`)}</p>`;
}
