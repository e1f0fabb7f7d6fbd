// The text of a memory, edited in its place. What somebody else did meanwhile is shown, and not overwritten unseen.

import { get, record as address } from "../api.js";
import { drafts, useLoaded } from "../state.js";
import { Button, Copy, cut, failed, html, Icon, useEffect, useLayoutEffect, useRef, useState, Words } from "../ui.js";
import { change, guard, unarchive } from "./actions.js";

const GONE = 404;
const draft = (id) => `memory:${id}`;

/** Whoever deletes a memory does not want what was typed into it either. */
export const dropDrafts = (ids) => ids.forEach((id) => drafts.delete(draft(id)));

/** `away`: what is new each time the list was asked and did not have the memory any more. */
export function Editor({ record, onClose, onDone, away = null }) {
  const before = useRef(drafts.get(draft(record.id))).current;
  const [text, setText] = useState(before?.text ?? record.content);
  const [base, setBase] = useState(before?.base ?? record); // what the text replaces; the record itself is shown live
  const [met, setMet] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef(null);
  useEffect(() => { field.current.focus(); field.current.setSelectionRange(text.length, text.length); }, []);
  useLayoutEffect(() => { if (text === base.content) dropDrafts([record.id]); else drafts.set(draft(record.id), { text, base }); }, [text, base]);
  const close = () => { dropDrafts([record.id]); onClose(); };
  const save = async (event) => {
    event?.preventDefault();
    if (busy) return; // the key that saves is not locked as the button is
    if (text === base.content) { close(); return; }
    setBusy(true);
    try {
      await change(record.id, { content: text }, base.version, onDone);
      close();
    } catch (error) {
      if (error.status === 412) await get(address(record.id)).then((now) => { setBase(now); setMet(true); }, failed);
      else failed(error);
      setBusy(false);
    }
  };
  const restore = () => guard(unarchive([record.id], onDone).then(() => get(address(record.id))).then(setBase));
  const keys = (event) => {
    if (event.key === "Escape") { event.stopPropagation(); close(); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
  };
  return html`<form class="editor" onSubmit=${save} onKeyDown=${keys}>
    <textarea ref=${field} aria-label="Text of the memory" dir="auto" required value=${text} onInput=${(event) => setText(event.target.value)} />
    ${before && html`<p class="hint" role="status">You typed this before and did not save it.</p>`}
    ${away && html`<${Away} id=${record.id} away=${away} text=${text} restore=${restore} />`}
    ${met && html`<p class="note warn" role="alert"><${Icon} name="danger" size=${18} /><span>Somebody saved this meanwhile: “<${Words} text=${cut(base.content, 200)} />”. Save again to replace it.</span></p>`}
    <div class="row end"><span class="hint grow">Ctrl + Enter saves, Esc leaves it as it was</span>
      <${Button} small onClick=${close}>Cancel<//><${Button} small kind="main" type="submit" busy=${busy}>Save<//></div>
  </form>`;
}

/** What became of a memory that the list does not have any more. */
function Away({ id, away, text, restore }) {
  const [now, error] = useLoaded((signal) => get(address(id), {}, { signal }), [away]);
  if (error?.status === GONE) return html`<${Met} text=${text}>It was deleted for good meanwhile, and what you typed cannot be saved.<//>`;
  if (!now) return null;
  if (now.status === "active") return html`<p class="hint" role="status">The list has moved on; this memory stays here until you save or cancel.</p>`;
  if (now.status === "archived") return html`<p class="note warn" role="alert"><${Icon} name="danger" size=${18} /><span class="grow">It was deleted meanwhile. Restore it, then save.</span><${Button} small icon="undo" onClick=${restore}>Restore<//></p>`;
  return html`<${Met} text=${text}>Meanwhile <a href="#/memory/${encodeURIComponent(id)}">something else took its place</a>, and what you typed cannot be saved here.<//>`;
}

const Met = ({ text, children }) => html`<p class="note warn" role="alert"><${Icon} name="danger" size=${18} /><span class="grow">${children}</span><${Copy} text=${text} label="Copy it" /></p>`;
