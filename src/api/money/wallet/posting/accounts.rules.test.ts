import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '#ledger/transfer.rules.ts';
import * as accounts from './accounts.rules.ts';

const { OPERATOR, outsideOf, ...rest } = accounts;
const all: Account[] = Object.values(rest).map((account) => (typeof account === 'function' ? account('ID') : account));

test('[W-02] every account stands in one list, with what it may hold', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/wallet/README.md'), 'utf8');
  const list = text.slice(text.indexOf('## Accounts'), text.indexOf('## What moves money'));
  const entry = /^- `([^`]+)`\n {2}- kind: `([^`]+)`\n(?: {2}.*\n)*? {2}- below zero: (yes|no|always)$/gm;
  const documented = [...list.matchAll(entry)].map(([, id, kind, below]) => [id, kind, below]);
  const below = ({ may_be_negative, may_be_positive }: Account) =>
    may_be_negative ? (may_be_positive ? 'yes' : 'always') : 'no';
  expect(documented.sort()).toEqual(all.map((account) => [account.account_id, account.kind, below(account)]).sort());
  expect(sellerOf(OPERATOR)).toBe(accounts.sellerAvailable(null).account_id);
  expect([outsideOf({ payment_method: 'card' }), outsideOf({ payment_method: 'check' })]).toEqual([
    accounts.cardProcessor,
    accounts.bank,
  ]);
});

const sellerOf = (id: string) => accounts.sellerAvailable(id).account_id;
