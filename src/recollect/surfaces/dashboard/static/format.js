// How numbers, times and words are shown. Pure functions; time is in the zone of whoever looks.

const locale = navigator.language || "en";
/** Made when it is first needed: the first one of a visit loads the browser's tables, 40 ms before anything is asked for. */
const lazily = (make) => { let made = null; return { format: (...given) => (made ??= make()).format(...given) }; };
const dates = (options) => lazily(() => new Intl.DateTimeFormat(locale, options));
const whole = lazily(() => new Intl.NumberFormat(locale));
const short = lazily(() => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }));
const clock = dates({ hour: "2-digit", minute: "2-digit" });
const day = dates({ day: "numeric", month: "short" });
const dated = dates({ day: "numeric", month: "short", year: "numeric" });
const full = dates({ dateStyle: "full", timeStyle: "long" });
const relative = lazily(() => new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" }));

/** Loads those tables now, as while one waits for an answer. */
export const warm = () => { clock.format(0); whole.format(0); };

export const number = (value) => (value == null ? "–" : whole.format(value));
export const compact = (value) => (value == null ? "–" : Math.abs(value) < 10000 ? whole.format(value) : short.format(value));
export const percent = (share, digits = 0) => (share == null ? "–" : `${(share * 100).toFixed(digits)} %`);
export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
export const ms = (value) => (value == null ? "–" : value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`);
export const usd = (value) => (value == null ? "–" : `$${value < 0.01 && value > 0 ? value.toFixed(4) : value.toFixed(2)}`);

export function bytes(value) {
  if (value == null) return "–";
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  while (value >= 1000 && at < units.length - 1) { value /= 1000; at += 1; }
  return `${at === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[at]}`;
}

/** A moment as people say it: "2 min. ago", "14:05", "3 May", "3 May 2024". */
export function moment(iso, now = Date.now()) {
  if (!iso) return "–";
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return String(iso);
  const seconds = (at - now) / 1000;
  const away = Math.abs(seconds);
  if (away < 45) return seconds > 5 ? "in a moment" : "just now";
  if (away < 3600) return relative.format(Math.round(seconds / 60), "minute");
  if (away < 6 * 3600) return relative.format(Math.round(seconds / 3600), "hour");
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return `today ${clock.format(at)}`;
  if (away < 6.5 * 86400) return relative.format(Math.round(seconds / 86400), "day");
  return at.getFullYear() === today.getFullYear() ? day.format(at) : dated.format(at);
}

export const exact = (iso) => (iso ? full.format(new Date(iso)) : "");
export const date = (iso) => (iso ? dated.format(new Date(iso)) : "–");

/** `pending_review` -> `pending review` */
export const words = (name) => String(name ?? "").replaceAll("_", " ");

/** The text on one line, cut with an ellipsis between two characters. */
export function cut(text, most = 160) {
  const flat = plain(String(text ?? "").slice(0, most * 4)).replace(/\s+/g, " ").trim();
  const letters = [...flat];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : flat;
}

/** Characters that turn the direction of what follows: shown as what they are, so that a text cannot pose as another. */
export const plain = (text) => String(text ?? "").replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g, "⍰");
