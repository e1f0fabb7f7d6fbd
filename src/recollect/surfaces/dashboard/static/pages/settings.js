// What a tenant may set: what holds, what may be entered, what memory costs in every prompt.

import { get, patch, sentence } from "../api.js";
import { drafts, useLoaded } from "../state.js";
import { Button, Card, Chip, Failed, Field, html, Icon, Loading, number, plural, toast, usd, useLayoutEffect, useMemo, useState, words } from "../ui.js";

const GROUPS = [
  { title: "Memory and skills in chats", test: /^(gateway_|skills$)/, note: "What the gateway does with every chat that passes it." },
  { title: "Context", test: /^(context_|working_|summaries_tokens|excerpt_|relationship_)/, note: "What a context for a prompt is made of." },
  { title: "Recall", test: /^(preset|rrf_k|vector_top_k|min_score|recall_options)/, note: "How memories are found and ranked." },
  { title: "Learning", test: /^(extraction|verification|domain_schema)/, note: "What conversations teach." },
  { title: "Profile and summaries", test: /^(profile|summar)/, note: "What stands above single memories." },
  { title: "Ageing", test: /^(decay|retention|forget|decisions|auto_compact|compact|entries_max)/, note: "How long memories are shown." },
  { title: "More", test: /./, note: "" },
];
const DEAR = 4000;
const DRAFT = "settings";

export default function Settings() {
  const [found, error, again] = useLoaded((signal) => get("v1/settings", {}, { signal }), []);
  const [kept, setKept] = useState(null);
  if (error) return html`<${Failed} error=${error} again=${again} />`;
  const told = kept ?? found;
  if (!told) return html`<${Loading} lines=${8} />`;
  return html`<${Form} told=${told} onSaved=${setKept} />`;
}

