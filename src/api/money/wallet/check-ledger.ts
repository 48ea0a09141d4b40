import { verifyLedger } from '#ledger/verify.store.ts';
import type { Looking } from '../../operations/ports.rules.ts';
import type { Db } from '../../schema/db.ts';
import { verifyWallet } from './verify-wallet.store.ts';

/** Replays every entry of the ledger, and compares orders, sellers and buyers' wallets with it. */
export async function checkLedger(db: Db, { differs, pause }: Looking): Promise<string> {
  const ledger = await verifyLedger(db, { pause });
  const wallet = await verifyWallet(db, pause);
  const faults = [...ledger.faults, ...wallet.faults];
  for (const fault of faults) differs(fault);
  differs({ more: ledger.found + wallet.found - faults.length });
  const read = `${count(ledger.entries, 'entry', 'entries')} in ${count(ledger.accounts, 'account')} and ${count(ledger.transfers, 'transfer')}`;
  return `${read}, ${count(wallet.orders, 'order')}, ${count(wallet.sellers, 'seller')}, ${count(wallet.wallets, 'wallet')}.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
