// The workspace, documents that were read in, their passages, and the way in for new ones.

import { ask, get, post, query, remove } from "../api.js";
import { Workspace } from "../files/workspace.js";
import { Shared } from "../people.js";
import { mayWrite, oneOf, useLoaded, whose } from "../state.js";
import { Button, bytes, Card, Chip, Confirm, cut, Dialog, Empty, Failed, failed, Field, html, Icon, Loading, Name, number, plain, plural, Table, Time, toast, useEffect, useRef, useState, Words } from "../ui.js";

const address = (id, rest = "") => `v1/documents/${encodeURIComponent(id)}${rest}`;
const BYTES_MAX = 25e6;
const PAGE = 200;
/** `text/markdown` -> `markdown`; a long one keeps what tells it from others. */
const kindOf = (type) => type.split("/").pop().replace(/^(x-|vnd\.)/, "").split(/[.;]/).pop();

export default function Files({ query: wanted }) {
  const [shown, setShown] = useState(PAGE);
  const [found, error, again] = useLoaded((signal) => get("v1/documents", { ...whose(), limit: shown + 1 }, { signal }), [shown]);
  const [open, setOpen] = useState(null);
  useEffect(() => { // a link to the lines of a passage
    if (wanted.document) get(address(wanted.document)).then(setOpen, failed);
  }, [wanted.document]);
  const [asking, setAsking] = useState(null);
  if (error?.code === "not_configured") return html`<${NotSetUp} error=${error} />`;
  if (error) return html`<${Failed} error=${error} again=${again} />`;
  if (!found) return html`<${Loading} />`;
  const rows = found.documents.slice(0, shown);
  const more = found.documents.length > shown;
  return html`<div class="stack">
    <${Workspace} onSynced=${again} />
    ${mayWrite() && html`<${ReadIn} again=${again} />`}
    <${Card} title="Documents" actions=${html`<${Chip}>${number(rows.length)}${more && " and more"}<//>`}>
      ${rows.length ? html`<${Table} caption="Documents" rows=${rows} columns=${[
        { name: "title", title: "Document", cell: (one) => html`<div><button type="button" class="link" onClick=${() => setOpen(one)}><${Words} text=${one.title || one.source} /></button>${one.title && one.title !== one.source && html`<p class="hint"><${Words} text=${one.source} /></p>`}</div>` },
        { name: "type", title: "Kind", cell: (one) => html`<span title=${one.media_type}>${kindOf(one.media_type)}</span>` },
        { name: "user", title: "Memory of", cell: (one) => html`<${Name} text=${one.user ?? "shared"} />` },
        { name: "size", title: "Size", end: true, cell: (one) => bytes(one.bytes) },
        { name: "passages", title: "Passages", end: true, cell: (one) => number(one.passages) },
        { name: "state", title: "State", cell: (one) => html`<${Chip} kind=${one.error ? "bad" : "good"} title=${one.error ?? ""}>${one.error ? "failed" : `version ${one.version}`}<//>` },
        { name: "at", title: "Read", cell: (one) => html`<${Time} at=${one.updated_at} />` },
        { name: "do", title: "", end: true, cell: (one) => mayWrite() && html`<${Button} small kind="quiet" icon="trash" label=${`Delete ${cut(one.title || one.source)}`} onClick=${() => setAsking(one)} />` },
      ]} />
      ${more && html`<div class="row"><${Button} icon="down" onClick=${() => setShown(shown + PAGE)}>More<//></div>`}` : html`<${Empty} icon="files" title="No documents yet">Read in a file or a web page: its passages are then found like memories.<//>`}
    <//>
    ${open && html`<${Passages} document=${open} wanted=${wanted.passage} onClose=${() => setOpen(null)} />`}
    ${asking && html`<${Confirm} title="Delete this document?" onClose=${() => setAsking(null)} onYes=${async () => { await remove(address(asking.id)); toast("The document and its passages are gone."); again(); }}>
      <p><${Words} text=${asking.title || asking.source} /></p><p class="hint">Its passages are deleted with it.</p><//>`}
  </div>`;
}

function NotSetUp({ error }) {
  return html`<${Card}><${Empty} icon="files" title="This server reads no documents" actions=${html`<a class="button" href="#/engine">Look at the engine</a>`}>
    <p><${Words} text=${error.message} />.</p><p>Whoever runs it can set it up; memories and conversations work without.</p><//><//>`;
}