function Form({ told, onSaved }) {
  const [draft, setDraft] = useState(() => drafts.get(DRAFT) ?? {});
  useLayoutEffect(() => { if (Object.keys(draft).length) drafts.set(DRAFT, draft); else drafts.delete(DRAFT); }, [draft]);
  const [wrong, setWrong] = useState({});
  const [busy, setBusy] = useState(false);
  const [find, setFind] = useState("");
  const groups = useMemo(() => grouped(told.settings), [told]);
  const changed = Object.keys(draft).length;
  const enter = (name, value) => {
    const { [name]: _, ...rest } = draft;
    setDraft(value === undefined ? rest : { ...rest, [name]: value });
    const { [name]: __, ...others } = wrong;
    setWrong(others);
  };
  const save = async (event) => {
    event?.preventDefault();
    setBusy(true);
    try {
      onSaved(await patch("v1/settings", draft));
      toast(`${plural(changed, "setting")} saved.`);
      setDraft({});
      setWrong({});
    } catch (error) {
      const named = {};
      for (const one of error.errors ?? []) {
        const [, name = one.field, part] = String(one.field).split(".");
        named[name] = part ? sentence(one) : one.message;
      }
      const about = told.settings.find((one) => error.message.includes(one.name))?.name;
      setWrong(Object.keys(named).length ? named : { [about ?? "form"]: error.message });
    }
    setBusy(false);
  };
  const value = (one) => (one.name in draft ? draft[one.name] ?? one.default : one.value);
  const holds = Object.fromEntries(told.settings.map((one) => [one.name, value(one)]));
  return html`<form class="stack" onSubmit=${save} novalidate>
    ${told.problem && html`<p class="note warn" role="alert"><${Icon} name="danger" size=${18} /><span>${told.problem}</span></p>`}
    <${Cost} holds=${holds} />
    <div class="searchbox"><${Icon} name="search" size=${18} /><input type="search" data-search aria-label="Find a setting" placeholder="Find a setting" value=${find} onInput=${(event) => setFind(event.target.value)} /></div>
    ${wrong.form && html`<p class="failed" role="alert">${wrong.form}</p>`}
    ${groups.map((group) => {
      const shown = group.settings.filter((one) => `${one.name} ${words(one.name)} ${one.help}`.toLowerCase().includes(find.trim().toLowerCase()));
      return shown.length > 0 && html`<${Card} key=${group.title} title=${group.title}>${group.note && html`<p class="hint">${group.note}</p>`}
        <div class="settings">${shown.map((one) => html`<${Setting} key=${one.name} one=${one} value=${value(one)} changed=${one.name in draft} wrong=${wrong[one.name]} enter=${(next) => enter(one.name, next)} />`)}</div><//>`;
    })}
    ${changed > 0 && html`<div class="savebar" role="region" aria-label="Unsaved changes"><span>${plural(changed, "change")} not saved</span>
      <${Button} onClick=${() => { setDraft({}); setWrong({}); }}>Discard<//><${Button} kind="main" type="submit" icon="check" busy=${busy}>Save<//></div>`}
  </form>`;
}

function grouped(settings) {
  const made = GROUPS.map((group) => ({ ...group, settings: [] }));
  for (const one of settings) made.find((group) => group.test.test(one.name)).settings.push(one);
  return made.filter((group) => group.settings.length);
}

// --- one setting ----------------------------------------------------------------------------------------------------

function Setting({ one, value, changed, wrong, enter }) {
  const id = `setting-${one.name}`;
  const range = one.kind !== "pairs" && one.low !== null && one.high !== null ? `${number(one.low)} to ${number(one.high)}` : "";
  const inherits = one.own || changed;
  return html`<div class=${changed ? "setting changed" : "setting"}>
    <div class="grow"><label for=${id}>${words(one.name)}</label><p class="hint" id="${id}-help">${one.help}${range && html`. <span class="range">${range}</span>`}</p>
      ${wrong && html`<p class="wrong" id="${id}-wrong" role="alert">${wrong}</p>`}</div>
    <div class="setting-value"><${Entry} one=${one} id=${id} value=${value} wrong=${wrong} enter=${enter} />
      <p class="row hint">${changed ? html`<${Chip} kind="warn">changed<//>` : one.own ? html`<${Chip} kind="accent">your own<//>` : "the server's"}
        ${inherits && html`<button type="button" class="link" onClick=${() => enter(changed && !one.own ? undefined : null)}>go back<span class="unseen"> with ${words(one.name)}</span></button>`}</p></div>
  </div>`;
}

function Entry({ one, id, value, wrong, enter }) {
  const about = { id, "aria-describedby": `${id}-help${wrong ? ` ${id}-wrong` : ""}`, "aria-invalid": wrong ? "true" : undefined };
  if (one.kind === "choice") {
    const options = value && !one.choices.includes(value) ? [value, ...one.choices] : one.choices;
    return html`<select ...${about} value=${value ?? ""} onChange=${(event) => enter(event.target.value || null)}>
      ${value === null && html`<option value="">none</option>`}${options.map((option) => html`<option key=${option} value=${option}>${option}</option>`)}</select>`;
  }
  if (one.kind === "pairs") {
    const text = typeof value === "string" ? value : Object.entries(value ?? {}).map(([name, part]) => `${name}=${part}`).join(", ");
    return html`<input ...${about} value=${text} spellcheck="false" autocomplete="off" placeholder=${one.choices.slice(0, 2).map((name) => `${name}=…`).join(", ")}
      onChange=${(event) => enter(pairs(event.target.value))} />`;
  }
  if (one.kind === "text") return html`<input ...${about} value=${value ?? ""} autocomplete="off" onInput=${(event) => enter(event.target.value || null)} />`;
  const step = one.kind === "whole" ? 1 : "any";
  return html`<input ...${about} type="number" step=${step} min=${one.low} max=${one.high} value=${value}
    onInput=${(event) => enter(event.target.value === "" ? null : Number(event.target.value))} />`;
}

/** `memory=30, summary=180` -> {memory: 30, summary: 180} */
function pairs(text) {
  const made = {};
  for (const part of text.split(",").map((one) => one.trim()).filter(Boolean)) {
    const [name, ...rest] = part.split("=");
    const said = rest.join("=").trim();
    made[name.trim()] = said === "true" ? true : said === "false" ? false : said !== "" && Number.isFinite(Number(said)) ? Number(said) : said;
  }
  return Object.keys(made).length ? made : null;
}

// --- what memory costs ----------------------------------------------------------------------------------------------

function Cost({ holds }) {
  const [chats, setChats] = useState(1000);
  const [price, setPrice] = useState(3);
  const on = holds.gateway_inject === "on";
  const tokens = on ? Number(holds.gateway_tokens_max) || 0 : 0;
  const skills = on && holds.skills === "on";
  const day = (tokens * chats * price) / 1e6;
  return html`<${Card} className=${tokens > DEAR || skills ? "cost dear" : "cost"} title="What memory costs">
    ${!on ? html`<p>Memory is not put into chats: it costs no tokens.</p>` : html`
      <p>Every chat through the gateway carries up to <strong>${number(tokens)} tokens</strong> of memory${skills ? " and the definitions of your skills" : ""}, and your model's provider counts them as input.</p>
      <div class="row cost-row">
        <${Field} id="cost-chats" label="Chats a day" inline><input id="cost-chats" type="number" min="0" value=${chats} onInput=${(event) => setChats(Math.max(0, Number(event.target.value) || 0))} /><//>
        <${Field} id="cost-price" label="$ per million input tokens" inline><input id="cost-price" type="number" min="0" step="any" value=${price} onInput=${(event) => setPrice(Math.max(0, Number(event.target.value) || 0))} /><//>
        <output class="cost-sum">up to <strong>${usd(day)}</strong> a day, ${usd(day * 30)} a month</output>
      </div>
      ${(tokens > DEAR || skills) && html`<p class="note warn" role="status"><${Icon} name="danger" size=${18} /><span>${tokens > DEAR ? `More than ${number(DEAR)} tokens in every chat is dear, and long prompts make answers slower. ` : ""}
        ${skills ? "Skills add their tool definitions to every chat; how many tokens depends on how many there are." : ""}</span></p>`}`}
  <//>`;
}
