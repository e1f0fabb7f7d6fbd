/** Answers that come bit by bit: lines of an export, and events of the feed. */

import { RecollectError } from "./errors.js";

const LINE_CHARS_MAX = 100_000_000;

/** The lines of a stream, without their ends. */
export async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await broken(reader.read());
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      let from = 0;
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n", from)) {
        yield rest.slice(from, rest[end - 1] === "\r" && end > from ? end - 1 : end);
        from = end + 1;
      }
      rest = rest.slice(from);
      if (rest.length > LINE_CHARS_MAX) throw new RecollectError("a line is too long", { code: "too_large" });
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    // Whoever stops reading early lets go of the connection.
    await reader.cancel().catch(() => undefined);
  }
}

export interface ServerSentEvent {
  event: string;
  data: string;
  id: string | null;
}

/** Server-sent events, as the standard reads them; comments keep the connection alive and are left out. */
export async function* events(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let event = "message";
  let data: string[] = [];
  let id: string | null = null;
  for await (const line of lines(stream)) {
    if (line === "") {
      if (data.length > 0) yield { event, data: data.join("\n"), id };
      event = "message";
      data = [];
      id = null;
      continue;
    }
    const colon = line.indexOf(":");
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "id") id = value;
  }
}

async function broken<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    throw new RecollectError("the connection broke while the answer was read", { code: "unreachable", cause: error });
  }
}
