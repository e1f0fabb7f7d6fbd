// The context a model would be told: in each format, with the tokens of every section.

import { post } from "../api.js";
import { FORMATS, LAYOUTS } from "../memories/words.js";
import { useLoaded } from "../state.js";
import { Bar, Card, Copy, Failed, Field, html, Loading, number, plain, useState } from "../ui.js";

const SECTION_TONES = { date: 6, overrides: 4, domain: 4, profile: 1, working: 2, summaries: 4, relationships: 5, excerpts: 2, documents: 6, memories: 3, recaps: 4, question: 4 };

export function ContextPanel({ asked, user, tokensMax, now }) {
  const [format, setFormat] = useState("markdown");
  const [layout, setLayout] = useState("recollect");
  const body = { ...(asked ? { query: asked } : {}), ...user, format, layout, ...(tokensMax ? { tokens_max: tokensMax } : {}), ...(now ? { now } : {}) };
  const [made, error, again] = useLoaded((signal) => post("v1/context", body, { signal }), [JSON.stringify(body)]);
  const keys = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = FORMATS[(FORMATS.indexOf(format) + step + FORMATS.length) % FORMATS.length];
    setFormat(next);
    document.getElementById(`format-${next}`).focus();
  };
  return html`<${Card} title="What a model is told" actions=${html`${made && html`<span class="hint">${number(made.tokens)} tokens</span>`}${made && html`<${Copy} text=${shown(made)} />`}`}>
    <div class="row between"><div class="tabs" role="tablist" aria-label="Format" onKeyDown=${keys}>${FORMATS.map((one) => html`<button key=${one} id="format-${one}" type="button" role="tab"
      aria-selected=${one === format ? "true" : "false"} aria-controls="context-text" tabindex=${one === format ? 0 : -1} onClick=${() => setFormat(one)}>${one}</button>`)}</div>
      <${Field} id="layout" label="Layout" inline><select id="layout" value=${layout} onChange=${(event) => setLayout(event.target.value)}>${LAYOUTS.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select><//></div>
    <div id="context-text" role="tabpanel" aria-labelledby="format-${format}">
    ${error ? html`<${Failed} error=${error} again=${again} />` : !made ? html`<${Loading} lines=${2} />` : html`
      <div class="sections"><${Bar} label="Tokens of the sections" parts=${made.sections.map((one) => ({ name: one.title, value: one.tokens, tone: SECTION_TONES[one.name] ?? 6 }))} />
        <ul class="legend">${made.sections.map((one) => html`<li key=${one.name}><i class="tone-${SECTION_TONES[one.name] ?? 6}" />${one.title} <strong>${one.tokens}</strong>${one.left_out > 0 && html` <span class="hint">(${one.left_out} left out)</span>`}</li>`)}</ul></div>
      <pre class="context" tabindex="0" dir="auto">${plain(shown(made)) || "Nothing would be told."}</pre>
      <p class="hint">Counted with ${made.tokenizer}${made.cached ? "; from the cache" : ""}.</p>`}</div>
  <//>`;
}

const shown = (made) => (made.format === "messages" ? JSON.stringify(made.messages, null, 2) : made.text);
