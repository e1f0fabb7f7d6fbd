// How the memory is doing: parts, vectors, models and what they cost, and the few things one can do about it.

import { get, post } from "../api.js";
import { lasted } from "../lasting.js";
import { isAdmin, useLoaded, whose } from "../state.js";
import { Bar, Button, bytes, Card, Chip, Code, compact, Failed, failed, Field, html, Icon, Loading, ms, Name, number, percent, plural, Progress, StatCard, Table, Time, toast, usd, useRef, useState, words, Words } from "../ui.js";

const STEP_S = 2;
const STEPS_MAX = 100_000;

export default function Engine() {
  const [found, error, again] = useLoaded(async (signal) => {
    if (!isAdmin()) return null; // the API would refuse it
    const ask = (path, fields) => get(path, fields, { signal });
    const [status, embedders, parts, jobs, agents] = await Promise.all([
      ask("v1/status"), ask("v1/embedders"), ask("v1/parts"), ask("v1/jobs", { limit: 1000 }), ask("v1/agents", whose()),
    ]);
    return { status, embedders: embedders.embedders, parts: parts.parts, jobs: jobs.jobs, agents: agents.agents };
  }, []);
  if (!isAdmin()) return html`<${Failed} error=${{ message: "This page is for whoever looks after the tenant.", status: 403 }} />`;
  if (error) return html`<${Failed} error=${error} again=${again} />`;
  if (!found) return html`<${Loading} lines=${6} />`;
  const { status, embedders, parts, jobs, agents } = found;
  return html`<div class="stack">
    <${Chipsof} status=${status} />
    <${Processing} status=${status} jobs=${jobs} again=${again} />
    <div class="columns">
      <${Embedding} status=${status} embedders=${embedders} part=${parts.find((one) => one.name === "embedding")} again=${again} />
      <${Store} status=${status} />
      <${Part} part=${parts.find((one) => one.name === "vectors")} title="Qdrant and vector tiers" icon="engine"
        without="Vectors lie in the store itself, next to the memories. A Qdrant server can hold them for very large stores." off=${["off", "", null, "store", "auto", "none"]} />
      <${Part} part=${parts.find((one) => one.name === "reranking")} title="Reranking" icon="filter"
        without="The order of hits is the one of the preset. A reranker can take a second look at the best candidates." off=${["off", "", null, "none"]} />
      <${Part} part=${parts.find((one) => one.name === "hot tier")} title="Hot tier" icon="refresh"
        without="This process keeps what is hot itself. Redis can share it between several." off=${["off", "", null, "none"]} />
      <${Agents} agents=${agents} />
    </div>
    <${Models} status=${status} />
    <${Checks} />
  </div>`;
}

// --- at a glance ----------------------------------------------------------------------------------------------------

