// What is known of a user in a few lines: the profile, its versions as a diff, and what was fixed by hand.

import { get, patch, post, record, remove } from "../api.js";
import { Difference } from "../diff.js";
import { Shared } from "../people.js";
import { EVERYONE, mayWrite, oneOf, scope, useLoaded, useStore } from "../state.js";
import { Button, Card, Chip, Confirm, cut, Dialog, Empty, Failed, failed, Field, html, Icon, Loading, plural, Time, toast, useEffect, useState, Words } from "../ui.js";

export default function Profile() {
  const chosen = useStore(scope);
  const [found, error, again] = useLoaded((signal) => get("v1/profile", oneOf(), { signal }), []);
  if (error) return html`<${Failed} error=${error} again=${again} />`;
  if (!found) return html`<${Loading} />`;
  return html`<div class="stack">
    ${chosen.user === EVERYONE && html`<p class="note"><${Icon} name="user" size=${18} /><span>This is the profile of the shared memory. Choose a user above to see what is known of a person.</span></p>`}
    <div class="columns wide-first">
      <div class="stack"><${Text} profile=${found} again=${again} /><${Versions} profile=${found} again=${again} /></div>
      <${Overrides} overrides=${found.overrides} again=${again} />
    </div>
  </div>`;
}

function Text({ profile, again }) {
  const [busy, setBusy] = useState(false);
  const [editing, setEditing] = useState(false);
  const rebuild = async () => {
    setBusy(true);
    try {
      const made = await post("v1/profile/rebuild", oneOf());
      toast(made.record ? `The profile is version ${made.version} now.` : "Nothing is known to make a profile of.");
      again();
    } catch (error) { failed(error); }
    setBusy(false);
  };
  const actions = mayWrite() && html`
    ${profile.record && html`<${Button} small icon="edit" onClick=${() => setEditing(true)}>Edit<//>`}
    <${Button} small icon="refresh" busy=${busy} onClick=${rebuild}>${profile.record ? "Make anew" : "Make it now"}<//>`;
  return html`<${Card} title="Profile" actions=${actions}>
    ${profile.record ? html`<div class="profile-text"><${Words} text=${profile.text} /></div>
        <p class="row hint"><${Chip} kind="accent">version ${profile.version}<//><${Time} at=${profile.record.updated_at} />
        ${profile.record.metadata.built_by && html`<span>by ${String(profile.record.metadata.built_by)}</span>`}
        ${profile.pending > 0 && html`<${Chip} kind="warn">${plural(profile.pending, "memory", "memories")} since<//>`}</p>`
      : html`<${Empty} icon="profile" title="No profile yet">It is made by itself after a few memories of this user, or now.<//>`}
    ${editing && html`<${TextDialog} title="Edit the profile" label="Profile" of=${profile.record} long onClose=${() => setEditing(false)}
      onSave=${async (content, version) => { await patch(record(profile.record.id), { content }, { version }); toast("Saved as a new version."); again(); }} />`}
  <//>`;
}

// --- versions -------------------------------------------------------------------------------------------------------

function Versions({ profile, again }) {
  const [all, error] = useLoaded((signal) => (profile.record ? get(record(profile.record.id, "/history"), {}, { signal }).then((told) => told.records) : []), [profile.version]);
  const [at, setAt] = useState(null);
  const [asking, setAsking] = useState(null);
  useEffect(() => setAt(null), [profile.version]);
  if (error) return html`<${Failed} error=${error} />`;
  if (!all || all.length < 2) return null;
  const place = at ?? all.length - 1;
  const here = all[place];
  const revert = async () => {
    await post(record(profile.record.id, "/revert"), { version: here.version });
    toast(`Version ${here.version} holds again, as a new version.`);
    again();
  };
  return html`<${Card} title="Versions" actions=${html`
      <${Button} small kind="quiet" icon="left" label="Older version" disabled=${place < 1} onClick=${() => setAt(place - 1)} />
      <span class="hint" role="status">${here.version} of ${all.at(-1).version}</span>
      <${Button} small kind="quiet" icon="right" label="Newer version" disabled=${place >= all.length - 1} onClick=${() => setAt(place + 1)} />`}>
    <p class="hint">${place ? html`What changed from version ${all[place - 1].version} to ${here.version}` : html`Version ${here.version}, the first that is kept`} · <${Time} at=${here.updated_at} /></p>
    <${Difference} before=${place ? all[place - 1].content : here.content} after=${here.content} />
    ${mayWrite() && place < all.length - 1 && html`<div class="row end"><${Button} small icon="undo" onClick=${() => setAsking(true)}>Bring this version back<//></div>`}
    ${asking && html`<${Confirm} title=${`Bring version ${here.version} back?`} action="Bring back" kind="main" onYes=${revert} onClose=${() => setAsking(null)}>
      <p>It becomes a new version; the others stay in the history.</p><//>`}
  <//>`;
}

