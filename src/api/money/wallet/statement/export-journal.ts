import type { Kysely } from 'kysely';
import type { JournalPart, JournalRange } from '#ledger/journal.rules.ts';
import { readJournal } from '#ledger/journal.store.ts';
import type { LedgerTables } from '#ledger/schema.ts';
import {
  accountLine,
  closingHead,
  closingLine,
  journalHead,
  openingHead,
  openingLine,
  transferText,
} from './journal.rules.ts';

/** The text of the journal, part by part, as the ledger was at one moment. */
export async function* exportJournal(db: Kysely<LedgerTables>, range: JournalRange): AsyncGenerator<string> {
  const { from, until } = range;
  yield journalHead(
    `The ledger${from ? ` from ${from.toISOString()}` : ''}${until ? ` until ${until.toISOString()}` : ''}`,
  );
  let before: JournalPart['part'] | null = null;
  let last = from ?? new Date(0);
  for await (const read of readJournal(db, range)) {
    const isFirst = read.part !== before;
    before = read.part;
    if (read.part === 'transfers') {
      for (const { at } of read.transfers) if (at > last) last = at;
      yield read.transfers.map(transferText).join('');
      continue;
    }
    const heads = { accounts: '\n', opening: openingHead(last), closing: closingHead(last) };
    const lines = { accounts: accountLine, opening: openingLine, closing: closingLine };
    yield (isFirst ? heads[read.part] : '') + read.accounts.map(lines[read.part]).join('');
  }
}
