// What changed between two texts, word by word: pure, and bounded for long texts.

import { html, plain } from "./ui.js";

const PARTS_MAX = 1200;

const parts = (text) => plain(text).match(/\s+|[\p{L}\p{N}_'’-]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** [{kind: "same" | "gone" | "new", text}]; texts that are too long are compared line by line. */
export function difference(before, after) {
  let left = parts(before);
  let right = parts(after);
  if (left.length > PARTS_MAX || right.length > PARTS_MAX) {
    left = plain(before).split(/(?<=\n)/).slice(0, PARTS_MAX);
    right = plain(after).split(/(?<=\n)/).slice(0, PARTS_MAX);
  }
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const middle = common(left.slice(head, left.length - tail), right.slice(head, right.length - tail));
  const found = [
    { kind: "same", text: left.slice(0, head).join("") }, ...middle, { kind: "same", text: tail ? left.slice(-tail).join("") : "" },
  ];
  return joined(found);
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
  return html`<p class="difference words" dir="auto">${difference(before, after).map((part, at) => part.kind === "same" ? part.text
    : part.kind === "gone" ? html`<del key=${at}>${part.text}</del>` : html`<ins key=${at}>${part.text}</ins>`)}</p>`;
}
