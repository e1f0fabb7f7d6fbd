/** Everything the client offers, against a running Recollect: RECOLLECT_URL and RECOLLECT_API_KEY (an admin's) say which. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Recollect, RecollectError, type ChangeEvent } from "../src/index.js";

const url = process.env.RECOLLECT_URL ?? "";
const apiKey = process.env.RECOLLECT_API_KEY ?? "";
const memory = new Recollect(url, { apiKey });

const refused = (code: string) => (error: unknown) => {
  assert.ok(error instanceof RecollectError, String(error));
  assert.equal(error.code, code);
  return true;
};

test("a memory is stored, found, changed and deleted", async () => {
  const user = "ts-ana";
  const added = await memory.add("Ana moved to Lisbon in May", {
    user,
    kind: "fact",
    tags: ["home"],
    metadata: { n: 1 },
    occurred_at: new Date("2026-05-02T10:00:00Z"),
  });
  const id = String(added.ids[0]);
  assert.equal(added.decisions[0]?.action, "added");
  assert.equal(added.records[0]?.occurred_at, "2026-05-02T10:00:00Z");

  const { hits, trace, questions } = await memory.search("where does Ana live?", { user, k: 3, explain: true });
  assert.equal(hits[0]?.id, id);
  assert.ok(hits[0] !== undefined && hits[0].score > 0 && hits[0].score <= 1 && hits[0].why.length > 0);
  assert.ok(trace !== null && trace.stages.length > 0);
  assert.deepEqual(questions, []);

  await memory.update(id, { content: "Ana lives in Lisbon", expires_at: "2030-01-01" });
  assert.equal((await memory.get(id)).version, 2);
  assert.equal((await memory.update(id, { expires_at: null }, { ifVersion: 2 })).expires_at, null);
  await assert.rejects(memory.update(id, { content: "Ana lives in Faro" }, { ifVersion: 2 }), refused("conflict"));
  assert.equal((await memory.history(id)).records.length, 3);
  assert.equal((await memory.recalls(id, { user, limit: 5 }))[0]?.question, "where does Ana live?");
  assert.equal((await memory.revert(id, 1)).content, "Ana moved to Lisbon in May");
  assert.equal((await memory.archive(id)).status, "archived");
  assert.equal((await memory.unarchive(id)).status, "active");
  assert.ok((await memory.reinforce(id, 0.2)).strength > 0.5);
  assert.ok((await memory.reinforce(id)).strength > 0.5);

  await memory.add("An id with a slash", { user, id: "ts/notes/1" });
  assert.equal((await memory.get("ts/notes/1")).content, "An id with a slash");
  const listed = await memory.list({ user, layers: ["memory"], before: new Date(Date.now() + 60_000) }, { limit: 1 });
  assert.equal(listed.records.length, 1);
  assert.equal(listed.total, 2);
  assert.equal((await memory.list({ user, layers: ["memory"], limit: 1, offset: 1 })).records.length, 1);
  assert.equal((await memory.delete([id, "ts/notes/1"])).removed, 2);
  await assert.rejects(memory.get(id), refused("not_found"));
});

test("a conversation is kept, learned from and told to a model", async () => {
  const user = "ts-bob";
  const added = await memory.addTurns(
    [
      { role: "user", name: "Bob", content: "I work at Acme and I don't like liquorice." },
      { role: "assistant", content: "Noted!" },
    ],
    { user, session: "s1", wait: true },
  );
  assert.equal(added.records.length, 2);
  assert.ok(added.memories.length > 0);
  assert.equal((await memory.turns({ user, session: "s1" })).total, 2);
  assert.equal((await memory.job(String(added.job_id))).state, "done");
  assert.equal((await memory.retry(String(added.job_id))).retried, false);
  assert.equal(await memory.sync({ user, timeout_s: 30 }), 0);
  assert.equal(await memory.flush({ user }), 0);
  assert.ok((await memory.jobs({ state: "done", limit: 5 })).length > 0);

  const context = await memory.context("where does Bob work?", { user, format: "markdown", tokens_max: 500 });
  assert.match(context.text, /Acme/);
  assert.ok(context.tokens > 0 && context.ids.length > 0);
  assert.equal((await memory.context(null, { user })).question, null);
  assert.ok((await memory.timeline({ user, layer: ["turn"], since: "2020-01-01" })).length === 2);
  assert.ok((await memory.rebuildProfile({ user })).version >= 1);
  assert.match((await memory.profile({ user })).text, /Acme/);
  assert.ok(Array.isArray((await memory.summaries({ user })).records));
});

test("what is fixed stays, and what contradicts is asked", async () => {
  const user = "ts-eve";
  await memory.add("Eve works at Acme", { user });
  const unsure = await memory.add("Eve works at Northstar", { user, confidence: 0.5 });
  assert.equal(unsure.decisions[0]?.action, "clarify");
  const [conflict] = await memory.conflicts({ user });
  assert.ok(conflict !== undefined && conflict.question.includes("?"));
  assert.equal((await memory.resolve(conflict.id, "new")).action, "superseded");
  assert.ok((await memory.decisions({ user, limit: 10 })).length >= 2);
  await memory.override("Eve lives in Lisbon", { user, tags: ["fixed"] });
  assert.equal((await memory.overrides({ user }))[0]?.layer, "override");
});

test("people and things have a graph", async () => {
  const user = "ts-gus";
  await memory.addMany(["Gus works at Globex.", { content: "Gustav lives in Bergen.", tags: ["home"] }], { user });
  await memory.sync({ user });
  assert.ok((await memory.entities({ user })).some((one) => one.name === "Gus"));
  assert.equal((await memory.entity("Gus", { user })).type, "person");
  assert.equal((await memory.relations({ user, entity: "Gus" }))[0]?.target, "Globex");
  assert.ok((await memory.graph("Gus", { user, depth: 1 })).entities.length >= 2);
  assert.ok((await memory.mergeEntities("Gus", "Gustav", { user })).aliases.includes("gustav"));
  await assert.rejects(memory.entity("AC/DC", { user }), refused("not_found"));
});

test("documents are read in, cited, listed and deleted", async () => {
  const user = "ts-doc";
  const text = "# Tea\n\nGreen tea is brewed at 80 degrees.";
  const made = await memory.ingest({ text, name: "tea.md", user, metadata: { team: "tea" } });
  assert.deepEqual([made.action, made.document.title, made.document.passages], ["added", "Tea", 1]);
  const data = Buffer.from(text).toString("base64");
  assert.equal((await memory.ingest({ data, name: "tea.md", user, metadata: { team: "tea" } })).action, "unchanged");
  assert.equal((await memory.readDocument({ text, name: "tea.md" })).sections[0]?.text, text);
  assert.deepEqual((await memory.documents({ user })).map((one) => one.id), [made.document.id]);
  assert.equal((await memory.document(made.document.id)).metadata["team"], "tea");
  assert.equal((await memory.passages(made.document.id))[0]?.provenance.reference, "tea.md#L1-L3");
  assert.equal((await memory.deleteDocument(made.document.id)).removed, 1);
  await assert.rejects(memory.document(made.document.id), refused("not_found"));
  await assert.rejects(memory.ingest({ url: "http://127.0.0.1:9/" }), refused("forbidden"));
});

test("memories age, are compacted, cleared and erased", async () => {
  const user = "ts-kim";
  const rest = "It was said at noon. Nobody asked why. The rest of the day went by as every other day of that summer.";
  await memory.addMany(["dog", "parrot", "goldfish"].map((pet) => `Kim has a ${pet}. ${rest}`), { user });
  assert.equal((await memory.compact({ user, tokens_max: 0, dry_run: true })).candidates, 3);
  const done = await memory.compact({ user, tokens_max: 0 });
  assert.equal(await memory.undoCompaction(String(done.summary_id)), 3);
  assert.equal((await memory.sweep({ user, dry_run: true })).archived, 0);
  assert.ok((await memory.clear({ user, contains: "parrot" })).removed >= 1);
  assert.ok((await memory.erase({ user })).counts.records !== undefined);
  assert.equal((await memory.list({ user, layers: ["memory"] })).total, 0);
});

test("everything can be taken out and put in again", async () => {
  await memory.addMany(["One line", "Another – line"], { user: "ts-mia" });
  const lines: string[] = [];
  for await (const line of memory.export({ user: "ts-mia" })) lines.push(line);
  assert.equal(lines.length, 3);
  assert.equal(JSON.parse(String(lines[0])).format, "recollect-export");
  assert.deepEqual(await memory.import(lines, { user: "ts-nia" }), { added: 2, known: 0 });
  assert.deepEqual(await memory.import(new Blob([lines.join("\n")]), { user: "ts-nia" }), { added: 0, known: 2 });
  const chat = JSON.stringify([{ messages: [{ role: "user", content: "My cat is called Miso." }] }]);
  assert.equal((await memory.import(chat, { user: "ts-nia" })).added, 1);
  assert.ok((await memory.users()).includes("ts-nia"));
  assert.ok((await memory.stats({ user: "ts-nia" })).records >= 3);
  const sectors = await memory.sectors({ user: "ts-nia" });
  assert.equal(sectors.length, 5);
  assert.ok(sectors.some((one) => one.count > 0));
});

test("a credential is known, agents are counted, and texts become vectors", async () => {
  await memory.add("The kettle is on the left", { user: "ts-pia", agent: "ts-cook" });
  const agents = await memory.agents({ user: "ts-pia" });
  assert.deepEqual(
    agents.map((one) => [one.agent, one.memories]),
    [["ts-cook", 1]],
  );
  assert.deepEqual(await memory.ping(), { tenant: "default", user: null, role: "admin" });
  const vectors = await memory.embed(["a cup of tea", "a pot of tea"]);
  assert.equal(vectors.length, 2);
  assert.equal(vectors[0]?.length, vectors[1]?.length);
});

test("changes are told as they happen, and from any point on", async () => {
  const user = "ts-zoe";
  await memory.add("Zoe was here", { user });
  const { next } = await memory.changes({ user });
  const stop = new AbortController();
  const seen: ChangeEvent[] = [];
  const reading = (async () => {
    for await (const event of memory.events({ user, since: next, signal: stop.signal })) {
      seen.push(event);
      if (event.kind === "deleted") stop.abort();
    }
  })();
  const added = await memory.add("Zoe plays the harp", { user });
  await memory.delete(added.ids);
  await reading;
  assert.ok(seen.every((one) => one.id === added.ids[0]));
  assert.equal(seen.at(-1)?.kind, "deleted");
  const again: string[] = [];
  for await (const event of memory.events({ user, since: next, once: true })) again.push(event.kind);
  assert.ok(again.includes("deleted"));
  const { next: there } = await memory.changes({ user });
  await memory.erase({ user });
  const told: ChangeEvent[] = [];
  for await (const event of memory.events({ user, since: there, once: true })) told.push(event);
  assert.deepEqual(told.map((one) => [one.kind, one.id, one.user]), [["erased", "", user]]);
});

test("keys are made, bound, rotated and revoked", async () => {
  const made = await memory.createKey({ name: "ts", role: "write", user: "ts-una" });
  assert.ok((await memory.keys()).some((key) => key.id === made.id && !("key" in key)));
  const bound = new Recollect(url, { apiKey: made.key });
  assert.equal((await bound.add("Una was here")).records[0]?.user, "ts-una");
  await assert.rejects(bound.list({ user: "ts-ana" }), refused("forbidden"));
  const rotated = await memory.rotateKey(made.id);
  await assert.rejects(bound.list(), refused("unauthorized"));
  await memory.revokeKey(rotated.id);
  await assert.rejects(new Recollect(url, { apiKey: rotated.key }).list(), refused("unauthorized"));
  assert.ok((await memory.audit({ user: "ts-una" })).some((entry) => entry.verb === "add"));
});

test("settings are the tenant's own", async () => {
  const changed = await memory.setSettings({ gateway_tokens_max: 1234 });
  assert.equal(changed.settings.find((one) => one.name === "gateway_tokens_max")?.value, 1234);
  const back = await memory.setSettings({ gateway_tokens_max: null });
  assert.equal(back.settings.find((one) => one.name === "gateway_tokens_max")?.own, false);
  assert.equal((await memory.settings()).problem, null);
});

test("mistakes are told with a code", async () => {
  await assert.rejects(memory.add(""), refused("invalid_input"));
  await assert.rejects(memory.search("x", { k: 0 }), refused("invalid_input"));
  await assert.rejects(memory.search("x", { preset: "best" }), refused("unknown_name"));
  await assert.rejects(memory.add("x", { colour: "red" } as object), refused("unknown_name"));
  await assert.rejects(new Recollect(url).list(), refused("unauthorized"));
});
