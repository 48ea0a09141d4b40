// The page where a customer types a card. It works without scripts; card-page.js makes it more comfortable.
import { html } from 'hono/html';
import { countries } from '#contract';
import { formatAmount } from '../../money/currency.rules.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { CheckoutSession, PaymentMethod } from '../../schema.ts';
import { attributes, field } from '../form-field.ts';
import { type Html, layout } from '../layout.ts';
import { moreTestCards, type TestCard, testCards } from '../test-cards.ts';
import { type Faults, type FieldName, fieldNames, type Values } from './card-form.ts';
import { type DebitForm, renderDebitPanel } from './debit-panel.ts';
import { remainingTime } from './remaining-time.rules.ts';

export type CardPage = {
  session: CheckoutSession;
  values: Values;
  faults: Faults;
  /** Answer of the bank to the last card, and which one that was. */
  refused: { message: string; card: string } | null;
  /** Values of the form for a bank account, where that was sent. */
  debit?: DebitForm;
};

export function renderCardPage(sandbox: Sandbox, page: CardPage): Html {
  const { session } = page;
  const total = formatAmount(session.amount_total, session.currency);
  const takes = (method: PaymentMethod) => session.payment_method_types.includes(method);
  return layout(
    sandbox,
    `Pay ${total}`,
    html`<main class="split">
${summary(sandbox, session, total)}
<section class="panel" aria-labelledby="card">
${takes('card') ? cardPanel(page, total) : html`<h2 id="card">Pay from a bank account</h2>`}
${takes('us_bank_account') && renderDebitPanel(session, debitForm(page), total, page.debit !== undefined || !takes('card'))}
${session.cancel_url && html`<a class="button quiet" href="${session.cancel_url}">Cancel</a>`}
</section>
</main>`,
  );
}

function cardPanel(page: CardPage, total: string): Html {
  return html`<h2 id="card">Pay by card</h2>
${cardsToTry()}
${page.refused && html`<p class="alert" role="alert"><strong>${page.refused.message}</strong> ${page.refused.card}</p>`}
${cardForm(page, total)}`;
}

function debitForm({ debit, values }: CardPage): DebitForm {
  return debit ?? { values: { email: values.email, name: values.name, routing: '' }, faults: {} };
}

function summary({ shopName, now }: Sandbox, session: CheckoutSession, total: string): Html {
  const price = (amount: number) => formatAmount(amount, session.currency);
  const left = Math.max(0, Math.round((session.expires_at.getTime() - now().getTime()) / 1_000));
  return html`<section class="summary" aria-labelledby="order">
<h1 id="order">Pay ${shopName}</h1>
<p class="total">${total}</p>
<ul class="lines">
${session.line_items.map(
  ({ name, description, unit_amount, quantity }) => html`<li>
<div><p class="name">${name}</p>${description && html`<p class="small">${description}</p>`}${quantity > 1 && html`<p class="small">${quantity} × ${price(unit_amount)}</p>`}</div>
<p class="price">${price(unit_amount * quantity)}</p>
</li>
`,
)}</ul>
${
  session.discount &&
  html`<dl class="sum less"><dt>${session.discount.name}</dt><dd>−${price(session.discount.amount)}</dd></dl>
`
}<dl class="sum"><dt>Total</dt><dd>${total}</dd></dl>
<p class="small">This page expires in <time datetime="${session.expires_at.toISOString()}" data-seconds-left="${left}">${remainingTime(left)}</time>.</p>
</section>`;
}

function cardsToTry(): Html {
  return html`<div class="test-cards" role="group" aria-labelledby="test-cards">
<h3 id="test-cards">Test cards</h3>
<ul>
${testCards.map(testCard)}</ul>
<p class="small">Any date in the future and any security code of three digits will do, of four with American Express.</p>
<details class="more-cards">
<summary>More test cards</summary>
${moreTestCards.map(
  ({ title, cards }) => html`<h4>${title}</h4>
<ul>
${cards.map(testCard)}</ul>
`,
)}</details>
</div>`;
}

function testCard({ number, does }: TestCard): Html {
  return html`<li><code>${number}</code><span class="does">${does}</span><button type="button" class="use" hidden data-number="${number}" aria-label="Use ${number}">Use</button></li>
`;
}

function cardForm({ session, values, faults, refused }: CardPage, total: string): Html {
  const firstWrong = refused ? 'number' : fieldNames.find((name) => faults[name]);
  const about = (name: FieldName) => attributes(faults[name], name, name === firstWrong);
  return html`<form method="post" action="/pay/${session.id}" novalidate>
${field(
  { id: 'email', label: 'Email', fault: faults.email },
  html`<input id="email" name="email" type="email" autocomplete="email" maxlength="254" value="${values.email}" ${about('email')}>`,
)}
${field(
  { id: 'number', label: 'Card number', fault: faults.number },
  html`<div class="with-brand"><input id="number" name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="1234 1234 1234 1234" ${about('number')}><span class="card-brand" id="card-brand" aria-live="polite"></span></div>`,
)}
<div class="two">
${field(
  { id: 'expiry', label: 'Expiry date', fault: faults.expiry },
  html`<input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM/YY" value="${values.expiry}" ${about('expiry')}>`,
)}
${field(
  { id: 'cvc', label: 'Security code', fault: faults.cvc },
  html`<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="CVC" ${about('cvc')}>`,
)}
</div>
${field(
  { id: 'name', label: 'Name on card', fault: faults.name },
  html`<input id="name" name="name" autocomplete="cc-name" maxlength="255" value="${values.name}" ${about('name')}>`,
)}
<div class="two">
${field(
  { id: 'country', label: 'Country', fault: faults.country },
  html`<select id="country" name="country" autocomplete="country" ${about('country')}>
<option value="">Choose</option>
${countries.map(({ code, name }) => html`<option value="${code}" ${code === values.country && 'selected'}>${name}</option>`)}
</select>`,
)}
${field(
  { id: 'postcode', label: 'Postcode', fault: faults.postcode },
  html`<input id="postcode" name="postcode" autocomplete="postal-code" maxlength="10" value="${values.postcode}" ${about('postcode')}>`,
)}
</div>
<button type="submit" class="button accent">Pay ${total}</button>
</form>`;
}
