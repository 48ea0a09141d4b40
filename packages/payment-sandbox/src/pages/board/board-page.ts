// The board of the sandbox, for whoever tries the shop: everything of Connect on one page, with what happens at banks as buttons.
import { html } from 'hono/html';
import { transfersStatus } from '../../account/requirements.rules.ts';
import type { CurrencyBalance } from '../../balance/balance.store.ts';
import { formatAmount } from '../../money/currency.rules.ts';
import { payoutFailureCodes } from '../../payout/payout-failures.rules.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Account, BalanceTransaction, Payout, Switches, Transfer } from '../../schema.ts';
import { type Html, layout } from '../layout.ts';

type Board = {
  switches: Switches;
  platform: CurrencyBalance[];
  accounts: { account: Account; balances: CurrencyBalance[] }[];
  payouts: Payout[];
  transfers: Transfer[];
  movements: BalanceTransaction[];
  /** Result of the last button, or why it did nothing. */
  said: { text: string; isRefusal: boolean } | null;
};

const DAY_SECONDS = 86_400;
const waits: [number, string][] = [
  [0, 'can be used at once'],
  [60, 'waits a minute'],
  [3_600, 'waits an hour'],
  [2 * DAY_SECONDS, 'waits two days'],
];
const ends: Record<Switches['payouts_end'], string> = {
  paid: 'end as the bank account says',
  failed: 'fail',
  paid_then_failed: 'arrive and then come back',
};
const manners: Record<Switches['webhooks'], string> = {
  once: 'are sent once, as they come',
  twice: 'are sent twice',
  shuffled: 'are sent in disorder',
  held: 'are held',
};
const states: Record<Account['onboarding'], string> = {
  details_due: 'Details are missing',
  document_due: 'A document is missing',
  complete: 'Ready to be paid',
  rejected: 'Rejected',
};
const payoutStates: Record<Payout['status'], string> = {
  pending: 'Pending',
  in_transit: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
};

export function renderBoard(sandbox: Sandbox, board: Board): Html {
  const names = new Map(board.accounts.map(({ account }) => [account.id, nameOf(account)]));
  const named = (id: string | null) => (id === null ? 'Platform' : (names.get(id) ?? id));
  return layout(
    sandbox,
    'Connect sandbox',
    html`<main class="board">
<h1>Connect sandbox</h1>
<p class="lead">What the payment provider and the banks know and do, for trying ${sandbox.shopName}. Nothing here is real.</p>
${board.said && html`<p class="${board.said.isRefusal ? 'alert' : 'done'}" role="${board.said.isRefusal ? 'alert' : 'status'}">${board.said.text}</p>`}
${switchPanel(board.switches)}
<section aria-labelledby="accounts"><h2 id="accounts">Balances</h2>
<div class="cards">
<article class="panel" aria-labelledby="platform"><h3 id="platform">Platform</h3>
${balanceList(board.platform)}
${balanceForms(null, 'the platform')}</article>
${board.accounts.map(({ account, balances }) => accountCard(account, balances))}
</div>
${board.accounts.length === 0 && html`<p class="lead">No seller has an account yet. One is made when a seller sets up payouts in the shop.</p>`}
</section>
<section aria-labelledby="payouts"><h2 id="payouts">Payouts</h2>
${
  board.payouts.length === 0
    ? html`<p class="lead">Nothing was paid out yet.</p>`
    : table(
        ['Payout', 'Of', 'Amount', 'State', 'What happens'],
        'payouts',
        board.payouts.map((payout) => payoutRow(payout, named(payout.account))),
      )
}</section>
<section aria-labelledby="transfers"><h2 id="transfers">Transfers</h2>
${
  board.transfers.length === 0
    ? html`<p class="lead">Nothing was transferred yet.</p>`
    : table(
        ['Transfer', 'To', 'Amount', 'Taken back', 'Out of', 'Group'],
        'transfers',
        board.transfers.map(
          (transfer) => html`<tr><td><code>${transfer.id}</code></td><td>${named(transfer.destination)}</td>
<td class="price">${formatAmount(transfer.amount, transfer.currency)}</td>
<td class="price">${formatAmount(transfer.amount_reversed, transfer.currency)}</td>
<td>${transfer.source_transaction ? html`<code>${transfer.source_transaction}</code>` : 'The balance'}</td><td>${transfer.transfer_group ?? ''}</td></tr>
`,
        ),
      )
}</section>
<section aria-labelledby="movements"><h2 id="movements">Newest movements</h2>
${
  board.movements.length === 0
    ? html`<p class="lead">Nothing has moved on a balance yet.</p>`
    : table(
        ['Movement', 'Of', 'Kind', 'Amount', 'Fee', 'Net', 'Comes of'],
        'movements',
        board.movements.map(
          ({
            id,
            account,
            type,
            amount,
            fee,
            net,
            currency,
            source,
          }) => html`<tr><td><code>${id}</code></td><td>${named(account)}</td><td>${type}</td>
<td class="price">${formatAmount(amount, currency)}</td><td class="price">${formatAmount(fee, currency)}</td><td class="price">${formatAmount(net, currency)}</td>
<td><code>${source ?? ''}</code></td></tr>
`,
        ),
      )
}</section>
</main>`,
    'This is the board of the payment sandbox.',
  );
}

