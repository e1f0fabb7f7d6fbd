// Who and what is known and how they are related, or memories and their waypoints: a picture, and the same as a list.

import { get, post } from "../api.js";
import { View } from "../graph/canvas.js";
import { note } from "../place.js";
import { choose, EVERYONE, isAdmin, mayWrite, oneOf, scope, useLoaded, useStore } from "../state.js";
import { Button, Card, Chip, Chips, cut, Empty, Failed, failed, Field, html, Icon, Loading, number, percent, plain, plural, Time, toast, useEffect, useMemo, useRef, useState, Words } from "../ui.js";

const NODES_MAX = 2000;
const SIZE_MIN = 3.5;
const SIZE_MAX = 17.5;
const MENTIONS_MANY = 54; // so often somebody is named who is drawn largest, or as often as the one named most
const EDGES_MAX = 10_000;
const TYPES = ["person", "company", "place", "project", "tool", "concept", "event"];
const TONES = { person: 0, company: 1, place: 2, project: 3, tool: 4, concept: 5, event: 3 };
const KIND_TONES = ["fact", "preference", "event", "goal", "skill"];
const layout = () => new Worker(new URL("../graph/layout.js", import.meta.url), { type: "module" });

export default function Graph({ query }) {
  const chosen = useStore(scope);
  useEffect(() => {
    if (query.user && isAdmin() && query.user !== chosen.user) choose(query.user); // shows this page anew
    else note("graph", { name: query.name }); // who chooses another one stays with that one
  }, []);
  const [mode, setMode] = useState("entities");
  const [types, setTypes] = useState([]);
  const [ended, setEnded] = useState(false);
  const [found, error, again] = useLoaded((signal) => (mode === "entities" ? entities(ended, signal) : memories(signal)), [mode, ended]);
  const shown = useMemo(() => found && picked(found, types), [found, types]);
  const [at, setAt] = useState(-1);
  useEffect(() => setAt(shown && query.name ? shown.nodes.findIndex((one) => one.name === query.name) : -1), [shown]); // a link to a name
  const node = shown && at >= 0 ? shown.nodes[at] : null;
  return html`<div class="stack">
    <div class="row between">
      <${Chips} label="What" one options=${["entities", "memories"]} chosen=${[mode]} onChange=${(next) => { if (next.length) { setMode(next[0]); setTypes([]); } }}
        text=${(name) => (name === "entities" ? "People and things" : "Memories and waypoints")} />
      ${mode === "entities" && html`<label class="check"><input type="checkbox" checked=${ended} onChange=${(event) => setEnded(event.target.checked)} />Also what holds no more</label>`}
    </div>
    ${chosen.user === EVERYONE && html`<p class="note"><${Icon} name="user" size=${18} /><span>This is the graph of the shared memory. Choose a user above to see theirs.</span></p>`}
    ${error ? html`<${Failed} error=${error} again=${again} />` : !shown ? html`<${Loading} lines=${5} />`
      : !found.nodes.length ? html`<${Empty} icon="graph" title="Nobody and nothing yet">${mode === "entities" ? "Names and how they are related appear here as soon as memories speak of them." : "There are no memories here."}<//>`
      : html`${mode === "entities" && html`<${Chips} label="Types" options=${TYPES.filter((type) => found.nodes.some((one) => one.type === type))} chosen=${types} onChange=${setTypes} />`}
        <div class="graph">
          <${Picture} shown=${shown} at=${at} onSelect=${setAt} />
          <div class="graph-side">${node ? html`<${Selected} node=${node} shown=${shown} at=${at} onSelect=${setAt} mode=${mode} again=${again} />` : html`<${List} shown=${shown} onSelect=${setAt} />`}</div>
        </div>
        <p class="hint">${plural(shown.nodes.length, "node")}, ${plural(shown.edges.length / 2, "link")}${found.more ? `; the ${number(NODES_MAX)} most named are shown` : ""}. Drag to move, scroll to zoom; with the keyboard arrows, + and −, 0 fits all.</p>`}
  </div>`;
}

// --- what is shown --------------------------------------------------------------------------------------------------

async function entities(ended, signal) {
  const [known, related] = await Promise.all([
    get("v1/entities", { ...oneOf(), limit: NODES_MAX }, { signal }),
    get("v1/relations", { ...oneOf(), limit: EDGES_MAX, include_ended: ended }, { signal }),
  ]);
  const most = Math.max(MENTIONS_MANY, ...known.entities.map((one) => one.mentions));
  const nodes = known.entities.map((one) => ({
    id: one.id, label: cut(plain(one.name), 28), name: one.name, type: one.type, tone: TONES[one.type] ?? 5,
    size: SIZE_MIN + (SIZE_MAX - SIZE_MIN) * Math.sqrt(one.mentions / most), entity: one,
  }));
  const links = related.relations.map((one) => ({ from: one.source_id, to: one.target_id, text: one.relation, relation: one }));
  return { nodes, links, more: nodes.length >= NODES_MAX };
}

async function memories(signal) {
  const listed = await get("v1/memories", { ...oneOf(), layer: "memory", limit: NODES_MAX }, { signal });
  const ids = listed.records.map((one) => one.id);
  const linked = ids.length ? await post("v1/waypoints", { ids, ...oneOf() }, { signal }) : { waypoints: [] };
  const nodes = listed.records.map((one) => ({
    id: one.id, label: cut(plain(one.content), 32), name: one.content, type: one.kind,
    tone: Math.max(0, KIND_TONES.indexOf(one.kind)) || (one.kind === "fact" ? 0 : 5), size: SIZE_MIN + 5 * one.strength, record: one,
  }));
  const links = linked.waypoints.map((one) => ({ from: one.source, to: one.target, text: `alike ${percent(one.weight)}`, waypoint: one }));
  return { nodes, links, more: nodes.length >= NODES_MAX };
}

/** The nodes of the chosen types, and the edges between them as pairs of places. */
function picked(found, types) {
  const nodes = types.length ? found.nodes.filter((one) => types.includes(one.type)) : found.nodes;
  const place = new Map(nodes.map((one, at) => [one.id, at]));
  const links = found.links.filter((one) => place.has(one.from) && place.has(one.to) && one.from !== one.to);
  const edges = new Uint32Array(2 * links.length);
  links.forEach((one, at) => { edges[2 * at] = place.get(one.from); edges[2 * at + 1] = place.get(one.to); });
  return { nodes, links, edges, place };
}

// --- the picture ----------------------------------------------------------------------------------------------------

function Picture({ shown, at, onSelect }) {
  const canvas = useRef(null);
  const view = useRef(null);
  useEffect(() => {
    view.current = new View(canvas.current, { onSelect });
    canvas.current.view = view.current; // what measures frames looks at it
    return () => view.current.close();
  }, []);
  useEffect(() => {
    view.current.show(shown.nodes, shown.edges, layout);
  }, [shown]);
  useEffect(() => { if (view.current.chosen !== at) { view.current.choose(at); if (at >= 0) view.current.center(at); } }, [at]);
  const text = `A picture of ${plural(shown.nodes.length, "node")} and ${plural(shown.links.length, "link")}; the list beside it says the same.`;
  return html`<div class="graph-picture"><canvas ref=${canvas} tabindex="0" role="img" aria-label=${text} />
    <div class="graph-tools" role="group" aria-label="Zoom">
      <${Button} small icon="plus" label="Zoom in" onClick=${() => view.current.scale(1.3)} />
      <${Button} small icon="minus" label="Zoom out" onClick=${() => view.current.scale(0.77)} />
      <${Button} small icon="shrink" label="Show all" onClick=${() => view.current.fit()} />
    </div></div>`;
}

// --- the list -------------------------------------------------------------------------------------------------------

const LISTED_MAX = 100;

function List({ shown, onSelect }) {
  const [find, setFind] = useState("");
  const asked = find.trim().toLowerCase();
  const fitting = shown.nodes.map((one, at) => ({ one, at })).filter(({ one }) => !asked || one.name.toLowerCase().includes(asked) || one.entity?.aliases.some((name) => name.includes(asked)));
  return html`<${Card} title="List">
    <div class="searchbox"><${Icon} name="search" size=${18} /><input type="search" data-search aria-label="Find in the graph" placeholder="Find" value=${find} onInput=${(event) => setFind(event.target.value)} /></div>
    <ul class="graph-list" aria-label="Nodes">${fitting.slice(0, LISTED_MAX).map(({ one, at }) => html`<li key=${one.id}><button type="button" onClick=${() => onSelect(at)}>
      <i class="dot tone-${one.tone + 1}" aria-hidden="true" /><span class="grow">${cut(plain(one.name), 60)}</span><small>${one.type}</small></button></li>`)}</ul>
    ${fitting.length > LISTED_MAX && html`<p class="hint">and ${number(fitting.length - LISTED_MAX)} more: write part of a name</p>`}
    ${!fitting.length && html`<p class="hint">Nobody and nothing of that name.</p>`}
  <//>`;
}

