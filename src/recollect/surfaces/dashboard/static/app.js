// The shell: where one is, who one is, whose memory is shown; pages are loaded when somebody goes there.

import { render } from "./vendor/preact.js";
import { GROUPS, PAGES, pageAt } from "./pages.js";
import { UserSelect } from "./people.js";
import { place } from "./place.js";
import { look, leave } from "./session.js";
import { SignIn, SignInAgain } from "./signin.js";
import { choose, drafts, EVERYONE, isAdmin, keep, mayWrite, principal, scope, session, useStore } from "./state.js";
import { get } from "./api.js";
import { Button, Dialog, Failed, failed, html, Icon, Keys, Loading, Name, Toasts, useEffect, useLayoutEffect, useRef, useState } from "./ui.js";

const HOME = "memories";
const HEALTH_EVERY_MS = 15000;
const PAGE_AGAIN_MS = 3000;

// --- pages ----------------------------------------------------------------------------------------------------------

const loaded = new Map(); // name -> its component
const coming = new Map(); // name -> a promise of it

function load(name) {
  if (!coming.has(name)) {
    coming.set(name, import(`./pages/${name}.js`).then((module) => { loaded.set(name, module.default); return module.default; }));
    coming.get(name).catch(() => coming.delete(name));
  }
  return coming.get(name);
}

function Page({ at }) {
  const page = pageAt(at.page);
  const known = (name) => ({ name: loaded.has(name) ? name : null, View: loaded.get(name) ?? null, error: null });
  const [state, set] = useState(() => known(page?.name));
  const main = useRef(null);
  const first = useRef(true);
  useEffect(() => {
    document.title = `${page?.title ?? "Nothing here"} · Recollect Studio`;
    if (!first.current) { main.current?.focus({ preventScroll: true }); scrollTo(0, 0); }
    first.current = false;
    if (!page) return undefined;
    if (loaded.has(page.name)) { set((old) => (old.name === page.name ? old : known(page.name))); return undefined; }
    let current = true; // a page that arrives after somebody went on is kept, and not shown
    load(page.name).then(
      () => current && set(known(page.name)),
      () => current && set({ name: page.name, View: null, error: new Error("This page could not be loaded; reload the Studio.") }),
    );
    return () => { current = false; };
  }, [at.page, at.params.join("/")]);
  const ready = state.name === page?.name;
  useEffect(() => { // a browser may keep that it failed: the page comes with a new start, as soon as somebody answers
    if (!ready || !state.error) return undefined;
    const timer = setInterval(() => get("ready").then(() => location.reload(), () => {}), PAGE_AGAIN_MS);
    return () => clearInterval(timer);
  }, [ready, state.error]);
  return html`<main id="main" tabindex="-1" ref=${main} aria-busy=${page && !ready ? "true" : undefined} aria-label=${page?.title ?? "Nothing here"}>
    ${!page ? html`<${Failed} error=${new Error(`There is no page “${at.page}”.`)} />`
      : ready && state.error ? html`<${Failed} error=${state.error} again=${() => location.reload()} />`
      : ready ? html`<${state.View} key=${at.params.join("/")} params=${at.params} query=${at.query} />`
      : html`<${Loading} lines=${6} />`}
  </main>`;
}

// --- the frame ------------------------------------------------------------------------------------------------------

const mine = (page) => !page.hidden && (!page.admin || isAdmin());

function Navigation({ at, open, onClose }) {
  return html`<nav class=${open ? "side open" : "side"} aria-label="Pages" id="side">
    <a class="brand" href="#/${HOME}" onClick=${onClose}><span class="mark" aria-hidden="true" /><span>Recollect</span></a>
    <div class="side-groups">${GROUPS.map((group) => html`<div key=${group.name} class="side-group">
      <h2 id="nav-${group.name}">${group.title}</h2>
      <ul aria-labelledby="nav-${group.name}">${PAGES.filter((page) => mine(page) && page.group === group.name).map((page) => html`<li key=${page.name}>
        <a href="#/${page.path}" onClick=${onClose} aria-current=${at.page === page.path || (page.path === HOME && at.page === "memory") ? "page" : undefined}>
          <${Icon} name=${page.icon} /><span>${page.title}</span></a></li>`)}</ul>
    </div>`)}</div>
    <${Foot} />
  </nav>`;
}

