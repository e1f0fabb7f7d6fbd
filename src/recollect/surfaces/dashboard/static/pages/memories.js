// The list of memories: live, searched while one types, filtered, changed in place and in bulk.

import { follow, get, post } from "../api.js";
import { archive, destroy, exportAll, exportPage, guard, unarchive } from "../memories/actions.js";
import { AddDialog, CompactDialog, ImportDialog } from "../memories/dialogs.js";
import { dropDrafts } from "../memories/editor.js";
import { Filters, inAddress, listQuery, narrowed, ofAddress, searchBody } from "../memories/filters.js";
import { useHeld } from "../memories/held.js";
import { Row } from "../memories/row.js";
import { note } from "../place.js";
import { loadUsers } from "../session.js";
import { EVERYONE, mayWrite, scope, useDebounced, keep, kept, useLoaded, users, whose } from "../state.js";
import { Button, compact, Confirm, Empty, Failed, html, Icon, Keys, Loading, Menu, number, percent, plural, StatCard, useEffect, useLayoutEffect, useMemo, useRef, useState, warm } from "../ui.js";
import Start from "./start.js";

const ROWS = 50;
const FOUND_MAX = 50;
const PAGE_MAX = 1e6; // what an address may say: the API skips no more than 1e9 rows
const LIVE_WAIT_MS = 400;
const LIVE_EVERY_MS = 1000; // however much is written
const FRESH_MS = 4000;

