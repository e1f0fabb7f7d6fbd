// What was learnt and what took its place, day by day; or what happened when.

import { get } from "../api.js";
import { Difference } from "../diff.js";
import { EVERYONE, oneOf, scope, useDebounced, useLoaded, whose } from "../state.js";
import { Button, Chip, Chips, Empty, Failed, html, Icon, Kind, Loading, Name, number, plural, Time, useEffect, useState, Words } from "../ui.js";

const PAGE = 60;
const HAPPENED_MAX = 500;
const LAYERS = ["memory", "turn", "summary", "profile", "override", "document"];
const SHOWN = ["learnt", "replaced", "archived"];
const LOOKS = {
  learnt: { icon: "plus", tone: "good", text: "learnt" },
  replaced: { icon: "refresh", tone: "accent", text: "replaced" },
  archived: { icon: "archive", tone: "", text: "archived" },
  happened: { icon: "timeline", tone: "accent", text: "happened" },
};
const dayOf = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });
const dayName = new Intl.DateTimeFormat(navigator.language || "en", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

export default function Timeline() {
  const [by, setBy] = useState("learnt");
  const [layers, setLayers] = useState(["memory"]);
  const [kinds, setKinds] = useState(SHOWN);
  const [about, setAbout] = useState("");
  return html`<div class="stack">
    <div class="row between">
      <${Chips} label="In which order" one options=${["learnt", "happened"]} chosen=${[by]} text=${(name) => (name === "learnt" ? "When it was learnt" : "When it happened")}
        onChange=${(chosen) => chosen.length && setBy(chosen[0])} />
      <${Chips} label="Which layers" options=${LAYERS} chosen=${layers} onChange=${setLayers} />
    </div>
    ${by === "learnt" ? html`<${Chips} label="What" options=${SHOWN} chosen=${kinds} onChange=${setKinds} />
        <${Learnt} layers=${layers} kinds=${kinds} />`
      : html`<div class="searchbox"><${Icon} name="search" size=${18} /><input type="search" data-search value=${about} aria-label="About whom or what" placeholder="About whom or what"
          onInput=${(event) => setAbout(event.target.value)} /></div><${Happened} layers=${layers} about=${about} />`}
  </div>`;
}

// --- learnt and superseded ------------------------------------------------------------------------------------------

function Learnt({ layers, kinds }) {
  const [pages, setPages] = useState(1);
  useEffect(() => setPages(1), [layers]);
  const [found, error, again] = useLoaded((signal) => get("v1/memories", {
    ...whose(), layer: layers, status: ["active", "superseded", "archived"], limit: PAGE * pages,
  }, { signal }), [layers, pages]);
  if (error) return html`<${Failed} error=${error} again=${again} />`;
  if (!found) return html`<${Loading} lines=${6} />`;
  const events = eventsOf(found.records).filter((event) => kinds.includes(event.what));
  const older = found.total - found.records.length;
  return html`<${Days} events=${events} older=${older} empty=${kinds.length ? found.total ? "Nothing of that kind is among what is shown." : "Nothing was learnt here yet." : "Choose above what to show."} />
    ${older > 0 && html`<div class="row"><${Button} icon="down" onClick=${() => setPages(pages + 1)}>Older (${number(older)} more)<//></div>`}`;
}

/** Each record is an event when it came, and another one when it was archived. */
function eventsOf(records) {
  const known = new Map(records.map((one) => [one.id, one]));
  const events = [];
  const shown = new Set();
  for (const one of records) {
    const before = one.previous_version_id ? known.get(one.previous_version_id) : null;
    if (one.status !== "superseded") {
      const replaced = !!one.previous_version_id;
      if (before) shown.add(before.id);
      events.push({ id: one.id, what: replaced ? "replaced" : "learnt", at: replaced ? one.updated_at : one.created_at, record: one, before });
    }
    if (one.status === "archived") events.push({ id: `${one.id}-archived`, what: "archived", at: one.ended_at ?? one.updated_at, record: one });
  }
  for (const one of records) {
    if (one.status === "superseded") events.push({ id: `${one.id}-${one.version}`, what: "learnt", at: one.created_at, record: one, gone: one.ended_at ?? true });
  }
  return events.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

// --- what happened when ---------------------------------------------------------------------------------------------

function Happened({ layers, about }) {
  const asked = useDebounced(about.trim(), 300);
  const [found, error, again] = useLoaded((signal) => get("v1/timeline", { ...oneOf(), layer: layers, about: asked, limit: HAPPENED_MAX + 1 }, { signal }), [layers, asked]);
  if (error) return html`<${Failed} error=${error} again=${again} />`;
  if (!found) return html`<${Loading} lines=${6} />`;
  const more = found.records.length > HAPPENED_MAX;
  const events = found.records.slice(-HAPPENED_MAX).map((one) => ({ id: one.id, what: "happened", at: one.occurred_at ?? one.valid_from ?? one.created_at, record: one, gone: one.status === "superseded" }));
  return html`
    ${scope.get().user === EVERYONE && html`<p class="note"><${Icon} name="user" size=${18} /><span>This is what the shared memory knows. Choose a user above to see what happened to them.</span></p>`}
    <${Days} events=${events.reverse()} empty=${asked ? "Nothing that happened is known of this." : "Nothing with a time is known here."} />
    ${more && html`<p class="hint">The newest ${number(HAPPENED_MAX)} are shown, and there are more: write above about whom or what.</p>`}`;
}

// --- days -----------------------------------------------------------------------------------------------------------

/** `older`: how many records are not among the events; the last day may have more of them. */
function Days({ events, empty, older = 0 }) {
  if (!events.length) return html`<${Empty} icon="timeline" title="Nothing to show">${empty}<//>`;
  const days = new Map();
  for (const event of events) {
    const name = dayOf.format(new Date(event.at));
    if (!days.has(name)) days.set(name, []);
    days.get(name).push(event);
  }
  const last = older > 0 ? [...days.keys()].at(-1) : null;
  const most = Math.max(...[...days.values()].map((some) => some.length));
  return html`<p class="unseen" role="status">${plural(events.length, "event")} on ${plural(days.size, "day")}${older > 0 ? `; ${plural(older, "older record")} not shown` : ""}</p>
    <ol class="timeline">${[...days].map(([name, some]) => html`<li key=${name} class="day">
      <h2>${dayName.format(new Date(some[0].at))}<span class="day-bar" style=${{ width: `${(some.length / most) * 5}rem` }} aria-hidden="true" /><small title=${name === last ? "There are older ones of this day or before" : undefined}>${number(some.length)}${name === last && "+"}</small></h2>
      <ol>${some.map((event) => html`<${Event} key=${event.id} event=${event} />`)}</ol>
    </li>`)}</ol>`;
}

function Event({ event }) {
  const look = LOOKS[event.what];
  const { record } = event;
  return html`<li class="event event-${event.what}">
    <span class="event-icon ${look.tone}"><${Icon} name=${look.icon} size=${14} /><span class="unseen">${look.text}</span></span>
    <div class="grow">
      ${event.before && event.before.content !== record.content ? html`<${Difference} before=${event.before.content} after=${record.content} />`
        : html`<p class=${event.gone ? "gone" : ""}><a class="plain-link" href="#/memory/${encodeURIComponent(record.id)}"><${Words} text=${record.content} /></a></p>`}
      <p class="row hint"><${Time} at=${event.at} /><${Kind} name=${record.layer === "memory" ? record.kind : record.layer} />
        <${Name} text=${record.user ?? "shared"} />${event.gone && html`<${Chip}>superseded<//>`}
        ${event.what === "replaced" && html`<a href="#/memory/${encodeURIComponent(record.id)}">version ${record.version}</a>`}</p>
    </div>
  </li>`;
}
