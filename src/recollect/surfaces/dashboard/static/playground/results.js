// What a search found, and how: ranked hits with a bar of their signals, near misses, the steps taken.

import { Bar, Card, Chip, cut, html, Icon, Kind, Time, Words, words } from "../ui.js";

const TONES = { words: 1, keyword: 1, rerank: 5, meaning: 3, vector: 3, similarity: 3, time: 2, recency: 2, session: 7, neighbours: 6, graph: 5, waypoint: 5, salience: 4, author: 4, form: 5 };
const tone = (name, at) => TONES[name] ?? (at % 7) + 1;
const NAMES = { words: "words", meaning: "meaning", neighbours: "turns around it", session: "conversation", time: "date", author: "who said it", keyword: "words", vector: "meaning", rerank: "reranker", waypoint: "waypoints" };
const named = (name) => NAMES[name] ?? words(name);

const COMPOSITE = { similarity: 0.6, salience: 0.2, recency: 0.1, waypoint: 0.1 };
const WEIGHTED = { vector: 0.7, keyword: 0.3 };
const RRF_K = 60;

/** What each signal adds to the score, by the formula that its signals show (`recollect.rules.fusion`): the composite weighs
 * four of them and asks no words, a weighted mean two; reciprocal ranks count places, here those among `hits`; learned
 * weights are in the numbers already. */
function added({ components }, hits) {
  const all = Object.entries(components);
  const has = (name) => name in components;
  const place = (name, value) => 1 + hits.filter((other) => (other.components[name] ?? 0) > value).length;
  return all.flatMap(([name, value]) => {
    if (name === "rerank") return [[name, value]];
    if (has("similarity")) return name in COMPOSITE ? [[name, COMPOSITE[name] * value]] : [];
    if (has("rrf")) return name === "rrf" || value <= 0 ? [] : [[name, 1 / (RRF_K + place(name, value))]];
    if (has("vector") || has("keyword")) return [[name, (WEIGHTED[name] ?? 1) * value]];
    return [[name, value]];
  });
}

/** What speaks for a hit, as parts of a bar that is as long as its score; and what speaks against it. */
export function parts(hit, hits) {
  const all = added(hit, hits);
  const up = all.filter(([, value]) => value > 0);
  const sum = up.reduce((so_far, [, value]) => so_far + value, 0);
  return {
    up: sum ? up.map(([name, value], at) => ({ name: named(name), value: hit.score * (value / sum), tone: tone(name, at) })) : [{ name: words(hit.tier), value: hit.score, tone: 6 }],
    down: all.filter(([, value]) => value < 0),
  };
}

export function Results({ found, title }) {
  const { hits, trace } = found;
  const rows = hits.map((hit) => ({ hit, ...parts(hit, hits) }));
  const most = Math.max(1e-9, ...hits.map((hit) => hit.score)); // the best fills its row
  const legend = [...new Map(rows.flatMap((row) => row.up).map((part) => [part.name, part.tone]))];
  return html`<div class="stack">
    <${Card} title=${title} actions=${html`<span class="hint">${hits.length} found in ${found.took}</span>`}>
      ${legend.length > 0 && html`<p class="legend" aria-hidden="true">${legend.map(([name, color]) => html`<span key=${name}><i class="tone-${color}" />${name}</span>`)}</p>`}
      ${hits.length === 0 && html`<p class="hint">Nothing fits well enough.</p>`}
      <ol class="hits">${rows.map((row, at) => html`<${Hit} key=${row.hit.id} row=${row} place=${at + 1} most=${most} />`)}</ol>
    <//>
    <${Resolution} trace=${trace} note=${found.note} />
    ${trace.missed.length > 0 && html`<${Card} title="Near misses"><ul class="misses">${trace.missed.map((one) => html`<li key=${one.id}>
      <a href="#/memory/${encodeURIComponent(one.id)}"><${Words} text=${cut(one.content, 140)} /></a>
      <p class="about"><${Chip} kind="warn">${one.dropped_by}<//>${one.score !== null && html`<span class="score">${one.score.toFixed(3)}</span>`}</p></li>`)}</ul><//>`}
  </div>`;
}

function Hit({ row, place, most }) {
  const { hit, up, down } = row;
  const spoken = up.map((part) => `${part.name} ${part.value.toFixed(2)}`).join(", ");
  return html`<li><span class="place" aria-hidden="true">${place}</span><div class="grow">
    <a class="memory-text" href="#/memory/${encodeURIComponent(hit.id)}"><${Words} text=${cut(hit.content, 300)} /></a>
    <div class="bar-row"><${Bar} parts=${up} most=${most} label="Score ${hit.score.toFixed(2)}: ${spoken}" /><span class="score">${hit.score.toFixed(3)}</span></div>
    <details><summary>Why</summary><p class="hint">${hit.why}</p>
      ${down.length > 0 && html`<p class="hint">Against it: ${down.map(([name, value]) => `${named(name)} ${value.toFixed(2)}`).join(", ")}</p>`}
      <p class="about"><${Kind} name=${hit.kind} /><${Chip}>${hit.layer}<//><${Chip}>${hit.tier}<//><span>${hit.tokens} tokens</span><${Time} at=${hit.occurred_at ?? hit.created_at} /></p>
      ${hit.sources.slice(0, 2).map((one) => html`<blockquote key=${one.id}><${Words} text=${cut(one.content, 200)} /></blockquote>`)}
    </details></div></li>`;
}

/** How the question was resolved: preset, embedder, what was used instead, the steps. */
function Resolution({ trace, note }) {
  return html`<${Card} title="How it was resolved"><div class="chips">
      <${Chip} kind="accent">${trace.preset}<//>${trace.embedder ? html`<${Chip} icon="check">${trace.embedder}<//>` : html`<${Chip} kind="warn">no embedder<//>`}
      <${Chip}>${trace.candidates} candidates<//></div>
    ${(trace.fallback_reason ?? note) && html`<p class="note warn"><${Icon} name="danger" />${trace.fallback_reason ?? note}</p>`}
    <ol class="stages">${trace.stages.map((stage, at) => html`<li key=${at}>${stage}</li>`)}</ol><//>`;
}
