// The text of a memory, edited in its place. What somebody else saved meanwhile is shown, and not overwritten unseen.

import { get, record as address } from "../api.js";
import { Button, cut, failed, html, Icon, useEffect, useRef, useState, Words } from "../ui.js";
import { change } from "./actions.js";

export function Editor({ record, onClose, onDone }) {
  const [text, setText] = useState(record.content);
  const [base, setBase] = useState(record); // what the text replaces; the record itself is shown live
  const [met, setMet] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef(null);
  useEffect(() => { field.current.focus(); field.current.setSelectionRange(text.length, text.length); }, []);
  const save = async (event) => {
    event?.preventDefault();
    if (busy) return; // the key that saves is not locked as the button is
    if (text === base.content) { onClose(); return; }
    setBusy(true);
    try {
      await change(record.id, { content: text }, base.version, onDone);
      onClose();
    } catch (error) {
      if (error.status === 412) await get(address(record.id)).then((now) => { setBase(now); setMet(true); }, failed);
      else failed(error);
      setBusy(false);
    }
  };
  const keys = (event) => {
    if (event.key === "Escape") { event.stopPropagation(); onClose(); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
  };
  return html`<form class="editor" onSubmit=${save} onKeyDown=${keys}>
    <textarea ref=${field} aria-label="Text of the memory" dir="auto" required value=${text} onInput=${(event) => setText(event.target.value)} />
    ${met && html`<p class="note warn" role="alert"><${Icon} name="danger" size=${18} /><span>Somebody saved this meanwhile: “<${Words} text=${cut(base.content, 200)} />”. Save again to replace it.</span></p>`}
    <div class="row end"><span class="hint grow">Ctrl + Enter saves, Esc leaves it as it was</span>
      <${Button} small onClick=${onClose}>Cancel<//><${Button} small kind="main" type="submit" busy=${busy}>Save<//></div>
  </form>`;
}
