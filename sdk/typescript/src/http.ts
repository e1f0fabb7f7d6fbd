/**
 * Requests: time-outs, a few retries, refusals as errors.
 *
 * A request is sent again only when that can do no harm: reads, and writes, which carry an Idempotency-Key, so that the
 * server does them once. Sent again is what never reached it, what it could not do just now (503), and a write whose
 * first sending is still being answered. What timed out is not: the server may be busy with it.
 */

import { answerOf, RecollectError, refusal, secondsOf } from "./errors.js";

export interface ClientOptions {
  /** The key of a tenant, as `recollect keys create` printed it. */
  apiKey?: string;
  /** Longest wait for an answer. Streams may last longer; for them it is the wait for their beginning. */
  timeoutMs?: number;
  /** How often a request is sent at most. */
  triesMax?: number;
  /** Another implementation of fetch. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
}

export interface Sent extends RequestOptions {
  query?: object | undefined;
  body?: unknown;
  /** A body that is no JSON, and its type. */
  content?: { data: Blob | string; type: string };
  headers?: Record<string, string>;
  /** A POST that may be sent twice: it changes nothing, or nothing more the second time. */
  harmless?: boolean;
  /** How long the server is asked to work on it, on top of the time-out. */
  takesMs?: number;
}

/** A body that is still coming; `release` when it was read. */
export interface Streamed {
  body: ReadableStream<Uint8Array>;
  release: () => void;
}

/** What an address cannot carry as a part of it. */
const NO_NAMES: ReadonlySet<string> = new Set(["", ".", ".."]);
export const TIMEOUT_MS = 60_000;
export const TRIES_MAX = 4;
const FIRST_WAIT_MS = 100;
const WAIT_MS_MAX = 5_000;

export class Http {
  readonly url: string;
  readonly #options: Required<Pick<ClientOptions, "timeoutMs" | "triesMax" | "fetch">>;
  readonly #headers: Record<string, string>;

  constructor(url: string, options: ClientOptions) {
    this.url = base(url);
    this.#options = {
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      triesMax: Math.max(1, options.triesMax ?? TRIES_MAX),
      // A browser's fetch insists on being called as a function of the window.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    };
    this.#headers = options.apiKey === undefined ? {} : { Authorization: `Bearer ${options.apiKey.trim()}` };
  }

  /** The JSON of an answer. */
  async json<Answer>(method: string, path: readonly string[], sent: Sent = {}): Promise<Answer> {
    const limit = this.#limit(sent);
    try {
      const response = await this.#answered(method, path, sent, limit.signal);
      return response.status === 204 ? (undefined as Answer) : await answerOf<Answer>(response, this.url);
    } catch (error) {
      throw this.#told(error, sent, limit);
    } finally {
      limit.clear();
    }
  }

  /** An answer whose body is read as it comes; the time-out ends with its beginning. */
  async stream(path: readonly string[], sent: Sent = {}): Promise<Streamed> {
    const limit = this.#limit(sent);
    try {
      const response = await this.#answered("GET", path, sent, limit.signal);
      if (response.body === null) throw new RecollectError(`${this.url} sent no body`, { code: "unreachable" });
      limit.settle();
      return { body: response.body as ReadableStream<Uint8Array>, release: () => limit.clear() };
    } catch (error) {
      limit.clear();
      throw this.#told(error, sent, limit);
    }
  }

  async #answered(method: string, path: readonly string[], sent: Sent, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { Accept: "application/json", ...this.#headers, ...sent.headers };
    let body: Blob | string | undefined;
    if (sent.content !== undefined) {
      body = sent.content.data;
      headers["Content-Type"] = sent.content.type;
    } else if (sent.body !== undefined) {
      body = JSON.stringify(sent.body);
      headers["Content-Type"] = "application/json";
    }
    if (method !== "GET" && sent.harmless !== true) headers["Idempotency-Key"] = randomKey();
    const init: RequestInit = { method, headers, signal, redirect: "error" };
    if (body !== undefined) init.body = body;
    const address = this.#address(path, sent.query);
    for (let turn = 0; ; turn += 1) {
      const last = turn + 1 >= this.#options.triesMax;
      let wait = FIRST_WAIT_MS * 2 ** turn;
      try {
        const response = await this.#options.fetch(address, init);
        if (response.ok) return response;
        if (last || !passing(response)) throw await refusal(response, this.url);
        wait = Math.max(wait, (secondsOf(response) ?? 0) * 1000);
        await response.body?.cancel();
      } catch (error) {
        if (error instanceof RecollectError || signal.aborted || last) throw error;
      }
      await pause(Math.min(wait, WAIT_MS_MAX), signal);
    }
  }

  #address(path: readonly string[], query: object | undefined): string {
    const wrong = path.find((part) => typeof part !== "string" || NO_NAMES.has(part));
    if (wrong !== undefined) {
      throw new RecollectError(`an id or a name is a text, and not ${JSON.stringify(wrong)}: that means another address`, {
        code: "invalid_input",
      });
    }
    const url = [this.url, "v1", ...path.map(encodeURIComponent)].join("/");
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined && one !== null) {
          parameters.append(name, one instanceof Date ? one.toISOString() : String(one));
        }
      }
    }
    const text = parameters.toString();
    return text === "" ? url : `${url}?${text}`;
  }

  #limit(sent: Sent): Limit {
    return new Limit((sent.timeoutMs ?? this.#options.timeoutMs) + (sent.takesMs ?? 0), sent.signal);
  }

  /** What fetch throws, in our words; the caller's own abort stays what it is. */
  #told(error: unknown, sent: Sent, limit: Limit): unknown {
    if (error instanceof RecollectError || sent.signal?.aborted === true) return error;
    if (limit.expired) {
      const said = `${this.url} did not answer within ${limit.ms} ms; it may still do what was asked`;
      return new RecollectError(said, { code: "timeout", cause: error });
    }
    const why = error instanceof Error ? String((error.cause as Error | undefined)?.message ?? error.message) : String(error);
    return new RecollectError(`${this.url} cannot be reached (${why}); is the server running?`, {
      code: "unreachable",
      cause: error,
    });
  }
}

/** A signal that fires with the caller's, or when time is up. */
class Limit {
  expired = false;
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #forward: () => void;

  constructor(
    readonly ms: number,
    readonly outer: AbortSignal | undefined,
  ) {
    this.#forward = () => this.#controller.abort(outer?.reason);
    if (outer?.aborted === true) this.#forward();
    outer?.addEventListener("abort", this.#forward, { once: true });
    this.#timer = setTimeout(() => {
      this.expired = true;
      this.#controller.abort(new DOMException("time is up", "TimeoutError"));
    }, ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** No time-out any more, while the caller's signal still counts. */
  settle(): void {
    clearTimeout(this.#timer);
  }

  clear(): void {
    this.settle();
    this.outer?.removeEventListener("abort", this.#forward);
  }
}

function base(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) {
    throw new RecollectError("the address of a server begins with http:// or https://", { code: "invalid_input" });
  }
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "") {
    throw new RecollectError("the address of a server holds no user, no ? and no #; give the key as apiKey", {
      code: "invalid_input",
    });
  }
  return parsed.href.replace(/\/+$/, "");
}

/** Whether it may be otherwise in a moment: busy, or the first sending of this write is still being answered. */
function passing(response: Response): boolean {
  return response.status === 503 || (response.status === 409 && response.headers.has("retry-after"));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** 128 random bits; `randomUUID` would be missing on pages that were not loaded over HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