function Chipsof({ status }) {
  const dead = status.jobs.dead ?? 0;
  const open = status.models.filter((one) => one.breaker !== "closed");
  return html`<div class="chips" role="list" aria-label="Status">
    ${[
      { good: true, text: `store answers, schema ${status.facts.schema_version}` },
      { good: !!status.embedder, text: status.embedder ? `embedder ${status.embedder}` : "no embedder: keyword search only" },
      { good: !status.needs_reindex, text: status.needs_reindex ? `${number(status.needs_reindex)} without a vector` : "all vectors there" },
      { good: !dead, text: dead ? `${plural(dead, "job")} failed` : "no failed jobs", href: dead ? "#/jobs?state=dead" : null },
      { good: !open.length, text: !status.models.length ? "no language model: rules learn" : open.length ? `${open.map((one) => one.provider).join(", ")} resting after failures` : "language model answers" },
      ...status.degraded.map((reason) => ({ good: false, text: `without ${reason}` })),
      status.recall_failure && { good: false, text: `recall: ${status.recall_failure}` },
    ].filter(Boolean).map((one) => html`<span role="listitem" key=${one.text}><${Chip} kind=${one.good ? "good" : "warn"} icon=${one.good ? "check" : "danger"}>
      ${one.href ? html`<a href=${one.href}>${one.text}</a>` : one.text}<//></span>`)}
  </div>`;
}

function Processing({ status, jobs, again }) {
  const [busy, setBusy] = useState(false);
  const done = jobs.filter((job) => job.state === "done" && job.finished_at);
  const all = (status.jobs.done ?? 0) + (status.jobs.dead ?? 0);
  const took = done.map((job) => new Date(job.finished_at) - new Date(job.run_at)).filter((time) => time >= 0);
  const calls = status.spent.reduce((sum, one) => sum + one.requests, 0);
  const failures = status.spent.reduce((sum, one) => sum + one.failures, 0);
  const sync = async () => {
    setBusy(true);
    try {
      const { left } = await post("v1/sync", {});
      toast(left ? `${plural(left, "job")} still to do; they go on in the background.` : "Everything is up to date.");
    } catch (error) { failed(error); }
    setBusy(false);
    again();
  };
  return html`<section aria-label="Processing"><div class="row between section-head"><h2>Processing</h2><${Button} icon="refresh" busy=${busy} onClick=${sync}>Sync now<//></div>
    <div class="stats">
      <${StatCard} label="Jobs done" value=${compact(status.jobs.done ?? 0)} note=${`${number(status.jobs.queued ?? 0)} waiting`} />
      <${StatCard} label="Success rate" value=${all ? percent((status.jobs.done ?? 0) / all, 1) : "–"} tone=${status.jobs.dead ? "warn" : ""} note=${`${number(status.jobs.dead ?? 0)} failed`} />
      <${StatCard} label="Average duration" value=${took.length ? lasted(took.reduce((sum, time) => sum + time, 0) / took.length) : "–"} note="from due to done" />
      <${StatCard} label="Model calls" value=${compact(calls)} note=${calls ? `${percent(1 - failures / calls, 1)} answered` : "none yet"} />
      <${StatCard} label="Database" value=${bytes(status.facts.bytes)} note=${plural(status.facts.records, "record")} />
    </div></section>`;
}

// --- parts ----------------------------------------------------------------------------------------------------------

function Embedding({ status, embedders, part, again }) {
  const [progress, setProgress] = useState(null);
  const stop = useRef(false);
  const reindex = async () => {
    stop.current = false;
    let done = 0;
    setProgress({ done: 0, left: Math.max(1, status.needs_reindex) });
    try {
      for (let step = 0; step < STEPS_MAX && !stop.current; step += 1) {
        const { left, counts } = await post(`v1/reindex?timeout_s=${STEP_S}`, {});
        done += Object.values(counts).reduce((sum, count) => sum + count, 0);
        setProgress({ done, left });
        if (!left) { toast("Index and vectors are up to date."); break; }
      }
    } catch (error) { failed(error); }
    setProgress(null);
    again();
  };
  const vectors = Object.entries(status.facts.vectors);
  return html`<${Card} title="Embedding" actions=${progress ? html`<${Button} small onClick=${() => { stop.current = true; }}>Stop<//>`
      : html`<${Button} small icon="refresh" onClick=${reindex}>Reindex now<//>`}>
    ${progress && html`<div role="status"><${Progress} value=${progress.done} most=${progress.done + progress.left || 1} label="Reindexing" />
      <p class="hint">${number(progress.done)} done, ${number(progress.left)} left</p></div>`}
    <dl class="facts"><dt>In use</dt><dd><code>${status.embedder ?? "none"}</code>${status.embedder_reason && html`<p class="hint"><${Words} text=${status.embedder_reason} /></p>`}</dd>
      ${vectors.map(([name, count]) => html`<dt key=${`${name}-t`}>Vectors</dt><dd key=${name}>${number(count)} of <code>${name}</code></dd>`)}
      <dt>Cache</dt><dd>${number(status.cache_hits)} hits, ${number(status.cache_misses)} misses</dd></dl>
    <${ChooseEmbedder} embedders=${embedders} />
    <details><summary>Embedders that could be chosen</summary><${Table} caption="Embedders" rows=${embedders} rowKey=${(one) => one.name} columns=${[
      { name: "name", title: "Name", cell: (one) => html`<code>${one.name}</code>` },
      { name: "usable", title: "", cell: (one) => html`<${Chip} kind=${one.usable ? "good" : ""}>${one.usable ? "ready" : "not here"}<//>` },
      { name: "why", title: "", cell: (one) => html`<span class="hint"><${Words} text=${one.reason ?? one.signature ?? ""} /></span>` },
    ]} /></details>
    <${PartSettings} part=${part} />
    ${status.embedder_log.length > 0 && html`<details><summary>${plural(status.embedder_log.length, "failed try", "failed tries")}</summary><ul class="stack">${status.embedder_log.map(([at, name, why], place) => html`<li key=${place}><${Time} at=${at} /> <code>${name}</code> <${Words} text=${why} /></li>`)}</ul></details>`}
  <//>`;
}

