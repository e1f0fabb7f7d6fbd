// What cannot both be true: the two statements side by side, and somebody who decides.

import { get, post, record } from "../api.js";
import { mayWrite, useLoaded, whose } from "../state.js";
import { Button, Card, Chip, Chips, Empty, Failed, failed, html, Icon, Loading, Name, number, plural, Time, toast, useState, Words } from "../ui.js";

const CHOICES = [
  { name: "old", text: "Keep the known one", icon: "undo" },
  { name: "new", text: "Take the new one", icon: "check" },
  { name: "both", text: "Both hold", icon: "plus" },
];
const DONE = { old: "What was known stays.", new: "The new statement holds now.", both: "Both statements hold." };
const PAGE = 30;
const WAYS = { clarify: "ask the user", review: "review" };

export default function Conflicts() {
  const [resolved, setResolved] = useState(false);
  const [most, setMost] = useState(PAGE); // each asks for its two sides
  const [found, error, again] = useLoaded((signal) => get("v1/conflicts", { ...whose(), resolved }, { signal }), [resolved]);
  const shown = found?.conflicts.filter((one) => !!one.resolved_at === resolved);
  return html`<div class="stack">
    <div class="row between">
      <p class="hint grow">New statements that contradict something important wait here. Until somebody decides, what was known holds.</p>
      <${Chips} label="Which conflicts" one options=${["open", "settled"]} chosen=${[resolved ? "settled" : "open"]}
        onChange=${(chosen) => setResolved(chosen[0] === "settled")} />
    </div>
    ${error ? html`<${Failed} error=${error} again=${again} />` : !shown ? html`<${Loading} lines=${3} />`
      : !shown.length ? html`<${Empty} icon="conflicts" title=${resolved ? "Nothing was settled yet" : "Nothing to decide"}>
          ${resolved ? "What you decide appears here." : "No statement contradicts another one."}<//>`
      : html`<p class="unseen" role="status">${plural(shown.length, "conflict")}</p>
        <ul class="stack" aria-label="Conflicts">${shown.slice(0, most).map((one) => html`<li key=${one.id}><${Conflict} conflict=${one} again=${again} /></li>`)}</ul>
        ${shown.length > most && html`<div class="row"><${Button} icon="down" onClick=${() => setMost(most + PAGE)}>More (${number(shown.length - most)})<//></div>`}`}
  </div>`;
}

function Conflict({ conflict, again }) {
  const [busy, setBusy] = useState(null);
  const decide = async (choice) => {
    setBusy(choice);
    try {
      await post(`v1/conflicts/${encodeURIComponent(conflict.id)}/resolve`, { choice });
      toast(DONE[choice]);
      document.getElementById("main").focus({ preventScroll: true }); // the button goes with the conflict
      again();
    } catch (error) {
      failed(error);
      setBusy(null);
      if (error.status === 409 || error.status === 404) again();
    }
  };
  return html`<${Card} className="conflict" title=${html`<${Words} text=${conflict.question} />`} actions=${html`
      <${Chip} kind="warn">${WAYS[conflict.action] ?? conflict.action}<//>
      <${Chip} icon="user"><${Name} text=${conflict.user ?? "shared"} /><//>`}>
    <p class="hint"><${Words} text=${conflict.reason} /> <${Time} at=${conflict.created_at} /></p>
    <div class="versus">
      <${Side} id=${conflict.old_id} title="Known" />
      <span class="versus-or" aria-hidden="true"><${Icon} name="conflicts" size=${18} /></span>
      <${Side} id=${conflict.new_id} title="New" />
    </div>
    ${conflict.choice ? html`<p class="row"><${Chip} kind="good" icon="check">${DONE[conflict.choice]}<//><span class="hint"><${Time} at=${conflict.resolved_at} /></span></p>`
      : mayWrite() && html`<div class="row" role="group" aria-label="Decide">${CHOICES.map((choice) => html`<${Button} key=${choice.name} icon=${choice.icon}
          kind=${choice.name === "new" ? "main" : ""} busy=${busy === choice.name} disabled=${!!busy} onClick=${() => decide(choice.name)}>${choice.text}<//>`)}</div>`}
  <//>`;
}

function Side({ id, title }) {
  const [found, error] = useLoaded((signal) => get(record(id, "/history"), {}, { signal }).then((all) => all.records.find((one) => one.id === id) ?? all.records[0]), [id]);
  return html`<div class="side-of"><h3>${title}</h3>
    ${error ? html`<p class="hint">${error.status === 404 ? "It was deleted." : error.message}</p>`
      : !found ? html`<span class="bone" />`
      : html`<p><a class="plain-link" href="#/memory/${encodeURIComponent(found.id)}"><${Words} text=${found.content} /></a></p>
        <p class="hint">${found.provenance.source} · sure ${Math.round(found.confidence * 100)} % · <${Time} at=${found.created_at} /></p>`}
  </div>`;
}