function Selected({ node, shown, at, onSelect, mode, again }) {
  const links = shown.links.filter((one) => one.from === node.id || one.to === node.id);
  return html`<${Card} className="selected" title=${html`<${Words} text=${cut(node.name, 120)} />`} actions=${html`<${Button} small kind="quiet" icon="close" label="Back to the list" onClick=${() => onSelect(-1)} />`}>
    <p class="row"><${Chip} kind="accent">${node.type}<//>${node.entity && html`<span class="hint">${plural(node.entity.mentions, "record")}</span>`}${node.record && html`<span class="hint"><${Time} at=${node.record.created_at} /></span>`}</p>
    ${node.entity?.others.length > 0 && html`<p class="hint">also ${node.entity.others.map((name) => plain(name)).join(", ")}</p>`}
    <h3>${links.length ? "Links" : "No links"}</h3>
    <ul class="graph-links" aria-label="Links">${links.slice(0, LISTED_MAX).map((one, place) => {
      const out = one.from === node.id;
      const other = shown.place.get(out ? one.to : one.from);
      return html`<li key=${place}><span class="hint">${out ? "" : "← "}${plain(one.text)}${out ? " →" : ""}</span> <button type="button" class="link" onClick=${() => onSelect(other)}>${cut(plain(shown.nodes[other].name), 80)}</button>
        ${one.relation?.ended_at && html`<${Chip}>ended<//>`}${one.relation?.records[0] && html` <a href="#/memory/${encodeURIComponent(one.relation.records[0])}" aria-label="Where it was said"><${Icon} name="link" size=${14} /></a>`}</li>`;
    })}</ul>
    ${node.record && html`<a class="button small" href="#/memory/${encodeURIComponent(node.record.id)}">Open the memory</a>`}
    ${mode === "entities" && mayWrite() && html`<${Same} node=${node} again=${again} />`}
  <//>`;
}

function Same({ node, again }) {
  const [other, setOther] = useState("");
  const [busy, setBusy] = useState(false);
  const merge = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const kept = await post("v1/entities/merge", { keep: node.name, other: other.trim(), ...oneOf() });
      toast(`“${other.trim()}” is ${kept.name} from now on.`);
      again();
    } catch (error) { failed(error); }
    setBusy(false);
  };
  return html`<form class="same" onSubmit=${merge}><${Field} id="same-as" label="Another name that means the same"><input id="same-as" value=${other} onInput=${(event) => setOther(event.target.value)} autocomplete="off" required /><//>
    <${Button} small type="submit" icon="link" busy=${busy} disabled=${!other.trim()}>Make them one<//></form>`;
}
