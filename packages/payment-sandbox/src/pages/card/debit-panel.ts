// The form for a US bank account, where the session offers one. It stands below the cards, closed until it is wanted.
import { html } from 'hono/html';
import type { CheckoutSession } from '../../schema.ts';
import { attributes, field } from '../form-field.ts';
import type { Html } from '../layout.ts';
import { testAccounts, testRouting } from '../test-accounts.ts';
import { type DebitFaults, type DebitField, type DebitValues, debitFields } from './debit-form.ts';

export type DebitForm = { values: DebitValues; faults: DebitFaults };

/** `opened`: it was sent and is not right yet, or there is nothing else to pay with. */
export function renderDebitPanel(session: CheckoutSession, form: DebitForm, total: string, opened: boolean): Html {
  return html`<details class="other-method" ${opened && 'open'}>
<summary>Pay from a US bank account</summary>
<p class="small">The money takes days to arrive; the shop hears of it then.</p>
<div class="test-cards" role="group" aria-labelledby="test-accounts">
<h3 id="test-accounts">Test accounts</h3>
<ul>
${testAccounts.map(
  ({
    number,
    does,
  }) => html`<li><code>${number}</code><span class="does">${does}</span><button type="button" class="use" hidden data-account="${number}" aria-label="Use ${number}">Use</button></li>
`,
)}</ul>
<p class="small">The routing number of all of them is <code id="test-routing">${testRouting}</code>.</p>
</div>
${debitForm(session, form, total)}
</details>`;
}

function debitForm(session: CheckoutSession, { values, faults }: DebitForm, total: string): Html {
  const firstWrong = debitFields.find((name) => faults[name]);
  const id = (name: DebitField) => `debit-${name}`;
  const about = (name: DebitField) => attributes(faults[name], id(name), name === firstWrong);
  const labelled = (name: DebitField, label: string) => ({ id: id(name), label, fault: faults[name] });
  return html`<form method="post" action="/pay/${session.id}/debit" novalidate>
${field(
  labelled('email', 'Email'),
  html`<input id="debit-email" name="email" type="email" autocomplete="email" maxlength="254" value="${values.email}" ${about('email')}>`,
)}
${field(
  labelled('name', 'Account holder'),
  html`<input id="debit-name" name="name" autocomplete="name" maxlength="255" value="${values.name}" ${about('name')}>`,
)}
<div class="two">
${field(
  labelled('routing', 'Routing number'),
  html`<input id="debit-routing" name="routing" inputmode="numeric" autocomplete="off" maxlength="11" value="${values.routing}" ${about('routing')}>`,
)}
${field(
  labelled('account', 'Account number'),
  html`<input id="debit-account" name="account" inputmode="numeric" autocomplete="off" maxlength="17" ${about('account')}>`,
)}
</div>
<button type="submit" class="button line">Debit ${total}</button>
</form>`;
}
