// The ledger as the staff read it: accounts, their entries, and transfers with all of their sides.
import type { LedgerAccount, LedgerAccountPage, LedgerTransfer } from '#contract/money/ledger.schema.ts';
import { findAccount, findAccountsBeginning, type StoredAccount } from '#ledger/account.store.ts';
import {
  findTransferByKey,
  findTransfers,
  findTransfersAbout,
  listEntries,
  type StoredTransfer,
} from '#ledger/entry.store.ts';
import { listWalletsOfEnded } from '../../people/ports.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { dollars } from './movement.rules.ts';
import type { WalletDb } from './read-wallet.ts';

const ACCOUNTS = 50;
/** Search term for wallets of deleted accounts that money came back to. */
const OF_ENDED = 'deleted accounts';

export async function searchAccounts(db: WalletDb, text: string): Promise<LedgerAccount[]> {
  if (!isStorableText(text)) return [];
  if (text.toLowerCase() === OF_ENDED) return findAccountsOf(db, await listWalletsOfEnded(db, ACCOUNTS));
  return (await findAccountsBeginning(db, beginningsOf(text), ACCOUNTS)).map(accountOf);
}

async function findAccountsOf(db: WalletDb, accountIds: readonly string[]): Promise<LedgerAccount[]> {
  const found = await Promise.all(accountIds.map((id) => findAccount(db, id)));
  return found.flatMap((account) => (account ? [accountOf(account)] : []));
}

/** Null where there is no such account. */
export async function readLedgerAccount(
  db: WalletDb,
  accountId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<LedgerAccountPage | null> {
  const account = isStorableText(accountId) ? await findAccount(db, accountId) : null;
  if (!account) return null;
  const found = await listEntries(db, accountId, { before, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return {
    ...accountOf(account),
    entries: entries.map((entry) => ({
      version: entry.version,
      transfer_id: entry.transfer_id,
      at: entry.at.toISOString(),
      kind: entry.kind,
      amount: dollars(entry.amount),
      balance: dollars(entry.balance),
      about: entry.about,
      item: entry.item,
      reason: typeof entry.details.reason === 'string' ? entry.details.reason : null,
    })),
    next: found.length > limit ? String(entries.at(-1)?.version) : null,
  };
}

export async function readTransfer(db: WalletDb, transferId: number): Promise<LedgerTransfer | null> {
  const [transfer] = await findTransfers(db, [transferId]);
  return transfer ? transferOf(transfer) : null;
}

export async function readTransferOfKey(db: WalletDb, key: string): Promise<LedgerTransfer[]> {
  const transfer = isStorableText(key) ? await findTransferByKey(db, key) : null;
  return transfer ? [transferOf(transfer)] : [];
}

/** Oldest first: what became of an order is read from its beginning. */
export async function readTransfersAbout(
  db: WalletDb,
  about: string,
  part: { after: number; limit: number },
): Promise<LedgerTransfer[]> {
  if (!isStorableText(about)) return [];
  return (await findTransfersAbout(db, [about, about.toUpperCase()], part)).map(transferOf);
}

/** How the ids begin that somebody may mean by a text: a whole one, or what stands behind its first colon. Numbers of orders are in capitals. */
function beginningsOf(text: string): string[] {
  const families = ['', 'seller:', 'buyer:', 'platform:', 'external:', 'processor:', 'disputes:', 'order:'];
  return [...families.map((family) => `${family}${text}`), `order:${text.toUpperCase()}`];
}

function accountOf({ account_id, kind, balance, last_at }: StoredAccount): LedgerAccount {
  return { account_id, kind, balance: dollars(balance), last_at: last_at?.toISOString() ?? null };
}

function transferOf({ transfer_id, key, kind, details, at, entries }: StoredTransfer): LedgerTransfer {
  return {
    transfer_id,
    key,
    kind,
    at: at.toISOString(),
    details,
    entries: entries.map((entry) => ({ ...entry, amount: dollars(entry.amount) })),
  };
}
