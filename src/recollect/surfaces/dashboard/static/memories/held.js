// The row that is edited stays where it was, whatever becomes of the list: what is typed into it is nobody's to take away.

import { useRef } from "../ui.js";

/** The rows to show, and whether the one that is edited (`editing`: its id) is shown though it is not among `records`: the
 * list moved on, or was asked something else. It then stands after those it stood after. */
export function useHeld(records, editing) {
  const last = useRef(null);
  const at = editing === null ? -1 : records.findIndex((one) => one.id === editing);
  if (editing === null) last.current = null;
  if (at >= 0) last.current = { record: records[at], before: new Set(records.slice(0, at).map((one) => one.id)) };
  const held = last.current;
  if (at >= 0 || held?.record.id !== editing) return { shown: records, away: false };
  const after = 1 + records.findLastIndex((one) => held.before.has(one.id));
  return { shown: [...records.slice(0, after), held.record, ...records.slice(after)], away: true };
}
