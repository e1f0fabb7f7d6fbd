// The workspace: Markdown files on the server that are memory themselves, and how the index stands to them.

import { get, post } from "../api.js";
import { mayWrite, session, useLoaded } from "../state.js";
import { Button, bytes, Card, Chip, Failed, failed, html, Icon, Loading, moment, ms, number, plural, StatCard, Time, toast, useEffect, useState, Words } from "../ui.js";

const LOOK_AGAIN_MS = 2000;
const PROBLEMS_SHOWN = 20;

export function Workspace({ onSynced }) {
  const there = session.get()?.workspace;
  const [found, error, again] = useLoaded(async (signal) => (there ? get("v1/files", {}, { signal }) : null), []);
  const [busy, setBusy] = useState(false);
  useEffect(() => { // another process, or the watcher, is at it: look again until it is done
    if (!found?.syncing || busy) return undefined;
    const timer = setTimeout(again, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [found, busy]);
  if (!there) return html`<${NoWorkspace} />`;
  if (error) return html`<${Card} title="Workspace"><${Failed} error=${error} again=${again} /><//>`;
  if (!found) return html`<${Card} title="Workspace"><${Loading} lines=${2} /><//>`;
  const sync = async () => {
    setBusy(true);
    try {
      const report = await post("v1/files/sync", {});
      toast(report.failed.length ? `${plural(report.failed.length, "file")} could not be read.` : changes(report) || "Every file is as it was.", { tone: report.failed.length ? "wrong" : "", detail: report.note ?? undefined });
      onSynced();
    } catch (problem) { failed(problem); }
    setBusy(false);
    again();
  };
  return html`<${Card} title="Workspace" className="workspace" actions=${html`<${State} status=${found} busy=${busy} />
      ${mayWrite() && found.workspace && html`<${Button} small icon="refresh" busy=${busy} onClick=${sync}>Sync now<//>`}`}>
    ${found.workspace && html`<p class="hint"><code>${found.workspace}</code> ${found.user ? html`is part of the memory of <strong>${found.user}</strong>` : "is shared by everybody"}; ${found.watching ? "changes are read as they happen" : "changes are read on sync and before a search"}.</p>`}
    <div class="stats">
      <${StatCard} label="Files" value=${number(found.files)} note=${bytes(found.bytes)} />
      <${StatCard} label="Passages" value=${number(found.passages)} note="found like memories" />
      <${StatCard} label="Last sync" value=${found.synced_at ? html`<${Time} at=${found.synced_at} />` : "–"} note=${found.last ? `took ${ms(found.last.seconds * 1000)}` : "none since the server started"} />
      <${StatCard} label="Errors" value=${number(found.failed.length)} tone=${found.failed.length ? "bad" : ""} note=${found.last?.skipped.length ? `${plural(found.last.skipped.length, "file")} left out` : "nothing left out"} />
    </div>
    ${found.last && html`<p class="hint">Last sync: ${changes(found.last) || "every file was as before"}${found.last.complete ? "" : "; it was ended early, the next one goes on"}.${found.last.note ? ` ${found.last.note}` : ""}</p>`}
    ${found.last_failure && html`<p class="note warn" role="alert"><${Icon} name="danger" size=${18} /><span>The last sync failed: <${Words} text=${found.last_failure} /></span></p>`}
    <${Problems} title="Could not be read" files=${found.failed} open />
    <${Problems} title="Left out" files=${found.last?.skipped ?? []} />
  <//>`;
}

/** `2 files added, 1 changed; 5 passages added` or nothing */
function changes(report) {
  const files = ["added", "changed", "removed"].filter((what) => report[what]).map((what, at) => (at ? `${number(report[what])} ${what}` : `${plural(report[what], "file")} ${what}`));
  const passages = [["passages_added", "new"], ["passages_removed", "gone"]].filter(([name]) => report[name]).map(([name, what], at) => (at ? `${number(report[name])} ${what}` : `${plural(report[name], "passage")} ${what}`));
  return [files.join(", "), passages.join(", ")].filter(Boolean).join("; ");
}

function State({ status, busy }) {
  const [kind, icon, text] = status.syncing || busy ? ["", "refresh", "syncing"]
    : status.last_failure || status.failed.length ? ["bad", "danger", "with errors"]
    : status.stale ? ["warn", "danger", status.synced_at ? `changed since ${moment(status.synced_at)}` : "not synced yet"]
    : ["good", "check", "in step with the files"];
  return html`<span role="status"><${Chip} kind=${kind} icon=${icon}>${text}<//></span>`;
}

function Problems({ title, files, open = false }) {
  if (!files.length) return null;
  return html`<details open=${open}><summary>${title} (${number(files.length)})</summary><ul class="file-problems">
    ${files.slice(0, PROBLEMS_SHOWN).map((one) => html`<li key=${one.path}><code>${one.path}</code> <span class="hint"><${Words} text=${one.reason} /></span></li>`)}
  </ul>${files.length > PROBLEMS_SHOWN && html`<p class="hint">and ${number(files.length - PROBLEMS_SHOWN)} more: <code>recollect files status</code> lists them.</p>`}</details>`;
}

const NoWorkspace = () => html`<${Card} title="Workspace"><p class="hint">A folder of Markdown files on the server can be memory too: whoever runs it sets <code>workspace</code> to its path,
  and every file below it is searched and kept in step.</p><//>`;
