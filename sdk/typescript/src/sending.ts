/**
 * What is too long for one request, in parts.
 *
 * A record of an import goes in one part with the versions before it: a server that knows the record leaves them alone
 * too, which it cannot do with those that came in a request before. What is sent is for the server to check.
 */

import { RecollectError } from "./errors.js";
import type { Added, Item } from "./types.js";

/** An import is sent in parts of about this size, each well below what a server takes at once unless it is set to take
 * less: then in smaller ones. */
export const PART_BYTES = 4_000_000;
/** Of an export with more old versions than these, they are sent as they come. */
export const WAITING_BYTES_MAX = 64_000_000;
/** As much of a batch as a server takes at once, with room for its labels; what is longer is sent in halves. */
export const ITEMS_MAX = 10_000;
export const ITEMS_BYTES_MAX = 8_000_000;
const EXPORTED = "recollect-export";
const CURRENT: ReadonlySet<unknown> = new Set(["active", "pending_review"]);
/** A server tells of one item that it is too large in the same words as of all of them, with its place before. */
const OF_ITEMS = /^(body\.items\.|items? )(\d+)(?: and (\d+))?/;

export type Counts = Record<string, number>;
export interface Line {
  /** In the source, from 1 on. */
  number: number;
  text: string;
}
type Plain = Record<string, unknown>;

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const isTooLarge = (error: unknown): boolean => error instanceof RecollectError && error.code === "too_large";

/** What one request of an import carries. */
export class Part {
  /** `groups`: lines that belong together, a record after the versions before it. */
  constructor(readonly groups: readonly Line[][]) {}

  get lines(): Line[] {
    return this.groups.flat();
  }

  get content(): string {
    return this.lines.map((line) => line.text).join("\n");
  }

  /** In two; none of one line. Versions that no request carries with their record go before it. */
  halves(): Part[] {
    const groups = this.groups.length > 1 ? this.groups : this.lines.map((line) => [line]);
    const middle = Math.floor(groups.length / 2);
    return middle === 0 ? [] : [new Part(groups.slice(0, middle)), new Part(groups.slice(middle))];
  }

  /** The first line of an export, where it tells which names a person merged. */
  get merged(): string | null {
    const text = this.lines[0]?.text ?? "";
    const plain = parsed(text);
    return plain?.["format"] === EXPORTED && filled(plain["merged"]) ? text : null;
  }
}

/** Send every line, and count what became of them. */
export async function sendLines(
  source: Iterable<string> | AsyncIterable<string>,
  send: (content: string) => Promise<Counts>,
): Promise<Counts> {
  const total: Counts = { added: 0, known: 0 };
  let most = PART_BYTES * 2;
  let sent = 0;
  let merged: string | null = null;
  for await (const part of parts(source, PART_BYTES)) {
    const waiting = [part];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const content = next.content;
      const halves = next.halves();
      if (halves.length > 0 && bytesOf(content) > most) {
        waiting.push(...halves.reverse());
        continue;
      }
      try {
        for (const [name, count] of Object.entries(await send(content))) total[name] = (total[name] ?? 0) + count;
      } catch (error) {
        if (halves.length === 0 || !isTooLarge(error)) throw numbered(error, next);
        most = Math.floor(bytesOf(content) / 2); // and so of what comes
        waiting.push(next);
        continue;
      }
      merged = sent === 0 ? next.merged : merged;
      sent += 1;
    }
  }
  if (merged !== null && sent > 1) await send(merged); // what tells of the names came after the line that merges them
  return total;
}

/** The lines in parts of about that size. */
export async function* parts(
  source: Iterable<string> | AsyncIterable<string>,
  bytesMax: number,
): AsyncGenerator<Part> {
  let groups: Line[][] = [];
  let size = 0;
  for await (const group of grouped(source)) {
    groups.push(group);
    for (const line of group) size += bytesOf(line.text) + 1;
    if (size >= bytesMax) {
      yield new Part(groups);
      groups = [];
      size = 0;
    }
  }
  if (groups.length > 0) yield new Part(groups);
}

