// The first two minutes: add something, ask for it, connect an assistant. Shown by itself when nothing is remembered.

import { post } from "../api.js";
import { Shared } from "../people.js";
import { SNIPPETS, word } from "../snippets.js";
import { mayWrite, oneOf, scope, session, useStore } from "../state.js";
import { Button, Code, failed, html, Icon, Kind, Name, plain, useState, Words } from "../ui.js";

const EXAMPLES = ["Ana moved to Lisbon in May", "The release train leaves every second Tuesday", "Bob is allergic to peanuts"];
const KEY = "YOUR_KEY";

export default function Start({ onDone }) {
  const [said, setSaid] = useState(null);
  const [found, setFound] = useState(null);
  return html`<div class="start">
    <header class="start-head"><span class="mark large" aria-hidden="true" /><h2>Give your assistants a memory</h2>
      <p>Two minutes: tell it something, ask for it, then connect the assistant you use.</p></header>
    <ol class="steps">
      <${Step} number="1" title="Tell it something" done=${!!said}>${mayWrite() ? html`<${Tell} onSaid=${setSaid} said=${said} />` : html`<p class="hint">Your key only reads: somebody whose key may write tells it things.</p>`}<//>
      <${Step} number="2" title="Ask for it" done=${!!found}><${Ask} said=${said} onFound=${setFound} found=${found} /><//>
      <${Step} number="3" title="Connect an assistant"><${Connect} /><//>
    </ol>
    <div class="row start-end">${onDone ? html`<${Button} kind=${found ? "main" : ""} icon="memories" onClick=${onDone}>Go to the memories<//>`
      : html`<a class="button ${found ? "main" : ""}" href="#/memories">Go to the memories</a>`}</div>
  </div>`;
}

const Step = ({ number, title, done, children }) => html`<li class=${done ? "step done" : "step"}>
  <span class="step-number" aria-hidden="true">${done ? html`<${Icon} name="check" size=${18} />` : number}</span>
  <div class="step-body"><h3>${title}${done && html`<span class="unseen"> (done)</span>`}</h3>${children}</div></li>`;

function Tell({ said, onSaid }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try { onSaid((await post("v1/memories", { content: text, ...oneOf() })).records[0] ?? { content: text, kind: "note" }); } catch (error) { failed(error); }
    setBusy(false);
  };
  return html`<form class="stack tight" onSubmit=${submit}>
    <div class="row"><div class="grow"><label class="unseen" for="tell">Something to remember</label>
      <input id="tell" required value=${text} dir="auto" autocomplete="off" placeholder=${EXAMPLES[0]} onInput=${(event) => setText(event.target.value)} /></div>
      <${Button} kind=${said ? "" : "main"} type="submit" busy=${busy}>Remember<//></div>
    ${!said && html`<div class="chips">${EXAMPLES.map((one) => html`<button key=${one} type="button" class="chip choice" onClick=${() => setText(one)}>${one}</button>`)}</div>`}
    <${Whose}>It goes into<//>
    <div role="status">${said && html`<p class="note"><${Icon} name="check" /><span>Remembered: <${Words} text=${said.content} /> <${Kind} name=${said.kind} /></span></p>`}</div>
  </form>`;
}

/** Whose memory it is about: that of whoever is chosen. */
function Whose({ children }) {
  const { user } = oneOf(useStore(scope));
  return user ? html`<p class="hint">${children} the memory of <${Name} text=${user} />.</p>` : html`<${Shared}>${children}<//>`;
}

function Ask({ said, found, onFound }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const hint = /lisbon|moved/i.test(said?.content ?? "") ? "Where does Ana live?" : "What do you know about …?";
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try { onFound((await post("v1/search", { query: text, k: 3, dry_run: true, ...oneOf() })).hits); } catch (error) { failed(error); }
    setBusy(false);
  };
  return html`<form class="stack tight" onSubmit=${submit}>
    <div class="row"><div class="grow"><label class="unseen" for="asked">A question</label>
      <input id="asked" required value=${text} dir="auto" autocomplete="off" placeholder=${hint} onInput=${(event) => setText(event.target.value)} /></div>
      <${Button} kind=${(said || !mayWrite()) && !found ? "main" : ""} type="submit" busy=${busy}>Ask<//></div>
    ${!mayWrite() && html`<${Whose}>This asks<//>`}
    <div role="status">${found && (found.length ? html`<ul class="answers">${found.map((hit) => html`<li key=${hit.id}><${Words} text=${hit.content} /><p class="hint">${hit.why}</p></li>`)}</ul>`
      : html`<p class="hint">Nothing fits that question. Try the words of what you told it.</p>`)}</div>
  </form>`;
}

const WAYS = {
  mcp: { title: "MCP", text: "Claude, Cursor, VS Code, Zed and others: the assistant searches and remembers by itself.", reads: "Claude, Cursor, VS Code, Zed and others: the assistant searches by itself." },
  gateway: { title: "Gateway", text: "Any application that speaks OpenAI’s or Anthropic’s API: change its address, and it remembers.", reads: "Any application that speaks OpenAI’s or Anthropic’s API: change its address, and it knows what is remembered.", named: 'default_headers={"x-recollect-user": "ana"}' },
  python: { title: "Python", text: "Your own program.", named: 'user="ana"' },
  rest: { title: "REST", text: "Everything else.", named: '"user": "ana"' },
};

function Connect() {
  const who = useStore(session);
  const { user = null } = oneOf(useStore(scope));
  const [way, setWay] = useState("mcp");
  const key = who?.auth === "off" ? null : KEY;
  const writes = mayWrite();
  const code = SNIPPETS[way]({ at: location.origin + location.pathname.replace(/\/$/, ""), key, user, writes });
  const keys = (event) => {
    const names = Object.keys(WAYS);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(way) + step + names.length) % names.length];
    setWay(next);
    document.getElementById(`tab-${next}`).focus();
  };
  return html`<div class="stack tight">
    <div class="tabs" role="tablist" aria-label="Ways to connect" onKeyDown=${keys}>${Object.entries(WAYS).map(([name, one]) => html`<button key=${name} id="tab-${name}" type="button" role="tab"
      aria-selected=${way === name ? "true" : "false"} aria-controls="way" tabindex=${way === name ? 0 : -1} onClick=${() => setWay(name)}>${one.title}</button>`)}</div>
    <div id="way" role="tabpanel" aria-labelledby="tab-${way}" class="stack tight"><p class="hint">${(!writes && WAYS[way].reads) || WAYS[way].text}</p>
      <${Code} text=${code} label="To paste: ${WAYS[way].title}" />
      ${way === "mcp" && html`<p class="hint">Or let it be done: <code>recollect mcp install claude${user && ` --user ${plain(word(user))}`}${!writes && " --read-only"}</code>, with <code>cursor</code>, <code>vscode</code>, <code>zed</code> and others in place of <code>claude</code>.</p>`}
      ${key && html`<p class="hint">Put a key${way === "mcp" && user && html` that speaks for <${Name} text=${user} />`} in place of <code>${KEY}</code>; ${who?.role === "admin" && !who?.user ? html`<a href="#/keys">make one here</a>` : "an admin can make one"}.</p>`}
      ${!user && html`<p class="hint">This is about the shared memory, which everybody sees. ${WAYS[way].named ? html`With <code>${WAYS[way].named}</code> it is about that user’s.` : "With a key that speaks for a user it is about that user’s."}</p>`}
    </div>
  </div>`;
}
