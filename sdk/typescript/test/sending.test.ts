/** What is too long for one request goes in several: RECOLLECT_URL says where, best a server that takes little at once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Recollect, RecollectError, type Added, type Item } from "../src/index.js";
import { ITEMS_MAX, Part, parts, sendItems, sendLines } from "../src/sending.js";

const memory = new Recollect(process.env.RECOLLECT_URL ?? "", { apiKey: process.env.RECOLLECT_API_KEY ?? "" });
const FIRST = JSON.stringify({ format: "recollect-export", version: 3 });

const line = (id: string, before?: string, more: object = {}): string =>
  JSON.stringify({ id, content: `text of ${id}`, status: "active", user: "ana", previous_version_id: before, ...more });
const old = (id: string, before?: string, more: object = {}): string =>
  line(id, before, { status: "superseded", ...more });
const ids = (part: Part): string[] => part.lines.map(({ text }) => JSON.parse(text).id ?? "-");

async function sent(lines: string[], bytesMax = 1): Promise<string[][]> {
  const found: string[][] = [];
  for await (const part of parts(lines, bytesMax)) found.push(ids(part));
  return found;
}

const tooLarge = (): RecollectError => new RecollectError("the body is longer than 10 bytes", { code: "too_large", status: 413 });

test("versions go right before their record, however far away they stood", async () => {
  const lines = [FIRST, old("v1"), line("a"), old("v2", "v1"), line("b"), line("r", "v2"), line("c")];
  assert.deepEqual(await sent(lines), [["-"], ["a"], ["b"], ["v1", "v2", "r"], ["c"]]);
  assert.deepEqual(await sent(lines, 10_000), [["-", "a", "b", "v1", "v2", "r", "c"]]);
  assert.deepEqual(await sent([old("v1", undefined, { user: "bob" }), line("r", "v1")]), [["r"], ["v1"]]);
});

test("what has ended and is followed by nothing goes before what is about records, and nothing is left out", async () => {
  const gone = line("x", "x1", { status: "archived" });
  const lines = [old("x1"), line("a"), gone, old("lone"), JSON.stringify({ edge: { source: "a" } }), line("late")];
  assert.deepEqual(await sent(lines), [["a"], ["x1", "x"], ["lone"], ["-"], ["late"]]);
  assert.deepEqual((await sent([old("v1", "v2"), old("v2", "v1")])).flat().sort(), ["v1", "v2"]);
  assert.deepEqual((await sent([old("v1"), old("v1"), line("r", "v1")])).flat().sort(), ["r", "v1", "v1"]);
});

test("a part is halved between records, and within one only when nothing else helps", async () => {
  for await (const part of parts([old("v1"), line("r", "v1"), line("a")], 10_000)) {
    const [first, second] = part.halves();
    assert.deepEqual([first, second].map((one) => (one === undefined ? [] : ids(one))), [["v1", "r"], ["a"]]);
    assert.deepEqual(first?.halves().map(ids), [["v1"], ["r"]]);
    assert.deepEqual(second?.halves(), []);
  }
});

test("lines that a server finds too long go in smaller parts, and the merged names once more at the end", async () => {
  const merged = JSON.stringify({ format: "recollect-export", merged: [{ name: "a", known_as: "b" }] });
  const lines = [merged, line("a"), line("b"), line("c")];
  const asked: string[] = [];
  const counts = await sendLines(lines, async (content) => {
    if (content.length > 200) throw tooLarge();
    asked.push(content);
    return { added: content.split("\n").length };
  });
  assert.deepEqual(asked.slice(0, -1).join("\n").split("\n"), lines);
  assert.equal(asked.at(-1), merged);
  assert.deepEqual(counts, { added: 4, known: 0 });
});

test("a line that is refused has its number of the source", async () => {
  const refuse = async (): Promise<never> => {
    throw new RecollectError("line 3 is no record", { code: "invalid_input", status: 422 });
  };
  const told = sendLines([old("v1"), line("a"), line("r", "v1")], refuse);
  await assert.rejects(told, { message: "line 3 is no record", code: "invalid_input", status: 422 });
  await assert.rejects(sendLines([FIRST, old("v1"), line("a"), line("r", "v1")], refuse), { message: "line 2 is no record" });
  await assert.rejects(sendLines([FIRST, 5 as unknown as string], refuse), { message: /^line 2 is number/ });
});

const item = (at: number): Item => ({ content: `note ${at}` });
const answer = (items: readonly Item[]): Added => {
  const records = items.map((one) => ({ id: one.content }) as Added["records"][number]);
  const made = items.map((one) => one.content);
  return { ids: made, session: null, job_id: null, job_ids: [], note: null, records, memories: records, decisions: [] };
};

test("items go in as many requests as a server needs, in their order", async () => {
  const items = Array.from({ length: ITEMS_MAX + 1 }, (_, at) => item(at));
  const sizes: number[] = [];
  const added = await sendItems(items, async (now) => {
    if (JSON.stringify(now).length > 100_000) throw tooLarge();
    sizes.push(now.length);
    return answer(now);
  });
  assert.deepEqual(added.ids, items.map((one) => one.content));
  assert.ok(sizes.length > 2 && Math.max(...sizes) < ITEMS_MAX);
});

test("an item that is too large is no reason to send less, and a refusal names its place and what is stored", async () => {
  let asked = 0;
  const large = sendItems([item(0), item(1)], async () => {
    asked += 1;
    throw new RecollectError("item 1: content is too long", { code: "too_large" });
  });
  await assert.rejects(large, { message: "item 1: content is too long" });
  assert.equal(asked, 1);
  const items = Array.from({ length: ITEMS_MAX + 2 }, (_, at) => item(at));
  const half = items.length / 2;
  const later = sendItems(items, async (now) => {
    if (now[0] !== items[0]) throw new RecollectError("body.items.3.kind: what?", { code: "invalid_input" });
    return answer(now);
  });
  const stored = `(the ${half} items before were sent on their own, and are stored)`;
  await assert.rejects(later, { message: `body.items.${half + 3}.kind: what? ${stored}`, code: "invalid_input" });
  const twice = items.map((one, at) => (at % half === 7 ? { ...one, key: "k" } : one));
  await assert.rejects(sendItems(twice, async (now) => answer(now)), { message: new RegExp(`^items 7 and ${half + 7} `) });
});

test("a long batch and a long import arrive whole", async () => {
  const texts = Array.from({ length: 60 }, (_, at) => `Note ${at} is about the weather in place ${at}, which was fine.`);
  const added = await memory.addMany(texts, { user: "ts-long" });
  assert.deepEqual(added.records.map((one) => one.content), texts);
  const id = (await memory.add("The project is called Zeppelin", { user: "ts-long", key: "project" })).ids[0] ?? "";
  await memory.update(id, { content: "The project is called Airship" });
  const lines: string[] = [];
  for await (const one of memory.export({ user: "ts-long" })) lines.push(one);
  const moved = await memory.import(lines, { user: "ts-moved" });
  assert.equal(moved["added"], 62);
  assert.deepEqual(await memory.import(lines, { user: "ts-moved" }), { ...moved, added: 0, known: 62 });
});