/** All tenants of a server share one embedder, so that it is chosen where the server runs; here one sees how. */
function ChooseEmbedder({ embedders }) {
  const [name, choose] = useState("");
  const chosen = embedders.find((one) => one.name === name);
  return html`<${Field} id="embedder" label="Choose another">
      <select id="embedder" value=${name} onChange=${(event) => choose(event.target.value)}><option value="">as it is</option>
        ${embedders.map((one) => html`<option key=${one.name} value=${one.name}>${one.name}${one.usable ? "" : " (not here)"}</option>`)}</select><//>
    ${chosen && html`<div class="stack">${!chosen.usable && html`<p class="hint"><${Words} text=${chosen.reason ?? ""} /></p>`}
      <${Code} label="Command" text=${`recollect config set embedder ${name}`} />
      <p class="hint">Type this where the server runs, start it again, then “Reindex now”. It holds for every tenant of this server.</p></div>`}`;
}

function Store({ status }) {
  const parts = (counts) => Object.entries(counts).filter(([, value]) => value).map(([name, value], at) => ({ name: words(name), value, tone: (at % 6) + 1 }));
  const shown = (title, counts) => html`<div><h3>${title}</h3><${Bar} parts=${parts(counts)} label=${`${title}: ${parts(counts).map((one) => `${one.name} ${one.value}`).join(", ")}`} />
    <p class="legend">${parts(counts).map((one) => html`<span key=${one.name}><i class="tone-${one.tone}" />${one.name} ${number(one.value)}</span>`)}</p></div>`;
  return html`<${Card} title="Store"><div class="stack">${shown("By layer", status.facts.by_layer)}${shown("By status", status.facts.by_status)}
    <dl class="facts"><dt>Memories of</dt><dd>${plural(status.facts.spaces, "space")}: users and what is shared</dd><dt>Size</dt><dd>${bytes(status.facts.bytes)}</dd></dl></div><//>`;
}

function Part({ part, title, without, off }) {
  const first = part?.settings[0];
  const on = first && part.settings.some((one) => one.changed && !off.includes(one.value));
  return html`<${Card} title=${title} actions=${html`<${Chip} kind=${on ? "good" : ""}>${on ? "configured" : "not configured"}<//>`}>
    ${!on && html`<p class="hint">${without}${part?.settings.length ? "" : " This server has no such part."}</p>`}<${PartSettings} part=${part} open=${on} /><//>`;
}

function PartSettings({ part, open }) {
  if (!part?.settings.length) return null;
  return html`<details open=${open}><summary>Settings of the server</summary>
    <p class="hint">Whoever runs the server changes them in its configuration.</p>
    <${Table} caption=${`Settings: ${part.name}`} rows=${part.settings} rowKey=${(one) => one.name} columns=${[
      { name: "name", title: "Setting", cell: (one) => html`<code title=${one.help}>${one.name}</code>` },
      { name: "value", title: "Value", cell: (one) => html`${one.value === null || one.value === "" ? "–" : String(one.value)} ${one.changed && html`<${Chip} kind="accent">changed<//>`}` },
    ]} /></details>`;
}

