// How long something took, as people say it.

import { number } from "./format.js";

const UNITS = [[86_400_000, "days"], [3_600_000, "h"], [60_000, "min"], [1000, "s"]];

/** 4 -> "4 ms", 1500 -> "1.5 s", 5400000 -> "1.5 h" */
export function lasted(milliseconds) {
  for (const [size, name] of UNITS) {
    if (milliseconds >= size) return `${number(Math.round((10 * milliseconds) / size) / 10)} ${name}`;
  }
  return `${Math.round(milliseconds)} ms`;
}
