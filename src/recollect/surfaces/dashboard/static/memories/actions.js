// What can be done with records: each says what it did, and how to take it back where that is possible.

import { ask, get, patch, post, Problem, query, record } from "../api.js";
import { failed, plural, toast } from "../ui.js";

const AT_ONCE = 6;

/** Does `work` with every one of `all`, a few at a time; gives those with which it was done. What went wrong with the others
 * is told beside that, and thrown where it was all of them. */
async function each(all, work) {
  const waiting = [...all];
  const done = [];
  const problems = [];
  const lane = async () => {
    while (waiting.length) {
      const one = waiting.shift();
      try { await work(one); done.push(one); } catch (error) { problems.push(error); }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, lane));
  if (problems.length && !done.length) throw problems[0];
  if (problems.length) toast(`${plural(problems.length, "memory", "memories")} stayed as before`, { tone: "wrong", detail: problems[0].message });
  return done;
}

export async function archive(ids, done) {
  const gone = await each(ids, (id) => post(record(id, "/archive")));
  done();
  toast(gone.length === 1 ? "Memory deleted" : `${plural(gone.length, "memory", "memories")} deleted`, {
    undo: async () => { await unarchive(gone, done); },
  });
}

export async function unarchive(ids, done) {
  const back = await each(ids, (id) => post(record(id, "/unarchive")));
  done();
  toast(back.length === 1 ? "Memory is back" : `${plural(back.length, "memory", "memories")} are back`);
}

export async function destroy(ids, done) {
  const { removed } = await post("v1/memories/delete", { ids });
  done();
  toast(`${plural(removed, "record")} deleted for good`);
}

export async function reinforce(id, done) {
  await post(record(id, "/reinforce"), { boost: 0.1 });
  done();
  toast("Made stronger");
}

/** What it said before is current again, unless somebody has changed it since. */
async function back({ id, version }, before, done) {
  const now = await get(record(id));
  if (now.version !== version) { toast("It stays: it was changed again meanwhile", { tone: "wrong" }); return; }
  await post(record(id, "/revert"), { version: before });
  done();
  toast("The old version is current again");
}

/** Of the version `before` alone: what somebody else saved meanwhile is neither overwritten nor taken back unseen. */
export async function change(id, fields, before, done) {
  const changed = await patch(record(id), fields, { version: before });
  done();
  toast("Saved as a new version", { undo: () => back(changed, before, done) });
  return changed;
}

const DECIDED = {
  added: "Remembered", reinforced: "Already known: made stronger", superseded: "Remembered; it replaces what was known",
  merged: "Merged with what was known", kept_both: "Remembered beside what was known", rejected: "Not remembered",
  clarify: "Remembered; there is a question about it", review: "Waits for review",
};

/** What replaced something gives way to it again when it is taken back; what is new goes. */
export async function add(fields, done) {
  const added = await post("v1/memories", fields);
  const decided = added.decisions[0];
  const one = added.records[0];
  done();
  const undo = one?.version > 1 ? () => back(one, one.version - 1, done)
    : async () => { await each(added.ids, (id) => post(record(id, "/archive"))); done(); };
  toast(DECIDED[decided?.action] ?? (one?.version > 1 ? "Remembered as a new version" : "Remembered"), {
    detail: decided && decided.action !== "added" ? decided.reason : undefined,
    undo: added.ids.length && decided?.action !== "reinforced" ? undo : undefined,
  });
  return added;
}

// --- moving ---------------------------------------------------------------------------------------------------------

export const PAGE_FORMAT = "recollect-page";

export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function exportPage(records) {
  const file = { format: PAGE_FORMAT, version: 1, exported_at: new Date().toISOString(), memories: records };
  save(`memories-${file.exported_at.slice(0, 10)}.json`, JSON.stringify(file, null, 2), "application/json");
  toast(`${plural(records.length, "record")} exported`);
}

