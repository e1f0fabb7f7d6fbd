/** How the client sends, against a server of the test's own that does as it is told. */

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import { Recollect, RecollectError } from "../src/index.js";

type Reply = (request: IncomingMessage, response: ServerResponse) => void;
type Asked = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

/** A server that gives these replies in order, and what it was asked. */
async function scripted(replies: Reply[], run: (url: string, asked: Asked[]) => Promise<void>): Promise<void> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const reply = replies.shift();
      if (reply === undefined) response.writeHead(500).end("nothing more was planned");
      else reply(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => {
  return (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  };
};
const problem = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  json({ code, detail: `it is ${code}`, errors: [{ field: "body.k", message: "too small" }] }, status, headers);
const hangUp: Reply = (request) => request.socket.destroy();
const silence: Reply = () => undefined;

const rejected = async (promise: Promise<unknown>): Promise<RecollectError> => {
  const error = await promise.then(
    () => assert.fail("it was not refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RecollectError, String(error));
  return error;
};

test("a key goes as a bearer, names are encoded, and what is not given is not sent", async () => {
  await scripted([json({ id: "a" }), json({ entities: [] })], async (url, asked) => {
    const memory = new Recollect(`${url}/`, { apiKey: " rk_test " });
    assert.equal(memory.url, url);
    await memory.get("notes/1 ?#é");
    await memory.entities({ name: "a b&c", limit: 5 });
    assert.equal(asked[0]?.url, "/v1/memories/notes%2F1%20%3F%23%C3%A9");
    assert.equal(asked[0]?.headers.authorization, "Bearer rk_test");
    assert.equal(asked[0]?.headers["idempotency-key"], undefined);
    assert.equal(asked[1]?.url, "/v1/entities?name=a+b%26c&limit=5");
  });
});

test("a busy server and a broken connection are asked again, a write under the same key", async () => {
  const busy = problem(503, "store_busy");
  const replies = [busy, hangUp, problem(409, "conflict", { "Retry-After": "0" }), json({ removed: 1 }), json({ removed: 1 })];
  await scripted(replies, async (url, asked) => {
    const memory = new Recollect(url);
    assert.deepEqual(await memory.delete("a"), { removed: 1 });
    assert.deepEqual(await memory.delete(["a", "b"]), { removed: 1 });
    const keys = asked.map((one) => one.headers["idempotency-key"]);
    assert.equal(new Set(keys.slice(0, 4)).size, 1);
    assert.notEqual(keys[4], keys[0]);
    assert.equal(String(keys[0]).length, 32);
  });
});

test("after so many tries it gives up", async () => {
  await scripted([problem(503, "store_busy"), problem(503, "store_busy")], async (url, asked) => {
    const error = await rejected(new Recollect(url, { triesMax: 2 }).users());
    assert.equal(error.code, "store_busy");
    assert.equal(asked.length, 2);
  });
});

test("a refusal is final, and says what the server said", async () => {
  await scripted([problem(429, "rate_limited", { "Retry-After": "7", "X-Request-Id": "r1" })], async (url, asked) => {
    const error = await rejected(new Recollect(url).search("x"));
    assert.equal(error.code, "rate_limited");
    assert.equal(error.status, 429);
    assert.equal(error.retryAfter, 7);
    assert.equal(error.requestId, "r1");
    assert.equal(error.message, "it is rate_limited");
    assert.deepEqual(error.errors, [{ field: "body.k", message: "too small" }]);
    assert.equal(asked.length, 1);
  });
});

test("somebody else at the address is recognised, and a redirect is not followed", async () => {
  const elsewhere = json({}, 302, { Location: "http://127.0.0.1:1/" });
  await scripted([json("hello", 404), elsewhere], async (url) => {
    const memory = new Recollect(url, { apiKey: "rk_test", triesMax: 1 });
    assert.match((await rejected(memory.users())).message, /is this its address/);
    assert.equal((await rejected(memory.users())).code, "unreachable");
  });
});

test("what takes too long ends, and is not sent twice", async () => {
  await scripted([silence], async (url, asked) => {
    const error = await rejected(new Recollect(url).search("x", {}, { timeoutMs: 500 }));
    assert.equal(error.code, "timeout");
    assert.match(error.message, /within 500 ms/);
    assert.equal(asked.length, 1);
  });
});

test("a caller's signal ends a request as the caller said", async () => {
  await scripted([silence], async (url) => {
    const stop = new AbortController();
    const search = new Recollect(url).search("x", {}, { signal: stop.signal });
    setImmediate(() => stop.abort(new Error("enough")));
    await assert.rejects(search, /enough/);
    await assert.rejects(new Recollect(url).users({ signal: AbortSignal.abort(new Error("before")) }), /before/);
  });
});

test("nobody at the address is said so", async () => {
  const error = await rejected(new Recollect("http://127.0.0.1:9", { triesMax: 1 }).users());
  assert.equal(error.code, "unreachable");
  assert.equal(error.status, 0);
});

test("an address that cannot be a server's is refused at once", () => {
  for (const url of ["", "localhost:8080", "ftp://host", "http://key@host", "http://host/?a=b", "http://host/#a"]) {
    assert.throws(() => new Recollect(url), RecollectError);
  }
});

const told = (id: string | null, event: string, data: object): string =>
  `${id === null ? "" : `id: ${id}\r\n`}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
const feed = (...parts: string[]): Reply => {
  return (request, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    for (const part of parts) response.write(part);
    setTimeout(() => request.socket.destroy(), 20);
  };
};

test("a feed that breaks goes on where it broke off", async () => {
  const change = (id: string): object => ({ id, layer: "memory", status: "active", version: 1, user: null, at: "2026" });
  const replies = [
    feed(told("m0", "ready", {}), ": ping\r\n\r\n", told("m1", "added", change("é1"))),
    problem(503, "store_unavailable"),
    feed(told("m1", "ready", {}), told(null, "changed", change("2")), told("m3", "deleted", change("3"))),
  ];
  await scripted(replies, async (url, asked) => {
    const seen: string[] = [];
    for await (const event of new Recollect(url, { triesMax: 1 }).events({ everyone: true })) {
      seen.push(`${event.kind} ${event.id} ${event.bookmark}`);
      if (seen.length === 3) break;
    }
    assert.deepEqual(seen, ["added é1 m1", "changed 2 null", "deleted 3 m3"]);
    assert.deepEqual(
      asked.map((one) => new URL(one.url, url).searchParams.get("since")),
      [null, "m1", "m1"],
    );
  });
});

test("a feed that is refused ends with the refusal, and one that is stopped just ends", async () => {
  const held: Reply = (_, response) => void response.writeHead(200, { "Content-Type": "text/event-stream" }).write(": hi\n\n");
  await scripted([problem(403, "forbidden"), feed(told("m0", "ready", {})), held], async (url) => {
    assert.equal((await rejected(new Recollect(url).events({ everyone: true }).next())).code, "forbidden");
    const stop = new AbortController();
    const next = new Recollect(url).events({ signal: stop.signal }).next();
    setTimeout(() => stop.abort(), 10);
    assert.equal((await next).done, true);
    const last = new AbortController();
    const waiting = new Recollect(url).events({ user: "ana" }, { signal: last.signal }).next();
    setTimeout(() => last.abort(), 50);
    assert.equal((await waiting).done, true);
  });
});

test("a name that means another address is not sent, and an address without a server is told as one", async () => {
  await scripted([json({ code: "not_found", detail: "Not Found: no such address" }, 404)], async (url, asked) => {
    const memory = new Recollect(url);
    for (const name of ["", ".", ".."]) {
      assert.equal((await rejected(memory.get(name))).code, "invalid_input");
      assert.equal((await rejected(memory.entity(name))).code, "invalid_input");
    }
    assert.equal(asked.length, 0);
    const error = await rejected(memory.get("a"));
    assert.equal(error.code, "unreachable");
    assert.match(error.message, /no Recollect server answers at/);
  });
});

test("what answers and is no Recollect is told as that, and one that breaks off as away", async () => {
  const page: Reply = (_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<html>Sign in</html>");
  const cut: Reply = (request, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
    response.write('{"id": ', () => request.socket.destroy());
  };
  await scripted([page, cut], async (url) => {
    const error = await rejected(new Recollect(url, { triesMax: 1 }).get("a"));
    assert.deepEqual([error.code, error.status], ["unreachable", 200]);
    assert.match(error.message, /is not JSON; is it Recollect\?/);
    assert.match((await rejected(new Recollect(url, { triesMax: 1 }).get("a"))).message, /cannot be reached/);
  });
});

test("an export that breaks off is an error and not a short export", async () => {
  const cut: Reply = (request, response) => {
    response.writeHead(200, { "Content-Length": "1000" });
    response.write('{"format": "recollect-export"}\n{"content"', () => request.socket.destroy());
  };
  await scripted([cut], async (url) => {
    const all = async (): Promise<string[]> => {
      const lines: string[] = [];
      for await (const line of new Recollect(url).export()) lines.push(line);
      return lines;
    };
    assert.equal((await rejected(all())).code, "unreachable");
  });
});
