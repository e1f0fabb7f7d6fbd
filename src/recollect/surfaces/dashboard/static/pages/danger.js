// What cannot be taken back: erasing a user, or everything. Asked for in writing, answered with a receipt.

import { get, post } from "../api.js";
import { UserSelect } from "../people.js";
import { loadUsers } from "../session.js";
import { isAdmin, mayWrite, session, useLoaded, useStore } from "../state.js";
import { Button, Card, Confirm, Failed, Field, html, Icon, Name, number, plain, plural, Table, Time, useState, words } from "../ui.js";

export default function Danger() {
  const who = useStore(session);
  const [user, setUser] = useState(who.user ?? "");
  const [asking, setAsking] = useState(null);
  const [receipt, setReceipt] = useState(null);
  const erase = (body) => async () => {
    setReceipt(await post("v1/erase", body));
    setUser(who.user ?? "");
    await loadUsers();
  };
  if (!mayWrite()) return html`<${Failed} error=${{ message: "This key only reads.", status: 403 }} />`;
  return html`<div class="stack">
    ${receipt && html`<${Receipt} receipt=${receipt} onClose=${() => setReceipt(null)} />`}
    <${Card} className="danger-card" title="Erase a user">
      <p class="hint">Memories, turns, summaries, the profile, files, versions, conflicts and jobs of one person, for good. Other people's memories stay.</p>
      <form class="row" onSubmit=${(event) => { event.preventDefault(); setAsking({ user }); }}>
        ${who.user ? html`<p class="grow"><${Name} text=${who.user} /></p>` : html`<div class="grow"><${Field} id="erase-user" label="Whose memory">
          <${UserSelect} id="erase-user" required value=${user} onChange=${setUser}><option value="">Choose a user</option><//><//></div>`}
        <${Button} kind="danger" type="submit" icon="trash" disabled=${!user}>Erase this user<//>
      </form>
    <//>
    ${isAdmin() && html`<${Card} className="danger-card" title="Erase everything">
      <p class="hint">Every memory of every user of the tenant <code>${who.tenant}</code>, and what is shared, and the keys that are bound to a user. Other keys and settings stay.</p>
      <div class="row end"><${Button} kind="danger" icon="trash" onClick=${() => setAsking({ everyone: true })}>Erase everything<//></div>
    <//>`}
    <p class="note"><${Icon} name="book" size=${18} /><span>To keep a copy first: on the page Memories, Export writes everything as lines of JSON that Import reads again.</span></p>
    ${asking?.user && html`<${Ask} typed=${asking.user} fields=${{ user: asking.user }} title=${`Erase everything of ${plain(asking.user)}?`} run=${erase({ user: asking.user })} onClose=${() => setAsking(null)} />`}
    ${asking?.everyone && html`<${Ask} typed=${who.tenant} fields=${{ everyone: true }} title="Erase everything of everybody?" run=${erase({ everyone: true })} onClose=${() => setAsking(null)} />`}
  </div>`;
}

function Ask({ typed, fields, title, run, onClose }) {
  const [stats] = useLoaded((signal) => get("v1/stats", fields, { signal }), []);
  return html`<${Confirm} title=${title} action="Erase for good" typed=${typed} onYes=${run} onClose=${onClose}>
    <p>There is no way back${stats ? html`: <strong>${plural(stats.records, "record")}</strong> will be gone.` : "."}</p><//>`;
}

function Receipt({ receipt, onClose }) {
  const rows = Object.entries(receipt.counts).map(([name, count]) => ({ id: name, name, count }));
  const keep = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 2)], { type: "application/json" }));
    link.download = `erased-${receipt.user ?? "everyone"}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return html`<${Card} className="receipt" title=${`Erased: ${receipt.everyone ? "everything" : plain(receipt.user)}`} actions=${html`
      <${Button} small icon="download" onClick=${keep}>Keep the receipt<//><${Button} small kind="quiet" icon="close" label="Close the receipt" onClick=${onClose} />`}>
    <p role="status" class="hint"><${Time} at=${receipt.erased_at} /> · what is gone, for the files of whoever asked.</p>
    ${receipt.keys_left > 0 && html`<p class="hint">${plural(receipt.keys_left, "key")} of theirs still work: an admin can revoke them on the page Keys.</p>`}
    <${Table} caption="What was erased" rows=${rows} empty="There was nothing." columns=${[
      { name: "what", title: "What", cell: (row) => words(row.name) }, { name: "count", title: "How many", end: true, cell: (row) => number(row.count) }]} />
  <//>`;
}
