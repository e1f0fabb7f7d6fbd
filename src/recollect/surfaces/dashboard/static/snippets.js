// What to paste to connect an assistant or a program, for the memory of one user or the shared one. Pure.

const ASKED = "where does Ana live?";
/** Characters that turn the direction of what follows stand as what they are: `"\u202e"`. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A string as JSON, JavaScript and Python write it. */
export const quoted = (text) => JSON.stringify(text).replace(TURNING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
/** A word of a shell. */
export const word = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** `at`: the server's address; `key`: null where none is asked for; `user`: null for the shared memory; `writes`: whether
 * what is pasted may write. */
export const SNIPPETS = {
  mcp({ at, key }) {
    const header = key ? { headers: { Authorization: `Bearer ${key}` } } : {};
    return JSON.stringify({ mcpServers: { recollect: { url: `${at}/mcp`, ...header } } }, null, 2);
  },
  gateway({ at, key, user }) {
    const plain = user && /^[ -~]+$/.test(user); // what a header can carry; any other name stands in the body
    const header = plain ? `\n    default_headers={"x-recollect-user": ${quoted(user)}},` : "";
    const named = user && !plain ? `\n# with user=${quoted(user)} in every call of client.chat.completions.create` : "";
    return `from openai import OpenAI\n\nclient = OpenAI(\n    base_url="${at}/v1",\n    api_key="${key ?? "none"}",${header}\n)${named}`;
  },
  python({ at, key, user, writes }) {
    const whose = user ? `, user=${quoted(user)}` : "";
    const told = writes ? `    memory.add("Ana moved to Lisbon in May"${whose})\n` : "";
    return `from recollect import Memory\n\nwith Memory("${at}"${key ? `, api_key="${key}"` : ""}) as memory:\n${told}    for hit in memory.search(${quoted(ASKED)}${whose}):\n        print(hit.content)`;
  },
  rest({ at, key, user }) {
    const body = `{"query": ${quoted(ASKED)}${user ? `, "user": ${quoted(user)}` : ""}}`;
    return `curl ${at}/v1/search \\\n  ${key ? `-H "Authorization: Bearer ${key}" ` : ""}-H "Content-Type: application/json" \\\n  -d ${word(body)}`;
  },
};
