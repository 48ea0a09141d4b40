import type { BankAccount } from './store.ts';

/** An account as whoever transfers money to it reads it: what a field is called, and what to type into it. */
export function bankFacts(account: BankAccount): Array<{ label: string; value: string }> {
  const facts: Array<[string, string | undefined]> = [
    ['Account holder', account.holder],
    ['IBAN', account.iban],
    ['Account number', account.account_number],
    ['Bank code', account.bank_code],
    ['BIC', account.bic],
    ['Bank', account.bank],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
