// Where one is: the address after the #. A page notes in it what it shows, so that whoever comes back finds it again.

import { query } from "./api.js";
import { keep, kept, store } from "./state.js";

export const LIST = "#/memories";

const EPOCH = "recollect.epoch";
let epoch = "";
/** Whoever signed out, or made room for another one, began a new one: what the history has of the one before is not shown. */
const now = () => kept(EPOCH, "sessionStorage") ?? epoch;
const noted = (there) => history.replaceState({ of: now() }, "", there);
const bare = () => location.hash.split("?")[0];

/** `#/memory/ab%2Fc?tab=history` -> {page: "memory", params: ["ab/c"], query: {tab: "history"}} */
function read() {
  const of = history.state?.of; // nothing: a link that somebody followed or typed
  if (of !== now()) noted(of === undefined ? undefined : bare() || undefined);
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, ...params] = path.split("/").filter(Boolean).map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
  return { page: page ?? LIST.slice(2), params, query: Object.fromEntries(new URLSearchParams(search)) };
}

let shown; // the address of what is shown: whoever follows a link changes the address a moment before this is told of it
function arrive() {
  const found = read();
  shown = location.hash;
  return found;
}
const leaving = () => location.hash !== shown;

export const place = store(arrive());
addEventListener("hashchange", () => place.set(arrive()));

let list = LIST;
/** The list of memories as it was last seen: searched, narrowed, at its page. */
export const listed = () => list;

/** Writes what `page` shows into its address, in place of what stands there: nothing is shown anew by that. Whoever is on the way
 * elsewhere is not called back. Gives what a page that is shown anew here begins with. */
export function note(page, fields) {
  const there = `#/${page}${query(fields)}`;
  if (there.startsWith(LIST)) list = there;
  if (leaving()) return place.get().query;
  if (location.hash !== there && (location.hash || there !== LIST)) noted(there);
  shown = location.hash;
  place.get().query = read().query;
  return place.get().query;
}

/** Nobody finds what somebody else looked for. */
export function forget() {
  list = LIST;
  const asked = location.hash.includes("?");
  epoch = `${Date.now()}-${Math.random()}`;
  keep(EPOCH, epoch, "sessionStorage");
  if (leaving()) return;
  const found = arrive();
  if (asked) place.set(found);
}
