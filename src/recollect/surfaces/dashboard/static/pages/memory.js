// One memory: what it says, where it comes from, how it changed, what it is linked with, how it fades.

import { get, post, query, record as path } from "../api.js";
import { Difference } from "../diff.js";
import { archive, destroy, guard, reinforce, unarchive } from "../memories/actions.js";
import { Decay } from "../memories/decay.js";
import { Editor } from "../memories/editor.js";
import { LIST, listed } from "../place.js";
import { mayWrite, useLoaded } from "../state.js";
import { Button, Card, Chip, Confirm, Copy, cut, Failed, failed, html, Icon, Kind, Loading, Menu, Name, number, percent, plain, Status, Time, toast, useState, Words, words } from "../ui.js";

const RELATIONS_LOOKED_AT = 1000;
const CHARS_SHOWN = 4000;
const LONG = 300; // from here on it is set like a text, and not like a headline
const RECALLS_SHOWN = 10;

export default function MemoryPage({ params }) {
  const id = params.join("/");
  const [found, error, again] = useLoaded((signal) => loadAll(id, signal), [id]);
  if (error) return html`<div class="stack"><${Back} /><${Failed} error=${error} again=${again} /></div>`;
  if (!found) return html`<${Loading} lines=${5} label="Loading the memory" />`;
  const { record, history, neighbours, decisions, recalls, source, relations } = found;
  const now = record.status === "superseded" ? history.at(-1) : record; // what holds in its place, where something does
  return html`<article class="stack">
    <${Back} />
    <${Text} record=${record} again=${again} />
    ${now.id !== record.id && html`<p class="note"><${Icon} name="refresh" size=${18} /><span>${now.status === "active" ? "What holds now" : html`What came after it (${words(now.status)})`}:${" "}
      <a href="#/memory/${encodeURIComponent(now.id)}"><${Words} text=${cut(now.content, 200)} /></a></span></p>`}
    <div class="two">
      <div class="stack">
        <${Origin} record=${record} source=${source} neighbours=${neighbours} />
        <${History} history=${history} record=${record} now=${now} again=${again} />
        <${Links} record=${record} neighbours=${neighbours} relations=${relations} />
      </div>
      <div class="stack">
        <${Card} title="How it fades"><${Decay} record=${record} /><//>
        <${Recalled} record=${record} recalls=${recalls} />
        ${decisions.length > 0 && html`<${Decided} decisions=${decisions} />`}
        <${Facts} record=${record} />
      </div>
    </div>
  </article>`;
}

async function loadAll(id, signal) {
  const more = { signal };
  const record = await get(path(id), {}, more);
  const user = record.user ?? undefined;
  const [history, neighbours, decisions, recalls, relations, source] = await Promise.all([
    get(path(id, "/history"), {}, more), get(path(id, "/neighbours"), {}, more), get(path(id, "/decisions"), {}, more),
    get(path(id, "/recalls"), { limit: RECALLS_SHOWN }, more), get("v1/relations", { user, limit: RELATIONS_LOOKED_AT }, more), sourceOf(record, more),
  ]);
  return { record, history: history.records, neighbours: neighbours.neighbours, decisions: decisions.decisions, recalls: recalls.recalls,
    relations: relations.relations.filter((one) => one.records.includes(id)), source };
}

/** The turn or the part of a document that it was drawn from; null: it was said as it is, or the source is gone. */
async function sourceOf(record, more) {
  const { reference } = record.provenance;
  if (!reference || reference === record.id || record.layer === "document") return null; // a passage names its file, no record
  try { return await get(path(reference), {}, more); } catch (error) {
    if (error.status === 404 || error.status === 422) return null;
    throw error;
  }
}

/** The playground with this memory’s words, in the memory of its user. */
const tryIt = (record) => `#/playground${query({ q: cut(record.content, 120), user: record.user })}`;

const Back = () => html`<a class="back" href=${listed()}><${Icon} name="left" size=${16} />${listed() === LIST ? "All memories" : "Back to the list"}</a>`;

