/**
 * Recollect's client for Node and browsers: durable memory for AI assistants, on a server.
 *
 *     const memory = new Recollect("http://127.0.0.1:8080", { apiKey });
 *     await memory.add("Ana moved to Lisbon in May", { user: "ana" });
 *     const { hits } = await memory.search("where does Ana live?", { user: "ana" });
 *
 * Thin on purpose: every method is one request (`import` and `addMany` more, where one would be too long), every answer is
 * what the server sent. Each takes, last, a signal to stop it and a time-out of its own.
 */

import { RecollectError } from "./errors.js";
import { Http, type ClientOptions, type RequestOptions } from "./http.js";
import { sendItems, sendLines } from "./sending.js";
import { events, lines } from "./streams.js";
import type * as T from "./types.js";

export * from "./types.js";
export { RecollectError, type FieldProblem } from "./errors.js";
export type { ClientOptions, RequestOptions } from "./http.js";

const NDJSON = "application/x-ndjson";
const AGAIN_MS_FIRST = 200;
const AGAIN_MS_MAX = 10_000;

export interface EventOptions extends RequestOptions {
  user?: string;
  /** Of all users; needs the role admin. */
  everyone?: boolean;
  /** The `bookmark` of an earlier event, or `next` of `changes`: go on from there. Without: from now on. */
  since?: string;
  /** End when everything was told, instead of waiting for more. */
  once?: boolean;
}

/** Which part of a list. */
export interface Listing extends T.Page {
  /** Of all users; needs the role admin. */
  everyone?: boolean;
}

export interface UpdateOptions extends RequestOptions {
  /** Only of this version: where somebody made another one meanwhile, nothing is changed (`conflict`). */
  ifVersion?: number;
}

export interface ImportOptions extends RequestOptions {
  /** Everything goes into this user's space. */
  user?: string;
  /** Of a whole file: recollect, messages, omniroute, or auto. Lines are always an export's. */
  format?: string;
}

export class Recollect {
  readonly #http: Http;

  constructor(url: string, options: ClientOptions = {}) {
    this.#http = new Http(url, options);
  }

  get url(): string {
    return this.#http.url;
  }

  // --- memories ------------------------------------------------------------------------------------------------------

  /** Store a memory as said; it is weighed against what is known, unless it has a key or an id. */
  add(content: string, fields: T.MemoryFields & T.Labels = {}, request: RequestOptions = {}): Promise<T.Added> {
    return this.#http.json("POST", ["memories"], { ...request, body: { content, ...fields } });
  }

  /** Many memories as they are, in one transaction; more than a server takes at once in several. */
  addMany(items: (string | T.Item)[], labels: T.Labels = {}, request: RequestOptions = {}): Promise<T.Added> {
    const sent = items.map((item) => (typeof item === "string" ? { content: item } : item));
    return sendItems(sent, (items) => {
      return this.#http.json("POST", ["memories", "batch"], { ...request, body: { items, ...labels } });
    });
  }

  /**
   * A conversation, or the next part of one. What it teaches is learned by a job; with `wait`, before this returns; with
   * `learn: false`, not at all.
   */
  addTurns(
    messages: T.Message[],
    options: T.Labels & { wait?: boolean; learn?: boolean } = {},
    request: RequestOptions = {},
  ): Promise<T.Added> {
    return this.#http.json("POST", ["turns"], { ...request, body: { messages, ...options } });
  }

  get(id: string, request: RequestOptions = {}): Promise<T.MemoryRecord> {
    return this.#http.json("GET", ["memories", id], request);
  }

  /** Records by any filter, newest first; `limit`, `offset` and `everyone` may stand among the filters, too. */
  list(filters: T.ListFilters & Listing = {}, page: Listing = {}, request: RequestOptions = {}): Promise<T.Records> {
    const { limit, offset, everyone, ...body } = filters;
    const query = { limit, offset, everyone, ...page };
    return this.#http.json("POST", ["memories", "list"], { ...request, body, query, harmless: true });
  }

