import { type Context, Hono } from 'hono';
import { entryOf } from '#contract';
import { listAccounts } from '../../account/account.store.ts';
import { listAllMovements, readBalances } from '../../balance/balance.store.ts';
import { listAllPayouts } from '../../payout/payout.store.ts';
import type { Env } from '../../protocol/endpoint.ts';
import { ProviderError } from '../../protocol/errors.ts';
import type { Sandbox } from '../../sandbox.ts';
import { readSwitches } from '../../switches/switches.store.ts';
import { listTransfers } from '../../transfer/transfer.store.ts';
import { showPage } from '../show-page.ts';
import { boardActions } from './board-actions.ts';
import { onlyWithBoardKey } from './board-gate.ts';
import { renderBoard } from './board-page.ts';

/** More would make the page slow, and nobody reads them. */
const MOST_SHOWN = 50;

/** `key` opens the page; null: there is none. */
export function boardRoutes(sandbox: Sandbox, key: string | null): Hono<Env> {
  const { db, now } = sandbox;
  const app = new Hono<Env>();
  app.use('/connect', onlyWithBoardKey(sandbox, key));

  async function show(c: Context, said: { text: string; isRefusal: boolean } | null) {
    const page = { before: null, limit: MOST_SHOWN };
    const accounts = await listAccounts(db, { closed: false }, page);
    const board = renderBoard(sandbox, {
      switches: await readSwitches(db),
      platform: await readBalances(db, null, now()),
      accounts: await Promise.all(
        accounts.map(async (account) => ({ account, balances: await readBalances(db, account.id, now()) })),
      ),
      payouts: await listAllPayouts(db, page),
      transfers: await listTransfers(db, {}, page),
      movements: await listAllMovements(db, page),
      said,
    });
    return showPage(c, board, said?.isRefusal ? 400 : 200, ["'self'"]);
  }

  app.get('/connect', (c) => {
    // Told in the address, so that a page that is loaded again does nothing twice.
    const done = c.req.query('done');
    return show(c, done === undefined ? null : { text: done.slice(0, 100), isRefusal: false });
  });

  app.post('/connect', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const action = entryOf(boardActions, form.get('do'));
    if (!action) return show(c, { text: 'This button is not known. Load the page again.', isRefusal: true });
    try {
      const done = await action(sandbox, form);
      return c.redirect(`/pay/connect?${new URLSearchParams({ done })}`, 303);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return show(c, { text: error.message, isRefusal: true });
    }
  });

  return app;
}
