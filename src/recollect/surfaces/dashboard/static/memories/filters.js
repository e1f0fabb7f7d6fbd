// What the list is narrowed to, and how that is asked of the API.

import { EVERYONE } from "../state.js";
import { Button, Chips, Field, html, words } from "../ui.js";
import { KINDS, LAYERS, SECTORS, STATUSES } from "./words.js";

const ALL = "all";
export const NOTHING = { layers: ["memory"], kind: "", sector: "", status: "active", tag: "", since: "", until: "" };

const CHOICES = { kind: KINDS, sector: SECTORS, status: STATUSES };
const DAY = /^[12]\d{3}-\d\d-\d\d$/;
const isDay = (text) => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
/** An address may be mistyped, or cut: what the API would refuse is left out. */
const makesSense = (name, value) => (name === "since" || name === "until" ? isDay(value) : CHOICES[name]?.includes(value) ?? true);

/** What the list is narrowed to, as it stands in its address, and back. */
export const inAddress = (filters) => ({ ...filters, tag: filters.tag.trim(), status: filters.status === NOTHING.status ? "" : filters.status,
  layer: filters.layers.join() === NOTHING.layers.join() ? "" : filters.layers.join() || ALL, layers: undefined });
export function ofAddress({ layer = "", ...rest }) {
  const layers = LAYERS.filter((one) => layer.split(",").includes(one));
  return { ...NOTHING, ...Object.fromEntries(Object.entries(rest).filter(([name, value]) => name in NOTHING && makesSense(name, value))),
    layers: layers.length || layer === ALL ? layers : NOTHING.layers };
}

/** Days of a form become moments of the API, in the zone of whoever looks. */
const from = (day) => (day ? new Date(`${day}T00:00:00`).toISOString() : undefined);
const upTo = (day) => (day ? new Date(`${day}T23:59:59.999`).toISOString() : undefined);

export function listQuery(filters, chosen, text) {
  return {
    ...(chosen.user === EVERYONE ? { everyone: true } : { user: chosen.user }),
    layer: filters.layers, kind: filters.kind, sector: filters.sector, status: filters.status, tag: filters.tag.trim(),
    since: from(filters.since), until: upTo(filters.until), contains: text,
  };
}

export function searchBody(filters, chosen, text, k) {
  const body = {
    query: text, k, dry_run: true, trace: true,
    ...(chosen.user ? { user: chosen.user } : {}),
    ...(filters.layers.length ? { layers: filters.layers } : {}),
    ...(filters.kind ? { kinds: [filters.kind] } : {}), ...(filters.sector ? { sector: filters.sector } : {}),
    ...(filters.tag.trim() ? { tags: [filters.tag.trim()] } : {}), ...(filters.status !== "active" ? { status: [filters.status] } : {}),
  };
  if (filters.since) body.since = from(filters.since);
  if (filters.until) body.until = upTo(filters.until);
  return body;
}

export const narrowed = (filters) => Object.keys(NOTHING).filter((name) => JSON.stringify(filters[name]) !== JSON.stringify(NOTHING[name])).length;

export function Filters({ filters, onChange }) {
  const set = (name) => (event) => onChange({ ...filters, [name]: event.target.value });
  const select = (name, label, options, any) => html`<${Field} id="filter-${name}" label=${label}>
    <select id="filter-${name}" value=${filters[name]} onChange=${set(name)}>
      ${any && html`<option value="">${any}</option>`}${options.map((one) => html`<option key=${one} value=${one}>${words(one)}</option>`)}</select><//>`;
  return html`<div class="filters" id="filters">
    <div class="field"><span class="label">Layer</span><${Chips} label="Layer" options=${LAYERS} chosen=${filters.layers} onChange=${(layers) => onChange({ ...filters, layers })} /></div>
    <div class="fields">
      ${select("kind", "Kind", KINDS, "any")}${select("sector", "Sector", SECTORS, "any")}${select("status", "Status", STATUSES)}
      <${Field} id="filter-tag" label="Tag"><input id="filter-tag" value=${filters.tag} autocomplete="off" onInput=${set("tag")} /><//>
      <${Field} id="filter-since" label="From"><input id="filter-since" type="date" value=${filters.since} onInput=${set("since")} /><//>
      <${Field} id="filter-until" label="To"><input id="filter-until" type="date" value=${filters.until} onInput=${set("until")} /><//>
    </div>
    <div class="row end"><${Button} small kind="quiet" onClick=${() => onChange(NOTHING)}>Clear filters<//></div>
  </div>`;
}