function Text({ record, again }) {
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(null);
  const [whole, setWhole] = useState(false);
  const archived = record.status === "archived";
  const current = record.status === "active";
  const long = record.content.length > CHARS_SHOWN;
  const leave = () => { location.hash = listed(); };
  return html`<header class="one">
    <div class="row between"><div class="chips"><${Kind} name=${record.kind} /><${Chip}>${record.layer}<//><${Status} name=${record.status} />
      <${Chip} icon="user"><${Name} text=${record.user ?? "shared"} /><//>${record.sectors.map((sector) => html`<${Chip} key=${sector}>${sector}<//>`)}
      ${record.tags.map((tag) => html`<a key=${tag} class="tag" href="#/memories?tag=${encodeURIComponent(tag)}">#<${Name} text=${cut(tag, 40)} /></a>`)}</div>
      <div class="row nowrap">${mayWrite() && current && !editing && html`<${Button} icon="edit" onClick=${() => setEditing(true)}>Edit<//>`}
        ${mayWrite() && archived && html`<${Button} kind="main" icon="undo" onClick=${() => guard(unarchive([record.id], again))}>Restore<//>`}
        <${Menu} label="More about this memory" items=${[
          { text: "Ask about it", icon: "playground", run: () => { location.hash = tryIt(record); } },
          mayWrite() && current && { text: "Make stronger", icon: "plus", run: () => guard(reinforce(record.id, again)) },
          mayWrite() && current && { text: "Delete", icon: "trash", run: () => setAsking("delete") },
          mayWrite() && record.status !== "superseded" && { text: "Delete for good", icon: "danger", kind: "danger", run: () => setAsking("destroy") },
        ]} /></div></div>
    ${editing ? html`<${Editor} record=${record} onClose=${() => setEditing(false)} onDone=${again} />`
      : html`<p class=${record.content.length > LONG ? "one-text long" : "one-text"}><${Words} text=${long && !whole ? record.content.slice(0, CHARS_SHOWN) : record.content} />${long && !whole && "…"}</p>
        ${long && html`<${Button} small onClick=${() => setWhole(!whole)}>${whole ? "Show less" : `Show all ${number(record.content.length)} characters`}<//>`}`}
    ${asking === "delete" && html`<${Confirm} title="Delete this memory?" onClose=${() => setAsking(null)} onYes=${() => archive([record.id], again)}>
      <p>It is not recalled any more. You can undo this.</p><//>`}
    ${asking === "destroy" && html`<${Confirm} title="Delete for good?" action="Delete for good" onClose=${() => setAsking(null)} onYes=${() => destroy([record.id], leave)}>
      <p>With all versions, and what rests on it alone. There is no way back.</p><//>`}
  </header>`;
}

// --- where it comes from --------------------------------------------------------------------------------------------

function Origin({ record, source, neighbours }) {
  const from = neighbours.filter((one) => one.outgoing && one.kind === "derived_from").map((one) => one.record);
  const sources = source && !from.some((one) => one.id === source.id) ? [source, ...from] : from;
  const { provenance } = record;
  return html`<${Card} title="Where it comes from">
    ${sources.length ? html`<ul class="sources">${sources.map((one) => html`<${Source} key=${one.id} record=${one} />`)}</ul>`
      : html`<p class="soft">${provenance.reference ? html`From <${Place} record=${record} />, ${words(provenance.source)}.` : html`Said as it is, by ${provenance.source === "user" ? "a person or a program" : words(provenance.source)}.`}</p>`}
    <p class="hint">Trust ${percent(provenance.trust)}, confidence ${percent(record.confidence)}${record.session && html`, conversation <code>${cut(record.session, 60)}</code>`}${record.agent && html`, agent <code>${cut(record.agent, 60)}</code>`}</p>
  <//>`;
}

/** `notes.md#L3-L9`, leading to these lines among the others of the file. */
function Place({ record }) {
  const { reference } = record.provenance;
  const name = html`<code>${cut(reference, 200)}</code>`;
  const { document } = record.metadata;
  return record.layer === "document" && document ? html`<a href="#/files${query({ document, passage: record.id })}">${name}</a>` : name;
}

/** A turn with who said it and where in the conversation; a part of a document with its file and line. */
function Source({ record }) {
  const where = record.layer === "turn" ? `Turn ${record.position} of ${record.session ?? "a conversation"}` : record.provenance.reference ?? record.layer;
  return html`<li><a href="#/memory/${encodeURIComponent(record.id)}"><blockquote><${Words} text=${cut(record.content, 500)} /></blockquote></a>
    <p class="about"><${Icon} name=${record.layer === "turn" ? "memories" : "files"} size=${14} /><span>${plain(cut(where, 200))}</span>${record.role && html`<${Chip}>${record.speaker ? cut(record.speaker, 40) : record.role}<//>`}<${Time} at=${record.occurred_at ?? record.created_at} /></p></li>`;
}

// --- how it changed -------------------------------------------------------------------------------------------------

/** `now`: the record that goes back; it may be another one than the page's, which it took the place of. */
function History({ history, record, now, again }) {
  const versions = [...history].reverse();
  const back = async (version) => {
    try {
      await post(path(now.id, "/revert"), { version });
      if (now.id === record.id) again(); else location.hash = `#/memory/${encodeURIComponent(now.id)}`;
      toast(`Version ${version} is current again`);
    } catch (error) { failed(error); }
  };
  return html`<${Card} title="Versions" actions=${html`<span class="hint">${versions.length === 1 ? "never changed" : `${versions.length} versions`}</span>`}>
    <ol class="versions">${versions.map((one, at) => html`<li key=${one.id}>
      <p class="about"><strong>${one.id === record.id ? named(one, at) : html`<a class="plain-link" href="#/memory/${encodeURIComponent(one.id)}">${named(one, at)}</a>`}</strong><${Time} at=${one.updated_at} />${one.status !== "active" && html`<${Status} name=${one.status} />`}${one.id === record.id && now.id !== record.id && html`<${Chip} kind="accent">this one<//>`}
        <span class="grow" />${at > 0 && mayWrite() && now.status === "active" && html`<${Button} small kind="quiet" icon="undo" onClick=${() => back(one.version)}>Go back to this<//>`}</p>
      <${Changed} before=${versions[at + 1]} after=${one} /></li>`)}</ol>
  <//>`;
}

const named = (one, at) => (at === 0 ? "Now" : `Version ${one.version}`);

function Changed({ before, after }) {
  if (!before) return html`<${Difference} before=${after.content} after=${after.content} />`;
  if (before.content === after.content) return html`<p class="hint">The text stayed; ${told(before, after)}.</p>`;
  return html`<${Difference} before=${before.content} after=${after.content} />`;
}

function told(before, after) {
  const names = ["status", "kind", "layer", "key", "confidence", "occurred_at", "valid_until", "expires_at"].filter((name) => before[name] !== after[name]);
  return names.length ? names.map((name) => `${words(name)}: ${words(before[name] ?? "none")} → ${words(after[name] ?? "none")}`).join(", ") : "something beside it changed";
}

// --- links ----------------------------------------------------------------------------------------------------------

const LINKS = { derived_from: ["drawn from", "drawn from this"], merged_from: ["merged from", "merged into"], waypoint: ["most alike", "finds this most alike"], part_of: ["part of", "has the part"] };

function Links({ record, neighbours, relations }) {
  const node = (name) => html`<a href="#/graph${query({ name, user: record.user })}"><${Name} text=${name} /></a>`;
  const shown = neighbours.filter((one) => !(one.outgoing && one.kind === "derived_from"));
  return html`<${Card} title="Linked with">
    ${!shown.length && !relations.length && html`<p class="hint">Nothing yet. Links come with similar memories, and with names it shares with others.</p>`}
    ${relations.length > 0 && html`<ul class="triples">${relations.map((one, at) => html`<li key=${at}>${node(one.source)}<span>${plain(words(one.relation))}</span>${node(one.target)}</li>`)}</ul>`}
    ${shown.length > 0 && html`<ul class="links">${shown.map((one) => html`<li key=${one.kind + one.outgoing + one.record.id}><span class="link-kind">${(LINKS[one.kind] ?? [words(one.kind), words(one.kind)])[one.outgoing ? 0 : 1]} ${one.kind === "waypoint" && percent(one.weight)}</span>
      <a href="#/memory/${encodeURIComponent(one.record.id)}"><${Words} text=${cut(one.record.content, 160)} /></a></li>`)}</ul>`}
  <//>`;
}

// --- recalls and facts ----------------------------------------------------------------------------------------------

function Recalled({ record, recalls }) {
  return html`<${Card} title="Recalled">
    <p class="soft">${record.access_count ? html`Recalled ${record.access_count === 1 ? "once" : `${number(record.access_count)} times`}, last <${Time} at=${record.last_accessed_at} />.` : "Not recalled yet."}
      ${" "}<a href=${tryIt(record)}>See why it would be</a></p>
    ${recalls.length > 0 && html`<ol class="recalls">${recalls.map((one, at) => html`<li key=${at}>
      <span class="about"><${Chip}>${one.rank === 1 ? "best hit" : `hit ${one.rank}`}<//><${Time} at=${one.at} /></span>
      <q>${plain(cut(one.question, 200))}</q><p class="hint">${one.why}</p></li>`)}</ol>`}
  <//>`;
}

function Decided({ decisions }) {
  return html`<${Card} title="Decided">
    <ul class="decisions">${decisions.map((one, at) => html`<li key=${at}><${Chip} kind="accent">${words(one.action)}<//><span>${one.reason}</span></li>`)}</ul>
  <//>`;
}

function Facts({ record }) {
  const line = (name, value) => value !== null && value !== undefined && value !== "" && html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<${Card} title="Details"><dl class="facts">
    ${line("Written", html`<${Time} at=${record.created_at} />`)}${line("Changed", html`<${Time} at=${record.updated_at} />`)}
    ${line("Happened", record.occurred_at && html`<${Time} at=${record.occurred_at} />`)}
    ${line("Holds from", record.valid_from && html`<${Time} at=${record.valid_from} />`)}${line("Holds until", record.valid_until && html`<${Time} at=${record.valid_until} />`)}
    ${line("Expires", record.expires_at && html`<${Time} at=${record.expires_at} />`)}
    ${line("Key", record.key && html`<code>${plain(record.key)}</code>`)}${line("Project", record.project && html`<${Name} text=${record.project} />`)}
    ${Object.keys(record.metadata).length > 0 && html`<dt>Metadata</dt><dd><pre class="meta" tabindex="0" aria-label="Metadata">${plain(JSON.stringify(record.metadata, null, 2))}</pre></dd>`}
    <dt>Id</dt><dd class="row"><code>${record.id}</code><${Copy} text=${record.id} /></dd>
  </dl><//>`;
}
