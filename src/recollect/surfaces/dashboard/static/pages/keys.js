// Keys of the tenant: make, rotate, revoke. The text of a key is shown once and kept nowhere here.

import { get, post, remove } from "../api.js";
import { useLoaded } from "../state.js";
import { Button, Card, Chip, Code, Confirm, Dialog, Failed, Field, html, Icon, Loading, Menu, Name, number, plain, Table, Time, toast, useState } from "../ui.js";

const ROLES = { read: "looks, changes nothing", write: "also adds, changes and deletes", admin: "also looks after keys, settings and everybody" };

export default function Keys() {
  const [found, error, again] = useLoaded((signal) => get("v1/keys", {}, { signal }), []);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState(null);
  const [asking, setAsking] = useState(null);
  const [all, setAll] = useState(false);
  if (error) return html`<${Failed} error=${error} again=${again} />`;
  if (!found) return html`<${Loading} />`;
  const shown = found.keys.filter((key) => all || !key.revoked_at);
  const rotate = (key) => setAsking({
    title: "Rotate this key?", action: "Rotate", kind: "main",
    text: "It gets a new text. Programs that use the old one stop working at once.",
    run: async () => { setMade(await post(`v1/keys/${encodeURIComponent(key.id)}/rotate`)); again(); },
  });
  const revoke = (key) => setAsking({
    title: "Revoke this key?", action: "Revoke", kind: "danger",
    text: `Programs that use ${key.name ? `“${plain(key.name)}”` : "it"} are refused from now on. This cannot be taken back.`,
    run: async () => { await remove(`v1/keys/${encodeURIComponent(key.id)}`); toast("The key is revoked."); again(); },
  });
  return html`<div class="stack">
    <div class="row between">
      <label class="check"><input type="checkbox" checked=${all} onChange=${(event) => setAll(event.target.checked)} />Show revoked keys</label>
      <${Button} kind="main" icon="plus" onClick=${() => setMaking(true)}>New key<//>
    </div>
    <${Card}><${Table} caption="Keys" rows=${shown} empty="No keys." columns=${[
      { name: "name", title: "Name", cell: (key) => html`<strong><${Name} text=${key.name ?? "unnamed"} /></strong> <code>${key.hint}…</code>` },
      { name: "role", title: "Role", cell: (key) => html`<${Chip} kind=${key.role === "admin" ? "accent" : ""} title=${ROLES[key.role]}>${key.role}<//>` },
      { name: "user", title: "Speaks for", cell: (key) => html`<${Name} text=${key.user ?? "anybody"} />` },
      { name: "limit", title: "A minute", end: true, cell: (key) => (key.requests_per_minute ? number(key.requests_per_minute) : "–") },
      { name: "used", title: "Last used", cell: (key) => (key.last_used_at ? html`<${Time} at=${key.last_used_at} />` : "never") },
      { name: "state", title: "State", cell: state },
      { name: "do", title: "", end: true, cell: (key) => !key.revoked_at && html`<${Menu} label=${`Actions for ${plain(key.name ?? key.hint)}`} items=${[
        { text: "Rotate", icon: "refresh", run: () => rotate(key) }, { text: "Revoke", icon: "trash", kind: "danger", run: () => revoke(key) }]} />` },
    ]} /></${Card}>
    ${making && html`<${NewKey} onClose=${() => setMaking(false)} onMade=${(key) => { setMaking(false); setMade(key); again(); }} />`}
    ${made && html`<${Once} made=${made} onClose=${() => setMade(null)} />`}
    ${asking && html`<${Confirm} title=${asking.title} action=${asking.action} kind=${asking.kind} onYes=${asking.run} onClose=${() => setAsking(null)}>
      <p>${asking.text}</p><//>`}
  </div>`;
}

function state(key) {
  if (key.revoked_at) return html`<${Chip} kind="bad">revoked<//> <${Time} at=${key.revoked_at} />`;
  if (!key.expires_at) return html`<${Chip} kind="good">active<//>`;
  const over = new Date(key.expires_at) < Date.now();
  return html`<${Chip} kind=${over ? "bad" : "warn"}>${over ? "expired" : "expires"}<//> <${Time} at=${key.expires_at} />`;
}

function NewKey({ onClose, onMade }) {
  const [fields, set] = useState({ name: "", role: "write", user: "", expires_in_days: "", requests_per_minute: "" });
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState({});
  const change = (name) => (event) => set({ ...fields, [name]: event.target.value });
  const save = async (event) => {
    event.preventDefault();
    setBusy(true);
    const body = { role: fields.role };
    for (const name of ["name", "user"]) if (fields[name].trim()) body[name] = fields[name].trim();
    for (const name of ["expires_in_days", "requests_per_minute"]) if (fields[name] !== "") body[name] = Number(fields[name]);
    try { onMade(await post("v1/keys", body)); } catch (error) {
      const named = Object.fromEntries((error.errors ?? []).map((one) => [String(one.field ?? "").split(".").at(-1), one.message ?? one.detail]));
      setWrong(Object.keys(named).length ? named : { form: error.message });
      setBusy(false);
    }
  };
  return html`<${Dialog} title="New key" onClose=${onClose} actions=${html`<${Button} onClick=${onClose}>Cancel<//>
      <${Button} kind="main" type="submit" form="new-key" busy=${busy}>Make the key<//>`}>
    <form id="new-key" class="stack" onSubmit=${save}>
      ${wrong.form && html`<p class="wrong" role="alert">${wrong.form}</p>`}
      <${Field} id="key-name" label="Name" hint="So that you know later what it is for." error=${wrong.name}><input id="key-name" value=${fields.name} onInput=${change("name")} autocomplete="off" maxlength="200" /><//>
      <${Field} id="key-role" label="Role" hint=${ROLES[fields.role]} error=${wrong.role}><select id="key-role" value=${fields.role} onChange=${change("role")}>
        ${Object.keys(ROLES).map((role) => html`<option key=${role} value=${role}>${role}</option>`)}</select><//>
      <${Field} id="key-user" label="Speaks for" hint="A user: the key reaches this user's memory alone. Empty: anybody's." error=${wrong.user}><input id="key-user" value=${fields.user} onInput=${change("user")} autocomplete="off" /><//>
      <div class="fields">
        <${Field} id="key-days" label="Expires after days" hint="Empty: never." error=${wrong.expires_in_days}><input id="key-days" type="number" min="0" step="any" value=${fields.expires_in_days} onInput=${change("expires_in_days")} /><//>
        <${Field} id="key-limit" label="Requests a minute" hint="Empty: the server's limit." error=${wrong.requests_per_minute}><input id="key-limit" type="number" min="1" step="1" value=${fields.requests_per_minute} onInput=${change("requests_per_minute")} /><//>
      </div>
    </form>
  <//>`;
}

function Once({ made, onClose }) {
  return html`<${Dialog} title="Your key" onClose=${onClose} actions=${html`<${Button} kind="main" onClick=${onClose}>I have copied it<//>`}>
    <p class="note warn"><${Icon} name="danger" size=${18} /><span>Copy it now. It is shown this once: the server keeps only a fingerprint of it.</span></p>
    <${Code} text=${made.key} label="The key" />
    <dl class="facts"><dt>Role</dt><dd>${made.role}</dd><dt>Speaks for</dt><dd><${Name} text=${made.user ?? "anybody"} /></dd>${made.expires_at && html`<dt>Expires</dt><dd><${Time} at=${made.expires_at} /></dd>`}</dl>
  <//>`;
}
