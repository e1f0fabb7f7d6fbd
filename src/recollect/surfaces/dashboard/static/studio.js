// The page over the native API. Texts of memories are only ever put in as text, never as HTML.

const $ = (id) => document.getElementById(id);
const KEY = "recollect.key";
let key = sessionStorage.getItem(KEY);

class Refused extends Error {
  constructor(status, detail) { super(detail); this.status = status; }
}

async function ask(method, path, body) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.status === 204) return null;
  const told = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, told.detail ?? answer.statusText);
  return told;
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

const user = () => $("user").value.trim() || undefined;
const query = (fields) => new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined));

function tell(text, failed = false) {
  $("told").textContent = text;
  $("told").classList.toggle("failed", failed);
}

async function doing(work) {
  try {
    await work();
  } catch (error) {
    if (error.status === 401) return enter(error.message);
    tell(error.message, true);
  }
}

function shown(record, score, why) {
  const item = element("li");
  item.append(element("p", record.content));
  const about = element("div", undefined, "about");
  if (score !== undefined) {
    const bar = element("span", undefined, "score");
    const part = element("i");
    part.style.width = `${Math.round(score * 100)}%`;
    bar.append(part);
    bar.title = why;
    about.append(bar, element("span", score.toFixed(2)));
  }
  const at = new Date(record.occurred_at ?? record.created_at).toLocaleString();
  about.append(element("span", `${record.layer} · ${record.kind}`), element("span", record.user ?? "shared"), element("span", at));
  const archive = element("button", "Archive");
  archive.onclick = () => doing(async () => {
    await ask("POST", `v1/memories/${encodeURIComponent(record.id)}/archive`);
    await refresh();
  });
  about.append(archive);
  item.append(about);
  return item;
}

async function refresh() {
  const question = $("question").value.trim();
  const list = $("found");
  if (question) {
    const found = await ask("POST", "v1/search", { query: question, user: user() });
    list.replaceChildren(...found.hits.map((hit) => shown(hit, hit.score, hit.why)));
    tell(found.hits.length ? found.note ?? "" : "Nothing was found.");
  } else {
    const found = await ask("GET", `v1/memories?${query({ user: user(), limit: 20 })}`);
    list.replaceChildren(...found.records.map((record) => shown(record)));
    tell(found.total ? `The newest of ${found.total}.` : "Nothing is remembered here yet.");
  }
  await count();
}

async function count() {
  const stats = await ask("GET", `v1/stats?${query({ user: user() })}`);
  const parts = [["records", stats.records], ...Object.entries(stats.by_layer).filter(([, number]) => number)];
  $("counts").replaceChildren(...parts.map(([name, number]) => {
    const part = element("span");
    part.append(element("b", number.toLocaleString()), ` ${name}`);
    return part;
  }));
}

async function users() {
  try {
    const found = await ask("GET", "v1/users");
    $("users").replaceChildren(...found.users.map((name) => Object.assign(element("option"), { value: name })));
  } catch (error) {
    if (error.status !== 403) throw error;  // a key that is bound to a user knows no others
  }
}

function enter(why) {
  sessionStorage.removeItem(KEY);
  key = null;
  $("memory").hidden = true;
  $("leave").hidden = true;
  $("enter").hidden = false;
  $("state").textContent = why ?? "Enter a key to look at a memory.";
  $("key").focus();
}

async function open() {
  await users();
  $("enter").hidden = true;
  $("memory").hidden = false;
  $("leave").hidden = !key;
  $("state").textContent = "connected";
  await refresh();
}

$("enter").onsubmit = (event) => {
  event.preventDefault();
  key = $("key").value.trim();
  sessionStorage.setItem(KEY, key);
  $("key").value = "";
  doing(open);
};
$("ask").onsubmit = (event) => { event.preventDefault(); doing(refresh); };
$("add").onsubmit = (event) => {
  event.preventDefault();
  doing(async () => {
    await ask("POST", "v1/memories", { content: $("text").value, user: user() });
    $("text").value = "";
    $("question").value = "";
    await users();
    await refresh();
  });
};
$("leave").onclick = () => enter();

doing(open);
