// The native API over fetch, in the session of whoever is signed in. Problems become errors that say what to do.

import { session } from "./state.js";

export class Problem extends Error {
  constructor(status, code, detail, errors = []) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

const ADVICE = {
  0: "Check that the server is running; this page tries again by itself.",
  401: "Sign in again.",
  403: "It takes a key that may do this, or another setting of the server.",
  404: "It may have been deleted meanwhile; go back and reload the list.",
  409: "It changed meanwhile; look at it again and repeat.",
  412: "Look at what it says now, then save again.",
  413: "Send less at once.",
  422: "Correct it, then repeat.",
  429: "Wait a moment, then repeat.",
  500: "The server's log says why.",
  503: "The store is busy or away; repeat in a moment.",
};

const ADVICE_OF_CODE = { invalid_state: "Reload the page to see how it stands." };

/** What to do about an error, in a sentence. */
export const advice = (error) => ADVICE_OF_CODE[error?.code] ?? ADVICE[error?.status ?? 0] ?? "";

/** `{user: "ana", layer: ["memory", "turn"], empty: null}` -> `?user=ana&layer=memory&layer=turn` */
export function query(fields = {}) {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") made.append(name, one);
    }
  }
  const text = made.toString();
  return text ? `?${text}` : "";
}

export async function ask(method, path, { body, raw, type, signal, version, as = "json" } = {}) {
  const headers = { Accept: "application/json, application/problem+json" };
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (method !== "GET") headers["X-Recollect-Studio"] = "1";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (raw !== undefined) headers["Content-Type"] = type ?? "text/plain";
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, signal, credentials: "same-origin", body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "unreachable", "The server cannot be reached.");
  }
  if (answer.ok) {
    if (answer.status === 204) return null;
    return as === "response" ? answer : answer[as]();
  }
  throw await problemOf(answer, path);
}

const BOUNDS = { "greater than or equal to": "at least", "less than or equal to": "at most", "greater than": "more than", "less than": "less than" };
const THINGS = { integer: "whole number", string: "text", "datetime or date": "date" };

/** What a check of the request says, as people say it: `Input should be less than or equal to 1, not 7` -> `It must be at most 1, not 7` */
const inWords = (text) => text
  .replace(/^Value error, /, "")
  .replace(/^Input should be (greater than or equal to|less than or equal to|greater than|less than) (-?[\d.e-]*\d)/,
    (_, bound, value) => `It must be ${BOUNDS[bound]} ${Math.abs(value) < 1 ? Number(Number(value).toPrecision(2)) : value}`)
  .replace(/^Input should be an? valid ([^,]+).*/, (_, thing) => `It must be a ${THINGS[thing] ?? thing}`)
  .replace(/^String should have (at (?:most|least) \d+) characters?/, "It must have $1 characters")
  .replace(/^Input should be /, "It must be ")
  .replace(/^Field required$/, "It is missing")
  .replace(/^Extra inputs are not permitted$/, "It is not known here");

/** The same with the name of the field: `body.options.tokens_max` -> `“tokens max” must be at least 0, not -1` */
export function sentence({ field, message }) {
  const name = String(field).split(".").slice(1).findLast((part) => !/^\d+$/.test(part));
  if (!name) return message;
  return `“${name.replaceAll("_", " ")}”${message.startsWith("It ") ? message.slice(2) : `: ${message}`}`;
}

async function problemOf(answer, path) {
  let told = {};
  try {
    told = await answer.json();
  } catch { /* a proxy's page, not ours */ }
  if (answer.status === 401 && !path.startsWith("studio/session")) {
    session.set((old) => (old?.signed_in ? { ...old, signed_in: false, expired: true } : old));
  }
  const errors = told.errors?.map((one) => ({ ...one, message: inWords(one.message) }));
  const detail = errors?.length ? `${errors.map(sentence).join("; ")}.` : told.detail ?? `The server answered ${answer.status}.`;
  return new Problem(answer.status, told.code ?? "http", detail, errors);
}

export const get = (path, fields, more) => ask("GET", path + query(fields), more);
export const post = (path, body = {}, more) => ask("POST", path, { body, ...more });
export const patch = (path, body, more) => ask("PATCH", path, { body, ...more });
export const remove = (path, more) => ask("DELETE", path, more);

/** The address of a record: an id may hold anything. */
export const record = (id, rest = "") => `v1/memories/${encodeURIComponent(id)}${rest}`;

const FEED_AGAIN_MS = 3000;

/** Server-sent events of changes: `tell(kind, change)`; `heard()` when it begins, `missed()` when it was cut off and is back.
 * Returns a function that ends it. A browser tries again after a cut, but gives up for good after a refusal (a proxy's 502,
 * a session that ended). */
export function follow(fields, tell, missed, heard) {
  let feed = null;
  let timer = null;
  let begun = false;
  let ended = false; // whoever left while something was under way is not followed any more
  const open = () => {
    if (ended) return;
    feed = new EventSource(`v1/events${query(fields)}`);
    for (const kind of ["added", "changed", "deleted", "erased"]) {
      feed.addEventListener(kind, (event) => tell(kind, JSON.parse(event.data)));
    }
    feed.addEventListener("ready", () => { if (begun) missed(); else heard(); begun = true; });
    feed.addEventListener("error", () => { if (feed.readyState === EventSource.CLOSED) timer = setTimeout(again, FEED_AGAIN_MS); });
  };
  const again = () => { // asked for by name first: whoever is not known any more is shown where to sign in
    begun = true; // whatever happened meanwhile was not heard
    const later = () => { if (!ended) timer = setTimeout(again, FEED_AGAIN_MS); };
    if (session.get()?.signed_in) get("v1/ping").then(open, later); else later();
  };
  open();
  return () => { ended = true; clearTimeout(timer); feed.close(); };
}