// --- overrides ------------------------------------------------------------------------------------------------------

function Overrides({ overrides, again }) {
  const [editing, setEditing] = useState(null);
  const [asking, setAsking] = useState(null);
  const save = async (content, version) => {
    if (editing.id) await patch(record(editing.id), { content }, { version });
    else await post("v1/overrides", { content, ...oneOf() });
    toast(editing.id ? "Changed." : "Fixed: nothing that is learned changes it.");
    again();
  };
  return html`<${Card} title="Fixed by hand" actions=${mayWrite() && html`<${Button} small icon="plus" onClick=${() => setEditing({ content: "" })}>Fix something<//>`}>
    <p class="hint">Overrides hold whatever is said or learned. Only you change them.</p>
    ${overrides.length ? html`<ul class="overrides" aria-label="Overrides">${overrides.map((one) => html`<li key=${one.id}>
        <div class="grow"><${Words} text=${one.content} /><p class="hint">${one.user ? "" : "for everybody · "}<${Time} at=${one.updated_at} /></p></div>
        ${mayWrite() && html`<${Button} small kind="quiet" icon="edit" label=${`Change “${cut(one.content, 40)}”`} onClick=${() => setEditing(one)} />
          <${Button} small kind="quiet" icon="trash" label=${`Delete “${cut(one.content, 40)}”`} onClick=${() => setAsking(one)} />`}
      </li>`)}</ul>` : html`<p class="hint">Nothing is fixed here.</p>`}
    ${editing && html`<${TextDialog} title=${editing.id ? "Change what is fixed" : "Fix something"} label="What holds" of=${editing}
      hint="A plain sentence: “Ana lives in Lisbon”. What contradicts it is hidden." note=${!editing.id && html`<${Shared}>It goes into<//>`} onClose=${() => setEditing(null)} onSave=${save} />`}
    ${asking && html`<${Confirm} title="Delete this override?" onClose=${() => setAsking(null)} onYes=${async () => { await remove(record(asking.id)); toast("Deleted."); again(); }}>
      <p><${Words} text=${asking.content} /></p><p class="hint">It is gone for good; what is said may be learned again.</p><//>`}
  <//>`;
}

/** The text of a record, or of a new one (`of` without an id). What somebody else saved meanwhile is shown, and not overwritten
 * unseen. */
function TextDialog({ title, label, of, hint, note, long, onSave, onClose }) {
  const [value, set] = useState(of.content);
  const [base, setBase] = useState(of); // what the text replaces
  const [met, setMet] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const save = async (event) => {
    event.preventDefault();
    if (busy) return; // the key that saves is not locked as the button is
    setBusy(true);
    try { await onSave(value.trim(), base.version); onClose(); } catch (error) {
      if (error.status === 412) await get(record(of.id)).then((now) => { setBase(now); setMet(true); setWrong(null); }, (other) => setWrong(other.message));
      else setWrong(error.message);
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${title} wide=${long} onClose=${onClose} actions=${html`<${Button} onClick=${onClose}>Cancel<//>
      <${Button} kind="main" type="submit" form="text-form" busy=${busy} disabled=${!value.trim() || value === base.content}>Save<//>`}>
    <form id="text-form" class="stack tight" onSubmit=${save}><${Field} id="text-field" label=${label} hint=${hint} error=${wrong}>
      <textarea id="text-field" rows=${long ? 14 : 3} value=${value} required onInput=${(event) => set(event.target.value)}
        onKeyDown=${(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form.requestSubmit()} /><//>
      ${note}
      ${met && html`<p class="note warn" role="alert"><${Icon} name="danger" size=${18} /><span>Somebody saved this meanwhile: “<${Words} text=${cut(base.content, 200)} />”. Save again to replace it.</span></p>`}</form>
  <//>`;
}
