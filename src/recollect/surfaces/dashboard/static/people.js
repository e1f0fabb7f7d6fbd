// Choosing one of the users. A few are a list; of hundreds one is found by typing, and the list stays short.

import { EVERYONE, oneOf, scope, session, users, useStore } from "./state.js";
import { Button, Dialog, Field, html, Name, number, plain, useState } from "./ui.js";

const FIND = "\u0000find"; // no user is called so
const FIND_FROM = 20;
export const LISTED_MAX = 300;
const FOUND_MAX = 30;

/** A select of users, with options of one's own (`children`) before them. `value` is "" for none of them. */
export function UserSelect({ value, onChange, children, chosen = value, ...rest }) {
  const all = useStore(users);
  const [finding, setFinding] = useState(false);
  const listed = all.slice(0, LISTED_MAX);
  const known = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed;
  const choose = (event) => {
    if (event.target.value !== FIND) { onChange(event.target.value); return; }
    event.target.value = value;
    setFinding(true);
  };
  return html`<select ...${rest} value=${value} onChange=${choose}>
      ${children}
      ${all.length > FIND_FROM && html`<option value=${FIND}>Find one of ${number(all.length)} …</option>`}
      ${known.map((user) => html`<option key=${user} value=${user}>${plain(user)}</option>`)}
    </select>
    ${finding && html`<${Find} all=${all} onClose=${() => setFinding(false)} onFound=${(user) => { setFinding(false); onChange(user); }} />`}`;
}

/** Whose memory something goes into, or is asked, where one did not choose anybody. */
export function Shared({ children }) {
  const chosen = useStore(scope);
  const all = useStore(users);
  if (oneOf(chosen).user || session.get()?.user) return null;
  return html`<p class="hint">${children} the shared memory, which everybody sees${chosen.user === EVERYONE && ": where one memory is needed, “everyone” means that one"}.${all.length > 0 && " Choose a user above for theirs."}</p>`;
}

function Find({ all, onClose, onFound }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const fitting = all.filter((user) => user.toLowerCase().includes(wanted));
  const first = fitting.find((user) => user.toLowerCase() === wanted) ?? fitting[0];
  const take = (event) => { // not a form: this may stand inside one
    if (event.key !== "Enter" || event.target.id !== "find-user") return;
    event.preventDefault();
    if (first) onFound(first);
  };
  return html`<${Dialog} title="Find a user" onClose=${onClose}>
    <div class="stack tight" onKeyDown=${take}>
      <${Field} id="find-user" label="Part of the name" hint=${`${number(fitting.length)} of ${number(all.length)}${fitting.length > FOUND_MAX ? `; the first ${FOUND_MAX} are shown` : ""}`}>
        <input id="find-user" type="search" autocomplete="off" spellcheck=${false} value=${text} aria-describedby="find-user-hint" onInput=${(event) => setText(event.target.value)} /><//>
      <ul class="people" aria-label="Users found">${fitting.slice(0, FOUND_MAX).map((user) => html`<li key=${user}><${Button} kind="quiet" icon="user" onClick=${() => onFound(user)}><${Name} text=${user} /><//></li>`)}</ul>
    </div><//>`;
}