function ReadIn({ again }) {
  const [url, setUrl] = useState("");
  const [busy, setBusy] = useState(null);
  const [over, setOver] = useState(false);
  const file = useRef(null);
  const run = async (what, work) => {
    setBusy(what);
    try {
      const made = await work();
      const told = [made.note, ...made.notes].filter(Boolean).join(" ");
      toast(made.action === "unchanged" ? "It was known already." : `“${cut(plain(made.document.title || made.document.source), 60)}” is read: ${plural(made.document.passages, "passage")}.`, { detail: told || undefined });
      setUrl("");
      again();
    } catch (error) { failed(error); }
    setBusy(null);
  };
  const upload = async (chosen) => {
    for (const one of chosen) {
      if (one.size > BYTES_MAX) { failed(new Error(`${one.name} has ${bytes(one.size)}; at most ${bytes(BYTES_MAX)} are read here. The command line reads larger ones.`)); continue; }
      await run("file", async () => ask("POST", `v1/documents/upload${query({ name: one.name, ...oneOf() })}`, { raw: one, type: one.type || "application/octet-stream" }));
    }
  };
  const drop = (event) => { event.preventDefault(); setOver(false); upload([...event.dataTransfer.files]); };
  return html`<${Card} title="Read in"><${Shared}>It goes into<//><div class="columns">
    <div class=${over ? "drop over" : "drop"} onDragOver=${(event) => { event.preventDefault(); setOver(true); }} onDragLeave=${() => setOver(false)} onDrop=${drop}>
      <${Icon} name="upload" size=${26} /><p>Drop files here, or</p>
      <${Button} busy=${busy === "file"} onClick=${() => file.current.click()}>Choose files<//>
      <input ref=${file} type="file" multiple hidden aria-label="Files to read in" onChange=${(event) => { upload([...event.target.files]); event.target.value = ""; }} />
    </div>
    <form class="stack" onSubmit=${(event) => { event.preventDefault(); run("url", () => post("v1/documents", { url: url.trim(), ...oneOf() })); }}>
      <${Field} id="document-url" label="Address of a page or file" hint="The server fetches it; addresses inside its own network are refused."><input id="document-url" type="url" required placeholder="https://" value=${url} onInput=${(event) => setUrl(event.target.value)} /><//>
      <div class="row end"><${Button} kind="main" type="submit" icon="download" busy=${busy === "url"}>Read it in<//></div>
    </form></div><//>`;
}

/** The text of a document, passage by passage with the lines each stands on; the `wanted` one is marked and in sight. */
function Passages({ document: one, wanted, onClose }) {
  const [found, error] = useLoaded((signal) => get(address(one.id, "/passages"), {}, { signal }), [one.id]);
  const here = useRef(null);
  useEffect(() => { here.current?.scrollIntoView({ block: "center" }); here.current?.querySelector("a").focus(); }, [found]);
  const passages = found?.records ?? [];
  return html`<${Dialog} wide title=${plain(one.title || one.source)} onClose=${onClose} actions=${html`<${Button} onClick=${onClose}>Close<//>`}>
    ${error ? html`<${Failed} error=${error} />` : !found ? html`<${Loading} lines=${3} />`
      : html`<ol class="passages">${passages.map((part, at) => html`<li key=${part.id} ref=${part.id === wanted ? here : null} class=${part.id === wanted ? "wanted" : ""} aria-current=${part.id === wanted ? "true" : undefined}><p class="hint"><a href="#/memory/${encodeURIComponent(part.id)}">${at + 1}</a> · <${Words} text=${part.provenance.reference ?? ""} /></p><${Words} text=${part.content} /></li>`)}</ol>`}
  <//>`;
}
