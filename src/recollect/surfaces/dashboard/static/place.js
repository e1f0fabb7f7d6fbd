// Where one is: the address after the #. A page notes in it what it shows, so that whoever comes back finds it again.

import { query } from "./api.js";
import { store } from "./state.js";

export const LIST = "#/memories";

/** `#/memory/ab%2Fc?tab=history` -> {page: "memory", params: ["ab/c"], query: {tab: "history"}} */
function read() {
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, ...params] = path.split("/").filter(Boolean).map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
  return { page: page ?? LIST.slice(2), params, query: Object.fromEntries(new URLSearchParams(search)) };
}

export const place = store(read());
addEventListener("hashchange", () => place.set(read()));

let list = LIST;
/** The list of memories as it was last seen: searched, narrowed, at its page. */
export const listed = () => list;

/** Writes what `page` shows into its address, in place of what stands there: nothing is shown anew by that. Gives what a page
 * that is shown anew here begins with. */
export function note(page, fields) {
  const there = `#/${page}${query(fields)}`;
  if (location.hash !== there && (location.hash || there !== LIST)) history.replaceState(null, "", there);
  if (there.startsWith(LIST)) list = there;
  place.get().query = read().query;
  return place.get().query;
}

/** Nobody finds what somebody else looked for. */
export function forget() {
  list = LIST;
  if (!location.hash.includes("?")) return;
  history.replaceState(null, "", location.hash.split("?")[0]);
  place.set(read());
}
