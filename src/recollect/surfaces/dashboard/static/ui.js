// Parts that every page is made of. Texts are children, never HTML; what moves respects reduced motion (studio.css).

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { advice } from "./api.js";
import { exact, moment, plain, words } from "./format.js";
import { Icon } from "./icons.js";
import { store, useStore } from "./state.js";

export { html, useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } from "./vendor/preact.js";
export { Icon } from "./icons.js";
export * from "./format.js";

let made = 0;
export function useId(prefix = "id") {
  const kept = useRef(null);
  if (kept.current === null) kept.current = `${prefix}-${(made += 1)}`;
  return kept.current;
}

// --- buttons and links ----------------------------------------------------------------------------------------------

/** kind: "", "main", "quiet", "danger". `label` names a button that shows an icon alone. */
export function Button({ kind = "", icon, label, busy, children, small, type = "button", disabled, ...rest }) {
  const classes = ["button", kind, small ? "small" : "", children ? "" : "bare"].filter(Boolean).join(" ");
  return html`<button type=${type} class=${classes} aria-label=${label} title=${label} aria-busy=${busy ? "true" : undefined}
    disabled=${disabled || busy} ...${rest}>
    ${busy ? html`<span class="spinner" aria-hidden="true" />` : icon && html`<${Icon} name=${icon} size=${small ? 16 : 18} />`}
    ${children && html`<span>${children}</span>`}
  </button>`;
}

/** Puts a text on the clipboard and says so. */
export function Copy({ text, label = "Copy", small = true }) {
  const [done, set] = useState(false);
  const copy = async (event) => {
    const button = event.currentTarget;
    if (!(await copied(text, button.closest("dialog") ?? document.body))) {
      toast("It could not be copied", { tone: "wrong", detail: "Mark the text and copy it by hand." });
      return;
    }
    button.focus();
    set(true);
    setTimeout(() => set(false), 1600);
  };
  return html`<${Button} kind="quiet" small=${small} icon=${done ? "check" : "copy"} onClick=${copy}>${done ? "Copied" : label}<//>`;
}

/** Whether it worked. Without TLS a page has no clipboard, and the old way needs a field that can have the focus: one inside
 * the dialog that is open. */