function switchPanel(switches: Switches): Html {
  return html`<section class="panel" aria-labelledby="switches"><h2 id="switches">Switches</h2>
<form method="post" action="/pay/connect" class="row">
${choice('available_after_seconds', 'Money that comes in', waits, switches.available_after_seconds)}
${choice('payouts_end', 'Payouts', Object.entries(ends), switches.payouts_end)}
${choice('webhooks', 'Webhooks', Object.entries(manners), switches.webhooks)}
<button type="submit" class="button primary" name="do" value="turn">Set the switches</button>
</form>
<form method="post" action="/pay/connect" class="row">
${choice(
  'order',
  'Held webhooks',
  [
    ['as_made', 'in the order of their making'],
    ['reversed', 'the last one first'],
  ],
  'as_made',
)}
<button type="submit" class="button line" name="do" value="release">Send what is held</button>
</form></section>`;
}

function choice(name: string, label: string, options: [string | number, string][], chosen: string | number): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">
${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && 'selected'}>${text}</option>`)}
</select></div>`;
}

function balanceList(balances: CurrencyBalance[]): Html {
  const shown = balances.length > 0 ? balances : [{ currency: 'usd', available: 0, pending: 0, reserved: 0 }];
  return html`<dl class="facts">${shown.map(
    ({ currency, available, pending, reserved }) => html`<dt>Available</dt><dd>${formatAmount(available, currency)}</dd>
<dt>Waiting</dt><dd>${formatAmount(pending, currency)}</dd>
${reserved !== 0 && html`<dt>Covers sellers</dt><dd>${formatAmount(reserved, currency)}</dd>`}`,
  )}</dl>`;
}

/** `whose`: in words, so that each button says what it is for. */
function balanceForms(account: string | null, whose: string): Html {
  const id = account ?? 'platform';
  return html`<form method="post" action="/pay/connect" class="row">
<input type="hidden" name="account" value="${account ?? ''}">
${button('available', 'Waiting money arrives', `Waiting money of ${whose} arrives`)}
${button('pay_out', 'Pay out everything', `Pay out everything of ${whose}`)}
</form>
<form method="post" action="/pay/connect" class="row">
<input type="hidden" name="account" value="${account ?? ''}">
<div class="field"><label for="amount-${id}">Add to the balance, or take from it, in dollars</label>
<input id="amount-${id}" name="amount" inputmode="text" placeholder="-25.00" maxlength="13" autocomplete="off"></div>
${button('adjust', 'Change the balance', `Change the balance of ${whose}`)}
</form>`;
}

function accountCard(account: Account, balances: CurrencyBalance[]): Html {
  const name = nameOf(account);
  const capability = transfersStatus(account) ?? 'not asked for';
  return html`<article class="panel" aria-labelledby="name-${account.id}"><h3 id="name-${account.id}">${name}</h3>
<p class="small"><code>${account.id}</code>${account.contact_email && html`<br>${account.contact_email}`}<br>${states[account.onboarding]} (transfers: ${capability})</p>
${balanceList(balances)}
<form method="post" action="/pay/connect" class="row">
<input type="hidden" name="do" value="onboard"><input type="hidden" name="account" value="${account.id}">
${(
  [
    ['accepted', 'Complete onboarding'],
    ['missing', 'A document is missing'],
    ['rejected', 'Reject'],
  ] as const
).map(
  ([value, text]) =>
    html`<button type="submit" class="button line" name="document" value="${value}" aria-label="${text}: ${name}">${text}</button>
`,
)}</form>
${balanceForms(account.id, name)}</article>
`;
}

function payoutRow(payout: Payout, of: string): Html {
  const { id, status, failure_code: failure } = payout;
  const open = status === 'pending' || status === 'in_transit';
  const mayFail = (open || status === 'paid') && payout.original_payout === null && payout.reversed_by === null;
  return html`<tr><td><code>${id}</code></td><td>${of}</td>
<td class="price">${formatAmount(payout.amount, payout.currency)}</td>
<td>${payoutStates[status]}${failure && html`<br><span class="small">${failure}</span>`}</td>
<td><form method="post" action="/pay/connect" class="row">
<input type="hidden" name="payout" value="${id}">
${status === 'pending' && button('send', 'Is on its way', `Payout ${id} is on its way`)}
${open && button('pay', 'Arrives', `Payout ${id} arrives`)}
${
  mayFail &&
  html`<select name="failure_code" aria-label="Why payout ${id} fails">
${payoutFailureCodes.map((code) => html`<option value="${code}" ${code === 'account_closed' && 'selected'}>${code}</option>`)}
</select>${button('fail', status === 'paid' ? 'Comes back' : 'Fails', `Payout ${id} ${status === 'paid' ? 'comes back' : 'fails'}`)}`
}
${!open && !mayFail && html`<span class="small">Nothing more.</span>`}
</form></td></tr>
`;
}

/** The words that are seen begin the name, so that who speaks to the page can say them. */
function button(action: string, text: string, label: string): Html {
  const name = label.startsWith(text) ? label : `${text}: ${label}`;
  return html`<button type="submit" class="button line" name="do" value="${action}" aria-label="${name}">${text}</button>`;
}

const amounts = new Set(['Amount', 'Taken back', 'Fee', 'Net']);

/** It is scrolled by itself where it is wider than the page, by the keyboard too. */
function table(heads: string[], name: string, rows: Html[]): Html {
  return html`<div class="wide" role="group" aria-label="Table of ${name}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col" ${amounts.has(head) && html`class="price"`}>${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function nameOf({ id, display_name, contact_email }: Account): string {
  return display_name ?? contact_email ?? id;
}
