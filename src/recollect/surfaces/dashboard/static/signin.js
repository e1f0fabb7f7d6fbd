// The form that asks for a key.

import { enter } from "./session.js";
import { Button, Field, html, useLayoutEffect, useRef, useState } from "./ui.js";

export function SignIn({ who }) {
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    setWrong(null);
    try {
      await enter(key);
    } catch (error) {
      setWrong(error.status === 401 ? "This key is not known here, or it was revoked." : error.message);
      setBusy(false);
    }
  };
  return html`<main class="signin"><form onSubmit=${submit}>
    <span class="mark large" aria-hidden="true" />
    <h1>Recollect Studio</h1>
    <p class="lead">${who.expired ? "Your session has ended. Sign in again to go on." : "Look into what your assistants remember."}</p>
    <${Field} id="key" label="API key" error=${wrong} hint=${html`The first start of the server printed one; <code>recollect keys create</code> makes another.`}>
      <input id="key" type="password" autocomplete="current-password" autofocus required spellcheck=${false} value=${key}
        aria-describedby="key-hint" aria-invalid=${wrong ? "true" : undefined} onInput=${(event) => setKey(event.target.value)} />
    <//>
    <${Button} kind="main" type="submit" busy=${busy}>Sign in<//>
    <p class="hint">The key is sent to this server once. The browser then holds a session that no script can read.</p>
  </form></main>`;
}

/** The same form over the page that is open: it hides everything, and leaves everything as it was. */
export function SignInAgain({ who }) {
  const at = useRef(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = at.current;
    const show = () => { dialog.showModal(); dialog.querySelector("input").focus(); };
    show();
    dialog.addEventListener("close", show); // older browsers close it at the second Escape, whatever one says to the first
    return () => { dialog.removeEventListener("close", show); dialog.close(); before?.focus?.(); };
  }, []);
  return html`<dialog ref=${at} class="signin-again" aria-label="Sign in again" closedby="none" onCancel=${(event) => event.preventDefault()}><${SignIn} who=${who} /></dialog>`;
}