export function exportAll(whose) {
  const link = document.createElement("a");
  link.href = `v1/export${query(whose.user ? { user: whose.user, everyone: false } : { everyone: !!whose.everyone })}`;
  link.download = `recollect-${new Date().toISOString().slice(0, 10)}.jsonl`;
  link.click();
}

const KEPT = ["kind", "key", "tags", "metadata", "sectors", "confidence", "strength", "occurred_at", "valid_from", "valid_until", "expires_at", "layer"];
const LABELS = ["agent", "session", "project"]; // they say who sees a record
const TAKEN = ["memory", "override", "document"]; // the other layers are made of what was said, and are not told
const BATCH = 500;
const TOO_LARGE = 413;

/** A file of either kind: a page as JSON, or a whole export as lines. Returns how many were read, and what of it was left out
 * in words. */
export async function importFile(file, whose) {
  const text = await file.text();
  if (!text.trim()) throw new Problem(422, "invalid_input", "The file is empty.");
  let page = null;
  try { page = JSON.parse(text); } catch { /* lines of JSON */ }
  if (page?.format === PAGE_FORMAT && Array.isArray(page.memories)) return importPage(page.memories, whose);
  try {
    const { counts } = await ask("POST", `v1/import${query(whose.user ? { user: whose.user } : {})}`, { raw: text, type: "application/x-ndjson" });
    return { count: Object.values(counts).reduce((sum, count) => sum + count, 0), left: "" };
  } catch (error) {
    if (error.status !== TOO_LARGE) throw error;
    throw new Problem(TOO_LARGE, error.code, "The file is larger than the server takes at once (its setting request_bytes_max). `recollect import` reads a file of any size.");
  }
}

async function importPage(records, whose) {
  const groups = new Map();
  const left = new Map();
  for (const [at, one] of records.entries()) {
    if (typeof one?.content !== "string") throw new Problem(422, "invalid_input", `Memory ${at + 1} of the file has no text; nothing was imported.`);
    const { layer = "memory", status = "active" } = one;
    const why = TAKEN.includes(layer) ? status : `of the layer ${layer}`;
    if (why !== "active") { left.set(why, (left.get(why) ?? 0) + 1); continue; }
    const whom = { user: whose.user ?? one.user, ...Object.fromEntries(LABELS.map((name) => [name, one[name]])) };
    const item = { content: one.content };
    for (const name of KEPT) if (one[name] !== null && one[name] !== undefined) item[name] = one[name];
    const of = JSON.stringify(Object.entries(whom).filter(([, label]) => label)); // a body without the empty ones
    if (!groups.has(of)) groups.set(of, []);
    groups.get(of).push({ item, at });
  }
  const told = [...left].map(([why, count]) => `${count} ${why.replaceAll("_", " ")}`).join(", ");
  if (!groups.size) throw new Problem(422, "invalid_input", `Nothing was imported: ${told ? `a page brings back what is active, and this has ${told}` : "there is nothing in the file"}.`);
  let count = 0;
  for (const [of, items] of groups) {
    for (let at = 0; at < items.length; at += BATCH) {
      const part = items.slice(at, at + BATCH);
      const asked = { ...Object.fromEntries(JSON.parse(of)), items: part.map((one) => one.item) };
      try { count += (await post("v1/memories/batch", asked)).ids.length; } catch (error) { throw refused(error, part, count); }
    }
  }
  return { count, left: told };
}

/** Which memory of the file was refused, and what of the file is stored already. */
function refused(error, part, stored) {
  const [item, place] = /^item (\d+): /.exec(error.message) ?? ["", /^body\.items\.(\d+)\b/.exec(error.errors[0]?.field)?.[1]];
  const what = part[place] ? `Memory ${part[place].at + 1} of the file: ${error.message.slice(item.length)}` : error.message;
  const told = stored ? `${plural(stored, "record")} of the file ${stored === 1 ? "is" : "are"} stored already, the others are not` : "nothing was imported";
  return new Problem(error.status, error.code, `${what.replace(/\.$/, "")}; ${told}.`, error.errors);
}

export const guard = (promise) => promise.catch(failed);
export const load = get;
