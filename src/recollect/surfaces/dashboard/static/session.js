// Signing in and out. The key goes to the server once and comes back as a cookie that no script can read.

import { ask, get } from "./api.js";
import { forget } from "./place.js";
import { drafts, isAdmin, principal, restoreScope, session, users } from "./state.js";

const PATH = "studio/session";

export async function look() {
  let found;
  try {
    found = await get(PATH);
  } catch (error) {
    if (error.status !== 401) throw error;
    found = { signed_in: false, auth: "on", expired: true };
  }
  if (found.signed_in) await arrive(found); else session.set(found);
  return found;
}

export async function enter(key) {
  const found = await ask("POST", PATH, { body: { key } });
  await arrive(found);
}

export async function leave() {
  await ask("DELETE", PATH);
  drafts.clear();
  forget();
  session.set({ signed_in: false, auth: "on" });
  users.set([]);
}

async function arrive(who) {
  const before = session.get();
  if (before?.tenant !== undefined && principal(before) !== principal(who)) { drafts.clear(); forget(); }
  restoreScope(who); // first: no page is shown with the choice of whoever was here before
  session.set(who);
  await loadUsers();
}

/** Whose memories there are: told to admins; somebody bound to one user sees himself alone. */
export async function loadUsers() {
  const who = session.get();
  if (!who?.signed_in || who.user || !isAdmin()) { users.set(who?.user ? [who.user] : []); return; }
  users.set((await get("v1/users")).users);
}
