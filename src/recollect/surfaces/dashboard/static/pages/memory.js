import { Empty, html } from "../ui.js";

export default () => html`<${Empty} title="Soon" />`;