function Foot() {
  const who = useStore(session);
  const away = async () => { try { await leave(); } catch (error) { failed(error); } };
  return html`<div class="side-foot">
    <p class="who"><${Icon} name="user" size=${16} /><span><${Name} text=${who.name ?? who.user ?? who.tenant} /><small>${who.auth === "off" ? "no key asked" : who.role}</small></span></p>
    <${Theme} />
    ${who.auth !== "off" && html`<${Button} kind="quiet" icon="out" label="Sign out" onClick=${away} />`}
  </div>`;
}

function Theme() {
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const [isDark, set] = useState(dark());
  const flip = () => {
    const next = isDark ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    keep("recollect.theme", next);
    set(!isDark);
    dispatchEvent(new Event("themechange"));
  };
  return html`<${Button} kind="quiet" icon=${isDark ? "sun" : "moon"} label=${isDark ? "Light theme" : "Dark theme"} onClick=${flip} />`;
}

/** Bottom bar of a phone: four pages and the rest behind a menu. */
function BottomBar({ at, open, onMore }) {
  return html`<nav class="bottom" inert=${open} aria-label="Main pages">
    ${PAGES.filter((page) => page.bar).map((page) => html`<a key=${page.name} href="#/${page.path}" aria-current=${at.page === page.path ? "page" : undefined}>
      <${Icon} name=${page.icon} size=${22} /><span>${page.title}</span></a>`)}
    <button type="button" aria-expanded=${open ? "true" : "false"} aria-controls="side" onClick=${onMore}><${Icon} name="menu" size=${22} /><span>More</span></button>
  </nav>`;
}

/** Whose memory is shown. */
function Whose() {
  const chosen = useStore(scope);
  const who = useStore(session);
  if (who.user) return html`<p class="whose fixed"><${Icon} name="user" size=${16} /><${Name} text=${who.user} /></p>`;
  return html`<div class="whose"><span aria-hidden="true">Memory of</span>
    <${UserSelect} aria-label="Memory of" value=${chosen.user ?? ""} chosen=${chosen.user === EVERYONE ? null : chosen.user} onChange=${(user) => choose(user || null)}>
      ${isAdmin() && html`<option value=${EVERYONE}>everyone</option>`}
      <option value="">shared</option>
    <//></div>`;
}

function Health() {
  const [state, set] = useState("asking");
  useEffect(() => {
    let current = true;
    const look = () => get("ready").then(() => current && set("well"), () => current && set("away"));
    look();
    const timer = setInterval(look, HEALTH_EVERY_MS);
    return () => { current = false; clearInterval(timer); };
  }, []);
  const text = { asking: "Asking the server", well: "Server and store are well", away: "The server or its store does not answer" }[state];
  return html`<span class="health ${state}" role="status" title=${text}><i aria-hidden="true" /><span class="unseen">${text}</span></span>`;
}

function Shortcuts({ onClose }) {
  const line = (keys, text) => html`<tr key=${text}><td>${keys.map((key, at) => html`${at > 0 && " then "}<${Keys}>${key}<//>`)}</td><td>${text}</td></tr>`;
  return html`<${Dialog} title="Keyboard shortcuts" onClose=${onClose}><table class="shortcuts"><tbody>
    ${line(["/"], "Search")}${line(["n"], "Add a memory")}${line(["?"], "Show this list")}${line(["Esc"], "Close what is open")}
    ${line(["j"], "Next memory in the list")}${line(["k"], "Previous memory in the list")}${line(["Enter"], "Open the memory")}
    ${line(["e"], "Edit the memory")}${line(["x"], "Select the memory")}${line(["Del"], "Delete the memory")}
    ${PAGES.filter((page) => mine(page) && page.key).map((page) => line(["g", page.key], page.title))}
  </tbody></table><//>`;
}

const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]") && !["checkbox", "radio"].includes(target.type);

