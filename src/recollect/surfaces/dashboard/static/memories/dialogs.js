// Dialogs of the memories page: add, import, compact.

import { post } from "../api.js";
import { LISTED_MAX } from "../people.js";
import { EVERYONE, scope, session, users, useStore } from "../state.js";
import { Button, Dialog, Field, html, number, plural, StatCard, toast, useState } from "../ui.js";
import { add, importFile } from "./actions.js";
import { KINDS } from "./words.js";

/** Whose memory something goes into. */
export function UserField({ value, onChange, id = "whose" }) {
  const all = useStore(users);
  if (session.get()?.user) return null;
  return html`<${Field} id=${id} label="User" hint="Empty: the shared memory, which everybody sees">
    <input id=${id} list="${id}-list" value=${value} autocomplete="off" placeholder="shared" onInput=${(event) => onChange(event.target.value)} />
    <datalist id="${id}-list">${all.slice(0, LISTED_MAX).map((user) => html`<option key=${user} value=${user} />`)}</datalist><//>`;
}

const TOLD_MS = 9000;
const chosenUser = () => { const { user } = scope.get(); return user && user !== EVERYONE ? user : ""; };

export function AddDialog({ onClose, onDone }) {
  const [content, setContent] = useState("");
  const [user, setUser] = useState(chosenUser());
  const [kind, setKind] = useState("");
  const [tags, setTags] = useState("");
  const [key, setKey] = useState("");
  const [fixed, setFixed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return; // the key that sends it is not locked as the button is
    setBusy(true);
    const list = tags.split(",").map((tag) => tag.trim()).filter(Boolean);
    const fields = { content, ...(user.trim() ? { user: user.trim() } : {}), ...(kind ? { kind } : {}), ...(list.length ? { tags: list } : {}), ...(key.trim() ? { key: key.trim() } : {}), ...(fixed ? { layer: "override" } : {}) };
    try { await add(fields, onDone); onClose(); } catch (error) { setWrong(error); setBusy(false); }
  };
  return html`<${Dialog} title="Add a memory" onClose=${onClose} wrong=${wrong} actions=${html`
    <${Button} onClick=${onClose}>Cancel<//><${Button} kind="main" type="submit" form="add-form" busy=${busy}>Remember<//>`}>
    <form id="add-form" class="stack" onSubmit=${submit}>
      <${Field} id="content" label="What should be remembered?"><textarea id="content" required autofocus value=${content} dir="auto"
        placeholder="Ana moved to Lisbon in May" onInput=${(event) => setContent(event.target.value)}
        onKeyDown=${(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form.requestSubmit()} /><//>
      <div class="fields">
        <${UserField} value=${user} onChange=${setUser} />
        <${Field} id="kind" label="Kind" hint="Left open, it is a note"><select id="kind" value=${kind} onChange=${(event) => setKind(event.target.value)}>
          <option value="">not said</option>${KINDS.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select><//>
        <${Field} id="tags" label="Tags" hint="Separated by commas"><input id="tags" value=${tags} autocomplete="off" onInput=${(event) => setTags(event.target.value)} /><//>
        <${Field} id="addkey" label="Key" hint="The same key again makes a new version"><input id="addkey" value=${key} autocomplete="off" onInput=${(event) => setKey(event.target.value)} /><//>
      </div>
      <label class="check"><input type="checkbox" checked=${fixed} onChange=${(event) => setFixed(event.target.checked)} />Fix it: nothing that is learned may change it</label>
    </form><//>`;
}

export function ImportDialog({ onClose, onDone }) {
  const [file, setFile] = useState(null);
  const [user, setUser] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { count, left } = await importFile(file, { user: user.trim() || null });
      onDone();
      toast(`${plural(count, "record")} imported`, left ? { detail: `Left out: ${left}.`, stay: TOLD_MS } : {});
      onClose();
    } catch (error) { setWrong(error); setBusy(false); }
  };
  return html`<${Dialog} title="Import" onClose=${onClose} wrong=${wrong} actions=${html`<${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" type="submit" form="import-form" busy=${busy} disabled=${!file}>Import<//>`}>
    <form id="import-form" class="stack" onSubmit=${submit}>
      <${Field} id="file" label="File" hint="A page that was exported here (JSON), or a whole export (lines of JSON)">
        <input id="file" type="file" accept=".json,.jsonl,.ndjson,application/json" required onChange=${(event) => { setFile(event.target.files[0] ?? null); setWrong(null); }} /><//>
      <${Field} id="import-user" label="Into the memory of" hint="Empty: of whom the file says"><input id="import-user" autocomplete="off" value=${user} onInput=${(event) => setUser(event.target.value)} /><//>
    </form><//>`;
}

export function CompactDialog({ onClose, onDone }) {
  const [days, setDays] = useState(90);
  const [user, setUser] = useState(chosenUser());
  const [found, setFound] = useState(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const asked = (dryRun) => ({ older_than_days: Number(days), dry_run: dryRun, ...(user.trim() ? { user: user.trim() } : {}) });
  const look = async (event) => {
    event?.preventDefault();
    setBusy(true);
    try { setFound(await post("v1/compact", asked(true))); setWrong(null); } catch (error) { setWrong(error); }
    setBusy(false);
  };
  const run = async () => {
    setBusy(true);
    try {
      const done = await post("v1/compact", asked(false));
      onDone();
      onClose();
      toast(`${plural(done.archived, "memory", "memories")} summed up; ${number(done.tokens_saved)} tokens saved`, {
        undo: async () => { for (const id of done.summary_ids) await post(`v1/compact/${encodeURIComponent(id)}/undo`); onDone(); toast("The memories are back"); },
      });
    } catch (error) { setWrong(error); setBusy(false); }
  };
  return html`<${Dialog} title="Compact old memories" onClose=${onClose} wrong=${wrong} actions=${html`<${Button} onClick=${onClose}>Cancel<//>
    <${Button} type="submit" form="compact-form" busy=${busy && !found}>Dry run<//>
    <${Button} kind="main" icon="shrink" busy=${busy && !!found} disabled=${!found?.candidates} onClick=${run}>Compact now<//>`}>
    <p class="hint">One summary takes the place of old memories; they are archived and can be brought back. What has a key is left alone.</p>
    <form id="compact-form" class="fields" onSubmit=${look}>
      <${Field} id="days" label="Older than (days)"><input id="days" type="number" min="0" max="36500" required value=${days} onInput=${(event) => { setDays(event.target.value); setFound(null); }} /><//>
      <${UserField} id="compact-user" value=${user} onChange=${(value) => { setUser(value); setFound(null); }} />
    </form>
    <div aria-live="polite">${found && (found.candidates ? html`<div class="stats">
      <${StatCard} label="Would be summed up" value=${number(found.candidates)} />
      <${StatCard} label="Tokens now" value=${number(found.tokens_total)} />
      <${StatCard} label="Tokens saved" value=${number(found.tokens_saved)} tone="good" /></div>`
      : html`<p class="note">Nothing to sum up: nothing is that old, or a summary would not be shorter.</p>`)}</div>
  <//>`;
}
