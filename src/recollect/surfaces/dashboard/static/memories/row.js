// One memory of the list: read, edited in place, selected.

import { mayWrite } from "../state.js";
import { Button, Chip, cut, html, Icon, Kind, Menu, Name, percent, Status, Time, Words } from "../ui.js";
import { archive, guard, reinforce, unarchive } from "./actions.js";
import { Editor } from "./editor.js";

const CHARS_SHOWN = 600;
export const strengthNow = (record, now = Date.now()) =>
  record.strength * Math.exp(-record.decay_rate * Math.max(0, now - Date.parse(record.strength_at)) / 86400000);

export function Strength({ record }) {
  const now = strengthNow(record);
  return html`<span class="strength" title="Strength ${percent(now)}"><span class="unseen">strength ${percent(now)}</span><i style=${{ width: `${Math.round(now * 100)}%` }} /></span>`;
}

export function Row({ record, selected, onSelect, onDone, onDelete, onDestroy, across, editing, away, onEdit, fresh, best }) {
  const href = `#/memory/${encodeURIComponent(record.id)}`;
  const archived = record.status === "archived";
  const current = record.status === "active"; // what was superseded or refused is history, and what waits for review is settled among the conflicts
  const old = record.status === "superseded"; // it goes with what took its place
  const close = () => { onEdit(null); requestAnimationFrame(() => document.getElementById(`row-${record.id}`)?.focus()); };
  const items = [
    { text: "Open", icon: "right", run: () => { location.hash = href; } },
    mayWrite() && current && { text: "Edit", icon: "edit", run: () => onEdit(record.id) },
    mayWrite() && current && { text: "Make stronger", icon: "plus", run: () => guard(reinforce(record.id, onDone)) },
    mayWrite() && archived && { text: "Restore", icon: "undo", run: () => guard(unarchive([record.id], onDone)) },
    mayWrite() && current && { text: "Delete", icon: "trash", run: () => onDelete([record.id]) },
    mayWrite() && !old && { text: "Delete for good", icon: "danger", kind: "danger", run: () => onDestroy([record.id]) },
  ];
  return html`<li id="row-${record.id}" tabindex="-1" class=${["memory", selected ? "selected" : "", fresh ? "fresh" : ""].join(" ")} data-id=${record.id}>
    <input type="checkbox" aria-label="Select: ${cut(record.content, 60)}" checked=${selected} onChange=${() => onSelect(record.id)} />
    <div class="memory-body">
      ${editing ? html`<${Editor} record=${record} onClose=${close} onDone=${onDone} away=${away} />` : html`<a class="memory-text" href=${href}><${Words} text=${record.content.length > CHARS_SHOWN ? cut(record.content, CHARS_SHOWN) : record.content} /></a>`}
      <div class="about">
        <${Kind} name=${record.kind} />
        ${record.layer !== "memory" && html`<${Chip}>${record.layer}<//>`}
        ${record.status !== "active" && html`<${Status} name=${record.status} />`}
        ${across && html`<${Chip} icon="user"><${Name} text=${record.user ?? "shared"} /><//>`}
        ${!across && !record.user && html`<${Chip}>shared<//>`}
        ${record.key && html`<${Chip} icon="link" title="Key">${cut(record.key, 24)}<//>`}
        ${record.tags.slice(0, 3).map((tag) => html`<span key=${tag} class="tag">#<${Name} text=${cut(tag, 20)} /></span>`)}
        <${Strength} record=${record} />
        <span class="when"><${Time} at=${record.occurred_at ?? record.created_at} /></span>
        ${record.score !== undefined && html`<span class="score" title=${record.why}>${record.score >= 0.995 ? "1.00" : record.score.toFixed(2)}</span>`}
      </div>
      ${best && record.why && html`<p class="why"><${Icon} name="start" size=${14} />${record.why}</p>`}
    </div>
    <div class="memory-actions">
      ${mayWrite() && current && !editing && html`<${Button} small kind="quiet" icon="edit" label="Edit" onClick=${() => onEdit(record.id)} />
        <${Button} small kind="quiet" icon="trash" label="Delete" onClick=${() => onDelete([record.id])} />`}
      ${mayWrite() && archived && html`<${Button} small icon="undo" onClick=${() => guard(unarchive([record.id], onDone))}>Restore<//>`}
      <${Menu} label="More about this memory" items=${items} />
    </div>
  </li>`;
}

export { archive };
