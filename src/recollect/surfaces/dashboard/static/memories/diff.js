// Two texts, word by word: what stayed, what went, what came.

const WORDS_MAX = 3000;

const parts = (text) => text.match(/\s+|[^\s\p{P}]+|\p{P}/gu) ?? [];

/** [{kind: "same" | "gone" | "came", text}]; very long texts are compared as wholes between their common ends. */
export function diff(before, after) {
  const a = parts(before);
  const b = parts(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const middleA = a.slice(start, a.length - end);
  const middleB = b.slice(start, b.length - end);
  const middle = middleA.length > WORDS_MAX || middleB.length > WORDS_MAX
    ? [...middleA.map((text) => ["gone", text]), ...middleB.map((text) => ["came", text])]
    : longest(middleA, middleB);
  const all = [...a.slice(0, start).map((text) => ["same", text]), ...middle, ...a.slice(a.length - end).map((text) => ["same", text])];
  const joined = [];
  for (const [kind, text] of all) {
    const last = joined[joined.length - 1];
    if (last?.kind === kind) last.text += text; else joined.push({ kind, text });
  }
  return joined;
}

/** The longest common subsequence, by a table of lengths read from its corner. */
function longest(a, b) {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * width + j] = a[i] === b[j] ? table[(i + 1) * width + j + 1] + 1 : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  const found = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) { found.push(["same", a[i]]); i += 1; j += 1; }
    else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) { found.push(["gone", a[i]]); i += 1; }
    else { found.push(["came", b[j]]); j += 1; }
  }
  while (i < a.length) { found.push(["gone", a[i]]); i += 1; }
  while (j < b.length) { found.push(["came", b[j]]); j += 1; }
  return found;
}
