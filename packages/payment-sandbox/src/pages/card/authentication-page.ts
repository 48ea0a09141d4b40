import { html } from 'hono/html';
import { formatAmount } from '../../money/currency.rules.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { CheckoutSession } from '../../schema.ts';
import { type Html, layout } from '../layout.ts';

/** Stands in for the page of a bank (3-D Secure). `card` is what may be shown of it, such as 'Visa ending in 3184'. */
export function renderAuthenticationPage(sandbox: Sandbox, session: CheckoutSession, card: string): Html {
  return layout(
    sandbox,
    'Confirm this payment',
    html`<main class="narrow">
<section class="panel" aria-labelledby="confirm">
<p class="small">Imitation of your bank's page</p>
<h1 id="confirm">Confirm this payment</h1>
<p class="lead">Your bank wants to know that it is you. Here you decide what it finds.</p>
<dl class="facts">
<dt>Pays</dt><dd>${sandbox.shopName}</dd>
<dt>Amount</dt><dd>${formatAmount(session.amount_total, session.currency)}</dd>
<dt>Card</dt><dd>${card}</dd>
</dl>
<form method="post" action="/pay/${session.id}/authentication">
<button type="submit" class="button accent" name="answer" value="complete">Complete authentication</button>
<button type="submit" class="button line" name="answer" value="fail">Fail authentication</button>
</form>
</section>
</main>`,
  );
}