  turns(labels: T.Labels & T.Page = {}, request: RequestOptions = {}): Promise<T.Records> {
    return this.#http.json("GET", ["turns"], { ...request, query: labels });
  }

  summaries(
    options: { user?: string; session?: string } & T.Page = {},
    request: RequestOptions = {},
  ): Promise<T.Records> {
    return this.#http.json("GET", ["summaries"], { ...request, query: options });
  }

  /** All versions of a record, oldest first. */
  history(id: string, request: RequestOptions = {}): Promise<T.Records> {
    return this.#http.json("GET", ["memories", id, "history"], request);
  }

  /** When a record was recalled, by which question and why, newest first. */
  async recalls(
    id: string,
    options: { user?: string; limit?: number } = {},
    request: RequestOptions = {},
  ): Promise<T.Recalled[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<{ recalls: T.Recalled[] }>("GET", ["memories", id, "recalls"], sent)).recalls;
  }

  /** A new version under the same id; the old one stays in the history. */
  update(id: string, changes: T.Changes, request: UpdateOptions = {}): Promise<T.MemoryRecord> {
    const { ifVersion, ...rest } = request;
    const headers: Record<string, string> = ifVersion === undefined ? {} : { "If-Match": `"${ifVersion}"` };
    return this.#http.json("PATCH", ["memories", id], { ...rest, body: changes, headers });
  }

  archive(id: string, request: RequestOptions = {}): Promise<T.MemoryRecord> {
    return this.#http.json("POST", ["memories", id, "archive"], request);
  }

  /** Back to stay; under another key where its own belongs to another record by now. */
  unarchive(id: string, key?: string, request: RequestOptions = {}): Promise<T.MemoryRecord> {
    return this.#http.json("POST", ["memories", id, "unarchive"], { ...request, body: key === undefined ? {} : { key } });
  }

  revert(id: string, version: number, request: RequestOptions = {}): Promise<T.MemoryRecord> {
    return this.#http.json("POST", ["memories", id, "revert"], { ...request, body: { version } });
  }

  reinforce(id: string, boost?: number, request: RequestOptions = {}): Promise<T.MemoryRecord> {
    return this.#http.json("POST", ["memories", id, "reinforce"], { ...request, body: boost === undefined ? {} : { boost } });
  }

  /** Gone for good, with versions, index entries and vectors. */
  delete(ids: string | string[], request: RequestOptions = {}): Promise<T.Deleted> {
    return this.#http.json("POST", ["memories", "delete"], { ...request, body: { ids: [ids].flat() } });
  }

  clear(
    filters: T.ListFilters & { everyone?: boolean; dry_run?: boolean },
    request: RequestOptions = {},
  ): Promise<T.Cleared> {
    return this.#http.json("POST", ["memories", "clear"], { ...request, body: filters });
  }

  /** Everything of a user, or with `everyone` of the tenant. There is no way back. Keys bound to them go too, where the
   * caller's own key may manage keys; `keys: false` leaves them. */
  erase(whose: { user?: string; everyone?: boolean; keys?: boolean }, request: RequestOptions = {}): Promise<T.Receipt> {
    return this.#http.json("POST", ["erase"], { ...request, body: whose });
  }

  // --- recalling -----------------------------------------------------------------------------------------------------

  search(query: string, options: T.SearchOptions = {}, request: RequestOptions = {}): Promise<T.Hits> {
    return this.#http.json("POST", ["search"], { ...request, body: { query, ...options }, harmless: true });
  }

  /** What to tell a model: who the user is, and with a query what answers it. */
  context(query: string | null, options: T.ContextOptions = {}, request: RequestOptions = {}): Promise<T.Context> {
    return this.#http.json("POST", ["context"], { ...request, body: { query, ...options }, harmless: true });
  }

  /** What happened when, oldest first. */
  async timeline(
    options: {
      user?: string;
      agent?: string;
      project?: string;
      about?: string;
      since?: T.Moment;
      until?: T.Moment;
      layer?: T.Layer[];
      limit?: number;
    } = {},
    request: RequestOptions = {},
  ): Promise<T.MemoryRecord[]> {
    return (await this.#http.json<T.Records>("GET", ["timeline"], { ...request, query: options })).records;
  }

  profile(options: { user?: string } = {}, request: RequestOptions = {}): Promise<T.Profile> {
    return this.#http.json("GET", ["profile"], { ...request, query: options });
  }

  rebuildProfile(options: { user?: string } = {}, request: RequestOptions = {}): Promise<T.Profile> {
    return this.#http.json("POST", ["profile", "rebuild"], { ...request, body: options });
  }

  async overrides(options: { user?: string } = {}, request: RequestOptions = {}): Promise<T.MemoryRecord[]> {
    return (await this.#http.json<T.Records>("GET", ["overrides"], { ...request, query: options })).records;
  }

  /** Fix something: nothing learned changes it. */
  override(
    content: string,
    fields: T.OverrideFields & { user?: string } = {},
    request: RequestOptions = {},
  ): Promise<T.Added> {
    return this.#http.json("POST", ["overrides"], { ...request, body: { content, ...fields } });
  }

  // --- the graph -----------------------------------------------------------------------------------------------------

  async entities(
    options: { user?: string; name?: string; type?: string; limit?: number } = {},
    request: RequestOptions = {},
  ): Promise<T.Entity[]> {
    const found = await this.#http.json<{ entities: T.Entity[] }>("GET", ["entities"], { ...request, query: options });
    return found.entities;
  }

  entity(name: string, options: { user?: string } = {}, request: RequestOptions = {}): Promise<T.Entity> {
    return this.#http.json("GET", ["entities", name], { ...request, query: options });
  }

  async relations(
    options: { user?: string; entity?: string; relation?: string; include_ended?: boolean; limit?: number } = {},
    request: RequestOptions = {},
  ): Promise<T.Relation[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<{ relations: T.Relation[] }>("GET", ["relations"], sent)).relations;
  }

  /** Records that a record is linked with, and how. */
  async neighbours(id: string, request: RequestOptions = {}): Promise<T.Neighbour[]> {
    return (await this.#http.json<{ neighbours: T.Neighbour[] }>("GET", ["memories", id, "neighbours"], request)).neighbours;
  }

  /** The link of each of these memories to the one most like it. */
  async waypoints(ids: string[], options: { user?: string } = {}, request: RequestOptions = {}): Promise<T.Waypoint[]> {
    const sent = { ...request, body: { ids, ...options }, harmless: true };
    return (await this.#http.json<{ waypoints: T.Waypoint[] }>("POST", ["waypoints"], sent)).waypoints;
  }

  /** What lies around an entity. */
  graph(
    name: string,
    options: { user?: string; depth?: number; include_ended?: boolean } = {},
    request: RequestOptions = {},
  ): Promise<T.Walk> {
    return this.#http.json("GET", ["graph", name], { ...request, query: options });
  }

  mergeEntities(
    keep: string,
    other: string,
    options: { user?: string } = {},
    request: RequestOptions = {},
  ): Promise<T.Entity> {
    return this.#http.json("POST", ["entities", "merge"], { ...request, body: { keep, other, ...options } });
  }

  // --- documents -----------------------------------------------------------------------------------------------------

  /** Read a document in: exactly one of `text`, `data` (base64) and `url`. The same again is left alone. */
  ingest(source: T.DocumentFields, request: RequestOptions = {}): Promise<T.Ingested> {
    return this.#http.json("POST", ["documents"], { ...request, body: source });
  }

  /** What a document says; nothing is remembered. */
  readDocument(source: T.DocumentSource, request: RequestOptions = {}): Promise<T.Reading> {
    return this.#http.json("POST", ["documents", "read"], { ...request, body: source });
  }

  async documents(
    options: {
      user?: string;
      agent?: string;
      session?: string;
      project?: string;
      collection?: string;
      everyone?: boolean;
      limit?: number;
      offset?: number;
    } = {},
    request: RequestOptions = {},
  ): Promise<T.Document[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<{ documents: T.Document[] }>("GET", ["documents"], sent)).documents;
  }

  document(id: string, request: RequestOptions = {}): Promise<T.Document> {
    return this.#http.json("GET", ["documents", id], request);
  }

  /** The passages of a document, in its order; `ended`: those that it no longer has, too. */
  async passages(id: string, options: { ended?: boolean } = {}, request: RequestOptions = {}): Promise<T.MemoryRecord[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<T.Records>("GET", ["documents", id, "passages"], sent)).records;
  }

  /** Delete a document, its passages and what rested on it alone. */
  deleteDocument(id: string, request: RequestOptions = {}): Promise<T.Deleted> {
    return this.#http.json("DELETE", ["documents", id], request);
  }

  // --- files ---------------------------------------------------------------------------------------------------------

  /** Find passages in the files of the server's workspace. */
  searchFiles(
    query: string,
    options: { user?: string; agent?: string; session?: string; k?: number; min_score?: number; records?: boolean } = {},
    request: RequestOptions = {},
  ): Promise<T.FileHits> {
    return this.#http.json("POST", ["files", "search"], { ...request, body: { query, ...options }, harmless: true });
  }

  /** Lines of a file of the workspace; one that is not there has no text. */
  readFile(
    path: string,
    options: { user?: string; agent?: string; start?: number; lines?: number } = {},
    request: RequestOptions = {},
  ): Promise<T.FileText> {
    return this.#http.json("GET", ["files", "text"], { ...request, query: { path, ...options } });
  }

  /** How the index of the workspace stands. */
  filesStatus(options: { user?: string } = {}, request: RequestOptions = {}): Promise<T.FilesStatus> {
    return this.#http.json("GET", ["files"], { ...request, query: options });
  }

  /** Bring the index in step with the files now. */
  syncFiles(options: { user?: string } = {}, request: RequestOptions = {}): Promise<T.SyncReport> {
    return this.#http.json("POST", ["files", "sync"], { ...request, body: options });
  }

  // --- what is open, and what is to be done --------------------------------------------------------------------------

  async conflicts(
    options: { user?: string; everyone?: boolean; resolved?: boolean } = {},
    request: RequestOptions = {},
  ): Promise<T.Conflict[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<{ conflicts: T.Conflict[] }>("GET", ["conflicts"], sent)).conflicts;
  }

  resolve(conflictId: string, choice: "new" | "old" | "both", request: RequestOptions = {}): Promise<T.Decision> {
    return this.#http.json("POST", ["conflicts", conflictId, "resolve"], { ...request, body: { choice } });
  }

  async decisions(
    options: { user?: string; memory_id?: string; limit?: number } = {},
    request: RequestOptions = {},
  ): Promise<T.Decision[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<{ decisions: T.Decision[] }>("GET", ["decisions"], sent)).decisions;
  }

  async jobs(options: { state?: T.JobState; limit?: number } = {}, request: RequestOptions = {}): Promise<T.Job[]> {
    return (await this.#http.json<{ jobs: T.Job[] }>("GET", ["jobs"], { ...request, query: options })).jobs;
  }

  job(id: string, request: RequestOptions = {}): Promise<T.Job> {
    return this.#http.json("GET", ["jobs", id], request);
  }

  retry(jobId: string, request: RequestOptions = {}): Promise<T.Retried> {
    return this.#http.json("POST", ["jobs", jobId, "retry"], request);
  }

  /** Wait until queued work is done, for at most so many seconds (10, up to 60); how much is left. */
  flush(options: { user?: string; timeout_s?: number } = {}, request: RequestOptions = {}): Promise<number> {
    return this.#left("flush", options, request);
  }

  /** Like `flush`, and what waits for its time (summaries, profile, graph) is done now too. */
  sync(options: { user?: string; timeout_s?: number } = {}, request: RequestOptions = {}): Promise<number> {
    return this.#left("sync", options, request);
  }

  async #left(verb: string, options: { user?: string; timeout_s?: number }, request: RequestOptions): Promise<number> {
    const { timeout_s, ...body } = options;
    const sent = { ...request, body, query: { timeout_s }, harmless: true, takesMs: (timeout_s ?? 10) * 1000 };
    return (await this.#http.json<{ left: number }>("POST", [verb], sent)).left;
  }

  // --- ageing --------------------------------------------------------------------------------------------------------

  sweep(options: { user?: string; dry_run?: boolean } = {}, request: RequestOptions = {}): Promise<T.Swept> {
    return this.#http.json("POST", ["sweep"], { ...request, body: options });
  }

  compact(
    options: {
      user?: string;
      session?: string;
      older_than_days?: number;
      tokens_max?: number;
      /** What has a key is summed up too. */
      keyed?: boolean;
      dry_run?: boolean;
    } = {},
    request: RequestOptions = {},
  ): Promise<T.Compaction> {
    return this.#http.json("POST", ["compact"], { ...request, body: options });
  }

  async undoCompaction(summaryId: string, request: RequestOptions = {}): Promise<number> {
    return (await this.#http.json<{ restored: number }>("POST", ["compact", summaryId, "undo"], request)).restored;
  }

  // --- moving --------------------------------------------------------------------------------------------------------

  /** Everything as lines of JSON, one by one; with a user: of that user. */
  async *export(
    options: { user?: string; everyone?: boolean } = {},
    request: RequestOptions = {},
  ): AsyncGenerator<string> {
    const { body, release } = await this.#http.stream(["export"], { ...request, query: options });
    try {
      for await (const line of lines(body)) if (line !== "") yield line;
    } finally {
      release();
    }
  }

  /** Read what an export wrote, line by line or as a whole file; a file may be of another format too. */
  async import(
    source: Blob | Iterable<string> | AsyncIterable<string>,
    options: ImportOptions = {},
  ): Promise<Record<string, number>> {
    const { user, format, ...request } = options;
    const send = async (data: Blob | string, query: object): Promise<Record<string, number>> => {
      const sent = { ...request, query, content: { data, type: NDJSON } };
      return (await this.#http.json<T.Imported>("POST", ["import"], sent)).counts;
    };
    if (source instanceof Blob) return send(source, { user, format: format ?? "auto" });
    if (typeof source === "string") return send(source, { user, format: format ?? "auto" });
    return sendLines(source, (content) => send(content, { user }));
  }

  // --- changes -------------------------------------------------------------------------------------------------------

  /** What was added, changed, deleted and erased since an earlier answer; without `since`: from now on. */
  changes(
    options: { user?: string; everyone?: boolean; since?: string } = {},
    request: RequestOptions = {},
  ): Promise<T.ChangeList> {
    return this.#http.json("GET", ["changes"], { ...request, query: options });
  }

  /**
   * Changes as they happen, for as long as you iterate. A connection that breaks is opened again where it broke off, so
   * a change may be told twice and is never left out. Stopping the signal ends the iteration.
   */
  async *events(options: EventOptions = {}, own: RequestOptions = {}): AsyncGenerator<T.ChangeEvent> {
    const { user, everyone, since, once, ...beside } = options;
    const request: RequestOptions = { ...beside, ...own };
    let bookmark = since;
    let failures = 0;
    for (;;) {
      try {
        const query = { user, everyone, once, since: bookmark };
        const { body, release } = await this.#http.stream(["events"], {
          ...request,
          query,
          headers: { Accept: "text/event-stream" },
        });
        try {
          for await (const told of events(body)) {
            failures = 0;
            if (told.id !== null) bookmark = told.id;
            if (!KINDS.has(told.event)) continue;
            const change = JSON.parse(told.data) as Omit<T.Change, "kind">;
            yield { kind: told.event as T.Change["kind"], ...change, bookmark: told.id };
          }
        } finally {
          release();
        }
        if (once === true) return;
      } catch (error) {
        if (request.signal?.aborted === true) return;
        if (!(error instanceof RecollectError) || !MAY_PASS.has(error.code)) throw error;
      }
      failures += 1;
      await wait(Math.min(AGAIN_MS_FIRST * 2 ** failures, AGAIN_MS_MAX), request.signal);
      if (request.signal?.aborted === true) return;
    }
  }

  // --- care ----------------------------------------------------------------------------------------------------------

  /** Is the credential good, and whose is it? */
  ping(request: RequestOptions = {}): Promise<T.Pong> {
    return this.#http.json("GET", ["ping"], request);
  }

  stats(options: { user?: string; everyone?: boolean } = {}, request: RequestOptions = {}): Promise<T.Stats> {
    return this.#http.json("GET", ["stats"], { ...request, query: options });
  }

  async users(request: RequestOptions = {}): Promise<string[]> {
    return (await this.#http.json<{ users: string[] }>("GET", ["users"], request)).users;
  }

  /** The agents that something is remembered of, by name. */
  async agents(options: { user?: string; everyone?: boolean } = {}, request: RequestOptions = {}): Promise<T.Agent[]> {
    return (await this.#http.json<{ agents: T.Agent[] }>("GET", ["agents"], { ...request, query: options })).agents;
  }

  /** The five sectors, and how much lies in each. */
  async sectors(
    options: { user?: string; everyone?: boolean } = {},
    request: RequestOptions = {},
  ): Promise<T.SectorState[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<{ sectors: T.SectorState[] }>("GET", ["sectors"], sent)).sectors;
  }

  /** The vectors of up to 1000 texts, by the embedder in use; nothing is stored. */
  async embed(texts: string[], request: RequestOptions = {}): Promise<number[][]> {
    const sent = { ...request, body: { texts }, harmless: true };
    return (await this.#http.json<{ vectors: number[][] }>("POST", ["embed"], sent)).vectors;
  }

  async keys(request: RequestOptions = {}): Promise<T.Key[]> {
    return (await this.#http.json<{ keys: T.Key[] }>("GET", ["keys"], request)).keys;
  }

  /** Make a key. Its text is in the answer, and nowhere else ever after. */
  createKey(fields: T.NewKeyFields = {}, request: RequestOptions = {}): Promise<T.NewKey> {
    return this.#http.json("POST", ["keys"], { ...request, body: fields });
  }

  rotateKey(id: string, request: RequestOptions = {}): Promise<T.NewKey> {
    return this.#http.json("POST", ["keys", id, "rotate"], request);
  }

  revokeKey(id: string, request: RequestOptions = {}): Promise<T.Key> {
    return this.#http.json("DELETE", ["keys", id], request);
  }

  settings(request: RequestOptions = {}): Promise<T.Settings> {
    return this.#http.json("GET", ["settings"], request);
  }

  /** Set the tenant's own settings; null goes back to the server's. */
  setSettings(
    values: Record<string, string | number | boolean | null>,
    request: RequestOptions = {},
  ): Promise<T.Settings> {
    return this.#http.json("PATCH", ["settings"], { ...request, body: values });
  }

  async audit(
    options: { user?: string; before?: string; limit?: number } = {},
    request: RequestOptions = {},
  ): Promise<T.AuditEntry[]> {
    const sent = { ...request, query: options };
    return (await this.#http.json<{ entries: T.AuditEntry[] }>("GET", ["audit"], sent)).entries;
  }
}

const KINDS: ReadonlySet<string> = new Set(["added", "changed", "deleted", "erased"]);
/** What the feed waits out; anything else will not change by asking again. */
const MAY_PASS: ReadonlySet<string> = new Set([
  "unreachable",
  "timeout",
  "store_busy",
  "store_unavailable",
  "issuer_unavailable",
  "closed",
]);

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    }
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
