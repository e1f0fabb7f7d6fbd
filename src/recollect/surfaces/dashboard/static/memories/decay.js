// How a memory fades: e^(-rate · days), from what it was last strengthened to, half a year ahead.

import { axis, Chart, colour } from "../chart.js";
import { html, percent, useMemo } from "../ui.js";
import { strengthNow } from "./row.js";

const DAY_MS = 86400000;
const AHEAD_MS = 180 * DAY_MS;
const POINTS = 120;

export function curve(record, now) {
  const from = Date.parse(record.strength_at);
  const until = Math.max(now, from) + AHEAD_MS;
  const times = Array.from({ length: POINTS }, (_, at) => from + ((until - from) * at) / (POINTS - 1));
  return [times.map((at) => at / 1000), times.map((at) => record.strength * Math.exp(-record.decay_rate * (at - from) / DAY_MS))];
}

export function Decay({ record }) {
  const now = useMemo(() => Date.now(), [record.id]);
  const data = useMemo(() => curve(record, now), [record.id, record.strength, record.strength_at]);
  const half = record.decay_rate > 0 ? Math.LN2 / record.decay_rate : null;
  const options = (uPlot) => ({
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: [0, 1] } },
    axes: [axis(), axis({ values: (_, ticks) => ticks.map((tick) => percent(tick)), size: 56 })],
    series: [{}, { stroke: colour("accent"), width: 2, fill: colour("accent-soft"), points: { show: false } }],
    hooks: { draw: [(plot) => today(uPlot, plot, now)] },
  });
  return html`<${Chart} data=${data} height=${190} options=${options}
    label="Strength was ${percent(record.strength)} when it was last made stronger, is ${percent(strengthNow(record, now))} now, and will be ${percent(strengthNow(record, now + AHEAD_MS))} in six months." />
    <p class="hint">${percent(strengthNow(record, now))} now; ${half ? html`half of it is gone every ${half < 2 ? half.toFixed(1) : Math.round(half)} days unless it is recalled.` : "it does not fade."}</p>`;
}

function today(uPlot, plot, now) {
  const x = Math.round(plot.valToPos(now / 1000, "x", true));
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = colour("tone-2");
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, plot.bbox.top);
  ctx.lineTo(x, plot.bbox.top + plot.bbox.height);
  ctx.stroke();
  ctx.restore();
}
