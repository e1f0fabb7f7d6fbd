// Signing in and out. The key goes to the server once and comes back as a cookie that no script can read.

import { ask, get } from "./api.js";
import { isAdmin, restoreScope, session, users } from "./state.js";

const PATH = "studio/session";

export async function look() {
  let found;
  try {
    found = await get(PATH);
  } catch (error) {
    if (error.status !== 401) throw error;
    found = { signed_in: false, auth: "on", expired: true };
  }
  session.set(found);
  if (found.signed_in) await arrive();
  return found;
}

export async function enter(key) {
  const found = await ask("POST", PATH, { body: { key } });
  session.set(found);
  await arrive();
}

export async function leave() {
  await ask("DELETE", PATH);
  session.set({ signed_in: false, auth: "on" });
  users.set([]);
}

async function arrive() {
  restoreScope();
  await loadUsers();
}

/** Whose memories there are: told to admins; somebody bound to one user sees himself alone. */
export async function loadUsers() {
  const who = session.get();
  if (!who?.signed_in || who.user || !isAdmin()) { users.set(who?.user ? [who.user] : []); return; }
  users.set((await get("v1/users")).users);
}
