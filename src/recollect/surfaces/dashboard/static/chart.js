// Charts with uPlot, which is loaded when the first one is shown. Colours follow the theme.

import { html, useEffect, useRef } from "./ui.js";

let loading = null;
const here = new URL(".", import.meta.url).href;

/** uPlot, and its style sheet. */
export function plotter() {
  loading ??= new Promise((resolve, reject) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = `${here}vendor/uplot.css`;
    const script = document.createElement("script");
    script.src = `${here}vendor/uplot.js`;
    script.onload = () => resolve(window.uPlot);
    script.onerror = () => reject(new Error("The chart could not be loaded."));
    document.head.append(sheet, script);
  });
  return loading;
}

export const colour = (name) => {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
};

/** `options(uPlot, width)` gives uPlot's options; `data` its columns. `label` says what the picture shows. */
export function Chart({ options, data, label, height = 200 }) {
  const at = useRef(null);
  useEffect(() => {
    let plot = null;
    let current = true;
    const draw = async () => {
      const uPlot = await plotter();
      if (!current || !at.current) return;
      plot?.destroy();
      plot = new uPlot({ width: at.current.clientWidth, height, ...options(uPlot) }, data, at.current);
    };
    draw();
    const seen = new ResizeObserver(() => plot && plot.setSize({ width: at.current.clientWidth, height }));
    seen.observe(at.current);
    addEventListener("themechange", draw);
    return () => { current = false; seen.disconnect(); removeEventListener("themechange", draw); plot?.destroy(); };
  }, [data]);
  return html`<div class="chart" role="img" aria-label=${label} ref=${at} style=${{ minHeight: `${height}px` }} />`;
}

/** Axes in the colours of the theme. */
export const axis = (more = {}) => ({ stroke: colour("dim"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false }, font: "12px system-ui", ...more });
