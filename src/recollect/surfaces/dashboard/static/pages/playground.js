// Try a question: what is found, why, what almost was, and what a model would be told; two presets side by side.

import { post } from "../api.js";
import { LAYERS, PRESETS } from "../memories/words.js";
import { Shared } from "../people.js";
import { note } from "../place.js";
import { ContextPanel } from "../playground/context.js";
import { Results } from "../playground/results.js";
import { choose, isAdmin, oneOf, scope } from "../state.js";
import { Button, Chips, Empty, failed, Field, html, Icon, Keys, ms, useEffect, useRef, useState } from "../ui.js";

const HITS = 10;
const among = (all, name) => all.find((one) => one === name);
const STRATEGIES = ["hybrid", "semantic", "exact", "recent"];

export default function Playground({ query }) {
  const [text, setText] = useState(query.q ?? "");
  const [asked, setAsked] = useState(null);
  const [found, setFound] = useState([]);
  const [busy, setBusy] = useState(false);
  const [presets, setPresets] = useState([among(PRESETS, query.preset) ?? "recollect", among(PRESETS, query.beside) ?? ""]);
  const [strategy, setStrategy] = useState(among(STRATEGIES, query.strategy) ?? "");
  const [budget, setBudget] = useState(query.budget ?? "");
  const [k, setK] = useState(query.k ?? HITS);
  const [layers, setLayers] = useState(LAYERS.filter((one) => query.layers?.split(",").includes(one)));
  const [asOf, setAsOf] = useState(Number.isNaN(Date.parse(query.as_of)) ? "" : query.as_of);
  const form = useRef(null);
  const run = async (event) => {
    event?.preventDefault();
    if (!text.trim()) return;
    note("playground", { q: text.trim(), preset: presets[0] === "recollect" ? "" : presets[0], beside: presets[1], strategy, budget, k: Number(k) === HITS ? "" : k, layers: layers.join(), as_of: asOf });
    setBusy(true);
    const wanted = { query: text.trim(), k: Number(k), explain: true, dry_run: true, ...oneOf(),
      ...(layers.length ? { layers } : {}), ...(asOf ? { as_of: new Date(asOf).toISOString() } : {}),
      ...(strategy || budget ? { options: { ...(strategy ? { strategy } : {}), ...(budget ? { tokens_max: Number(budget) } : {}) } } : {}) };
    try {
      const made = await Promise.all(presets.filter(Boolean).map(async (preset) => {
        const began = performance.now();
        const answer = await post("v1/search", { ...wanted, preset });
        return { ...answer, preset, took: ms(performance.now() - began) };
      }));
      setFound(made);
      setAsked({ text: text.trim(), budget: budget ? Number(budget) : null, now: asOf ? new Date(asOf).toISOString() : null });
    } catch (error) { failed(error); }
    setBusy(false);
  };
  useEffect(() => {
    if (query.user && isAdmin() && query.user !== scope.get().user) choose(query.user); // shows this page anew
    else if (query.q) run(); // notes it without the user: who chooses another one asks that one
  }, []);
  const set = (to) => (event) => to(event.target.value);
  const preset = (at, label) => html`<${Field} id="preset-${at}" label=${label}><select id="preset-${at}" value=${presets[at]}
    onChange=${(event) => setPresets((now) => now.map((one, place) => (place === at ? event.target.value : one)))}>
    ${at === 1 && html`<option value="">nothing</option>`}${PRESETS.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select><//>`;
  return html`<div class="stack">
    <form ref=${form} class="card asking" onSubmit=${run}>
      <div class="row nowrap"><div class="searchbox" role="search"><${Icon} name="search" />
        <input data-search type="search" required value=${text} aria-label="Question" placeholder="Where does Ana live?" autocomplete="off" dir="auto" onInput=${set(setText)} /><${Keys}>/<//></div>
        <${Button} kind="main" icon="play" type="submit" busy=${busy}>Simulate<//></div>
      <div class="fields">
        ${preset(0, "Preset")}${preset(1, "Compare with")}
        <${Field} id="strategy" label="Strategy"><select id="strategy" value=${strategy} onChange=${set(setStrategy)}><option value="">the preset’s</option>${STRATEGIES.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select><//>
        <${Field} id="budget" label="Token budget"><input id="budget" type="number" min="0" max="1000000" placeholder="none" value=${budget} onInput=${set(setBudget)} /><//>
        <${Field} id="k" label="How many"><input id="k" type="number" min="1" max="100" value=${k} onInput=${set(setK)} /><//>
        <${Field} id="as-of" label="As of" wide><input id="as-of" type="datetime-local" value=${asOf} onInput=${set(setAsOf)} /><//>
      </div>
      <div class="field"><span class="label">Layers</span><${Chips} label="Layers" options=${LAYERS} chosen=${layers} onChange=${setLayers} /></div>
      <${Shared}>This asks<//>
    </form>
    <div aria-live="polite" class="unseen">${found.map((one) => `${one.preset}: ${one.hits.length} found. `)}</div>
    ${found.length === 0 ? html`<${Empty} icon="playground" title="Ask, and see why">Every result says which signals spoke for it, and what almost came back says what held it off. Trying counts as no recall.<//>`
      : html`<div class=${found.length > 1 ? "side-by-side" : ""}>${found.map((one, at) => html`<${Results} key=${at} found=${one} title=${found.length > 1 ? one.preset : "Results"} />`)}</div>
        <${ContextPanel} asked=${asked.text} user=${oneOf()} tokensMax=${asked.budget} now=${asked.now} />`}
  </div>`;
}
