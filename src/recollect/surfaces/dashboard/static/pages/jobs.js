// Background work: what waits, what runs, what failed and why, and another try for it.

import { get, post } from "../api.js";
import { lasted } from "../lasting.js";
import { EVERYONE, mayWrite, scope, session, useLoaded } from "../state.js";
import { Button, Card, Chip, Chips, Dialog, Failed, failed, html, Loading, Name, number, plain, plural, StatCard, Table, Time, toast, useEffect, useState, words, Words } from "../ui.js";

const STATES = ["queued", "running", "done", "dead"];
const NAMES = { queued: "waiting", running: "running", done: "done", dead: "failed" };
const TONES = { queued: "", running: "accent", done: "good", dead: "bad" };
const SHOWN_MAX = 200; // of each state
const LOOK_EVERY_MS = 4000;

export default function Jobs({ query }) {
  const [chosen, setChosen] = useState(STATES.includes(query.state) ? [query.state] : []);
  const [open, setOpen] = useState(null);
  const [busy, setBusy] = useState(false);
  const [found, error, again] = useLoaded(async (signal) => { // each state for itself: what failed is not hidden behind much that was done
    const all = await Promise.all(STATES.map((state) => get("v1/jobs", { state, limit: SHOWN_MAX + 1 }, { signal })));
    return Object.fromEntries(STATES.map((state, at) => [state, all[at].jobs]));
  }, []);
  const jobs = STATES.flatMap((state) => found?.[state].slice(0, SHOWN_MAX) ?? []).sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const counts = Object.fromEntries(STATES.map((state) => [state, found?.[state].length ?? 0]));
  const restless = counts.queued + counts.running > 0;
  useEffect(() => {
    if (!restless) return undefined;
    const timer = setInterval(() => document.hidden || again(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [restless]);
  const retry = async (some) => {
    setBusy(true);
    try {
      let queued = 0;
      for (const job of some) queued += (await post(`v1/jobs/${encodeURIComponent(job.id)}/retry`)).retried ? 1 : 0;
      toast(queued ? `${plural(queued, "job")} queued again.` : "There was nothing to try again.");
      setOpen(null);
    } catch (problem) { failed(problem); }
    setBusy(false);
    again();
  };
  const now = async () => {
    setBusy(true);
    try {
      const { left } = await post("v1/sync", {});
      toast(left ? `${plural(left, "job")} still to do.` : "Everything is done.");
    } catch (problem) { failed(problem); }
    setBusy(false);
    again();
  };
  if (error && !found) return html`<${Failed} error=${error} again=${again} />`;
  if (!found) return html`<${Loading} />`;
  const shown = chosen.length ? jobs.filter((job) => chosen.includes(job.state)) : jobs;
  const dead = jobs.filter((job) => job.state === "dead");
  return html`<div class="stack">
    <div class="stats">${STATES.map((state) => html`<${StatCard} key=${state} label=${NAMES[state]} value=${counts[state] > SHOWN_MAX ? `${number(SHOWN_MAX)}+` : number(counts[state])} tone=${counts[state] ? TONES[state] : ""} />`)}</div>
    <div class="row between">
      <${Chips} label="Which jobs" options=${STATES} chosen=${chosen} onChange=${setChosen} text=${(state) => NAMES[state]} />
      ${mayWrite() && html`<div class="row">
        ${dead.length > 0 && html`<${Button} icon="refresh" busy=${busy} onClick=${() => retry(dead)}>Retry all failed<//>`}
        <${Button} kind="main" icon="play" busy=${busy} onClick=${now}>Do waiting work now<//></div>`}
    </div>
    ${!session.get()?.user && scope.get().user !== EVERYONE && html`<p class="hint">The work for everybody, whoever is chosen above.</p>`}
    <${Card} className="jobs"><${Table} caption="Jobs" rows=${shown} empty=${jobs.length ? "No job is in this state." : "No background work yet: it begins with the first conversation."} columns=${[
      { name: "kind", title: "Work", cell: (job) => html`<button type="button" class="link" onClick=${() => setOpen(job)}>${words(job.kind)}</button>` },
      { name: "user", title: "Memory of", cell: (job) => html`<${Name} text=${job.user ?? "shared"} />` },
      { name: "state", title: "State", cell: (job) => html`<${Chip} kind=${TONES[job.state]}>${NAMES[job.state]}<//>` },
      { name: "tries", title: "Tries", end: true, cell: (job) => number(job.attempts) },
      { name: "at", title: "When", cell: (job) => when(job) },
      { name: "error", title: "Result", cell: (job) => html`<span class="job-result">${job.error ? html`<${Words} text=${job.error} />` : told(job.result)}</span>` },
      { name: "do", title: "", end: true, cell: (job) => job.state === "dead" && mayWrite() && html`<${Button} small icon="refresh" busy=${busy} onClick=${() => retry([job])}>Retry<//>` },
    ]} /></${Card}>
    ${open && html`<${Details} job=${open} onClose=${() => setOpen(null)} retry=${() => retry([open])} busy=${busy} />`}
  </div>`;
}

function when(job) {
  if (job.finished_at) return html`<${Time} at=${job.finished_at} /> · ${lasted(Math.max(0, new Date(job.finished_at) - new Date(job.run_at)))}`;
  if (job.state === "queued" && job.attempts > 0) return html`next try <${Time} at=${job.run_at} />`;
  return html`<${Time} at=${job.state === "queued" ? job.run_at : job.created_at} />`;
}

const told = (result) => Object.entries(result ?? {}).filter(([, value]) => ["number", "string"].includes(typeof value))
  .slice(0, 3).map(([name, value]) => `${words(name)} ${value}`).join(", ");

function Details({ job, onClose, retry, busy }) {
  return html`<${Dialog} title=${`${words(job.kind)}: ${NAMES[job.state]}`} onClose=${onClose} actions=${html`<${Button} onClick=${onClose}>Close<//>
      ${job.state === "dead" && mayWrite() && html`<${Button} kind="main" icon="refresh" busy=${busy} onClick=${retry}>Retry<//>`}`}>
    <dl class="facts">
      <dt>Id</dt><dd><code>${job.id}</code></dd><dt>Memory of</dt><dd><${Name} text=${job.user ?? "shared"} /></dd><dt>Tries</dt><dd>${number(job.attempts)}</dd>
      <dt>Queued</dt><dd><${Time} at=${job.created_at} /></dd><dt>Due</dt><dd><${Time} at=${job.run_at} /></dd><dt>Finished</dt><dd><${Time} at=${job.finished_at} /></dd>
    </dl>
    ${job.error && html`<div class="failed"><div><strong>Why it failed</strong><p><${Words} text=${job.error} /></p></div></div>`}
    ${Object.keys(job.result ?? {}).length > 0 && html`<div><h3>Result</h3><pre class="result" tabindex="0">${plain(JSON.stringify(job.result, null, 2))}</pre></div>`}
  <//>`;
}
