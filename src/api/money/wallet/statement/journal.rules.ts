// The ledger as plain-text accounting that hledger reads (https://hledger.org/hledger.html#journal). The ledger counts what somebody has a right
// to above zero; a journal counts what there is above zero, so every amount changes its sign.
import type { JournalAccount, JournalTransfer } from '#ledger/journal.rules.ts';

/** By the kind of an account, as an accountant groups them, and what hledger calls the group. */
const groups: ReadonlyArray<[test: RegExp, group: string, type: 'A' | 'L' | 'R' | 'X']> = [
  [/^external:/, 'assets', 'A'],
  [/^processor:fees$/, 'expenses', 'X'],
  [/^platform:fees$/, 'revenues', 'R'],
  [/^(platform:loss|rounding)$/, 'expenses', 'X'],
];

export function journalAccount(accountId: string): { name: string; type: string } {
  // Money of others, and tax until it is paid on, is owed.
  const [, group = 'liabilities', type = 'L'] = groups.find(([test]) => test.test(accountId)) ?? [];
  return { name: `${group}:${plain(accountId)}`, type };
}

export function journalHead(title: string): string {
  return `; ${plain(title)}\n; What is owed to somebody, and what was earned, is below zero.\n\ncommodity 1000.00 USD\n`;
}

export function accountLine({ account_id }: JournalAccount): string {
  const { name, type } = journalAccount(account_id);
  return `account ${name}  ; type: ${type}\n`;
}

export function openingHead(day: Date): string {
  return `\n${dateOf(day)} * what the accounts held before\n`;
}

export function openingLine({ account_id, before, currency }: JournalAccount): string {
  return before === 0 ? '' : posting(account_id, before, currency);
}

export function transferText({ key, kind, details, at, entries }: JournalTransfer): string {
  const tags = [['at', at.toISOString()], ...Object.entries(details)].flatMap(([name, value]) =>
    value === null || value === '' ? [] : `    ; ${tag(String(name))}: ${tagValue(String(value))}\n`,
  );
  const lines = entries.map(({ account_id, amount, currency, about, item }) =>
    posting(account_id, amount, currency, { ...(about && { about }), ...(item && { item }) }),
  );
  return `\n${dateOf(at)} * (${plain(key).replaceAll(/[()]/g, '_')}) ${plain(kind)}\n${tags.join('')}${lines.join('')}`;
}

export function closingHead(day: Date): string {
  return `\n${dateOf(day)} * what every account holds\n`;
}

/** hledger stops where it has come to another balance. */
export function closingLine({ account_id, after, currency }: JournalAccount): string {
  return `    ${journalAccount(account_id).name}  ${amountText(0, currency)} = ${amountText(-after, currency)}\n`;
}

function posting(accountId: string, amount: number, currency: string, tags: Record<string, string> = {}): string {
  const tagTexts = Object.entries(tags).map(([name, value]) => `${name}: ${tagValue(value)}`);
  const comment = tagTexts.length > 0 ? `  ; ${tagTexts.join(', ')}` : '';
  return `    ${journalAccount(accountId).name}  ${amountText(-amount, currency)}${comment}\n`;
}

function amountText(cents: number, currency: string): string {
  const size = Math.abs(cents);
  const text = `${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
  return `${cents < 0 ? '-' : ''}${text} ${currency.toUpperCase()}`;
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** On one line, without what ends a description or a name. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029;|]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

function tag(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_-]/gu, '_');
}

/** A comma would end it. */
function tagValue(text: string): string {
  return plain(text.replaceAll(',', ' '));
}