function Agents({ agents }) {
  return html`<${Card} title="Agents"><${Table} caption="Agents" rows=${agents} rowKey=${(one) => one.agent} empty="Nothing is remembered of a particular agent." columns=${[
    { name: "agent", title: "Agent", cell: (one) => html`<div><${Name} text=${one.agent} /><p class="hint"><${Time} at=${one.last_at} /></p></div>` }, { name: "memories", title: "Memories", end: true, cell: (one) => number(one.memories) },
    { name: "turns", title: "Turns", end: true, cell: (one) => number(one.turns) }, { name: "sessions", title: "Sessions", end: true, cell: (one) => number(one.sessions) }]} /><//>`;
}

// --- models and checks ----------------------------------------------------------------------------------------------

function Models({ status }) {
  const total = status.spent.reduce((sum, one) => sum + one.usd, 0);
  const tokens = status.spent.reduce((sum, one) => sum + one.input_tokens + one.output_tokens, 0);
  return html`<${Card} title="Language models and what they cost" actions=${html`<${Chip}>${usd(total)} in all<//><${Chip}>${compact(tokens)} tokens<//>`}>
    ${status.models.length > 0 && html`<div class="chips">${status.models.map((one) => html`<${Chip} key=${one.provider} kind=${one.breaker === "closed" ? "good" : "warn"} title=${one.last_failure ?? ""}>${one.provider}${one.model ? ` · ${one.model}` : ""} · ${one.breaker === "closed" ? "answers" : "resting"}<//>`)}</div>`}
    <${Table} caption="What was spent" rows=${status.spent} rowKey=${(one) => `${one.day}-${one.provider}`} empty="No language model was asked: rules learn, and cost nothing." columns=${[
      { name: "day", title: "Day", cell: (one) => one.day }, { name: "provider", title: "Model", cell: (one) => one.provider },
      { name: "requests", title: "Calls", end: true, cell: (one) => number(one.requests) }, { name: "failures", title: "Failed", end: true, cell: (one) => number(one.failures) },
      { name: "in", title: "Tokens in", end: true, cell: (one) => compact(one.input_tokens) }, { name: "out", title: "Tokens out", end: true, cell: (one) => compact(one.output_tokens) },
      { name: "usd", title: "Cost", end: true, cell: (one) => usd(one.usd) }]} /><//>`;
}

function Checks() {
  const [busy, setBusy] = useState(null);
  const [told, setTold] = useState(null);
  const run = (name, work) => async () => {
    setBusy(name);
    try { setTold(await work()); } catch (error) { failed(error); }
    setBusy(null);
  };
  const probe = async () => {
    const found = await post("v1/probe", {});
    return { good: found.working, text: found.working ? `Learning works; a round trip took ${ms(found.latency_ms)}.` : `Learning does not work: ${found.error}` };
  };
  const doctor = async () => {
    const { problems } = await post("v1/doctor", {});
    return { good: !problems.length, text: problems.length ? problems.map((one) => one.message).join(" ") : "Rows, index and vectors agree." };
  };
  return html`<${Card} title="Checks" actions=${html`<${Button} small icon="play" busy=${busy === "probe"} onClick=${run("probe", probe)}>Try learning<//>
      <${Button} small icon="check" busy=${busy === "doctor"} onClick=${run("doctor", doctor)}>Check the store<//>`}>
    <p role="status" class=${told ? (told.good ? "note" : "note warn") : "hint"}>${told ? html`<${Icon} name=${told.good ? "check" : "danger"} size=${18} /><span>${told.text}</span>` : "Neither changes what is remembered."}</p><//>`;
}
