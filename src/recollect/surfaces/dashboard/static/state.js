// What several parts of the page share: small stores, the chosen memory, and hooks over them.

import { useEffect, useLayoutEffect, useState } from "./vendor/preact.js";

/** A value that tells whoever listens when it changes. */
export function store(first) {
  let value = first;
  const listeners = new Set();
  return {
    get: () => value,
    set(next) {
      value = typeof next === "function" ? next(value) : next;
      for (const tell of [...listeners]) tell(value);
    },
    listen(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
}

export function useStore(from) {
  const [value, set] = useState(from.get());
  useEffect(() => {
    set(from.get());
    return from.listen(set);
  }, [from]);
  return value;
}

/** Who is signed in: {signed_in, auth, tenant, user, role}; null: not asked yet. */
export const session = store(null);

/** Whose page it is: it stays for the same person alone, and what an admin looked at is not there for the next one. */
export const principal = ({ tenant, user, role, name }) => JSON.stringify([tenant, user, role, name]);

/** What was typed and not saved yet, by what it belongs to: it is there again for whoever left its page and comes back. */
export const drafts = new Map();

/** Whose memory is shown. `user`: a name, null for the shared memory, EVERYONE for all (admins). */
export const EVERYONE = "\u0000everyone"; // no user is called so
export const scope = store({ user: null });
export const users = store([]);

export const isAdmin = (who = session.get()) => !!who && who.role === "admin" && !who.user;
export const mayWrite = () => session.get()?.role !== "read";

/** The chosen user as fields of a query (GET) or of a body; `everyone` only where the route has it. */
export function whose(chosen = scope.get()) {
  if (chosen.user === EVERYONE) return { everyone: true };
  return chosen.user ? { user: chosen.user } : {};
}

/** The chosen user where only one memory can be meant: everyone means the shared one. */
export function oneOf(chosen = scope.get()) {
  return chosen.user && chosen.user !== EVERYONE ? { user: chosen.user } : {};
}

/** What this browser keeps, for good or for the visit (`sessionStorage`); one that keeps nothing still shows everything. */
export function kept(name, where = "localStorage") {
  try { return window[where].getItem(name); } catch { return null; }
}

export function keep(name, value, where = "localStorage") {
  try { window[where].setItem(name, value); } catch { /* for this page only */ }
}

export function choose(user) {
  scope.set({ user });
  keep("recollect.user", user ?? "", "sessionStorage");
}

/** What `who` chose during this visit; everyone only where that is allowed: an admin may have been here before. */
export function restoreScope(who) {
  if (who.user) { scope.set({ user: who.user }); return; }
  const user = kept("recollect.user", "sessionStorage") ?? EVERYONE;
  scope.set({ user: user === EVERYONE && !isAdmin(who) ? null : user || null });
}

const AWAY = 0; // the status of a server that cannot be reached
const UNKNOWN = 401; // the session has ended: the page stays as it is until somebody signed in again
const AGAIN_MS = 5000;

/** What a promise brings: [value, error, again]. Asked anew when one of `inputs` changes, and a while after the server could
 * not be reached; an old answer is dropped. */
export function useLoaded(load, inputs) {
  const [state, set] = useState({ value: undefined, error: null, turn: 0 });
  const again = () => set((old) => ({ ...old, turn: old.turn + 1 }));
  useLayoutEffect(() => { // before the page is painted: what is asked for earlier comes earlier
    let current = true;
    const stop = new AbortController();
    let timer = null;
    let back = null;
    Promise.resolve()
      .then(() => load(stop.signal))
      .then((value) => current && set((old) => ({ ...old, value, error: null })))
      .catch((error) => {
        if (!current || error.name === "AbortError") return;
        if (error.status === UNKNOWN) { back = session.listen((who) => who?.signed_in && again()); return; }
        set((old) => ({ ...old, error }));
        if (error.status === AWAY) timer = setTimeout(again, AGAIN_MS);
      });
    return () => { current = false; back?.(); clearTimeout(timer); stop.abort(); };
  }, [...inputs, state.turn]);
  return [state.value, state.error, again];
}

/** The value, `wait` ms after it stopped changing. */
export function useDebounced(value, wait = 300) {
  const [late, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return late;
}