export default function Memories({ query }) {
  const chosen = scope.get();
  const across = chosen.user === EVERYONE;
  const [text, setText] = useState(query.q ?? "");
  const asked = useDebounced(text.trim(), 300);
  const [filters, setFilters] = useState(() => ofAddress(query));
  const [showFilters, setShowFilters] = useState(narrowed(filters) > 0);
  const [dialog, setDialog] = useState(null);
  const [starting, setStarting] = useState(false);
  const [editing, setEditing] = useState(null);
  const [selected, setSelected] = useState([]);
  const wide = useMemo(() => matchMedia("(min-width: 821px)").matches, []);
  const searching = asked !== "" && !across;
  const key = keyOf(asked, filters);
  const [turned, setTurned] = useState(() => ({ key, page: pageIn(query, chosen) }));
  const page = turned.key === key ? turned.page : 0; // of another question one begins with the first page
  const setPage = (next) => setTurned({ key, page: next });
  useEffect(() => {
    setSelected([]);
    setTurned((old) => (old.key === key ? old : { key, page: 0 }));
  }, [key]);
  useAddress(query, { q: asked, ...inAddress(filters), page: page ? page + 1 : "" }, chosen, (wanted) => {
    setStarting(false); // whoever follows a link here is shown what it asks for, also where nothing was remembered before
    setText(wanted.q ?? "");
    setFilters(ofAddress(wanted));
    setTurned({ key: keyOf((wanted.q ?? "").trim(), ofAddress(wanted)), page: pageIn(wanted, chosen) });
  });

  const [found, error, again] = useLoaded(async (signal) => {
    if (searching) {
      const answer = await post("v1/search", searchBody(filters, chosen, asked, FOUND_MAX), { signal });
      return { records: answer.hits, total: answer.hits.length, note: answer.note, asked, searched: true };
    }
    const answer = await get("v1/memories", { ...listQuery(filters, chosen, asked), limit: ROWS, offset: page * ROWS }, { signal });
    return { ...answer, asked };
  }, [key, page]);
  const come = !!(found || error); // the list first: to add up all of it takes longer, and would hold up the first row
  const [stats, , againStats] = useLoaded(async (signal) => (come ? get("v1/stats", whose(chosen), { signal }) : undefined), [come]);
  const done = () => { again(); againStats(); };
  const [fresh, live] = useLive(chosen, done);
  useEffect(() => { if (live && come) done(); }, [live, come]); // what changed after the list was read and before the feed began
  const field = useRef(null);
  useEffect(warm, []); // the list was asked for before this runs
  const add = () => { setStarting(false); setDialog("add"); };
  useEffect(() => {
    if (query.focus === "search") field.current?.focus();
    if (query.focus === "add" && mayWrite()) add();
  }, [query.focus]);
  useEffect(() => { if (!starting && query.focus === "search") field.current?.focus(); }, [starting]);

  const { shown: records, away } = useHeld(found?.records ?? [], editing);
  const rows = { records, selected, setSelected, setEditing, setDialog, add, field };
  useRowKeys(rows);
  useKeptFocus(records);
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / ROWS));
  useLayoutEffect(() => { if (found && page >= pages) setPage(pages - 1); }, [found]); // the last rows of the last page may have gone
  const select = (id) => setSelected((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const gone = (ids) => {
    setSelected([]);
    dropDrafts(ids);
    if (ids.includes(editing)) setEditing(null);
  };
  const looked = useRef(false);
  useLayoutEffect(() => { // on coming here alone: it goes on when the first memory is there, and undo stays at hand when the last is gone
    const began = text || narrowed(filters) > 0 || dialog; // whoever does something here already is not led away from it
    if (stats && !looked.current && stats.records === 0 && !began) setStarting(true);
    looked.current = looked.current || !!stats;
  }, [stats]);
  if (starting) return html`<${Start} onDone=${() => { setStarting(false); done(); loadUsers(); }} />`;

  return html`<div class="stack">
    <${Numbers} stats=${stats} />
    ${wide && html`<${HowItWorks} />`}
    <div class="toolbar">
      <div class="searchbox" role="search"><${Icon} name="search" />
        <input ref=${field} data-search type="search" value=${text} aria-label="Search memories" autocomplete="off" spellcheck=${false}
          placeholder=${across ? "Find words in everybody’s memories" : "Ask or search, as you would say it"} onInput=${(event) => setText(event.target.value)}
          onKeyDown=${(event) => { if (event.key === "Escape") { setText(""); } if (event.key === "ArrowDown") { event.preventDefault(); focusRow(records[0]?.id); } }} />
        <${Keys}>/<//></div>
      <${Button} icon="filter" aria-expanded=${showFilters ? "true" : "false"} aria-controls="filters" onClick=${() => setShowFilters(!showFilters)}>Filters${narrowed(filters) > 0 && html` <span class="count">${narrowed(filters)}</span>`}<//>
      ${mayWrite() && html`<${Button} kind="main" icon="plus" onClick=${() => setDialog("add")}>Add<//>`}
      <${Menu} label="More" items=${[
        { text: "Export this page", icon: "download", run: () => exportPage(records) },
        { text: "Export everything", icon: "download", run: () => exportAll(whose(chosen)) },
        mayWrite() && { text: "Import", icon: "upload", run: () => setDialog("import") },
        mayWrite() && { text: "Compact old", icon: "shrink", run: () => setDialog("compact") },
      ]} />
    </div>
    ${showFilters && html`<${Filters} filters=${filters} onChange=${setFilters} />`}
    ${selected.length > 0 && html`<${Bulk} ids=${selected} records=${records} setSelected=${setSelected} done=${done} setDialog=${setDialog} />`}
    <p class="told" role="status" aria-live="polite">${told(found, error, across)}</p>
    ${error && html`<${Failed} error=${error} again=${again} />`}
    ${(!found || page >= pages) && !error && !away ? html`<${Loading} lines=${6} label="Loading memories" />`
      : records.length === 0 && found ? html`<${Empty} icon="search" title=${asked ? "Nothing found" : "Nothing here"}>
          ${asked || narrowed(filters) ? "Try other words, or fewer filters." : "This memory is empty. Add something, or choose another one above."}<//>`
      : html`<ul class="memories" aria-label="Memories" aria-busy=${found && found.asked !== text.trim() ? "true" : undefined}>
        ${records.map((record, at) => html`<${Row} key=${record.id} record=${record} across=${across} best=${found.searched && at === 0}
          selected=${selected.includes(record.id)} onSelect=${select} onDone=${done} fresh=${fresh.has(record.id)}
          editing=${editing === record.id} away=${away && editing === record.id ? found : null} onEdit=${setEditing}
          onDelete=${(ids) => setDialog({ delete: ids })} onDestroy=${(ids) => setDialog({ destroy: ids })} />`)}</ul>`}
    ${!searching && pages > 1 && html`<${Pager} page=${page} pages=${pages} onGo=${(next) => { setPage(next); setSelected([]); scrollTo(0, 0); }} />`}
    ${!wide && html`<${HowItWorks} />`}
    ${dialog === "add" && html`<${AddDialog} onClose=${() => setDialog(null)} onDone=${() => { done(); loadUsers(); }} />`}
    ${dialog === "import" && html`<${ImportDialog} onClose=${() => setDialog(null)} onDone=${() => { done(); loadUsers(); }} />`}
    ${dialog === "compact" && html`<${CompactDialog} onClose=${() => setDialog(null)} onDone=${done} />`}
    ${dialog?.delete && html`<${Confirm} title=${dialog.delete.length === 1 ? "Delete this memory?" : `Delete ${number(dialog.delete.length)} memories?`} onClose=${() => setDialog(null)}
      onYes=${async () => { await archive(dialog.delete, done); gone(dialog.delete); }}><p>It is not recalled any more. You can undo this, and find it later among what is archived.</p><//>`}
    ${dialog?.destroy && html`<${Confirm} title="Delete for good?" action="Delete for good" onClose=${() => setDialog(null)}
      onYes=${async () => { await destroy(dialog.destroy, done); gone(dialog.destroy); }}>
      <p>${plural(dialog.destroy.length, "record")}, with all versions and what rests on ${dialog.destroy.length === 1 ? "it" : "them"} alone. There is no way back.</p><//>`}
  </div>`;
}

function told(found, error, across) {
  if (error || !found) return "";
  const { asked } = found;
  if (found.searched) {
    const count = found.total < FOUND_MAX ? plural(found.total, "memory", "memories") : `The best ${number(FOUND_MAX)}`; // there may be more
    return `${count} for “${asked}”${found.note ? ` (${found.note})` : ""}`;
  }
  const words = asked && across ? ` with “${asked}”; choose a user above to search by meaning` : "";
  return `${plural(found.total ?? 0, "memory", "memories")}${words}`;
}

function Numbers({ stats }) {
  return html`<div class="stats memories-numbers">
    <${StatCard} label="Entries" icon="memories" value=${compact(stats?.records)} note=${stats && plural(stats.by_layer.memory ?? 0, "memory", "memories")} />
    <${StatCard} label="Tokens" icon="book" value=${compact(stats?.tokens)} note="if all were sent at once" />
    <${StatCard} label="Hit rate" icon="check" value=${percent(stats?.hit_rate)} note="records at hand when asked" />
    <${StatCard} label="Turns" icon="timeline" value=${compact(stats?.by_layer.turn)} note=${stats?.jobs.queued ? `${plural(stats.jobs.queued, "job")} waiting` : "all learned from"} />
  </div>`;
}

const HIDDEN = "recollect.how";

function HowItWorks() {
  const [open, set] = useState(kept(HIDDEN) !== "hidden");
  if (!open) return null;
  const hide = () => { keep(HIDDEN, "hidden"); set(false); };
  return html`<section class="how" aria-label="How it works"><ol>
    <li><strong>Said</strong> Conversations are kept turn by turn, as they were said.</li>
    <li><strong>Learned</strong> Facts, preferences and decisions are drawn out and checked against their source.</li>
    <li><strong>Weighed</strong> New against old: what changed is superseded, what contradicts is asked about.</li>
    <li><strong>Recalled</strong> A question finds what fits by words, meaning, time and relations. What is not needed fades.</li>
  </ol><${Button} small kind="quiet" icon="close" label="Hide how it works" onClick=${hide} /></section>`;
}

function Bulk({ ids, records, setSelected, done, setDialog }) {
  const chosen = records.filter((one) => ids.includes(one.id));
  const all = (status) => chosen.every((one) => one.status === status);
  const old = chosen.some((one) => one.status === "superseded");
  const onClear = () => setSelected([]);
  return html`<div class="bulk" role="region" aria-label="Selected memories"><strong>${plural(ids.length, "memory", "memories")} selected</strong>
    ${ids.length < records.length && html`<${Button} small kind="quiet" onClick=${() => setSelected(records.map((one) => one.id))}>Select all ${number(records.length)}<//>`}<span class="grow" />
    <${Button} small icon="download" onClick=${() => exportPage(chosen)}>Export<//>
    ${mayWrite() && (all("archived") ? html`<${Button} small icon="undo" onClick=${() => guard(unarchive(ids, done).then(onClear))}>Restore<//>` : all("active") && html`<${Button} small icon="trash" onClick=${() => setDialog({ delete: ids })}>Delete<//>`)}
    ${mayWrite() && (old ? html`<span class="hint">Old versions go with what took their place</span>` : html`<${Button} small icon="danger" onClick=${() => setDialog({ destroy: ids })}>Delete for good<//>`)}
    <${Button} small kind="quiet" onClick=${onClear}>Clear<//>
  </div>`;
}

function Pager({ page, pages, onGo }) {
  const go = (event) => {
    const asked = Math.trunc(event.target.value) - 1;
    const next = asked >= 0 && asked < pages ? asked : page;
    event.target.value = next + 1;
    if (next !== page) onGo(next);
  };
  return html`<nav class="pager" aria-label="Pages of the list">
    <${Button} icon="left" disabled=${page === 0} onClick=${() => onGo(page - 1)}>Newer<//>
    <label>Page <input type="number" min="1" max=${pages} value=${page + 1} aria-label="Page" onChange=${go} /> of ${number(pages)}</label>
    <${Button} disabled=${page >= pages - 1} onClick=${() => onGo(page + 1)}>Older<//>
  </nav>`;
}

const keyOf = (asked, filters) => JSON.stringify([asked, filters]);
let of; // whose list was turned last: of another's one begins with the first page
const pageIn = (query, chosen) => ((of === undefined || of === chosen.user) && Math.trunc(query.page) > 1 ? Math.min(Math.trunc(query.page), PAGE_MAX) - 1 : 0);

/** Keeps in the address what is `shown`, and shows what a link to another address says. */
function useAddress(query, shown, chosen, show) {
  const known = useRef(JSON.stringify(query));
  const wanted = JSON.stringify(query);
  useEffect(() => {
    if (known.current === wanted) return;
    known.current = wanted;
    show(query);
  }, [wanted]);
  useEffect(() => {
    of = chosen.user;
    known.current = JSON.stringify(note("memories", shown));
  }, [JSON.stringify(shown)]);
}

/** Reloads a moment after something changed, and now and then while much does; returns the ids that came just now, and
 * whether changes are heard yet. */
function useLive(chosen, reload) {
  const [fresh, setFresh] = useState(new Set());
  const [live, setLive] = useState(false);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let timer = null;
    let last = 0;
    let crowd = false;
    const come = new Set();
    const show = () => {
      timer = null;
      last = Date.now();
      latest.current();
      if (crowd) guard(loadUsers());
      crowd = false;
      setFresh(new Set(come));
      setTimeout(() => { come.clear(); setFresh(new Set()); }, FRESH_MS);
    };
    const stop = follow(whose(chosen), (kind, change) => {
      if (kind === "added") come.add(change.id);
      crowd = crowd || (change.user && !users.get().includes(change.user));
      timer ??= setTimeout(show, Math.max(LIVE_WAIT_MS, last + LIVE_EVERY_MS - Date.now()));
    }, () => latest.current(), () => setLive(true));
    return () => { clearTimeout(timer); stop(); };
  }, []);
  return [fresh, live];
}

const focusRow = (id) => id && document.getElementById(`row-${id}`)?.focus();

/** Where the row with the focus goes away, its neighbour has it: nobody is thrown back to the top of the page. */
function useKeptFocus(records) {
  const last = useRef(null);
  const latest = useRef(records);
  const gone = () => last.current && !latest.current.some((one) => one.id === last.current.id);
  const goOn = () => focusRow(latest.current[Math.min(last.current.at, latest.current.length - 1)]?.id);
  useEffect(() => {
    const note = (event) => {
      if (event.target.closest?.("dialog")) return;
      const id = event.target.closest?.("[data-id]")?.dataset.id;
      if (event.target.id === "main" && gone()) { goOn(); return; } // a dialog that gave the focus back found no row
      last.current = id ? { id, at: latest.current.findIndex((one) => one.id === id) } : null;
    };
    addEventListener("focusin", note);
    return () => removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    latest.current = records;
    if (document.activeElement === document.body && gone()) goOn();
  }, [records]);
}

/** j and k move, Enter opens, e edits, x selects, Delete deletes, n adds. */
function useRowKeys(rows) {
  const latest = useRef(rows);
  latest.current = rows;
  useLayoutEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (event.target.closest("input:not([type=checkbox]), textarea, select, [role=menu]")) return;
      const { records, setSelected, setEditing, setDialog, add } = latest.current;
      const id = document.activeElement?.closest?.("[data-id]")?.dataset.id;
      const at = records.findIndex((one) => one.id === id);
      const current = mayWrite() && records[at]?.status === "active"; // what is history can be read and not changed
      const act = {
        j: () => focusRow(records[Math.min(at + 1, records.length - 1)]?.id),
        k: () => focusRow(records[Math.max(at - 1, 0)]?.id),
        n: () => mayWrite() && add(),
        e: () => current && setEditing(id),
        x: () => at >= 0 && setSelected((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
        Delete: () => current && setDialog({ delete: [id] }),
        Enter: () => { if (document.activeElement?.matches("[data-id]")) location.hash = `#/memory/${encodeURIComponent(id)}`; },
      }[event.key];
      if (!act || (event.key === "Enter" && !document.activeElement?.matches("[data-id]"))) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