/** Heard from the moment the frame is there: an effect that waits for the next picture would miss the first keys. */
function useShortcuts(onHelp) {
  const before = useRef(0);
  useLayoutEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
      if (event.key === "?") { event.preventDefault(); onHelp(); return; }
      if (event.key === "/") {
        event.preventDefault();
        const field = document.querySelector("[data-search]");
        if (field) { field.focus(); field.select?.(); } else location.hash = "#/memories?focus=search";
        return;
      }
      const page = Date.now() - before.current < 1200 && PAGES.find((one) => one.key === event.key && mine(one));
      if (event.key === "g" && !page) { before.current = Date.now(); return; }
      before.current = 0;
      if (page) { event.preventDefault(); event.stopImmediatePropagation(); location.hash = `#/${page.path}`; return; }
      const listed = place.get().page === HOME && !document.querySelector("#main[aria-busy]"); // the list hears it itself
      if (event.key === "n" && !listed && mayWrite()) { event.preventDefault(); location.hash = `#/${HOME}?focus=add`; }
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
}

function Frame() {
  const at = useStore(place);
  const chosen = useStore(scope);
  const [open, setOpen] = useState(false);
  const [help, setHelp] = useState(false);
  useShortcuts(() => setHelp(true));
  useEffect(() => {
    if (!open) return undefined;
    document.querySelector("#side a")?.focus();
    const close = () => setOpen(false);
    const press = (event) => event.key === "Escape" && close();
    const wide = matchMedia("(min-width: 821px)"); // where it is no drawer, and covers nothing
    addEventListener("keydown", press);
    wide.addEventListener("change", close);
    return () => {
      removeEventListener("keydown", press);
      wide.removeEventListener("change", close);
      if (!document.activeElement || document.activeElement === document.body || document.activeElement.closest("#side")) document.querySelector(".bottom button")?.focus();
    };
  }, [open]);
  const page = pageAt(at.page);
  const skip = (event) => { event.preventDefault(); document.getElementById("main").focus(); };
  return html`<div class="frame">
    <a class="skip" href="#main" inert=${open} onClick=${skip}>Skip to the page</a>
    <${Navigation} at=${at} open=${open} onClose=${() => setOpen(false)} />
    ${open && html`<div class="veil" onClick=${() => setOpen(false)} />`}
    <div class="stage" inert=${open}>
      <header class="top"><h1>${page?.title ?? "Nothing here"}</h1><div class="row">
        <${Whose} /><${Health} /><${Button} kind="quiet" icon="help" label="Keyboard shortcuts" onClick=${() => setHelp(true)} /></div></header>
      <${Page} key=${chosen.user} at=${at} />
    </div>
    <${BottomBar} at=${at} open=${open} onMore=${() => setOpen(!open)} />
    ${help && html`<${Shortcuts} onClose=${() => setHelp(false)} />`}
  </div>`;
}

/** A session that ended by itself, under somebody's hands: what was typed stays behind the form. */
const lapsed = (who) => !!who.expired && who.tenant !== undefined;

function App() {
  const who = useStore(session);
  const [error, setError] = useState(null);
  const ask = (asked = look()) => { setError(null); asked.catch(setError); };
  useEffect(() => ask(first), []);
  return html`${error && !who ? html`<div class="alone"><${Failed} error=${error} again=${() => ask()} /></div>`
    : !who ? html`<p class="starting" role="status">Opening your memory …</p>`
    : html`${(who.signed_in || lapsed(who)) && html`<${Frame} key=${principal(who)} />`}
      ${!who.signed_in && (lapsed(who) ? html`<${SignInAgain} who=${who} />` : html`<${SignIn} who=${who} />`)}`}<${Toasts} />`;
}

// Who one is and the page one came for are asked for at once, and not one after the other.
const first = look();
first.catch(() => {}); // told by App
const wanted = pageAt(place.get().page);
if (wanted) load(wanted.name).catch(() => {}); // told by Page

addEventListener("beforeunload", (event) => drafts.size && event.preventDefault()); // the browser asks before it is lost

const root = document.getElementById("app");
root.textContent = "";
render(html`<${App} />`, root);