async function* grouped(source: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Line[]> {
  const waiting = new Waiting();
  let number = 0;
  for await (const given of source) {
    number += 1;
    if (typeof given !== "string") {
      const said = `line ${number} is ${typeof given}; every line is text with a JSON object`;
      throw new RecollectError(said, { code: "invalid_input" });
    }
    const text = given.replace(/[\r\n]+$/, "");
    yield* waiting.take({ number, text }, parsed(text));
  }
  yield* waiting.rest();
}

/** Lines of what has ended, until the record comes that follows it. */
class Waiting {
  readonly #held = new Map<string, { line: Line; previous: string | null }>();
  #bytes = 0;

  /** What can be sent now. */
  take(line: Line, plain: Plain | null): Line[][] {
    if (plain !== null && Object.keys(plain).length > 0 && !("content" in plain)) {
      return [...this.rest(), [line]]; // it is about records, which come before it
    }
    const { user = null, id, previous_version_id: before = null } = plain ?? {};
    if (typeof id !== "string" || !isName(user) || !isName(before)) return [[line]];
    const previous = before === null ? null : place(user, before);
    const own = place(user, id);
    if (CURRENT.has(plain?.["status"] ?? "active") || this.#held.has(own)) return [[...this.#versions(previous), line]];
    this.#held.set(own, { line, previous });
    this.#bytes += bytesOf(line.text);
    return this.#bytes > WAITING_BYTES_MAX ? this.rest() : [];
  }

  /** What no record follows, version by version. */
  rest(): Line[][] {
    const followed = new Set([...this.#held.values()].map((one) => one.previous));
    const places = [...this.#held.keys()];
    const ends = places.filter((one) => !followed.has(one));
    // A circle has no end.
    return [...ends, ...places].map((one) => this.#versions(one)).filter((group) => group.length > 0);
  }

  /** A version that waits and those before it, oldest first; they wait no longer. */
  #versions(from: string | null): Line[] {
    const found: Line[] = [];
    for (let next = from; next !== null; ) {
      const one = this.#held.get(next);
      if (one === undefined) break;
      this.#held.delete(next);
      this.#bytes -= bytesOf(one.line.text);
      found.push(one.line);
      next = one.previous;
    }
    return found.reverse();
  }
}

const isName = (value: unknown): value is string | null => value === null || typeof value === "string";
const place = (user: string | null, id: string): string => JSON.stringify([user, id]);
const filled = (value: unknown): boolean => typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** The object of a line; null where it holds none, of which the server says what is wrong with it. */
function parsed(text: string): Plain | null {
  try {
    const plain: unknown = JSON.parse(text);
    return typeof plain === "object" && plain !== null && !Array.isArray(plain) ? (plain as Plain) : null;
  } catch {
    return null;
  }
}

/** A refusal that names a line of a part names that line of the source. */
function numbered(error: unknown, part: Part): unknown {
  return retold(error, (said) =>
    said.replace(/^line (\d+)/, (whole, line: string) => {
      const known = part.lines[Number(line) - 1];
      return known === undefined ? whole : `line ${known.number}`;
    }),
  );
}

/**
 * Send all items, in one request where one carries them. Where several do, each is a transaction of its own; a refusal
 * of a later one says how many are stored.
 */
export async function sendItems(items: readonly Item[], send: (items: readonly Item[]) => Promise<Added>): Promise<Added> {
  const done: Added[] = [];
  let most = ITEMS_BYTES_MAX;
  const waiting = [{ first: 0, items }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { first, items: now } = part;
    const size = bytesOf(JSON.stringify(now));
    if (now.length > 1 && (now.length > ITEMS_MAX || size > most)) {
      if (done.length === 0) requireDistinctKeys(items);
      const middle = Math.floor(now.length / 2);
      waiting.push({ first: first + middle, items: now.slice(middle) }, { first, items: now.slice(0, middle) });
      continue;
    }
    try {
      done.push(await send(now));
    } catch (error) {
      if (now.length === 1 || !isTooLarge(error) || OF_ITEMS.test((error as RecollectError).message)) {
        throw first === 0 ? error : ofLater(error, first);
      }
      most = Math.floor(size / 2); // and so of what comes
      waiting.push(part);
    }
  }
  return joined(done);
}

/** Two of a batch that would be one record are refused, in whichever requests they go. */
function requireDistinctKeys(items: readonly Item[]): void {
  const held = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    if (typeof item?.key !== "string") continue;
    const first = held.get(item.key);
    if (first !== undefined) {
      const said = `items ${first} and ${at} have the same key '${item.key}'; add them one after the other to make versions`;
      throw new RecollectError(said, { code: "invalid_input" });
    }
    held.set(item.key, at);
  }
}

function ofLater(error: unknown, first: number): unknown {
  return retold(error, (said) => {
    const moved = said.replace(OF_ITEMS, (_, what: string, one: string, other: string | undefined) => {
      const and = other === undefined ? "" : ` and ${Number(other) + first}`;
      return `${what}${Number(one) + first}${and}`;
    });
    return `${moved} (the ${first} items before were sent on their own, and are stored)`;
  });
}

function joined(all: readonly Added[]): Added {
  const [first] = all;
  if (first === undefined) throw new RecollectError("there is nothing to add: the list is empty", { code: "invalid_input" });
  if (all.length === 1) return first;
  const last = all[all.length - 1] ?? first;
  return {
    ids: all.flatMap((one) => one.ids),
    session: first.session,
    job_id: last.job_id,
    job_ids: all.flatMap((one) => one.job_ids),
    note: all.find((one) => one.note !== null)?.note ?? null,
    records: all.flatMap((one) => one.records),
    memories: all.flatMap((one) => one.memories),
    decisions: all.flatMap((one) => one.decisions),
  };
}

/** The same error with other words. */
function retold(error: unknown, words: (said: string) => string): unknown {
  if (!(error instanceof RecollectError)) return error;
  const { code, status, retryAfter, errors, requestId } = error;
  return new RecollectError(words(error.message), { code, status, retryAfter, errors, requestId, cause: error });
}