async function copied(text, inside) {
  if (navigator.clipboard) {
    try { await navigator.clipboard.writeText(text); return true; } catch { /* not allowed here: the old way */ }
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  inside.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/** A block of something to type elsewhere, with its copy button. */
export const Code = ({ text, label }) => html`<div class="code" role="group" aria-label=${label}>
  <pre tabindex="0"><code>${text}</code></pre><${Copy} text=${text} />
</div>`;

// --- words ----------------------------------------------------------------------------------------------------------

export const Time = ({ at }) => (at ? html`<time datetime=${at} title=${exact(at)}>${moment(at)}</time>` : "–");
export const Chip = ({ kind = "", icon, children, title }) => html`<span class="chip ${kind}" title=${title}>
  ${icon && html`<${Icon} name=${icon} size=${14} />`}${children}</span>`;
/** Text of a memory: as it is, except that nothing can turn its direction. */
export const Words = ({ text }) => html`<span class="words" dir="auto">${plain(text)}</span>`;
/** A name that somebody gave: a user, a tag, a file. It cannot turn the direction of what stands beside it. */
export const Name = ({ text }) => html`<bdi>${plain(text)}</bdi>`;
export const Kind = ({ name }) => html`<${Chip} kind="kind kind-${name}">${words(name)}<//>`;
export const Status = ({ name }) => html`<${Chip} kind="status status-${name}">${words(name)}<//>`;
export const Keys = ({ children }) => html`<kbd>${children}</kbd>`;

/** Chips to choose from. `chosen`: a list; `one`: at most one. */
export function Chips({ label, options, chosen, onChange, one = false, text = words }) {
  const flip = (option) => {
    const on = chosen.includes(option);
    onChange(on ? chosen.filter((other) => other !== option) : one ? [option] : [...chosen, option]);
  };
  return html`<div class="chips" role="group" aria-label=${label}>
    ${options.map((option) => html`<button type="button" key=${option} class="chip choice" aria-pressed=${chosen.includes(option) ? "true" : "false"}
      onClick=${() => flip(option)}>${text(option)}</button>`)}
  </div>`;
}

export function Field({ label, hint, error, children, id, inline, wide }) {
  return html`<div class=${["field", inline ? "inline" : "", wide ? "wide" : ""].join(" ").trim()}>
    <label for=${id}>${label}</label>${children}
    ${error ? html`<p class="wrong" id="${id}-hint" role="alert">${error}</p>` : hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`;
}

// --- boxes ----------------------------------------------------------------------------------------------------------

export const Card = ({ title, actions, children, className = "", level = 2 }) => html`<section class="card ${className}">
  ${(title || actions) && html`<header class="card-head">${level === 3 ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`}<div class="row">${actions}</div></header>`}
  ${children}
</section>`;
export const StatCard = ({ label, value, note, icon, tone = "" }) => html`<div class="stat ${tone}">
  <span class="stat-label">${icon && html`<${Icon} name=${icon} size=${16} />`}${label}</span>
  <strong>${value}</strong>${note && html`<span class="stat-note">${note}</span>`}
</div>`;
export const Empty = ({ icon = "memories", title, children, actions }) => html`<div class="empty">
  <span class="empty-icon"><${Icon} name=${icon} size=${28} /></span><h2>${title}</h2>
  <div class="empty-text">${children}</div>${actions && html`<div class="row">${actions}</div>`}
</div>`;
export const Loading = ({ lines = 4, label = "Loading" }) => html`<div class="loading" role="status" aria-label=${label}>
  ${Array.from({ length: lines }, (_, at) => html`<span key=${at} class="bone" />`)}</div>`;
export const Failed = ({ error, again }) => html`<div class="failed" role="alert"><${Icon} name="danger" />
  <div><strong>${error.message}</strong><p>${advice(error)}</p></div>
  ${again && html`<${Button} small icon="refresh" onClick=${again}>Try again<//>`}</div>`;
export const Progress = ({ value, most = 1, label }) => html`<progress class="progress" value=${value} max=${most} aria-label=${label} />`;

/** A bar of several parts: [{name, value, tone}], as shares of `most`. */
export function Bar({ parts, most, label }) {
  const all = most ?? (parts.reduce((sum, part) => sum + part.value, 0) || 1);
  return html`<span class="bar" role="img" aria-label=${label}>
    ${parts.map((part) => html`<i key=${part.name} class="tone-${part.tone}" style=${{ width: `${Math.max(0, (part.value / all) * 100)}%` }} title="${part.name} ${part.value.toFixed(3)}" />`)}
  </span>`;
}

/** columns: [{name, title, cell(row), end}] */
export function Table({ columns, rows, rowKey = (row) => row.id, caption, empty = "Nothing yet." }) {
  if (!rows.length) return html`<p class="hint">${empty}</p>`;
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label=${caption}><table>
    <caption class="unseen">${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th key=${column.name} scope="col" class=${column.end ? "end" : ""}>${column.title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${rowKey(row)}>${columns.map((column) => html`<td key=${column.name} data-title=${column.title} class=${column.end ? "end" : ""}>${column.cell(row)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

// --- dialogs --------------------------------------------------------------------------------------------------------

/** A dialog with a focus trap (the browser's own, by showModal); Escape closes it and focus goes back. `wrong`: a problem,
 * told inside, for what stands at the edge of the page lies behind it. */
export function Dialog({ title, onClose, children, actions, wide, wrong }) {
  const at = useRef(null);
  const id = useId("dialog");
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = at.current;
    dialog.showModal();
    const first = at.current.querySelector("[autofocus], .dialog-body input, .dialog-body textarea, .dialog-body select") ?? at.current.querySelector(".dialog-actions button");
    first?.focus();
    return () => {
      dialog.close(); // first: while it is open, nothing behind it can have the focus
      (before?.isConnected ? before : document.getElementById("main"))?.focus();
    };
  }, []);
  const outside = (event) => event.target === at.current && onClose();
  return html`<dialog ref=${at} class=${wide ? "dialog wide" : "dialog"} aria-labelledby=${id} onClick=${outside}
    onCancel=${(event) => { event.preventDefault(); onClose(); }}>
    <div class="dialog-box"><header><h2 id=${id}>${title}</h2><${Button} kind="quiet" icon="close" label="Close" onClick=${onClose} /></header>
    <div class="dialog-body">${wrong && html`<${Failed} error=${wrong} />`}${children}</div>${actions && html`<footer class="dialog-actions">${actions}</footer>`}</div>
  </dialog>`;
}

/** Asks before something is done. `typed`: a word that must be written first. */
export function Confirm({ title, children, action = "Delete", kind = "danger", typed, onYes, onClose }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [wrong, setWrong] = useState(null);
  const id = useId("typed");
  const yes = async () => {
    setBusy(true);
    try { await onYes(); onClose(); } catch (error) { setWrong(error); setBusy(false); }
  };
  return html`<${Dialog} title=${title} onClose=${onClose} wrong=${wrong} actions=${html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind=${kind} busy=${busy} disabled=${typed && said !== typed && said !== plain(typed)} onClick=${yes}>${action}<//>`}>
    ${children}
    ${typed && html`<${Field} id=${id} label=${html`Write <code>${plain(typed)}</code> to go on`}>
      <input id=${id} value=${said} autocomplete="off" onInput=${(event) => setSaid(event.target.value)} /><//>`}
  <//>`;
}

