import { html } from 'hono/html';
import type { Html } from './layout.ts';

/** A field with its label, and what is wrong with it. */
export function field(given: { id: string; label: string; fault: string | undefined }, control: Html): Html {
  const { id, label, fault } = given;
  return html`<div class="field"><label for="${id}">${label}</label>
${control}${fault && html`<p class="fault" id="${id}-fault">${fault}</p>`}</div>`;
}

/** A fault is said with its field, not only shown beside it. */
export function attributes(fault: string | undefined, id: string, focused: boolean): Html {
  return html`${fault && html`aria-invalid="true" aria-describedby="${id}-fault"`} ${focused && 'autofocus'}`;
}