// --- toasts ---------------------------------------------------------------------------------------------------------

const toasts = store([]);
let toastNumber = 0;
const TOASTS_MAX = 4;

/** Says something at the edge of the page. `undo`: what takes it back; it then stays longer. */
export function toast(text, { undo, tone = "", detail, stay } = {}) {
  const id = (toastNumber += 1);
  toasts.set((now) => [{ id, text, undo, tone, detail }, ...now].slice(0, TOASTS_MAX)); // the newest is the first to reach
  setTimeout(() => dismiss(id), stay ?? (undo || tone === "wrong" ? 9000 : 4500));
  return id;
}
const dismiss = (id) => toasts.set((now) => now.filter((one) => one.id !== id));

/** An error as a toast: what happened and what to do. */
export function failed(error) {
  if (error?.name === "AbortError") return;
  if (error?.name !== "Problem") console.error(error);
  toast(error?.message ?? String(error), { tone: "wrong", detail: advice(error) });
}

export function Toasts() {
  const shown = useStore(toasts);
  const undo = async (one) => {
    dismiss(one.id);
    try { await one.undo(); } catch (error) { failed(error); }
  };
  return html`<div class="toasts" role="region" aria-label="Messages" aria-live="polite">
    ${shown.map((one) => html`<div key=${one.id} class="toast ${one.tone}">
      <div><strong>${one.text}</strong>${one.detail && html`<p>${one.detail}</p>`}</div>
      ${one.undo && html`<${Button} small icon="undo" onClick=${() => undo(one)}>Undo<//>`}
      <${Button} small kind="quiet" icon="close" label="Dismiss" onClick=${() => dismiss(one.id)} />
    </div>`)}
  </div>`;
}

/** A menu behind a button: [{text, icon, kind, run}]. Arrow keys move, Escape closes. */
const MENU_GAP = 5;

export function Menu({ label, icon = "more", items, children }) {
  const [open, set] = useState(false);
  const at = useRef(null);
  useEffect(() => {
    if (!open) return undefined;
    const list = at.current.querySelector(".menu-list");
    const beside = at.current.getBoundingClientRect();
    const below = beside.bottom + list.offsetHeight + MENU_GAP < innerHeight;
    list.style.top = `${below ? beside.bottom + MENU_GAP : Math.max(MENU_GAP, beside.top - list.offsetHeight - MENU_GAP)}px`;
    list.style.left = `${Math.max(MENU_GAP, beside.right - list.offsetWidth)}px`;
    list.querySelector('[role="menuitem"]')?.focus({ preventScroll: true });
    const away = (event) => !at.current?.contains(event.target) && set(false);
    const gone = () => set(false); // it stands where its button was
    document.addEventListener("pointerdown", away);
    addEventListener("resize", gone);
    addEventListener("scroll", gone, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", away);
      removeEventListener("resize", gone);
      removeEventListener("scroll", gone, { capture: true });
    };
  }, [open]);
  const keys = (event) => {
    const all = [...at.current.querySelectorAll('[role="menuitem"]')];
    const here = all.indexOf(document.activeElement);
    if (event.key === "Escape" && open) { set(false); at.current.querySelector("button").focus(); event.stopPropagation(); }
    if (!open || !["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key];
    all[(next + all.length) % all.length]?.focus();
  };
  const run = (item) => { set(false); at.current.querySelector("button").focus(); item.run(); };
  return html`<div class="menu" ref=${at} onKeyDown=${keys}>
    <${Button} kind="quiet" icon=${icon} label=${children ? undefined : label} aria-haspopup="menu" aria-expanded=${open ? "true" : "false"} onClick=${() => set(!open)}>${children}<//>
    ${open && html`<div class="menu-list" role="menu" aria-label=${label}>
      ${items.filter(Boolean).map((item) => html`<button type="button" role="menuitem" key=${item.text} class=${item.kind ?? ""} onClick=${() => run(item)}>
        ${item.icon && html`<${Icon} name=${item.icon} size=${16} />`}${item.text}</button>`)}
    </div>`}
  </div>`;
}
